import { asc, desc, eq } from "drizzle-orm";
import { type StoredZone, zones, zoneUses } from "../../db/schema/zones";
import { prepared } from "../../db/prepared";
import type { Db } from "../../db/open";
import type { Point } from "../places/contract";
import type { Zone, ZoneShape } from "./contract";
import {
  boxOf,
  compareZones,
  GRID_STEPS_PER_DEGREE,
  type GridPolygon,
  gridOf,
  isInside,
  polygonsOf,
} from "./rules";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

/** What a lookup returns about each zone at a point. */
type ZoneAtPoint = {
  id: string;
  name: string;
  priority: number;
  areaSquareMeters: number;
};

type Candidate = { id: string; part: number; version: number };
type CachedZone = { version: number; zone: ZoneAtPoint; polygons: GridPolygon[] };

/**
 * The parsed shapes of zones. A zone's version tells whether the cached shape is current, so it need not be cleared.
 */
const zoneCache = prepared(() => new Map<string, CachedZone>());

/**
 * Returns the active zones around a point, the one that counts first: by priority, then the smaller one, then by name.
 * The R*Tree finds the polygons whose box contains the point, and an exact test decides.
 */
export function zonesAt(db: Db, point: Point): ZoneAtPoint[] {
  const longitude = Math.round(point.longitude * GRID_STEPS_PER_DEGREE) / GRID_STEPS_PER_DEGREE;
  const latitude = Math.round(point.latitude * GRID_STEPS_PER_DEGREE) / GRID_STEPS_PER_DEGREE;
  const candidates = db.$client
    .query<Candidate, [number, number]>(
      `SELECT b.zone_id AS id, b.part, z.version FROM zones_box b JOIN zones z ON z.id = b.zone_id
       WHERE b.west <= ?1 AND b.east >= ?1 AND b.south <= ?2 AND b.north >= ?2`,
    )
    .all(longitude, latitude);
  const zonesAround: ZoneAtPoint[] = [];
  for (const candidate of candidates) {
    const { zone, polygons } = cachedZone(db, candidate);
    const polygon = polygons[candidate.part];
    if (polygon && isInside(polygon, point) && !zonesAround.includes(zone)) zonesAround.push(zone);
  }
  return zonesAround.length > 1 ? zonesAround.sort(compareZones) : zonesAround;
}

function cachedZone(db: Db, { id, version }: Candidate): CachedZone {
  const cachedEntry = zoneCache(db).get(id);
  if (cachedEntry?.version === version) return cachedEntry;
  const row = readZoneRow(db, id);
  const { name, priority, areaSquareMeters } = row;
  const entry = {
    version: row.version,
    zone: { id, name, priority, areaSquareMeters },
    polygons: gridOf(shapeOf(row)),
  };
  zoneCache(db).set(id, entry);
  return entry;
}

/** Returns a zone's row; 404 if it does not exist. */
export function readZoneRow(db: Db, id: string): StoredZone {
  return requireRow(db, zones, { id });
}

/** Returns one zone; 404 if it does not exist. */
export function readZone(db: Db, id: string): Zone {
  return toZone(readZoneRow(db, id));
}

/** Lists all zones, the highest priority first, then by name. */
export function listZones(db: Db): Zone[] {
  return db.select().from(zones).orderBy(desc(zones.priority), asc(zones.name)).all().map(toZone);
}

/** Lists the active zones by name, without their shapes. */
export function listZoneNames(db: Db): { id: string; name: string }[] {
  return db
    .select({ id: zones.id, name: zones.name })
    .from(zones)
    .where(eq(zones.active, true))
    .orderBy(asc(zones.name), asc(zones.id))
    .all();
}

/** Returns what uses a zone, in words; empty if nothing does. */
export function usesOf(db: Db, zoneId: string): string[] {
  return db
    .select({ label: zoneUses.label })
    .from(zoneUses)
    .where(eq(zoneUses.zoneId, zoneId))
    .all()
    .map(({ label }) => label);
}

function toZone(row: StoredZone): Zone {
  const shape = shapeOf(row);
  const { id, name, color, priority, areaSquareMeters, active, note, version } = row;
  return {
    id,
    name,
    color,
    priority,
    shape,
    areaSquareMeters,
    box: boxOf(polygonsOf(shape).flat()),
    active,
    note,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    version,
  };
}

/** Returns the stored shape of a zone. The server wrote it, after `tidyShape`. */
function shapeOf(row: StoredZone): ZoneShape {
  return row.shape as ZoneShape;
}
