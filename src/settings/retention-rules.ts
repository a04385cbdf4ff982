/**
 * Decides how long personal records are kept: a period for each kind, in days. Livery's own periods apply until the
 * owner sets others within these limits. The lower limits leave time for claims, disputed fees and second requests for
 * an item. The upper limits are what the pages promise to people who wrote or applied. Records that the law requires
 * (trips, invoices, statements, the audit log) have no period here, because Livery never deletes them.
 */

import { periods, type RetainedKind } from "./retention-contract";

/** The periods that the owner has chosen. A missing kind has Livery's own period. */
type ChosenPeriods = Partial<Record<RetainedKind, number>>;

const DAY_MS = 86_400_000;

/** Returns how many days a kind is kept. */
export function retentionDaysOf(chosen: ChosenPeriods, kind: RetainedKind): number {
  return chosen[kind] ?? periods[kind].days;
}

/** Returns the time (ms) before which ended records are no longer kept. */
export function retentionStart(chosen: ChosenPeriods, kind: RetainedKind, now: number): number {
  return now - retentionDaysOf(chosen, kind) * DAY_MS;
}
