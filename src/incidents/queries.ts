import { fullName } from "../accounts/name-rules";
import { and, asc, desc, eq } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import {
  incidentEvents,
  incidentPhotos,
  incidents,
  type StoredIncident,
} from "../../db/schema/incidents";
import { reservations } from "../../db/schema/reservations";
import { vehicles } from "../../db/schema/vehicles";
import type { Db } from "../../db/open";
import { fromCursor, olderThan, TimeCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { readPhotoFile } from "../files/photos";
import { canMove, hasDriver } from "../reservations/rules";
import type {
  Incident,
  IncidentList,
  IncidentRow,
  IncidentsQuery,
  OwnIncident,
  OwnIncidents,
  OwnIncidentsQuery,
} from "./contract";
import { requireRow, requireOwnedRow } from "../rows";
import { findRow, findRows } from "../../db/rows";
import { iso } from "../formats/instants";

/** Returns an incident. Throws 404 if it doesn't exist. */
export function loadIncident(db: Db, id: string): StoredIncident {
  return requireRow(db, incidents, { id });
}

/** Lists incidents, newest first: all, or those of a state, a driver or a trip. */
export function listIncidents(deps: Deps, query: IncidentsQuery): IncidentList {
  const { rows, nextCursor } = pageOf(deps, query);
  return { incidents: rows.map((row) => toRow(deps.db, row)), nextCursor };
}

/** Lists the driver's own reports, newest first, in their original words. */
export function listOwnIncidents(
  deps: Deps,
  driverId: string,
  query: OwnIncidentsQuery,
): OwnIncidents {
  const { db } = deps;
  const { rows, nextCursor } = pageOf(deps, { ...query, driverId });
  const incidents = rows.map((row): OwnIncident => {
    const { id, number, state, kind, hurt, what, place, policeNumber, reservationId } = row;
    const facts = { id, number, state, kind, hurt, what, place, policeNumber };
    return {
      ...facts,
      happenedAt: iso(row.happenedAt),
      trip: reservationId === null ? null : (tripOf(db, reservationId)?.number ?? null),
      photos: photosOf(db, id).map((photo) => `/backend/driver/incidents/${id}/photos/${photo.id}`),
    };
  });
  return { incidents, nextCursor };
}

function pageOf(
  deps: Deps,
  query: IncidentsQuery,
): { rows: StoredIncident[]; nextCursor: string | null } {
  const after = fromCursor(query.cursor, TimeCursor);
  const rows = deps.db
    .select()
    .from(incidents)
    .where(
      and(
        query.state ? eq(incidents.state, query.state) : undefined,
        query.driverId ? eq(incidents.driverId, query.driverId) : undefined,
        query.reservationId ? eq(incidents.reservationId, query.reservationId) : undefined,
        olderThan(after, incidents.createdAt, incidents.id),
      ),
    )
    .orderBy(desc(incidents.createdAt), desc(incidents.id))
    .limit(query.limit + 1)
    .all();
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.createdAt, last.id]);
  return {
    rows: shown,
    nextCursor,
  };
}

/** Returns an incident with its photos and log. Throws 404 if it doesn't exist. */
export function readIncident(deps: Deps, id: string): Incident {
  const { db } = deps;
  const row = loadIncident(db, id);
  const { latitude, longitude, accuracyMeters } = row;
  const log = db
    .select()
    .from(incidentEvents)
    .where(eq(incidentEvents.incidentId, id))
    .orderBy(asc(incidentEvents.at), asc(incidentEvents.id))
    .all();
  return {
    ...toRow(db, row),
    position:
      latitude !== null && longitude !== null && accuracyMeters !== null
        ? { latitude, longitude, accuracyMeters }
        : null,
    policeNumber: row.policeNumber,
    outcome: row.outcome,
    closedAt: iso(row.closedAt),
    reassignable: isReassignable(db, row),
    photos: photosOf(db, id).map((photo) => `/backend/admin/incidents/${id}/photos/${photo.id}`),
    log: log.map((event) => ({
      id: event.id,
      at: iso(event.at),
      actor: { kind: event.actorKind, name: event.actorName },
      act: event.act,
      words: event.words,
    })),
  };
}

function photosOf(db: Db, incidentId: string): { id: string }[] {
  return db
    .select({ id: incidentPhotos.id })
    .from(incidentPhotos)
    .where(eq(incidentPhotos.incidentId, incidentId))
    .orderBy(asc(incidentPhotos.id))
    .all();
}

function tripOf(db: Db, id: string): { id: string; number: number } | undefined {
  const { number } = reservations;
  return db
    .select({ id: reservations.id, number })
    .from(reservations)
    .where(eq(reservations.id, id))
    .all()[0];
}

/** Returns a photo of the driver's own report. Throws 404 if it doesn't exist or belongs to another driver. */
export function readOwnIncidentPhoto(deps: Deps, driverId: string, id: string, photoId: string) {
  requireOwnedRow(loadIncident(deps.db, id), { kind: "driver", id: driverId });
  return readIncidentPhoto(deps, id, photoId);
}

/** Returns a photo of an incident. Throws 404 if it doesn't exist. */
export function readIncidentPhoto(deps: Deps, id: string, photoId: string) {
  const photo = requireRow(deps.db, incidentPhotos, { id: photoId, incidentId: id });
  return readPhotoFile(deps, photo.fileId);
}

function isReassignable(db: Db, { reservationId, driverId }: StoredIncident): boolean {
  if (reservationId === null) return false;
  const trip = findRow(db, reservations, { id: reservationId });
  if (!trip || trip.driverId !== driverId) return false;
  return hasDriver(trip.state) && canMove(trip.state, "confirmed");
}

function toRow(db: Db, row: StoredIncident): IncidentRow {
  const { id, number, version, state, kind, hurt, what, place, reservationId, vehicleId } = row;
  const driver = findRow(db, drivers, { id: row.driverId });
  const trip = reservationId === null ? undefined : tripOf(db, reservationId);
  const [car] = vehicleId === null ? [] : findRows(db, vehicles, { id: vehicleId });
  return {
    id,
    number,
    version,
    state,
    kind,
    hurt,
    what,
    place,
    happenedAt: iso(row.happenedAt),
    createdAt: iso(row.createdAt),
    driver: { id: row.driverId, name: driver ? fullName(driver) : "" },
    reservation: trip ?? null,
    vehicle: car ? { id: car.id, name: `${car.make} ${car.model}, ${car.plate}` } : null,
    assigned: row.assignedName || null,
  };
}
