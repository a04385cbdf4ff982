import { eq, inArray } from "drizzle-orm";
import { zones, zoneUses } from "../../db/schema/zones";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { saveSettings } from "../settings/actions";
import type { SaveAreaRules } from "./area-contract";
import { USED_BY_AREA } from "./area-queries";
import { insertRow } from "../../db/rows";

/**
 * Saves where riders may book; earlier quotes remain valid for their 15 minutes. 400 if a zone does not exist or none
 * of the zones is active, 409 if the settings have changed since.
 */
export function saveAreaRules(deps: Deps, actor: Actor, input: SaveAreaRules): Promise<void> {
  const { area, version } = input;
  const zoneIds = [...new Set(area?.zoneIds)];
  return saveSettings(deps, actor, {
    version,
    values: { serviceArea: area && { ...area, zoneIds } },
    action: "settings.area_changed",
    topic: "area",
    summary: area ? "Changed the service area" : "Let riders book everywhere",
    alsoWrite: (tx) => {
      tx.delete(zoneUses).where(eq(zoneUses.usedBy, USED_BY_AREA)).run();
      if (zoneIds.length === 0) return;
      const chosenZones = tx
        .select({ active: zones.active })
        .from(zones)
        .where(inArray(zones.id, zoneIds))
        .all();
      const zonesError = (words: string) =>
        new AppError("request.invalid", { fields: { "area.zoneIds": words } });
      if (chosenZones.length < zoneIds.length)
        throw zonesError("One of these zones has been removed. Load the page again.");
      if (!chosenZones.some(({ active }) => active))
        throw zonesError("None of these zones is in use, so nobody could book.");
      for (const zoneId of zoneIds)
        insertRow(tx, zoneUses, { zoneId, usedBy: USED_BY_AREA, label: "the service area" });
    },
  });
}
