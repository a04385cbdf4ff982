import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The dimensions by which reports group trips. `all` is every trip. */
const reportDimensions = [
  "all",
  "driver",
  "vehicle_class",
  "source",
  "service_type",
  "company",
] as const;

/** The key of a group, and its totals. */
const groupColumns = () => ({
  /** The id of the driver, class, company and so on. "" for trips without one. */
  key: text().notNull(),
  currency: text().notNull(),
  driven: integer().notNull(),
  cancelled: integer().notNull(),
  lateCancelled: integer().notNull(),
  noShows: integer().notNull(),
  /** Driven trips and no-shows with a known time of the driver's arrival, and how many of them were on time. */
  arrived: integer().notNull(),
  onTime: integer().notNull(),
  /** From boarding to the end of the ride. */
  drivenSeconds: integer().notNull(),
  /** Fares of driven trips and fees for late cancellations and no-shows, including everything in them. */
  chargedMinor: integer().notNull(),
  taxMinor: integer().notNull(),
  /** Gratuities and tips. */
  tipsMinor: integer().notNull(),
  /** The part of `chargedMinor` that is fees for late cancellations and no-shows. */
  feesMinor: integer().notNull(),
});

/**
 * The totals of a day's trips for each value of each dimension. Triggers of `reservations` update them, so that a
 * report reads days and not trips. A trip belongs to the day of its pickup in its own time zone.
 */
export const reportDays = sqliteTable(
  "report_days",
  {
    dimension: text({ enum: reportDimensions }).notNull(),
    day: text().notNull(),
    ...groupColumns(),
  },
  (t) => [primaryKey({ columns: [t.dimension, t.day, t.key, t.currency] })],
);

/** The totals of `report_days` by month, updated by its triggers, for reports of years. */
export const reportMonths = sqliteTable(
  "report_months",
  {
    dimension: text({ enum: reportDimensions }).notNull(),
    /** A month such as 2026-11. */
    month: text().notNull(),
    ...groupColumns(),
  },
  (t) => [primaryKey({ columns: [t.dimension, t.month, t.key, t.currency] })],
);
