import type { ReservationRow } from "../../src/reservations/contract";
import type { MapPin } from "./shown";

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
