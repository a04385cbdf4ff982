/** What people write to the operator by the public form. */
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

/** Pasted text has tabs; other invisible characters are refused. */
export const longText = z
  .string()
  .overwrite((text) => text.replace(/\t/g, " ").replace(/\r\n?/g, "\n"))
  .pipe(lines);

/** The number of a trip it is about, as somebody types it. */
export const TripNumber = line
  .max(20, "A booking number has digits only.")
  .regex(/^#?\d*$/, "A booking number has digits only.")
  .default("");

/** Who writes by a public form. A field that people never see is filled by programs alone. */
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

/** A text of staff, as long as a message may be. */
export const multilineText = longText.pipe(
  z.string().min(1, "Please write a message.").max(MAX_MESSAGE_LENGTH),
);
