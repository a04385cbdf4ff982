/** The actions on incidents: drivers report them, and dispatch handles them. */
import { and, desc, eq, inArray, isNotNull, lt } from "drizzle-orm";
import { assignments } from "../../db/schema/dispatch";
import { drivers } from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import {
  incidentEvents,
  incidentPhotos,
  incidents,
  type StoredIncident,
} from "../../db/schema/incidents";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { insertPhotoRow, withPhoto } from "../files/photos";
import type {
  CloseIncident,
  IncidentEvent,
  IncidentPhotoForm,
  AddIncidentNote,
  ReportIncident,
} from "./contract";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { loadIncident } from "./queries";
import { MAX_PHOTOS, reportRefusal } from "./rules";
import { canAccessRow, requireSeen, requireOwnedRow, writeNextVersion } from "../rows";
import { findRow, insertRow } from "../../db/rows";

type DriverActor = Actor & { id: string };

/**
 * Stores a driver's report. Sending the same key again returns the same report. Throws 404 for a trip that was never
 * the driver's, 422 for an invalid time or a trip that ended too long before.
 */
export async function reportIncident(
  deps: Deps,
  driver: DriverActor,
  { key, position, reservationId, happenedAt, ...input }: ReportIncident,
): Promise<{ id: string; number: number }> {
  const report = await deps.write((tx) => {
    const now = deps.now();
    const [existingReport] = tx
      .select({ id: incidents.id, number: incidents.number })
      .from(incidents)
      .where(and(eq(incidents.driverId, driver.id), eq(incidents.sendKey, key)))
      .all();
    if (existingReport) return existingReport;
    const trip = reservationId === null ? null : tripOf(tx, reservationId, driver.id);
    const at = Date.parse(happenedAt);
    const refusal = reportRefusal(at, now, trip);
    if (refusal) throw new AppError(`incident.${refusal}`);
    const id = Bun.randomUUIDv7();
    const number = nextNumber(tx);
    const [driverRow] = tx
      .select({ vehicleId: drivers.vehicleId })
      .from(drivers)
      .where(eq(drivers.id, driver.id))
      .all();
    insertRow(tx, incidents, {
      ...input,
      id,
      number,
      state: "open",
      version: 1,
      driverId: driver.id,
      reservationId,
      vehicleId: trip ? trip.vehicleId : (driverRow?.vehicleId ?? null),
      sendKey: key,
      happenedAt: Math.min(at, now),
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      accuracyMeters: position?.accuracyMeters ?? null,
      createdAt: now,
      updatedAt: now,
    });
    logIncidentEvent(tx, id, driver, now, "reported");
    recordStaffNews(tx, deps, "incident", id, number);
    return { id, number };
  });
  deps.bus.publish({ type: "incident", ...report });
  return report;
}

/** Returns a current or former trip of the driver with its end. Throws 404 for anybody else's trip. */
function tripOf(tx: Tx, id: string, driverId: string) {
  const row = findRow(tx, reservations, { id });
  if (!row || !canAccessRow(row, { kind: "driver", id: driverId }))
    return reassignedTripOf(tx, id, driverId);
  const [endEvent] = tx
    .select({ at: reservationEvents.at })
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, id),
        inArray(reservationEvents.toState, ["completed", "no_show", "cancelled"]),
      ),
    )
    .orderBy(desc(reservationEvents.at))
    .limit(1)
    .all();
  return { state: row.state, vehicleId: row.vehicleId, endedAt: endEvent?.at ?? row.updatedAt };
}

/** After a breakdown, dispatch may have reassigned the trip before the driver's report arrives. */
function reassignedTripOf(tx: Tx, id: string, driverId: string) {
  const [formerAssignment] = tx
    .select()
    .from(assignments)
    .where(and(eq(assignments.reservationId, id), eq(assignments.driverId, driverId)))
    .orderBy(desc(assignments.createdAt))
    .limit(1)
    .all();
  if (!formerAssignment) throw new AppError("request.not_found");
  // For this driver the trip counts as cancelled, whatever its state is now.
  const state = "cancelled" as const;
  return {
    state,
    vehicleId: formerAssignment.vehicleId,
    endedAt: formerAssignment.endedAt ?? formerAssignment.createdAt,
  };
}

function nextNumber(tx: Tx): number {
  const [last] = tx
    .select({ number: incidents.number })
    .from(incidents)
    .orderBy(desc(incidents.number))
    .limit(1)
    .all();
  return (last?.number ?? 0) + 1;
}

/**
 * Adds a photo to the driver's own report, once per key. Throws 404 for another driver's report, 422 for more than six
 * photos, 413 for a file that is too large and 415 for a file that isn't a picture.
 */
export async function addIncidentPhoto(
  deps: Deps,
  driverId: string,
  id: string,
  { key, photo }: IncidentPhotoForm,
): Promise<void> {
  /**
   * Tells whether the photo is already stored. Throws 404 for another driver's report, and 422 if the report already
   * has six photos.
   */
  const hasPhoto = (tx: Tx): boolean => {
    requireOwnedRow(loadIncident(tx, id), { kind: "driver", id: driverId });
    const existingPhotos = tx
      .select({ sendKey: incidentPhotos.sendKey })
      .from(incidentPhotos)
      .where(eq(incidentPhotos.incidentId, id))
      .all();
    if (existingPhotos.some(({ sendKey }) => sendKey === key)) return true;
    if (existingPhotos.length >= MAX_PHOTOS) throw new AppError("incident.too_many_photos");
    return false;
  };
  if (hasPhoto(deps.db as Tx)) return;
  const number = await withPhoto(deps, { account: driverId }, photo, (file) =>
    deps.write((tx) => {
      const row = loadIncident(tx, id);
      if (hasPhoto(tx) || !file) return null;
      const now = deps.now();
      const values = { id: Bun.randomUUIDv7(), incidentId: id, sendKey: key, fileId: file.id };
      insertRow(tx, incidentPhotos, { ...values, createdAt: now });
      insertPhotoRow(tx, file, { ownerKind: "incident", ownerId: id, purpose: "incident" }, now);
      return row.number;
    }),
  );
  if (number !== null) deps.bus.publish({ type: "incident", id, number });
}

/** Adds a note by dispatch. Throws 409 if somebody else changed the incident first. */
export function addIncidentNote(deps: Deps, admin: Actor, id: string, input: AddIncidentNote) {
  return changeIncident(deps, admin, id, input.version, { act: "note", words: input.words });
}

/** Assigns the incident to the caller. */
export function assignIncidentToSelf(deps: Deps, admin: Actor, id: string, version: number) {
  return changeIncident(deps, admin, id, version, {
    act: "taken_on",
    changes: { assignedId: admin.id, assignedName: admin.name },
  });
}

/** Closes the incident with an outcome. Throws 409 if it is already closed. */
export function closeIncident(deps: Deps, admin: Actor, id: string, input: CloseIncident) {
  const { version, outcome } = input;
  const closedAt = deps.now();
  return changeIncident(deps, admin, id, version, {
    act: "closed",
    words: outcome,
    from: "open",
    changes: { state: "closed", outcome, closedAt },
  });
}

/** Reopens a closed incident. */
export function reopenIncident(deps: Deps, admin: Actor, id: string, version: number) {
  return changeIncident(deps, admin, id, version, {
    act: "reopened",
    from: "closed",
    changes: { state: "open", outcome: "", closedAt: null },
  });
}

const auditSummaries: Record<IncidentEvent["act"], string> = {
  reported: "Reported {incident}",
  note: "Added a note to {incident}",
  taken_on: "Took over {incident}",
  closed: "Closed {incident}",
  reopened: "Reopened {incident}",
};

async function changeIncident(
  deps: Deps,
  admin: Actor,
  id: string,
  version: number,
  step: {
    act: Exclude<IncidentEvent["act"], "reported">;
    words?: string;
    /** The state that the incident must be in. */
    from?: StoredIncident["state"];
    changes?: Partial<StoredIncident>;
  },
): Promise<void> {
  const number = await deps.write((tx) => {
    const now = deps.now();
    const row = loadIncident(tx, id);
    requireSeen(row, version, "incident.stale");
    if (step.from && row.state !== step.from) throw new AppError("incident.stale");
    writeNextVersion(tx, incidents, row, { ...step.changes, updatedAt: now }, "incident.stale");
    logIncidentEvent(tx, id, admin, now, step.act, step.words);
    // The audit log must name no rider, so the note is stored only with the incident.
    appendAudit(tx, deps, {
      actor: admin,
      action: step.act === "closed" ? "incident.closed" : "incident.changed",
      subject: { kind: "incident", id },
      summary: auditSummaries[step.act].replace("{incident}", `incident ${row.number}`),
    });
    return row.number;
  });
  deps.bus.publish({ type: "incident", id, number });
}

function logIncidentEvent(
  tx: Tx,
  incidentId: string,
  actor: Actor,
  at: number,
  incidentAct: IncidentEvent["act"],
  words = "",
): void {
  insertRow(tx, incidentEvents, {
    id: Bun.randomUUIDv7(),
    incidentId,
    at,
    actorKind: actor.kind === "driver" ? "driver" : "admin",
    actorId: actor.id,
    actorName: actor.name,
    act: incidentAct,
    words,
  });
}

/** Selects incidents that were closed before an instant (ms). */
export const incidentsClosedBefore = (at: number) =>
  and(isNotNull(incidents.closedAt), lt(incidents.closedAt, at));

/** Deletes up to `limit` incidents. Returns how many it deleted and the files that nothing refers to any more. */
export function sweepIncidents(
  tx: Tx,
  before: number,
  limit: number,
): { removed: number; files: string[] } {
  const ids = tx
    .select({ id: incidents.id })
    .from(incidents)
    .where(incidentsClosedBefore(before))
    .limit(limit)
    .all()
    .map(({ id }) => id);
  if (ids.length === 0) return { removed: 0, files: [] };
  tx.delete(incidentPhotos).where(inArray(incidentPhotos.incidentId, ids)).run();
  tx.delete(incidentEvents).where(inArray(incidentEvents.incidentId, ids)).run();
  tx.delete(incidents).where(inArray(incidents.id, ids)).run();
  const deletedFiles = tx
    .delete(files)
    .where(and(eq(files.ownerKind, "incident"), inArray(files.ownerId, ids)))
    .returning({ id: files.id })
    .all();
  return { removed: ids.length, files: deletedFiles.map(({ id }) => id) };
}
