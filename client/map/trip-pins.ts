import type { Reservation, ReservationRow } from "../../src/reservations/contract";
import type { Stop } from "../../src/reservations/quotes/quote-contract";
import { pointOf, endsAtPickup } from "../../src/reservations/rules";
import type { MapPin, MapRoute } from "./map-contents";

/**
 * Returns the pins of a trip in the order of its route. A place in words has no pin yet. A trip that ends at its
 * pickup, such as an hourly one, has no drop-off pin.
 */
export function tripPins({
  pickup,
  stops = [],
  dropoff,
  serviceType,
}: Pick<ReservationRow, "pickup" | "dropoff" | "serviceType"> & {
  stops?: readonly Stop[];
}): MapPin[] {
  const pin = (kind: MapPin["kind"], stop: Stop): MapPin[] => {
    const point = pointOf(stop);
    return point ? [{ kind, name: stop.name, ...point }] : [];
  };
  return [
    ...pin("pickup", pickup),
    ...stops.flatMap((stop) => pin("stop", stop)),
    ...(endsAtPickup({ serviceType, pickup, dropoff }) ? [] : pin("dropoff", dropoff)),
  ];
}

/** Returns the route of a trip, dashed if no router measured it; null for hourly trips. */
export function tripRoute({
  serviceType,
  routeGeometry,
}: Pick<Reservation, "serviceType" | "routeGeometry">): MapRoute | null {
  return serviceType === "hourly" ? null : { geometry: routeGeometry };
}
