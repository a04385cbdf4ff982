/** What a quote comes to, and its state. */
import { agreedPrice } from "../fares/agreed-rules";
import type { Fare, FeeSchedule, ServiceType } from "../fares/contract";
import type { ReservationState } from "../reservations/contract";
import type { QuoteItem, QuoteState } from "./contract";

/** Questions and answers that one reservation's quotes can have. */
export const MOST_QUESTIONS = 40;

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

/** The fare of an accepted quote: its total, with the taxes of the price list in force where there is one. */
export function quotedFare(
  schedule: FeeSchedule | null,
  serviceType: ServiceType,
  { totalMinor, currency }: { totalMinor: number; currency: string },
): Fare {
  if (schedule)
    return agreedPrice(schedule, serviceType, { currency, totalMinor: 0, lines: [] }, totalMinor);
  const line = { kind: "agreed_price" as const, params: {}, amountMinor: totalMinor };
  return { currency, totalMinor, lines: [line] };
}
