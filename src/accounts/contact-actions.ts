/** A new e-mail or phone counts once its own code came back; the old one is told before and after. */
import { eq } from "drizzle-orm";
import { codeGuesses, riders } from "../../db/schema/accounts";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { queueMessage } from "../notifications/outbox";
import { contactChangeAsked, contactChangeDone } from "../notifications/texts";
import { type Asker, countAsk, sendCode, takeGuess } from "./code-actions";
import type { Rider, VerifyContact } from "./contract";
import { findRider, findRiderByContact, type RiderRow, toRider } from "./rider-queries";
import type { Identifier } from "./rules";
import { readGuess } from "./sign-in-input";

/**
 * Keeps a contact as pending, sends its code and tells the old one, inside the caller's
 * transaction. "taken" when another account has it: the ask stays counted then, so that nobody
 * can try out contacts this way.
 */
export function askForContact(
  tx: Tx,
  deps: Deps,
  rider: RiderRow,
  identifier: Identifier,
  asker: Asker,
): "asked" | "taken" {
  const holder = findRiderByContact(tx, identifier);
  const taken = holder !== undefined && holder.id !== rider.id;
  countAsk(tx, deps, identifier, asker.address, !taken);
  if (taken) return "taken";
  sendCode(
    tx,
    deps,
    { audience: "rider", purpose: "contact", identifier, account: null, changing: rider.id },
    asker,
  );
  const isEmail = identifier.type === "email";
  const alreadyPending = isEmail ? rider.pendingEmail : rider.pendingPhone;
  tx.update(riders)
    .set(isEmail ? { pendingEmail: identifier.value } : { pendingPhone: identifier.value })
    .where(eq(riders.id, rider.id))
    .run();
  const old = oldContact(rider, identifier.type);
  // Sending the same code again is no new change.
  if (old && alreadyPending !== identifier.value)
    queueMessage(tx, deps, {
      to: old,
      message: contactChangeAsked({ brand: deps.config.brand, to: old }),
    });
  return "asked";
}

/**
 * Makes a pending contact the rider's own, inside the caller's transaction, after its code or link
 * came back. Null when it is no longer pending, "taken" when another account was faster.
 */
export function confirmContact(
  tx: Tx,
  deps: Deps,
  rider: RiderRow,
  identifier: Identifier,
): RiderRow | "taken" | null {
  const isEmail = identifier.type === "email";
  if ((isEmail ? rider.pendingEmail : rider.pendingPhone) !== identifier.value) return null;
  const holder = findRiderByContact(tx, identifier);
  if (holder && holder.id !== rider.id) return "taken";
  const old = oldContact(rider, identifier.type);
  const replaced = isEmail ? rider.email : rider.phone;
  tx.update(riders)
    .set({
      ...(isEmail
        ? { email: identifier.value, pendingEmail: null }
        : { phone: identifier.value, pendingPhone: null }),
      updatedAt: deps.now(),
    })
    .where(eq(riders.id, rider.id))
    .run();
  // Wrong guesses belong to the account: they do not lapse because its contact changed.
  if (replaced)
    tx.update(codeGuesses)
      .set({ identifier: identifier.value })
      .where(eq(codeGuesses.identifier, replaced))
      .run();
  if (old)
    queueMessage(tx, deps, {
      to: old,
      message: contactChangeDone({ brand: deps.config.brand, to: old }),
    });
  return findRider(tx, rider.id) ?? null;
}

/** Confirms a pending contact by its code. 401 for a wrong guess, 409 when it is taken by now. */
export async function verifyContact(
  deps: Deps,
  riderId: string,
  input: VerifyContact,
  asker: Asker,
): Promise<Rider> {
  const { identifier, guess } = readGuess(deps.config, input);
  const done = await deps.write((tx) => {
    const rider = findRider(tx, riderId);
    if (!rider) return null;
    const asked = {
      audience: "rider",
      purpose: "contact",
      identifier,
      account: null,
      changing: riderId,
    } as const;
    if (!takeGuess(tx, deps, asked, asker, guess)) return null;
    return confirmContact(tx, deps, rider, identifier);
  });
  if (!done) throw new AppError("code.refused");
  if (done === "taken") throw new AppError("contact.taken");
  return toRider(done);
}

/** Where to warn: the contact that is replaced, or the other one when there was none of its kind. */
function oldContact(rider: RiderRow, type: Identifier["type"]): Identifier | null {
  const email = rider.email ? ({ type: "email", value: rider.email } as const) : null;
  const phone = rider.phone ? ({ type: "phone", value: rider.phone } as const) : null;
  return type === "email" ? (email ?? phone) : (phone ?? email);
}
