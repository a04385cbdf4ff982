import { z } from "zod";
import { LockedFields } from "./configured-settings-contract";
import { line } from "./text-contract";

/**
 * The first segments of the site's other addresses, which the brand may not use. `/dispatchClient` would lead to the
 * riders' sign-in, but everybody would expect that of dispatch.
 */
export const routeSegments: readonly string[] =
  "about affiliate approve assets backend blog booking cards depanage design developers dispatch driver faq fleet history icons joinus offline opening pay pricing profile quote reservation ridelogin services signin team terms track trips widget".split(
    " ",
  );

/** The name of the business, and the segment of the site's addresses. */
const NameRules = z.object({
  brand: line.min(1, "This field is required.").max(60),
  brandSlug: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]{1,40}$/, "Use only the letters a to z and digits, at most 40 in total.")
    .refine(
      (slug) => !routeSegments.includes(slug),
      "Your site already has pages at this address. Choose another one.",
    ),
});

/** Contains the version of the settings that the caller saw. If it has changed, the call answers 409. */
export const SaveNameRules = NameRules.extend({ version: z.number().int().min(1) });
export type SaveNameRules = z.infer<typeof SaveNameRules>;

export const NameRulesAnswer = z.object({
  rules: NameRules,
  /** Former segments. Addresses with them lead to the new one. */
  formerSlugs: z.array(z.string()),
  locked: LockedFields,
  version: z.number().int(),
});
export type NameRulesAnswer = z.infer<typeof NameRulesAnswer>;
