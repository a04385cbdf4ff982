/**
 * The server's messages about fields that riders, drivers, applicants and visitors fill in, for `failure-words.ts`. The
 * messages in the tables of `build/words.ts` are not repeated here. Nothing imports this file: the collector of texts
 * finds it.
 */
import { phrase } from "./words";

/** The messages of contracts, about fields that were filled in wrongly. */
export const faults = [
  phrase("This text contains a character that can’t be used."),
  phrase("Enter a time like 22:00."),
  phrase("Enter an amount above zero."),
  phrase("Enter an amount."),
  phrase("Describe the item."),
  phrase("Enter an e-mail address or a phone number."),
  phrase("Write the flight number as on the ticket: WB 203."),
  phrase("Write something first."),
  phrase("Describe what happened."),
  phrase("Say what the expense was for."),
  phrase("Give a reason."),
  phrase("Give the reason for skipping the stop."),
  phrase("Give the reason for the different amount."),
  phrase("Type the four digits."),
  phrase("A booking number has digits only."),
  phrase("Please tell us your name."),
  phrase("Please tell us how to reach you."),
  phrase("Please enter your name."),
  phrase("Please accept the terms."),
  phrase("Please give a reason."),
  phrase("Please write your question."),
  phrase("Please write your message."),
  phrase("Please tick the box or leave it empty."),
  phrase("Please choose a day."),
  phrase("Please tell us the two languages."),
  phrase("Please tell us where you need the interpreter."),
  phrase("Please tell us which car it is."),
  phrase("Please tell us where the car is."),
  phrase("Please tell us your company’s name."),
  phrase("Please tell us what you need."),
  phrase("Please tell us what you lost."),
  phrase("Please tell us what you found."),
  phrase("Please tell us where to pick you up."),
  phrase("Please tell us where you are going."),
  phrase("Please enter how many people are riding."),
  phrase("Choose a day too, or leave the time empty."),
  phrase("Choose a time too, or leave the day empty."),
];

/** Messages of checks after the contract. */
export const refusals = [
  phrase("Please enter an e-mail address or a phone number."),
  phrase("Enter a phone number with its country code."),
  phrase("Choose a photo or a PDF."),
  phrase("Choose a day in the last twelve months."),
  phrase("Choose an end time that differs from the start time."),
  phrase("There are already too many days off. Combine consecutive days into a range."),
  phrase("The last day is before the first."),
  phrase("These days have passed."),
  phrase("This day is too far ahead."),
  phrase("A range can be at most a year long."),
  phrase("This day is in the past."),
  phrase("This zone is no longer in use."),
  phrase("This time does not exist."),
  phrase("No booking has this number."),
  phrase("Repeat the outbound trip and the return trip separately."),
  phrase("You can’t repeat a trip for a colleague. Only your colleague can."),
  phrase("You can’t repeat a trip in several vehicles. Book it for each day."),
  phrase("Choose a time. Only care trips can leave it open."),
  phrase("Required for this service."),
];
