/** What is wrong with a value that somebody can type. What only a program can send, zod names. */
import type { z } from "zod";

const REQUIRED = "This field is required.";

/** The words of a fault for which its contract has none. Screens translate them: `client/words/failures.ts`. */
export const fieldWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null ? REQUIRED : undefined;
    case "invalid_format":
      return issue.format === "date" ? "Enter a date." : undefined;
    case "too_big":
      if (issue.origin === "string") return `Use at most ${issue.maximum} characters.`;
      return issue.origin === "array"
        ? `Choose at most ${issue.maximum}.`
        : "This number is too large.";
    case "too_small":
      if (issue.origin === "string")
        return issue.minimum === 1 ? REQUIRED : `Use at least ${issue.minimum} characters.`;
      return issue.origin === "array"
        ? `Choose at least ${issue.minimum}.`
        : "This number is too small.";
    default:
      return undefined;
  }
};
