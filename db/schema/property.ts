import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { riders } from "./accounts";
import { drivers } from "./drivers";
import { reservations } from "./reservations";
import { vehicles } from "./vehicles";

/** The categories of items, by which lost reports and found items are matched. */
const propertyCategories = [
  "phone",
  "bag",
  "wallet",
  "keys",
  "documents",
  "electronics",
  "clothing",
  "glasses",
  "jewellery",
  "umbrella",
  "medical",
  "toy",
  "food",
  "other",
] as const;

/** Places in a car. */
const carPlaces = ["back_seat", "front_seat", "floor", "boot", "door", "unsure"] as const;

/** Reports of lost items. */
export const lostReports = sqliteTable(
  "lost_reports",
  {
    id: text().primaryKey(),
    /** The number that people use for the report. It counts from 1. */
    number: integer().notNull(),
    state: text({ enum: ["open", "matched", "returned", "closed"] }).notNull(),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
    /** `website`: sent by the public form without a sign-in. */
    source: text({ enum: ["rider", "phone", "website"] }).notNull(),
    riderId: text().references(() => riders.id),
    reservationId: text().references(() => reservations.id),
    /** The vehicle and the driver of the trip, for the matches. */
    vehicleId: text().references(() => vehicles.id),
    driverId: text().references(() => drivers.id),
    reporterName: text().notNull(),
    /** The contact that the reporter wrote. */
    contact: text().notNull(),
    category: text({ enum: propertyCategories }).notNull(),
    what: text().notNull(),
    colour: text().notNull(),
    marks: text().notNull(),
    place: text({ enum: carPlaces }).notNull(),
    /** How the reporter wants to get the item back. */
    wish: text({ enum: ["collect", "deliver", "post"] }).notNull(),
    wishNote: text().notNull(),
    photoFileId: text(),
    /** When the item was lost, as far as is known: the end of the trip. */
    lostAt: integer().notNull(),
    /** When the car was last searched for the item; null before. */
    searchedAt: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    closedAt: integer(),
    /** When the reporter's data was removed. */
    erasedAt: integer(),
  },
  (t) => [
    uniqueIndex("lost_reports_number").on(t.number),
    index("lost_reports_created").on(t.createdAt, t.id),
    index("lost_reports_state").on(t.state, t.createdAt, t.id),
    index("lost_reports_lost").on(t.state, t.lostAt),
    index("lost_reports_rider").on(t.riderId, t.createdAt, t.id),
    index("lost_reports_reservation").on(t.reservationId),
    index("lost_reports_contact").on(t.contact),
    index("lost_reports_closed").on(t.erasedAt, t.closedAt),
  ],
);
export type StoredLostReport = typeof lostReports.$inferSelect;

/** Found items, until they are handed over or disposed of. */
export const foundItems = sqliteTable(
  "found_items",
  {
    id: text().primaryKey(),
    /** The number on its label. It counts from 1. */
    number: integer().notNull(),
    state: text({ enum: ["kept", "matched", "returned", "disposed"] }).notNull(),
    version: integer().notNull(),
    /** The report that the item was matched with. */
    reportId: text().references(() => lostReports.id),
    reservationId: text().references(() => reservations.id),
    vehicleId: text().references(() => vehicles.id),
    /** The driver of the trip, or the driver who found the item. */
    driverId: text().references(() => drivers.id),
    finderName: text().notNull(),
    category: text({ enum: propertyCategories }).notNull(),
    what: text().notNull(),
    colour: text().notNull(),
    marks: text().notNull(),
    place: text({ enum: carPlaces }).notNull(),
    photoFileId: text(),
    foundAt: integer().notNull(),
    /** Where the item is kept. Empty while the finder has it. */
    storage: text().notNull(),
    /**
     * The item may not be disposed of before this time. It follows from the operator's period when the item was
     * found.
     */
    keepUntil: integer().notNull(),
    handedTo: text(),
    identifiedBy: text({
      enum: ["passport", "identity_card", "driving_licence", "trip_code", "description", "known"],
    }),
    signature: text(),
    disposal: text({ enum: ["donated", "destroyed", "authority", "finder"] }),
    disposalReason: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    closedAt: integer(),
    /** When the name of the person who received it was removed. */
    erasedAt: integer(),
  },
  (t) => [
    uniqueIndex("found_items_number").on(t.number),
    index("found_items_found").on(t.foundAt, t.id),
    index("found_items_state").on(t.state, t.foundAt, t.id),
    index("found_items_due").on(t.state, t.keepUntil, t.id),
    index("found_items_report").on(t.reportId),
    index("found_items_driver").on(t.driverId, t.foundAt, t.id),
    index("found_items_reservation").on(t.reservationId),
    index("found_items_closed").on(t.erasedAt, t.closedAt),
  ],
);
export type StoredFoundItem = typeof foundItems.$inferSelect;

/** The log of items and reports: each action, and who did it. Triggers refuse changes. */
export const propertyEvents = sqliteTable(
  "property_events",
  {
    id: text().primaryKey(),
    /** The id of a report or an item. */
    subjectId: text().notNull(),
    at: integer().notNull(),
    actorKind: text({ enum: ["rider", "driver", "admin", "system", "partner"] }).notNull(),
    actorId: text(),
    actorName: text().notNull(),
    act: text({
      enum: [
        "reported",
        "found",
        "searched",
        "stored",
        "matched",
        "unmatched",
        "return_attempted",
        "handed_over",
        "disposed",
        "closed",
        "reopened",
        "person_removed",
      ],
    }).notNull(),
    words: text().notNull(),
    detail: text({ mode: "json" }).$type<Record<string, string | number>>().notNull(),
  },
  (t) => [index("property_events_subject").on(t.subjectId, t.at, t.id)],
);
