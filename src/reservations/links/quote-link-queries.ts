/** The quote that dispatch has sent for a request, and its link. */
import type { Db } from "../../../db/open";
import { type StoredTripQuote, tripQuotes } from "../../../db/schema/trip-quotes";
import { findRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import type { Keys } from "../../process/keys";

/** Returns the one quote of a reservation that is stored as open, even if it has expired. Null without one. */
export function openQuoteOf(db: Db | Tx, reservationId: string): StoredTripQuote | null {
  return findRow(db, tripQuotes, { reservationId, state: "open" }) ?? null;
}

/**
 * Returns the token of a quote's link. It is not stored, but derived from a key outside the database whenever the link
 * is sent.
 */
export function quoteTokenOf(keys: Keys, quoteId: string): string {
  return keys.linkToken("trip_quote", quoteId);
}

/** Returns the address of a quote. */
export function quoteUrl(deps: Deps, quoteId: string): string {
  return `${deps.config.publicUrl}/quote/${quoteTokenOf(deps.keys, quoteId)}`;
}
