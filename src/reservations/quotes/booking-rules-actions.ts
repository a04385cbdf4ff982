import type { Actor, Deps } from "../../deps";
import { saveSettings } from "../../settings/actions";
import type { SaveBookingRules } from "./booking-rules-contract";

/**
 * Saves the rules. 409 if the settings have changed since they were read. Earlier quotes stay valid for their 15
 * minutes.
 */
export function saveBookingRules(deps: Deps, actor: Actor, input: SaveBookingRules): Promise<void> {
  const { version, ...values } = input;
  return saveSettings(deps, actor, {
    version,
    values,
    action: "settings.booking_changed",
    topic: "booking",
    summary: "Changed how early and how late riders may book",
  });
}
