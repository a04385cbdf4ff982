/** Where taps wait for the network. */
import { type LocalRows, memoryRows, openLocalRows } from "../local-rows";
import type { KeptTap } from "./tap-rules";

/** The taps of one driver on this phone. */
export type TapStore = LocalRows<KeptTap>;

/** The store of a driver; in memory only where the browser has no database for us. */
export function openTapStore(driverId: string): Promise<TapStore> {
  return openLocalRows<KeptTap>({ database: "livery-driver", table: "taps" }, driverId);
}

/** Keeps taps for as long as the page lives. */
export function memoryStore(): TapStore {
  return memoryRows<KeptTap>();
}
