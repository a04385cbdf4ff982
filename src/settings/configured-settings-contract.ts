import { z } from "zod";

/** Settings that the environment may define, with their variables. They can then not be changed on screen. */
export const variableByField = {
  brand: "BRAND",
  brandSlug: "BRAND",
  country: "COUNTRY",
  timeZone: "TIME_ZONE",
  currency: "CURRENCY",
  distanceUnit: "DISTANCE_UNIT",
  riderLanguage: "RIDER_LANGUAGE",
  address: "INVOICE_ADDRESS",
  taxNumber: "INVOICE_TAX_NUMBER",
  payment: "INVOICE_PAYMENT",
} as const;

export type ConfigurableField = keyof typeof variableByField;

export const configurableFields = Object.keys(variableByField) as ConfigurableField[];

/** The fields of a topic that the environment defines, each with its variable. */
export const LockedFields = z.record(z.string(), z.string());
export type LockedFields = z.infer<typeof LockedFields>;
