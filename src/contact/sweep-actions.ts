/** Messages go when their time has come, or when who wrote them asks. */
import { and, eq, inArray, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { contactMessages } from "../../db/schema/contact";
import type { Tx } from "../../db/writer";
import { KEPT_MS, SPAM_KEPT_MS } from "./rules";

/** Messages a sweep takes at a time: the next one comes within the hour. */
const MOST_A_SWEEP = 500;

/** Removes messages in which nobody wrote for twelve months, and spam after 30 days. */
export function sweepContact(tx: Tx, now: number): void {
  const { state, updatedAt } = contactMessages;
  remove(tx, and(ne(state, "spam"), lt(updatedAt, now - KEPT_MS)));
  remove(tx, and(eq(state, "spam"), lt(updatedAt, now - SPAM_KEPT_MS)));
}

/**
 * Removes what a rider wrote: what is linked to them, and what came from a contact of theirs and is linked
 * to nobody.
 */
export function eraseFromContact(tx: Tx, rider: { id: string; contacts: readonly string[] }): void {
  tx.delete(contactMessages).where(writtenBy(rider)).run();
}

/** Which messages are a rider's. */
export function writtenBy({ id, contacts }: { id: string; contacts: readonly string[] }) {
  const { riderId, email, phone } = contactMessages;
  return or(
    eq(riderId, id),
    and(isNull(riderId), or(inArray(email, [...contacts]), inArray(phone, [...contacts]))),
  );
}

/** Their entries go with them. */
function remove(tx: Tx, which: SQL | undefined): void {
  const due = tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(which)
    .limit(MOST_A_SWEEP)
    .all();
  if (due.length === 0) return;
  tx.delete(contactMessages)
    .where(
      inArray(
        contactMessages.id,
        due.map(({ id }) => id),
      ),
    )
    .run();
}
