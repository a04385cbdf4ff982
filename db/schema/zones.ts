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

/** Areas that prices refer to. `zones_box` is an R*Tree with a box for each polygon of an active zone. */
export const zones = sqliteTable(
  "zones",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Index of the zone's colour on the map. */
    color: integer().notNull(),
    /** Where zones overlap, the higher priority applies. */
    priority: integer().notNull(),
    /** A GeoJSON Polygon or MultiPolygon, normalised by the rules of the slice. */
    shape: text({ mode: "json" }).$type<unknown>().notNull(),
    areaSquareMeters: real().notNull(),
    active: integer({ mode: "boolean" }).notNull(),
    note: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
  },
  (t) => [uniqueIndex("zones_name").on(sql`${t.name} COLLATE NOCASE`)],
);
export type StoredZone = typeof zones.$inferSelect;

/**
 * Which documents use a zone. The slices that store zones inside documents (price lists in force, future ones
 * and drafts) keep these rows. A zone with a row here cannot be deleted.
 */
export const zoneUses = sqliteTable(
  "zone_uses",
  {
    zoneId: text()
      .notNull()
      .references(() => zones.id),
    /** The document, such as `fee_schedule:0195…`. */
    usedBy: text().notNull(),
    /** Text for the refusal: "the fees from 1 December 2026". */
    label: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.zoneId, t.usedBy] }), index("zone_uses_by").on(t.usedBy)],
);
