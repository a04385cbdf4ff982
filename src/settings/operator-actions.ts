/** The owner says what the operator looks like, when it answers, and whether riders may book. */
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { saveSettings } from "./actions";
import type { SaveBrandRules } from "./brand-contract";
import type { SaveHoursRules } from "./hours-contract";
import { hoursFault } from "./hours-rules";
import type { SaveOnlineRules } from "./online-contract";

/** Keeps colour, town and what stands on papers. 409 when the settings were changed since. */
export function saveBrandRules(deps: Deps, actor: Actor, input: SaveBrandRules): Promise<void> {
  const { version, ...values } = input;
  return saveSettings(deps, actor, {
    version,
    values,
    action: "settings.brand_changed",
    topic: "brand",
    summary: "Changed the brand",
  });
}

/**
 * Keeps when the office answers. 400 for hours that overlap or end before they begin, 409 when the
 * settings were changed since.
 */
export async function saveHoursRules(
  deps: Deps,
  actor: Actor,
  input: SaveHoursRules,
): Promise<void> {
  const { version, ...values } = input;
  const faults = (values.openingHours ?? []).flatMap((day, at) => {
    const fault = hoursFault(day);
    return fault ? [[`openingHours.${at}`, fault] as const] : [];
  });
  if (faults.length > 0)
    throw new AppError("request.invalid", { fields: Object.fromEntries(faults) });
  return saveSettings(deps, actor, {
    version,
    values,
    action: "settings.hours_changed",
    topic: "hours",
    summary: "Changed the opening hours",
  });
}

/** Opens or closes booking by riders, at once. 409 when the settings were changed since. */
export function saveOnlineRules(deps: Deps, actor: Actor, input: SaveOnlineRules): Promise<void> {
  const { version, ...values } = input;
  return saveSettings(deps, actor, {
    version,
    values,
    action: "settings.online_changed",
    topic: "online",
    summary: values.bookingOpen ? "Let riders book online" : "Closed online booking",
  });
}
