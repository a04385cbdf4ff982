import type { Actor, Deps } from "../deps";
import { saveSettings } from "../settings/actions";
import type { SaveTrafficRules } from "./traffic-contract";

/** Saves the travel times by hour. Booked trips do not change. 409 if the settings have changed in the meantime. */
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
