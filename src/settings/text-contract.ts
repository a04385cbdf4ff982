/** Text as people type it into forms, and as others will read it. Browser-safe. */
import { z } from "zod";

const REFUSED_CHARACTERS = "This text contains a character that can’t be used.";
const VISIBLE_CHARACTER = /[^\p{Z}\p{C}\p{M}]/u;
/** Text that shows nothing, such as zero-width spaces, counts as empty. */
const emptyIfInvisible = (text: string) => (VISIBLE_CHARACTER.test(text) ? text : "");

/** A line: no control characters, nothing that reorders it. */
export const line = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, REFUSED_CHARACTERS)
  .overwrite(emptyIfInvisible);

/**
 * What may be an e-mail address, of any script. Who writes to it reads it by the rules of accounts,
 * which know the domain's form that mail servers use.
 */
export const emailText = line
  .max(254)
  .regex(/^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;.]{2,}$/u, "Enter a valid email address.");

/**
 * An e-mail address or a phone number as somebody types it. Not a line: a number that is copied from
 * a phone has marks of direction around it. The rules of accounts refuse all else.
 */
export const contactText = z.string().trim().min(1, "Please tell us how to reach you.").max(320);

/** As `line`, with line breaks and tabs. */
export const lines = z
  .string()
  .trim()
  .regex(/^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|\r?\n|\t)*$/u, REFUSED_CHARACTERS)
  .overwrite(emptyIfInvisible);

/** A month of the operator's calendar, `2026-11`. */
export const Month = z.string().regex(/^2[01]\d\d-(?:0[1-9]|1[0-2])$/, "Use a month like 2026-11");
