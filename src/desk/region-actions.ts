/** How the owner sets country, time zone, currency and unit of distance. */
import { removeStarterPlaces } from "../../db/starter-data";
import type { Actor, Deps } from "../deps";
import { keepLastDays } from "../documents/record-actions";
import { AppError } from "../errors";
import { convertFees } from "../fares/fee-actions";
import { clearVersionCache } from "../fares/queries";
import { saveSettings } from "../settings/actions";
import { readOperator } from "../settings/queries";
import type { SaveRegionRules } from "./region-contract";
import { lockedRegionFields } from "./region-queries";

/**
 * Saves country, time zone, currency and unit of distance. 409 `request.conflict` if the settings have changed in the
 * meantime, 409 `region.settled` with the reason by field for values that existing records depend on. A new unit of
 * distance publishes the prices again in that unit. A new currency moves the prices back into the draft, so that nobody
 * books at amounts meant in another currency. A new time zone keeps the last days of documents.
 */
export async function saveRegionRules(
  deps: Deps,
  actor: Actor,
  input: SaveRegionRules,
): Promise<void> {
  const { version, ...values } = input;
  const { disabledLanguages, ...detail } = values;
  const lockableFields = ["timeZone", "currency", "distanceUnit"] as const;
  // Checked again in the transaction, so that a concurrent change answers 409.
  const currentOperator = readOperator(deps);
  const changesCurrency = currentOperator.currency !== values.currency;
  const changesUnit = currentOperator.distanceUnit !== values.distanceUnit;
  try {
    await saveSettings(deps, actor, {
      version,
      values,
      action: "settings.region_changed",
      topic: "region",
      summary: "Changed country and units",
      detail: {
        ...detail,
        ...(disabledLanguages && { disabledLanguages: disabledLanguages.join(", ") }),
      },
      alsoWrite: (tx, before) => {
        const lockedFields = lockedRegionFields({ ...deps, db: tx });
        const faults = lockableFields.flatMap((name) => {
          const reason = lockedFields[name];
          return before[name] !== values[name] && reason ? [[name, reason] as const] : [];
        });
        if (faults.length > 0)
          throw new AppError("region.settled", {
            message: faults.map(([, reason]) => reason).join(" "),
            fields: Object.fromEntries(faults),
          });
        if (before.timeZone !== values.timeZone) {
          removeStarterPlaces(tx);
          keepLastDays(tx, before.timeZone, values.timeZone);
        }
        if (!changesCurrency && !changesUnit) return;
        const { currency, distanceUnit } = values;
        const targetText = changesCurrency
          ? `to ${currency}`
          : `to ${distanceUnit === "km" ? "kilometres" : "miles"}`;
        convertFees(
          deps,
          tx,
          actor,
          { currency, distanceUnit },
          `Converted prices ${targetText}, because the settings changed`,
        );
      },
    });
  } finally {
    clearVersionCache(deps.db);
  }
}
