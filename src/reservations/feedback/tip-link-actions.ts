/** The links with which a tip is paid online. A trip has one at a time, on the receipt and on the rider's page. */
import { findRows, insertRow } from "../../../db/rows";
import { payLinks } from "../../../db/schema/payment-links";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import type { FareLine } from "../../fares/contract";
import { payTokenOf, payUrl } from "../../payment-providers/pay-url";
import { hashToken } from "../../process/keys";
import { providerAbilities } from "../prepaying/prepay-queries";
import { loadTrip } from "../trip-queries";
import { endOfTrip } from "./feedback-queries";
import { maxTipMinor, tippableUntil } from "./feedback-rules";

/**
 * Returns the URL where a rider pays a tip for their trip, and creates the link if there is none. Throws 404 for the
 * trip of another rider, 409 if a tip for it cannot be paid online.
 */
export function ensureTipUrl(deps: Deps, rider: Actor, id: string): Promise<string> {
  return deps.write((tx) => {
    const url = ensureTipUrlInTransaction(tx, deps, loadTrip(tx, { actor: rider, id }));
    if (url === null) throw new AppError("tip.closed");
    return url;
  });
}

/** As `tipUrl`, in the caller's transaction. Null if a tip for the trip cannot be paid online. */
export function ensureTipUrlInTransaction(tx: Tx, deps: Deps, trip: StoredTrip): string | null {
  const now = deps.now();
  const { id: reservationId, state, payment, currency } = trip;
  // Only Livery writes this column, from the lines of the fare function.
  const lines = trip.fareLines as FareLine[];
  const endedAt = endOfTrip(tx, reservationId);
  const expiresAt = tippableUntil({ state, payment, lines, endedAt }, now);
  if (expiresAt === null || !providerAbilities(deps, currency).charge) return null;
  const openLink = findRows(tx, payLinks, { reservationId }).find(
    (link) => link.isTip && link.endedAt === null,
  );
  if (openLink) return payUrl(deps, openLink.id);
  const id = Bun.randomUUIDv7();
  insertRow(tx, payLinks, {
    id,
    tokenHash: hashToken(payTokenOf(deps.keys, id)),
    reservationId,
    isTip: true,
    amountMinor: maxTipMinor(lines),
    currency,
    createdAt: now,
    createdByKind: SYSTEM_ACTOR.kind,
    createdBy: SYSTEM_ACTOR.name,
    expiresAt,
  });
  return payUrl(deps, id);
}
