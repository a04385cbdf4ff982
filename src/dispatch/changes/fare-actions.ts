/** Agrees on a price before a trip, corrects the fare of one that has ended, and reopens trips. */
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
 * Corrects a fare: the difference is a line of its own; taxes and driver pay are recalculated.
 * Rider and driver are told. 404, 409 when it has changed in the meantime or is not open (reopen a
 * settled trip first), 422 when this is already the fare.
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
    // Written by us from the fare function's lines.
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
 * Agrees on another price before the trip: one line makes the difference to the list, and taxes are worked out again.
 * The rider is told. 404, 409 when it has changed in the meantime, has no price yet or is under way, 422 when this is
 * already the price or the paying company would exceed its limit.
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
    // Written by us from the fare function's lines; the price that was agreed before gives way.
    const lines = (before.fareLines as FareLine[]).filter(({ kind }) => kind !== "agreed_price");
    const listed = { currency, totalMinor: before.fareMinor, lines };
    const { lines: fareLines } = agreedPrice(schedule, serviceType, listed, fareMinor);
    const agreed = changeReservation(deps, tx, before, {
      actor,
      now,
      reason,
      changes: { fareLines, fareMinor },
      event: { kind: "price_agreed", agreedFromMinor: before.fareMinor, fareMinor, currency },
    });
    notifyOfChange(tx, deps, agreed, []);
    return agreed;
  });
  announce(deps, row);
}

/** Opens a settled trip again. */
export async function reopenReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, reason }: { version: number; reason: string },
): Promise<void> {
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    // Only `settled` leads back to `completed`; anything else is refused by the state table.
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
