/** Sends failed messages again on request, after their cause has been repaired. */
import { and, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { outbox, type StoredOutboxMessage } from "../../db/schema/notifications";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { isConsentGiven } from "./choices/choice-queries";
import type { RetryMessages } from "./contract";
import { afterTransaction, MAX_RETRY_MS } from "./outbox";
import { goesToCurrentContact } from "./retry-rules";
import { updateRow } from "../../db/rows";

/** The maximum number of messages per request. The rest needs another request. */
const MAX_MESSAGES_PER_REQUEST = 500;

/**
 * Sends one failed message, or all of a kind, again: to the rider's current contact, with the original id, so that a
 * second copy is recognised. Messages that were already sent or are no longer useful are skipped. An SMS to a rider who
 * has since withdrawn consent is erased. Returns how many messages were queued.
 */
export async function retryMessages(
  deps: Deps,
  actor: Actor,
  which: RetryMessages,
): Promise<number> {
  return deps.write((tx) => {
    const now = deps.now();
    const failedMessages = tx
      .select()
      .from(outbox)
      .where(
        and(
          "id" in which
            ? eq(outbox.id, which.id)
            : and(eq(outbox.kind, which.kind), eq(outbox.channel, which.channel)),
          sql`${outbox.state} = 'failed'`,
          isNotNull(outbox.body),
          gt(outbox.retryUntil, now),
          ne(outbox.channel, "push"),
        ),
      )
      .limit(MAX_MESSAGES_PER_REQUEST)
      .all();
    const resendableRows = failedMessages.filter((row) => canSend(tx, row));
    for (const row of failedMessages)
      if (!resendableRows.includes(row))
        updateRow(tx, outbox, row.id, {
          body: null,
          lastError: "The rider has turned off text messages",
        });
    for (const row of resendableRows)
      updateRow(tx, outbox, row.id, {
        state: "waiting",
        recipient: currentRecipient(tx, row),
        nextAttemptAt: now,
        expiresAt: Math.min(row.retryUntil ?? now, now + MAX_RETRY_MS),
        lastError: null,
      });
    const [first] = resendableRows;
    if (resendableRows.length < failedMessages.length)
      afterTransaction(() => deps.bus.publish({ type: "outbox_failed" }));
    if (!first) return 0;
    // Leaves out the recipient and the reason, because both may name a rider.
    appendAudit(tx, deps, {
      actor,
      action: "outbox.retried",
      subject: { kind: "outbox", id: null },
      summary: resendableRows.length === 1 ? "Resent a failed message" : "Resent failed messages",
      detail: { kind: first.kind, channel: first.channel, messages: resendableRows.length },
    });
    afterTransaction(() => {
      deps.bus.publish({ type: "outbox" });
      deps.bus.publish({ type: "outbox_failed" });
    });
    return resendableRows.length;
  });
}

/**
 * Tells whether a message may still be sent. Without consent to SMS, a phone gets only messages that protect the
 * account.
 */
function canSend(tx: Tx, { riderId, channel, kind }: StoredOutboxMessage): boolean {
  if (riderId === null || channel !== "sms" || !goesToCurrentContact(kind)) return true;
  return isConsentGiven(tx, riderId, "sms");
}

/** Returns the current recipient of a message, because its rider may have changed their contact. */
function currentRecipient(
  tx: Tx,
  { riderId, channel, kind, recipient }: StoredOutboxMessage,
): string {
  if (riderId === null || !goesToCurrentContact(kind)) return recipient;
  const rider = tx
    .select({ email: riders.email, phone: riders.phone })
    .from(riders)
    .where(eq(riders.id, riderId))
    .get();
  return (channel === "email" ? rider?.email : rider?.phone) ?? recipient;
}
