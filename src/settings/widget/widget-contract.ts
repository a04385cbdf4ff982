import { z } from "zod";

/** More than any operator needs. All of them are sent in a header. */
const MAX_SITES = 20;

/** The websites that may show the booking widget. The owner sets them. */
const WidgetRules = z.object({
  /** Typed addresses such as `https://www.example.com`. Stored as origins, each once. */
  sites: z.array(z.string()).max(MAX_SITES, `Enter at most ${MAX_SITES} websites.`),
});

/** Contains the version of the settings that the caller saw. If it has changed, the call answers 409. */
export const SaveWidgetRules = WidgetRules.extend({ version: z.number().int().min(1) });
export type SaveWidgetRules = z.infer<typeof SaveWidgetRules>;

export const WidgetRulesAnswer = z.object({
  rules: WidgetRules,
  /** The code that a website adds to its page. */
  snippet: z.string(),
  version: z.number().int(),
});
export type WidgetRulesAnswer = z.infer<typeof WidgetRulesAnswer>;
