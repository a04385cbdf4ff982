/**
 * A lawful register of what is lost and found.
 *
 * A rider can report something up to 90 days after a trip they rode on, five things a trip; a visitor of
 * the site, anything of the last twelve months. A found item is kept for the operator's period, and then
 * may be given away with a reason; food need not wait, nor what a visitor told of and never brought. It
 * goes to its owner only by hand, with a name, a proof and a signature. What was done stays in a log that
 * nobody can change. Some time after a report is closed, who reported it is taken out of it; some time
 * after an item has left, who got it: for as long as the operator decides.
 */
import type { ReservationState } from "../reservations/contract";
import type { ItemState, PropertyCategory, ReportState } from "./contract";

const DAY_MS = 86_400_000;

const REPORTABLE_DAYS = 90;
export const MAX_REPORTS_PER_TRIP = 5;
/** Of what is longer ago nobody has anything in a register. */
const MAX_REPORT_AGE_DAYS = 366;

/** Until when (ms) something can be reported of a trip; null when nobody rode, or has yet to. */
export function reportableUntil(trip: {
  state: ReservationState;
  endedAt: number | null;
}): number | null {
  if (trip.state !== "completed" && trip.state !== "settled") return null;
  return trip.endedAt === null ? null : trip.endedAt + REPORTABLE_DAYS * DAY_MS;
}

/** The moment (ms) of a day that a visitor tells of, now at the latest; null for one to come, or long past. */
export function acceptedReportTime(noon: number, now: number): number | null {
  if (noon > now + DAY_MS || noon < now - MAX_REPORT_AGE_DAYS * DAY_MS) return null;
  return Math.min(noon, now);
}

/** From when (ms) on an item may be disposed of. */
export function keepUntil(foundAt: number, category: PropertyCategory, days: number): number {
  return category === "food" ? foundAt : foundAt + days * DAY_MS;
}

/** Whether an item's next step is possible: it is still here. */
export function isInOurKeeping(state: ItemState): boolean {
  return state === "kept" || state === "matched";
}

/** Whether somebody still waits for news of a report. */
export function isSearchOpen(state: ReportState): boolean {
  return state === "open" || state === "matched";
}

/** Why an item cannot be disposed of now; null when it can. */
export function disposalRefusal(
  item: { state: ItemState; keepUntil: number },
  now: number,
): "gone" | "matched" | "too_early" | null {
  if (!isInOurKeeping(item.state)) return "gone";
  if (item.state === "matched") return "matched";
  return now < item.keepUntil ? "too_early" : null;
}
