/**
 * Writes trips as a calendar file or feed (RFC 5545). Times are in UTC, so that every calendar shows them correctly in
 * any time zone. The text has the local time at the pickup. An entry keeps its id: the file of a later version replaces
 * it, and the file of a cancelled trip removes it.
 */
import type { CalendarWords } from "../../notifications/calendar-contract";
import type { Reservation } from "../contract";
import { withoutAutoLinks } from "../passenger-rules";

/** The facts of a trip in the file. */
type CalendarTrip = Pick<
  Reservation,
  | "id"
  | "number"
  | "state"
  | "version"
  | "serviceType"
  | "pickupAt"
  | "pickup"
  | "dropoff"
  | "stops"
  | "hours"
  | "durationSeconds"
> & {
  /** The driver's first name and the car, once known. */
  driver: { firstName: string; vehicle: string; plate: string } | null;
};

/** The facts of the file that are not facts of the trip. */
interface CalendarFacts {
  /** The first part of the title: the brand, or in a feed the passenger. */
  heading: string;
  /** The address of the trip's page. */
  url: string;
  /** The server's name, which makes the entry's id unique. */
  host: string;
  /** The pickup in the operator's local time, such as "Fri 20 Nov 2026, 14:30". */
  pickupText: string;
  /** When the file is made, or in a feed when the trip last changed (ms UTC). */
  stampedAt: number;
  /** The texts in the reader's language. */
  words: CalendarWords;
  /** Further lines of its text. */
  more?: readonly string[];
}

/** The states of trips that are marked as cancelled. All others belong in the calendar. */
const cancelledStates: readonly Reservation["state"][] = ["cancelled", "rejected", "no_show"];
const tentativeStates: readonly Reservation["state"][] = ["quote", "pending"];

/** One trip of a file. */
export interface CalendarEntry {
  trip: CalendarTrip;
  facts: CalendarFacts;
}

/** Returns the calendar file of a trip, or of trips that were booked together, as text with CRLF. */
export function calendarFile(entries: readonly CalendarEntry[]): string {
  const areAllCancelled = entries.every(({ trip }) => cancelledStates.includes(trip.state));
  const events = entries.flatMap((entry) =>
    calendarEventLines(
      entry,
      cancelledStates.includes(entry.trip.state) ? [] : reminderLines(entry),
    ),
  );
  return icalendarText([`METHOD:${areAllCancelled ? "CANCEL" : "PUBLISH"}`, ...events]);
}

/** How often calendars check a feed for changes. */
const REFRESH_INTERVAL = "PT15M";

/** Returns a feed with its name and trips. It has no reminders, because readers set their own. */
export function calendarFeed(name: string, entries: readonly CalendarEntry[]): string {
  const events = entries.flatMap((entry) =>
    calendarEventLines(entry, [`LAST-MODIFIED:${icalendarTime(entry.facts.stampedAt)}`]),
  );
  return icalendarText([
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH_INTERVAL}`,
    `X-PUBLISHED-TTL:${REFRESH_INTERVAL}`,
    ...(events.length > 0 ? events : placeholderLines),
  ]);
}

/** A calendar needs at least one component. A feed without trips has this one, which calendars do not show. */
const placeholderLines = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

function icalendarText(lines: readonly string[]): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Livery//Trips//EN",
    "CALSCALE:GREGORIAN",
    ...lines,
    "END:VCALENDAR",
    "",
  ]
    .map(foldLine)
    .join("\r\n");
}

/** Returns the lines of a reminder one hour before the pickup. */
function reminderLines({ trip, facts }: CalendarEntry): string[] {
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(`${facts.heading}: ${withoutAutoLinks(trip.pickup.name)}`)}`,
    "TRIGGER:-PT1H",
    "END:VALARM",
  ];
}

function calendarEventLines({ trip, facts }: CalendarEntry, more: readonly string[]): string[] {
  const start = Date.parse(trip.pickupAt);
  const seconds = Math.max(trip.durationSeconds, (trip.hours ?? 0) * 3_600, 900);
  const isCancelled = cancelledStates.includes(trip.state);
  const status = isCancelled
    ? "CANCELLED"
    : tentativeStates.includes(trip.state)
      ? "TENTATIVE"
      : "CONFIRMED";
  const { latitude, longitude } = trip.pickup;
  const { words } = facts;
  const pickupName = withoutAutoLinks(trip.pickup.name);
  const isHourlyHire = trip.serviceType === "hourly";
  const rideText = isHourlyHire
    ? words.hireTitle(pickupName, trip.hours ?? 0)
    : words.tripTitle(pickupName, withoutAutoLinks(trip.dropoff.name));
  const description = [
    words.pickup(facts.pickupText),
    words.from(placeText(trip.pickup)),
    ...trip.stops.map((stop) => words.via(placeText(stop))),
    ...(isHourlyHire ? [] : [words.to(placeText(trip.dropoff))]),
    ...(trip.driver ? [words.driver(trip.driver)] : []),
    ...(facts.more ?? []),
    words.booking(trip.number),
    facts.url,
  ].join("\n");
  return [
    "BEGIN:VEVENT",
    `UID:${trip.id}@${facts.host}`,
    `SEQUENCE:${trip.version}`,
    `DTSTAMP:${icalendarTime(facts.stampedAt)}`,
    `DTSTART:${icalendarTime(start)}`,
    `DTEND:${icalendarTime(start + seconds * 1000)}`,
    `SUMMARY:${escapeText(`${facts.heading}: ${rideText}`)}`,
    `LOCATION:${escapeText(placeText(trip.pickup))}`,
    ...(latitude === null || longitude === null ? [] : [`GEO:${latitude};${longitude}`]),
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${facts.url}`,
    `STATUS:${status}`,
    "TRANSP:OPAQUE",
    ...more,
    "END:VEVENT",
  ];
}

function placeText({ name, detail }: { name: string; detail: string }): string {
  return withoutAutoLinks(detail ? `${name}, ${detail}` : name);
}

function icalendarTime(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Folds a line to at most 75 bytes. The rest continues after a space, and no character is split. */
function foldLine(line: string): string {
  const bytes = encoder.encode(line);
  if (bytes.length <= 75) return line;
  const pieces: string[] = [];
  let start = 0;
  for (let end = 75; end < bytes.length; end = start + 74) {
    while (isInsideCharacter(bytes[end])) end--;
    pieces.push(decoder.decode(bytes.subarray(start, end)));
    start = end;
  }
  pieces.push(decoder.decode(bytes.subarray(start)));
  return pieces.join("\r\n ");
}

const isInsideCharacter = (byte = 0) => (byte & 0xc0) === 0x80;
