/**
 * Charges saved cards: before the trip by the payment rules, after it by the agreement at booking, and by staff with a
 * reason. A charge is never more than the amount due, and in the rider's absence never more than the price they saw. If
 * the bank refuses or requires the card's owner, a payment link is used instead.
 */
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { findRow } from "../../../db/rows";
import {
  cardAgreements,
  type StoredCard,
  type StoredCardAgreement,
} from "../../../db/schema/saved-cards";
import type { StoredPayLink } from "../../../db/schema/payment-links";
import type { StoredTrip } from "../../../db/schema/reservations";
import { appendAudit } from "../../audit/actions";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import { amountDue } from "../../fares/amount-due-rules";
import { payableMinor } from "../../payment-providers/provider-money";
import { chargeableMinorOf, chargeableCard } from "../../reservations/prepaying/card-queries";
import { prepaymentOf, prepaymentsOf } from "../../reservations/prepaying/prepay-queries";
import { isOver } from "../../reservations/rules";
import { loadTrip } from "../../reservations/trip-queries";
import { tripsOfBooking } from "../../reservations/vehicles/vehicle-queries";
import { formatMoney } from "../../settings/money-rules";
import { makePayLinkInTransaction, makePayLink, sendLinkMessage } from "../links/link-actions";
import { canPayOnline, openLinkOf, payableMinorOf, tripsOfPayable } from "../links/link-queries";
import {
  ensureCardAttempt,
  chargeCard,
  endLiveAttempt,
  liveAttempt,
} from "../online/attempt-actions";
import { ensurePrepayLink, ensurePrepayUrl } from "../prepaying/prepay-link-actions";
import type { ChargeCard } from "./card-contract";

/**
 * Returns the card of an open agreement if it can be charged. Returns null if there is none, or if another payment was
 * chosen.
 */
function chargeableCardOf(deps: Deps, trip: StoredTrip): StoredCard | null {
  const agreement = findRow(deps.db, cardAgreements, { reservationId: trip.id });
  if (agreement?.state !== "open" || agreement.refusedAt !== null) return null;
  if (agreement.cardId === null || trip.payment !== "card") return null;
  try {
    return chargeableCard(deps, trip.riderId, agreement.cardId);
  } catch {
    return null;
  }
}

/**
 * Charges the saved card before the trip. Returns null if that pays, else the URL where the rider pays. Throws 404 if
 * the trip isn't the rider's, 409 if no payment is expected, 502 if the provider doesn't answer.
 */
export async function chargeSavedCardBeforeTrip(
  deps: Deps,
  rider: Actor,
  id: string,
): Promise<{ url: string | null }> {
  const trip = loadTrip(deps.db, { actor: rider, id });
  let isPaid = false;
  for (const vehicle of tripsOfBooking(deps.db, trip))
    isPaid = (await chargeBeforeTrip(deps, vehicle.id)) || isPaid;
  const isWaiting = prepaymentsOf(deps.db, trip).some(({ state }) => state === "waiting");
  return { url: isPaid && !isWaiting ? null : await ensurePrepayUrl(deps, rider, id) };
}

/** Charges or holds the expected amount before a trip. Returns false if no card could do it. */
async function chargeBeforeTrip(deps: Deps, id: string): Promise<boolean> {
  const card = chargeableCardOf(deps, loadTrip(deps.db, { actor: SYSTEM_ACTOR, id }));
  const link = card && (await ensurePrepayLink(deps, id));
  if (!link) return false;
  return charge(deps, link, card);
}

/** Charges the amount of a link. After a refusal the rider is asked to pay in other ways. */
async function charge(deps: Deps, link: StoredPayLink, card: StoredCard): Promise<boolean> {
  const attempt = await deps.write((tx) => ensureCardAttempt(tx, deps, link, { card }));
  const isPaid = await chargeCard(deps, attempt);
  // Marks all vehicles of the booking, because each is followed up and none should ask the same bank again.
  if (!isPaid)
    for (const { id } of tripsOfPayable(deps.db, link))
      await changeAgreement(deps, id, { refusedAt: deps.now() });
  return isPaid;
}

async function changeAgreement(
  deps: Deps,
  reservationId: string,
  changes: Partial<StoredCardAgreement>,
): Promise<void> {
  await deps.write((tx) =>
    tx
      .update(cardAgreements)
      .set(changes)
      .where(eq(cardAgreements.reservationId, reservationId))
      .run(),
  );
}

/** Follows up every open agreement once. A failure is logged and tried again the next time. */
export async function followUpAgreements(deps: Deps): Promise<void> {
  const openAgreements = deps.db
    .select()
    .from(cardAgreements)
    .where(eq(cardAgreements.state, "open"))
    .all();
  for (const { reservationId } of openAgreements)
    await followUpAgreement(deps, reservationId).catch((error: unknown) =>
      deps.log.warning("The saved card of trip {id} could not be charged: {reason}", {
        id: reservationId,
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
}

async function followUpAgreement(deps: Deps, id: string): Promise<void> {
  const { db } = deps;
  const trip = loadTrip(db, { actor: SYSTEM_ACTOR, id });
  const prepayment = prepaymentOf(db, id);
  if (!isOver(trip.state)) {
    const isDue = prepayment?.state === "later" && (prepayment.requestAt ?? 0) <= deps.now();
    if (prepayment?.state !== "waiting" && !isDue) return;
    if (chargeableCardOf(deps, trip) && !(await chargeBeforeTrip(deps, id)))
      await sendPayLinkInstead(deps, id);
    return;
  }
  // Several vehicles of one booking are paid together.
  const vehicles = tripsOfBooking(db, trip);
  if (vehicles.some((one) => !isReadyToCharge(deps, one))) return;
  const card = chargeableCardOf(deps, trip);
  const remainingMinor = vehicles.reduce(
    (sum, one) => sum + Math.max(0, Math.min(amountDue(one), chargeableMinorOf(db, one))),
    0,
  );
  const amountMinor = card ? payableMinor(remainingMinor, trip.currency, Math.floor) : 0;
  const isPaid = card && amountMinor > 0 && (await chargeAfterTrip(deps, id, card, amountMinor));
  if (!isPaid || tripsOfBooking(db, trip).some((one) => amountDue(one) > 0))
    await sendPayLinkInstead(deps, id);
  for (const one of vehicles) await changeAgreement(deps, one.id, { state: "closed" });
}

/** Tells whether a trip has ended and its hold is captured or its overpayment refunded. */
function isReadyToCharge({ db }: Deps, { id, state }: StoredTrip): boolean {
  const prepaymentState = prepaymentOf(db, id)?.state ?? "closed";
  return isOver(state) && (prepaymentState === "closed" || prepaymentState === "lapsed");
}

async function chargeAfterTrip(
  deps: Deps,
  reservationId: string,
  card: StoredCard,
  amountMinor: number,
): Promise<boolean> {
  // If the answer to a charge was lost, the charge is repeated with the same id.
  const openLink = openLinkOf(deps.db, { reservationId });
  if (openLink?.amountMinor !== amountMinor)
    await makePayLink(deps, SYSTEM_ACTOR, { reservationId }, { amountMinor, send: false });
  const link = openLinkOf(deps.db, { reservationId });
  return link ? charge(deps, link, card) : false;
}

/** Sends the rider a link for the expected or due amount, unless they have one. */
async function sendPayLinkInstead(deps: Deps, reservationId: string): Promise<void> {
  const payable = { reservationId };
  const link = openLinkOf(deps.db, payable);
  if (link?.sentAt === null) return deps.write((tx) => sendLinkMessage(tx, deps, link));
  const trip = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id: reservationId });
  const isDue = payableMinorOf(deps.db, { ...trip, reservationId, invoiceId: null }) > 0;
  if (!link && isDue && isOver(trip.state) && canPayOnline(deps))
    await makePayLink(deps, SYSTEM_ACTOR, payable, { send: true });
}

/**
 * Charges a saved card of a trip's rider on behalf of staff. Throws 404; 409 if the trip has changed in the meantime,
 * nothing is due or a payment is in progress; 422 for more than is due, for a card that isn't the rider's, or if the
 * bank refuses; 502 if the provider doesn't answer. After a refusal, a payment link for the amount remains, which can
 * be sent.
 */
export async function chargeByStaff(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, cardId, amountMinor, reason }: z.output<typeof ChargeCard>,
): Promise<void> {
  const { attempt, replacedLink } = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor, id, version });
    const card = chargeableCard({ ...deps, db: tx }, trip.riderId, cardId);
    const heldMinor = prepaymentOf(tx, id)?.heldMinor ?? 0;
    const maxChargeMinor = Math.max(0, amountDue(trip) - heldMinor);
    if (maxChargeMinor === 0) throw new AppError("payment.nothing_due");
    if (amountMinor > maxChargeMinor)
      throw new AppError("payment.link_too_much", {
        fields: { amountMinor: `At most ${formatMoney(maxChargeMinor, trip.currency)}.` },
      });
    const openLink = openLinkOf(tx, { reservationId: id });
    const attemptInProgress = openLink && liveAttempt(tx, openLink.id);
    // If the answer to a charge was lost, the charge is requested again with the same id.
    if (attemptInProgress?.cardId === cardId && attemptInProgress.amountMinor === amountMinor)
      return { attempt: attemptInProgress, replacedLink: null };
    const { link, replacedLink } = makePayLinkInTransaction(
      tx,
      deps,
      actor,
      { reservationId: id },
      amountMinor,
    );
    const amount = formatMoney(amountMinor, trip.currency);
    appendAudit(tx, deps, {
      actor,
      action: "payment.card_charged",
      subject: { kind: "trip", id },
      summary: `Charged ${amount} to the card ending in ${card.last4}: ${reason}`,
    });
    return { attempt: ensureCardAttempt(tx, deps, link, { card, reason }), replacedLink };
  });
  if (replacedLink) await endLiveAttempt(deps, replacedLink.id);
  if (!(await chargeCard(deps, attempt))) throw new AppError("card.refused");
}
