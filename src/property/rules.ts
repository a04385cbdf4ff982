/**
 * The rules for a lawful register of lost and found items.
 *
 * A rider can report an item up to 90 days after a trip they rode on, and five items for each trip. A visitor of the
 * site can report any item of the last twelve months. A found item is stored for the operator's period and may then be
 * disposed of with a reason. Food need not wait, nor an item that a visitor reported but never brought in. An item is
 * handed to its owner only in person, with a name, a proof and a signature. Actions are kept in a log that nobody can
 * change. The operator decides how long after closing a report names the person who reported it, and how long an item
 * names the person who received it.
 */
import type { ReservationState } from "../reservations/contract";
import type { ItemState, PropertyCategory, ReportState } from "./contract";

const DAY_MS = 86_400_000;

const REPORTABLE_DAYS = 90;
export const MAX_REPORTS_PER_TRIP = 5;
/** Items lost longer ago than this cannot be reported, because no register still has them. */
const MAX_REPORT_AGE_DAYS = 366;

/** Returns until when (ms) an item of a trip can be reported. Null if nobody rode, or the trip is not over. */
export function reportableUntil(trip: {
  state: ReservationState;
  endedAt: number | null;
}): number | null {
  if (trip.state !== "completed" && trip.state !== "settled") return null;
  return trip.endedAt === null ? null : trip.endedAt + REPORTABLE_DAYS * DAY_MS;
}

/**
 * Returns the time (ms) for the day that a visitor states, at the latest now. Null for a day in the future or too long
 * ago.
 */
export function acceptedReportTime(noon: number, now: number): number | null {
  if (noon > now + DAY_MS || noon < now - MAX_REPORT_AGE_DAYS * DAY_MS) return null;
  return Math.min(noon, now);
}

/** Returns the time (ms) from which an item may be disposed of. */
export function keepUntil(foundAt: number, category: PropertyCategory, days: number): number {
  return category === "food" ? foundAt : foundAt + days * DAY_MS;
}

/** Whether an item is still in storage, so that its next step is possible. */
export function isInOurKeeping(state: ItemState): boolean {
  return state === "kept" || state === "matched";
}

/** Whether the person who reported it still waits for news. */
export function isSearchOpen(state: ReportState): boolean {
  return state === "open" || state === "matched";
}

/** Returns why an item cannot be disposed of now. Null if it can. */
export function disposalRefusal(
  item: { state: ItemState; keepUntil: number },
  now: number,
): "gone" | "matched" | "too_early" | null {
  if (!isInOurKeeping(item.state)) return "gone";
  if (item.state === "matched") return "matched";
  return now < item.keepUntil ? "too_early" : null;
}
