/** Agrees on a price before a trip, corrects the fare of a trip that has ended, and reopens trips. */
import type { StoredTrip } from "../../../db/schema/reservations";
import { assertWithinCreditLimit } from "../../companies/billing-actions";
import { agreedPrice, correctedLines } from "../../fares/agreed-rules";
import type { FareLine } from "../../fares/contract";
import { payColumns } from "../../fares/expense-rules";
import { driverPay } from "../../fares/driver-pay-rules";
import { versionOfTrip } from "../../fares/queries";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, changeReservation, moveReservation } from "../../reservations/actions";
import { notifyOfChange, notifyOfCorrection } from "../../reservations/messages/messages";
import type { CorrectFare } from "./fare-contract";
import { loadTrip } from "../../reservations/trip-queries";

/**
 * Corrects a fare: the difference becomes a separate line, and taxes and driver pay are recalculated. Rider and driver
 * are notified. 404 if the trip does not exist, 409 if it has changed in the meantime or is not open (a settled trip
 * must be reopened first), 422 if this is already the fare.
 */
export async function correctFare(
  deps: Deps,
  actor: Actor,
  id: string,
  input: CorrectFare,
): Promise<void> {
  const { version, fareMinor, reason } = input;
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    if (before.state !== "completed") throw new AppError("reservation.illegal_transition");
    if (fareMinor === before.fareMinor)
      throw new AppError("request.invalid", {
        fields: { fareMinor: "The trip already has this fare." },
      });
    const { serviceType, currency } = before;
    const schedule = versionOfTrip(tx, before)?.schedule ?? null;
    // The fare function wrote these lines.
    const lines = before.fareLines as FareLine[];
    const fareLines = correctedLines(schedule, { serviceType, currency, lines }, fareMinor);
    const isOwnTrip = before.farmOutId === null;
    const pay = isOwnTrip && schedule && driverPay(schedule, fareLines, before.distanceMeters);
    const correctedTrip = changeReservation(deps, tx, before, {
      actor,
      now,
      reason,
      changes: {
        fareLines,
        fareMinor,
        ...(pay && payColumns(pay, before.payLines)),
      },
      event: { kind: "fare_corrected", correctedFromMinor: before.fareMinor, fareMinor, currency },
    });
    notifyOfCorrection(tx, deps, correctedTrip, before.fareMinor);
    return correctedTrip;
  });
  announce(deps, row);
}

const statesBeforeTrip: readonly StoredTrip["state"][] = [
  "pending",
  "confirmed",
  "offered",
  "assigned",
];

/**
 * Agrees on another price before the trip. One line holds the difference from the list price, and taxes are
 * recalculated. The rider is notified. 404 if the trip does not exist, 409 if it has changed in the meantime, has no
 * price yet or is in progress, 422 if this is already the price or the paying company would exceed its limit.
 */
export async function agreePrice(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, fareMinor, reason }: CorrectFare,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    if (!statesBeforeTrip.includes(before.state))
      throw new AppError("reservation.illegal_transition");
    if (fareMinor === before.fareMinor)
      throw new AppError("request.invalid", {
        fields: { fareMinor: "The trip already has this price." },
      });
    assertWithinCreditLimit(tx, before, fareMinor, null);
    const { serviceType, currency } = before;
    const schedule = versionOfTrip(tx, before)?.schedule ?? null;
    // The fare function wrote these lines. A price agreed on earlier is replaced.
    const lines = (before.fareLines as FareLine[]).filter(({ kind }) => kind !== "agreed_price");
    const fareBefore = { currency, totalMinor: before.fareMinor, lines };
    const { lines: fareLines } = agreedPrice(schedule, serviceType, fareBefore, fareMinor);
    const agreedTrip = changeReservation(deps, tx, before, {
      actor,
      now,
      reason,
      changes: { fareLines, fareMinor },
      event: { kind: "price_agreed", agreedFromMinor: before.fareMinor, fareMinor, currency },
    });
    notifyOfChange(tx, deps, agreedTrip, []);
    return agreedTrip;
  });
  announce(deps, row);
}

/** Reopens a settled trip. */
export async function reopenReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, reason }: { version: number; reason: string },
): Promise<void> {
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    // Only `settled` leads back to `completed`. The state table refuses anything else.
    if (before.state !== "settled") throw new AppError("reservation.illegal_transition");
    return moveReservation(deps, tx, before, {
      to: "completed",
      actor,
      now: deps.now(),
      reason,
    });
  });
  announce(deps, row);
}
