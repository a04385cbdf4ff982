/** Contracts for texts that people type into forms and others read. Browser-safe. */
import { z } from "zod";

const REFUSED_CHARACTERS = "This text contains a character that can’t be used.";
const VISIBLE_CHARACTER = /[^\p{Z}\p{C}\p{M}]/u;
/** A text without visible characters, such as zero-width spaces, counts as empty. */
const emptyIfInvisible = (text: string) => (VISIBLE_CHARACTER.test(text) ? text : "");

/** A line of text without control characters or characters that change its direction. */
export const line = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, REFUSED_CHARACTERS)
  .overwrite(emptyIfInvisible);

/**
 * A text that may be an e-mail address, in any script. Code that sends mail reads it with the rules of accounts, which
 * know the form of the domain that mail servers use.
 */
export const emailText = line
  .max(254)
  .regex(/^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;.]{2,}$/u, "Enter a valid email address.");

/**
 * A typed e-mail address or phone number. It is not a `line`, because a number copied from a phone is surrounded by
 * direction marks. The rules of accounts refuse everything else.
 */
export const contactText = z.string().trim().min(1, "Please tell us how to reach you.").max(320);

/** As `line`, with line breaks and tabs. */
export const lines = z
  .string()
  .trim()
  .regex(/^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|\r?\n|\t)*$/u, REFUSED_CHARACTERS)
  .overwrite(emptyIfInvisible);

/** A month in the operator's calendar, `2026-11`. */
export const Month = z.string().regex(/^2[01]\d\d-(?:0[1-9]|1[0-2])$/, "Use a month like 2026-11");
