import { z } from "zod";

/** More websites than an operator has; all of them go into a header. */
const MAX_SITES = 20;

/** Where the booking widget may be shown; the owner's to say. */
const WidgetRules = z.object({
  /** Addresses such as `https://www.example.com`, as they were typed; kept as origins, each once. */
  sites: z.array(z.string()).max(MAX_SITES, `Enter at most ${MAX_SITES} websites.`),
});

/** Contains the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveWidgetRules = WidgetRules.extend({ version: z.number().int().min(1) });
export type SaveWidgetRules = z.infer<typeof SaveWidgetRules>;

export const WidgetRulesAnswer = z.object({
  rules: WidgetRules,
  /** What a website puts into its page. */
  snippet: z.string(),
  version: z.number().int(),
});
export type WidgetRulesAnswer = z.infer<typeof WidgetRulesAnswer>;
