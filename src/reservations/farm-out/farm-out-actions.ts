/** Notifies affiliates about their trips, and ends an offer when its trip is assigned elsewhere. */
import { updateRow } from "../../../db/rows";
import { farmOuts, type StoredFarmOut } from "../../../db/schema/affiliates";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { queueAffiliateMessage } from "../../notifications/outbox";
import { affiliateMessage } from "../../notifications/texts/affiliate-texts";
import type { AffiliateNews } from "../../notifications/words/message-words";
import { momentText } from "../../settings/local-time";
import { formatMoney } from "../../settings/money-rules";
import { readOperator, resolveLanguage } from "../../settings/queries";
import type { ReservationState } from "../contract";
import { affiliateOf, farmOutOf, farmOutUrl } from "./farm-out-queries";

/** Sends the affiliate a message about an offer. */
export function notifyAffiliate(
  tx: Tx,
  deps: Deps,
  trip: StoredTrip,
  farmOut: StoredFarmOut,
  news: AffiliateNews,
): void {
  const affiliate = affiliateOf(tx, farmOut);
  const language = resolveLanguage({ db: tx }, affiliate.language);
  const moment = (at: number) => momentText(at, trip.timeZone, language);
  const message = affiliateMessage(news, {
    language,
    brand: readOperator({ db: tx }).brand,
    number: trip.number,
    time: moment(trip.pickupAt),
    pickup: trip.pickupName,
    dropoff: trip.dropoffName,
    cost: formatMoney(farmOut.costMinor, farmOut.currency, language),
    until: moment(farmOut.expiresAt),
    url: farmOutUrl(deps, farmOut.id),
  });
  queueAffiliateMessage(tx, deps, affiliate, message, trip.id);
}

/** Notifies the affiliate that has accepted a trip of a change. */
export function notifyAffiliateOfChange(tx: Tx, deps: Deps, trip: StoredTrip): void {
  const farmOut = farmOutOf(tx, trip);
  if (farmOut?.state !== "accepted") return;
  // If the affiliate uses Livery, a call notifies their server.
  if (farmOut.peerId !== null) updateRow(tx, farmOuts, farmOut.id, { peerDueAt: deps.now() });
  else notifyAffiliate(tx, deps, trip, farmOut, "changed");
}

/**
 * Ends the offer of a trip that returns to dispatch, is assigned to one of our own drivers, or is cancelled. An offer
 * that the affiliate has ended keeps its answer. Otherwise the affiliate is notified.
 */
export function endFarmOut(tx: Tx, deps: Deps, trip: StoredTrip, to: ReservationState): void {
  if (to !== "confirmed" && to !== "cancelled") return;
  const farmOut = farmOutOf(tx, trip);
  if (farmOut?.state !== "open" && farmOut?.state !== "accepted") return;
  const hasPeer = farmOut.peerId !== null || farmOut.peerDueAt !== null;
  updateRow(tx, farmOuts, farmOut.id, {
    state: "withdrawn",
    endedAt: deps.now(),
    ...(hasPeer && { peerDueAt: deps.now() }),
  });
  if (hasPeer) return;
  notifyAffiliate(tx, deps, trip, farmOut, to === "cancelled" ? "cancelled" : "withdrawn");
}
