import type { ReservationRow } from "../../src/reservations/contract";
import { localDay } from "../ui/moment";

export interface Week {
  /** The Monday it begins with, `2026-11-16`. */
  monday: string;
  trips: ReservationRow[];
  /** What the trips pay the driver, per currency, in minor units. */
  totals: { currency: string; minor: number }[];
}

/**
 * The trips that were driven to their end (completed, settled), and those that came to nothing but
 * pay the driver a share of their fee, by weeks from Monday to Sunday of
 * the pickup in `timeZone`; the latest week first, and in it the latest trip.
 */
export function byWeeks(rows: readonly ReservationRow[], timeZone: string): Week[] {
  const weeks = new Map<string, ReservationRow[]>();
  for (const row of rows) {
    const driven = row.state === "completed" || row.state === "settled";
    if (!driven && !row.payMinor) continue;
    const monday = mondayOf(localDay(row.pickupAt, timeZone));
    const trips = weeks.get(monday);
    if (trips) trips.push(row);
    else weeks.set(monday, [row]);
  }
  return [...weeks]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([monday, trips]) => ({
      monday,
      trips: trips.sort((a, b) => (a.pickupAt < b.pickupAt ? 1 : -1)),
      totals: totalsOf(trips),
    }));
}

/** The Monday on or before a calendar day, both `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

function totalsOf(trips: readonly ReservationRow[]): Week["totals"] {
  const totals = new Map<string, number>();
  for (const { currency, payMinor } of trips) {
    totals.set(currency, (totals.get(currency) ?? 0) + (payMinor ?? 0));
  }
  return [...totals].map(([currency, minor]) => ({ currency, minor }));
}
