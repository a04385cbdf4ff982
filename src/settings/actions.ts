import { settings } from "../../db/schema/settings";
import type { Deps } from "../deps";

/** Writes the operator's row from the configuration when there is none. True on first start. */
export async function ensureSettings(deps: Deps): Promise<boolean> {
  const { config } = deps;
  return deps.write((tx) => {
    if (tx.select({ id: settings.id }).from(settings).get()) return false;
    tx.insert(settings)
      .values({
        id: 1,
        accent: null,
        town: townOf(config.timeZone),
        phone: null,
        // Public: the owner's own address is for signing in, not for visitors.
        email: null,
        timeZone: config.timeZone,
        currency: config.currency,
        country: config.country,
        distanceUnit: config.distanceUnit,
        estimateSpeedKmh: 28,
        offerSeconds: 600,
        updatedAt: deps.now(),
      })
      .run();
    return true;
  });
}

/** A first guess, until the operator says better: the town a time zone is named after. */
function townOf(timeZone: string): string {
  return timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
}
