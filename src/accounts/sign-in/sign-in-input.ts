/** What the calls of signing in bring, read strictly. */
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { isWellFormedCode } from "../codes/code-rules";
import { readTypedContact } from "../contact-queries";
import type { SendCode, VerifyCode } from "../contract";
import type { Identifier } from "../rules";

/** Reads what a verify call brings: 400 for a bad identifier or anything but the code's digits. */
export function readCodeGuess(
  deps: Deps,
  input: VerifyCode,
): { identifier: Identifier; guess: string } {
  // Without `otp`, `code` is the one-time code and not the country's.
  const guess = input.otp ?? input.code ?? "";
  const country = input.otp === undefined ? undefined : (input.code ?? undefined);
  const identifier = requireIdentifier(deps, { identifier: input.identifier, code: country });
  const digits = deps.config.otpDigits;
  if (!isWellFormedCode(guess, digits)) {
    throw new AppError("code.invalid_form", { fields: { otp: `Enter all ${digits} digits.` } });
  }
  return { identifier, guess };
}

/** Whom a call names, `code` being the phone's country calling code; 400 for nobody. */
export function requireIdentifier(deps: Deps, input: SendCode): Identifier {
  const identifier = readTypedContact(deps, input.identifier, input.code);
  if (!identifier) throw new AppError("identifier.invalid");
  return identifier;
}
