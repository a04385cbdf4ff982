/** A driver who waits for a passenger, until a no-show may be declared. */
import type { Reservation } from "../../src/reservations/contract";
import type { TestServer } from "./server";

/** Puts the server's clock on until the wait at a trip's pickup is over. */
export function waitOut(
  server: TestServer,
  { pickupAt, landedAt, noShow }: Pick<Reservation, "pickupAt" | "landedAt" | "noShow">,
): void {
  const begins = Math.max(
    server.deps.now(),
    Date.parse(pickupAt),
    Date.parse(landedAt ?? pickupAt),
  );
  const until = begins + (noShow?.waitMinutes ?? 0) * 60_000;
  server.advance(until - server.deps.now());
}
