/** The texts of days, shares, hours and changes in reports. */
import type { ReportGroup, ReportGrouping } from "../../src/reports/contract";
import { formatMoment } from "../ui/moment";

const dayText = (day: string, style: "day" | "date") =>
  formatMoment(`${day}T12:00:00Z`, "UTC", style);

/** "20 Nov". */
function shortDay(day: string): string {
  return dayText(day, "day").split(" ").slice(1).join(" ");
}

/** Returns a text such as "1 – 22 Nov 2026" or "20 Nov 2026". */
export function periodText({ from, to }: { from: string; to: string }): string {
  const year = to.slice(0, 4);
  if (from === to) return `${shortDay(to)} ${year}`;
  if (from.slice(0, 7) === to.slice(0, 7))
    return `${Number(from.slice(8))} – ${shortDay(to)} ${year}`;
  const first =
    from.slice(0, 4) === year ? shortDay(from) : `${shortDay(from)} ${from.slice(0, 4)}`;
  return `${first} – ${shortDay(to)} ${year}`;
}

/** Returns the name of a table row: a day, a week, a month, or the group of its trips. */
export function groupText(by: ReportGrouping, { from, to, label }: ReportGroup): string {
  if (by === "day") return dayText(from, "day");
  if (by === "week") return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`;
  if (by === "month") return dayText(from, "date").split(" ").slice(2).join(" ");
  return label;
}

/** Returns a text such as "87.5 %"; "–" without a total. */
export function shareText(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(1)} %`;
}

/** Returns a text such as "12.5 h"; "–" when unknown. */
export function hoursText(seconds: number | null): string {
  return seconds === null ? "–" : `${(seconds / 3_600).toFixed(1)} h`;
}

/** Returns a short figure for an axis: "1.2M", "340k". */
export function compactText(value: number): string {
  for (const [size, sign] of [
    [1e9, "B"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const)
    if (Math.abs(value) >= size) return `${Number((value / size).toFixed(1))}${sign}`;
  return String(Number(value.toFixed(2)));
}

/** Returns a text such as "+12.0 %" or "−3.1 %". */
export function changeText(change: number): string {
  return `${change < 0 ? "−" : "+"}${Math.abs(change * 100).toFixed(1)} %`;
}
