import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/** What rider, driver and dispatch write to each other about a trip. Kept six months. */
export const tripMessages = sqliteTable(
  "trip_messages",
  {
    /** Counts up: the order in which they were written, whatever the clock said. */
    id: integer().primaryKey({ autoIncrement: true }),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    sender: text({ enum: ["rider", "driver", "dispatch"] }).notNull(),
    senderId: text().notNull(),
    /** As the readers see them: a first name; of dispatch its own people alone. */
    senderName: text().notNull(),
    /** Whom it is for; dispatch reads all. */
    recipient: text({ enum: ["both", "rider", "driver", "dispatch"] }).notNull(),
    /** Who drove then: nobody who drives later reads it. */
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    body: text().notNull(),
    /** The sender's own mark: the same message sent twice is one. */
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

/** How far each side has read a trip's messages, and when a side with unread messages is notified. */
export const tripThreads = sqliteTable(
  "trip_threads",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    /** Of the last message that was read. */
    riderReadId: integer().notNull().default(0),
    driverReadId: integer().notNull().default(0),
    dispatchReadId: integer().notNull().default(0),
    riderUnread: integer().notNull().default(0),
    driverUnread: integer().notNull().default(0),
    dispatchUnread: integer().notNull().default(0),
    /** When a message goes out to who has not read by then; null while there is nothing to tell. */
    riderNotifyAt: integer(),
    driverNotifyAt: integer(),
    riderNotifiedAt: integer(),
    driverNotifiedAt: integer(),
    /** Dispatch has closed it. */
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
export type StoredThread = typeof tripThreads.$inferSelect;
