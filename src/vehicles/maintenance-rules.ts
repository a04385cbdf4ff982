/**
 * Decides when maintenance is due: by the calendar, by the odometer, or by whichever comes first. It is overdue after
 * its day, or once its reading is reached. It is soon due in the last quarter of its months, at most 30 days, and in
 * the last tenth of its distance, at most 1,000 km. An odometer only goes up, and by no more than a car can drive: a
 * reading that is implausible beside its neighbours needs a reason.
 */
import type { Due } from "./maintenance-contract";

const DUE_SOON_DAYS = 30;
const DUE_SOON_METERS = 1_000_000;
/** More metres than anyone drives in a day. */
const MAX_METERS_PER_DAY = 2_000_000;
const DAY_MS = 86_400_000;
const DAYS_PER_MONTH = 30;

/** The facts that decide when maintenance is due; days such as `2026-11-21`. */
type DueFacts = {
  everyMonths: number | null;
  everyMeters: number | null;
  lastDay: string | null;
  lastMeters: number | null;
};

/**
 * Returns how near maintenance is. If `odometerMeters` is null, because nobody has read it, only the calendar counts.
 */
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

/** Compares by urgency: overdue first, then soon due, then by days left. */
export function compareByUrgency(a: { due: Due }, b: { due: Due }): number {
  const rank = { overdue: 0, soon: 1, ok: 2 };
  const days = ({ due }: { due: Due }) => due.daysLeft ?? Number.MAX_SAFE_INTEGER;
  return rank[a.due.state] - rank[b.due.state] || days(a) - days(b);
}

/** A reading: its time in ms UTC and its distance. */
type ReadingFacts = { readAt: number; meters: number };

/** Returns why a reading is implausible beside its neighbours; null if it is plausible. */
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
