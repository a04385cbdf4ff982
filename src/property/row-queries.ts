/** Turns stored reports and items into rows of an answer. */
import { eq } from "drizzle-orm";
import {
  propertyEvents,
  type StoredFoundItem,
  type StoredLostReport,
} from "../../db/schema/property";
import type { Db } from "../../db/open";
import type { MyFoundItem, MyLostReport, PropertyEvent } from "./contract";
import type { FoundItemRow, LostReportRow } from "./register-contract";
import type { ComparableProperty } from "./match-rules";
import { iso } from "../formats/instants";

/** The ids of other records in a report or an item. */
type LinkedRecords = {
  reservationId: string | null;
  vehicleId: string | null;
  driverId: string | null;
};

function reservationOf(db: Db, id: string | null) {
  if (id === null) return null;
  return (
    db.$client
      .query<{ id: string; number: number }, [string]>(
        "SELECT id, number FROM reservations WHERE id = ?",
      )
      .get(id) ?? null
  );
}

function linksOf(db: Db, row: LinkedRecords) {
  const nameById = (sql: string, id: string | null) =>
    id === null
      ? null
      : (db.$client.query<{ id: string; name: string }, [string]>(sql).get(id) ?? null);
  return {
    reservation: reservationOf(db, row.reservationId),
    vehicle: nameById(
      "SELECT id, plate || ', ' || make || ' ' || model AS name FROM vehicles WHERE id = ?",
      row.vehicleId,
    ),
    driver: nameById(
      "SELECT id, trim(first_name || ' ' || last_name) AS name FROM drivers WHERE id = ?",
      row.driverId,
    ),
  };
}

function photoUrl(path: string, { photoFileId }: { photoFileId: string | null }) {
  return photoFileId === null ? null : `/backend${path}?v=${photoFileId}`;
}

function descriptionOf(row: StoredLostReport | StoredFoundItem, photoPath: string) {
  return {
    category: row.category,
    what: row.what,
    colour: row.colour,
    marks: row.marks,
    place: row.place,
    photo: photoUrl(photoPath, row),
  };
}

/** Returns a report as its rider sees it. */
export function toMyReport(db: Db, row: StoredLostReport): MyLostReport {
  return {
    id: row.id,
    number: row.number,
    version: row.version,
    state: row.state,
    ...descriptionOf(row, `/lost-reports/${row.id}/photo`),
    contact: row.contact,
    wish: row.wish,
    wishNote: row.wishNote,
    reservation: reservationOf(db, row.reservationId),
    searchedAt: iso(row.searchedAt),
    lostAt: iso(row.lostAt),
    createdAt: iso(row.createdAt),
  };
}

/** Returns a report as dispatch sees it in a list. */
export function toReportRow(db: Db, row: StoredLostReport): LostReportRow {
  return {
    ...toMyReport(db, row),
    photo: photoUrl(`/admin/lost-reports/${row.id}/photo`, row),
    ...linksOf(db, row),
    source: row.source,
    reporterName: row.reporterName,
    closedAt: iso(row.closedAt),
  };
}

/** Returns an item as the driver who found it sees it. */
export function toMyItem(row: StoredFoundItem): MyFoundItem {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    ...descriptionOf(row, `/driver/found-items/${row.id}/photo`),
    storage: row.storage,
    foundAt: iso(row.foundAt),
  };
}

/** Returns an item as dispatch sees it in a list. */
export function toItemRow(db: Db, row: StoredFoundItem): FoundItemRow {
  return {
    ...toMyItem(row),
    photo: photoUrl(`/admin/found-items/${row.id}/photo`, row),
    ...linksOf(db, row),
    version: row.version,
    finderName: row.finderName,
    keepUntil: iso(row.keepUntil),
    reportId: row.reportId,
    handover:
      row.handedTo === null || row.identifiedBy === null
        ? null
        : { to: row.handedTo, identifiedBy: row.identifiedBy, signature: row.signature ?? "" },
    disposal:
      row.disposal === null ? null : { how: row.disposal, reason: row.disposalReason ?? "" },
    closedAt: iso(row.closedAt),
  };
}

/** Returns the log of a report or an item, in order. */
export function logOf(db: Db, subjectId: string): PropertyEvent[] {
  return db
    .select()
    .from(propertyEvents)
    .where(eq(propertyEvents.subjectId, subjectId))
    .orderBy(propertyEvents.at, propertyEvents.id)
    .all()
    .map((row) => ({
      id: row.id,
      at: iso(row.at),
      actor: { kind: row.actorKind, name: row.actorName },
      act: row.act,
      words: row.words,
      detail: row.detail,
    }));
}

/** Returns the fields of a report that a match compares. */
export function reportToCompare(row: StoredLostReport): ComparableProperty {
  return { ...row, at: row.lostAt };
}

/** Returns the fields of an item that a match compares. */
export function itemToCompare(row: StoredFoundItem): ComparableProperty {
  return { ...row, at: row.foundAt };
}
