/** The words in which dispatch reads the facts and reasons of an event. */
import { expenseWords } from "../fares/expense-rules";
import { momentText } from "../settings/local-time";
import { formatMoney } from "../settings/money-rules";
import type { EventFact } from "./contract";
import type { ConfirmationGap, EventOf, ReservationEvent } from "./event-contract";
import { methodWords } from "../payments/words";
import { withdrawalWords, eventReason } from "./event-reason-rules";
import { refusalsText } from "./refusal-rules";
import { attemptWords, positionWords } from "./waiting/no-show-rules";

/** As `eventReason`, including events that only dispatch reads. */
export function dispatchReason(entry: { event: ReservationEvent; reason: string }): string {
  const { event, reason } = entry;
  if (event.kind === "auto_noted") return autoDispatchText(event);
  if (event.kind === "left_to_dispatch") return leftToDispatchText(event);
  if (event.kind === "approval_given" && event.unanswered) return "Nobody answered in time";
  if (event.kind !== "offer_ended") return eventReason(entry);
  if (event.withdrawalReason) return withdrawalWords[event.withdrawalReason];
  if (reason || event.answer === "declined") return reason;
  return event.answer === "expired" ? "No answer in time" : "Offer withdrawn";
}

/** Returns the text of a note by auto-dispatch, also for a trip that it offered or assigned. */
export function autoDispatchText({
  outcome,
  rule,
  driver,
  score,
}: Pick<EventOf<"auto_noted">, "rule" | "driver" | "score"> & { outcome: string }): string {
  if (outcome === "late") return withdrawalWords.out_of_time;
  if (driver === undefined)
    return `Rule “${rule}”: no driver can take the trip without a refusal or a warning.`;
  const suggestionText = outcome === "suggested" ? `Suggests ${driver}. ` : "";
  return `${suggestionText}Rule “${rule}”: ${driver}${score === undefined ? "" : `, ${score} of 100`}.`;
}

type FactRow = { name: string; text: string | number | undefined; as?: "bare" };

const confirmationGapWords: Record<ConfirmationGap, string> = {
  service: "another service",
  class: "another vehicle class",
  zone: "another pickup zone",
  payer: "another payer",
  too_soon: "booked too shortly before the pickup",
  too_far: "booked too long before the pickup",
  price: "the price is too high",
  trips: "the rider has too few completed trips",
  no_show: "the rider has a no-show",
  vehicle: "no free vehicle of the class",
};

/** Returns why no rule has confirmed a booking. */
export function leftToDispatchText({
  rule,
  gaps = [],
  fromWebPage,
}: Omit<EventOf<"left_to_dispatch">, "kind">): string {
  if (fromWebPage) return "Booked on a web page, where nobody confirms the phone number";
  if (rule === undefined) return "No rule confirms bookings";
  if (gaps.length === 0) return `Rule “${rule}” leaves this booking to dispatch`;
  return `Not confirmed by rule “${rule}”: ${gaps.map((gap) => confirmationGapWords[gap]).join(", ")}`;
}

/** Returns the facts of an event in words, in a fixed order. Times are in the given time zone. */
export function eventFacts(event: ReservationEvent, timeZone: string): EventFact[] {
  const moment = (at: string) => momentText(Date.parse(at), timeZone);
  return [...factRowsOf(event, moment), ...amountsOf(event)].flatMap(({ text, ...fact }) =>
    text === undefined ? [] : [{ ...fact, text: String(text) }],
  );
}

type FormatMoment = (at: string) => string;

function factRowsOf(event: ReservationEvent, moment: FormatMoment): FactRow[] {
  switch (event.kind) {
    case "booked":
      return [{ name: "split from", text: event.splitFrom }];
    case "pinned":
    case "priced": {
      const { stop = "pickup", place } = event;
      return [{ name: typeof stop === "number" ? `stop ${stop}` : stop, text: place }];
    }
    case "quote_sent":
      return [
        { name: "version", text: event.quote },
        { name: "valid until", text: event.validUntil && moment(event.validUntil) },
      ];
    case "quote_accepted":
    case "quote_declined":
    case "quote_question":
    case "quote_answered":
    case "quote_withdrawn":
    case "quote_expired":
      return [{ name: "version", text: event.quote }];
    case "confirmed":
      return [{ name: "rule", text: event.rule }];
    case "offered":
      return [
        ...nameFactsOf(event),
        {
          name: "offered",
          text: event.how && { at_once: "all at once", in_turn: "one after another" }[event.how],
        },
      ];
    case "offer_ended":
    case "crew_named":
      return nameFactsOf(event);
    case "assigned":
      return [
        ...nameFactsOf(event),
        { name: "overridden", text: event.overridden && refusalsText(event.overridden) },
      ];
    case "unassigned":
      return [...nameFactsOf(event), { name: "refused", text: unassignReason(event) }];
    case "no_show":
      return [
        { name: "waited minutes", text: event.waitedMinutes },
        ...(event.hasPosition === undefined
          ? []
          : [{ name: "position", text: positionWords(event) }]),
        ...(event.called === undefined
          ? []
          : [{ name: "attempts", text: attemptWords(event.called, event.messages ?? 0) }]),
      ];
    case "changed":
      return changeFactsOf(event, moment);
    case "called":
      return [{ name: "called", text: event.pickupAt && moment(event.pickupAt) }];
    case "landed":
      return [
        {
          name: "landed",
          text: event.landedAt === null ? "not yet" : event.landedAt && moment(event.landedAt),
        },
      ];
    case "approval_requested":
      return [{ name: "until", text: event.until && moment(event.until) }];
    case "payment_changed":
      return [
        { name: "payment", text: event.payment },
        { name: "company", text: event.company },
      ];
    case "expense_added":
    case "expense_removed":
    case "expense_declined":
      return [{ name: "expense", text: expenseWords[event.expense], as: "bare" }];
    case "expense_approved":
      return [
        { name: "expense", text: expenseWords[event.expense], as: "bare" },
        { name: "borne by", text: event.chargesCustomer ? "the customer" : "the operator" },
        { name: "driver", text: event.paysDriver ? "is paid" : "is not paid" },
      ];
    case "cash_collected":
    case "payment_recorded":
    case "payment_failed":
      return [{ name: "method", text: event.method && methodWords[event.method], as: "bare" }];
    default:
      return [];
  }
}

function nameFactsOf(
  event: EventOf<"offered" | "offer_ended" | "assigned" | "unassigned" | "crew_named">,
): FactRow[] {
  return [
    ...("affiliate" in event ? [{ name: "affiliate", text: event.affiliate }] : []),
    { name: "driver", text: event.driver, as: "bare" },
    { name: "vehicle", text: event.vehicle, as: "bare" },
    ...("drivers" in event ? [{ name: "drivers", text: event.drivers?.join(", ") }] : []),
  ];
}

function unassignReason({
  refusals = [],
  setOffTooSoon,
}: EventOf<"unassigned">): string | undefined {
  const text = [
    ...(refusals.length > 0 ? [refusalsText(refusals)] : []),
    ...(setOffTooSoon ? ["The driver had set off too early for the new pickup time"] : []),
  ].join(". ");
  return text || undefined;
}

type ChangedValue<Of> = { before: Of; after: Of } | undefined;

function changeFactsOf(event: EventOf<"changed">, moment: FormatMoment): FactRow[] {
  const changeText = <Of>(of: ChangedValue<Of>, say: (value: Of) => string | number) =>
    of && `${say(of.before)} → ${say(of.after)}`;
  const identity = <Of>(value: Of) => value;
  return [
    { name: "split into", text: event.splitInto },
    { name: "time", text: changeText(event.time, moment) },
    { name: "pickup", text: changeText(event.pickup, identity) },
    { name: "dropoff", text: changeText(event.dropoff, identity) },
    { name: "stops", text: event.stops && (event.stops.join(", ") || "none") },
    { name: "passengers", text: changeText(event.passengers, identity) },
    { name: "luggage", text: changeText(event.luggage, identity) },
    { name: "flight", text: changeText(event.flight, (flight) => flight ?? "none") },
    { name: "class", text: changeText(event.vehicleClass, identity) },
    { name: "extras", text: changeText(event.extras, (extras) => extras || "none") },
    { name: "note", text: event.note && "rewritten" },
    { name: "greeting sign", text: event.greetingSign && "changed" },
    { name: "passenger", text: changeText(event.passenger, identity) },
    { name: "passenger’s contact", text: event.passengerContact && "changed" },
  ];
}

function amountsOf(event: ReservationEvent): EventFact[] {
  if (!("currency" in event) || event.currency === undefined) return [];
  const { currency } = event;
  const money = (minor: number) => formatMoney(minor, currency, "en", "symbol");
  const amounts = Object.entries(event).flatMap(([key, minor]) =>
    typeof minor === "number" && key.endsWith("Minor") ? [{ key, text: money(minor) }] : [],
  );
  // The earlier fare is shown in one fact with the current one.
  const before = amounts.find(({ key }) => key.endsWith("FromMinor"));
  return amounts
    .filter((amount) => amount !== before)
    .map(({ key, text }) => ({
      name: key
        .slice(0, -"Minor".length)
        .replace(/([A-Z])/g, " $1")
        .toLowerCase(),
      text: before && key === "fareMinor" ? `${before.text} → ${text}` : text,
      as: "amount",
    }));
}
