/** How much longer ways take at some hours. Browser-safe. */
import { z } from "zod";

/** The hours of a day from Monday to Friday, then those of Saturday and Sunday. */
export const TRAFFIC_HOURS = 48;
export const MIN_TRAFFIC_PERCENT = 50;
export const MAX_TRAFFIC_PERCENT = 300;

const TrafficPercents = z
  .array(z.number().int().min(MIN_TRAFFIC_PERCENT).max(MAX_TRAFFIC_PERCENT))
  .length(TRAFFIC_HOURS);

/** What of its time without traffic a way takes, in per cent, by hour. */
const TrafficRules = z.object({ trafficPercents: TrafficPercents });

/** Contains the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveTrafficRules = TrafficRules.extend({ version: z.number().int().min(1) });
export type SaveTrafficRules = z.infer<typeof SaveTrafficRules>;

export const TrafficRulesAnswer = z.object({
  rules: TrafficRules,
  version: z.number().int(),
  /** Whether a router that is connected tells the times, and these percentages are not used. */
  hasRouter: z.boolean(),
  /** What the operator's own trips took; null of an hour with too few of them. */
  measured: z.array(z.object({ percent: z.number().int(), trips: z.number().int() }).nullable()),
});
export type TrafficRulesAnswer = z.infer<typeof TrafficRulesAnswer>;
