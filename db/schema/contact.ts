import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { riders } from "./accounts";
import { reservations } from "./reservations";

/** Topics that the writer of a message can choose. */
const contactTopics = [
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
] as const;

/** Messages to the operator, and their progress. Kept for twelve months. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text().primaryKey(),
    /** The number in the subject of every e-mail about the message. It counts from 1. */
    number: integer().notNull(),
    state: text({ enum: ["open", "closed", "spam"] }).notNull(),
    /** Increases with every change except a note. A caller who saw another version gets 409. */
    version: integer().notNull(),
    name: text().notNull(),
    /** The writer's e-mail address and phone number, as typed. At least one of them is set. */
    email: text(),
    phone: text(),
    topic: text({ enum: contactTopics }).notNull(),
    /** The language of the visitor's page. E-mails about the message are in this language. */
    language: text({ enum: languageCodes }).notNull(),
    /** The rider who was signed in, or who has this contact. Only a sign-in proves who wrote the message. */
    riderId: text().references(() => riders.id),
    signedIn: integer({ mode: "boolean" }).notNull(),
    reservationId: text().references(() => reservations.id),
    /** The member of staff who handles it. */
    assigneeId: text(),
    /** When dispatch first opened the message. Null before, and again after a reply. */
    readAt: integer(),
    createdAt: integer().notNull(),
    /** When the last entry was written. */
    updatedAt: integer().notNull(),
    closedAt: integer(),
  },
  (t) => [
    uniqueIndex("contact_messages_number").on(t.number),
    index("contact_messages_state").on(t.state, t.updatedAt, t.id),
    index("contact_messages_assignee").on(t.assigneeId, t.state, t.updatedAt, t.id),
    index("contact_messages_unread")
      .on(t.createdAt)
      .where(sql`state = 'open' and read_at is null`),
    index("contact_messages_rider").on(t.riderId, t.createdAt, t.id),
    index("contact_messages_reservation").on(t.reservationId),
    index("contact_messages_email").on(t.email, t.createdAt),
    index("contact_messages_phone").on(t.phone, t.createdAt),
    index("contact_messages_updated").on(t.updatedAt),
  ],
);
export type StoredContactMessage = typeof contactMessages.$inferSelect;

/** The replies to and actions on a message, in order. */
export const contactEntries = sqliteTable(
  "contact_entries",
  {
    /** The order in which the entries were written, independent of the clock. */
    id: integer().primaryKey({ autoIncrement: true }),
    messageId: text()
      .notNull()
      .references(() => contactMessages.id, { onDelete: "cascade" }),
    kind: text({
      enum: ["written", "answered", "replied", "noted", "assigned", "linked", "state"],
    }).notNull(),
    /** The member of staff. Null for the writer. */
    adminId: text(),
    /** The name that other people see. */
    byName: text().notNull(),
    /** The text. For an action, its result. */
    body: text().notNull(),
    /** The message in the outbox that carried the entry. It has the e-mail's number. */
    mailId: text(),
    at: integer().notNull(),
  },
  (t) => [index("contact_entries_message").on(t.messageId, t.id)],
);

/** Answers that staff use often. */
export const contactTemplates = sqliteTable("contact_templates", {
  id: text().primaryKey(),
  title: text().notNull(),
  body: text().notNull(),
  updatedAt: integer().notNull(),
});
