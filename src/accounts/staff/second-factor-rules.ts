/**
 * The second factor of staff: six digits of an authenticator app (RFC 6238), valid once, in their own half minute and
 * the two next to it; or one of ten recovery codes, each valid once. An offered key applies if a code from it is
 * entered within 15 minutes.
 */
import { asciiDigits } from "../rules";

/** How many recovery codes are created at once. */
export const RECOVERY_CODE_COUNT = 10;

/** How long an offered key can be confirmed. */
export const SETUP_OFFER_LIFETIME_MS = 15 * 60_000;

/** Without letters that look like digits, because these codes are copied by hand. */
const RECOVERY_CODE_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns a recovery code in its written form, from 10 random bytes (50 bits). */
export function formatRecoveryCode(randomBytes: Uint8Array): string {
  const letters = [...randomBytes].map((byte) => RECOVERY_CODE_ALPHABET[byte % 32]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
}

/** A typed second factor; null if the text cannot be one. */
export type SecondFactor = { kind: "totp" | "recovery"; code: string };

/** Reads a typed code. Ignores spaces, hyphens, case and the script of digits, and reads o, i and l as digits. */
export function readSecondFactor(typed: string): SecondFactor | null {
  const code = asciiDigits(typed).replace(/[\s-]/g, "").toLowerCase();
  if (/^[0-9]{6}$/.test(code)) return { kind: "totp", code };
  const letters = code.replaceAll("o", "0").replace(/[il]/g, "1");
  return letters.length === 10 &&
    [...letters].every((letter) => RECOVERY_CODE_ALPHABET.includes(letter))
    ? { kind: "recovery", code: letters }
    : null;
}
