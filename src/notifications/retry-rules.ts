/**
 * How long a failed message can be sent again. It keeps its encrypted text until then: a code or link until it expires,
 * an urgent message for a day, any other for seven days. Pushes are not sent again, because a phone that was not
 * reached didn't request it.
 */
import { isUrgent } from "./choices/choice-rules";

/**
 * The longest pause between two attempts. It is short enough that all messages are sent within minutes after a provider
 * is back.
 */
export const MAX_PAUSE_MS = 120_000;

const DAY_MS = 86_400_000;
/** How long other messages stay useful. */
const RETRYABLE_MS = 7 * DAY_MS;

/** Kinds that are only useful on the same day, like messages that are urgent for riders. */
const sameDayKinds = new Set(["offer", "trip_reminder", "trip_on_call", "trip_message"]);

/** Returns until when (ms) a message written at `now` may be sent again. `expiresAt` is its own end, if it has one. */
export function retryUntil(kind: string, now: number, expiresAt?: number): number {
  if (expiresAt !== undefined) return expiresAt;
  return now + (isUrgent(kind) || sameDayKinds.has(kind) ? DAY_MS : RETRYABLE_MS);
}

/** Kinds about a contact itself. They are sent to that contact, even if the rider now has another one. */
const kindsAboutContact = new Set([
  "code",
  "link",
  "contact_change_asked",
  "contact_change_done",
  "accounts_joined",
]);

/** Tells whether a message that is sent again goes to the rider's current contact. */
export function goesToCurrentContact(kind: string): boolean {
  return !kindsAboutContact.has(kind);
}
