import { and, desc, eq, gt, isNull, lt } from "drizzle-orm";
import {
  maintenanceEntries,
  maintenancePlans,
  odometerReadings,
  type StoredMaintenanceEntry,
  type StoredMaintenancePlan,
  type StoredOdometerReading,
} from "../../db/schema/maintenance";
import { type StoredVehicle, vehicles } from "../../db/schema/vehicles";
import { files } from "../../db/schema/files";
import type { Db } from "../../db/open";
import {
  fromCursor,
  olderThan,
  TextCursor,
  TimeCursor,
  toCursor,
  toPage,
} from "../formats/cursors";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readStoredFile } from "../files/store";
import { todayOf } from "../settings/queries";
import type {
  Entry,
  EntryPage,
  FleetAttention,
  MaintenanceKind,
  PageQuery,
  Plan,
  OdometerReading,
  OdometerReadingPage,
  MaintenanceSchedule,
} from "./maintenance-contract";
import { compareByUrgency, dueOf } from "./maintenance-rules";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

/** The most due plans and the most trips that are listed; the strip shows only the first few. */
const MAX_LISTED_VEHICLES = 50;

/** Returns a vehicle's row; 404 if it does not exist. */
export function requireVehicle(db: Db, id: string): StoredVehicle {
  return requireRow(db, vehicles, { id });
}

/** Returns the reading just before or after a time. Uses the index `odometer_readings_vehicle`. */
export function adjacentReading(
  db: Db,
  vehicleId: string,
  side: "before" | "after",
  at: number,
): StoredOdometerReading | null {
  const { vehicleId: vehicleColumn, readAt, id } = odometerReadings;
  // Readings of the same time count as earlier.
  const condition = side === "before" ? lt(readAt, at + 1) : gt(readAt, at);
  const [row] = db
    .select()
    .from(odometerReadings)
    .where(and(eq(vehicleColumn, vehicleId), condition))
    .orderBy(...(side === "before" ? [desc(readAt), desc(id)] : [readAt, id]))
    .limit(1)
    .all();
  return row ?? null;
}

/**
 * Reads a vehicle's schedule, the most urgent plan first, and its last odometer reading; 404 if the vehicle does not
 * exist.
 */
export function readMaintenanceSchedule(deps: Deps, vehicleId: string): MaintenanceSchedule {
  const { db } = deps;
  requireVehicle(db, vehicleId);
  const odometer = adjacentReading(db, vehicleId, "before", Number.MAX_SAFE_INTEGER - 1);
  const today = todayOf(deps);
  return {
    plans: db
      .select()
      .from(maintenancePlans)
      .where(and(eq(maintenancePlans.vehicleId, vehicleId), isNull(maintenancePlans.endedAt)))
      .orderBy(maintenancePlans.createdAt)
      .all()
      .map((row) => toPlan(db, row, today, odometer?.meters ?? null))
      .sort(compareByUrgency),
    odometer: odometer && toReading(odometer),
  };
}

/** Returns a plan with its last maintenance and when it is next due. Uses the index `maintenance_entries_plan`. */
function toPlan(
  db: Db,
  row: StoredMaintenancePlan,
  today: string,
  odometerMeters: number | null,
): Plan {
  const [lastEntry] = db
    .select({ day: maintenanceEntries.doneOn, meters: maintenanceEntries.odometerMeters })
    .from(maintenanceEntries)
    .where(and(eq(maintenanceEntries.planId, row.id), isNull(maintenanceEntries.struckAt)))
    .orderBy(desc(maintenanceEntries.doneOn), desc(maintenanceEntries.id))
    .limit(1)
    .all();
  // The day entered by dispatch counts until the log has a later one.
  const isLater = lastEntry !== undefined && (row.fromDay === null || lastEntry.day >= row.fromDay);
  const lastDay = isLater ? lastEntry.day : row.fromDay;
  const lastMeters = isLater ? (lastEntry.meters ?? row.fromMeters) : row.fromMeters;
  const { id, version, kind, name, everyMonths, everyMeters, fromDay, fromMeters } = row;
  return {
    id,
    version,
    kind,
    name,
    everyMonths,
    everyMeters,
    fromDay,
    fromMeters,
    lastDay,
    lastMeters,
    due: dueOf({ everyMonths, everyMeters, lastDay, lastMeters }, today, odometerMeters),
  };
}

function toReading(row: StoredOdometerReading): OdometerReading {
  return {
    id: row.id,
    meters: row.meters,
    readAt: iso(row.readAt),
    source: row.source,
    reason: row.reason,
    by: row.createdBy,
  };
}

/** Lists a vehicle's maintenance log, the last entry first. */
export function listEntries(deps: Deps, vehicleId: string, query: PageQuery): EntryPage {
  const { db } = deps;
  const after = fromCursor(query.cursor, TextCursor);
  requireVehicle(db, vehicleId);
  const { doneOn, id } = maintenanceEntries;
  const rows = db
    .select({ entry: maintenanceEntries, name: maintenancePlans.name, type: files.contentType })
    .from(maintenanceEntries)
    .leftJoin(maintenancePlans, eq(maintenancePlans.id, maintenanceEntries.planId))
    .leftJoin(files, eq(files.id, maintenanceEntries.fileId))
    .where(
      and(
        eq(maintenanceEntries.vehicleId, vehicleId),
        isNull(maintenanceEntries.struckAt),
        olderThan(after, doneOn, id),
      ),
    )
    .orderBy(desc(doneOn), desc(id))
    .limit(query.limit + 1)
    .all();
  const shownRows = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shownRows.at(-1)?.entry : undefined;
  return {
    entries: shownRows.map(({ entry, name, type }) => toEntry(entry, name ?? "", type)),
    nextCursor: last ? toCursor([last.doneOn, last.id]) : null,
  };
}

function toEntry(row: StoredMaintenanceEntry, name: string, type: string | null): Entry {
  const { id, planId, kind, doneOn, odometerMeters, what, costMinor, currency, place, note } = row;
  return {
    id,
    planId,
    kind,
    name,
    doneOn,
    odometerMeters,
    what,
    costMinor,
    currency,
    place,
    note,
    file:
      row.fileId === null
        ? null
        : {
            path: `/backend/admin/vehicles/${row.vehicleId}/maintenance/entries/${id}/file`,
            isPicture: type?.startsWith("image/") ?? false,
          },
    by: row.createdBy,
  };
}

/** Reads an entry's file; 404 if it has none or is deleted. */
export async function readEntryFile(deps: Deps, vehicleId: string, id: string) {
  const [row] = deps.db
    .select({ entry: maintenanceEntries, file: files })
    .from(maintenanceEntries)
    .innerJoin(files, eq(files.id, maintenanceEntries.fileId))
    .where(eq(maintenanceEntries.id, id))
    .all();
  if (row?.entry.vehicleId !== vehicleId || row.entry.struckAt !== null)
    throw new AppError("request.not_found");
  const content = await readStoredFile(deps, row.file.id);
  if (!content) throw new AppError("request.not_found");
  return { content, contentType: row.file.contentType, name: `maintenance-${row.entry.doneOn}` };
}

/** Lists a vehicle's odometer readings, the last one first. */
export function listReadings(deps: Deps, vehicleId: string, query: PageQuery): OdometerReadingPage {
  const { db } = deps;
  const after = fromCursor(query.cursor, TimeCursor);
  requireVehicle(db, vehicleId);
  const { readAt, id } = odometerReadings;
  const rows = db
    .select()
    .from(odometerReadings)
    .where(and(eq(odometerReadings.vehicleId, vehicleId), olderThan(after, readAt, id)))
    .orderBy(desc(readAt), desc(id))
    .limit(query.limit + 1)
    .all();
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.readAt, last.id]);
  return {
    readings: shown.map(toReading),
    nextCursor,
  };
}

/**
 * Reads what dispatch should know about the vehicles: due maintenance of those in service, and trips whose vehicle is
 * out of service.
 */
export function readFleetAttention(deps: Deps): FleetAttention {
  const { db } = deps;
  const today = todayOf(deps);
  const due = db
    .select({ plan: maintenancePlans, plate: vehicles.plate })
    .from(maintenancePlans)
    .innerJoin(vehicles, eq(vehicles.id, maintenancePlans.vehicleId))
    .where(and(isNull(maintenancePlans.endedAt), eq(vehicles.state, "active")))
    .all()
    .map(({ plan, plate }) => {
      const last = adjacentReading(db, plan.vehicleId, "before", Number.MAX_SAFE_INTEGER - 1);
      const { due } = toPlan(db, plan, today, last?.meters ?? null);
      const { id: planId, vehicleId, kind, name } = plan;
      return { planId, vehicleId, plate, kind, name, due };
    })
    .filter(({ due }) => due.state !== "ok")
    .sort(compareByUrgency)
    .slice(0, MAX_LISTED_VEHICLES);
  const now = deps.now();
  const trips = db.$client
    .query<{ id: string; number: number; plate: string; reason: string }, [number, number]>(
      `SELECT r.id, r.number, v.plate, o.reason
       FROM vehicle_outages o JOIN vehicles v ON v.id = o.vehicle_id
       JOIN assignments a ON a.vehicle_id = o.vehicle_id AND a.active = 1
         AND a.starts_at < o.ends_at AND a.ends_at > o.starts_at
       JOIN reservations r ON r.id = a.reservation_id AND r.state IN ('assigned', 'en_route')
       WHERE o.lifted_at IS NULL AND o.ends_at > ?
       GROUP BY r.id ORDER BY a.starts_at, r.id LIMIT ?`,
    )
    .all(now, MAX_LISTED_VEHICLES);
  return { due, trips };
}

/** The name of each kind in the audit log. */
export const maintenanceKindNames: Record<MaintenanceKind, string> = {
  service: "service",
  tyres: "tyres",
  brakes: "brakes",
  inspection: "inspection",
  cleaning: "cleaning",
  own: "other maintenance",
};
