/** The quote that dispatch has sent for a request, and its link. */
import type { Db } from "../../../db/open";
import { type StoredTripQuote, tripQuotes } from "../../../db/schema/trip-quotes";
import { findRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import type { Keys } from "../../process/keys";

/** The one quote of a reservation that waits for its customer, expired or not; null for none. */
export function openQuoteOf(db: Db | Tx, reservationId: string): StoredTripQuote | null {
  return findRow(db, tripQuotes, { reservationId, state: "open" }) ?? null;
}

/** The token of a quote's link: made again whenever it is sent, and of a key outside the database. */
export function quoteTokenOf(keys: Keys, quoteId: string): string {
  return keys.linkToken("trip_quote", quoteId);
}

/** The address of a quote. */
export function quoteUrl(deps: Deps, quoteId: string): string {
  return `${deps.config.publicUrl}/quote/${quoteTokenOf(deps.keys, quoteId)}`;
}
