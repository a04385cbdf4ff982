import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/** Messages between rider, driver and dispatch about a trip. Kept for six months. */
export const tripMessages = sqliteTable(
  "trip_messages",
  {
    /** The order in which the messages were written, independent of the clock. */
    id: integer().primaryKey({ autoIncrement: true }),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    sender: text({ enum: ["rider", "driver", "dispatch"] }).notNull(),
    senderId: text().notNull(),
    /** The sender's name as the readers see it: a first name. The name of a dispatcher is visible only to dispatch. */
    senderName: text().notNull(),
    /** The recipient. Dispatch reads all messages. */
    recipient: text({ enum: ["both", "rider", "driver", "dispatch"] }).notNull(),
    /** The driver at that time. A later driver does not read the message. */
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    body: text().notNull(),
    /** A key that the sender chose. The same message sent twice is stored once. */
    sendKey: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("trip_messages_reservation").on(t.reservationId, t.id),
    uniqueIndex("trip_messages_key").on(t.reservationId, t.sender, t.senderId, t.sendKey),
    index("trip_messages_created").on(t.createdAt),
  ],
);
export type StoredTripMessage = typeof tripMessages.$inferSelect;

/** What each side has read of a trip's messages, and when a side with unread messages is notified. */
export const tripThreads = sqliteTable(
  "trip_threads",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    /** The id of the last message that the rider read. */
    riderReadId: integer().notNull().default(0),
    driverReadId: integer().notNull().default(0),
    dispatchReadId: integer().notNull().default(0),
    riderUnread: integer().notNull().default(0),
    driverUnread: integer().notNull().default(0),
    dispatchUnread: integer().notNull().default(0),
    /** When a notification is sent if the message is still unread. Null without unread messages. */
    riderNotifyAt: integer(),
    driverNotifyAt: integer(),
    riderNotifiedAt: integer(),
    driverNotifiedAt: integer(),
    /** When dispatch closed the conversation. */
    closedAt: integer(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("trip_threads_dispatch")
      .on(t.updatedAt)
      .where(sql`dispatch_unread > 0`),
    index("trip_threads_updated").on(t.updatedAt),
    index("trip_threads_rider_tell")
      .on(t.riderNotifyAt)
      .where(sql`rider_notify_at is not null`),
    index("trip_threads_driver_tell")
      .on(t.driverNotifyAt)
      .where(sql`driver_notify_at is not null`),
  ],
);
export type StoredTripThread = typeof tripThreads.$inferSelect;
