/** The payment link by which a rider pays before the trip. */
import { insertRow } from "../../../db/rows";
import type { StoredPayLink } from "../../../db/schema/payment-links";
import { payLinks } from "../../../db/schema/payment-links";
import type { StoredPrepayment } from "../../../db/schema/prepayments";
import type { Tx } from "../../../db/writer";
import { type Actor, type Deps, SYSTEM } from "../../deps";
import { AppError } from "../../errors";
import { prepaymentOf } from "../../reservations/prepaying/prepay-queries";
import { loadTrip } from "../../reservations/trip-queries";
import { newLink, tellOfLink } from "../links/link-actions";
import { endLink } from "../links/link-end-actions";
import { openLinkOf, payUrl } from "../links/link-queries";
import { endLiveAttempt } from "../online/attempt-actions";
import { changePrepayment } from "./prepaid-actions";

/**
 * The address where the rider of a trip pays what is asked for before it: the same one in all windows. 404 unless it is
 * theirs, 409 when nothing is waited for.
 */
export async function prepayUrl(deps: Deps, actor: Actor, id: string): Promise<string> {
  const { link, before } = await deps.write((tx) => {
    loadTrip(tx, { actor, id });
    const asked = prepaymentOf(tx, id);
    if (asked?.state !== "waiting") throw new AppError("payment.nothing_due");
    return linkFor(tx, deps, asked);
  });
  if (before) await endLiveAttempt(deps, before.id);
  return payUrl(deps, link.id);
}

/** Asks a rider by message, once: the link of what is to be paid before the trip. */
export async function tellOfPrepayment(deps: Deps, id: string): Promise<void> {
  const { before } = await deps.write((tx) => {
    const asked = prepaymentOf(tx, id);
    const waits = asked?.state === "waiting" || asked?.state === "later";
    if (!waits || asked.notifiedAt !== null) return { before: null };
    const made = linkFor(tx, deps, asked);
    tellOfLink(tx, deps, made.link);
    changePrepayment(tx, deps, asked, { state: "waiting", notifiedAt: deps.now() });
    return made;
  });
  if (before) await endLiveAttempt(deps, before.id);
}

/** The open link for a prepayment; a new one, in place of one for something else or an expired one. */
function linkFor(
  tx: Tx,
  deps: Deps,
  { reservationId, take, amountMinor, payBy }: StoredPrepayment,
): { link: StoredPayLink; before: StoredPayLink | null } {
  const isHold = take === "hold";
  const before = openLinkOf(tx, { reservationId });
  if (before && before.isHold === isHold && before.amountMinor === amountMinor)
    if (before.expiresAt > deps.now()) return { link: before, before: null };
  if (before) endLink(tx, deps, before.id, "replaced");
  const fresh = newLink(tx, deps, SYSTEM, { reservationId });
  const link = { ...fresh, isHold, amountMinor, expiresAt: payBy ?? fresh.expiresAt };
  insertRow(tx, payLinks, link);
  return { link, before };
}
