/** The total of a quote, and its state. */
import type { ReservationState } from "../reservations/contract";
import type { QuoteItem, QuoteState } from "./contract";

/** Once one reservation's quotes have so many questions and answers, the customer can ask no more. */
export const MAX_QUESTIONS = 40;

/** What the lines add up to. */
export function totalOf(items: readonly Pick<QuoteItem, "quantity" | "unitMinor">[]): number {
  return items.reduce((sum, { quantity, unitMinor }) => sum + quantity * unitMinor, 0);
}

/** Until when a quote made at `now` (ms UTC) is valid: never beyond the pickup. Null where that is past. */
export function validUntil(
  now: number,
  { validHours, pickupAt }: { validHours: number; pickupAt: number },
): number | null {
  return pickupAt <= now ? null : Math.min(now + validHours * 3_600_000, pickupAt);
}

/**
 * The state of a quote at `now` (ms UTC). One that is stored as open has expired after its time, and is withdrawn with
 * a request that was rejected, cancelled or priced in another way.
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
