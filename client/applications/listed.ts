/**
 * Texts translated by `t.known`, since dispatch reads them in English, but for the tables in `build/words.ts`. Nothing
 * imports this file: the collector of texts finds it.
 */
import { phrase } from "../words/words";

/** Of `src/drivers/application-rules.ts`: what is wrong with an answer. */
export const answerFaults = [
  phrase("Choose one from the list."),
  phrase("Enter a valid email address."),
  phrase("Enter a valid phone number."),
  phrase("Enter a date."),
  phrase("Enter the number of years, 0 or more."),
  phrase("Enter a year like 2021."),
  phrase("A VIN has at most 17 letters and digits."),
  phrase("Leave the last name empty, or remove the tick for one name."),
];
