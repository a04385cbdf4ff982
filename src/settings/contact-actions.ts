import type { Actor, Deps } from "../deps";
import { saveSettings } from "./actions";
import type { SaveContactRules } from "./contact-contract";

/** Saves the contact settings. 409 if the settings have changed since they were read. */
export function saveContactRules(deps: Deps, actor: Actor, input: SaveContactRules): Promise<void> {
  const { version, phone, email, ...rules } = input;
  return saveSettings(deps, actor, {
    version,
    values: { ...rules, phone: phone.replaceAll(" ", "") || null, email: email || null },
    action: "settings.contact_changed",
    topic: "contact",
    summary: "Changed contact settings",
  });
}
