import { z } from "zod";

/** The operator's colours. The owner sets them. */
const BrandRules = z.object({
  /** `#rrggbb`. Null for Livery's own colour. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, "Enter the colour as a six-digit hex code, for example #0e4f3d.")
    .nullable(),
});

/** Contains the version of the settings that the caller saw. If it has changed, the call answers 409. */
export const SaveBrandRules = BrandRules.extend({ version: z.number().int().min(1) });
export type SaveBrandRules = z.infer<typeof SaveBrandRules>;

export const BrandRulesAnswer = z.object({ rules: BrandRules, version: z.number().int() });
export type BrandRulesAnswer = z.infer<typeof BrandRulesAnswer>;
