/** What an affiliate's Livery is told of a trip, and which of its steps are news here. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type {
  PartnerReservation,
  ReservationExtra,
  ReservationState,
  ServiceDetails,
} from "../../reservations/contract";
import { storedTripPlaces } from "../../reservations/stored-trip";
import type { Step } from "../link-actions";

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

/** The states of a driven trip in their order. */
const driving = ["assigned", "en_route", "on_location", "passenger_on_board", "completed"] as const;

/** The steps that lead from the state of a trip here to the one that it has there, in their order. */
export function stepsBetween(here: ReservationState, there: ReservationState): Step[] {
  const steps: readonly ReservationState[] = driving;
  const from = steps.indexOf(here);
  if (from < 0) return [];
  const isMissed = there === "no_show";
  const until = steps.indexOf(isMissed ? "on_location" : there === "settled" ? "completed" : there);
  // As `driving` has them, but for the first, which comes with the acceptance.
  const between = steps.slice(from + 1, until + 1) as Step[];
  return isMissed && from <= steps.indexOf("on_location") ? [...between, "no_show"] : between;
}

/** When a booking there took a step (ms UTC); null where its timeline does not tell. */
export function momentThere(
  { timeline }: Pick<PartnerReservation, "timeline">,
  to: ReservationState,
): number | null {
  const found = timeline.findLast((entry) => entry.to === to && entry.from !== to);
  return found ? Date.parse(found.at) : null;
}
