/** Records a rider's rating and tip after a trip, and that dispatch has seen a rating. */
import type { Translator } from "../../settings/translation/translator-rules";
import { and, eq, isNull } from "drizzle-orm";
import { tripRatings } from "../../../db/schema/ratings";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { assertWithinCreditLimit } from "../../companies/billing-actions";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import type { FareLine } from "../../fares/contract";
import { sumOf } from "../../fares/money-rules";
import { formatMoney } from "../../settings/money-rules";
import { payColumns } from "../../fares/expense-rules";
import { driverPay } from "../../fares/driver-pay-rules";
import { versionOfTrip } from "../../fares/queries";
import { notifyDriver } from "../../notifications/outbox";
import { announce, changeReservation } from "../actions";
import { RateTrip, type TipTrip } from "./feedback-contract";
import { endOfTrip, ratingOf } from "./feedback-queries";
import {
  maxTipMinor,
  paidTipOf,
  ratableUntil,
  tipOf,
  tipRefusal,
  withPaidTip,
  withTip,
} from "./feedback-rules";
import { loadTrip } from "../trip-queries";
import { insertRow } from "../../../db/rows";

/**
 * Stores a rider's rating of a trip. It replaces an earlier one. 404 for the trip of another rider, 409 `rating.closed`
 * before the trip was driven or after the deadline.
 */
export async function rateTrip(
  deps: Deps,
  rider: Actor & { id: string },
  id: string,
  input: RateTrip,
): Promise<void> {
  const now = deps.now();
  const { stars, chips, words } = RateTrip.parse(input);
  const row = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor: rider, id });
    const previousRating = ratingOf(tx, id);
    const endedTrip = { state: trip.state, endedAt: endOfTrip(tx, id) };
    if (ratableUntil(endedTrip, previousRating?.createdAt ?? null, now) === null)
      throw new AppError("rating.closed");
    const feedback = { stars, chips, words, updatedAt: now };
    if (previousRating)
      // Dispatch saw the earlier rating, not this one.
      tx.update(tripRatings)
        .set({ ...feedback, seenAt: null, seenBy: null })
        .where(eq(tripRatings.reservationId, id))
        .run();
    else
      insertRow(tx, tripRatings, {
        reservationId: id,
        driverId: trip.driverId,
        ...feedback,
        createdAt: now,
      });
    return trip;
  });
  announce(deps, row);
}

/** Records that dispatch has looked at a rating. Keeps the first person who did. 404 for an unknown rating. */
export async function markRatingSeen(deps: Deps, admin: Actor, id: string): Promise<void> {
  const row = await deps.write((tx) => {
    if (!ratingOf(tx, id)) throw new AppError("request.not_found");
    tx.update(tripRatings)
      .set({ seenAt: deps.now(), seenBy: admin.name })
      .where(and(eq(tripRatings.reservationId, id), isNull(tripRatings.seenAt)))
      .run();
    const trip = loadTrip(tx, { actor: admin, id });
    appendAudit(tx, deps, {
      actor: admin,
      action: "trip.rating_seen",
      subject: { kind: "trip", id },
      summary: `Reviewed the rating of trip ${trip.number}`,
    });
    return trip;
  });
  announce(deps, row);
}

/**
 * Gives a tip for a trip, changes it, or removes it with 0. It becomes a line after the agreed ones, and the pay rule
 * calculates the driver's part. Notifies the driver. 404 for the trip of another rider, 409 if the trip has changed or
 * is settled, 422 for more than the highest tip.
 */
export async function tipTrip(
  deps: Deps,
  rider: Actor & { id: string },
  id: string,
  input: TipTrip,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor: rider, id, version: input.version });
    // Only Livery writes this column, from the lines of the fare function.
    const lines = trip.fareLines as FareLine[];
    const { state, payment } = trip;
    const facts = { state, payment, lines, endedAt: endOfTrip(tx, id) };
    const refusal = tipRefusal(facts, now, deps.config.allowsTipsOnAccount);
    if (refusal === "settled") throw new AppError("tip.settled");
    if (refusal) throw new AppError("tip.closed");
    const maxMinor = maxTipMinor(lines);
    if (input.tipMinor > maxMinor)
      throw new AppError("tip.too_much", {
        fields: { tipMinor: `At most ${formatMoney(maxMinor, trip.currency)}.` },
      });
    if (input.tipMinor === tipOf(lines) - paidTipOf(lines)) return null;
    if (trip.invoiceId !== null) throw new AppError("company.invoiced");
    const fareLines = withTip(lines, input.tipMinor, payment);
    assertWithinCreditLimit(tx, trip, sumOf(fareLines), rider.id);
    const changedTrip = changeTip(deps, tx, trip, {
      fareLines,
      tipMinor: input.tipMinor,
      actor: rider,
    });
    notifyDriverOfTip(tx, deps, changedTrip, (t) =>
      input.tipMinor > 0
        ? `${tipText(changedTrip, input.tipMinor, t)} ${whenTipCountsText(changedTrip, t)}`
        : t("The rider removed the tip."),
    );
    return changedTrip;
  });
  if (row) announce(deps, row);
}

/** Adds a tip that was paid, in the transaction of its payment, and notifies the driver. */
export function addPaidTip(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  tipMinor: number,
  actor: Actor,
): void {
  // Only Livery writes this column, from the lines of the fare function.
  const fareLines = withPaidTip(trip.fareLines as FareLine[], tipMinor);
  const changedTrip = changeTip(deps, tx, trip, { fareLines, tipMinor, actor });
  notifyDriverOfTip(tx, deps, changedTrip, (t) =>
    t("{amount}, paid online.", { amount: formatMoney(tipMinor, trip.currency, t.language) }),
  );
}

function changeTip(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  { fareLines, tipMinor, actor }: { fareLines: FareLine[]; tipMinor: number; actor: Actor },
): StoredTrip {
  const schedule = trip.farmOutId === null ? versionOfTrip(tx, trip)?.schedule : undefined;
  const pay = schedule && driverPay(schedule, fareLines, trip.distanceMeters);
  return changeReservation(deps, tx, trip, {
    actor,
    now: deps.now(),
    changes: {
      fareLines,
      fareMinor: sumOf(fareLines),
      ...(pay && payColumns(pay, trip.payLines)),
    },
    event: { kind: "tip_given", tipMinor, currency: trip.currency },
  });
}

/** Returns when the tip is added to the driver's pay. */
function whenTipCountsText({ payment, paidMinor }: StoredTrip, t: Translator): string {
  if (payment === "account") return t("We’ll add the tip to your pay once the trip is settled.");
  return payment === "cash" && paidMinor === 0
    ? t("We’ll add the tip to your pay once you have confirmed the cash.")
    : t("We’ll add the tip to your pay once the rider has paid it.");
}

function tipText({ payment, currency }: StoredTrip, tipMinor: number, t: Translator): string {
  const amount = formatMoney(tipMinor, currency, t.language);
  if (payment === "cash") return t("{amount}, in cash.", { amount });
  return payment === "card"
    ? t("{amount}, by card.", { amount })
    : t("{amount}, on the account.", { amount });
}

function notifyDriverOfTip(
  tx: Tx,
  deps: Deps,
  row: StoredTrip,
  body: (t: Translator) => string,
): void {
  if (!row.driverId) return;
  notifyDriver(tx, deps, row.driverId, (t) => ({
    reservationId: row.id,
    title: t("Tip for trip {number}", { number: row.number }),
    body: body(t),
    href: `/driver/dashboard/trips/${row.id}`,
  }));
}
