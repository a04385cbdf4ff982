/** Stores taps until they can be sent. */
import { type LocalRows, memoryRows, openLocalRows } from "../local-rows";
import type { StoredTap } from "./tap-rules";

/** The taps of one driver on this phone. */
export type TapStore = LocalRows<StoredTap>;

/** Opens the store of a driver; only in memory if the browser offers no database. */
export function openTapStore(driverId: string): Promise<TapStore> {
  return openLocalRows<StoredTap>({ database: "livery-driver", table: "taps" }, driverId);
}

/** Keeps taps in memory until the page is closed. */
export function memoryStore(): TapStore {
  return memoryRows<StoredTap>();
}
