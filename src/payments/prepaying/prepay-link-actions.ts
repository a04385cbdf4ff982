/** The payment link by which a rider pays before the trip. */
import { payUrl } from "../../payment-providers/pay-url";
import { insertRow } from "../../../db/rows";
import type { StoredPayLink } from "../../../db/schema/payment-links";
import { payLinks } from "../../../db/schema/payment-links";
import type { StoredPrepayment } from "../../../db/schema/prepayments";
import type { Tx } from "../../../db/writer";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import { payableMinor } from "../../payment-providers/provider-money";
import {
  openPrepayments,
  prepaymentOf,
  prepaymentsOf,
  nextPaymentMinor,
} from "../../reservations/prepaying/prepay-queries";
import { extraHoldOf } from "../../reservations/prepaying/prepay-rules";
import { loadTrip } from "../../reservations/trip-queries";
import { newLinkRow, sendLinkMessage } from "../links/link-actions";
import { endLink } from "../links/link-end-actions";
import { openLinkOf, sharedPayableOf } from "../links/link-queries";
import { endLiveAttempt, liveAttempt } from "../online/attempt-actions";
import { changePrepayment } from "./prepayment-actions";

/**
 * Returns the URL where a trip's rider pays before the trip, which is the same in all windows. Creates the link if
 * there is none, or if the open one is for something else. Throws 404 if the trip isn't the rider's, 409 if no payment
 * is expected.
 */
export async function ensurePrepayUrl(deps: Deps, actor: Actor, id: string): Promise<string> {
  const { link, replacedLink } = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor, id });
    // One of several vehicles may have been cancelled or paid in the meantime.
    const prepayment = [prepaymentOf(tx, id), ...prepaymentsOf(tx, trip)].find(
      (one) => one && (one.state === "waiting" || extraHoldOf(one) > 0),
    );
    if (!prepayment) throw new AppError("payment.nothing_due");
    return ensureLinkOfPrepayment(tx, deps, prepayment);
  });
  if (replacedLink) await endLiveAttempt(deps, replacedLink.id);
  return payUrl(deps, link.id);
}

/**
 * Returns the open link for the payment expected before a trip that is now due. It is charged to the saved card, so the
 * rider isn't notified. Returns null if no payment is expected.
 */
export async function ensurePrepayLink(deps: Deps, id: string): Promise<StoredPayLink | null> {
  const links = await deps.write((tx) => {
    const prepayment = prepaymentOf(tx, id);
    if (prepayment?.state !== "waiting" && prepayment?.state !== "later") return null;
    if (prepayment.state === "later")
      changePrepayment(tx, deps, prepayment, { state: "waiting", notifiedAt: deps.now() });
    return ensureLinkOfPrepayment(tx, deps, prepayment);
  });
  if (links?.replacedLink) await endLiveAttempt(deps, links.replacedLink.id);
  return links?.link ?? null;
}

/** Sends a rider the link for the payment before the trip, once. */
export async function notifyOfPrepayment(deps: Deps, id: string): Promise<void> {
  const { replacedLink } = await deps.write((tx) => {
    const prepayment = prepaymentOf(tx, id);
    const isWaiting = prepayment?.state === "waiting" || prepayment?.state === "later";
    if (!isWaiting || prepayment.notifiedAt !== null) return { replacedLink: null };
    const links = ensureLinkOfPrepayment(tx, deps, prepayment);
    sendLinkMessage(tx, deps, links.link);
    for (const one of prepayment.take === "hold" ? [prepayment] : openPrepayments(tx, prepayment))
      changePrepayment(tx, deps, one, { state: "waiting", notifiedAt: deps.now() });
    return links;
  });
  if (replacedLink) await endLiveAttempt(deps, replacedLink.id);
}

/**
 * Sends a new link for the other vehicles after one was cancelled, or billed to a company, before the payment. If
 * another one billed to a company is still open, its end comes first.
 */
export async function requestFurtherPrepayments(deps: Deps, id: string): Promise<void> {
  const replacedLink = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor: SYSTEM_ACTOR, id });
    const bookingPrepayments = prepaymentsOf(tx, trip);
    const waitingPrepayment = bookingPrepayments.find(({ state }) => state === "waiting");
    if (!waitingPrepayment || waitingPrepayment.take === "hold") return null;
    const isOpenAndBilled = ({ state, reservationId }: StoredPrepayment) =>
      (state === "waiting" || state === "later") &&
      loadTrip(tx, { actor: SYSTEM_ACTOR, id: reservationId }).payment === "account";
    if (bookingPrepayments.some(isOpenAndBilled)) return null;
    const links = ensureLinkOfPrepayment(tx, deps, waitingPrepayment);
    sendLinkMessage(tx, deps, links.link);
    return links.replacedLink;
  });
  if (replacedLink) await endLiveAttempt(deps, replacedLink.id);
}

/**
 * Adjusts to a price that has changed since an amount was held. The rest of a higher price is requested once, by a
 * separate link, which is revoked if the price falls again. Nothing is held without the rider.
 */
export async function adjustHold(deps: Deps, id: string): Promise<void> {
  const replacedLink = await deps.write((tx) => {
    const prepayment = prepaymentOf(tx, id);
    if (prepayment?.state !== "held") return null;
    const trip = loadTrip(tx, { actor: SYSTEM_ACTOR, id });
    const { fareMinor, currency, payment } = trip;
    const isHigher = fareMinor > prepayment.amountMinor && payment !== "account";
    const neededMinor = payableMinor(fareMinor, currency);
    const amountMinor = isHigher ? neededMinor : Math.max(prepayment.heldMinor, neededMinor);
    if (amountMinor === prepayment.amountMinor || (!isHigher && extraHoldOf(prepayment) === 0))
      return null;
    changePrepayment(tx, deps, prepayment, { amountMinor });
    const adjustedPrepayment = { ...prepayment, amountMinor };
    if (extraHoldOf(adjustedPrepayment) > 0) {
      const links = ensureLinkOfPrepayment(tx, deps, adjustedPrepayment);
      sendLinkMessage(tx, deps, links.link);
      return links.replacedLink;
    }
    const openLink = openLinkOf(tx, { reservationId: id });
    if (!openLink?.isHold) return null;
    endLink(tx, deps, openLink.id, "revoked");
    return openLink;
  });
  if (replacedLink) await endLiveAttempt(deps, replacedLink.id);
}

/**
 * Returns the open link for a prepayment. An expired link, or one for something else, is replaced, unless it is
 * charging a saved card.
 */
function ensureLinkOfPrepayment(
  tx: Tx,
  deps: Deps,
  prepayment: StoredPrepayment,
): { link: StoredPayLink; replacedLink: StoredPayLink | null } {
  const { take, payBy } = prepayment;
  const isHold = take === "hold";
  const ownPayable = { reservationId: prepayment.reservationId };
  const payable = isHold ? ownPayable : sharedPayableOf(tx, ownPayable);
  const amountMinor = nextPaymentMinor(tx, prepayment);
  const openLink = openLinkOf(tx, payable);
  // The result of charging the saved card is unknown. Another link would charge it again.
  if (openLink && liveAttempt(tx, openLink.id)?.cardId)
    return { link: openLink, replacedLink: null };
  if (openLink && openLink.isHold === isHold && openLink.amountMinor === amountMinor)
    if (openLink.expiresAt > deps.now()) return { link: openLink, replacedLink: null };
  if (openLink) endLink(tx, deps, openLink.id, "replaced");
  const newPayLink = newLinkRow(tx, deps, SYSTEM_ACTOR, payable);
  const link = { ...newPayLink, isHold, amountMinor, expiresAt: payBy ?? newPayLink.expiresAt };
  insertRow(tx, payLinks, link);
  return { link, replacedLink: openLink };
}
