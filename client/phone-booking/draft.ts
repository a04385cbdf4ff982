/** A booking on the telephone in the making: who calls, and the trip as the booking form has it. */
import type {
  BookByPhone,
  PhoneQuoteRequest,
} from "../../src/dispatch/phone-booking/phone-contract";
import {
  readSpokenTime,
  type SpokenTime,
} from "../../src/dispatch/phone-booking/spoken-time-rules";
import type { Reservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { ApiError } from "../api-error";
import {
  type BookingDraft,
  detailsOf,
  emptyDraft,
  endOf,
  isFlown,
  leadsAway,
  missingField,
  tripOf,
} from "../booking/draft";
import { draftLike } from "../booking/trip-places";
import { writeMoney } from "../../src/settings/money-rules";
import { readMoney } from "../ui/amount";

/** The draft. What of it can be worked out from the rest is not in it. */
export interface PhoneDraft {
  /** What stands in the first field. */
  callerText: string;
  /** The rider who calls, once chosen. */
  riderId: string | null;
  /** A whole number that was typed and is nobody's yet. */
  number: string | null;
  /** The name that goes with it. */
  name: string;
  /** The pickup time as typed. */
  whenText: string;
  trip: BookingDraft;
  /** A price in place of the list's, as typed, and why. */
  agreedText: string;
  agreedReason: string;
  /** Whether a confirmation goes out. */
  tell: boolean;
}

/** A draft with nothing in it. */
export function emptyPhoneDraft(): PhoneDraft {
  return {
    callerText: "",
    riderId: null,
    number: null,
    name: "",
    whenText: "",
    trip: emptyDraft(),
    agreedText: "",
    agreedReason: "",
    tell: true,
  };
}

/** Whether something was typed that would be lost. */
export function isTouched(draft: PhoneDraft): boolean {
  return sorted(draft) !== sorted(emptyPhoneDraft());
}

/** As JSON, whatever order the names are in: a draft that was kept has another. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part,
  );
}

/** The draft with the time that was typed, read at `now` on the operator's clocks. */
export function withTime(
  draft: PhoneDraft,
  whenText: string,
  now: number,
  timeZone: string,
): PhoneDraft {
  const read = readSpokenTime(whenText, now, timeZone);
  const [date = "", time = ""] = read.kind === "at" ? read.local.split("T") : [];
  const repeatedHour = (read.kind === "at" && read.repeatedHour) || null;
  const trip = { ...draft.trip, date, time, repeatedHour, asap: read.kind === "asap" };
  return { ...draft, whenText, trip };
}

/** The trip to price; null while something of it is missing. */
export function requestOf(draft: PhoneDraft): PhoneQuoteRequest | null {
  const { trip, riderId } = draft;
  if (trip.stops.some(({ place }) => !place)) return null;
  const found = tripOf(trip);
  if (!found) return null;
  const { wayBack: _none, ...request } = found;
  return { ...request, ...(riderId && { riderId }) };
}

/** A trip like an old one, without its time, for the same caller. */
export function draftFrom(trip: Reservation, way: "again" | "back"): PhoneDraft {
  const { rider, passenger, billing, vehicleClass } = trip;
  const isOther = rider !== null && rider.name !== passenger.name;
  return {
    ...emptyPhoneDraft(),
    callerText: rider?.name ?? passenger.phone ?? "",
    riderId: rider?.id ?? null,
    // Taken down without an account: the number becomes one.
    number: rider ? null : passenger.phone,
    name: rider ? "" : passenger.name,
    trip: {
      ...draftLike(trip, way),
      vehicleClassId: vehicleClass.id,
      extras: trip.extras.map(({ id, quantity }) => ({ id, quantity })),
      forSomebodyElse: isOther,
      passengerName: isOther ? passenger.name : "",
      passengerPhone: isOther ? (passenger.phone ?? "") : "",
      ...(billing && {
        payment: "account" as const,
        billTo: {
          companyId: billing.company.id,
          costCentreId: billing.costCentre?.id ?? null,
          reference: "",
        },
      }),
    },
  };
}

/** Names of the fields that something can be wrong with, from the top down. */
export const fieldOrder = [
  "caller",
  "name",
  "when",
  "from",
  "to",
  "stops",
  "hours",
  "vehicle",
  "trouble",
  "languages",
  "flightNumber",
  "class",
  "passengerName",
  "passengerPhone",
  "company",
  "costCentre",
  "reference",
  "promotion",
  "agreed",
  "agreedReason",
] as const;
export type FieldName = (typeof fieldOrder)[number];
export type Faults = Partial<Record<FieldName, string>>;

/** What is still missing or cannot be read; empty when it can be booked. */
export function faultsOf(draft: PhoneDraft, when: SpokenTime, currency: string): Faults {
  const { trip } = draft;
  const faults: Faults = {};
  if (!draft.riderId && !draft.number)
    faults.caller = draft.callerText
      ? "Choose the caller from the list, or type their full number."
      : "Who is calling? Type a number or a name.";
  if (draft.number && !draft.riderId && !draft.name.trim()) faults.name = "Ask for their name.";
  const time = timeFault(when);
  if (time) faults.when = time;
  if (!trip.from.place) faults.from = "Where should we pick them up?";
  if (!endOf(trip) && leadsAway(trip) !== "never") faults.to = "Where are they going?";
  if (leadsAway(trip) === "always" && trip.stops.some(({ place }) => !place))
    faults.stops = "Choose the place of this stop, or remove it.";
  const missing = missingField(trip);
  if (missing)
    faults[missing] =
      missing === "trouble" ? "Choose the closest match." : "This service needs this answer.";
  if (trip.payment === "account" && !trip.billTo) faults.company = "Choose a company.";
  if (draft.agreedText.trim()) {
    const read = readMoney(draft.agreedText, currency);
    if ("fault" in read) faults.agreed = read.fault;
    else if (!draft.agreedReason.trim()) faults.agreedReason = "Give a short reason.";
  }
  return faults;
}

/** What is wrong with a time that was typed; null for one that can be asked for. */
export function timeFault(when: SpokenTime): string | null {
  switch (when.kind) {
    case "empty":
      return "When? For example “1430”, “tomorrow 8”, “fri 0930”, “+20” or “now”.";
    case "day":
      return "At what time?";
    case "past":
      return "This time is in the past.";
    case "unknown":
      return "We can’t read this time. Try “1430”, “fri 0930” or “+20”.";
    default:
      return null;
  }
}

/** Of faults that were shown, those that are so still: what the server found holds until something changes. */
export function stillWrong(
  found: { faults: Faults; of: PhoneDraft | null },
  draft: PhoneDraft,
  missing: (draft: PhoneDraft) => Faults,
): Faults {
  if (found.of === draft || Object.keys(found.faults).length === 0) return found.faults;
  const now = missing(draft);
  return Object.fromEntries(
    Object.keys(found.faults).flatMap((name) => {
      const words = now[name as FieldName];
      return words === undefined ? [] : [[name, words]];
    }),
  );
}

/** What the server has found wrong, by the fields of the form; empty where it is none of them. */
export function faultsOfServer({ code, message, fields }: ApiError): Faults {
  const faults: Faults = {};
  for (const [field, words] of Object.entries(fields)) {
    const name = fieldsOfServer[field];
    if (name) faults[name] = words;
  }
  if (code.startsWith("company.") && Object.keys(faults).length === 0) faults.company = message;
  if (code.startsWith("promotion.")) faults.promotion = message;
  return faults;
}

/** Where a refusal of the server belongs on the form. */
const fieldsOfServer: Readonly<Record<string, FieldName>> = {
  caller: "caller",
  "caller.phone": "caller",
  "caller.riderId": "caller",
  "caller.name": "name",
  pickupLocal: "when",
  hours: "hours",
  flightNumber: "flightNumber",
  vehicleClassId: "class",
  passengerName: "passengerName",
  passengerPhone: "passengerPhone",
  payment: "company",
  "billTo.companyId": "company",
  "billTo.costCentreId": "costCentre",
  "billTo.reference": "reference",
  promotionCode: "promotion",
  "agreed.fareMinor": "agreed",
  "agreed.reason": "agreedReason",
};

/** What is sent; null while there is no price for a chosen class. */
export function bodyOf(draft: PhoneDraft, quote: QuoteAnswer): BookByPhone | null {
  const { trip, riderId, number } = draft;
  if (!trip.vehicleClassId || (!riderId && !number)) return null;
  const details = detailsOf(trip);
  const flight = isFlown(trip) ? trip.flightNumber.trim() : "";
  const agreed = agreedMinor(draft, quote.currency);
  const isOther = trip.forSomebodyElse;
  return {
    quote: quote.quote,
    vehicleClassId: trip.vehicleClassId,
    caller: riderId ? { riderId } : { phone: number ?? "", name: draft.name.trim() },
    ...(isOther && trip.passengerName.trim() && { passengerName: trip.passengerName.trim() }),
    ...(isOther && trip.passengerPhone.trim() && { passengerPhone: trip.passengerPhone.trim() }),
    ...(flight && { flightNumber: flight }),
    ...(Object.keys(details).length > 0 && { details }),
    payment: trip.payment,
    ...(trip.payment === "account" && trip.billTo && { billTo: trip.billTo }),
    ...(trip.note.trim() && { note: trip.note.trim() }),
    ...(agreed !== null && { agreed: { fareMinor: agreed, reason: draft.agreedReason.trim() } }),
    tell: draft.tell,
  };
}

/** The price agreed on, in minor units; null without one. */
export function agreedMinor({ agreedText }: PhoneDraft, currency: string): number | null {
  if (!agreedText.trim()) return null;
  const read = readMoney(agreedText, currency);
  return "value" in read ? read.value : null;
}

/** An amount as one says it: figures first, then the currency. "14,500 RWF". */
export function spokenMoney(minor: number, currency: string): string {
  return `${writeMoney(minor, currency).replace(/\.0+$/, "")} ${currency}`;
}
