/** What an affiliate's Livery is told of a trip. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type { ReservationExtra, ServiceDetails } from "../../reservations/contract";
import { storedTripPlaces } from "../../reservations/stored-trip";

/** What of a trip a booking there has: no price, no rider, and a passenger's phone in the note once they have it. */
export function factsOf(trip: StoredTrip, phone: string | null) {
  const details = (trip.details ?? {}) as ServiceDetails;
  const extras = (trip.extras as ReservationExtra[]).map(({ name, quantity }) =>
    quantity > 1 ? `${quantity} × ${name}` : name,
  );
  const note = [trip.note, ...extras, phone && `Passenger’s phone: ${phone}`]
    .filter(Boolean)
    .join("\n");
  return {
    ride: {
      serviceType: trip.serviceType,
      ...storedTripPlaces(trip),
      passengers: trip.passengers,
      luggage: trip.luggage,
      mobility: trip.mobility,
      ...(trip.hours !== null && { hours: trip.hours }),
    },
    pickupAt: trip.pickupAt,
    flightNumber: trip.flightNumber ?? "",
    details,
    passengerName: trip.passengerName,
    note: note.slice(0, 1000),
  };
}
export type PeerFacts = ReturnType<typeof factsOf>;
