/**
 * Parses a pickup time as a dispatcher types it during a call: "1430", "tomorrow 8", "fri 0930", "+20", "now". Hours
 * without am or pm use the 24-hour clock, a time without a day is the next one, and dates have the day before the
 * month. Ambiguous input is refused. The server, which prices the trip anyway, checks whether a local time exists or
 * occurs twice that day.
 */

/** The parsed time. `local` is a local time in the operator's time zone, such as `2026-11-21T09:30`. */
export type TypedTime =
  | { kind: "empty" }
  /** The trip starts as soon as possible. */
  | { kind: "asap" }
  | { kind: "at"; local: string; repeatedHour?: "earlier" | "later" }
  /** A day without a time, such as `2026-11-21`. */
  | { kind: "day"; day: string }
  | { kind: "past"; local: string }
  | { kind: "unknown" };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const monthPattern = months.map((name) => `${name.slice(0, 3)}[a-z]*`).join("|");
const maxMinutesAhead = 7 * 24 * 60;

/** Parses text at `now` (ms UTC) in an IANA time zone. */
export function parseTypedTime(typed: string, now: number, timeZone: string): TypedTime {
  const text = typed
    .toLowerCase()
    .replace(/\b(?:at|on)\b|,/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (text === "") return { kind: "empty" };
  if (/^(?:now|asap|straight away|right away|immediately)$/.test(text)) return { kind: "asap" };
  const minutes = readMinutesFromNow(text);
  if (minutes !== null) return typedTimeAt(now + minutes * 60_000, timeZone);
  const localNow = localTimeAt(now, timeZone);
  const { day, rest } = extractDay(text, localNow.slice(0, 10));
  if (day === null && rest !== text) return { kind: "unknown" };
  if (rest === "") return day === null ? { kind: "unknown" } : { kind: "day", day: day.date };
  const time = readTime(rest, text.includes("tonight"), day !== null);
  if (time === null) return { kind: "unknown" };
  const today = localNow.slice(0, 10);
  let date = day?.date ?? today;
  // The current minute still counts as now.
  if (`${date}T${time}` < localNow) {
    if (day === null) date = plusDays(today, 1);
    else if (day.repeats === "weekly") date = plusDays(date, 7);
    else if (day.repeats === "yearly") date = nextYearDate(date);
    else return { kind: "past", local: `${date}T${time}` };
  }
  return isDate(date) ? { kind: "at", local: `${date}T${time}` } : { kind: "unknown" };
}

/** Returns the local time in a time zone at an instant (ms UTC), such as `2026-11-21T09:30`. */
function localTimeAt(at: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formats.set(timeZone, format);
  }
  const [month, day, year, hour, minute] = format.format(at).match(/\d+/g) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns an instant as local time, and which of the two it is if that time occurs twice. */
function typedTimeAt(at: number, timeZone: string): TypedTime {
  const local = localTimeAt(at, timeZone);
  if (localTimeAt(at + HOUR_MS, timeZone) === local)
    return { kind: "at", local, repeatedHour: "earlier" };
  if (localTimeAt(at - HOUR_MS, timeZone) === local)
    return { kind: "at", local, repeatedHour: "later" };
  return { kind: "at", local };
}

/** Returns the minutes in "+20", "+1h30", "in 2 hours" or "in half an hour". Null for anything else. */
function readMinutesFromNow(text: string): number | null {
  const offsetText = /^(?:\+|in\b)\s*(.+)$/.exec(text)?.[1];
  if (offsetText === undefined) return null;
  if (offsetText === "half an hour") return 30;
  if (/^(?:an|one) hour$/.test(offsetText)) return 60;
  const clockMatch = /^(\d{1,2}):([0-5]\d)$/.exec(offsetText);
  if (clockMatch) return Number(clockMatch[1]) * 60 + Number(clockMatch[2]);
  const durationMatch =
    /^(?:(\d{1,3}(?:\.5)?)\s*h(?:(?:ou)?rs?)?\s*(?:and\s*)?)?(?:(\d{1,4})\s*(?:m(?:in(?:ute)?s?)?)?)?$/.exec(
      offsetText,
    );
  if (!durationMatch) return null;
  const total = Number(durationMatch[1] ?? 0) * 60 + Number(durationMatch[2] ?? 0);
  return total > 0 && total <= maxMinutesAhead ? total : null;
}

type Day = { date: string; repeats: "never" | "weekly" | "yearly" };

/** Returns the day in the text, and the rest. Without a day, the text is unchanged. */
function extractDay(text: string, today: string): { day: Day | null; rest: string } {
  for (const [pattern, read] of dayPatterns) {
    const patternMatch = pattern.exec(text);
    if (!patternMatch) continue;
    const rest =
      `${text.slice(0, patternMatch.index)} ${text.slice(patternMatch.index + patternMatch[0].length)}`
        .replace(/\s+/g, " ")
        .trim();
    return { day: read(patternMatch, today), rest };
  }
  return { day: null, rest: text };
}

const dayPatterns: readonly (readonly [
  RegExp,
  (match: RegExpExecArray, today: string) => Day | null,
])[] = [
  [/\b(?:the )?day after tomorrow\b/, (_found, today) => onDate(plusDays(today, 2))],
  [/\b(?:tomorrow|tmrw?|tom)\b/, (_found, today) => onDate(plusDays(today, 1))],
  [/\b(?:today|tod|tonight)\b/, (_found, today) => onDate(today)],
  // "Next Friday" is ambiguous.
  [/\bnext\b/, () => null],
  [
    /\b(sun|mon|tue|wed|thu|fri|sat)(?:s|n|r|rs|nes|ur)?(?:day)?\b/,
    ([, name = ""], today) => {
      const requestedWeekday = weekdays.findIndex((day) => day.startsWith(name));
      const daysAhead = (requestedWeekday - new Date(`${today}T12:00:00Z`).getUTCDay() + 7) % 7;
      return { date: plusDays(today, daysAhead), repeats: "weekly" };
    },
  ],
  [/\b(\d{4})-(\d{2})-(\d{2})\b/, ([, year, month, day]) => dayInYear(year, Number(month), day)],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (${monthPattern})(?: (20\\d\\d))?\\b`),
    ([, day, name = "", year], today) => nextDateOf(today, day, monthOf(name), year),
  ],
  [
    new RegExp(`\\b(${monthPattern}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?: (20\\d\\d)\\b)?`),
    ([, name = "", day, year], today) => nextDateOf(today, day, monthOf(name), year),
  ],
  [
    /\b(\d{1,2})\/(\d{1,2})(?:\/(20\d\d))?\b/,
    ([, day, month, year], today) => nextDateOf(today, day, Number(month), year),
  ],
  // A date needs a final point or a year, because "21.30" alone is a time.
  [
    /\b(\d{1,2})\.(\d{1,2})\.(20\d\d)?/,
    ([, day, month, year], today) => nextDateOf(today, day, Number(month), year),
  ],
];

function onDate(date: string): Day {
  return { date, repeats: "never" };
}

function monthOf(name: string): number {
  return months.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;
}

function dayInYear(year: string | undefined, month: number, day: string | undefined): Day | null {
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isDate(date) ? onDate(date) : null;
}

/** Returns the next date with this day and month. */
function nextDateOf(
  today: string,
  day: string | undefined,
  month: number,
  year: string | undefined,
): Day | null {
  if (year !== undefined) return dayInYear(year, month, day);
  const thisYear = dayInYear(today.slice(0, 4), month, day);
  // 29 February may be in a later year.
  const next = dayInYear(String(Number(today.slice(0, 4)) + 1), month, day);
  if (!thisYear || thisYear.date < today) return next;
  return { ...thisYear, repeats: "yearly" };
}

function nextYearDate(date: string): string {
  return `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
}

/** Returns "1430", "9:30", "8 pm", "noon" or "half past 8" as `HH:MM`. Null for anything else. */
function readTime(text: string, isTonight: boolean, hasDay: boolean): string | null {
  if (text === "noon" || text === "midday") return "12:00";
  // Midnight of a day is ambiguous, because it may be its first or its last minute.
  if (text === "midnight") return hasDay ? null : "00:00";
  const halfOrQuarter = /^(half past|quarter past|quarter to) (\d{1,2})\s?(am|pm)?$/.exec(text);
  if (halfOrQuarter) {
    const [, offset, hour = "", halfOfDay] = halfOrQuarter;
    const minutes =
      Number(hour) * 60 +
      { "half past": 30, "quarter past": 15, "quarter to": -15 }[offset as "half past"];
    if (Number(hour) < 1 || Number(hour) > 23) return null;
    return clockTime(Math.floor(minutes / 60), minutes % 60, halfOfDay, isTonight);
  }
  const timeMatch =
    /^(\d{1,2})(?:[:.h ]([0-5]\d)|h)?\s?(am?|pm?)?$/.exec(text) ??
    /^(\d{1,2})([0-5]\d)\s?(?:h|hrs|hours)?(am?|pm?)?$/.exec(text);
  if (!timeMatch) return null;
  const [, hour = "", minute = "0", halfOfDay] = timeMatch;
  return clockTime(Number(hour), Number(minute), halfOfDay, isTonight);
}

function clockTime(
  hour: number,
  minute: number,
  halfOfDay: string | undefined,
  isTonight: boolean,
): string | null {
  let hours = hour;
  if (halfOfDay !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hours = (hour % 12) + (halfOfDay.startsWith("p") ? 12 : 0);
  } else if (isTonight && hour >= 1 && hour < 12) hours = hour + 12;
  else if (isTonight && hour === 12) return null;
  if (hours > 23) return null;
  return `${String(hours).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function isDate(date: string): boolean {
  const at = Date.parse(`${date}T12:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}
