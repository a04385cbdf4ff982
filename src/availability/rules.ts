/**
 * Decides when a driver can drive. Hours belong to the day on which they begin, even after midnight, and follow the
 * operator's clocks: on the night when the clocks change they are an hour longer or shorter. A driver without hours can
 * drive at any time. A day off removes the hours that begin on it, or the calendar day if the driver has no hours; the
 * night before that extends into it stays. Nothing here prevents an assignment, because dispatch may know better.
 */
import type { ServiceType } from "../fares/contract";
import type { Mobility } from "../vehicles/class-contract";
import type { HoursSpan, Preferences, TrainedMobility, MatchedPreference } from "./contract";

/** Hours of a weekday (1 to 7) in minutes after its midnight. An end that is not after the start is on the next day. */
type WeekHours = { weekday: number; fromMinute: number; untilMinute: number };

/** The first and the last day, such as `2026-12-24`. */
export type DateRange = { fromDay: string; untilDay: string };

/** The times that a driver has entered. Without any hours, the driver has not entered them. */
export type DriverTimes = { hours: readonly WeekHours[]; daysOff: readonly DateRange[] };

/** A period in ms UTC, half open. */
export type Span = { from: number; until: number };

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** "Mon" for 1. */
function weekdayName(weekday: number): string {
  return weekdays[weekday - 1] ?? "";
}

/** "18:00–02:00". */
export function spanText({ from, until }: Pick<HoursSpan, "from" | "until">): string {
  return from === until && from === "00:00" ? "All day" : `${from}–${until}`;
}

/** Returns the minutes after midnight of a time such as `18:30`. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Returns the time, such as `18:30`, of minutes after midnight. */
export function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/**
 * Returns where a span begins and ends, in minutes from Monday's midnight. The end may be after the end of the week.
 */
function minutesOfWeek({ weekday, from, until }: HoursSpan): [number, number] {
  const start = minuteOf(from);
  const end = minuteOf(until);
  const midnight = (weekday - 1) * DAY_MINUTES;
  return [midnight + start, midnight + (end > start ? end : end + DAY_MINUTES)];
}

/**
 * Returns the errors in a week's hours by field (`spans.3.from`), for hours that overlap others. `overlapMessage` makes
 * the text from the other hours, such as "Mon", "18:00–02:00".
 */
export function hoursFaults(
  spans: readonly HoursSpan[],
  overlapMessage = (day: string, hours: string) =>
    `These hours overlap with ${day} ${hours}. Change one of the two.`,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [index, span] of spans.entries()) {
    const [from, until] = minutesOfWeek(span);
    const other = spans.slice(0, index).find((earlier) => {
      const [otherFrom, otherUntil] = minutesOfWeek(earlier);
      // The night of Sunday extends into Monday morning.
      return [-WEEK_MINUTES, 0, WEEK_MINUTES].some(
        (shift) => from + shift < otherUntil && until + shift > otherFrom,
      );
    });
    if (other)
      faults[`spans.${index}.from`] = overlapMessage(weekdayName(other.weekday), spanText(other));
  }
  return faults;
}

/** Returns `count` days from a day on, such as `2026-12-24`. */
export function daysFrom(fromDay: string, count: number): string[] {
  const first = Temporal.PlainDate.from(fromDay);
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString());
}

/** Returns whether a day, such as `2026-12-24`, is a day off. */
export function isDayOff(daysOff: readonly DateRange[], day: string): boolean {
  return daysOff.some(({ fromDay, untilDay }) => fromDay <= day && day <= untilDay);
}

/**
 * Returns the time (ms UTC) of minutes after a day's midnight on the clocks of a zone. A time that the clocks skip is
 * moved later by the length of the jump. Of a time that occurs twice, a start uses the first and an end the second.
 */
function instantOf(day: Temporal.PlainDate, minute: number, zone: string, isEnd: boolean): number {
  const time = new Temporal.PlainTime(Math.floor(minute / 60), minute % 60);
  return day
    .toPlainDateTime(time)
    .toZonedDateTime(zone, { disambiguation: isEnd ? "later" : "compatible" }).epochMilliseconds;
}

/** Returns the hours that begin on a day, even on a day off. */
function hoursOn(hours: readonly WeekHours[], day: string, zone: string): Span[] {
  const date = Temporal.PlainDate.from(day);
  return (
    hours
      .filter(({ weekday }) => weekday === date.dayOfWeek)
      .map(({ fromMinute, untilMinute }) => {
        const last = untilMinute > fromMinute ? date : date.add({ days: 1 });
        return {
          from: instantOf(date, fromMinute, zone, false),
          until: instantOf(last, untilMinute, zone, true),
        };
      })
      // Drops hours that the clocks skip entirely.
      .filter(({ from, until }) => from < until)
      .sort((a, b) => a.from - b.from)
  );
}

/**
 * Returns when a driver can drive, in the hours that begin on a day; the whole day if the driver has entered no hours.
 */
export function spansOfDay({ hours, daysOff }: DriverTimes, day: string, zone: string): Span[] {
  if (isDayOff(daysOff, day)) return [];
  if (hours.length > 0) return hoursOn(hours, day, zone);
  const date = Temporal.PlainDate.from(day);
  return [
    {
      from: date.toZonedDateTime(zone).epochMilliseconds,
      until: date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
    },
  ];
}

/** What a driver has entered about a time. `hours` are the hours of its first day, as a text. */
type AvailabilityStatus =
  | { kind: "available" }
  | { kind: "unsaid" }
  | { kind: "day_off"; day: string }
  | { kind: "outside_hours"; hours: string };

/** Returns whether a driver can drive from one time to another (ms UTC), and if not, why. */
export function availabilityAt(
  times: DriverTimes,
  from: number,
  until: number,
  zone: string,
): AvailabilityStatus {
  const first = dayAt(from, zone);
  const last = dayAt(Math.max(from, until - 1), zone);
  // Hours that began the evening before may extend into the period.
  const days = daysFrom(
    first.subtract({ days: 1 }).toString(),
    first.until(last, { largestUnit: "day" }).days + 2,
  );
  const periodDays = days.slice(1);
  const off = periodDays.find((day) => isDayOff(times.daysOff, day));
  if (times.hours.length === 0)
    return off === undefined ? { kind: "unsaid" } : { kind: "day_off", day: off };
  const hoursByDay = days.map((day) => ({ day, spans: hoursOn(times.hours, day, zone) }));
  const daysNotOff = hoursByDay.filter(({ day }) => !isDayOff(times.daysOff, day));
  if (
    covers(
      daysNotOff.flatMap(({ spans }) => spans),
      from,
      until,
    )
  )
    return { kind: "available" };
  const dayOffWithHours = hoursByDay.find(
    ({ day, spans }) =>
      isDayOff(times.daysOff, day) && spans.some((span) => span.from < until && span.until > from),
  );
  const day = dayOffWithHours?.day ?? off;
  if (day !== undefined) return { kind: "day_off", day };
  const hoursOfDay = times.hours
    .filter(({ weekday }) => weekday === first.dayOfWeek)
    .toSorted((a, b) => a.fromMinute - b.fromMinute)
    .map((span) => spanText({ from: timeOf(span.fromMinute), until: timeOf(span.untilMinute) }));
  const name = weekdayName(first.dayOfWeek);
  return {
    kind: "outside_hours",
    hours: hoursOfDay.length > 0 ? `${name} ${hoursOfDay.join(", ")}` : `none on ${name}`,
  };
}

function dayAt(at: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
}

/** Returns whether spans, which may touch, cover a period without a gap. */
function covers(spans: readonly Span[], from: number, until: number): boolean {
  let coveredUntil = from;
  for (const span of spans.toSorted((a, b) => a.from - b.from))
    if (span.from <= coveredUntil && span.until > coveredUntil) coveredUntil = span.until;
  return coveredUntil >= until;
}

/** Returns "24 Nov" for `2026-11-24`. */
function dayText(day: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(new Date(`${day}T12:00:00Z`));
}

/** The facts about a trip that preferences refer to. `zones` are the zones that contain its pickup. */
export type TripPreferenceFacts = {
  serviceType: ServiceType;
  mobility: Mobility;
  zones: readonly { id: string; name: string }[];
};

const serviceNames: Record<ServiceType, string> = {
  point_to_point: "point-to-point trips",
  hourly: "hourly trips",
  airport_pickup: "airport pickups",
  airport_dropoff: "airport drop-offs",
  home_care: "home care",
  roadside_assistance: "roadside assistance",
  interpreter: "interpreter trips",
};

const mobilityNeedNames: Record<TrainedMobility, string> = {
  wheelchair: "wheelchairs",
  oversized_wheelchair: "oversized wheelchairs",
  can_transfer: "passengers who transfer from a wheelchair",
  scooter: "mobility scooters",
  stretcher: "stretchers",
};

/** Returns a preference as a text for dispatch. */
export function preferenceText(preference: MatchedPreference): string {
  return preference.kind === "zone"
    ? `Prefers ${preference.name}`
    : `Trained for ${mobilityNeedNames[preference.mobility]}`;
}

/** How well a trip suits a driver. */
type Fit = {
  /** Texts with the reasons against it. */
  warnings: string[];
  /** The preferences that it matches. */
  reasons: MatchedPreference[];
  /** Lower is better. */
  rank: number;
};

/**
 * Returns how well a trip suits a driver. Drivers without warnings come first. The next criterion is their time:
 * available, unknown, not available. Then come the services that they take and the zones that they prefer.
 */
export function availabilityFit(
  status: AvailabilityStatus,
  preferences: Preferences,
  trip: TripPreferenceFacts,
): Fit {
  const { serviceTypes, zoneIds, mobility } = preferences;
  const need = trip.mobility === "ambulatory" ? null : trip.mobility;
  const warnings: string[] = [];
  const reasons: MatchedPreference[] = [];
  if (status.kind === "day_off") warnings.push(`Day off on ${dayText(status.day)}`);
  if (status.kind === "outside_hours") warnings.push(`Outside their hours (${status.hours})`);
  const timeWarningCount = warnings.length;
  if (serviceTypes.length > 0 && !serviceTypes.includes(trip.serviceType))
    warnings.push(`Doesn’t take ${serviceNames[trip.serviceType]}`);
  if (need && mobility.length > 0 && !mobility.includes(need))
    warnings.push(`Not trained for ${mobilityNeedNames[need]}`);
  if (need && mobility.includes(need)) reasons.push({ kind: "trained", mobility: need });
  const preferredZone = trip.zones.find(({ id }) => zoneIds.includes(id));
  if (preferredZone) reasons.push({ kind: "zone", name: preferredZone.name });
  const timePenalty = { available: 0, unsaid: 1, outside_hours: 2, day_off: 3 }[status.kind];
  return {
    warnings,
    reasons,
    rank:
      Number(warnings.length > 0) * 1000 +
      timePenalty * 100 +
      (warnings.length - timeWarningCount) * 10 -
      reasons.length,
  };
}
