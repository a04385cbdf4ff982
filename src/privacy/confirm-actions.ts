/** Lets a signed-in rider confirm their identity by a code. */
import { sessions, type StoredRider } from "../../db/schema/accounts";
import type { Tx } from "../../db/writer";
import {
  type Requester,
  countCodeRequest,
  requireReachableContact,
  sendCode,
  checkGuess,
} from "../accounts/codes/code-actions";
import { findRider } from "../accounts/sign-in/rider-queries";
import { type Identifier, maskContact } from "../accounts/rules";
import type { Session } from "../accounts/sessions/session-queries";
import { FRESH_SESSION_MS } from "../accounts/sessions/session-rules";
import { readCodeGuess } from "../accounts/sign-in/sign-in-input";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { ConfirmationSent, ConfirmIdentity } from "./contract";
import { confirmationContact } from "./queries";
import { updateRow } from "../../db/rows";

/** Sends the code. Throws 422 if there is no contact to send it to, 429 above the sending limits. */
export async function sendConfirmation(
  deps: Deps,
  riderId: string,
  requester: Requester,
): Promise<ConfirmationSent> {
  return deps.write((tx) => {
    const { rider, identifier } = requireContact(tx, riderId);
    requireReachableContact(deps, identifier);
    countCodeRequest(tx, deps, identifier, requester.address, true);
    sendCode(tx, deps, confirmationRequest(rider, identifier), requester);
    return { contact: maskContact(identifier) };
  });
}

/** Checks the code. The session then counts as confirmed until the returned time (ms). */
export async function confirmIdentity(
  deps: Deps,
  session: Session,
  input: ConfirmIdentity,
  requester: Requester,
): Promise<number> {
  const now = deps.now();
  const isConfirmed = await deps.write((tx) => {
    const { rider } = requireContact(tx, session.accountId);
    if (!consumeConfirmation(tx, deps, rider, input.otp, requester)) return false;
    updateRow(tx, sessions, session.id, { confirmedAt: now });
    return true;
  });
  if (!isConfirmed) throw new AppError("code.refused");
  return now + FRESH_SESSION_MS;
}

/**
 * Tells whether a code is the confirmation that was sent, and uses it up. It counts the guess, so the caller must not
 * throw inside the transaction if the code is wrong. Throws 400 for anything but the code's digits.
 */
export function consumeConfirmation(
  tx: Tx,
  deps: Deps,
  rider: StoredRider,
  otp: string,
  requester: Requester,
): boolean {
  const identifier = confirmationContact(rider);
  if (!identifier) return false;
  const { guess } = readCodeGuess(deps, { identifier: identifier.value, otp });
  return checkGuess(tx, deps, confirmationRequest(rider, identifier), requester, guess);
}

function confirmationRequest(rider: StoredRider, identifier: Identifier) {
  return {
    audience: "rider",
    purpose: "confirm",
    identifier,
    account: rider,
    changingRiderId: rider.id,
  } as const;
}

function requireContact(tx: Tx, riderId: string): { rider: StoredRider; identifier: Identifier } {
  const rider = findRider(tx, riderId);
  if (!rider) throw new AppError("request.unauthenticated");
  const identifier = confirmationContact(rider);
  if (!identifier) throw new AppError("account.no_contact");
  return { rider, identifier };
}
