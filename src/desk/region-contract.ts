import { z } from "zod";
import { LockedFields } from "../settings/configured-settings-contract";
import { languageCodes } from "../settings/languages/languages-contract";
import { line } from "../settings/text-contract";

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The operator's country, time zone, currency, unit and language. */
export const RegionRules = z.object({
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: "Choose a country.", abort: true })
    .refine((code) => countryNames.of(code) !== undefined, "Choose a country."),
  timeZone: z.string().max(60).refine(isTimeZone, "Choose a time zone."),
  /** ISO 4217. */
  currency: z
    .string()
    .refine((code) => Intl.supportedValuesOf("currency").includes(code), "Choose a currency."),
  distanceUnit: z.enum(["km", "mi"], { error: "Choose kilometres or miles." }),
  /** The operator's town, shown on public pages. */
  town: line.min(1, "This field is required.").max(80),
  /** The language for riders whose browser requests none that Livery has. */
  riderLanguage: z.enum(languageCodes, { error: "Choose a language." }),
  /** Languages in which pages and messages are not offered. If absent, the setting does not change. */
  disabledLanguages: z.array(z.enum(languageCodes)).max(languageCodes.length).optional(),
});
export type RegionRules = z.infer<typeof RegionRules>;

/** `version` is the version of the settings that the caller read. Answers 409 if they have changed since. */
export const SaveRegionRules = RegionRules.extend({ version: z.number().int().min(1) });
export type SaveRegionRules = z.infer<typeof SaveRegionRules>;

export const RegionRulesAnswer = z.object({
  rules: RegionRules,
  /** Why a value cannot be changed now, or null if it can. */
  settled: z.object({
    timeZone: z.string().nullable(),
    currency: z.string().nullable(),
    distanceUnit: z.string().nullable(),
  }),
  locked: LockedFields,
  /** The prices in force per unit of distance, to show them in another unit. */
  rates: z.array(z.object({ name: z.string(), perDistanceMinor: z.number().int() })),
  version: z.number().int(),
});
export type RegionRulesAnswer = z.infer<typeof RegionRulesAnswer>;

/** Whether the runtime knows this IANA time zone. */
function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
