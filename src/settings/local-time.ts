/**
 * Wall clocks and instants. A pickup is said as the operator's local time; it is stored as UTC,
 * zone and local time. A local time that the spring change skips is a gap, one that the autumn
 * change repeats is ambiguous: neither is ever guessed. Browser-safe where Temporal is.
 */
import { written } from "./languages/language-dates.gen";
import type { Language } from "./languages/languages-contract";

/** What a wall clock reading means in a zone; `at`, `earlier` and `later` are ms since 1970 UTC. */
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
 * Reads `2026-11-21T09:30` on the clocks of an IANA zone. Anything that is no such time (30
 * February, hour 24, seconds, a year outside 2000 to 2199) is `invalid`.
 * Throws RangeError when the zone is unknown.
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
 * The wall clock reading of an instant: `2026-11-21T09:30`, seconds cut off.
 * Throws RangeError when the zone is unknown or the instant is not finite.
 */
export function localTimeAt(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });
}

/** Whether a text is a real calendar day written `2026-11-21`, in the years we take bookings for. */
export function isLocalDate(date: string): boolean {
  const parts = LOCAL_DATE.exec(date);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  if (year < EARLIEST_YEAR || year > LATEST_YEAR || month < 1 || month > 12) return false;
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * The instants between which a local day lies, the end excluded; 23 or 25 hours where the clocks
 * change. Throws RangeError when the date or the zone is none.
 */
export function localDay(date: string, zone: string): { from: number; until: number } {
  if (!isLocalDate(date)) throw new RangeError(`Not a date: ${date.slice(0, 20)}`);
  const day = Temporal.PlainDate.from(date);
  return {
    from: day.toZonedDateTime(zone).epochMilliseconds,
    until: day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
}

/** The instants between which a local month, `2026-11`, lies, the end excluded. Throws RangeError as `localDay`. */
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

/** "Fri 20 Nov 2026" of a calendar day. */
export function dayText(day: string): string {
  const noon = readLocalTime(`${day}T12:00`, "UTC");
  return noon.kind === "ok" ? momentText(noon.at, "UTC").replace(/,? 12:00$/, "") : day;
}

/** Making a formatter takes far longer than using it: one for each zone is kept. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** "Fri 20 Nov 2026, 14:30" on the clocks of a zone, or the same in another language; `at` in ms UTC. */
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
