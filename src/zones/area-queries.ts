import { and, eq, ne } from "drizzle-orm";
import { zones, zoneUses } from "../../db/schema/zones";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { encodeJson, cachedUntilChange } from "../server/encoded-response";
import type { Point } from "../places/contract";
import { readOperator } from "../settings/queries";
import type { AreaAnswer, AreaRulesAnswer, OutsideArea } from "./area-contract";
import { listZones, zonesAt } from "./queries";

/** Marks the area's zones as used, so that they cannot be removed. */
export const USED_BY_AREA = "settings:area";

/** Returns whether this is the only active zone in which riders may book. */
export function isLastZoneOfArea(tx: Tx, id: string): boolean {
  const areaZones = (which: ReturnType<typeof eq>) =>
    tx
      .select({ active: zones.active })
      .from(zoneUses)
      .innerJoin(zones, eq(zones.id, zoneUses.zoneId))
      .where(and(eq(zoneUses.usedBy, USED_BY_AREA), which))
      .all();
  return (
    areaZones(eq(zones.id, id)).length > 0 &&
    !areaZones(ne(zones.id, id)).some(({ active }) => active)
  );
}

/** Returns where riders may book, and the version of the settings. */
export function readAreaRules(deps: Deps): AreaRulesAnswer {
  const { serviceArea, version } = readOperator(deps);
  return { rules: { area: serviceArea }, version };
}

/** Returns the current area with its shapes, as everyone may see it; null if riders may book everywhere. */
export const readAreaAnswer = cachedUntilChange((deps) => encodeJson(readArea(deps)));

function readArea(deps: Deps): AreaAnswer {
  const { serviceArea } = readOperator(deps);
  if (!serviceArea) return { area: null };
  const zones = listZones(deps.db)
    .filter(({ id, active }) => active && serviceArea.zoneIds.includes(id))
    .map(({ name, shape }) => ({ name, shape }));
  return { area: { ends: serviceArea.ends, zones } };
}

/**
 * Returns which ends of a trip are outside the area; none if riders may book everywhere. An end that is not on the map
 * (null) is left to dispatch, like its price.
 */
export function placesOutsideArea(
  deps: Deps,
  trip: { pickup: Point | null; dropoff: Point | null },
): OutsideArea {
  const { serviceArea } = readOperator(deps);
  if (!serviceArea) return [];
  const isOutside = (point: Point | null) =>
    point !== null && !zonesAt(deps.db, point).some(({ id }) => serviceArea.zoneIds.includes(id));
  const placesOutside: OutsideArea = [];
  if (isOutside(trip.pickup)) placesOutside.push("pickup");
  if (serviceArea.ends === "both" && isOutside(trip.dropoff)) placesOutside.push("dropoff");
  return placesOutside;
}
