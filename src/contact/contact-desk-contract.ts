/** Messages from the public form as dispatch works on them. */
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
  /** The beginning of the last message by either side. */
  excerpt: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ContactRow = z.infer<typeof ContactRow>;

export const ContactCounts = z.object({
  /** Open, and nobody has looked at it. */
  unread: z.number().int(),
});
export type ContactCounts = z.infer<typeof ContactCounts>;

export const ContactList = z.object({
  messages: z.array(ContactRow),
  nextCursor: z.string().nullable(),
});
export type ContactList = z.infer<typeof ContactList>;

/** `mine` are the open ones that the requester looks after. */
export const ContactBox = z.enum(["open", "mine", "closed", "spam"]);
export type ContactBox = z.infer<typeof ContactBox>;

export const ContactQuery = z.object({
  box: ContactBox.default("open"),
  /** Words of the name, contact and messages; the number. */
  q: z.string().max(200).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type ContactQuery = z.infer<typeof ContactQuery>;

export const ContactEntry = z.object({
  id: z.number().int(),
  kind: z.enum(["written", "answered", "replied", "noted", "assigned", "linked", "state"]),
  /** Who said or did it. */
  by: z.string(),
  /** Whether it was somebody of dispatch. */
  ours: z.boolean(),
  text: z.string(),
  at: z.iso.datetime(),
  /** How far the mail got; null where there is none, or none any more. */
  mail: z.enum(["waiting", "kept", "sent", "failed", "expired"]).nullable(),
});
export type ContactEntry = z.infer<typeof ContactEntry>;

export const ContactMessage = ContactRow.extend({
  entries: z.array(ContactEntry),
  /** Whose contact it is, or who was signed in when they wrote; only the latter is sure. */
  rider: NamedRecord.extend({ isProven: z.boolean() }).nullable(),
  reservation: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  /** The staff whom it can be assigned to. */
  staff: z.array(NamedRecord),
  /** Whether a mail would leave: without a provider it waits in the outbox. */
  canSendMail: z.boolean(),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

export const ContactAnswer = z.object({ message: ContactMessage });
export type ContactAnswer = z.infer<typeof ContactAnswer>;

const version = z.number().int().min(1);

export const AssignContact = z.object({ version, adminId: z.string().max(64).nullable() });
export type AssignContact = z.infer<typeof AssignContact>;

/** Among staff: it never leaves dispatch. */
export const NoteContact = z.object({ text: multilineText });
export type NoteContact = z.infer<typeof NoteContact>;

/** By e-mail to who wrote. */
export const AnswerContact = z.object({
  version,
  text: multilineText,
  /** Whether it is done with that. */
  close: z.boolean().default(false),
});
export type AnswerContact = z.infer<typeof AnswerContact>;

/** What came back by mail, pasted in. */
export const RecordReply = z.object({ text: multilineText });
export type RecordReply = z.infer<typeof RecordReply>;

export const MoveContact = z.object({ version, state: ContactState });
export type MoveContact = z.infer<typeof MoveContact>;

/** The rider it is from and the trip it is about; null for none. */
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

/** A message came, or something was done with one. */
export const ContactNews = z.object({ id: z.string(), number: z.number().int() });
export type ContactNews = z.infer<typeof ContactNews>;
