import type { ApiError } from "../api-error";

/** Refusals before the booking itself is looked at: no session, locked, too many calls. */
const AT_THE_DOOR = [401, 423, 429];

/**
 * Whether a failure says for sure that nothing was booked. Of a try that was `sentBefore` and not
 * answered a refusal at the door says nothing: the first time may have been booked.
 */
export function isCertainlyNotBooked({ status, code }: ApiError, sentBefore: boolean): boolean {
  if (status < 400 || status >= 500 || status === 408) return false;
  if (code === "idempotency.in_flight") return false;
  return !(sentBefore && AT_THE_DOOR.includes(status));
}
