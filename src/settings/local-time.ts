/**
 * Converts between local times and times in UTC. A pickup is entered in the operator's local time, and stored as UTC,
 * time zone and local time. A local time that a clock change skips is a gap, and one that it repeats is ambiguous.
 * Neither is ever guessed. Browser-safe where Temporal exists.
 */
import { written } from "./languages/language-dates.gen";
import type { Language } from "./languages/languages-contract";

/** The meaning of a local time in a time zone. `at`, `earlier` and `later` are ms since 1970 UTC. */
type LocalTimeReading =
  | { kind: "ok"; at: number }
  | { kind: "gap" }
  | { kind: "ambiguous"; earlier: number; later: number }
  | { kind: "invalid" };

const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)$/;
const LOCAL_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const EARLIEST_YEAR = 2000;
const LATEST_YEAR = 2199;

/**
 * Reads `2026-11-21T09:30` in an IANA time zone. Any text that is no such time (30 February, hour 24, seconds, a year
 * outside 2000 to 2199) is `invalid`. Throws RangeError for an unknown time zone.
 */
export function readLocalTime(local: string, zone: string): LocalTimeReading {
  if (!LOCAL_TIME.test(local) || !isLocalDate(local.slice(0, 10))) return { kind: "invalid" };
  const wallClock = Temporal.PlainDateTime.from(local);
  const earlier = wallClock.toZonedDateTime(zone, { disambiguation: "earlier" });
  const later = wallClock.toZonedDateTime(zone, { disambiguation: "later" });
  if (earlier.epochMilliseconds === later.epochMilliseconds) {
    return { kind: "ok", at: earlier.epochMilliseconds };
  }
  if (!earlier.toPlainDateTime().equals(wallClock)) return { kind: "gap" };
  return {
    kind: "ambiguous",
    earlier: earlier.epochMilliseconds,
    later: later.epochMilliseconds,
  };
}

/**
 * Returns the local time at a time in UTC: `2026-11-21T09:30`, without seconds. Throws RangeError for an unknown time
 * zone or a time that is not finite.
 */
export function localTimeAt(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });
}

/** Whether a text is a real day written `2026-11-21`, in the years 2000 to 2199. */
export function isLocalDate(date: string): boolean {
  const parts = LOCAL_DATE.exec(date);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  if (year < EARLIEST_YEAR || year > LATEST_YEAR || month < 1 || month > 12) return false;
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * Returns the start and the excluded end of a local day. It has 23 or 25 hours if the clocks change. Throws RangeError
 * for an invalid day or time zone.
 */
export function localDay(date: string, zone: string): { from: number; until: number } {
  if (!isLocalDate(date)) throw new RangeError(`Not a date: ${date.slice(0, 20)}`);
  const day = Temporal.PlainDate.from(date);
  return {
    from: day.toZonedDateTime(zone).epochMilliseconds,
    until: day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
}

/** Returns the start and the excluded end of a local month, `2026-11`. Throws RangeError as `localDay`. */
export function localMonth(month: string, zone: string): { from: number; until: number } {
  const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
  return { from: localDay(`${month}-01`, zone).from, until: localDay(`${next}-01`, zone).from };
}

/** Whether the runtime knows an IANA zone by this name. */
export function isTimeZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns "Fri 20 Nov 2026" for a day. */
export function dayText(day: string): string {
  const noon = readLocalTime(`${day}T12:00`, "UTC");
  return noon.kind === "ok" ? momentText(noon.at, "UTC").replace(/,? 12:00$/, "") : day;
}

/** Making a formatter takes far longer than using it, so one is kept for each time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns "Fri 20 Nov 2026, 14:30" for a time (ms UTC) in a time zone, or the same in another language. */
export function momentText(at: number, timeZone: string, language: Language = "en"): string {
  const key = `${language} ${timeZone}`;
  const {
    locale,
    names,
    moment = "{weekday} {day} {month} {year}, {hour}:{minute}",
  } = written[language];
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: names,
      day: "numeric",
      month: names,
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(key, formatter);
  }
  const parts = new Map(formatter.formatToParts(at).map(({ type, value }) => [`{${type}}`, value]));
  return moment.replace(/\{\w+\}/g, (name) => parts.get(name) ?? "");
}
