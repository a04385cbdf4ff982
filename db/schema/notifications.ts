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

/** E-mail, SMS and pushes waiting to be sent, written in the same transaction as what they tell of. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text().primaryKey(),
    channel: text({ enum: ["email", "sms", "push"] }).notNull(),
    kind: text().notNull(),
    /** A contact; of a push the id of its subscription. */
    recipient: text().notNull(),
    subject: text().notNull(),
    /** AES-256-GCM with a key outside the database; wiped when sent, or of no use any more. */
    body: text(),
    state: text({ enum: ["waiting", "kept", "sent", "failed", "expired"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer().notNull(),
    /** Not sent after this; null for messages that never go stale. */
    expiresAt: integer(),
    /** A failed message may be sent again until then; null for those that never may. */
    retryUntil: integer(),
    lastError: text(),
    createdAt: integer().notNull(),
    sentAt: integer(),
    /** The rider it is for, where there is an account: their erasure reaches it by this. */
    riderId: text(),
    /** The trip that a driver, a passenger or a company is told of: the erasure of its rider reaches it by this. */
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
    // Those that may be sent again: few, and each is wiped in time.
    index("outbox_retry")
      .on(t.retryUntil)
      .where(sql`state = 'failed' and body is not null`),
  ],
);
export type StoredOutboxMessage = typeof outbox.$inferSelect;

/** What the bell shows. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: text().primaryKey(),
    audience: text({ enum: audiences }).notNull(),
    accountId: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** A path in the reader's own area; null when there is nothing to open. */
    href: text(),
    /** The trip that a driver is told of: the erasure of its rider reaches it by this. */
    reservationId: text(),
    /** Whether a new driver is asked for something by it, which is done one day. */
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

/** What riders are notified of, besides codes that they requested and messages that protect their account. */
const messageTopics = ["trip_updates", "receipts", "reminders", "offers"] as const;
const messageChannels = ["email", "sms", "push"] as const;

/** What a rider has chosen; what has no row is as the rules have it. */
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

/** When a rider wants no sound: minutes after midnight on the operator's clocks. */
export const quietHours = sqliteTable("quiet_hours", {
  riderId: text()
    .primaryKey()
    .references(() => riders.id, { onDelete: "cascade" }),
  fromMinute: integer().notNull(),
  untilMinute: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** Consents that riders gave and withdrew, in order; the newest of a kind is in force. */
export const riderConsents = sqliteTable(
  "rider_consents",
  {
    id: text().primaryKey(),
    riderId: text()
      .notNull()
      .references(() => riders.id, { onDelete: "cascade" }),
    kind: text({ enum: ["calls", "sms"] }).notNull(),
    given: integer({ mode: "boolean" }).notNull(),
    /** Which text was agreed to: `consentTexts` of the notifications slice keeps them all. */
    textVersion: integer().notNull(),
    givenAt: integer().notNull(),
  },
  (t) => [index("rider_consents_rider").on(t.riderId, t.kind, t.givenAt, t.id)],
);

/** Phones and browsers that want notifications: one for each session, deleted with it. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    audience: text({ enum: audiences }).notNull(),
    accountId: text().notNull(),
    /** Host of the push service that carries them. */
    service: text().notNull(),
    /** SHA-256 of the endpoint: one phone is told once. */
    endpointHash: text().notNull(),
    /** The endpoint and the phone's keys, sealed: who has them can write to the phone. */
    sealed: text().notNull(),
    /** What they say is not for a locked screen. */
    hideDetails: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("push_subscriptions_session").on(t.sessionId),
    index("push_subscriptions_account").on(t.audience, t.accountId, t.createdAt),
    index("push_subscriptions_endpoint").on(t.endpointHash, t.audience),
  ],
);

/** Messages to riders that the owner has put into own words; without a row ours are sent. */
export const messageTexts = sqliteTable(
  "message_texts",
  {
    language: text({ enum: languageCodes }).notNull(),
    /** Which message: `TemplateId`. */
    id: text().notNull(),
    subject: text().notNull(),
    /** Paragraphs, with an empty line between them. */
    body: text().notNull(),
    /** For text messages; "" to make it of the body. */
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

/** What happened that staff may want to hear of, in the order in which it was committed. Kept 30 days. */
export const staffNews = sqliteTable(
  "staff_news",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    topic: text({ enum: staffTopics }).notNull(),
    /** The reservation, invoice, incident, application or contact message that it is about. */
    subjectId: text().notNull(),
    /** The number that people call it by; null of an application, which has none. */
    number: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [index("staff_news_created").on(t.createdAt)],
);

/** How a member of staff is told, and up to which news they were. */
export const staffListeners = sqliteTable("staff_listeners", {
  adminId: text()
    .primaryKey()
    .references(() => admins.id, { onDelete: "cascade" }),
  /** The channels of each topic; null until they choose. */
  channels: text({ mode: "json" }).$type<unknown>(),
  /** They are told only while no screen of dispatch is open. */
  onlyWhenAway: integer({ mode: "boolean" }).notNull().default(true),
  /** Minutes after midnight on the operator's clocks; null, both, where they have no quiet hours. */
  quietFromMinute: integer(),
  quietUntilMinute: integer(),
  /** Where text messages go. */
  phone: text(),
  /** The last of `staff_news` that was looked at for them. */
  newsId: integer().notNull(),
  notifiedAt: integer(),
});
export type StoredStaffListener = typeof staffListeners.$inferSelect;
