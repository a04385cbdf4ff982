/** Turns steps into events, events into rows and back, and selects what each reader of a trip sees. */
import type { StaffTopic } from "../notifications/staff/staff-notification-contract";
import type { ReservationState, TimelineEntry } from "./contract";
import { DriverEvent, type EventKind, ReservationEvent, RiderEvent } from "./event-contract";
import { dispatchReason, eventFacts } from "./event-facts-rules";
import { eventReason } from "./event-reason-rules";

/** The id of the `Actor` for auto-dispatch. */
export const AUTO_DISPATCH_ACTOR_ID = "auto-dispatch";

/** The id of the `Actor` for rules that confirm bookings. */
export const CONFIRMATION_RULE_ACTOR_ID = "confirmation-rule";

/** The id of the `Actor` for a company that approves or declines a trip. */
export const COMPANY_APPROVAL_ACTOR_ID = "company-approval";

/** The id of the `Actor` for an affiliate. */
export const AFFILIATE_ACTOR_ID = "affiliate";

/** Returns an event in the form in which its row stores it. */
export function eventColumns({ kind, ...facts }: ReservationEvent) {
  return { kind, facts };
}

/** Returns the event of a row. Throws if it is invalid, which Livery never writes. */
export function readEvent({ kind, facts }: { kind: string; facts: unknown }): ReservationEvent {
  return ReservationEvent.parse({ ...Object(facts), kind });
}

/** Returns the event of a plain step. Steps with more facts write their own event. */
export function stepEvent(from: ReservationState | null, to: ReservationState): ReservationEvent {
  switch (to) {
    case "quote":
      return { kind: "price_requested" };
    case "pending":
      return { kind: from === "quote" ? "priced" : "booked" };
    case "confirmed":
      if (from === "offered") return { kind: "offer_ended", answer: "withdrawn" };
      return { kind: from === "assigned" || from === "en_route" ? "unassigned" : "confirmed" };
    case "offered":
    case "assigned":
    case "settled":
    case "cancelled":
    case "no_show":
    case "rejected":
      return { kind: to };
    case "en_route":
      return { kind: "set_off" };
    case "on_location":
      return { kind: "arrived" };
    case "passenger_on_board":
      return { kind: "boarded" };
    case "completed":
      return { kind: from === "settled" ? "reopened" : "completed" };
  }
}

/** Riders and drivers see the kinds that their contracts list. */
const eventKindsOf = (event: typeof DriverEvent | typeof RiderEvent): ReadonlySet<EventKind> =>
  new Set(event.options.map(({ shape }) => shape.kind.value));
const riderKinds = eventKindsOf(RiderEvent);
const driverKinds = eventKindsOf(DriverEvent);

/**
 * Events whose reasons only staff read: why they agreed on a price, corrected or reopened a bill, or overrode
 * something.
 */
const internalEvents: readonly EventKind[] = [
  ...(["confirmed", "assigned", "fare_corrected", "price_agreed", "reopened"] as const),
  ...(["payment_recorded", "payment_failed"] as const),
];

/** Hides the names of staff from everybody else. They appear as the operator. */
function withoutStaffNames(entry: TimelineEntry): TimelineEntry {
  const { kind, name } = entry.actor;
  const [first = ""] = name.split(" ");
  // Customers deal with one operator, even if an affiliate drives.
  const isOperator = kind === "admin" || kind === "affiliate";
  return {
    ...entry,
    reason: internalEvents.includes(entry.event.kind) ? "" : entry.reason,
    actor: {
      kind: isOperator ? "admin" : kind === "auto" || kind === "rule" ? "system" : kind,
      name: isOperator ? "Dispatch" : first,
    },
  };
}

/** Returns the entries that a driver sees, without other drivers' offers and answers. */
export function driversTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  return timeline
    .filter(({ event }) => driverKinds.has(event.kind))
    .map(withoutStaffNames)
    .map((entry) => ({ ...entry, reason: eventReason(entry) }));
}

/** Returns the entries that dispatch sees: all of them, with their facts in words. */
export function dispatchTimeline(
  timeline: readonly TimelineEntry[],
  timeZone: string,
): TimelineEntry[] {
  return timeline.map((entry) => ({
    ...entry,
    reason: dispatchReason(entry),
    facts: eventFacts(entry.event, timeZone),
  }));
}

/** Events of the search for a driver. They name other drivers, their answers and the operator's rules. */
const driverSearchEvents: readonly EventKind[] = [
  ...(["offered", "offer_ended", "unassigned", "auto_noted", "left_to_dispatch"] as const),
  "crew_named",
];

/**
 * Returns a stored event for a rider's copy of their data. Null for events of the search for a driver. Of events that
 * riders see on their trip, only the facts shown there.
 */
export function copiedEvent<Row extends { kind: string; facts: unknown; reason: string }>(
  row: Row,
): Row | null {
  const event = readEvent(row);
  if (driverSearchEvents.includes(event.kind)) return null;
  if (!riderKinds.has(event.kind)) return row;
  const { kind, ...facts } = RiderEvent.parse(event);
  return { ...row, facts, reason: internalEvents.includes(kind) ? "" : row.reason };
}

/** Returns the entries that a rider sees. They do not show that a driver was unassigned. */
export function ridersTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  return timeline.filter(({ event }) => riderKinds.has(event.kind)).map(withoutStaffNames);
}

/**
 * Returns the topic under which staff are notified of an event: actions of riders and partners, trips that no driver
 * accepts, and requests and quotes that wait for dispatch.
 */
export function staffTopicOf(
  { actor, to }: { actor: { kind: string }; to: ReservationState },
  event: ReservationEvent,
): StaffTopic | null {
  if (event.kind === "offer_ended")
    return to === "confirmed" && event.answer !== "withdrawn" ? "offers_declined" : null;
  if (event.kind === "auto_noted") return event.outcome === "nobody" ? "offers_declined" : null;
  if (event.kind === "left_to_dispatch") return "request_waiting";
  if (event.kind === "quote_expired") return "quote_expired";
  if (actor.kind !== "rider" && actor.kind !== "partner") return null;
  return riderEventTopics[event.kind] ?? null;
}

const riderEventTopics: Partial<Record<EventKind, StaffTopic>> = {
  booked: "new_booking",
  price_requested: "price_request",
  changed: "change",
  called: "change",
  cancelled: "cancellation",
  quote_accepted: "quote_accepted",
  quote_declined: "quote_declined",
  quote_question: "quote_question",
};
