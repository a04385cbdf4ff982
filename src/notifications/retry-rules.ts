/**
 * A message that could not be sent keeps its sealed text as long as it is of use, so that it can be sent
 * again once what hindered it is mended: a code or link until it expires, what is of use at once for a day,
 * all else for seven days. Pushes are not sent again: a phone that was not reached has asked for none.
 */
import { isUrgent } from "./choices/choice-rules";

/** Between two tries: short enough that all messages are sent within minutes after a provider is back. */
export const MAX_PAUSE_MS = 120_000;

const DAY_MS = 86_400_000;
/** What is of use for longer than a day. */
const RETRYABLE_MS = 7 * DAY_MS;

/** Useful only on the day, like messages that are urgent for riders. */
const sameDayKinds = new Set(["offer", "trip_reminder", "trip_on_call", "trip_message"]);

/** Until when (ms) a message may be sent again that was written at `now`; `expiresAt` where it has its own end. */
export function retryUntil(kind: string, now: number, expiresAt?: number): number {
  if (expiresAt !== undefined) return expiresAt;
  return now + (isUrgent(kind) || sameDayKinds.has(kind) ? DAY_MS : RETRYABLE_MS);
}

/** A message about a contact itself goes to that contact, even if the rider now has another one. */
const kindsAboutContact = new Set([
  "code",
  "link",
  "contact_change_asked",
  "contact_change_done",
  "accounts_joined",
]);

/** Whether a message that is sent again goes to the contact that its rider has now. */
export function goesToCurrentContact(kind: string): boolean {
  return !kindsAboutContact.has(kind);
}
