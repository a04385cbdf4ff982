/**
 * Reads saved cards: those of a rider that can be charged, and how much may be taken from one for a trip. Records in
 * the transaction of a booking which card pays for the trip.
 */
import { and, asc, eq, inArray, isNotNull, sql, sum } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { findRow, insertRow } from "../../../db/rows";
import { paymentAttempts } from "../../../db/schema/payment-links";
import { payments } from "../../../db/schema/payments";
import { prepayments } from "../../../db/schema/prepayments";
import { cardAgreements, savedCards, type StoredCard } from "../../../db/schema/saved-cards";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { openProvider } from "../../payment-providers/open-providers";
import type { CardName, SavedCard } from "./card-contract";

/** Returns the rider's saved cards that the connected provider can charge, the oldest first. */
export function cardsOfRider(deps: Deps, riderId: string): SavedCard[] {
  const provider = openProvider(deps, "stripe");
  if (!provider?.cards) return [];
  return deps.db
    .select()
    .from(savedCards)
    .where(
      and(
        eq(savedCards.riderId, riderId),
        eq(savedCards.state, "saved"),
        eq(savedCards.isLive, provider.isLive),
      ),
    )
    .orderBy(asc(savedCards.createdAt), asc(savedCards.id))
    .all()
    .map(({ id, brand, last4, expMonth, expYear }) => ({
      id,
      brand,
      last4,
      expMonth,
      expYear,
      hasExpired: hasExpired({ expMonth, expYear }, deps.now()),
    }));
}

/** A card is valid until the end of its last month in every time zone. */
function hasExpired({ expMonth, expYear }: { expMonth: number; expYear: number }, now: number) {
  return Date.UTC(expYear, expMonth, 2) <= now;
}

/** Returns a rider's card that can be charged. 422 for any other card. */
export function chargeableCard(deps: Deps, riderId: string | null, cardId: string): StoredCard {
  const cards = riderId === null ? [] : cardsOfRider(deps, riderId);
  const row = cards.some(({ id }) => id === cardId) && findRow(deps.db, savedCards, { id: cardId });
  if (!row) throw new AppError("card.unknown");
  return row;
}

/**
 * Records that a trip's rider pays with a saved card, in the transaction of the booking. At most the price that the
 * rider saw is taken, or the prepayment if that is higher. 422 for another rider's card.
 */
export function recordCardAgreement(deps: Deps, tx: Tx, trip: StoredTrip, cardId: string): void {
  writeAgreement(deps, tx, trip, chargeableCard({ ...deps, db: tx }, trip.riderId, cardId).id);
}

/** As `recordCardAgreement`, for a day of a repeating trip. If the card was removed, the trip is paid by link. */
export function recordRepeatedAgreement(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  cardId: string,
): void {
  const cards = trip.riderId === null ? [] : cardsOfRider({ ...deps, db: tx }, trip.riderId);
  writeAgreement(deps, tx, trip, cards.find(({ id }) => id === cardId)?.id ?? null);
}

function writeAgreement(deps: Deps, tx: Tx, trip: StoredTrip, cardId: string | null): void {
  if (trip.fareMinor <= 0) return;
  insertRow(tx, cardAgreements, {
    reservationId: trip.id,
    cardId,
    mostMinor: Math.max(
      trip.fareMinor,
      findRow(tx, prepayments, { reservationId: trip.id })?.amountMinor ?? 0,
    ),
    state: "open",
    createdAt: deps.now(),
  });
}

/** Returns the card that pays for a trip. Null without one. */
export function readTripCard(db: Db, reservationId: string): CardName | null {
  const [row] = db
    .select({ brand: savedCards.brand, last4: savedCards.last4 })
    .from(cardAgreements)
    .innerJoin(savedCards, eq(savedCards.id, cardAgreements.cardId))
    .where(and(eq(cardAgreements.reservationId, reservationId), eq(savedCards.state, "saved")))
    .all();
  return row ?? null;
}

/**
 * Returns the amount that may still be taken from the saved card of a trip. 0 without a card, or after its bank has
 * refused.
 */
export function chargeableMinorOf(
  db: Db | Tx,
  { id: reservationId, payment }: Pick<StoredTrip, "id" | "payment">,
): number {
  // The row is kept when the payment of the trip changes, so it counts only for `card`.
  const row = payment === "card" ? findRow(db, cardAgreements, { reservationId }) : undefined;
  if (row?.state !== "open" || row.cardId === null || row.refusedAt !== null) return 0;
  const [taken] = db
    .select({ sumMinor: sum(payments.amountMinor).mapWith(Number) })
    .from(payments)
    .innerJoin(
      paymentAttempts,
      and(
        eq(paymentAttempts.provider, sql`${payments.provider}`),
        eq(paymentAttempts.moneyRef, payments.providerRef),
      ),
    )
    .where(
      and(
        eq(payments.reservationId, reservationId),
        // The whole hold counts, however much of it is captured.
        inArray(payments.kind, ["charge", "hold"]),
        isNotNull(paymentAttempts.cardId),
      ),
    )
    .all();
  return Math.max(0, row.mostMinor - (taken?.sumMinor ?? 0));
}
