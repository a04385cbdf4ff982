/** Deletes messages when their period of keeping ends or when their sender asks for it. */
import { and, eq, inArray, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { contactMessages } from "../../db/schema/contact";
import type { Tx } from "../../db/writer";

/** Matches messages with no entry since an instant (ms), except spam. */
export const isMessageBefore = (at: number) =>
  and(ne(contactMessages.state, "spam"), lt(contactMessages.updatedAt, at));
/** Matches spam with no entry since an instant (ms). */
export const isSpamBefore = (at: number) =>
  and(eq(contactMessages.state, "spam"), lt(contactMessages.updatedAt, at));

/**
 * Deletes a rider's messages: those linked to the rider, and those sent from one of the rider's contacts and linked to
 * nobody.
 */
export function eraseContactMessagesOf(
  tx: Tx,
  rider: { id: string; contacts: readonly string[] },
): void {
  tx.delete(contactMessages).where(isFromRider(rider)).run();
}

/** Matches the messages of a rider. */
export function isFromRider({ id, contacts }: { id: string; contacts: readonly string[] }) {
  const { riderId, email, phone } = contactMessages;
  return or(
    eq(riderId, id),
    and(isNull(riderId), or(inArray(email, [...contacts]), inArray(phone, [...contacts]))),
  );
}

/** Deletes up to `limit` messages together with their entries. Returns how many. */
export function sweepContactMessages(tx: Tx, condition: SQL | undefined, limit: number): number {
  const dueMessages = tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(condition)
    .limit(limit)
    .all();
  if (dueMessages.length === 0) return 0;
  tx.delete(contactMessages)
    .where(
      inArray(
        contactMessages.id,
        dueMessages.map(({ id }) => id),
      ),
    )
    .run();
  return dueMessages.length;
}
