/** What of a driver's list wants the driver's hand first. */
import type { ReservationRow } from "../../src/reservations/contract";
import { hasDriver } from "../../src/reservations/rules";

/** Offers, the one whose answer is due first first. */
export function byUrgency<Offered extends { offer: { expiresAt: string } | null }>(
  offers: readonly Offered[],
): Offered[] {
  const due = ({ offer }: Offered) => (offer ? Date.parse(offer.expiresAt) : 0);
  return offers.toSorted((a, b) => due(a) - due(b));
}

/** Open offers, the soonest pickup first. */
export function openOffers(rows: readonly ReservationRow[]): ReservationRow[] {
  return rows.filter(({ state }) => state === "offered").sort(byPickup);
}

/** A trip that nobody has started this long after its pickup is dispatch's to look into. */
const FORGOTTEN_MS = 12 * 3_600_000;

/**
 * The trip under way; without one the soonest that is theirs at `now` (ms UTC). Trips of yesterday
 * count: midnight comes while people drive.
 */
export function currentTrip(rows: readonly ReservationRow[], now: number): ReservationRow | null {
  const theirs = rows
    .filter(({ state }) => hasDriver(state))
    .filter(
      ({ state, pickupAt }) => state !== "assigned" || Date.parse(pickupAt) > now - FORGOTTEN_MS,
    )
    .sort(byPickup);
  return theirs.find(({ state }) => state !== "assigned") ?? theirs[0] ?? null;
}

/** One list of several, each reservation once, in its latest version. */
export function withoutDoubles(rows: readonly ReservationRow[]): ReservationRow[] {
  const found = new Map<string, ReservationRow>();
  for (const row of rows) {
    const held = found.get(row.id);
    if (!held || held.version < row.version) found.set(row.id, row);
  }
  return [...found.values()];
}

function byPickup(a: ReservationRow, b: ReservationRow): number {
  return Date.parse(a.pickupAt) - Date.parse(b.pickupAt);
}
