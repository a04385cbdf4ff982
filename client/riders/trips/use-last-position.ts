import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import type { TripPosition, TripTracking } from "../../../src/tracking/contract";
import { isTracked } from "../../../src/reservations/links/link-rules";

/** Where the car of a trip was seen last, when it arrives, and the server's clock at that. */
export type LastPosition = Pick<TripPosition, "position" | "arrival" | "now">;

/**
 * The newest of what was loaded and what the live line brought since; null outside the time in which
 * the rider may know. `onPosition` takes what the line brings, of whichever trip.
 */
export function useLastPosition(
  trip: Reservation,
  tracking: TripTracking,
): { seen: LastPosition | null; onPosition: (position: TripPosition) => void } {
  const [told, setTold] = useState<TripPosition | null>(null);
  const onPosition = (position: TripPosition) => {
    if (position.reservationId === trip.id) setTold(position);
  };
  const loaded = tracking.position && { ...tracking, position: tracking.position };
  // A step is told first and loaded then: what was loaded with the step knows better where to.
  const newest =
    told?.reservationId === trip.id && (!loaded || told.now > loaded.now) ? told : loaded;
  return { seen: isTracked(trip.state) ? newest : null, onPosition };
}
