import { z } from "zod";

/** Settings that the environment may say, and by which variable: then they are not changed on screen. */
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

/** Of a topic the fields that the environment says, each with its variable. */
export const LockedFields = z.record(z.string(), z.string());
export type LockedFields = z.infer<typeof LockedFields>;
