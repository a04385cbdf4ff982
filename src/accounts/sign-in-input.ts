/** What the calls of signing in bring, read strictly. */
import type { Config } from "../config";
import { AppError } from "../errors";
import { isCodeForm } from "./code-rules";
import type { VerifyCode } from "./contract";
import { readTypedIdentifier } from "./phone-rules";
import type { Identifier } from "./rules";

/** Reads what a verify call brings: 400 for a bad identifier or anything but the code's digits. */
export function readGuess(
  config: Config,
  input: VerifyCode,
): { identifier: Identifier; guess: string } {
  // Without `otp`, `code` is the one-time code and not the country's.
  const guess = input.otp ?? input.code ?? "";
  const country = input.otp === undefined ? undefined : (input.code ?? undefined);
  const identifier = requireIdentifier(readTypedIdentifier(input.identifier, country));
  if (!isCodeForm(guess, config.otpDigits)) {
    const digits = config.otpDigits;
    throw new AppError("code.invalid_form", { fields: { otp: `Enter all ${digits} digits.` } });
  }
  return { identifier, guess };
}

/** The identifier that was read, or 400. */
export function requireIdentifier(identifier: Identifier | null): Identifier {
  if (!identifier) throw new AppError("identifier.invalid");
  return identifier;
}
