/** Turns the places of a trip into those of a booking draft, to change the trip or to book another one like it. */
import type { Reservation } from "../../src/reservations/contract";
import type { Stop } from "../../src/reservations/quotes/quote-contract";
import { endsAtPickup } from "../../src/reservations/rules";
import {
  type BookingDraft,
  bookingKinds,
  emptyDraft,
  type PlaceEntry,
  placeInWords,
} from "./draft";
import { saveDraft } from "./draft-storage";

/** Returns a stop as a chosen place. One without a pin is in the rider's own words. */
export function entryOf(stop: Stop, isAirport = false): PlaceEntry {
  const { name, detail, latitude, longitude } = stop;
  if (latitude === null || longitude === null) return { text: name, place: placeInWords(name) };
  const id = `trip:${latitude},${longitude}`;
  const kind = isAirport ? ("airport" as const) : ("address" as const);
  return { text: name, place: { id, source: "recent", kind, name, detail, latitude, longitude } };
}

/** Returns the ends of a trip, each as a chosen place. */
export function tripEndpoints({ serviceType, pickup, dropoff }: Reservation) {
  return {
    from: entryOf(pickup, serviceType === "airport_pickup"),
    to: entryOf(dropoff, serviceType === "airport_dropoff"),
  };
}

/** Returns a draft of the same trip without its time, in the same or the return direction. */
export function draftOfTrip(trip: Reservation, direction: "again" | "back"): BookingDraft {
  const { from, to } = tripEndpoints(trip);
  const stops = trip.stops.map((stop, at) => ({ ...entryOf(stop), key: `stop-${at}` }));
  const isReturn = direction === "back";
  return {
    ...emptyDraft(),
    kind: kindOf(trip.serviceType),
    ...(endsAtPickup(trip) ? { from } : isReturn ? { from: to, to: from } : { from, to }),
    stops: isReturn ? stops.toReversed() : stops,
    ...(trip.hours !== null && { hours: trip.hours }),
    passengers: trip.passengers,
    luggage: trip.luggage,
    note: isReturn ? "" : trip.note,
    ...(trip.payment !== "account" && { payment: trip.payment }),
    mobility: trip.mobility,
    ...serviceEntries(trip, isReturn),
  };
}

function kindOf(serviceType: Reservation["serviceType"]): BookingDraft["kind"] {
  return bookingKinds.find((kind) => kind === serviceType) ?? "one_way";
}

/**
 * Returns the service details. The appointment time and door note are left out if they belong to another day or
 * direction.
 */
function serviceEntries(trip: Reservation, isReturn: boolean): Partial<BookingDraft> {
  const { greetingSign, care, roadside, interpreter } = trip.details;
  return {
    ...(greetingSign && { greetingSign }),
    // If a phone booking named no companions, everyone except the passenger counts as one.
    ...(trip.serviceType === "home_care" && {
      attendants: care?.attendants ?? 0,
      companions: care?.companions ?? Math.max(0, trip.passengers - 1),
      doorNote: isReturn ? "" : (care?.doorNote ?? ""),
    }),
    ...(roadside && { vehicle: roadside.vehicle, plate: roadside.plate }),
    ...interpreter,
  };
}

/** Stores a draft like this trip in this browser, where the booking form finds it. */
export function saveDraftOfTrip(trip: Reservation, direction: "again" | "back"): void {
  saveDraft(draftOfTrip(trip, direction), Date.now());
}
