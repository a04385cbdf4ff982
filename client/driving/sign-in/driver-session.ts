import type { DriverSendCodeAnswer, VerifyCode } from "../../../src/accounts/contract";
import {
  FIELD_REQUIRED,
  INVALID_IDENTIFIER,
  readDriverIdentifier,
} from "../../../src/accounts/rules";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { forgetAnswers } from "../answers";

/** The error in a driver's e-mail address or phone number; null when it is valid. */
export function driverIdentifierFault(identifier: string): string | null {
  if (identifier.trim() === "") return FIELD_REQUIRED;
  return readDriverIdentifier(identifier) ? null : INVALID_IDENTIFIER;
}

/** Sends a driver's one-time code. It refuses an invalid identifier without a call. */
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

/** Signs the driver in with a code. Throws `ApiError`. */
export async function verifyDriverCode(api: Api, attempt: VerifyCode): Promise<void> {
  await read(api.driver["verify-otp"].$post({ json: attempt }));
  forgetAnswers();
}
