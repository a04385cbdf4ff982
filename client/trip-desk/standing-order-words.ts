import type { StandingOrderRow } from "../../src/reservations/standing-orders/order-contract";

/** Returns one line: who is responsible for a passenger's repeating trips, and their contact. */
export function passengerDetail({ rider, passenger }: StandingOrderRow): string {
  const by = !rider
    ? "No account"
    : rider.name === passenger.name
      ? null
      : `Booked by ${rider.name}`;
  return [by, passenger.phone].filter((part) => part !== null).join(", ") || "Booked by the rider";
}
