/** Text as people type it into forms, and as others will read it. Browser-safe. */
import { z } from "zod";

const REFUSED = "has a character that cannot be used";
const SOMETHING_VISIBLE = /[^\p{Z}\p{C}\p{M}]/u;
/** What shows nothing, such as spaces of no width, is nothing. */
const withoutBlanks = (text: string) => (SOMETHING_VISIBLE.test(text) ? text : "");

/** A line: no control characters, nothing that reorders it. */
export const line = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, REFUSED)
  .overwrite(withoutBlanks);

/** As `line`, with line breaks and tabs. */
export const lines = z
  .string()
  .trim()
  .regex(/^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|\r?\n|\t)*$/u, REFUSED)
  .overwrite(withoutBlanks);
