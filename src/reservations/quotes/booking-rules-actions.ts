import type { Actor, Deps } from "../../deps";
import { saveSettings } from "../../settings/actions";
import type { SaveBookingRules } from "./booking-rules-contract";

/**
 * Writes the rules. 409 when the settings have changed since they were read. Prices that were quoted
 * before still hold for their quarter of an hour.
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
