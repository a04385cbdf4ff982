/**
 * The texts of consents, which `t.known` translates because they come from the server. Nothing imports this file; the
 * script that collects texts reads it.
 */
import { phrase } from "../../words/words";

/** Of `src/notifications/choices/choice-rules.ts`. */
export const consents = [
  phrase(
    "We may call the number you give about your trips and your account, also by an automated call.",
  ),
  phrase(
    "We may send text messages to the number you give about your trips and your account, also automated ones.",
  ),
];
