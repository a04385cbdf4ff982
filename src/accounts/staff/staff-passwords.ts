/** Hashes passwords of staff with argon2id, off the event loop. */
const HASH_OPTIONS = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/**
 * The hash of a password that nobody knows, made at the same cost. A sign-in compares with it if the account does not
 * exist or has no password, so that both take the same time.
 */
const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$7Qvu27J79Jd+tc9WYNZi1SFWf1cI0Ey8AIo8EpJFLak$jgktjFW8IR5o89wb+TC0Vp4Mi3Ur/MkbO8B6kP6bMzQ";

/** Returns the hash to store. The text is first brought into one Unicode form, because keyboards differ. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password.normalize("NFC"), HASH_OPTIONS);
}

/** Returns whether the password matches the hash; always false for null, after the same work. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const isCorrect = await Bun.password.verify(password.normalize("NFC"), hash ?? DUMMY_HASH);
  return isCorrect && hash !== null;
}
