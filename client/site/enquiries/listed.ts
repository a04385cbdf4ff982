/**
 * Texts that enquiries translate by `t.known`, since they come from contracts. Nothing imports this file: the collector
 * of texts finds it.
 */
import { phrase } from "../../words/words";

/** Of the contracts of `src/contact`: errors shown at a field. */
export const faults = [
  phrase("A booking number has digits only."),
  phrase("This name is too long."),
  phrase("Please write your message."),
  phrase("Please write no more than 5,000 characters."),
  phrase("Please write no more than 4,000 characters."),
  phrase("Please write no more than 1,000 characters."),
  phrase("Please choose a day."),
  phrase("Please tick the box or leave it empty."),
];
