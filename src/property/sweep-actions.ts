/** Removes people from the register when their retention period ends, or when they request it. */
import { and, eq, inArray, isNull, lt, or } from "drizzle-orm";
import { files } from "../../db/schema/files";
import {
  foundItems,
  lostReports,
  propertyEvents,
  type StoredFoundItem,
  type StoredLostReport,
} from "../../db/schema/property";
import type { Tx } from "../../db/writer";
import { type Deps, SYSTEM_ACTOR } from "../deps";
import { logPropertyEvent } from "./log-actions";
import { loadItem } from "./queries";
import { releaseMatchedItem } from "./report-actions";
import { isSearchOpen } from "./rules";
import { findRows, updateRow } from "../../db/rows";

/** Replaces a removed name. */
const ERASED_NAME = "Erased rider";
/** Replaces the description of a lost item. Its category is kept. */
const ERASED_DESCRIPTION = "Erased";

/** Selects reports that were closed before a time (ms) and still name a person. */
export const reportsClosedBefore = (at: number) =>
  and(isNull(lostReports.erasedAt), lt(lostReports.closedAt, at));
/** Selects items that left storage before a time (ms) and are not yet anonymised. */
export const itemsClosedBefore = (at: number) =>
  and(isNull(foundItems.erasedAt), lt(foundItems.closedAt, at));

type SweepResult = { removed: number; files: string[] };

/** Anonymises up to `limit` reports closed before a time (ms). Returns their number and the files to discard. */
export function sweepReports(tx: Tx, before: number, limit: number, now: number): SweepResult {
  const dueReports = tx
    .select()
    .from(lostReports)
    .where(reportsClosedBefore(before))
    .limit(limit)
    .all();
  return {
    removed: dueReports.length,
    files: dueReports.flatMap((row) => anonymiseReport(tx, row, now)),
  };
}

/** As `sweepReports`, for items that are no longer in storage. */
export function sweepItems(tx: Tx, before: number, limit: number, now: number): SweepResult {
  const dueItems = tx.select().from(foundItems).where(itemsClosedBefore(before)).limit(limit).all();
  return {
    removed: dueItems.length,
    files: dueItems.flatMap((row) => anonymiseItem(tx, row, now)),
  };
}

/**
 * Closes a rider's reports and removes the rider from them and from items handed to the rider. Reports that dispatch
 * took by phone are found by the contacts. Returns the files that are no longer used.
 */
export function eraseFromProperty(
  tx: Tx,
  deps: Deps,
  rider: { id: string; contacts: readonly string[] },
  now: number,
): string[] {
  const reports = tx
    .select()
    .from(lostReports)
    .where(
      or(
        eq(lostReports.riderId, rider.id),
        rider.contacts.length > 0
          ? and(isNull(lostReports.riderId), inArray(lostReports.contact, [...rider.contacts]))
          : undefined,
      ),
    )
    .all();
  const unusedFileIds: string[] = [];
  for (const row of reports) {
    const items = itemsOnceMatched(tx, row);
    if (isSearchOpen(row.state)) {
      releaseMatchedItem(tx, deps, row, SYSTEM_ACTOR, now);
      logPropertyEvent(
        tx,
        deps,
        { kind: "lost_report", id: row.id, number: row.number },
        SYSTEM_ACTOR,
        now,
        "closed",
      );
    }
    unusedFileIds.push(...anonymiseReport(tx, row, now));
    for (const item of items)
      if (item.reportId === row.id && item.state === "returned")
        unusedFileIds.push(...anonymiseItem(tx, item, now));
      else eraseLogOfItem(tx, item, now);
  }
  return unusedFileIds;
}

/** Returns items that were once matched with a report, because texts about them may name its rider. */
function itemsOnceMatched(tx: Tx, { id }: StoredLostReport): StoredFoundItem[] {
  const numbers = tx
    .select({ detail: propertyEvents.detail })
    .from(propertyEvents)
    .where(and(eq(propertyEvents.subjectId, id), eq(propertyEvents.act, "matched")))
    .all()
    .flatMap(({ detail }) => (typeof detail.item === "number" ? detail.item : []));
  if (numbers.length === 0) return [];
  return tx.select().from(foundItems).where(inArray(foundItems.number, numbers)).all();
}

/**
 * Deletes the texts in an item's log before the item is due. The log may be erased only while the item is marked as
 * erased.
 */
function eraseLogOfItem(tx: Tx, { id }: StoredFoundItem, now: number): void {
  const row = loadItem(tx, id);
  const mark = (erasedAt: number | null) => updateRow(tx, foundItems, id, { erasedAt });
  mark(now);
  erasePropertyLog(tx, id);
  mark(row.erasedAt);
}

function anonymiseReport(tx: Tx, row: StoredLostReport, now: number): string[] {
  updateRow(tx, lostReports, row.id, {
    riderId: null,
    reporterName: ERASED_NAME,
    contact: "",
    what: ERASED_DESCRIPTION,
    marks: "",
    wishNote: "",
    photoFileId: null,
    ...(isSearchOpen(row.state) && { state: "closed" as const }),
    closedAt: row.closedAt ?? now,
    erasedAt: now,
    version: row.version + 1,
    updatedAt: now,
  });
  erasePropertyLog(tx, row.id);
  return dropPhoto(tx, row.photoFileId);
}

/**
 * Anonymises an item that has left storage. An item in storage keeps its picture, so that its owner can still be found.
 */
function anonymiseItem(tx: Tx, row: StoredFoundItem, now: number): string[] {
  if (row.state === "kept" || row.state === "matched") return [];
  updateRow(tx, foundItems, row.id, {
    ...(row.handedTo !== null && { handedTo: ERASED_NAME, signature: "" }),
    marks: "",
    photoFileId: null,
    erasedAt: now,
    version: row.version + 1,
    updatedAt: now,
  });
  erasePropertyLog(tx, row.id);
  return dropPhoto(tx, row.photoFileId);
}

/** The actions are kept. Their texts are deleted, because they may name anybody. */
function erasePropertyLog(tx: Tx, subjectId: string): void {
  const events = findRows(tx, propertyEvents, { subjectId });
  for (const event of events)
    updateRow(tx, propertyEvents, event.id, {
      words: "",
      ...(event.actorKind === "rider" && { actorId: null, actorName: ERASED_NAME }),
    });
}

function dropPhoto(tx: Tx, id: string | null): string[] {
  if (id === null) return [];
  tx.delete(files).where(eq(files.id, id)).run();
  return [id];
}
