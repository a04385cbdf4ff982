/** Messages are deleted when their period ends, or when their sender asks for it. */
import { and, eq, inArray, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { contactMessages } from "../../db/schema/contact";
import type { Tx } from "../../db/writer";

/** Messages with no word since an instant (ms), without the spam. */
export const isMessageBefore = (at: number) =>
  and(ne(contactMessages.state, "spam"), lt(contactMessages.updatedAt, at));
/** Spam of before an instant (ms). */
export const isSpamBefore = (at: number) =>
  and(eq(contactMessages.state, "spam"), lt(contactMessages.updatedAt, at));

/**
 * Removes what a rider wrote: what is linked to them, and what came from a contact of theirs and is linked
 * to nobody.
 */
export function eraseContactMessagesOf(
  tx: Tx,
  rider: { id: string; contacts: readonly string[] },
): void {
  tx.delete(contactMessages).where(isFromRider(rider)).run();
}

/** Which messages are a rider's. */
export function isFromRider({ id, contacts }: { id: string; contacts: readonly string[] }) {
  const { riderId, email, phone } = contactMessages;
  return or(
    eq(riderId, id),
    and(isNull(riderId), or(inArray(email, [...contacts]), inArray(phone, [...contacts]))),
  );
}

/** Removes up to `limit` messages; their entries go with them. Returns how many. */
export function sweepContactMessages(tx: Tx, which: SQL | undefined, limit: number): number {
  const dueMessages = tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(which)
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
