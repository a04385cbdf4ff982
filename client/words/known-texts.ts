/**
 * Texts translated by `t.known`, because they come from rules or tables that other areas use in English. The texts in
 * the tables of `build/words.ts` are not repeated here. Nothing imports this file: the collector of texts finds it.
 */
import { phrase } from "./words";

export const calendarWords = [
  phrase("Sunday"),
  phrase("Monday"),
  phrase("Tuesday"),
  phrase("Wednesday"),
  phrase("Thursday"),
  phrase("Friday"),
  phrase("Saturday"),
  phrase("Sun", "short"),
  phrase("Mon", "short"),
  phrase("Tue", "short"),
  phrase("Wed", "short"),
  phrase("Thu", "short"),
  phrase("Fri", "short"),
  phrase("Sat", "short"),
  phrase("January"),
  phrase("February"),
  phrase("March"),
  phrase("April"),
  phrase("May"),
  phrase("June"),
  phrase("July"),
  phrase("August"),
  phrase("September"),
  phrase("October"),
  phrase("November"),
  phrase("December"),
  phrase("Jan", "short"),
  phrase("Feb", "short"),
  phrase("Mar", "short"),
  phrase("Apr", "short"),
  phrase("May", "short"),
  phrase("Jun", "short"),
  phrase("Jul", "short"),
  phrase("Aug", "short"),
  phrase("Sep", "short"),
  phrase("Oct", "short"),
  phrase("Nov", "short"),
  phrase("Dec", "short"),
];

/** The text between a day and its time in `client/ui/moment.tsx`. */
export const comma = phrase(", ");

/** Of `client/ui/measure.ts`. */
export const units = [phrase("m"), phrase("km"), phrase("mi")];

/** Of `client/ui/state-badge.tsx`. */
export const states = [
  phrase("Quote", "a trip"),
  phrase("Pending", "a trip"),
  phrase("Awaiting confirmation", "a trip"),
  phrase("Confirmed", "a trip"),
  phrase("Offered", "a trip"),
  phrase("Assigned", "a trip"),
  phrase("Driver assigned", "a trip"),
  phrase("On the way", "a trip"),
  phrase("On location", "a trip"),
  phrase("Arrived", "a trip"),
  phrase("On board", "a trip"),
  phrase("Completed", "a trip"),
  phrase("Settled", "a trip"),
  phrase("Cancelled", "a trip"),
  phrase("No-show", "a trip"),
  phrase("Rejected", "a trip"),
  phrase("Declined", "a trip"),
];

/** Of `client/repeating/order-states.ts`. */
export const orders = [
  phrase("Active", "repeating trips"),
  phrase("Paused", "repeating trips"),
  phrase("Ended", "repeating trips"),
];
