/**
 * Times as the operator reads them: always in the operator's time zone, whatever the screen's. Assembled from parts,
 * because punctuation differs between engines, and server and browser must render exactly the same.
 */

import { useRouter } from "@tanstack/react-router";
import { useWords } from "../words/use-words";
import { classNames } from "./class-names";
import { english, type Say } from "../words/words";

export type MomentStyle = "date" | "time" | "date-time" | "day" | "weekday";

/**
 * Returns `at` (ISO 8601, UTC) as text in `timeZone`: `date` "Sat 21 Nov 2026", `day` "Sat 21 Nov", `weekday` "Saturday
 * 21 November", `time` "14:30", `date-time` "Sat 21 Nov, 14:30"; in the language of `t`.
 */
export function formatMoment(
  at: string,
  timeZone: string,
  style: MomentStyle,
  t: Say = english,
): string {
  const { weekday, day, month, year, time } = read(at, timeZone);
  if (style === "time") return time;
  const name = months[month - 1] ?? "";
  if (style === "weekday") {
    return t("{weekday} {day} {month}", { weekday: t.known(weekday), day, month: t.known(name) });
  }
  const short = t.in("short", "{weekday} {day} {month}", {
    weekday: t.known(weekday.slice(0, 3), "short"),
    day,
    month: t.known(name.slice(0, 3), "short"),
  });
  if (style === "date") return `${short} ${year}`;
  return style === "date-time" ? `${short}${t.known(", ")}${time}` : short;
}

/** Returns a calendar day, `2026-11-21`, as text: "Sat 21 Nov 2026". */
export function formatDay(day: string, t: Say = english): string {
  return formatMoment(`${day}T12:00:00Z`, "UTC", "date", t);
}

/** Returns a local time, `2026-11-21T14:30`, as text: "Sat 21 Nov, 14:30". */
export function formatClock(local: string, t: Say = english): string {
  return formatMoment(`${local}:00Z`, "UTC", "date-time", t);
}

/** Returns the calendar day of `at` in `timeZone`, `2026-11-21`, to group a list by days. */
export function localDay(at: string, timeZone: string): string {
  const { year, month, day } = read(at, timeZone);
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** A time on screen, with its machine-readable form. */
export function Moment({
  at,
  timeZone,
  style = "date-time",
  className,
}: {
  at: string;
  /** Default: the operator's. */
  timeZone?: string | undefined;
  style?: MomentStyle;
  className?: string;
}) {
  const { settings } = useRouter().options.context;
  return (
    <time className={classNames("figures", className)} dateTime={at}>
      {formatMoment(at, timeZone ?? settings.timeZone, style, useWords())}
    </time>
  );
}

interface LocalDateParts {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  weekday: string;
  /** `HH:MM`. */
  time: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Reads calendar and clock values. Only the numbers come from the engine, in the order of US English. Reading them from
 * one text costs half as much time as `formatToParts`.
 */
function read(at: string, timeZone: string): LocalDateParts {
  let format = formatters.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      day: "numeric",
      month: "numeric",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(timeZone, format);
  }
  const numbers = format.format(new Date(at)).match(/\d+/g) ?? [];
  const [month = 0, day = 0, year = 0] = numbers.map(Number);
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? "";
  return { year, month, day, weekday, time: numbers.slice(3).join(":") };
}

/** The names of the weekdays in English, starting with Sunday, as `getUTCDay` counts them. */
export const weekdays = "Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday".split(",");

/** The full names of the months in English, starting with January. Short texts use their first three letters. */
export const months =
  "January,February,March,April,May,June,July,August,September,October,November,December".split(
    ",",
  );
