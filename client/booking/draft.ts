/**
 * A booking draft: the entries, what follows from them, and which step is allowed. The browser stores it, so that
 * reloading, going back and signing in lose nothing.
 */
import type { Repeat } from "../../src/reservations/standing-orders/order-contract";
import type { Place, Point } from "../../src/places/contract";
import type { CardName } from "../../src/reservations/prepaying/card-contract";
import type {
  DriverNewsRecipient,
  PassengerInput,
  Payment,
  ServiceDetails,
  Trouble,
} from "../../src/reservations/contract";
import type {
  QuoteAnswer,
  QuoteOption,
  QuoteRequest,
  Stop,
  TripRequest,
} from "../../src/reservations/quotes/quote-contract";
import type { Language } from "../../src/settings/languages/languages-contract";
import { ASAP, RETURN_ON_CALL } from "../../src/reservations/rules";
import type { LocalClock } from "../ui/local-clock";
import type { BookingStep } from "./search";

/** A place in the rider's own words. Dispatch looks for it, unless the rider puts a pin on the map. */
export interface PlaceInWords {
  id: string;
  kind: "words";
  name: string;
  detail: string;
  latitude: number | null;
  longitude: number | null;
}

/** A place at either end of a trip. */
export type ChosenPlace = Place | PlaceInWords;

/** An end of the trip as typed. `place` is set only while the text matches the chosen place. */
export interface PlaceEntry {
  text: string;
  place: ChosenPlace | null;
}

/** Turns the typed text into a place. */
export function placeInWords(text: string): PlaceInWords {
  const name = text.trim().replace(/\s+/g, " ").slice(0, 200);
  return {
    id: `words:${name.toLowerCase()}`,
    kind: "words",
    name,
    detail: "",
    latitude: null,
    longitude: null,
  };
}

/** Shorter texts are not accepted as a place, because the rider is still typing them. */
export const MIN_PLACE_TEXT_LENGTH = 4;

/** Returns the point of the first place that has one; null if none has. */
export function firstPoint(places: readonly (ChosenPlace | null)[]): Point | null {
  for (const place of places) {
    if (place && place.latitude !== null && place.longitude !== null)
      return { latitude: place.latitude, longitude: place.longitude };
  }
  return null;
}

/** A stop of the trip; `key` identifies it while it is moved. */
export interface StopEntry extends PlaceEntry {
  key: string;
}

/** The most stops between pickup and drop-off. */
export const MAX_STOPS = 8;

/** The kinds offered at the start; a one-way trip to or from an airport has its own service type. */
export const bookingKinds = [
  "one_way",
  "hourly",
  "home_care",
  "roadside_assistance",
  "interpreter",
] as const;

/** The return trip being entered. */
export interface ReturnTripDraft {
  /** The same format as for the outbound trip; empty until entered. */
  date: string;
  time: string;
  repeatedHour: "earlier" | "later" | null;
  /** Whether the passenger calls when ready; only for care. */
  calls: boolean;
  /** Whether the return trip makes the same stops in reverse order. */
  byStops: boolean;
  flightNumber: string;
}

export interface BookingDraft {
  kind: (typeof bookingKinds)[number];
  from: PlaceEntry;
  to: PlaceEntry;
  /** Stops between the ends, in travel order; only for a trip with a destination. */
  stops: StopEntry[];
  /** Hours of hire; only with `hourly`. */
  hours: number;
  /** `2026-11-21` and `09:30` in the operator's time zone; empty until entered. */
  date: string;
  time: string;
  /** Which hour is meant if the clocks go back and the time comes twice. */
  repeatedHour: "earlier" | "later" | null;
  /** Whether the trip starts as soon as possible, whatever the day and time are. */
  asap: boolean;
  /** Whether there is a return trip; its entries are kept while it is off. */
  returns: boolean;
  back: ReturnTripDraft;
  passengers: number;
  luggage: number;
  flightNumber: string;
  greetingSign: string;
  /** Home care: the passenger's need, companions, and the appointment time (`10:30`). */
  mobility: NonNullable<TripRequest["mobility"]>;
  attendants: number;
  companions: number;
  appointmentTime: string;
  doorNote: string;
  /** Roadside assistance: make and model, the problem, and how it happened. */
  vehicle: string;
  plate: string;
  trouble: Trouble | "";
  troubleWords: string;
  languages: string;
  meeting: "rides_along" | "meets_there";
  /** Extras, each at most once. */
  extras: { id: string; quantity: number }[];
  /** The promotion code in use; empty without one. Text still being typed is not stored. */
  promotionCode: string;
  /** In per cent; null for the operator's default. */
  gratuityPercent: number | null;
  /** Index of the chosen route; 0 is the best. */
  way: number;
  /** The last prices, and the trip (as JSON) to which they belong. */
  quote: { trip: string; answer: QuoteAnswer } | null;
  vehicleClassId: string | null;
  isForSomebodyElse: boolean;
  passengerName: string;
  passengerPhone: string;
  passengerEmail: string;
  /** Empty for the language of the person who books. */
  passengerLanguage: Language | "";
  driverNewsTo: DriverNewsRecipient;
  note: string;
  payment: Payment;
  /** With `card`: the saved card that pays; null to pay by card in the car. */
  card: (CardName & { id: string }) | null;
  /** The version of the operator's terms that the rider has ticked; null for none. */
  terms: number | null;
  /** The company that pays, with `account`. */
  billTo: {
    companyId: string;
    costCentreId: string | null;
    reference: string;
    /** The member who rides, if a manager books for them. */
    member?: { id: string; name: string };
  } | null;
  /** A booking that was sent but not answered. Sending the same key and body again shows whether it was booked. */
  attempt: { key: string; body: string } | null;
  /** The days on which it repeats; null for a single trip. */
  repeat: Repeat | null;
  /** Set while the rider signs in at the last step, to return there afterwards. */
  resume: boolean;
}

export const offeredHours = [2, 3, 4, 5, 6, 8, 10, 12] as const;

export function emptyDraft(): BookingDraft {
  return {
    kind: "one_way",
    from: { text: "", place: null },
    to: { text: "", place: null },
    stops: [],
    hours: 3,
    date: "",
    time: "",
    repeatedHour: null,
    asap: false,
    returns: false,
    back: {
      date: "",
      time: "",
      repeatedHour: null,
      calls: false,
      byStops: true,
      flightNumber: "",
    },
    passengers: 1,
    luggage: 1,
    flightNumber: "",
    greetingSign: "",
    mobility: "ambulatory",
    attendants: 0,
    companions: 0,
    appointmentTime: "",
    doorNote: "",
    vehicle: "",
    plate: "",
    trouble: "",
    troubleWords: "",
    languages: "",
    meeting: "rides_along",
    extras: [],
    promotionCode: "",
    gratuityPercent: null,
    way: 0,
    quote: null,
    vehicleClassId: null,
    isForSomebodyElse: false,
    passengerName: "",
    passengerPhone: "",
    passengerEmail: "",
    passengerLanguage: "",
    driverNewsTo: "passenger",
    note: "",
    payment: "cash",
    card: null,
    terms: null,
    billTo: null,
    attempt: null,
    repeat: null,
    resume: false,
  };
}

/** Returns the service type, which depends on the places: an airport at either end makes it an airport trip. */
export function serviceTypeOf(draft: BookingDraft): TripRequest["serviceType"] {
  if (draft.kind !== "one_way") return draft.kind;
  if (draft.from.place?.kind === "airport") return "airport_pickup";
  if (draft.to.place?.kind === "airport") return "airport_dropoff";
  return "point_to_point";
}

/** Whether the trip is an airport trip, with a flight that arrives or departs. */
export function isAirportTrip(draft: BookingDraft): boolean {
  return ["airport_pickup", "airport_dropoff"].includes(serviceTypeOf(draft));
}

/** Whether the trip has a destination: always, optional (help may come to the spot), or never. */
export function destinationRequirement({
  kind,
  meeting,
}: BookingDraft): "always" | "maybe" | "never" {
  if (kind === "roadside_assistance") return "maybe";
  if (kind === "hourly" || (kind === "interpreter" && meeting === "meets_there")) return "never";
  return "always";
}

/** Returns the chosen end of the trip; the pickup if it has no destination. */
export function destinationOf(draft: BookingDraft): ChosenPlace | null {
  const dropoffRequirement = destinationRequirement(draft);
  if (dropoffRequirement === "never") return draft.from.place;
  const canOmitDropoff = dropoffRequirement === "maybe" && draft.to.text.trim() === "";
  return canOmitDropoff ? draft.from.place : draft.to.place;
}

/** Whether the trip ends where it begins. */
export function endsWhereItBegins(draft: BookingDraft): boolean {
  return draft.from.place !== null && destinationOf(draft) === draft.from.place;
}

/** Returns the number of people who ride: in care, the passenger and everyone who comes along. */
export function passengerCountOf({
  kind,
  passengers,
  attendants,
  companions,
}: BookingDraft): number {
  return kind === "home_care" ? 1 + attendants + companions : passengers;
}

/** Returns the first required field of the service that is still empty; null if none is. */
export function missingField(draft: BookingDraft): "vehicle" | "trouble" | "languages" | null {
  if (draft.kind === "roadside_assistance") {
    if (!draft.vehicle.trim()) return "vehicle";
    if (!draft.trouble) return "trouble";
  }
  return draft.kind === "interpreter" && !draft.languages.trim() ? "languages" : null;
}

/** Returns the service details to send; the server keeps those that apply. */
export function detailsOf(draft: BookingDraft): ServiceDetails {
  const greetingSign = draft.greetingSign.trim();
  switch (serviceTypeOf(draft)) {
    case "airport_pickup":
      return greetingSign ? { greetingSign } : {};
    case "home_care":
      return {
        care: {
          attendants: draft.attendants,
          companions: draft.companions,
          appointmentTime: draft.appointmentTime || null,
          doorNote: draft.doorNote.trim(),
        },
      };
    case "roadside_assistance":
      return {
        roadside: {
          vehicle: draft.vehicle.trim(),
          plate: draft.plate.trim(),
          trouble: draft.trouble || "other",
          words: draft.troubleWords.trim(),
        },
      };
    case "interpreter":
      return { interpreter: { languages: draft.languages.trim(), meeting: draft.meeting } };
    default:
      return {};
  }
}

type Passenger = Pick<
  BookingDraft,
  | "isForSomebodyElse"
  | "passengerName"
  | "passengerPhone"
  | "passengerEmail"
  | "passengerLanguage"
  | "driverNewsTo"
>;

/** Returns the passenger to send, if it is not the rider. */
export function passengerInputOf(draft: Passenger): PassengerInput {
  if (!draft.isForSomebodyElse) return {};
  const { passengerName, passengerPhone, passengerEmail, passengerLanguage, driverNewsTo } = draft;
  return {
    passengerName: passengerName.trim(),
    passengerPhone: passengerPhone.trim(),
    passengerEmail: passengerEmail.trim(),
    passengerLanguage,
    driverNewsTo,
  };
}

/** Whether a return trip is wanted, and the trip has a destination. */
export function hasReturnTrip(draft: BookingDraft): boolean {
  return draft.returns && allowsReturnTrip(draft);
}

/**
 * Returns how the trip repeats. Immediate trips and trips with a return trip do not repeat; the latter are repeated one
 * by one.
 */
export function repeatOf(draft: BookingDraft): Repeat | null {
  return draft.asap || hasReturnTrip(draft) ? null : draft.repeat;
}

/** Whether the trip has a destination, so that a return trip is possible. */
export function allowsReturnTrip(draft: BookingDraft): boolean {
  return destinationRequirement(draft) === "always" && !endsWhereItBegins(draft);
}

/** Whether the return trip waits for the passenger's call: care only. */
export function isReturnOnCall(draft: BookingDraft): boolean {
  return hasReturnTrip(draft) && draft.kind === "home_care" && draft.back.calls;
}

/** Whether the return trip starts at an airport, from a flight. */
export function isReturnFromAirport(draft: BookingDraft): boolean {
  return hasReturnTrip(draft) && serviceTypeOf(draft) === "airport_dropoff";
}

function returnTripOf(draft: BookingDraft): NonNullable<QuoteRequest["returnTrip"]> {
  const { back } = draft;
  const isOnCall = isReturnOnCall(draft);
  return {
    pickupLocal: isOnCall ? RETURN_ON_CALL : `${back.date}T${back.time}`,
    ...(!isOnCall && back.repeatedHour && { repeatedHour: back.repeatedHour }),
    ...(!back.byStops && { stops: "none" as const }),
    ...(isOnCall && draft.appointmentTime && { appointmentTime: draft.appointmentTime }),
  };
}

/** Returns the trip to price, with its return trip; null while something is missing. */
export function tripOf(draft: BookingDraft): QuoteRequest | null {
  const { from, kind, date, time } = draft;
  const end = destinationOf(draft);
  const stops = stopsOf(draft).map(stopOf);
  if (!from.place || !end || lacksTime(draft)) return null;
  return {
    serviceType: serviceTypeOf(draft),
    pickup: stopOf(from.place),
    dropoff: stopOf(end),
    pickupLocal: draft.asap ? ASAP : `${date}T${time}`,
    ...(!draft.asap && draft.repeatedHour && { repeatedHour: draft.repeatedHour }),
    passengers: passengerCountOf(draft),
    luggage: draft.luggage,
    ...(kind === "home_care" && { mobility: draft.mobility }),
    ...(kind === "hourly" && { hours: draft.hours }),
    ...(stops.length > 0 && { stops }),
    ...(draft.extras.length > 0 && { extras: draft.extras }),
    ...(draft.promotionCode && { promotionCode: draft.promotionCode }),
    ...(draft.gratuityPercent !== null && { gratuityPercent: draft.gratuityPercent }),
    ...(draft.payment === "account" && draft.billTo && { companyId: draft.billTo.companyId }),
    ...(draft.way > 0 && { way: draft.way }),
    ...(hasReturnTrip(draft) && { returnTrip: returnTripOf(draft) }),
  };
}

/** Whether the time of the trip or of its return trip is missing. */
function lacksTime(draft: BookingDraft): boolean {
  const { asap, date, time, back } = draft;
  if (!asap && (!date || !time)) return true;
  return hasReturnTrip(draft) && !isReturnOnCall(draft) && (!back.date || !back.time);
}

/** Returns the stops for which a place is chosen. */
export function stopsOf(draft: BookingDraft): ChosenPlace[] {
  if (destinationRequirement(draft) !== "always") return [];
  return draft.stops.flatMap(({ place }) => place ?? []);
}

/** Returns the trip without the choices beside its prices, as text for comparison. */
function tripKey({
  extras,
  promotionCode,
  gratuityPercent,
  companyId,
  way,
  ...otherFields
}: QuoteRequest): string {
  return JSON.stringify(otherFields);
}

/**
 * Returns the prices to show: those of the trip as entered, or the previous ones while an extra, a code, a route or a
 * tip is being priced. Only `quoteOf` can be booked.
 */
export function visibleQuoteOf(draft: BookingDraft): QuoteAnswer | null {
  const trip = tripOf(draft);
  if (!draft.quote || !trip) return null;
  // This page wrote the JSON from a trip, so it is one.
  const pricedTrip = JSON.parse(draft.quote.trip) as QuoteRequest;
  return tripKey(pricedTrip) === tripKey(trip) ? draft.quote.answer : null;
}

/** Returns the prices, if they are for the trip as entered. */
export function quoteOf(draft: BookingDraft): QuoteAnswer | null {
  const trip = tripOf(draft);
  return draft.quote && trip && draft.quote.trip === JSON.stringify(trip)
    ? draft.quote.answer
    : null;
}

/** Returns the chosen class with its price, as shown. */
export function chosenOption(draft: BookingDraft): QuoteOption | null {
  const options = visibleQuoteOf(draft)?.options ?? [];
  return options.find(({ vehicleClass }) => vehicleClass.id === draft.vehicleClassId) ?? null;
}

/** Returns the return trip in the chosen class; null without one. */
export function returnOptionFor(
  quote: Pick<QuoteAnswer, "returnTrip">,
  { vehicleClass }: QuoteOption,
): QuoteOption | null {
  const options = quote.returnTrip?.options ?? [];
  return options.find((option) => option.vehicleClass.id === vehicleClass.id) ?? null;
}

/** Returns the price of a class, including the return trip if there is one. */
export function totalMinorOf(quote: Pick<QuoteAnswer, "returnTrip">, option: QuoteOption): number {
  return option.fareMinor + (returnOptionFor(quote, option)?.fareMinor ?? 0);
}

/** Returns the last step that can be shown; each needs the ones before it. */
export function furthestStep(draft: BookingDraft, now: LocalClock): BookingStep {
  if (!draft.from.place || !destinationOf(draft)) return "where";
  if (destinationRequirement(draft) === "always" && draft.stops.some(({ place }) => !place))
    return "where";
  if (lacksTime(draft) || isPast(draft, now) || missingField(draft)) return "when";
  if (!draft.vehicleClassId) return "car";
  return "confirm";
}

/** Whether the chosen time has passed in the operator's time zone; the server checks more exactly. */
export function isPast({ asap, date, time }: BookingDraft, now: LocalClock): boolean {
  return !asap && `${date}T${time}` < `${now.date}T${now.time}`;
}

function stopOf({ name, detail, latitude, longitude }: ChosenPlace): Stop {
  return { name, detail, latitude, longitude };
}
