/**
 * A booking in the making: what has been entered, what follows from it, and how far one may go.
 * It is kept in the browser, so that reload, the way back and the sign-in lose nothing.
 */
import type { Repeat } from "../../src/reservations/standing-orders/order-contract";
import type { Place, Point } from "../../src/places/contract";
import type { Payment, ServiceDetails, Trouble } from "../../src/reservations/contract";
import type {
  QuoteAnswer,
  QuoteOption,
  QuoteRequest,
  Stop,
  TripRequest,
} from "../../src/reservations/quotes/quote-contract";
import { ASAP, WHEN_CALLED } from "../../src/reservations/rules";
import type { LocalClock } from "../ui/local-clock";
import type { BookingStep } from "./search";

/**
 * A place that no list knows, as the rider wrote it: dispatch looks for it, unless the rider has put a
 * pin on the map.
 */
export interface PlaceInWords {
  id: string;
  kind: "words";
  name: string;
  detail: string;
  latitude: number | null;
  longitude: number | null;
}

/** What can be chosen for an end of a trip. */
export type ChosenPlace = Place | PlaceInWords;

/** An end of the trip as typed; `place` only while the text is that of a chosen place. */
export interface PlaceEntry {
  text: string;
  place: ChosenPlace | null;
}

/** The text itself as a place. */
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

/** Shorter texts are not taken as a place: they are still being typed. */
export const FEWEST_LETTERS = 4;

/** Where the first of these places is that has a point; null where none has. */
export function firstPoint(places: readonly (ChosenPlace | null)[]): Point | null {
  for (const place of places) {
    if (place && place.latitude !== null && place.longitude !== null)
      return { latitude: place.latitude, longitude: place.longitude };
  }
  return null;
}

/** A stop on the way; `key` tells it from the others while it is moved about. */
export interface StopEntry extends PlaceEntry {
  key: string;
}

/** So many stops fit between pickup and drop-off. */
export const MOST_STOPS = 8;

/** What can be chosen at the start; a one-way trip to or from an airport is its own service type. */
export const bookingKinds = [
  "one_way",
  "hourly",
  "home_care",
  "roadside_assistance",
  "interpreter",
] as const;

/** The way back in the making. */
export interface ReturnTripDraft {
  /** As those of the trip there; empty until entered. */
  date: string;
  time: string;
  repeatedHour: "earlier" | "later" | null;
  /** Care: the passenger calls when ready. */
  calls: boolean;
  /** By the same stops in the other order, or straight. */
  byStops: boolean;
  flightNumber: string;
}

export interface BookingDraft {
  kind: (typeof bookingKinds)[number];
  from: PlaceEntry;
  to: PlaceEntry;
  /** Between the two, in the order of the way; only where there is a way. */
  stops: StopEntry[];
  /** Hours to have the car for; only with `hourly`. */
  hours: number;
  /** `2026-11-21` and `09:30` on the operator's clocks; empty until entered. */
  date: string;
  time: string;
  /** Which of the two, where the clocks are put back and the time comes twice. */
  repeatedHour: "earlier" | "later" | null;
  /** As soon as possible, whatever day and time say. */
  asap: boolean;
  /** With a way back; what it says is kept while there is none. */
  returns: boolean;
  back: ReturnTripDraft;
  passengers: number;
  luggage: number;
  flightNumber: string;
  greetingSign: string;
  /** Home care: the passenger's need, who comes along, and when they must be there (`10:30`). */
  mobility: NonNullable<TripRequest["mobility"]>;
  attendants: number;
  companions: number;
  appointmentTime: string;
  doorNote: string;
  /** Roadside assistance: make and model, what is wrong, and how it came about. */
  vehicle: string;
  plate: string;
  trouble: Trouble | "";
  troubleWords: string;
  languages: string;
  meeting: "rides_along" | "meets_there";
  /** Asked for besides the ride, each once. */
  extras: { id: string; quantity: number }[];
  /** The promotion code in use; empty without one. What is being typed is nobody's business yet. */
  promotionCode: string;
  /** Per cent; null leaves it to the operator. */
  gratuityPercent: number | null;
  /** Which of the ways that the router offers: 0 is the best. */
  way: number;
  /** The last prices, and the trip (as JSON) that they are for. */
  quote: { trip: string; answer: QuoteAnswer } | null;
  vehicleClassId: string | null;
  forSomebodyElse: boolean;
  passengerName: string;
  passengerPhone: string;
  note: string;
  payment: Payment;
  /** With `account`: the company that pays. */
  billTo: { companyId: string; costCentreId: string | null; reference: string } | null;
  /** A booking that was sent and not answered: the same key and body find out what became of it. */
  attempt: { key: string; body: string } | null;
  /** On which days it is booked again; null for a trip that is booked once. */
  repeat: Repeat | null;
  /** Left for the sign-in at the last step, to which it returns. */
  resume: boolean;
}

export const hoursOffered = [2, 3, 4, 5, 6, 8, 10, 12] as const;

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
    forSomebodyElse: false,
    passengerName: "",
    passengerPhone: "",
    note: "",
    payment: "cash",
    billTo: null,
    attempt: null,
    repeat: null,
    resume: false,
  };
}

/** Follows from the places: an airport at either end makes it an airport trip. */
export function serviceTypeOf(draft: BookingDraft): TripRequest["serviceType"] {
  if (draft.kind !== "one_way") return draft.kind;
  if (draft.from.place?.kind === "airport") return "airport_pickup";
  if (draft.to.place?.kind === "airport") return "airport_dropoff";
  return "point_to_point";
}

/** Whether a flight brings the passenger or takes them away. */
export function isFlown(draft: BookingDraft): boolean {
  return ["airport_pickup", "airport_dropoff"].includes(serviceTypeOf(draft));
}

/** As airlines write it: "WB 203". The server holds to the same. */
export function isFlightNumber(typed: string): boolean {
  return /^(?:[A-Z]{2,3}|[A-Z]\d|\d[A-Z])\d{1,4}[A-Z]?$/.test(
    typed.replaceAll(" ", "").toUpperCase(),
  );
}

/** Whether the trip leads somewhere: always, maybe (help may come to the spot), or never. */
export function leadsAway({ kind, meeting }: BookingDraft): "always" | "maybe" | "never" {
  if (kind === "roadside_assistance") return "maybe";
  if (kind === "hourly" || (kind === "interpreter" && meeting === "meets_there")) return "never";
  return "always";
}

/** Where the trip ends, as far as it is chosen: where it began, if it leads nowhere. */
export function endOf(draft: BookingDraft): ChosenPlace | null {
  const leads = leadsAway(draft);
  if (leads === "never") return draft.from.place;
  const stays = leads === "maybe" && draft.to.text.trim() === "";
  return stays ? draft.from.place : draft.to.place;
}

/** Whether the trip ends where it begins. */
export function staysPut(draft: BookingDraft): boolean {
  return draft.from.place !== null && endOf(draft) === draft.from.place;
}

/** How many ride: in care the passenger with all who come along. */
export function passengersOf({ kind, passengers, attendants, companions }: BookingDraft): number {
  return kind === "home_care" ? 1 + attendants + companions : passengers;
}

/** Which field of the service's own is still empty and must not be; null when none is. */
export function missingField(draft: BookingDraft): "vehicle" | "trouble" | "languages" | null {
  if (draft.kind === "roadside_assistance") {
    if (!draft.vehicle.trim()) return "vehicle";
    if (!draft.trouble) return "trouble";
  }
  return draft.kind === "interpreter" && !draft.languages.trim() ? "languages" : null;
}

/** What the service asks for besides the way, as it is sent; the server keeps what belongs to it. */
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

/** Whether there is a way back: wished for, and of a trip that leads away. */
export function comesBack(draft: BookingDraft): boolean {
  return draft.returns && mayComeBack(draft);
}

/** How the trip is repeated: never one for now, nor one with a way back, which are repeated one by one. */
export function repeatOf(draft: BookingDraft): Repeat | null {
  return draft.asap || comesBack(draft) ? null : draft.repeat;
}

/** Whether the trip leads away, so that there can be a way back. */
export function mayComeBack(draft: BookingDraft): boolean {
  return leadsAway(draft) === "always" && !staysPut(draft);
}

/** Whether the way back waits until its passenger calls: in care only. */
export function backOnCall(draft: BookingDraft): boolean {
  return comesBack(draft) && draft.kind === "home_care" && draft.back.calls;
}

/** Whether the way back begins at an airport, from a flight. */
export function isFetchedBack(draft: BookingDraft): boolean {
  return comesBack(draft) && serviceTypeOf(draft) === "airport_dropoff";
}

function returnTripOf(draft: BookingDraft): NonNullable<QuoteRequest["returnTrip"]> {
  const { back } = draft;
  const onCall = backOnCall(draft);
  return {
    pickupLocal: onCall ? WHEN_CALLED : `${back.date}T${back.time}`,
    ...(!onCall && back.repeatedHour && { repeatedHour: back.repeatedHour }),
    ...(!back.byStops && { stops: "none" as const }),
    ...(onCall && draft.appointmentTime && { appointmentTime: draft.appointmentTime }),
  };
}

/** The trip to ask a price for, with its way back; null while something is missing. */
export function tripOf(draft: BookingDraft): QuoteRequest | null {
  const { from, kind, date, time } = draft;
  const end = endOf(draft);
  const stops = stopsOf(draft).map(stopOf);
  if (!from.place || !end || lacksTime(draft)) return null;
  return {
    serviceType: serviceTypeOf(draft),
    pickup: stopOf(from.place),
    dropoff: stopOf(end),
    pickupLocal: draft.asap ? ASAP : `${date}T${time}`,
    ...(!draft.asap && draft.repeatedHour && { repeatedHour: draft.repeatedHour }),
    passengers: passengersOf(draft),
    luggage: draft.luggage,
    ...(kind === "home_care" && { mobility: draft.mobility }),
    ...(kind === "hourly" && { hours: draft.hours }),
    ...(stops.length > 0 && { stops }),
    ...(draft.extras.length > 0 && { extras: draft.extras }),
    ...(draft.promotionCode && { promotionCode: draft.promotionCode }),
    ...(draft.gratuityPercent !== null && { gratuityPercent: draft.gratuityPercent }),
    ...(draft.way > 0 && { way: draft.way }),
    ...(comesBack(draft) && { returnTrip: returnTripOf(draft) }),
  };
}

/** Whether a time is missing, of the trip or of its way back. */
function lacksTime(draft: BookingDraft): boolean {
  const { asap, date, time, back } = draft;
  if (!asap && (!date || !time)) return true;
  return comesBack(draft) && !backOnCall(draft) && (!back.date || !back.time);
}

/** Where the rider stops on the way, as far as that is chosen. */
export function stopsOf(draft: BookingDraft): ChosenPlace[] {
  if (leadsAway(draft) !== "always") return [];
  return draft.stops.flatMap(({ place }) => place ?? []);
}

/** The trip without what can still be chosen beside its prices, for comparison. */
function coreOf({ extras, promotionCode, gratuityPercent, way, ...core }: QuoteRequest): string {
  return JSON.stringify(core);
}

/**
 * The prices to show: those of the trip as it is entered, or while an extra, a code, a way or a tip
 * is being priced, those from before. Only `quoteOf` can be booked.
 */
export function shownQuoteOf(draft: BookingDraft): QuoteAnswer | null {
  const trip = tripOf(draft);
  if (!draft.quote || !trip) return null;
  // Written by ourselves from a trip.
  const priced = JSON.parse(draft.quote.trip) as QuoteRequest;
  return coreOf(priced) === coreOf(trip) ? draft.quote.answer : null;
}

/** The prices, if they are for the trip as it is entered now. */
export function quoteOf(draft: BookingDraft): QuoteAnswer | null {
  const trip = tripOf(draft);
  return draft.quote && trip && draft.quote.trip === JSON.stringify(trip)
    ? draft.quote.answer
    : null;
}

/** The chosen class with its price, as it is shown. */
export function chosenOption(draft: BookingDraft): QuoteOption | null {
  const options = shownQuoteOf(draft)?.options ?? [];
  return options.find(({ vehicleClass }) => vehicleClass.id === draft.vehicleClassId) ?? null;
}

/** The way back in the chosen class; null where there is none. */
export function backOption(quote: QuoteAnswer, { vehicleClass }: QuoteOption): QuoteOption | null {
  const options = quote.returnTrip?.options ?? [];
  return options.find((option) => option.vehicleClass.id === vehicleClass.id) ?? null;
}

/** What a class costs, both ways where there are two. */
export function totalMinorOf(quote: QuoteAnswer, option: QuoteOption): number {
  return option.fareMinor + (backOption(quote, option)?.fareMinor ?? 0);
}

/** The last step that can be shown: each needs those before it. */
export function furthestStep(draft: BookingDraft, now: LocalClock): BookingStep {
  if (!draft.from.place || !endOf(draft)) return "where";
  if (leadsAway(draft) === "always" && draft.stops.some(({ place }) => !place)) return "where";
  if (lacksTime(draft) || isPast(draft, now) || missingField(draft)) return "when";
  if (!draft.vehicleClassId) return "car";
  return "confirm";
}

/** Whether the chosen time is over on the operator's clocks; the server asks more exactly. */
export function isPast({ asap, date, time }: BookingDraft, now: LocalClock): boolean {
  return !asap && `${date}T${time}` < `${now.date}T${now.time}`;
}

function stopOf({ name, detail, latitude, longitude }: ChosenPlace): Stop {
  return { name, detail, latitude, longitude };
}
