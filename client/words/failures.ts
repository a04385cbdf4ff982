/** Texts that the API sends, or `read` where it sends none, beside those of `src/errors.ts`. */
import { phrase } from "./words";

export const failures = [
  phrase("Something went wrong. Please try again."),
  phrase("You seem to be offline. Please try again."),
  phrase("This field is required."),
];
