/** Accounts that dispatch makes for people who call. */
import { eq } from "drizzle-orm";
import { riders, type StoredRider } from "../../db/schema/accounts";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { claimMessages } from "../notifications/outbox";
import type { CallerNote } from "./caller-contract";
import { findRiderByContact } from "./sign-in/rider-queries";
import { MAX_NAME_LENGTH, normalizeName } from "./rules";
import { insertReturning } from "../../db/rows";
import { readOperator } from "../settings/queries";
import { recordWebhook } from "../webhooks/record-actions";

/**
 * The rider whose number this is, or a new account for it under the name that was said, inside the
 * caller's transaction. A number is one person's: its rider keeps their account and their
 * name. A new account belongs to the person who proves the number, or the e-mail address that dispatch wrote down, by
 * signing in with a code; nothing else of anybody's is looked for or joined to it. 400 for the address of another rider.
 */
export function findOrAddRiderByPhone(
  deps: Deps,
  tx: Tx,
  phone: string,
  name: string,
  now: number,
  email: string | null = null,
): { rider: StoredRider; isNew: boolean } {
  const knownRider = findRiderByContact(tx, { type: "phone", value: phone });
  if (knownRider) return { rider: knownRider, isNew: false };
  if (email !== null && findRiderByContact(tx, { type: "email", value: email }))
    throw new AppError("request.invalid", {
      fields: {
        "caller.email": "Another rider has this e-mail address. Choose that rider as the caller.",
      },
    });
  const [first = "", ...rest] = normalizeName(name).split(" ");
  const rider = insertReturning(tx, riders, {
    id: Bun.randomUUIDv7(),
    firstName: [...first].slice(0, MAX_NAME_LENGTH).join(""),
    lastName: [...rest.join(" ")].slice(0, MAX_NAME_LENGTH).join("") || null,
    phone,
    email,
    createdAt: now,
    updatedAt: now,
    language: readOperator(deps).riderLanguage,
  });
  recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id: rider.id }));
  for (const contact of [phone, email]) if (contact) claimMessages(tx, contact, rider.id);
  return { rider, isNew: true };
}

/** Keeps what dispatch wants to know of a rider; 404 when there is none. */
export async function saveCallerNote(deps: Deps, id: string, { note }: CallerNote): Promise<void> {
  await deps.write((tx) => {
    const [row] = tx
      .update(riders)
      .set({ dispatchNote: note })
      .where(eq(riders.id, id))
      .returning({ id: riders.id })
      .all();
    if (!row) throw new AppError("request.not_found");
  });
}
