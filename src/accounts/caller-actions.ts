/** Accounts that dispatch creates for people who call. */
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
 * Returns the rider with this phone number, or creates an account for it under the given name, inside the caller's
 * transaction. A known rider keeps their account and their name. A new account belongs to the person who proves the
 * number, or the e-mail address that dispatch typed, by signing in with a code; no other account is looked up or merged
 * into it. Throws 400 if another rider has the e-mail address.
 */
export function findOrAddRiderByPhone(
  deps: Deps,
  tx: Tx,
  phone: string,
  name: string,
  now: number,
  email: string | null = null,
): { rider: StoredRider; isNew: boolean } {
  const existingRider = findRiderByContact(tx, { type: "phone", value: phone });
  if (existingRider) return { rider: existingRider, isNew: false };
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

/** Saves dispatch's note about a rider. Throws 404 if there is no such rider. */
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
