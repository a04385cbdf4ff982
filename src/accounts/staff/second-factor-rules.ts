/**
 * The second factor of staff: six digits of an authenticator app (RFC 6238), good in
 * their own half minute and the ones beside it, and once; or one of ten recovery codes, each good once.
 * A key that is offered counts when a code of it comes back within 15 minutes.
 */
import { asciiDigits } from "../rules";

/** So many recovery codes are made at once. */
export const RECOVERY_CODE_COUNT = 10;

/** For so long a key that was offered can be confirmed. */
export const SETUP_OFFER_LIFETIME_MS = 15 * 60_000;

/** No letters that are read as figures: these are copied by hand. */
const RECOVERY_CODE_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A recovery code as it is written, of 10 random bytes: 50 bits. */
export function formatRecoveryCode(randomBytes: Uint8Array): string {
  const letters = [...randomBytes].map((byte) => RECOVERY_CODE_ALPHABET[byte % 32]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
}

/** What somebody typed as their second factor; null when it can be none. */
export type SecondFactor = { kind: "totp" | "recovery"; code: string };

/**
 * Reads a typed code: spaces, hyphens, case and the script of digits do not count, and o, i and l
 * are the figures.
 */
export function readSecondFactor(typed: string): SecondFactor | null {
  const code = asciiDigits(typed).replace(/[\s-]/g, "").toLowerCase();
  if (/^[0-9]{6}$/.test(code)) return { kind: "totp", code };
  const letters = code.replaceAll("o", "0").replace(/[il]/g, "1");
  return letters.length === 10 &&
    [...letters].every((letter) => RECOVERY_CODE_ALPHABET.includes(letter))
    ? { kind: "recovery", code: letters }
    : null;
}
