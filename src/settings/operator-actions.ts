/**
 * Saves the owner's settings: the operator's name, colours, services and opening hours, and whether riders may book.
 */
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { saveSettings } from "./actions";
import type { SaveBrandRules } from "./brand-contract";
import type { SaveHoursRules } from "./hours-contract";
import { hoursFault } from "./hours-rules";
import type { SaveNameRules } from "./operator-name-contract";
import type { SaveOnlineBookingRules } from "./online-contract";
import { offerableServices } from "./offerable-services-contract";
import type { SaveServicesRules } from "./services-contract";

/** Saves the name and the segment of addresses. 409 if the settings have changed in the meantime. */
export function saveNameRules(deps: Deps, actor: Actor, input: SaveNameRules): Promise<void> {
  const { version, ...values } = input;
  return saveSettings(deps, actor, {
    version,
    values,
    action: "settings.name_changed",
    topic: "name",
    summary: "Changed the business name",
    detail: values,
  });
}

/** Saves the offered services. 409 if the settings have changed in the meantime. */
export function saveServicesRules(
  deps: Deps,
  actor: Actor,
  { version, services }: SaveServicesRules,
): Promise<void> {
  const servicesInOrder = offerableServices.filter((each) => services.includes(each));
  return saveSettings(deps, actor, {
    version,
    values: { services: servicesInOrder },
    action: "settings.services_changed",
    topic: "services",
    summary: "Changed services",
    detail: { services: servicesInOrder.join(", ") },
  });
}

/** Saves the colour. 409 if the settings have changed in the meantime. */
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
 * Saves the opening hours. 400 for hours that overlap or end before they begin, 409 if the settings have changed in the
 * meantime.
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

/** Opens or closes online booking, at once. 409 if the settings have changed in the meantime. */
export function saveOnlineBookingRules(
  deps: Deps,
  actor: Actor,
  input: SaveOnlineBookingRules,
): Promise<void> {
  const { version, ...values } = input;
  return saveSettings(deps, actor, {
    version,
    values,
    action: "settings.online_changed",
    topic: "online",
    summary: values.bookingOpen ? "Opened online booking" : "Closed online booking",
  });
}
