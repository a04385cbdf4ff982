/**
 * Calculates the figures of reports. Revenue is the amount charged without tax and tips. A share is null if the whole
 * is zero or unknown. Shares and changes work in every browser, periods only where Temporal exists.
 */
import type { Figures, ReportGrouping, ReportMoney } from "./contract";

/** The sums of a stored row, for any dimension. */
export type Sums = {
  currency: string;
  driven: number;
  cancelled: number;
  lateCancelled: number;
  noShows: number;
  arrived: number;
  onTime: number;
  drivenSeconds: number;
  chargedMinor: number;
  taxMinor: number;
  tipsMinor: number;
  feesMinor: number;
};

/** Adds up rows to figures: counts over all currencies, money for each currency. */
export function figuresOf(
  rows: readonly Sums[],
  shiftSeconds: number | null,
  canSeeMoney: boolean,
): Figures {
  const figures = {
    driven: 0,
    cancelled: 0,
    lateCancelled: 0,
    noShows: 0,
    arrived: 0,
    onTime: 0,
    drivenSeconds: 0,
  };
  const byCurrency = new Map<string, ReportMoney>();
  for (const row of rows) {
    for (const name of Object.keys(figures) as (keyof typeof figures)[]) figures[name] += row[name];
    const { currency, chargedMinor, taxMinor, tipsMinor, feesMinor } = row;
    const currencySum = byCurrency.get(currency);
    byCurrency.set(currency, {
      currency,
      chargedMinor: (currencySum?.chargedMinor ?? 0) + chargedMinor,
      revenueMinor: (currencySum?.revenueMinor ?? 0) + chargedMinor - taxMinor - tipsMinor,
      taxMinor: (currencySum?.taxMinor ?? 0) + taxMinor,
      tipsMinor: (currencySum?.tipsMinor ?? 0) + tipsMinor,
      feesMinor: (currencySum?.feesMinor ?? 0) + feesMinor,
    });
  }
  const money = [...byCurrency.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return { ...figures, shiftSeconds, money: canSeeMoney ? money : null };
}

/** Returns a part as a share of a whole. Null if there is no whole. */
export function shareOf(part: number, whole: number | null): number | null {
  return whole === null || whole === 0 ? null : part / whole;
}

/** Returns how much a figure grew since the period before, as a share of the earlier figure. Null if that was 0. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / Math.abs(before);
}

/** Splits a period into its whole months (such as 2026-11) and the days before and after them. */
export function wholeMonths({ from, to }: { from: string; to: string }): {
  days: { from: string; to: string }[];
  months: { from: string; to: string } | null;
} {
  const first = Temporal.PlainDate.from(from);
  const last = Temporal.PlainDate.from(to);
  const begin = first.day === 1 ? first : first.add({ months: 1 }).with({ day: 1 });
  // The first day after the last whole month.
  const end = last.add({ days: 1 }).with({ day: 1 });
  if (Temporal.PlainDate.compare(begin, end) >= 0) return { days: [{ from, to }], months: null };
  const month = (day: Temporal.PlainDate) => day.toPlainYearMonth().toString();
  const before = { from, to: begin.subtract({ days: 1 }).toString() };
  const after = { from: end.toString(), to };
  return {
    days: [before, after].filter((span) => span.from <= span.to),
    months: { from: month(begin), to: month(end.subtract({ days: 1 })) },
  };
}

/** Returns the period of the same length just before a period. */
export function periodBefore({ from, to }: { from: string; to: string }) {
  const first = Temporal.PlainDate.from(from);
  const days = first.until(to, { largestUnit: "day" }).days + 1;
  // A whole month is compared with the whole month before it, whatever its length.
  const monthEnd = first.with({ day: first.daysInMonth });
  const before = first.subtract({ months: 1 });
  if (first.day === 1 && monthEnd.equals(to))
    return { from: before.toString(), to: first.subtract({ days: 1 }).toString() };
  // The first days of a month are compared with the same days of the month before.
  if (first.day === 1 && days > 1 && Temporal.PlainDate.compare(to, monthEnd) < 0)
    return {
      from: before.toString(),
      to: first.subtract({ months: 1 }).with({ day: days }).toString(),
    };
  return {
    from: first.subtract({ days }).toString(),
    to: first.subtract({ days: 1 }).toString(),
  };
}

export type TimeGrouping = Extract<ReportGrouping, "day" | "week" | "month">;

/** Whether a report is grouped by time. */
export function isTimeGrouping(by: ReportGrouping): by is TimeGrouping {
  return by === "day" || by === "week" || by === "month";
}

/** Returns how a chart divides a period, so that its columns stay readable. */
export function groupingFor({ from, to }: { from: string; to: string }): TimeGrouping {
  const { days } = Temporal.PlainDate.from(from).until(to, { largestUnit: "day" });
  if (days < 32) return "day";
  return days < 200 ? "week" : "month";
}

/**
 * Divides a period into days, weeks (from Monday) or months. The first and the last part are cut to the period.
 * Inclusive.
 */
export function dividePeriod(
  { from, to }: { from: string; to: string },
  by: TimeGrouping,
): { from: string; to: string }[] {
  const last = Temporal.PlainDate.from(to);
  const parts: { from: string; to: string }[] = [];
  let day = Temporal.PlainDate.from(from);
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    const end =
      by === "day"
        ? day
        : by === "week"
          ? day.add({ days: 7 - day.dayOfWeek })
          : day.with({ day: day.daysInMonth });
    const until = Temporal.PlainDate.compare(end, last) < 0 ? end : last;
    parts.push({ from: day.toString(), to: until.toString() });
    day = until.add({ days: 1 });
  }
  return parts;
}
