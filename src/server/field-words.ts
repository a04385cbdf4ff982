/** What is wrong with a value that somebody can type. What only a program can send, zod names. */
import type { z } from "zod";
import { FIELD_REQUIRED } from "../accounts/rules";

/** The words of a fault for which its contract has none, as dictionaries have them: screens translate them. */
export const fieldTexts = {
  date: "Enter a date.",
  tooLarge: "This number is too large.",
  tooSmall: "This number is too small.",
  tooLong: "Use at most {n} characters.",
  tooShort: "Use at least {n} characters.",
  tooMany: "Choose at most {n}.",
  tooFew: "Choose at least {n}.",
};

const withFigure = (text: string, n: number | bigint) => text.replace("{n}", String(n));

/** Says what is wrong in these words. */
export const fieldWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null ? FIELD_REQUIRED : undefined;
    case "invalid_format":
      return issue.format === "date" ? fieldTexts.date : undefined;
    case "too_big":
      if (issue.origin === "string") return withFigure(fieldTexts.tooLong, issue.maximum);
      return issue.origin === "array"
        ? withFigure(fieldTexts.tooMany, issue.maximum)
        : fieldTexts.tooLarge;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return FIELD_REQUIRED;
      if (issue.origin === "string") return withFigure(fieldTexts.tooShort, issue.minimum);
      return issue.origin === "array"
        ? withFigure(fieldTexts.tooFew, issue.minimum)
        : fieldTexts.tooSmall;
    default:
      return undefined;
  }
};
