/** The waits of a driver: until they may set off, and for a passenger who does not come. */
import { settings } from "../../db/schema/settings";
import { MAX_SET_OFF_MINUTES } from "../../src/reservations/start-contract";
import type { Reservation } from "../../src/reservations/contract";
import type { TestServer } from "./server";

/** Allows drivers to set off a day ahead, for tests of later steps. */
export function allowSettingOff(
  server: TestServer,
  setOffMinutes: number = MAX_SET_OFF_MINUTES,
): void {
  server.deps.db.update(settings).set({ setOffMinutes }).run();
}

/** Moves the server's clock to the end of the waiting time at a trip's pickup. */
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
