/** Reads the reports of riders and the found items of drivers. */
import { and, desc, eq } from "drizzle-orm";
import {
  foundItems,
  lostReports,
  propertyEvents,
  type StoredFoundItem,
  type StoredLostReport,
} from "../../db/schema/property";
import type { Db } from "../../db/open";
import { fromCursor, olderThan, TimeCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readPhotoFile } from "../files/photos";
import type {
  MyFoundItem,
  MyFoundItems,
  MyLostReport,
  MyLostReports,
  MyLostReportsQuery,
} from "./contract";
import { toMyItem, toMyReport } from "./row-queries";
import { requireRow, requireOwnedRow } from "../rows";

/** Returns a rider's reports, newest first: all of them, or those of one trip. */
export function listMyReports(
  deps: Deps,
  riderId: string,
  query: MyLostReportsQuery,
): MyLostReports {
  const after = fromCursor(query.cursor, TimeCursor);
  const rows = deps.db
    .select()
    .from(lostReports)
    .where(
      and(
        eq(lostReports.riderId, riderId),
        query.reservationId === undefined
          ? undefined
          : eq(lostReports.reservationId, query.reservationId),
        olderThan(after, lostReports.createdAt, lostReports.id),
      ),
    )
    .orderBy(desc(lostReports.createdAt), desc(lostReports.id))
    .limit(query.limit + 1)
    .all();
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.createdAt, last.id]);
  return {
    reports: shown.map((row) => toMyReport(deps.db, row)),
    nextCursor,
  };
}

/** Returns one of a rider's reports. 404 for the report of another rider. */
export function readMyReport(deps: Deps, riderId: string, id: string): MyLostReport {
  return toMyReport(deps.db, loadMyReport(deps.db, riderId, id));
}

/** Loads a rider's own report. 404 for an unknown report or that of another rider. */
export function loadMyReport(db: Db, riderId: string, id: string): StoredLostReport {
  return requireOwnedRow(loadReport(db, id), { kind: "rider", id: riderId });
}

/** Loads a report. 404 for an unknown one. */
export function loadReport(db: Db, id: string): StoredLostReport {
  return requireRow(db, lostReports, { id });
}

/** Loads an item. 404 for an unknown one. */
export function loadItem(db: Db, id: string): StoredFoundItem {
  return requireRow(db, foundItems, { id });
}

/** Returns the number of the contact message in which a visitor reported an item. Null for any other item. */
export function contactMessageNumberOf(db: Db, itemId: string): number | null {
  const foundEvent = db
    .select({ detail: propertyEvents.detail })
    .from(propertyEvents)
    .where(and(eq(propertyEvents.subjectId, itemId), eq(propertyEvents.act, "found")))
    .get();
  return typeof foundEvent?.detail.message === "number" ? foundEvent.detail.message : null;
}

/** Returns the items that a driver has found, newest first. */
export function listMyItems(
  deps: Deps,
  driverId: string,
  query: { cursor?: string | undefined; limit: number },
): MyFoundItems {
  const after = fromCursor(query.cursor, TimeCursor);
  const rows = deps.db
    .select()
    .from(foundItems)
    .where(
      and(eq(foundItems.driverId, driverId), olderThan(after, foundItems.foundAt, foundItems.id)),
    )
    .orderBy(desc(foundItems.foundAt), desc(foundItems.id))
    .limit(query.limit + 1)
    .all();
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.foundAt, last.id]);
  return {
    items: shown.map(toMyItem),
    nextCursor,
  };
}

/** Returns one of a driver's items. 404 for the item of another driver. */
export function readMyItem(deps: Deps, driverId: string, id: string): MyFoundItem {
  return toMyItem(requireOwnedRow(loadItem(deps.db, id), { kind: "driver", id: driverId }));
}

/** The reader of a picture: staff see all pictures, riders and drivers only their own. */
type PhotoReader = { kind: "admin" } | { kind: "rider" | "driver"; id: string };

/** Returns the picture of a report or an item. 404 without a picture, or if the reader may not see it. */
export async function readPhoto(
  deps: Deps,
  of: "report" | "item",
  id: string,
  reader: PhotoReader,
): Promise<{ content: Uint8Array<ArrayBuffer>; contentType: string }> {
  const row = of === "report" ? loadReport(deps.db, id) : loadItem(deps.db, id);
  const owner = "riderId" in row ? { rider: row.riderId } : { driver: row.driverId };
  const canReadPhoto =
    reader.kind === "admin" ||
    (reader.kind === "rider" && "rider" in owner && owner.rider === reader.id) ||
    (reader.kind === "driver" && "driver" in owner && owner.driver === reader.id);
  if (!canReadPhoto) throw new AppError("request.not_found");
  return readPhotoFile(deps, row.photoFileId);
}
