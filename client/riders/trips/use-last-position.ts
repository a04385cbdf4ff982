import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import type { TripPosition, TripTracking } from "../../../src/tracking/contract";
import { isTracked } from "../../../src/reservations/links/link-rules";

/** The last position of a trip's car, when it arrives, and the server's time at that moment. */
export type LastPosition = Pick<TripPosition, "position" | "arrival" | "now">;

/**
 * Keeps the newest position, loaded or from the live stream; null outside the time in which the rider may see it.
 * `onPosition` takes positions from the stream, of any trip.
 */
export function useLastPosition(
  trip: Reservation,
  tracking: TripTracking,
): { lastPosition: LastPosition | null; onPosition: (position: TripPosition) => void } {
  const [streamedPosition, setStreamedPosition] = useState<TripPosition | null>(null);
  const onPosition = (position: TripPosition) => {
    if (position.reservationId === trip.id) setStreamedPosition(position);
  };
  const loaded = tracking.position && { ...tracking, position: tracking.position };
  // After a driver's step, the stream's position can be older than the loaded answer, which has the newer destination.
  const newest =
    streamedPosition?.reservationId === trip.id && (!loaded || streamedPosition.now > loaded.now)
      ? streamedPosition
      : loaded;
  return { lastPosition: isTracked(trip.state) ? newest : null, onPosition };
}
