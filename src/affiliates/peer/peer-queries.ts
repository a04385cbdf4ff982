/** The facts about a trip that an affiliate's Livery gets. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type {
  PartnerReservation,
  ReservationExtra,
  ServiceDetails,
} from "../../reservations/contract";
import { storedTripPlaces } from "../../reservations/stored-trip";
import { localTimeAt } from "../../settings/local-time";

/**
 * Returns the facts of a trip for the booking there: no price, no rider, and the passenger's phone number in the note
 * once they may have it.
 */
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

/** Returns the ride as a change of the booking there; null if it is the same. */
export function changedRide({ ride, pickupAt }: PeerFacts, booking: PartnerReservation) {
  const { pickup, dropoff, stops, passengers, luggage } = ride;
  const ours = { pickup, dropoff, stops, passengers, luggage };
  const isSame =
    Date.parse(booking.pickupAt) === pickupAt && Bun.deepEquals({ ...booking, ...ours }, booking);
  return isSame
    ? null
    : { ...ours, pickupLocal: localTimeAt(pickupAt, booking.timeZone).slice(0, 16) };
}

/** Returns the other facts of a trip that differ in the booking there. */
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
