import type { StandingOrderRow } from "../../src/reservations/standing-orders/order-contract";

/** Who stands behind a passenger of repeating trips, and how to reach them, in one line. */
export function passengerDetail({ rider, passenger }: StandingOrderRow): string {
  const by = !rider ? "No account" : rider.name === passenger.name ? null : `By ${rider.name}`;
  return [by, passenger.phone].filter((part) => part !== null).join(", ") || "Booked by the rider";
}
