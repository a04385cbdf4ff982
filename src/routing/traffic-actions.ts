import type { Actor, Deps } from "../deps";
import { saveSettings } from "../settings/actions";
import type { SaveTrafficRules } from "./traffic-contract";

/** Keeps how much longer ways take by hour; booked trips stay as they are. 409 when the settings were changed since. */
export function saveTrafficRules(
  deps: Deps,
  actor: Actor,
  { version, trafficPercents }: SaveTrafficRules,
): Promise<void> {
  return saveSettings(deps, actor, {
    version,
    values: { trafficPercents, trafficChangedAt: deps.now() },
    action: "settings.traffic_changed",
    topic: "traffic",
    summary: "Changed travel times by hour",
  });
}
