/**
 * Changes of a rider's e-mail address or phone number. A new contact applies once its own code was entered; the old
 * contact is notified before and after.
 */
import { and, eq } from "drizzle-orm";
import { codeGuesses, riders, type StoredRider } from "../../db/schema/accounts";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { claimMessages, queueMessage } from "../notifications/outbox";
import { contactChangeRequested, contactChangeDone } from "../notifications/texts/account-texts";
import { type Requester, countCodeRequest, sendCode, checkGuess } from "./codes/code-actions";
import type { Rider, VerifyContact } from "./contract";
import { findRider, findRiderByContact, toRider } from "./sign-in/rider-queries";
import type { Identifier } from "./rules";
import { readCodeGuess } from "./sign-in/sign-in-input";
import { updateRow } from "../../db/rows";
import { readOperator } from "../settings/queries";

/** Returns whether another account has confirmed this contact. */
export function isTaken(tx: Tx, rider: StoredRider, contact: Identifier): boolean {
  const holder = findRiderByContact(tx, contact);
  return holder !== undefined && holder.id !== rider.id;
}

/**
 * Stores a free contact as pending, sends its code and notifies the old contact, inside the caller's transaction.
 * Throws 429 above the sending limits. Entering the current contact again cancels the pending one.
 */
export function requestContactChange(
  tx: Tx,
  deps: Deps,
  rider: StoredRider,
  identifier: Identifier,
  requester: Requester,
): void {
  const isEmail = identifier.type === "email";
  const isCurrentContact = (isEmail ? rider.email : rider.phone) === identifier.value;
  const pending = isCurrentContact ? null : identifier.value;
  updateRow(tx, riders, rider.id, isEmail ? { pendingEmail: pending } : { pendingPhone: pending });
  if (isCurrentContact) return;
  countCodeRequest(tx, deps, identifier, requester.address, true);
  sendCode(
    tx,
    deps,
    { audience: "rider", purpose: "contact", identifier, account: null, changingRiderId: rider.id },
    requester,
  );
  const warningTo = warningRecipient(rider, identifier.type);
  const isRepeated = (isEmail ? rider.pendingEmail : rider.pendingPhone) === identifier.value;
  // A repeated code for the same contact is not a new change.
  if (warningTo && !isRepeated)
    queueMessage(tx, deps, {
      to: warningTo,
      riderId: rider.id,
      message: contactChangeRequested({
        language: rider.language,
        brand: readOperator(deps).brand,
        to: warningTo,
      }),
    });
}

/**
 * Makes a pending contact the rider's own after its code or link was used, inside the caller's transaction. Returns
 * null if it is no longer pending, and "taken" if another account was faster.
 */
export function confirmContact(
  tx: Tx,
  deps: Deps,
  rider: StoredRider,
  identifier: Identifier,
): StoredRider | "taken" | null {
  const isEmail = identifier.type === "email";
  if ((isEmail ? rider.pendingEmail : rider.pendingPhone) !== identifier.value) return null;
  if (isTaken(tx, rider, identifier)) return "taken";
  const warningTo = warningRecipient(rider, identifier.type);
  const replacedContact = isEmail ? rider.email : rider.phone;
  if (replacedContact) claimMessages(tx, replacedContact, rider.id);
  updateRow(tx, riders, rider.id, {
    ...(isEmail
      ? { email: identifier.value, pendingEmail: null }
      : { phone: identifier.value, pendingPhone: null }),
    updatedAt: deps.now(),
  });
  // Wrong guesses belong to the account, so they still count after its contact changes.
  if (replacedContact)
    tx.update(codeGuesses)
      .set({ identifier: identifier.value })
      .where(and(eq(codeGuesses.audience, "rider"), eq(codeGuesses.identifier, replacedContact)))
      .run();
  if (warningTo)
    queueMessage(tx, deps, {
      to: warningTo,
      riderId: rider.id,
      message: contactChangeDone({
        language: rider.language,
        brand: readOperator(deps).brand,
        to: warningTo,
      }),
    });
  return findRider(tx, rider.id) ?? null;
}

/** Cancels a requested change. Its code or link no longer works. */
export async function withdrawContact(
  deps: Deps,
  riderId: string,
  kind: Identifier["type"],
): Promise<Rider> {
  const rider = await deps.write((tx) => {
    updateRow(
      tx,
      riders,
      riderId,
      kind === "email" ? { pendingEmail: null } : { pendingPhone: null },
    );
    return findRider(tx, riderId);
  });
  if (!rider) throw new AppError("request.unauthenticated");
  return toRider(deps, rider);
}

/** Confirms a pending contact by its code. Throws 401 for a wrong guess, 409 if another account has taken it. */
export async function verifyContact(
  deps: Deps,
  riderId: string,
  input: VerifyContact,
  requester: Requester,
): Promise<Rider> {
  const { identifier, guess } = readCodeGuess(deps, input);
  const outcome = await deps.write((tx) => {
    const rider = findRider(tx, riderId);
    if (!rider) return null;
    const request = {
      audience: "rider",
      purpose: "contact",
      identifier,
      account: null,
      changingRiderId: riderId,
    } as const;
    if (!checkGuess(tx, deps, request, requester, guess)) return null;
    return confirmContact(tx, deps, rider, identifier);
  });
  if (!outcome) throw new AppError("code.refused");
  if (outcome === "taken") throw new AppError("contact.taken");
  return toRider(deps, outcome);
}

/**
 * Returns where to send the warning: to the contact that is replaced, or to the other one if there was none of its
 * kind.
 */
function warningRecipient(rider: StoredRider, type: Identifier["type"]): Identifier | null {
  const email = rider.email ? ({ type: "email", value: rider.email } as const) : null;
  const phone = rider.phone ? ({ type: "phone", value: rider.phone } as const) : null;
  return type === "email" ? (email ?? phone) : (phone ?? email);
}
