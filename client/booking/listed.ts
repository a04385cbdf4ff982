/** Texts of the server, translated by `t.known`. Nothing imports this file: the collector of texts finds it. */
import { phrase } from "../words/words";

/** Of `src/reservations/passenger-rules.ts`. */
export const faults = [
  phrase(
    "We can’t send text messages to this country. Enter an e-mail address, or choose not to contact the passenger.",
  ),
];
