import { z } from "zod";

/** What the operator looks like; the owner's to say. */
const BrandRules = z.object({
  /** `#rrggbb`; null for Livery's own. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, "Enter the colour as a six-digit hex code, for example #0e4f3d.")
    .nullable(),
});

/** Contains the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveBrandRules = BrandRules.extend({ version: z.number().int().min(1) });
export type SaveBrandRules = z.infer<typeof SaveBrandRules>;

export const BrandRulesAnswer = z.object({ rules: BrandRules, version: z.number().int() });
export type BrandRulesAnswer = z.infer<typeof BrandRulesAnswer>;
