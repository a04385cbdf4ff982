/**
 * What a report may be asked for, without zod: every page of dispatch carries how the address of a report
 * is read.
 */

/** By what the table of a report goes: by time, or by what trips have in common. */
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
