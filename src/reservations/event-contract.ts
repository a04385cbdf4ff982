/**
 * The events of a reservation. The log stores a kind with its facts, and readers turn them into words. Optional facts
 * are not shown to every reader of the kind, or are deleted when a rider is erased.
 */
import { z } from "zod";
import { ExpenseKind } from "../fares/contract";
import { PaymentKind, PaymentMethod } from "../payments/contract";
import { Refusal } from "./refusal-contract";

const minor = z.number().int();
const moment = z.iso.datetime();
const between = <Of extends z.ZodType>(of: Of) => z.object({ before: of, after: of });
const currencyField = { currency: z.string().exactOptional() };
/** The driver with a vehicle, or the affiliate with their price, to whom a trip is offered or assigned. */
const driverFields = {
  driver: z.string().exactOptional(),
  vehicle: z.string().exactOptional(),
  affiliate: z.string().exactOptional(),
  costMinor: minor.exactOptional(),
  ...currencyField,
};
const feeFacts = { feeMinor: minor.exactOptional(), ...currencyField };
const fareFacts = { fareMinor: minor.exactOptional(), ...currencyField };
const pinFields = {
  /** The pickup, the drop-off, or the number of a stop, counted from 1. */
  stop: z.union([z.enum(["pickup", "dropoff"]), z.number().int()]),
  place: z.string().exactOptional(),
};

const event = <const Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, facts: Shape) =>
  z.object({ kind: z.literal(kind), ...facts });

/** Why a driver lost a trip or an offer, if nobody wrote a reason. */
export const WithdrawalReason = z.enum([
  "trip_changed",
  "assigned_to_another",
  "driver_unavailable",
  "out_of_time",
]);
export type WithdrawalReason = z.infer<typeof WithdrawalReason>;

/** Why a rule does not confirm a booking. */
export const ConfirmationGap = z.enum([
  "service",
  "class",
  "zone",
  "payer",
  "too_soon",
  "too_far",
  "price",
  "trips",
  "no_show",
  "vehicle",
]);
export type ConfirmationGap = z.infer<typeof ConfirmationGap>;

// Steps: each leads from one state to the next.
const priceRequested = event("price_requested", {});
const booked = event("booked", {
  /** Booked by a standing order. */
  repeating: z.literal(true).exactOptional(),
  /** The number and the id of the trip that it was split from. */
  splitFrom: z.number().int().exactOptional(),
  splitFromId: z.string().exactOptional(),
});
const priced = event("priced", {
  ...pinFields,
  stop: pinFields.stop.exactOptional(),
  ...fareFacts,
});
/** The customer accepted this version of the quote. */
const quoteAccepted = event("quote_accepted", { quote: z.number().int(), ...fareFacts });
const confirmed = event("confirmed", {
  /** The name of the rule that confirmed it. */
  rule: z.string().exactOptional(),
  /** The price agreed on the phone, and the list price. */
  agreedMinor: minor.exactOptional(),
  listMinor: minor.exactOptional(),
  ...currencyField,
});
const offered = event("offered", {
  ...driverFields,
  /** The names of several drivers, and whether they get the offer at once or in turn. */
  drivers: z.array(z.string()).exactOptional(),
  how: z.enum(["at_once", "in_turn"]).exactOptional(),
});
/** Offers that ended without a driver. The trip stays offered while others are open. */
const offerEnded = event("offer_ended", {
  answer: z.enum(["declined", "expired", "withdrawn"]),
  withdrawalReason: WithdrawalReason.exactOptional(),
  ...driverFields,
  drivers: z.array(z.string()).exactOptional(),
});
const assigned = event("assigned", {
  ...driverFields,
  /** The refusals that an owner has overridden. */
  overridden: z.array(Refusal).exactOptional(),
});
const unassigned = event("unassigned", {
  withdrawalReason: WithdrawalReason.exactOptional(),
  /** Why the driver cannot take the changed trip. */
  refusals: z.array(Refusal).exactOptional(),
  /** The driver had set off too early for the new pickup time. */
  setOffTooSoon: z.literal(true).exactOptional(),
  ...driverFields,
});
/** An affiliate has named the driver and the car, or has changed them. */
const affiliateDriverNamed = event("crew_named", {
  driver: z.string().exactOptional(),
  vehicle: z.string().exactOptional(),
});
const setOff = event("set_off", {});
const arrived = event("arrived", {});
const boardedEvent = event("boarded", {
  /** How the driver identified the passenger. Absent if no proof was needed. */
  proof: z.enum(["code", "confirmed", "reason"]).exactOptional(),
});
const completed = event("completed", {});
const settled = event("settled", {
  /** The difference in price of a reopened trip, by how it is settled. */
  forNextInvoiceMinor: minor.exactOptional(),
  collectedAfterwardsMinor: minor.exactOptional(),
  givenBackMinor: minor.exactOptional(),
  ...currencyField,
});
const reopened = event("reopened", {});
const cancelled = event("cancelled", feeFacts);
const noShow = event("no_show", {
  ...feeFacts,
  waitedMinutes: z.number().int().exactOptional(),
  /** Whether the phone gave a position, and its distance from the pickup, if the pickup is on the map. */
  hasPosition: z.boolean().exactOptional(),
  distanceMeters: z.number().int().exactOptional(),
  /** Whether the driver called, and how many messages they wrote. */
  called: z.boolean().exactOptional(),
  messages: z.number().int().exactOptional(),
});
const rejected = event("rejected", {});

// Events that leave the trip in its state.
const quoteFields = { quote: z.number().int() };
const quoteSent = event("quote_sent", {
  ...quoteFields,
  validUntil: moment.exactOptional(),
  ...fareFacts,
});
const quoteDeclined = event("quote_declined", quoteFields);
const quoteQuestion = event("quote_question", quoteFields);
const quoteAnswered = event("quote_answered", quoteFields);
const quoteWithdrawn = event("quote_withdrawn", quoteFields);
const quoteExpired = event("quote_expired", quoteFields);
/** Dispatch agreed on another price before the trip. */
const priceAgreed = event("price_agreed", { agreedFromMinor: minor.exactOptional(), ...fareFacts });
const pinned = event("pinned", pinFields);
const changed = event("changed", {
  time: between(moment).exactOptional(),
  pickup: between(z.string()).exactOptional(),
  dropoff: between(z.string()).exactOptional(),
  /** The names of the stops after the change. */
  stops: z.array(z.string()).exactOptional(),
  passengers: between(z.number().int()).exactOptional(),
  luggage: between(z.number().int()).exactOptional(),
  flight: between(z.string().nullable()).exactOptional(),
  /** By their names. */
  vehicleClass: between(z.string()).exactOptional(),
  /** The names of the extras with their quantities. */
  extras: between(z.string()).exactOptional(),
  note: z.literal(true).exactOptional(),
  greetingSign: z.literal(true).exactOptional(),
  passenger: between(z.string()).exactOptional(),
  /** The passenger's phone, e-mail or language has changed, or who gets the messages about the driver. */
  passengerContact: z.literal(true).exactOptional(),
  fareFromMinor: minor.exactOptional(),
  ...fareFacts,
  /** The number and the id of the trip that was split off. */
  splitInto: z.number().int().exactOptional(),
  splitIntoId: z.string().exactOptional(),
});
/** A return trip that waits for a call was moved together with the trip of this number. */
const returnTripMoved = event("return_trip_moved", { trip: z.number().int() });
const called = event("called", { pickupAt: moment.exactOptional() });
const landedEvent = event("landed", {
  /** Null if dispatch cleared an earlier time. */
  landedAt: moment.nullable().exactOptional(),
});
const paymentChanged = event("payment_changed", {
  payment: z.enum(["cash", "card", "account"]).exactOptional(),
  company: z.string().exactOptional(),
});
/** Managers of the paying company are asked to approve the trip. `approvalGiven` is the result. */
const approvalRequested = event("approval_requested", { until: moment.exactOptional() });
const approvalGiven = event("approval_given", { unanswered: z.literal(true).exactOptional() });
const tipGiven = event("tip_given", { tipMinor: minor, ...currencyField });
const fareCorrected = event("fare_corrected", {
  correctedFromMinor: minor.exactOptional(),
  ...fareFacts,
});
const stopVisited = event("stop_visited", {
  stop: z.enum(["arrived", "left", "skipped"]),
  /** Counted from 1. */
  stopNumber: z.number().int(),
});
const boardingChosen = event("boarding_chosen", { onlyWithCode: z.boolean() });
const boardingRequested = event("boarding_requested", {});
const boardingConfirmed = event("boarding_confirmed", {});
const conversationClosed = event("conversation_closed", {});
const conversationOpened = event("conversation_opened", {});
const cashCollected = event("cash_collected", {
  collectedMinor: minor,
  dueMinor: minor,
  currency: z.string(),
  method: z.enum(["cash", "card_terminal"]).exactOptional(),
});
const ledgerFields = {
  entry: PaymentKind,
  /** Absent for a waiver. */
  method: PaymentMethod.exactOptional(),
  /** Negative for a refund, a release or a reversal. */
  amountMinor: minor,
  /** The amount due afterwards. */
  dueMinor: minor.exactOptional(),
  ...currencyField,
};
const expenseFacts = { expense: ExpenseKind, amountMinor: minor, ...currencyField };
const expenseAdded = event("expense_added", expenseFacts);
const expenseRemoved = event("expense_removed", expenseFacts);
const expenseApproved = event("expense_approved", {
  ...expenseFacts,
  chargesCustomer: z.boolean().exactOptional(),
  paysDriver: z.boolean(),
});
const expenseDeclined = event("expense_declined", expenseFacts);
const paymentRecorded = event("payment_recorded", ledgerFields);
const paymentFailed = event("payment_failed", ledgerFields);
const earlyStartAllowed = event("early_start_allowed", {});
const orderHeld = event("order_held", {});
const orderResumed = event("order_resumed", {});
/** What auto-dispatch suggested, or why it did nothing. */
const autoDispatchNoted = event("auto_noted", {
  outcome: z.enum(["suggested", "nobody", "late"]),
  rule: z.string().exactOptional(),
  driver: z.string().exactOptional(),
  score: z.number().int().exactOptional(),
});

/** No rule confirmed the booking: it does not meet the nearest rule, or a rule leaves it to dispatch. */
const leftToDispatch = event("left_to_dispatch", {
  rule: z.string().exactOptional(),
  /** Why the rule does not confirm it. Absent if the rule leaves it to dispatch. */
  gaps: z.array(ConfirmationGap).exactOptional(),
  /** Booked on a web page, where anybody can enter the passenger's number. So rules that trust riders do not apply. */
  fromWebPage: z.literal(true).exactOptional(),
});

/** Events that every reader of a trip sees with all facts. */
const allViewersEvents = [
  ...([priceRequested, setOff, arrived, completed, reopened, cancelled, rejected] as const),
  ...([returnTripMoved, tipGiven, stopVisited] as const),
] as const;

/** Events that its driver and dispatch see with all facts. */
const driverAndDispatchEvents = [
  ...([
    booked,
    priced,
    boardedEvent,
    settled,
    noShow,
    pinned,
    changed,
    called,
    fareCorrected,
  ] as const),
  ...([boardingChosen, boardingRequested, boardingConfirmed, cashCollected] as const),
  ...([conversationClosed, conversationOpened, earlyStartAllowed] as const),
  ...([expenseAdded, expenseRemoved, expenseDeclined] as const),
] as const;

/** An event as dispatch sees it, and as it is stored. */
export const ReservationEvent = z.discriminatedUnion("kind", [
  ...allViewersEvents,
  ...driverAndDispatchEvents,
  ...([confirmed, offered, offerEnded, assigned, unassigned, landedEvent, paymentChanged] as const),
  ...([approvalRequested, approvalGiven, affiliateDriverNamed] as const),
  ...([orderHeld, orderResumed, autoDispatchNoted, leftToDispatch] as const),
  ...([paymentRecorded, paymentFailed, expenseApproved] as const),
  ...([quoteSent, quoteAccepted, quoteDeclined, quoteQuestion, quoteAnswered] as const),
  ...([quoteWithdrawn, quoteExpired, priceAgreed] as const),
]);
export type ReservationEvent = z.infer<typeof ReservationEvent>;
export type EventKind = ReservationEvent["kind"];

/** An event of one kind. */
export type EventOf<Kind extends EventKind> = Extract<ReservationEvent, { kind: Kind }>;

const kind = { kind: true } as const;

/** The events that a rider sees of their trip. Omitted facts of a step are shown beside the trip. */
export const RiderEvent = z.discriminatedUnion("kind", [
  ...allViewersEvents,
  ...([
    booked.pick(kind),
    confirmed.pick(kind),
    assigned.pick(kind),
    boardedEvent.pick(kind),
  ] as const),
  ...([settled.pick(kind), changed.pick(kind), called.pick(kind)] as const),
  ...([paymentChanged.pick(kind), fareCorrected.pick(kind), priceAgreed.pick(kind)] as const),
  ...([quoteSent, quoteAccepted] as const),
  priced.pick({ ...kind, stop: true, currency: true }),
  pinned.pick({ ...kind, stop: true }),
  noShow.pick({ ...kind, feeMinor: true, currency: true }),
]);

/** The events that a driver sees, without the payer and the names of earlier drivers. */
export const DriverEvent = z.discriminatedUnion("kind", [
  ...allViewersEvents,
  ...driverAndDispatchEvents,
  ...([confirmed.pick(kind), assigned.pick(kind)] as const),
  unassigned.pick({ ...kind, withdrawalReason: true }),
  paymentChanged.pick({ ...kind, payment: true }),
  expenseApproved.omit({ chargesCustomer: true }),
  priceAgreed.pick(kind),
]);
