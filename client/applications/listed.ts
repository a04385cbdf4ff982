/**
 * Texts translated by `t.known`, since dispatch and drivers read them in English. Nothing imports this file: the
 * collector of texts finds it.
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

/** Of `client/files/chosen-file.ts`: why a file cannot be taken. */
export const fileFaults = [
  phrase("This file is empty. Please choose another one."),
  phrase(
    "This is a HEIC photo, which we cannot read. Take the photo here instead, or save it as JPG. On an iPhone: Settings, Camera, Formats, “Most Compatible”.",
  ),
  phrase("Documents can be PDF, JPG or PNG files. Please choose one of these."),
  phrase("This is not a photo. Please choose a JPG or PNG file."),
  phrase("This photo cannot be read. Please choose a JPG or PNG file."),
  phrase(
    "This file is larger than 10 MB. Please choose a smaller one, or take a photo of the page.",
  ),
];
