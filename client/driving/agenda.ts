/** Picks what a driver must deal with first. */
import type { ReservationRow } from "../../src/reservations/contract";
import { hasDriver } from "../../src/reservations/rules";

/** Sorts offers, the one that expires first at the top. */
export function sortByUrgency<Offered extends { offer: { expiresAt: string } | null }>(
  offers: readonly Offered[],
): Offered[] {
  const dueTimeOf = ({ offer }: Offered) => (offer ? Date.parse(offer.expiresAt) : 0);
  return offers.toSorted((a, b) => dueTimeOf(a) - dueTimeOf(b));
}

/** Returns the open offers, the soonest pickup first. */
export function openOffers(rows: readonly ReservationRow[]): ReservationRow[] {
  return rows.filter(({ state }) => state === "offered").sort(comparePickups);
}

/** Dispatch handles a trip that has not started this long after its pickup time. */
const FORGOTTEN_AFTER_MS = 12 * 3_600_000;

/**
 * Returns the driver's current trip, or else the next one assigned at `now` (ms UTC). Trips of yesterday count, because
 * a trip can run past midnight.
 */
export function currentTrip(rows: readonly ReservationRow[], now: number): ReservationRow | null {
  const driverTrips = rows
    .filter(({ state }) => hasDriver(state))
    .filter(
      ({ state, pickupAt }) =>
        state !== "assigned" || Date.parse(pickupAt) > now - FORGOTTEN_AFTER_MS,
    )
    .sort(comparePickups);
  return driverTrips.find(({ state }) => state !== "assigned") ?? driverTrips[0] ?? null;
}

/** Removes duplicate reservations and keeps the latest version of each. */
export function withoutDuplicates(rows: readonly ReservationRow[]): ReservationRow[] {
  const rowById = new Map<string, ReservationRow>();
  for (const row of rows) {
    const newestRow = rowById.get(row.id);
    if (!newestRow || newestRow.version < row.version) rowById.set(row.id, row);
  }
  return [...rowById.values()];
}

function comparePickups(a: ReservationRow, b: ReservationRow): number {
  return Date.parse(a.pickupAt) - Date.parse(b.pickupAt);
}
