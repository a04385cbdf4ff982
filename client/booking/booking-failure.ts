import type { ApiError } from "../api-error";

/** Statuses of refusals before the server looks at the booking: no session, locked, too many calls. */
const EARLY_REFUSAL_STATUSES = [401, 423, 429];

/**
 * Whether a failure proves that nothing was booked. If an earlier try (`wasSentBefore`) got no answer, an
 * early refusal proves nothing: that try may have been booked.
 */
export function isDefinitelyNotBooked({ status, code }: ApiError, wasSentBefore: boolean): boolean {
  if (status < 400 || status >= 500 || status === 408) return false;
  if (code === "idempotency.in_flight") return false;
  return !(wasSentBefore && EARLY_REFUSAL_STATUSES.includes(status));
}
