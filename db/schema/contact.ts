import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { riders } from "./accounts";
import { reservations } from "./reservations";

/** What a message may be about, as its writer says. */
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

/** What somebody wrote to the operator, and how far it has got. Kept for twelve months. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text().primaryKey(),
    /** The number in the subject of every mail about it: counts up from 1. */
    number: integer().notNull(),
    state: text({ enum: ["open", "closed", "spam"] }).notNull(),
    /** Goes up with every change but a note: a caller who saw another one gets 409. */
    version: integer().notNull(),
    name: text().notNull(),
    /** One of both, as it was written and can be reached. */
    email: text(),
    phone: text(),
    topic: text({ enum: contactTopics }).notNull(),
    /** The language of the page's visitor: mails about it are in it. */
    language: text({ enum: languageCodes }).notNull(),
    /** Whose contact was given, or who was signed in; only the latter is proof. */
    riderId: text().references(() => riders.id),
    signedIn: integer({ mode: "boolean" }).notNull(),
    reservationId: text().references(() => reservations.id),
    /** The member of staff who handles it. */
    assigneeId: text(),
    /** When somebody of dispatch first looked at it; null until then, and again after a reply. */
    readAt: integer(),
    createdAt: integer().notNull(),
    /** When something was last said or done. */
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
    /** Counts up: the order in which it was written, whatever the clock said. */
    id: integer().primaryKey({ autoIncrement: true }),
    messageId: text()
      .notNull()
      .references(() => contactMessages.id, { onDelete: "cascade" }),
    kind: text({
      enum: ["written", "answered", "replied", "noted", "assigned", "linked", "state"],
    }).notNull(),
    /** Of dispatch who did it; null for the writer. */
    adminId: text(),
    /** As the others see it. */
    byName: text().notNull(),
    /** The text; of a step its result. */
    body: text().notNull(),
    /** The outbox's message that carried it: its number is that of the mail. */
    mailId: text(),
    at: integer().notNull(),
  },
  (t) => [index("contact_entries_message").on(t.messageId, t.id)],
);

/** Answers that staff give often. */
export const contactTemplates = sqliteTable("contact_templates", {
  id: text().primaryKey(),
  title: text().notNull(),
  body: text().notNull(),
  updatedAt: integer().notNull(),
});
