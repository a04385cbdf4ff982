/** The search parameters of the reports, and the named periods. */
import type { ReportGrouping } from "../../src/reports/contract";
import { groupings, MAX_DAYS } from "../../src/reports/period-contract";

export const periodLabels = {
  today: "Today",
  week: "7 days",
  month: "This month",
  last_month: "Last month",
  custom: "Custom",
} as const;
export type PeriodName = keyof typeof periodLabels;

export interface ReportSearch {
  /** This month if absent. */
  period?: Exclude<PeriodName, "month"> | undefined;
  /** Set only with the period `custom`. */
  from?: string | undefined;
  to?: string | undefined;
  /** By day if absent. */
  by?: Exclude<ReportGrouping, "day"> | undefined;
}

function readDay(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^2[01]\d\d-\d\d-\d\d$/.test(value)) return undefined;
  const at = Date.parse(`${value}T00:00:00Z`);
  const isRealDate = Number.isFinite(at) && new Date(at).toISOString().startsWith(value);
  return isRealDate ? value : undefined;
}

/** Reads the address and ignores invalid values. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const by = groupings.find((each) => each === raw.by);
  const period = Object.keys(periodLabels).find((each) => each === raw.period) as
    PeriodName | undefined;
  const isCustom = period === "custom";
  return {
    period: period === "month" ? undefined : period,
    from: isCustom ? readDay(raw.from) : undefined,
    to: isCustom ? readDay(raw.to) : undefined,
    by: by === "day" ? undefined : by,
  };
}

const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Returns the first and last day of the reports, given the operator's today. Without an end, the period is today's
 * month.
 */
export function daysOf(search: ReportSearch, today: string): { from: string; to: string } {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (search.period) {
    case "today":
      return { from: today, to: today };
    case "week":
      return { from: shiftDay(today, -6), to: today };
    case "last_month": {
      const lastDay = shiftDay(firstOfMonth, -1);
      return { from: `${lastDay.slice(0, 8)}01`, to: lastDay };
    }
    case "custom": {
      const to = search.to ?? (search.from && search.from > today ? search.from : today);
      const from = search.from ?? `${to.slice(0, 8)}01`;
      // Swaps a first and last day in the wrong order.
      const days = from <= to ? { from, to } : { from: to, to: from };
      // Shortens a period that is too long.
      const earliestDay = shiftDay(days.to, 1 - MAX_DAYS);
      return days.from < earliestDay ? { from: earliestDay, to: days.to } : days;
    }
    default:
      return { from: firstOfMonth, to: today };
  }
}

/** Returns the query of the API's call. */
export function reportQuery(search: ReportSearch, today: string) {
  return { ...daysOf(search, today), by: search.by ?? ("day" as const) };
}
