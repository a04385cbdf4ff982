/** A phone booking that is being entered: the caller, and the trip in the booking form's shape. */
import type {
  BookByPhone,
  PhoneQuoteRequest,
} from "../../src/dispatch/phone-booking/phone-contract";
import { parseTypedTime, type TypedTime } from "../../src/dispatch/phone-booking/spoken-time-rules";
import type { ContactMessage } from "../../src/contact/contact-desk-contract";
import type { Reservation } from "../../src/reservations/contract";
import { lacksContact, NO_CONTACT_TEXT } from "../../src/reservations/passenger-rules";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { ApiError } from "../api-error";
import {
  type BookingDraft,
  detailsOf,
  emptyDraft,
  destinationOf,
  hasReturnTrip,
  isAirportTrip,
  destinationRequirement,
  missingField,
  passengerInputOf,
  tripOf,
} from "../booking/draft";
import { draftOfTrip as tripDraftFrom } from "../booking/trip-places";
import { formatAmount } from "../../src/settings/money-rules";
import { readMoney } from "../ui/amount";

/** The draft, without values derived from others. */
export interface PhoneDraft {
  /** The text of the first field. */
  callerText: string;
  /** The chosen rider. */
  riderId: string | null;
  /** A full number that belongs to no rider yet. */
  number: string | null;
  /** The name for that number. */
  name: string;
  /** The caller's e-mail address, if they gave it. */
  email: string;
  /** The typed pickup time. */
  whenText: string;
  /** The typed time of the return trip; empty for none. */
  returnText: string;
  trip: BookingDraft;
  /** An agreed price as typed, and its reason. */
  agreedText: string;
  agreedReason: string;
  /** Why the trip is booked above the company member's monthly limit. */
  overLimitReason: string;
  /** Whether a confirmation is sent. */
  tell: boolean;
  /** Whether the operator's terms were read to the caller. */
  termsRead: boolean;
}

/** An empty draft. */
export function emptyPhoneDraft(): PhoneDraft {
  return {
    callerText: "",
    riderId: null,
    number: null,
    name: "",
    email: "",
    whenText: "",
    returnText: "",
    trip: emptyDraft(),
    agreedText: "",
    agreedReason: "",
    overLimitReason: "",
    tell: true,
    termsRead: false,
  };
}

/** Returns whether typed text would be lost. */
export function isTouched(draft: PhoneDraft): boolean {
  return sortedJson(draft) !== sortedJson(emptyPhoneDraft());
}

/** Returns JSON with sorted names, because a restored draft has another order. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part,
  );
}

/** Returns the draft with its typed time, read at `now` in the operator's time zone. */
export function withTime(
  draft: PhoneDraft,
  whenText: string,
  now: number,
  timeZone: string,
): PhoneDraft {
  const read = parseTypedTime(whenText, now, timeZone);
  const [date = "", time = ""] = read.kind === "at" ? read.local.split("T") : [];
  const repeatedHour = (read.kind === "at" && read.repeatedHour) || null;
  const trip = { ...draft.trip, date, time, repeatedHour, asap: read.kind === "asap" };
  return withReturn({ ...draft, whenText, trip }, draft.returnText, now, timeZone);
}

/** Returns the draft with its typed return time: the next such time after the pickup. */
export function withReturn(
  draft: PhoneDraft,
  returnText: string,
  now: number,
  timeZone: string,
): PhoneDraft {
  const { date, time, back } = draft.trip;
  // Both times are local to the operator, so both can be read as UTC.
  const read = date
    ? parseTypedTime(returnText, Date.parse(`${date}T${time}Z`), "UTC")
    : parseTypedTime(returnText, now, timeZone);
  const [returnDate = "", returnTime = ""] = read.kind === "at" ? read.local.split("T") : [];
  const trip = {
    ...draft.trip,
    returns: returnText.trim() !== "",
    back: { ...back, date: returnDate, time: returnTime },
  };
  return { ...draft, returnText, trip };
}

/** Returns the trip to price; null while incomplete. */
export function quoteRequestOf(draft: PhoneDraft): PhoneQuoteRequest | null {
  const { trip, riderId } = draft;
  if (trip.stops.some(({ place }) => !place)) return null;
  const quoteTrip = tripOf(trip);
  return quoteTrip && { ...quoteTrip, ...(riderId && { riderId }) };
}

/** Copies an earlier trip for the same caller, without its time. */
export function phoneDraftOfTrip(trip: Reservation, way: "again" | "back"): PhoneDraft {
  const { rider, passenger, passengerNews, billing, vehicleClass } = trip;
  const isOtherPassenger = rider !== null && rider.name !== passenger.name;
  return {
    ...emptyPhoneDraft(),
    callerText: rider?.name ?? passenger.phone ?? "",
    riderId: rider?.id ?? null,
    // The trip was booked without an account, so its number is entered as a new caller's.
    number: rider ? null : passenger.phone,
    name: rider ? "" : passenger.name,
    trip: {
      ...tripDraftFrom(trip, way),
      vehicleClassId: vehicleClass.id,
      extras: trip.extras.map(({ id, quantity }) => ({ id, quantity })),
      isForSomebodyElse: isOtherPassenger,
      passengerName: isOtherPassenger ? passenger.name : "",
      passengerPhone: isOtherPassenger ? (passenger.phone ?? "") : "",
      passengerEmail: passengerNews?.email ?? "",
      passengerLanguage: passengerNews?.language ?? "",
      driverNewsTo: passengerNews?.driverNewsTo ?? "passenger",
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

/** The server's limit for a note, in characters. */
const MAX_NOTE_LENGTH = 1_000;

/** Starts a trip for the sender of a contact message. The message becomes its note. */
export function phoneDraftOfMessage({
  rider,
  name,
  email,
  phone,
  entries,
}: ContactMessage): PhoneDraft {
  const empty = emptyPhoneDraft();
  const writtenText = entries.find(({ kind }) => kind === "written")?.text ?? "";
  return {
    ...empty,
    callerText: rider?.name ?? phone ?? name,
    riderId: rider?.id ?? null,
    number: rider ? null : phone,
    name: rider ? "" : name,
    email: rider ? "" : (email ?? ""),
    trip: { ...empty.trip, note: writtenText.slice(0, MAX_NOTE_LENGTH) },
  };
}

/** The fields that can have faults, from top to bottom. */
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
  "return",
  "passengerName",
  "passengerPhone",
  "passengerEmail",
  "company",
  "costCentre",
  "reference",
  "overLimitReason",
  "promotion",
  "agreed",
  "agreedReason",
  "email",
] as const;
export type FieldName = (typeof fieldOrder)[number];
export type Faults = Partial<Record<FieldName, string>>;

/** Returns missing or invalid fields; empty when the trip can be booked. */
export function faultsOf(draft: PhoneDraft, when: TypedTime, currency: string): Faults {
  const { trip } = draft;
  const faults: Faults = {};
  if (!draft.riderId && !draft.number)
    faults.caller = draft.callerText
      ? "Choose the caller from the list, or type their full number."
      : "Who is calling? Type a number or a name.";
  if (draft.number && !draft.riderId && !draft.name.trim()) faults.name = "Ask for their name.";
  const time = timeError(when);
  if (time) faults.when = time;
  if (!trip.from.place) faults.from = "Where should we pick them up?";
  if (!destinationOf(trip) && destinationRequirement(trip) !== "never")
    faults.to = "Where are they going?";
  if (destinationRequirement(trip) === "always" && trip.stops.some(({ place }) => !place))
    faults.stops = "Choose the place of this stop, or remove it.";
  if (hasReturnTrip(trip) && !trip.back.date)
    faults.return = "Enter a time after the pickup, such as “1830” or “sun 10”.";
  const missing = missingField(trip);
  if (missing)
    faults[missing] =
      missing === "trouble" ? "Choose the closest match." : "Required for this service.";
  if (trip.isForSomebodyElse && lacksContact(trip)) faults.passengerPhone = NO_CONTACT_TEXT;
  if (trip.payment === "account" && !trip.billTo) faults.company = "Choose a company.";
  if (draft.agreedText.trim()) {
    const read = readMoney(draft.agreedText, currency);
    if ("fault" in read) faults.agreed = read.fault;
    else if (!draft.agreedReason.trim()) faults.agreedReason = "Give a short reason.";
  }
  return faults;
}

/** Returns the fault of a typed time; null when it is valid. */
export function timeError(when: TypedTime): string | null {
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

/** Returns the shown faults that still apply. The server's stay until something changes. */
export function remainingErrors(
  shownFaults: { faults: Faults; of: PhoneDraft | null },
  draft: PhoneDraft,
  currentFaultsOf: (draft: PhoneDraft) => Faults,
): Faults {
  if (shownFaults.of === draft || Object.keys(shownFaults.faults).length === 0)
    return shownFaults.faults;
  const currentFaults = currentFaultsOf(draft);
  return Object.fromEntries(
    Object.keys(shownFaults.faults).flatMap((name) => {
      const words = currentFaults[name as FieldName];
      return words === undefined ? [] : [[name, words]];
    }),
  );
}

/** Returns the server's faults by form field; empty when none belongs to a field. */
export function faultsFromServer({ code, message, fields }: ApiError): Faults {
  const faults: Faults = {};
  for (const [field, words] of Object.entries(fields)) {
    const name = serverFieldNames[field];
    if (name) faults[name] = words;
  }
  if (code === "company.member_limit") faults.overLimitReason = message;
  if (code.startsWith("company.") && Object.keys(faults).length === 0) faults.company = message;
  if (code.startsWith("promotion.")) faults.promotion = message;
  return faults;
}

/** The form field of each field that a server error names. */
const serverFieldNames: Readonly<Record<string, FieldName>> = {
  caller: "caller",
  "caller.phone": "caller",
  "caller.riderId": "caller",
  "caller.name": "name",
  "caller.email": "email",
  returnTrip: "return",
  "returnTrip.pickupLocal": "return",
  pickupLocal: "when",
  hours: "hours",
  flightNumber: "flightNumber",
  vehicleClassId: "class",
  passengerName: "passengerName",
  passengerPhone: "passengerPhone",
  passengerEmail: "passengerEmail",
  payment: "company",
  "billTo.companyId": "company",
  "billTo.costCentreId": "costCentre",
  "billTo.reference": "reference",
  promotionCode: "promotion",
  overLimitReason: "overLimitReason",
  "agreed.fareMinor": "agreed",
  "agreed.reason": "agreedReason",
};

/** Returns the request; null if no class is chosen, or no caller. */
export function toRequestBody(draft: PhoneDraft, quote: QuoteAnswer): BookByPhone | null {
  const { trip, riderId, number } = draft;
  const email = draft.email.trim();
  if (!trip.vehicleClassId || (!riderId && !number)) return null;
  const details = detailsOf(trip);
  const flight = isAirportTrip(trip) ? trip.flightNumber.trim() : "";
  const agreedPriceMinor = agreedMinor(draft, quote.currency);
  return {
    quote: quote.quote,
    vehicleClassId: trip.vehicleClassId,
    caller: riderId
      ? { riderId }
      : { phone: number ?? "", name: draft.name.trim(), ...(email && { email }) },
    ...(quote.returnTrip && { returnTrip: { quote: quote.returnTrip.quote } }),
    ...passengerInputOf(trip),
    ...(flight && { flightNumber: flight }),
    ...(Object.keys(details).length > 0 && { details }),
    payment: trip.payment,
    ...(trip.payment === "card" && riderId && trip.card && { cardId: trip.card.id }),
    ...(trip.payment === "account" && trip.billTo && { billTo: trip.billTo }),
    ...(trip.note.trim() && { note: trip.note.trim() }),
    ...(agreedPriceMinor !== null && {
      agreed: { fareMinor: agreedPriceMinor, reason: draft.agreedReason.trim() },
    }),
    ...(trip.payment === "account" &&
      draft.overLimitReason.trim() && { overLimitReason: draft.overLimitReason.trim() }),
    tell: draft.tell,
    ...(draft.termsRead && { termsRead: true }),
  };
}

/** Returns the agreed price in minor units; null without one. */
export function agreedMinor({ agreedText }: PhoneDraft, currency: string): number | null {
  if (!agreedText.trim()) return null;
  const read = readMoney(agreedText, currency);
  return "value" in read ? read.value : null;
}

/** Returns an amount as people say it, number first: "14,500 RWF". */
export function amountText(minor: number, currency: string): string {
  return `${formatAmount(minor, currency).replace(/\.0+$/, "")} ${currency}`;
}
