/**
 * Texts that `t.known` translates because others also read them in English, except the tables in `build/words.ts`.
 * Nothing imports this file, but the collector of texts finds it.
 */
import { phrase } from "../../words/words";

/** The first notifications of a driver, from `src/notifications/texts/texts.ts`. */
export const welcome = [
  phrase("Welcome. Complete your profile"),
  phrase("Check that your name, phone number and vehicle are right."),
  phrase("Share your availability"),
  phrase("Tell dispatch on which days and hours you can drive."),
  phrase("Install the app"),
  phrase("Add this page to your home screen. It opens faster, even with poor coverage."),
];

/** Of `src/availability/rules.ts`. */
export const hours = [phrase("All day")];

/** Of `src/reservations/event-reason-rules.ts`. */
export const reasons = [
  phrase("A repeating trip"),
  phrase("The trip was changed"),
  phrase("Assigned to another driver"),
  phrase("The driver is not available"),
  phrase("With the trip code"),
  phrase("Without the code: dispatch confirmed the passenger"),
  phrase("Boarding only with the code"),
  phrase("Boarding also without the code"),
];

/** The names of people in the timeline of a trip. */
export const people = [
  phrase("You"),
  phrase("Dispatch"),
  phrase("The rider"),
  phrase("The driver"),
];

/** Of `client/pwa/save-trips.ts`. */
export const pages = [phrase("Home"), phrase("Today’s rides")];

/** Of `client/api-error.ts`. */
export const failures = [phrase("Something went wrong. Please try again.")];
