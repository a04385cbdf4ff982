import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** By what reports group trips; `all` is every trip. */
const reportDimensions = [
  "all",
  "driver",
  "vehicle_class",
  "source",
  "service_type",
  "company",
] as const;

/** The group, and its totals. */
const sums = () => ({
  /** The driver, class, company and so on; "" of trips without one. */
  key: text().notNull(),
  currency: text().notNull(),
  driven: integer().notNull(),
  cancelled: integer().notNull(),
  lateCancelled: integer().notNull(),
  noShows: integer().notNull(),
  /** Trips driven and no-shows whose driver's arrival is known, and those of them in time. */
  arrived: integer().notNull(),
  onTime: integer().notNull(),
  /** From boarding to the end of the ride. */
  drivenSeconds: integer().notNull(),
  /** Fares of trips driven and late-cancellation and no-show fees, with all that is in them. */
  chargedMinor: integer().notNull(),
  taxMinor: integer().notNull(),
  /** Gratuities and tips. */
  tipsMinor: integer().notNull(),
  /** The part charged as late-cancellation and no-show fees. */
  feesMinor: integer().notNull(),
});

/**
 * The totals of a day's trips, once for each value of each dimension: triggers of `reservations` keep
 * it, so that a report reads days and not trips. A trip belongs to the day of its pickup on its own clocks.
 */
export const reportDays = sqliteTable(
  "report_days",
  {
    dimension: text({ enum: reportDimensions }).notNull(),
    day: text().notNull(),
    ...sums(),
  },
  (t) => [primaryKey({ columns: [t.dimension, t.day, t.key, t.currency] })],
);

/** The same by months, kept by triggers of `report_days`: a report of years reads these. */
export const reportMonths = sqliteTable(
  "report_months",
  {
    dimension: text({ enum: reportDimensions }).notNull(),
    /** As 2026-11. */
    month: text().notNull(),
    ...sums(),
  },
  (t) => [primaryKey({ columns: [t.dimension, t.month, t.key, t.currency] })],
);
