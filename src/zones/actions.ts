import { and, count, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { zones } from "../../db/schema/zones";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { requireSeenRecord } from "../audit/concurrent-change-queries";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { isLastZoneOfArea } from "./area-queries";
import type { ChangeZone, ImportAnswer, ImportFault, SaveZone, ZoneShape } from "./contract";
import { type ParsedFile, readFeatures } from "./geojson";
import { readZoneRow, readZone, usesOf } from "./queries";
import { areaSquareMeters, boxOf, polygonsOf, ZoneShapeError, tidyShape } from "./rules";
import { insertRow } from "../../db/rows";

/** The most zones, because dispatch lists and draws all of them at once. */
const MAX_ZONES = 500;

const LAST_ZONE_MESSAGE =
  "This is the only zone where riders can book. First choose another zone for the service area, or let riders book everywhere.";

type Values = Omit<z.output<typeof SaveZone>, "shape"> & { shape: ZoneShape };

/** Adds a zone. 422 for an invalid shape, 409 if the name is taken. Returns its id. */
export async function addZone(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof SaveZone>,
): Promise<string> {
  const values = { ...input, shape: tidyZoneShape(input.shape) };
  const added = await deps.write((tx) => {
    const id = insertZone(tx, values, deps.now());
    auditZone(tx, deps, actor, "zone.added", { id, name: input.name });
    return id;
  });
  announceContentChange(deps);
  return added;
}

/**
 * Replaces a zone's values. 404 if it does not exist; 409 if somebody else has changed it since the given version, if
 * the name is taken, or if it is switched off although riders may book in no other zone; 422 for an invalid shape.
 */
export async function changeZone(
  deps: Deps,
  actor: Actor,
  id: string,
  input: z.output<typeof ChangeZone>,
): Promise<void> {
  const { version, ...given } = input;
  const values = { ...given, shape: tidyZoneShape(input.shape) };
  await deps.write((tx) => {
    const before = readZoneRow(tx, id);
    requireSeenRecord(tx, { kind: "zone", id }, before, version);
    assertNameIsFree(tx, id, values.name);
    if (before.active && !values.active && isLastZoneOfArea(tx, id))
      throw new AppError("zone.last_of_area", { fields: { active: LAST_ZONE_MESSAGE } });
    tx.update(zones)
      .set({
        ...values,
        areaSquareMeters: areaSquareMeters(values.shape),
        updatedAt: deps.now(),
        version: version + 1,
      })
      .where(and(eq(zones.id, id), eq(zones.version, version)))
      .run();
    writeBoundingBoxes(tx, id, values);
    const detail = { changed: changedNames(before, values) };
    auditZone(tx, deps, actor, "zone.changed", { id, name: values.name }, detail);
  });
  announceContentChange(deps);
}

/** Public pages show prices within and between zones, so they are rendered again. */
function announceContentChange({ bus }: Deps): void {
  bus.publish({ type: "content" });
}

/** Removes a zone. 404 if it does not exist, 409 if somebody else changed it, or `zone.in_use` with what uses it. */
export async function removeZone(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  await deps.write((tx) => {
    const row = readZoneRow(tx, id);
    requireSeenRecord(tx, { kind: "zone", id }, row, version);
    const uses = usesOf(tx, id);
    if (uses.length > 0)
      throw new AppError("zone.in_use", { message: `This zone is used by ${uses.join(", ")}.` });
    clearBoundingBoxes(tx, id);
    tx.delete(zones).where(eq(zones.id, id)).run();
    auditZone(tx, deps, actor, "zone.removed", row);
  });
  announceContentChange(deps);
}

/**
 * Adds every feature of a GeoJSON file as a zone. If any has a fault, none is added and 422 names each fault, unless
 * `skipFaulty` is set.
 */
export async function importZones(
  deps: Deps,
  actor: Actor,
  input: { geojson?: unknown; skipFaulty: boolean },
): Promise<ImportAnswer> {
  const parsedFile = await parseZonesInBatches(input.geojson);
  const answer = await deps.write((tx): ImportAnswer => {
    const faults: ImportFault[] = [...parsedFile.faults];
    const validFeatures = parsedFile.features.filter(({ feature, name }) => {
      if (!isTaken(tx, null, name)) return true;
      faults.push({ feature, name, text: "has the name of a zone that is there already" });
      return false;
    });
    if (faults.length > 0 && (!input.skipFaulty || validFeatures.length === 0))
      throw refusal(faults);
    const ids = validFeatures.map(({ feature: _, ...values }) =>
      insertZone(tx, values, deps.now()),
    );
    appendAudit(tx, deps, {
      actor,
      action: "zone.imported",
      subject: { kind: "zone", id: null },
      summary: ids.length === 1 ? "Imported 1 zone" : `Imported ${ids.length} zones`,
      detail: { zones: ids.length, skipped: faults.length },
    });
    return {
      zones: ids.map((id) => readZone(tx, id)),
      faults: faults.sort((a, b) => a.feature - b.feature),
    };
  });
  announceContentChange(deps);
  return answer;
}

const summaryByAction = {
  "zone.added": "Added the zone",
  "zone.changed": "Changed the zone",
  "zone.removed": "Removed the zone",
} as const;

function auditZone(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: keyof typeof summaryByAction,
  { id, name }: { id: string; name: string },
  detail = {},
): void {
  const subject = { kind: "zone" as const, id };
  appendAudit(tx, deps, {
    actor,
    action,
    subject,
    summary: `${summaryByAction[action]} ${name}`,
    detail,
  });
}

/** Other requests are answered between two features. */
async function parseZonesInBatches(geojson: unknown): Promise<ParsedFile> {
  const reading = readFeatures(geojson);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function refusal(faults: ImportFault[]): AppError {
  const fields = Object.fromEntries(
    faults.map(({ feature, name, text }) => [
      `features.${feature}`,
      `Feature ${feature}${name ? ` (${name})` : ""}: ${text}`,
    ]),
  );
  return new AppError("zone.import_refused", { fields });
}

function tidyZoneShape(shape: ZoneShape): ZoneShape {
  try {
    return tidyShape(shape);
  } catch (error) {
    if (!(error instanceof ZoneShapeError)) throw error;
    const text = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
    throw new AppError("zone.shape", { message: text, fields: { shape: text } });
  }
}

/** Adds a zone inside the caller's transaction, and returns its id. */
export function insertZone(tx: Tx, values: Values, now: number): string {
  assertNameIsFree(tx, null, values.name);
  const [{ existingCount } = { existingCount: 0 }] = tx
    .select({ existingCount: count() })
    .from(zones)
    .all();
  if (existingCount >= MAX_ZONES) throw new AppError("zone.too_many");
  const id = Bun.randomUUIDv7();
  insertRow(tx, zones, {
    ...values,
    id,
    areaSquareMeters: areaSquareMeters(values.shape),
    createdAt: now,
    updatedAt: now,
    version: 1,
  });
  writeBoundingBoxes(tx, id, values);
  return id;
}

function assertNameIsFree(tx: Tx, id: string | null, name: string): void {
  if (isTaken(tx, id, name))
    throw new AppError("zone.name_taken", {
      fields: { name: "Another zone already has this name." },
    });
}

function isTaken(tx: Tx, id: string | null, name: string): boolean {
  const isSameNameSql = sql`${zones.name} COLLATE NOCASE = ${name}`;
  const isSameNameElsewhereSql = id === null ? isSameNameSql : and(isSameNameSql, ne(zones.id, id));
  return (
    tx.select({ id: zones.id }).from(zones).where(isSameNameElsewhereSql).limit(1).all().length > 0
  );
}

/** Updates the R*Tree: one box for each polygon of an active zone. */
function writeBoundingBoxes(
  tx: Tx,
  id: string,
  { shape, active }: { shape: ZoneShape; active: boolean },
) {
  clearBoundingBoxes(tx, id);
  if (!active) return;
  const insert = tx.$client.query(
    "INSERT INTO zones_box (west, east, south, north, zone_id, part) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const [part, polygon] of polygonsOf(shape).entries()) {
    const [west, south, east, north] = boxOf(polygon);
    insert.run(west, east, south, north, id, part);
  }
}

function clearBoundingBoxes(tx: Tx, id: string): void {
  tx.$client.query("DELETE FROM zones_box WHERE zone_id = ?").run(id);
}
