/** The places of a trip as the booking form has them, to change it or to book another like it. */
import type { Reservation, Stop } from "../../../src/reservations/contract";
import { type BookingDraft, emptyDraft, type PlaceEntry, placeInWords } from "../booking/draft";

/** A stop as a chosen place; one that is not pinned is in the rider's own words. */
export function entryOf(stop: Stop, isAirport = false): PlaceEntry {
  const { name, detail, latitude, longitude } = stop;
  if (latitude === null || longitude === null) return { text: name, place: placeInWords(name) };
  const id = `trip:${latitude},${longitude}`;
  const kind = isAirport ? ("airport" as const) : ("address" as const);
  return { text: name, place: { id, source: "recent", kind, name, detail, latitude, longitude } };
}

/** The ends of a trip, each as a chosen place. */
export function endsOf({ serviceType, pickup, dropoff }: Reservation) {
  return {
    from: entryOf(pickup, serviceType === "airport_pickup"),
    to: entryOf(dropoff, serviceType === "airport_dropoff"),
  };
}

/** A booking like this trip without its time: there again, or back. */
export function draftLike(trip: Reservation, way: "again" | "back"): BookingDraft {
  const { from, to } = endsOf(trip);
  const stops = trip.stops.map((stop, at) => ({ ...entryOf(stop), key: `stop-${at}` }));
  const back = way === "back";
  return {
    ...emptyDraft(),
    kind: trip.serviceType === "hourly" ? "hourly" : "one_way",
    from: back ? to : from,
    to: back ? from : to,
    stops: back ? stops.toReversed() : stops,
    ...(trip.hours !== null && { hours: trip.hours }),
    passengers: trip.passengers,
    luggage: trip.luggage,
    note: back ? "" : trip.note,
  };
}
