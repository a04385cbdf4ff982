/** What a driver has to wait for: the time from which they may set off, and a passenger who does not come. */
import { settings } from "../../db/schema/settings";
import { MAX_SET_OFF_MINUTES } from "../../src/reservations/start-contract";
import type { Reservation } from "../../src/reservations/contract";
import type { TestServer } from "./server";

/** The operator lets drivers set off a day ahead: for tests of what comes after that. */
export function allowSettingOff(
  server: TestServer,
  setOffMinutes: number = MAX_SET_OFF_MINUTES,
): void {
  server.deps.db.update(settings).set({ setOffMinutes }).run();
}

/** Puts the server's clock on until the wait at a trip's pickup is over. */
export function skipWaitingTime(
  server: TestServer,
  { pickupAt, landedAt, noShow }: Pick<Reservation, "pickupAt" | "landedAt" | "noShow">,
): void {
  const startsAt = Math.max(
    server.deps.now(),
    Date.parse(pickupAt),
    Date.parse(landedAt ?? pickupAt),
  );
  const until = startsAt + (noShow?.waitMinutes ?? 0) * 60_000;
  server.advance(until - server.deps.now());
}
