/**
 * A booking in the making: what has been entered, what follows from it, and how far one may go.
 * It is kept in the browser, so that reload, the way back and the sign-in lose nothing.
 */
import type { Place } from "../../../src/places/contract";
import type {
  QuoteAnswer,
  QuoteOption,
  Stop,
  TripRequest,
} from "../../../src/reservations/contract";
import type { LocalClock } from "./local-clock";
import type { BookingStep } from "./search";

/** A place that no list knows, as the rider wrote it: dispatch looks for it. */
export interface PlaceInWords {
  id: string;
  kind: "words";
  name: string;
  detail: string;
  latitude: null;
  longitude: null;
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

export interface BookingDraft {
  kind: "one_way" | "hourly";
  from: PlaceEntry;
  to: PlaceEntry;
  /** Hours to have the car for; only with `hourly`. */
  hours: number;
  /** `2026-11-21` and `09:30` on the operator's clocks; empty until entered. */
  date: string;
  time: string;
  /** Which of the two, where the clocks are put back and the time comes twice. */
  repeatedHour: "earlier" | "later" | null;
  passengers: number;
  luggage: number;
  flightNumber: string;
  /** The last prices, and the trip (as JSON) that they are for. */
  quote: { trip: string; answer: QuoteAnswer } | null;
  vehicleClassId: string | null;
  forSomebodyElse: boolean;
  passengerName: string;
  passengerPhone: string;
  note: string;
  /** A booking that was sent and not answered: the same key and body find out what became of it. */
  attempt: { key: string; body: string } | null;
  /** Left for the sign-in at the last step, to which it returns. */
  resume: boolean;
}

export const hoursOffered = [2, 3, 4, 5, 6, 8, 10, 12] as const;

export function emptyDraft(): BookingDraft {
  return {
    kind: "one_way",
    from: { text: "", place: null },
    to: { text: "", place: null },
    hours: 3,
    date: "",
    time: "",
    repeatedHour: null,
    passengers: 1,
    luggage: 1,
    flightNumber: "",
    quote: null,
    vehicleClassId: null,
    forSomebodyElse: false,
    passengerName: "",
    passengerPhone: "",
    note: "",
    attempt: null,
    resume: false,
  };
}

/** Follows from the places: an airport at either end makes it an airport trip. */
export function serviceTypeOf(draft: BookingDraft): TripRequest["serviceType"] {
  if (draft.kind === "hourly") return "hourly";
  if (draft.from.place?.kind === "airport") return "airport_pickup";
  if (draft.to.place?.kind === "airport") return "airport_dropoff";
  return "point_to_point";
}

/** The trip to ask a price for; null while something is missing. */
export function tripOf(draft: BookingDraft): TripRequest | null {
  const { from, to, kind, date, time } = draft;
  // By the hour the car comes back to where it began, unless the rider says otherwise on the way.
  const end = kind === "hourly" ? from.place : to.place;
  if (!from.place || !end || !date || !time) return null;
  return {
    serviceType: serviceTypeOf(draft),
    pickup: stopOf(from.place),
    dropoff: stopOf(end),
    pickupLocal: `${date}T${time}`,
    ...(draft.repeatedHour && { repeatedHour: draft.repeatedHour }),
    passengers: draft.passengers,
    luggage: draft.luggage,
    ...(kind === "hourly" && { hours: draft.hours }),
  };
}

/** The prices, if they are for the trip as it is entered now. */
export function quoteOf(draft: BookingDraft): QuoteAnswer | null {
  const trip = tripOf(draft);
  return draft.quote && trip && draft.quote.trip === JSON.stringify(trip)
    ? draft.quote.answer
    : null;
}

/** The chosen class with its price, if the prices still hold for the trip. */
export function chosenOption(draft: BookingDraft): QuoteOption | null {
  const options = quoteOf(draft)?.options ?? [];
  return options.find(({ vehicleClass }) => vehicleClass.id === draft.vehicleClassId) ?? null;
}

/** The last step that can be shown: each needs those before it. */
export function furthestStep(draft: BookingDraft, now: LocalClock): BookingStep {
  if (!draft.from.place || (draft.kind === "one_way" && !draft.to.place)) return "where";
  if (!draft.date || !draft.time || isPast(draft, now)) return "when";
  if (!draft.vehicleClassId) return "car";
  return "confirm";
}

/** Whether the chosen time is over on the operator's clocks; the server asks more exactly. */
export function isPast({ date, time }: BookingDraft, now: LocalClock): boolean {
  return `${date}T${time}` < `${now.date}T${now.time}`;
}

function stopOf({ name, detail, latitude, longitude }: ChosenPlace): Stop {
  return { name, detail, latitude, longitude };
}
