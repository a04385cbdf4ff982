/**
 * How long what names people is kept: a period for each kind, in days. Livery's own periods hold until
 * the owner says others within the bounds here. The lower ones leave time for what it is kept for: a
 * claim, a fee that is contested, an item that is asked for once more. The upper ones are what the pages
 * promise to who wrote or applied. What the law wants kept (trips, invoices, statements, the audit log)
 * has no period here: Livery never deletes it.
 */

import { periods, type RetainedKind } from "./retention-contract";

/** What the owner has chosen; a kind that is missing has Livery's own period. */
type ChosenPeriods = Partial<Record<RetainedKind, number>>;

const DAY_MS = 86_400_000;

/** Days that a kind is kept. */
export function retentionDaysOf(chosen: ChosenPeriods, kind: RetainedKind): number {
  return chosen[kind] ?? periods[kind].days;
}

/** What has ended before this instant (ms) is no longer kept. */
export function retentionStart(chosen: ChosenPeriods, kind: RetainedKind, now: number): number {
  return now - retentionDaysOf(chosen, kind) * DAY_MS;
}
