/** Reads the input of the sign-in calls strictly. */
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { isWellFormedCode } from "../codes/code-rules";
import { readTypedContact } from "../contact-queries";
import type { SendCode, VerifyCode } from "../contract";
import type { Identifier } from "../rules";

/** Reads the input of a verify call. Throws 400 for an invalid identifier or for anything but the code's digits. */
export function readCodeGuess(
  deps: Deps,
  input: VerifyCode,
): { identifier: Identifier; guess: string } {
  // Without `otp`, `code` is the one-time code and not the calling code.
  const guess = input.otp ?? input.code ?? "";
  const country = input.otp === undefined ? undefined : (input.code ?? undefined);
  const identifier = requireIdentifier(deps, { identifier: input.identifier, code: country });
  const digits = deps.config.otpDigits;
  if (!isWellFormedCode(guess, digits)) {
    throw new AppError("code.invalid_form", { fields: { otp: `Enter all ${digits} digits.` } });
  }
  return { identifier, guess };
}

/** Returns the contact that a call names, with `code` as the country calling code. Throws 400 if it names none. */
export function requireIdentifier(deps: Deps, input: SendCode): Identifier {
  const identifier = readTypedContact(deps, input.identifier, input.code);
  if (!identifier) throw new AppError("identifier.invalid");
  return identifier;
}
