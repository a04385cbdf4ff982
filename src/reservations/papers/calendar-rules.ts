/**
 * A trip as a calendar file (RFC 5545). Times are instants in UTC, so that every calendar shows them
 * correctly in any time zone; the text has the local time at the pickup. The entry keeps its id: a file of
 * a later version replaces it, and that of a cancelled trip removes it.
 */
import type { CalendarWords } from "../../notifications/calendar-contract";
import type { Reservation } from "../contract";

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
  /** The driver's first name and the car to look for, once known. */
  driver: { firstName: string; vehicle: string; plate: string } | null;
};

/** The facts of the file besides the trip. */
interface CalendarFacts {
  brand: string;
  /** The address of the trip's page. */
  url: string;
  /** The server's name, to make the entry's id unique. */
  host: string;
  /** The pickup on the operator's clocks, as "Fri 20 Nov 2026, 14:30". */
  pickupText: string;
  /** When the file is made, ms UTC. */
  now: number;
  /** In the reader's language. */
  words: CalendarWords;
}

/** The trips that belong in a calendar; others are marked as cancelled. */
const cancelledStates: readonly Reservation["state"][] = ["cancelled", "rejected", "no_show"];
const tentativeStates: readonly Reservation["state"][] = ["quote", "pending"];

/** One trip of a file. */
export interface CalendarEntry {
  trip: CalendarTrip;
  facts: CalendarFacts;
}

/** The calendar file of a trip, or of trips booked together, as text with CRLF. */
export function calendarFile(entries: readonly CalendarEntry[]): string {
  const over = entries.every(({ trip }) => cancelledStates.includes(trip.state));
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//Livery//Trips//EN`,
    "CALSCALE:GREGORIAN",
    `METHOD:${over ? "CANCEL" : "PUBLISH"}`,
    ...entries.flatMap(eventLines),
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
}

function eventLines({ trip, facts }: CalendarEntry): string[] {
  const start = Date.parse(trip.pickupAt);
  const seconds = Math.max(trip.durationSeconds, (trip.hours ?? 0) * 3_600, 900);
  const over = cancelledStates.includes(trip.state);
  const status = over
    ? "CANCELLED"
    : tentativeStates.includes(trip.state)
      ? "TENTATIVE"
      : "CONFIRMED";
  const { latitude, longitude } = trip.pickup;
  const { words } = facts;
  const isHourlyHire = trip.serviceType === "hourly";
  const way = isHourlyHire
    ? words.hire(trip.pickup.name, trip.hours ?? 0)
    : words.way(trip.pickup.name, trip.dropoff.name);
  const description = [
    words.pickup(facts.pickupText),
    words.from(placeText(trip.pickup)),
    ...trip.stops.map((stop) => words.byWayOf(placeText(stop))),
    ...(isHourlyHire ? [] : [words.to(placeText(trip.dropoff))]),
    ...(trip.driver ? [words.driver(trip.driver)] : []),
    words.booking(trip.number),
    facts.url,
  ].join("\n");
  return [
    "BEGIN:VEVENT",
    `UID:${trip.id}@${facts.host}`,
    `SEQUENCE:${trip.version}`,
    `DTSTAMP:${instant(facts.now)}`,
    `DTSTART:${instant(start)}`,
    `DTEND:${instant(start + seconds * 1000)}`,
    `SUMMARY:${escaped(`${facts.brand}: ${way}`)}`,
    `LOCATION:${escaped(placeText(trip.pickup))}`,
    ...(latitude === null || longitude === null ? [] : [`GEO:${latitude};${longitude}`]),
    `DESCRIPTION:${escaped(description)}`,
    `URL:${facts.url}`,
    `STATUS:${status}`,
    "TRANSP:OPAQUE",
    ...(over
      ? []
      : [
          "BEGIN:VALARM",
          "ACTION:DISPLAY",
          `DESCRIPTION:${escaped(`${facts.brand}: ${trip.pickup.name}`)}`,
          "TRIGGER:-PT1H",
          "END:VALARM",
        ]),
    "END:VEVENT",
  ];
}

function placeText({ name, detail }: { name: string; detail: string }): string {
  return detail ? `${name}, ${detail}` : name;
}

function instant(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

/** A line may have 75 bytes; it is folded after a space, and no character is split. */
function folded(line: string): string {
  if (isAscii.test(line))
    return line.replace(/^.{75}|(?!^).{74}/g, "$&\r\n ").replace(/\r\n $/, "");
  let text = "";
  let bytes = 0;
  for (const character of line) {
    const size = utf8Bytes(character.codePointAt(0) ?? 0);
    if (bytes + size > 75) {
      text += "\r\n ";
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}

const isAscii = /^[ -~]*$/;

/** How many bytes a character takes in UTF-8. A lone surrogate is sent as three others. */
function utf8Bytes(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
