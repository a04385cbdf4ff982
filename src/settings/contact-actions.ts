import type { Actor, Deps } from "../deps";
import { saveSettings } from "./actions";
import type { SaveContactRules } from "./contact-contract";

/** Keeps how people reach each other. 409 when the settings were changed since they were read. */
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
