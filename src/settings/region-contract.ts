import { z } from "zod";

const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Where the operator is at home; what it counts in was chosen when the server first started. */
export const RegionRules = z.object({
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "Choose a country.")
    .refine((code) => names.of(code) !== undefined, "Choose a country."),
});
export type RegionRules = z.infer<typeof RegionRules>;

/** With the version of the settings that was seen: another one answers 409. */
export const SaveRegionRules = RegionRules.extend({ version: z.number().int().min(1) });
export type SaveRegionRules = z.infer<typeof SaveRegionRules>;

export const RegionRulesAnswer = z.object({
  rules: RegionRules,
  fixed: z.object({
    timeZone: z.string(),
    currency: z.string(),
    distanceUnit: z.enum(["km", "mi"]),
  }),
  version: z.number().int(),
});
export type RegionRulesAnswer = z.infer<typeof RegionRulesAnswer>;
