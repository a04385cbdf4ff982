/** Error texts for values that a person can type. Errors that only a program can cause keep zod's texts. */
import type { z } from "zod";
import { FIELD_REQUIRED } from "../accounts/rules";

/**
 * The texts for errors without a text in their contract. They are the keys of the dictionaries: screens
 * translate them.
 */
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

/** Gives zod these texts. */
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
