import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { admins, audiences, riders, sessions } from "./accounts";

/**
 * E-mails, SMS and pushes that wait to be sent. They are written in the same transaction as the change that
 * they report.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text().primaryKey(),
    channel: text({ enum: ["email", "sms", "push"] }).notNull(),
    kind: text().notNull(),
    /** A contact. For a push, the id of its subscription. */
    recipient: text().notNull(),
    subject: text().notNull(),
    /** AES-256-GCM with a key outside the database. Wiped when it is sent or no longer useful. */
    body: text(),
    state: text({ enum: ["waiting", "kept", "sent", "failed", "expired"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer().notNull(),
    /** The message is not sent after this time. Null if it never expires. */
    expiresAt: integer(),
    /** A failed message can be sent again until this time. Null if it cannot. */
    retryUntil: integer(),
    lastError: text(),
    createdAt: integer().notNull(),
    sentAt: integer(),
    /** The rider that the message is for, if they have an account. Erasure finds the message by it. */
    riderId: text(),
    /**
     * The trip that the message to a driver, a passenger or a company is about. Erasing its rider finds the
     * message by it.
     */
    reservationId: text(),
  },
  (t) => [
    index("outbox_due").on(t.state, t.nextAttemptAt),
    index("outbox_created").on(t.createdAt, t.id),
    index("outbox_rider").on(t.riderId),
    index("outbox_reservation")
      .on(t.reservationId)
      .where(sql`reservation_id IS NOT NULL`),
    index("outbox_recipient").on(t.recipient),
    index("outbox_failed")
      .on(t.createdAt, t.id)
      .where(sql`state = 'failed'`),
    // Messages that can be sent again. They are few, because each is wiped in time.
    index("outbox_retry")
      .on(t.retryUntil)
      .where(sql`state = 'failed' and body is not null`),
  ],
);
export type StoredOutboxMessage = typeof outbox.$inferSelect;

/** Notices under the bell. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: text().primaryKey(),
    audience: text({ enum: audiences }).notNull(),
    accountId: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** A path in the reader's own area. Null if there is nothing to open. */
    href: text(),
    /** The trip that the notice to a driver is about. Erasing its rider finds the notice by it. */
    reservationId: text(),
    /** Whether it asks a new driver to do something. */
    isWelcome: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
    readAt: integer(),
  },
  (t) => [
    index("notifications_reservation")
      .on(t.reservationId)
      .where(sql`reservation_id IS NOT NULL`),
    index("notifications_account").on(t.audience, t.accountId, t.createdAt, t.id),
    index("notifications_unread").on(t.audience, t.accountId, t.readAt),
  ],
);

/**
 * Topics of notifications to riders, besides codes that they requested and messages that protect their account.
 */
const messageTopics = ["trip_updates", "receipts", "reminders", "offers"] as const;
const messageChannels = ["email", "sms", "push"] as const;

/** A rider's choices. Without a row, the default rules apply. */
export const notificationChoices = sqliteTable(
  "notification_choices",
  {
    riderId: text()
      .notNull()
      .references(() => riders.id, { onDelete: "cascade" }),
    topic: text({ enum: messageTopics }).notNull(),
    channel: text({ enum: messageChannels }).notNull(),
    wanted: integer({ mode: "boolean" }).notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.riderId, t.topic, t.channel] })],
);

/** A rider's quiet hours: minutes after midnight on the operator's clocks. */
export const quietHours = sqliteTable("quiet_hours", {
  riderId: text()
    .primaryKey()
    .references(() => riders.id, { onDelete: "cascade" }),
  fromMinute: integer().notNull(),
  untilMinute: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** Consents that riders gave and withdrew, in order. The newest of a kind is in force. */
export const riderConsents = sqliteTable(
  "rider_consents",
  {
    id: text().primaryKey(),
    riderId: text()
      .notNull()
      .references(() => riders.id, { onDelete: "cascade" }),
    kind: text({ enum: ["calls", "sms"] }).notNull(),
    given: integer({ mode: "boolean" }).notNull(),
    /**
     * The version of the text that the rider agreed to. `consentTexts` of the notifications slice has all
     * versions.
     */
    textVersion: integer().notNull(),
    givenAt: integer().notNull(),
  },
  (t) => [index("rider_consents_rider").on(t.riderId, t.kind, t.givenAt, t.id)],
);

/** Phones and browsers with notifications: one for each session, deleted with it. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    audience: text({ enum: audiences }).notNull(),
    accountId: text().notNull(),
    /** Host of the push service. */
    service: text().notNull(),
    /** SHA-256 of the endpoint, so that a phone is not notified twice. */
    endpointHash: text().notNull(),
    /** The sealed endpoint and keys of the phone. Anyone who has them can write to the phone. */
    sealed: text().notNull(),
    /** Whether notifications hide details, because they appear on a locked screen. */
    hideDetails: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("push_subscriptions_session").on(t.sessionId),
    index("push_subscriptions_account").on(t.audience, t.accountId, t.createdAt),
    index("push_subscriptions_endpoint").on(t.endpointHash, t.audience),
  ],
);

/** Messages to riders in the owner's own words. Without a row, our text is sent. */
export const messageTexts = sqliteTable(
  "message_texts",
  {
    language: text({ enum: languageCodes }).notNull(),
    /** The id of the message: `TemplateId`. */
    id: text().notNull(),
    subject: text().notNull(),
    /** Paragraphs, separated by an empty line. */
    body: text().notNull(),
    /** The text of an SMS. "" makes it from the body. */
    sms: text().notNull(),
    version: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.language, t.id] })],
);
export type StoredMessageText = typeof messageTexts.$inferSelect;

const staffTopics = [
  "new_booking",
  "request_waiting",
  "price_request",
  "quote_accepted",
  "quote_declined",
  "quote_question",
  "quote_expired",
  "change",
  "cancellation",
  "message",
  "offers_declined",
  "late_driver",
  "flight",
  "flight_budget",
  "incident",
  "payment_fault",
  "application",
  "contact",
  "webhook_off",
] as const;

/** News for staff, in the order in which it was committed. Kept for 30 days. */
export const staffNews = sqliteTable(
  "staff_news",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    topic: text({ enum: staffTopics }).notNull(),
    /** The id of the reservation, invoice, incident, application or contact message. */
    subjectId: text().notNull(),
    /** Its number. Null for an application, which has none. */
    number: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [index("staff_news_created").on(t.createdAt)],
);

/** How a member of staff is notified, and which news they already got. */
export const staffListeners = sqliteTable("staff_listeners", {
  adminId: text()
    .primaryKey()
    .references(() => admins.id, { onDelete: "cascade" }),
  /** The channels for each topic. Null until they choose. */
  channels: text({ mode: "json" }).$type<unknown>(),
  /** Whether they are notified only while no screen of dispatch is open. */
  onlyWhenAway: integer({ mode: "boolean" }).notNull().default(true),
  /** Minutes after midnight on the operator's clocks. Both are null without quiet hours. */
  quietFromMinute: integer(),
  quietUntilMinute: integer(),
  /** The phone number for text messages. */
  phone: text(),
  /** The last row of `staff_news` that was checked for them. */
  newsId: integer().notNull(),
  notifiedAt: integer(),
});
export type StoredStaffListener = typeof staffListeners.$inferSelect;
