/** Calculates the total of a quote and its state. */
import type { ReservationState } from "../reservations/contract";
import type { QuoteItem, QuoteState } from "./contract";

/** After this many questions and answers about one reservation's quotes, the customer can ask no more. */
export const MAX_QUESTIONS = 40;

/** Returns the sum of the lines. */
export function totalOf(items: readonly Pick<QuoteItem, "quantity" | "unitMinor">[]): number {
  return items.reduce((sum, { quantity, unitMinor }) => sum + quantity * unitMinor, 0);
}

/**
 * Returns until when a quote made at `now` (ms UTC) is valid, at the latest until the pickup. Null if the pickup is
 * past.
 */
export function validUntil(
  now: number,
  { validHours, pickupAt }: { validHours: number; pickupAt: number },
): number | null {
  return pickupAt <= now ? null : Math.min(now + validHours * 3_600_000, pickupAt);
}

/**
 * Returns the state of a quote at `now` (ms UTC). A quote stored as open is expired after its time, and withdrawn if
 * its request was rejected, cancelled or priced in another way.
 */
export function stateOf(
  quote: { state: QuoteState; validUntil: number },
  tripState: ReservationState,
  now: number,
): QuoteState {
  if (quote.state !== "open") return quote.state;
  if (tripState !== "quote") return "withdrawn";
  return quote.validUntil <= now ? "expired" : "open";
}
