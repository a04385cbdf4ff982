/** How much longer routes take at some hours. Browser-safe. */
import { z } from "zod";

/** The hours of a day from Monday to Friday, followed by those of Saturday and Sunday. */
export const TRAFFIC_HOURS = 48;
export const MIN_TRAFFIC_PERCENT = 50;
export const MAX_TRAFFIC_PERCENT = 300;

const TrafficPercents = z
  .array(z.number().int().min(MIN_TRAFFIC_PERCENT).max(MAX_TRAFFIC_PERCENT))
  .length(TRAFFIC_HOURS);

/** By hour, the duration of a route in percent of its duration without traffic. */
const TrafficRules = z.object({ trafficPercents: TrafficPercents });

/** Contains the version of the settings that the caller saw. If it has changed, the call answers 409. */
export const SaveTrafficRules = TrafficRules.extend({ version: z.number().int().min(1) });
export type SaveTrafficRules = z.infer<typeof SaveTrafficRules>;

export const TrafficRulesAnswer = z.object({
  rules: TrafficRules,
  version: z.number().int(),
  /** Whether a connected router gives the travel times, so that these percentages are not used. */
  hasRouter: z.boolean(),
  /** The durations of the operator's own trips. Null for an hour with too few trips. */
  measured: z.array(z.object({ percent: z.number().int(), trips: z.number().int() }).nullable()),
});
export type TrafficRulesAnswer = z.infer<typeof TrafficRulesAnswer>;
