/**
 * Runs at each start, before the server listens. The first start creates the operator's row and the starter data, and
 * later ones apply the region from the environment.
 */
import { writeStarterData } from "../../db/starter-data";
import { type Deps, SYSTEM_ACTOR } from "../deps";
import { AppError } from "../errors";
import { ensureSettings, saveConfiguredSettings } from "../settings/actions";
import { readLockedFields } from "../settings/configured-settings-queries";
import { readOperator } from "../settings/queries";

/**
 * Prepares the data folder: fills an empty one so that Livery can be used, and applies the region from the environment
 * to any other. Returns true on the first start. Idempotent.
 */
export async function prepareFirstStart(deps: Deps): Promise<boolean> {
  const isFirstStart = await ensureSettings(deps);
  const operator = deps.config.first;
  if (isFirstStart) await deps.write((tx) => writeStarterData(tx, operator, deps.now()));
  else await applyConfiguredRegion(deps);
  return isFirstStart;
}

/**
 * The environment overrides the settings of the screens. Records keep the values that they already use, and the log
 * says so.
 */
async function applyConfiguredRegion(deps: Deps): Promise<void> {
  await saveConfiguredSettings(deps);
  const lockedFields = readLockedFields(deps, ["country", "timeZone", "currency", "distanceUnit"]);
  for (const [name, variable] of Object.entries(lockedFields)) {
    const { version, country, timeZone, currency, distanceUnit, town, riderLanguage } =
      readOperator(deps);
    const rules = { country, timeZone, currency, distanceUnit, town, riderLanguage };
    const configuredRules = {
      ...rules,
      [name]: deps.config.first[name as keyof typeof deps.config.first],
    };
    if (JSON.stringify(configuredRules) === JSON.stringify(rules)) continue;
    const { saveRegionRules } = await import("../desk/region-actions");
    try {
      await saveRegionRules(deps, SYSTEM_ACTOR, { ...configuredRules, version });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      deps.log.warning("{variable} is ignored: {reason}", { variable, reason: error.message });
    }
  }
}
