/** Messages from the public form, as dispatch sees them. */
import { z } from "zod";
import { ContactTopic, multilineText } from "./contract";
import { line } from "../settings/text-contract";

export const ContactState = z.enum(["open", "closed", "spam"]);
export type ContactState = z.infer<typeof ContactState>;

const NamedRecord = z.object({ id: z.string(), name: z.string() });

export const ContactRow = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ContactState,
  version: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  topic: ContactTopic,
  assignee: NamedRecord.nullable(),
  unread: z.boolean(),
  /** The beginning of the last message, from either side. */
  excerpt: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ContactRow = z.infer<typeof ContactRow>;

export const ContactCounts = z.object({
  /** How many messages are open and unread. */
  unread: z.number().int(),
});
export type ContactCounts = z.infer<typeof ContactCounts>;

export const ContactList = z.object({
  messages: z.array(ContactRow),
  nextCursor: z.string().nullable(),
});
export type ContactList = z.infer<typeof ContactList>;

/** `mine` holds the open messages that are assigned to the requester. */
export const ContactBox = z.enum(["open", "mine", "closed", "spam"]);
export type ContactBox = z.infer<typeof ContactBox>;

export const ContactQuery = z.object({
  box: ContactBox.default("open"),
  /** Words in the name, contact or messages, or the message's number. */
  q: z.string().max(200).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type ContactQuery = z.infer<typeof ContactQuery>;

export const ContactEntry = z.object({
  id: z.number().int(),
  kind: z.enum(["written", "answered", "replied", "noted", "assigned", "linked", "state"]),
  /** The name of the person who wrote the entry or took the action. */
  by: z.string(),
  /** Whether that person works in dispatch. */
  ours: z.boolean(),
  text: z.string(),
  at: z.iso.datetime(),
  /** The delivery state of the entry's e-mail. Null if it has none, or if the mail has been deleted. */
  mail: z.enum(["waiting", "kept", "sent", "failed", "expired"]).nullable(),
});
export type ContactEntry = z.infer<typeof ContactEntry>;

export const ContactMessage = ContactRow.extend({
  entries: z.array(ContactEntry),
  /** The rider who has this contact, or who was signed in when they wrote. `isProven` is true only for the latter. */
  rider: NamedRecord.extend({ isProven: z.boolean() }).nullable(),
  reservation: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  /** The staff to whom it can be assigned. */
  staff: z.array(NamedRecord),
  /** Whether e-mail is sent now. Without a provider it waits in the outbox. */
  canSendMail: z.boolean(),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

export const ContactAnswer = z.object({ message: ContactMessage });
export type ContactAnswer = z.infer<typeof ContactAnswer>;

const version = z.number().int().min(1);

export const AssignContact = z.object({ version, adminId: z.string().max(64).nullable() });
export type AssignContact = z.infer<typeof AssignContact>;

/** A note among staff. It is never sent to the customer. */
export const NoteContact = z.object({ text: multilineText });
export type NoteContact = z.infer<typeof NoteContact>;

/** An answer by e-mail to the sender. */
export const AnswerContact = z.object({
  version,
  text: multilineText,
  /** Whether the answer closes the message. */
  close: z.boolean().default(false),
});
export type AnswerContact = z.infer<typeof AnswerContact>;

/** A reply that came back by e-mail, pasted in by staff. */
export const RecordReply = z.object({ text: multilineText });
export type RecordReply = z.infer<typeof RecordReply>;

export const ChangeContactState = z.object({ version, state: ContactState });
export type ChangeContactState = z.infer<typeof ChangeContactState>;

/** The rider who sent the message and the trip it is about, or null. */
export const LinkContact = z.object({
  version,
  riderId: z.string().max(64).nullable(),
  reservationNumber: z.number().int().min(1).nullable(),
});
export type LinkContact = z.infer<typeof LinkContact>;

export const ContactTemplate = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type ContactTemplate = z.infer<typeof ContactTemplate>;

export const ContactTemplates = z.object({ templates: z.array(ContactTemplate) });
export type ContactTemplates = z.infer<typeof ContactTemplates>;

export const SaveTemplate = z.object({
  title: line.min(1, "Enter a title.").max(80),
  text: multilineText,
});
export type SaveTemplate = z.infer<typeof SaveTemplate>;

/** An event: a message arrived or was changed. */
export const ContactNews = z.object({ id: z.string(), number: z.number().int() });
export type ContactNews = z.infer<typeof ContactNews>;
