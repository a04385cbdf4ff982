/** The titles and numbers of the steps. Every public page loads this file, so it has nothing else. */
import { phrase } from "../../words/words";

/** Specification, section 2. */
export const stepTitles = [
  phrase("Welcome"),
  phrase("Personal Information"),
  phrase("License & Experience"),
  phrase("Documents Upload"),
  phrase("Vehicle Information"),
  phrase("Vehicle Photos"),
  phrase("Review & Submit"),
] as const;

export type Step = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const LAST_STEP = 6;

/** Reads a step from the address; the welcome step when it names none. */
export function readStep(value: unknown): Step {
  const step = Number(value);
  return Number.isInteger(step) && step > 0 && step <= LAST_STEP ? (step as Step) : 0;
}
