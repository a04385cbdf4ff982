import { z } from "zod";

/** What the operator looks like, and what stands on its papers; the owner's to say. */
const BrandRules = z.object({
  /** `#rrggbb`; null for Livery's own. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, "Write the colour as # and six digits: #0e4f3d.")
    .nullable(),
  /** Where the operator drives, as public pages say it. */
  town: z.string().trim().min(1, "This field is required.").max(80),
  /** Lines of the office's address; "" for what the configuration has. */
  address: z.string().trim().max(300),
  /** "" for what the configuration has. */
  taxNumber: z.string().trim().max(40),
});

/** With the version of the settings that was seen: another one answers 409. */
export const SaveBrandRules = BrandRules.extend({ version: z.number().int().min(1) });
export type SaveBrandRules = z.infer<typeof SaveBrandRules>;

export const BrandRulesAnswer = z.object({
  rules: BrandRules,
  /** What papers say where the owner has said nothing. */
  configured: z.object({ address: z.string(), taxNumber: z.string() }),
  version: z.number().int(),
});
export type BrandRulesAnswer = z.infer<typeof BrandRulesAnswer>;
