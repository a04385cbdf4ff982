/**
 * Maintenance is due by the calendar, by the odometer, or by whichever comes first. It is overdue after its day, or
 * once its reading is reached. It is soon due in the last quarter of its months, 30 days at the most, and in the last
 * tenth of its distance, 1,000 km at the most. An odometer goes up, and not by more than a car drives: what fits badly
 * with the readings around it needs a reason.
 */
import type { Due } from "./maintenance-contract";

const DUE_SOON_DAYS = 30;
const DUE_SOON_METERS = 1_000_000;
/** More than anybody drives in a day. */
const MAX_METERS_PER_DAY = 2_000_000;
const DAY_MS = 86_400_000;
const DAYS_PER_MONTH = 30;

/** What decides when something falls due: days as `2026-11-21`. */
type DueFacts = {
  everyMonths: number | null;
  everyMeters: number | null;
  lastDay: string | null;
  lastMeters: number | null;
};

/** How near it is; `odometerMeters` null when nobody has read it, then only the calendar counts. */
export function dueOf(plan: DueFacts, today: string, odometerMeters: number | null): Due {
  const { everyMonths, everyMeters, lastDay, lastMeters } = plan;
  const dueOn =
    everyMonths !== null && lastDay !== null
      ? Temporal.PlainDate.from(lastDay).add({ months: everyMonths }).toString()
      : null;
  const dueMeters = everyMeters !== null && lastMeters !== null ? lastMeters + everyMeters : null;
  const daysLeft =
    dueOn === null
      ? null
      : Temporal.PlainDate.from(today).until(dueOn, { largestUnit: "days" }).days;
  const metersLeft =
    dueMeters === null || odometerMeters === null ? null : dueMeters - odometerMeters;
  const dueSoonDays = Math.min(
    DUE_SOON_DAYS,
    Math.floor(((everyMonths ?? 0) * DAYS_PER_MONTH) / 4),
  );
  const dueSoonMeters = Math.min(DUE_SOON_METERS, Math.floor((everyMeters ?? 0) / 10));
  const isOverdue = (daysLeft !== null && daysLeft < 0) || (metersLeft !== null && metersLeft <= 0);
  const isDueSoon =
    (daysLeft !== null && daysLeft <= dueSoonDays) ||
    (metersLeft !== null && metersLeft <= dueSoonMeters);
  const state = isOverdue ? "overdue" : isDueSoon ? "soon" : "ok";
  return { state, dueOn, daysLeft, dueMeters, metersLeft };
}

/** The nearest first: overdue, then soon, then by how many days are left. */
export function compareByUrgency(a: { due: Due }, b: { due: Due }): number {
  const rank = { overdue: 0, soon: 1, ok: 2 };
  const days = ({ due }: { due: Due }) => due.daysLeft ?? Number.MAX_SAFE_INTEGER;
  return rank[a.due.state] - rank[b.due.state] || days(a) - days(b);
}

/** A reading: when, in ms UTC, and how far. */
type ReadingFacts = { readAt: number; meters: number };

/** Why a reading fits badly between those around it; null when it fits. */
export function readingWarning(
  reading: ReadingFacts,
  before: ReadingFacts | null,
  after: ReadingFacts | null,
): "lower" | "too_far" | "above_later" | null {
  if (before && reading.meters < before.meters) return "lower";
  if (after && reading.meters > after.meters) return "above_later";
  if (!before) return null;
  const days = Math.max(0, reading.readAt - before.readAt) / DAY_MS;
  return reading.meters - before.meters > (days + 1) * MAX_METERS_PER_DAY ? "too_far" : null;
}
