import type { DriverSendCodeAnswer, VerifyCode } from "../../../src/accounts/contract";
import {
  FIELD_REQUIRED,
  INVALID_IDENTIFIER,
  readDriverIdentifier,
} from "../../../src/accounts/rules";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { forgetDriverData } from "../answers";
import type { Language } from "../../../src/settings/languages/languages-contract";

/** Returns the error in a driver's e-mail address or phone number; null when it is valid. */
export function driverIdentifierFault(identifier: string): string | null {
  if (identifier.trim() === "") return FIELD_REQUIRED;
  return readDriverIdentifier(identifier) ? null : INVALID_IDENTIFIER;
}

/** Sends a driver's one-time code. Refuses an invalid identifier without a call. */
export async function sendDriverCode(
  api: Api,
  identifier: string,
  callingCode?: string,
): Promise<DriverSendCodeAnswer> {
  if (!readDriverIdentifier(identifier)) {
    throw new ApiError(400, "identifier.invalid", INVALID_IDENTIFIER);
  }
  const code = callingCode ? { code: callingCode } : {};
  return read(api.driver["checkdriver-sendotp"].$post({ json: { identifier, ...code } }));
}

/**
 * Signs the driver in with a code, and keeps the language that was chosen in the meantime. Returns the account's
 * language. Throws `ApiError`.
 */
export async function verifyDriverCode(
  api: Api,
  attempt: VerifyCode,
  chosen: Language | null,
): Promise<Language> {
  const { getdriver } = await read(api.driver["verify-otp"].$post({ json: attempt }));
  forgetDriverData();
  if (!chosen || chosen === getdriver.language) return getdriver.language;
  return read(api.driver.language.$put({ json: { language: chosen } })).then(
    ({ language }) => language,
    // The driver is signed in anyway, in the account's language.
    () => getdriver.language,
  );
}
