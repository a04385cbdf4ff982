/** What an affiliate's Livery is told about a trip. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type {
  PartnerReservation,
  ReservationExtra,
  ServiceDetails,
} from "../../reservations/contract";
import { storedTripPlaces } from "../../reservations/stored-trip";
import { localTimeAt } from "../../settings/local-time";

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
    note: note.slice(0, 1000).trim(),
  };
}
export type PeerFacts = ReturnType<typeof factsOf>;

/** The ride as a change of the booking there; null where it is that ride. */
export function changedRide({ ride, pickupAt }: PeerFacts, booking: PartnerReservation) {
  const { pickup, dropoff, stops, passengers, luggage } = ride;
  const ours = { pickup, dropoff, stops, passengers, luggage };
  const isSame =
    Date.parse(booking.pickupAt) === pickupAt && Bun.deepEquals({ ...booking, ...ours }, booking);
  return isSame
    ? null
    : { ...ours, pickupLocal: localTimeAt(pickupAt, booking.timeZone).slice(0, 16) };
}

/** What else of a trip is otherwise in the booking there. */
export function changedDetails(
  { note, flightNumber, passengerName: name, details: { greetingSign = "" } }: PeerFacts,
  booking: PartnerReservation,
) {
  return {
    ...(note !== booking.note && { note }),
    ...(flightNumber !== (booking.flightNumber ?? "") && { flightNumber }),
    ...(name !== booking.passenger.name && { passenger: { name } }),
    ...(greetingSign !== (booking.details.greetingSign ?? "") && { greetingSign }),
  };
}
