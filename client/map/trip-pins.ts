import type { Reservation, ReservationRow } from "../../src/reservations/contract";
import type { MapPin, MapRoute } from "./shown";

/** The pins of a trip in the order of its way. By the hour there is no drop-off to know. */
export function tripPins({
  pickup,
  dropoff,
  serviceType,
}: Pick<ReservationRow, "pickup" | "dropoff" | "serviceType">): MapPin[] {
  return [
    { kind: "pickup", ...pickup },
    ...(serviceType === "hourly" ? [] : [{ kind: "dropoff" as const, ...dropoff }]),
  ];
}

/** The way of a trip, dashed where no router measured it; none by the hour. */
export function tripRoute({
  serviceType,
  routeGeometry,
}: Pick<Reservation, "serviceType" | "routeGeometry">): MapRoute | null {
  return serviceType === "hourly" ? null : { geometry: routeGeometry };
}
