/**
 * Texts of consents, which are said by `t.known` since the server has them. Nothing imports this file: the collector of
 * texts finds it.
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
