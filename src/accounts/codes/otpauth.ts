/** One-time codes by HOTP and TOTP (RFC 4226, RFC 6238). */
type Otpauth = typeof import("otpauth");

let loaded: Otpauth | undefined;

/** Returns the library, which is loaded for the first code and not at start. */
export function otpauth(): Otpauth {
  loaded ??= require("otpauth") as Otpauth;
  return loaded;
}
