/** Calculates what the end of a trip costs under the prices that were agreed. */
import { and, eq, ne } from "drizzle-orm";
import { findRows } from "../../../db/rows";
import { expenses } from "../../../db/schema/expenses";
import {
  reservationEvents,
  type reservations,
  type StoredTrip,
} from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { noShowFee, driverPayOfFee } from "../../fares/cancellation-rules";
import type { FareLine, PayLine } from "../../fares/contract";
import { expenseLine, payColumns } from "../../fares/expense-rules";
import { driverPay } from "../../fares/driver-pay-rules";
import { versionOfTrip } from "../../fares/queries";
import { fareWithWait, waitTerms } from "../../fares/rules";
import { passengerOutsideAt, waitStartOf } from "../../fares/wait-rules";
import type { EventOf } from "../../reservations/event-contract";

type NoShowOutcome = {
  changes?: Pick<
    typeof reservations.$inferInsert,
    "cancellationFeeMinor" | "feeLines" | "payLines" | "payMinor"
  >;
  event?: EventOf<"no_show">;
};

/**
 * Returns the columns that a no-show changes (the fee, its reason and the driver's share), and the fee for the
 * timeline.
 */
export function noShowOutcomeOf(tx: Tx, row: StoredTrip): NoShowOutcome {
  const schedule = versionOfTrip(tx, row)?.schedule;
  if (!schedule) return {};
  const fee = noShowFee(schedule, row.fareMinor);
  const pay = driverPayOfFee(row.currency, fee);
  return {
    changes: {
      cancellationFeeMinor: fee.feeMinor,
      feeLines: fee.line ? [fee.line] : [],
      // An affiliate's trip has no driver of the operator to pay.
      ...(row.farmOutId === null && { payLines: pay.lines, payMinor: pay.totalMinor }),
    },
    ...(fee.feeMinor > 0 && {
      event: { kind: "no_show", feeMinor: fee.feeMinor, currency: row.currency },
    }),
  };
}

/** Returns the columns that the end of a trip changes: waiting, added after the agreed lines, and the pay. */
export function completionColumnsOf(tx: Tx, row: StoredTrip) {
  const schedule = versionOfTrip(tx, row)?.schedule;
  if (!schedule) return {};
  const agreed = {
    currency: row.currency,
    totalMinor: row.fareMinor,
    // The fare function wrote these lines.
    lines: row.fareLines as FareLine[],
  };
  const { arrivedAt, onBoardAt } = pickupTimes(tx, row.id);
  const { serviceType, vehicleClassId, pickupAt } = row;
  const landedAt = passengerOutsideAt(row.landedAt, row.minutesAfterLanding);
  const facts =
    arrivedAt !== null && onBoardAt !== null
      ? { serviceType, vehicleClassId, pickupAt, arrivedAt, onBoardAt, landedAt }
      : null;
  const fare = facts ? fareWithWait(schedule, facts, agreed) : agreed;
  const pay = driverPay(schedule, fare.lines, row.distanceMeters);
  return {
    ...(facts && {
      waitSeconds: Math.max(
        0,
        Math.round(
          (facts.onBoardAt - waitStartOf(waitTerms(schedule, facts), facts).chargedFrom) / 1000,
        ),
      ),
    }),
    // The agreed lines stay, and only lines after them are written.
    ...(fare !== agreed && { fareLines: fare.lines, fareMinor: fare.totalMinor }),
    ...(row.farmOutId === null && payColumns(pay, approvedExpenseLines(tx, row.id))),
  };
}

/** Returns the expenses that dispatch has approved for the driver during the trip. */
function approvedExpenseLines(tx: Tx, reservationId: string): PayLine[] {
  return findRows(tx, expenses, { reservationId, state: "approved", paysDriver: true }).map(
    expenseLine,
  );
}

/**
 * Returns the last departure, arrival and boarding from the log. An entry that keeps the state is not an arrival, so a
 * change by the rider does not shorten the waiting.
 */
export function pickupTimes(
  tx: Tx,
  id: string,
): Record<"setOffAt" | "arrivedAt" | "onBoardAt", number | null> {
  const events = tx
    .select({ at: reservationEvents.at, to: reservationEvents.toState })
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, id),
        ne(reservationEvents.fromState, reservationEvents.toState),
      ),
    )
    .orderBy(reservationEvents.at)
    .all();
  const lastTimeOf = (state: string) => events.findLast(({ to }) => to === state)?.at ?? null;
  return {
    setOffAt: lastTimeOf("en_route"),
    arrivedAt: lastTimeOf("on_location"),
    onBoardAt: lastTimeOf("passenger_on_board"),
  };
}
