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
  requestedMinor,
} from "../../reservations/prepaying/prepay-queries";
import { extraHoldOf } from "../../reservations/prepaying/prepay-rules";
import { loadTrip } from "../../reservations/trip-queries";
import { newLinkRow, sendLinkMessage } from "../links/link-actions";
import { endLink } from "../links/link-end-actions";
import { openLinkOf, sharedPayableOf } from "../links/link-queries";
import { endLiveAttempt, liveAttempt } from "../online/attempt-actions";
import { changePrepayment } from "./prepayment-actions";

/**
 * The address where the rider of a trip pays what is asked for before it: the same one in all windows. 404 unless it is
 * theirs, 409 when nothing is waited for.
 */
export async function prepayUrl(deps: Deps, actor: Actor, id: string): Promise<string> {
  const { link, before } = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor, id });
    // One of several vehicles may have been cancelled or paid in the meantime.
    const prepayment = [prepaymentOf(tx, id), ...prepaymentsOf(tx, trip)].find(
      (one) => one && (one.state === "waiting" || extraHoldOf(one) > 0),
    );
    if (!prepayment) throw new AppError("payment.nothing_due");
    return ensureLinkOfPrepayment(tx, deps, prepayment);
  });
  if (before) await endLiveAttempt(deps, before.id);
  return payUrl(deps, link.id);
}

/**
 * The open link for what is waited for before a trip, whose time has come: it is charged to the saved card, of which the
 * rider need not be told. Null when nothing is waited for.
 */
export async function ensurePrepayLink(deps: Deps, id: string): Promise<StoredPayLink | null> {
  const madeLink = await deps.write((tx) => {
    const prepayment = prepaymentOf(tx, id);
    if (prepayment?.state !== "waiting" && prepayment?.state !== "later") return null;
    if (prepayment.state === "later")
      changePrepayment(tx, deps, prepayment, { state: "waiting", notifiedAt: deps.now() });
    return ensureLinkOfPrepayment(tx, deps, prepayment);
  });
  if (madeLink?.before) await endLiveAttempt(deps, madeLink.before.id);
  return madeLink?.link ?? null;
}

/** Asks a rider by message, once: the link of what is to be paid before the trip. */
export async function notifyOfPrepayment(deps: Deps, id: string): Promise<void> {
  const { before } = await deps.write((tx) => {
    const prepayment = prepaymentOf(tx, id);
    const waits = prepayment?.state === "waiting" || prepayment?.state === "later";
    if (!waits || prepayment.notifiedAt !== null) return { before: null };
    const madeLink = ensureLinkOfPrepayment(tx, deps, prepayment);
    sendLinkMessage(tx, deps, madeLink.link);
    for (const one of prepayment.take === "hold" ? [prepayment] : openPrepayments(tx, prepayment))
      changePrepayment(tx, deps, one, { state: "waiting", notifiedAt: deps.now() });
    return madeLink;
  });
  if (before) await endLiveAttempt(deps, before.id);
}

/** One of several vehicles was cancelled before it was paid: the others are asked for by a new link. */
export async function requestFurtherPrepayments(deps: Deps, id: string): Promise<void> {
  await deps.write((tx) => {
    const trip = loadTrip(tx, { actor: SYSTEM_ACTOR, id });
    const waitingPrepayment = prepaymentsOf(tx, trip).find(({ state }) => state === "waiting");
    if (!waitingPrepayment || waitingPrepayment.take === "hold") return;
    sendLinkMessage(tx, deps, ensureLinkOfPrepayment(tx, deps, waitingPrepayment).link);
  });
}

/**
 * The price of a trip has changed since an amount was held: the rest of a higher price is requested once, by a link of
 * its own, which is revoked when the price has fallen again. Nothing is held without the rider.
 */
export async function adjustHold(deps: Deps, id: string): Promise<void> {
  const before = await deps.write((tx) => {
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
    const now = { ...prepayment, amountMinor };
    if (extraHoldOf(now) > 0) {
      const madeLink = ensureLinkOfPrepayment(tx, deps, now);
      sendLinkMessage(tx, deps, madeLink.link);
      return madeLink.before;
    }
    const open = openLinkOf(tx, { reservationId: id });
    if (!open?.isHold) return null;
    endLink(tx, deps, open.id, "revoked");
    return open;
  });
  if (before) await endLiveAttempt(deps, before.id);
}

/**
 * The open link for a prepayment; a new one in place of an expired one, or of one for something else, unless a saved
 * card is being charged by it.
 */
function ensureLinkOfPrepayment(
  tx: Tx,
  deps: Deps,
  prepayment: StoredPrepayment,
): { link: StoredPayLink; before: StoredPayLink | null } {
  const { take, payBy } = prepayment;
  const isHold = take === "hold";
  const own = { reservationId: prepayment.reservationId };
  const of = isHold ? own : sharedPayableOf(tx, own);
  const amountMinor = requestedMinor(tx, prepayment);
  const before = openLinkOf(tx, of);
  // Nobody knows yet what came of its saved card: by another link it would be charged again.
  if (before && liveAttempt(tx, before.id)?.cardId) return { link: before, before: null };
  if (before && before.isHold === isHold && before.amountMinor === amountMinor)
    if (before.expiresAt > deps.now()) return { link: before, before: null };
  if (before) endLink(tx, deps, before.id, "replaced");
  const newPayLink = newLinkRow(tx, deps, SYSTEM_ACTOR, of);
  const link = { ...newPayLink, isHold, amountMinor, expiresAt: payBy ?? newPayLink.expiresAt };
  insertRow(tx, payLinks, link);
  return { link, before };
}
