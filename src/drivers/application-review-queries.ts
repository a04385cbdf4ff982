/** Applications, as dispatch reads them. */
import { fullName } from "../accounts/name-rules";
import { asc, count, eq, or } from "drizzle-orm";
import type { z } from "zod";
import {
  driverApplicationEvents,
  driverApplications,
  drivers,
  type StoredApplication,
} from "../../db/schema/drivers";
import { vehicles } from "../../db/schema/vehicles";
import { likePattern, fromCursor, TimeCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import type { ApplicationState } from "./application-contract";
import { contactOf } from "./application-link-actions";
import { answersOf } from "./application-rows";
import type {
  ApplicationRecord,
  ApplicationRow,
  Applications,
  ApplicationsQuery,
} from "./application-review-contract";
import { filesOfApplication } from "./application-status-queries";
import { toFile } from "./application-upload-actions";
import { findRow } from "../../db/rows";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

type ListedApplication = {
  id: string;
  status: ApplicationState;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  make: string | null;
  model: string | null;
  year: string | null;
  created_at: number;
  changed_at: number | null;
  requested_at: number | null;
  missing: number;
};

/** Lists applications, newest first. `q` searches name, e-mail, phone number and plate. */
export function listApplications(
  deps: Deps,
  query: z.output<typeof ApplicationsQuery>,
): Applications {
  const [createdAt, id] = fromCursor(query.cursor, TimeCursor) ?? [Number.MAX_SAFE_INTEGER, ""];
  const rows = deps.db.$client
    .query<ListedApplication, (string | number)[]>(
      `SELECT id, status, first_name, last_name, email, phone, created_at, changed_at, requested_at,
         answers ->> '$.make' AS make, answers ->> '$.model' AS model, answers ->> '$.year' AS year,
         json_array_length(missing) AS missing
       FROM driver_applications
       WHERE ${query.status ? "status = ? AND" : ""} (created_at, id) < (?, ?)
         AND first_name || ' ' || last_name || ' ' || first_name || ' ' || email || ' ' || phone
           || ' ' || coalesce(answers ->> '$.plateNumber', '') LIKE ? ESCAPE '\\'
       ORDER BY created_at DESC, id DESC LIMIT ?`,
    )
    .all(
      ...(query.status ? [query.status] : []),
      createdAt,
      id,
      likePattern(query.q ?? ""),
      query.limit + 1,
    );
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.created_at, last.id]);
  return {
    applications: shown.map(toRow),
    nextCursor,
    waiting: countWaitingApplications(deps),
  };
}

function countWaitingApplications(deps: Deps): number {
  const [countedRow] = deps.db
    .select({ n: count() })
    .from(driverApplications)
    .where(eq(driverApplications.status, "submitted"))
    .all();
  return countedRow?.n ?? 0;
}

function toRow(row: ListedApplication): ApplicationRow {
  return {
    id: row.id,
    status: row.status,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    vehicle: [row.make, row.model, row.year].filter(Boolean).join(" "),
    createdAt: iso(row.created_at),
    changedAt: isoOrNull(row.changed_at),
    requestedAt: isoOrNull(row.requested_at),
    missing: row.missing,
  };
}

/** Returns one application with all its details. 404 if it does not exist. */
export function readApplication(deps: Deps, id: string): ApplicationRecord {
  const row = findApplication(deps, id);
  return {
    id: row.id,
    status: row.status,
    createdAt: iso(row.createdAt),
    changedAt: isoOrNull(row.changedAt),
    answers: answersOf(row),
    files: filesOfApplication(deps.db, id).map((each) => ({
      ...toFile(each),
      state: each.row.state,
      reason: each.row.reason,
      validUntil: each.row.validUntil,
    })),
    missing: row.missing,
    request: row.request,
    requestedAt: isoOrNull(row.requestedAt),
    reason: row.reason,
    decidedAt: isoOrNull(row.decidedAt),
    driverId: row.driverId,
    made: row.driverId === null ? null : recordsMadeByApproval(deps, id, row.driverId),
    knownDriver: row.driverId === null ? existingDriver(deps, row) : null,
    reachable: contactOf(deps, row) !== null,
    version: row.version,
    events: eventsOf(deps, id),
  };
}

function findApplication(deps: Deps, id: string): StoredApplication {
  return requireRow(deps.db, driverApplications, { id });
}

function existingDriver(
  deps: Deps,
  { email, phone }: StoredApplication,
): { id: string; name: string } | null {
  if (!email && !phone) return null;
  const [driver] = deps.db
    .select({ id: drivers.id, firstName: drivers.firstName, lastName: drivers.lastName })
    .from(drivers)
    .where(
      or(
        email ? eq(drivers.email, email) : undefined,
        phone ? eq(drivers.phone, phone) : undefined,
      ),
    )
    .limit(1)
    .all();
  return driver ? { id: driver.id, name: fullName(driver) } : null;
}

/**
 * Returns what an approval created, according to the application's log. Older approvals logged neither the vehicle nor
 * the number of files, so their vehicle is the one that the driver usually drives.
 */
function recordsMadeByApproval(
  deps: Deps,
  id: string,
  driverId: string,
): ApplicationRecord["made"] {
  const { db } = deps;
  const driver = findRow(db, drivers, { id: driverId });
  if (!driver) return null;
  const detail = db
    .select({ act: driverApplicationEvents.act, detail: driverApplicationEvents.detail })
    .from(driverApplicationEvents)
    .where(eq(driverApplicationEvents.applicationId, id))
    .all()
    .find(({ act }) => act === "approved")?.detail;
  const vehicleId =
    typeof detail?.vehicleId === "string" ? detail.vehicleId : (driver.vehicleId ?? "");
  const [vehicle] = db
    .select({ id: vehicles.id, plate: vehicles.plate })
    .from(vehicles)
    .where(eq(vehicles.id, vehicleId))
    .all();
  return {
    driver: { id: driver.id, name: fullName(driver) },
    vehicle: vehicle ?? null,
    files: typeof detail?.files === "number" ? detail.files : null,
  };
}

function eventsOf(deps: Deps, id: string): ApplicationRecord["events"] {
  return deps.db
    .select()
    .from(driverApplicationEvents)
    .where(eq(driverApplicationEvents.applicationId, id))
    .orderBy(asc(driverApplicationEvents.at), asc(driverApplicationEvents.id))
    .all()
    .map(({ id: eventId, at, actorKind, actorName, act, words, detail }) => ({
      id: eventId,
      at: iso(at),
      actorKind,
      actorName,
      act,
      words,
      field: typeof detail.field === "string" ? detail.field : null,
    }));
}

function isoOrNull(at: number | null): string | null {
  return iso(at);
}
