import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { saveSettings } from "../actions";
import type { SaveWidgetRules } from "./widget-contract";
import { siteOrigin } from "./widget-rules";

/**
 * Saves the websites that may show the booking widget. 400 for a text that is no website's address, 409 if the settings
 * have changed in the meantime.
 */
export async function saveWidgetRules(
  deps: Deps,
  actor: Actor,
  { version, sites }: SaveWidgetRules,
): Promise<void> {
  const invalidSite = sites.find((typed) => siteOrigin(typed) === null);
  if (invalidSite !== undefined) {
    const words = `“${invalidSite.trim().slice(0, 80)}” is not a website address. Enter it like https://www.example.com, without a path.`;
    throw new AppError("request.invalid", { fields: { sites: words } });
  }
  const origins = [...new Set(sites.flatMap((typed) => siteOrigin(typed) ?? []))];
  return saveSettings(deps, actor, {
    version,
    values: { widgetSites: origins },
    action: "settings.widget_changed",
    topic: "widget",
    summary: "Changed websites for the booking widget",
    detail: { sites: origins.join(", ") },
  });
}
