/** Events of the log: that of a plain step, their way in and out of a row, and what each reader of a trip reads of them. */
import type { StaffTopic } from "../notifications/staff/staff-notification-contract";
import type { ReservationState, TimelineEntry } from "./contract";
import { DriverEvent, type EventKind, ReservationEvent, RiderEvent } from "./event-contract";
import { dispatchReason, eventFacts } from "./event-facts-rules";
import { eventReason } from "./event-reason-rules";

/** As what auto-dispatch acts: the id of its `Actor`. */
export const AUTO_DISPATCH_ACTOR_ID = "auto-dispatch";

/** As what the rules that confirm bookings act. */
export const CONFIRMATION_RULE_ACTOR_ID = "confirmation-rule";

/** As what a company acts that approves or declines a trip. */
export const COMPANY_APPROVAL_ACTOR_ID = "company-approval";

/** As what an affiliate acts: the id of its `Actor`. */
export const AFFILIATE_ACTOR_ID = "affiliate";

/** An event as its row stores it. */
export function eventColumns({ kind, ...facts }: ReservationEvent) {
  return { kind, facts };
}

/** The event of a row; throws where it is none, which nothing of ours writes. */
export function readEvent({ kind, facts }: { kind: string; facts: unknown }): ReservationEvent {
  return ReservationEvent.parse({ ...Object(facts), kind });
}

/** The event of a plain step; a step with more to tell writes its own event. */
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

/** Riders and drivers read the kinds that their contracts list. */
const eventKindsOf = (event: typeof DriverEvent | typeof RiderEvent): ReadonlySet<EventKind> =>
  new Set(event.options.map(({ shape }) => shape.kind.value));
const riderKinds = eventKindsOf(RiderEvent);
const driverKinds = eventKindsOf(DriverEvent);

/** Why staff agreed on a price, corrected or reopened a bill, or overrode something stays among them. */
const internalEvents: readonly EventKind[] = [
  ...(["confirmed", "assigned", "fare_corrected", "price_agreed", "reopened"] as const),
  ...(["payment_recorded", "payment_failed"] as const),
];

/** Staff appear as the operator, by role, to everybody outside. */
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

/** The entries that a driver reads: who else was asked, and why they said no, is none of their business. */
export function driversTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  return timeline
    .filter(({ event }) => driverKinds.has(event.kind))
    .map(withoutStaffNames)
    .map((entry) => ({ ...entry, reason: eventReason(entry) }));
}

/** The entries as dispatch reads them: all, with their facts in words. */
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

/** How dispatch and drivers came to the trip: it names others who were asked, what they said, and rules of the house. */
const driverSearchEvents: readonly EventKind[] = [
  ...(["offered", "offer_ended", "unassigned", "auto_noted", "left_to_dispatch"] as const),
  "crew_named",
];

/**
 * A stored event as it appears in the copy of their data that riders may ask for: all but how a driver was found,
 * and of what riders read on their trip no more than they read there.
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

/** The entries that a rider reads: they do not read that a driver was unassigned either. */
export function ridersTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  return timeline.filter(({ event }) => riderKinds.has(event.kind)).map(withoutStaffNames);
}

/** What staff are told about an event: what riders and partners do, and trips that no driver accepts. */
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
