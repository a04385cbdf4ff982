/**
 * The groupings and limits of a report, without zod, because every page of dispatch loads the code that reads a
 * report's address.
 */

/** The groupings of a report's table: by time, or by a property of the trips. */
export const groupings = [
  "day",
  "week",
  "month",
  "driver",
  "vehicle_class",
  "source",
  "service_type",
  "company",
] as const;

/** The longest period, in days: three years. */
export const MAX_DAYS = 1_096;
