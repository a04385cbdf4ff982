/** Requests that visitors send with the public contact form. */
import { z } from "zod";
import { contactText, line, lines } from "../settings/text-contract";

export const ContactTopic = z.enum([
  "booking",
  "trip",
  "price",
  "bill",
  "company",
  "care",
  "interpreter",
  "roadside",
  "service",
  "driving",
  "found",
  "other",
]);
export type ContactTopic = z.infer<typeof ContactTopic>;

const MAX_MESSAGE_LENGTH = 5_000;

/** Pasted text has tabs, which are allowed. Other invisible characters are refused. */
export const longText = z
  .string()
  .overwrite((text) => text.replace(/\t/g, " ").replace(/\r\n?/g, "\n"))
  .pipe(lines);

/** The number of the trip that a message is about, as the visitor typed it. */
export const TripNumber = line
  .max(20, "A booking number has digits only.")
  .regex(/^#?\d*$/, "A booking number has digits only.")
  .default("");

/** The sender of a public form. `website` is hidden from people, so only programs fill it in. */
export const ContactSender = z.object({
  name: line.min(1, "Please tell us your name.").max(120),
  contact: contactText,
  website: z.string().max(2_000).default(""),
});
export type ContactSender = z.infer<typeof ContactSender>;

/** The form of the contact page. */
export const SendContactMessage = ContactSender.extend({
  topic: ContactTopic.default("other"),
  trip: TripNumber,
  text: longText.pipe(z.string().min(1, "Please write your message.").max(MAX_MESSAGE_LENGTH)),
});
export type SendContactMessage = z.infer<typeof SendContactMessage>;

/** A text that staff write, at most as long as a message. */
export const multilineText = longText.pipe(
  z.string().min(1, "Please write a message.").max(MAX_MESSAGE_LENGTH),
);
