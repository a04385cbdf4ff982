import type { Reservation, ReservationRow } from "../../src/reservations/contract";
import type { Stop } from "../../src/reservations/quotes/quote-contract";
import { pointOf, endsAtPickup } from "../../src/reservations/rules";
import type { MapPin, MapRoute } from "./map-contents";

/**
 * The pins of a trip in the order of its way; a place in words has none yet. By the hour there is no
 * drop-off to know.
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

/** The way of a trip, dashed where no router measured it; none by the hour. */
export function tripRoute({
  serviceType,
  routeGeometry,
}: Pick<Reservation, "serviceType" | "routeGeometry">): MapRoute | null {
  return serviceType === "hourly" ? null : { geometry: routeGeometry };
}
