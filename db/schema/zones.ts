import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";

/** Areas that prices name. Beside them `zones_box`, an R*Tree with a box for each polygon in force. */
export const zones = sqliteTable(
  "zones",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Place in the palette of the map. */
    color: integer().notNull(),
    /** Where zones overlap, the higher one counts. */
    priority: integer().notNull(),
    /** A GeoJSON Polygon or MultiPolygon, as the rules of the slice have tidied it. */
    shape: text({ mode: "json" }).$type<unknown>().notNull(),
    areaSquareMeters: real().notNull(),
    active: integer({ mode: "boolean" }).notNull(),
    note: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** Goes up with every write: a caller who saw another one gets 409. */
    version: integer().notNull(),
  },
  (t) => [uniqueIndex("zones_name").on(sql`${t.name} COLLATE NOCASE`)],
);
export type StoredZone = typeof zones.$inferSelect;

/**
 * Who needs a zone, kept by the slices that name zones inside documents (the fee schedules in force,
 * to come, or drafted): a zone with a row here is not removed.
 */
export const zoneUses = sqliteTable(
  "zone_uses",
  {
    zoneId: text()
      .notNull()
      .references(() => zones.id),
    /** Such as `fee_schedule:0195…`. */
    usedBy: text().notNull(),
    /** In words for the refusal: "the fees from 1 December 2026". */
    label: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.zoneId, t.usedBy] }), index("zone_uses_by").on(t.usedBy)],
);
