/**
 * Who may call a trip off, and what that costs. A booking that dispatch has not confirmed yet costs
 * nothing; then the price list says under which the trip was agreed, once and for all when the
 * driver is on the way: by their tap and by the clock.
 */
import { cancellationFee, type FeeDecision } from "../fares/cancellation-rules";
import type { FeeSchedule } from "../fares/contract";
import type { ReservationState } from "./contract";
import { canMove } from "./rules";
import { isOnTheWay } from "./start-rules";

/** What cancelling means: `late` is inside the time that costs a fee. */
export type CancellationDecision =
  ({ allowed: true; late: boolean } & FeeDecision) | { allowed: false };

/**
 * Whether a reservation can be cancelled at `now` (ms UTC) and what that costs under the prices it
 * was agreed with, in minor units. A booking that dispatch has not confirmed costs nothing, however
 * late; so do one whose prices are nowhere to be found and a way back that was never called for.
 */
export function cancellation(
  schedule: FeeSchedule | null,
  reservation: {
    state: ReservationState;
    /** From when its driver may set off. */
    startsAt: number;
    createdAt: number;
    pickupAt: number;
    fareMinor: number;
    willCall?: boolean;
  },
  now: number,
): CancellationDecision {
  const { state, createdAt, pickupAt, fareMinor, willCall } = reservation;
  if (!canMove(state, "cancelled")) return { allowed: false };
  const free = { feeMinor: 0, driverShareMinor: 0, line: null };
  if (state === "quote" || state === "pending" || willCall || !schedule)
    return { allowed: true, late: false, ...free };
  const onTheWay = isOnTheWay(reservation, now);
  const trip = { bookedAt: createdAt, pickupAt, fareMinor, onTheWay };
  const fee = cancellationFee(schedule, trip, now);
  return { allowed: true, late: fee.feeMinor > 0, ...fee };
}
