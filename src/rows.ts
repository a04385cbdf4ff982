/**
 * Loads and changes stored rows with the checks of their reader: 404 unless the row exists and belongs to them, 409
 * unless it is at the version that they saw.
 */
import { and, eq } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "../db/open";
import { findRow, type ColumnValues } from "../db/rows";
import type { Actor } from "./deps";
import { AppError, type ErrorCode, type ConcurrentChange } from "./errors";

/**
 * The reader of a row. Riders and drivers may read only their own, a partner those of its company or, without a
 * company, all. Dispatch and the server may read all.
 */
export type Reader = { kind: Actor["kind"]; id?: string | null; companyId?: string | null };

/** The owners of a row. */
type OwnerColumns = {
  riderId?: string | null;
  driverId?: string | null;
  companyId?: string | null;
};

/** The codes with which a change of an outdated version is refused. */
type StaleCode = Extract<ErrorCode, `${string}stale` | "request.conflict">;

/** Whether a reader may read a row. */
export function canAccessRow(row: OwnerColumns, { kind, id, companyId }: Reader): boolean {
  if (kind === "partner")
    return companyId === null || (companyId !== undefined && row.companyId === companyId);
  if (kind !== "rider" && kind !== "driver") return true;
  const owner = kind === "rider" ? row.riderId : row.driverId;
  return typeof owner === "string" && owner === id;
}

/** Returns the row. 404 if it is missing or belongs to another rider, driver or partner. */
export function requireOwnedRow<Row extends OwnerColumns>(
  row: Row | null | undefined,
  reader: Reader,
): Row {
  if (!row || !canAccessRow(row, reader)) throw new AppError("request.not_found");
  return row;
}

/**
 * Throws 409 unless a row has the version that the caller saw, with the changes since then and who made them. Without a
 * version, any is accepted.
 */
export function requireSeen(
  row: { version: number },
  version: number | undefined,
  code: StaleCode,
  changesSince?: (version: number) => readonly ConcurrentChange[],
): void {
  if (version === undefined || row.version === version) return;
  throw new AppError(code, changesSince && { meanwhile: changesSince(version) });
}

/** Returns the row that matches. 404 without one. */
export function requireRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  match: ColumnValues<Table>,
): Table["$inferSelect"] {
  const row = findRow(db, table, match);
  if (!row) throw new AppError("request.not_found");
  return row;
}

/** Writes the next version of the row at `version`. 409 with `code` if it has changed in the meantime. */
export function writeNextVersion<
  Table extends SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn },
>(
  db: Db,
  table: Table,
  { id, version }: { id: string; version: number },
  values: Partial<Table["$inferInsert"]>,
  code: StaleCode,
): Table["$inferSelect"] {
  // Drizzle cannot infer the columns of a table that is passed as a parameter.
  const next = { ...values, version: version + 1 } as SQLiteUpdateSetSource<Table>;
  const updatedRows = db
    .update(table)
    .set(next)
    .where(and(eq(table.id, id), eq(table.version, version)))
    .returning()
    .all() as Table["$inferSelect"][];
  if (!updatedRows[0]) throw new AppError(code);
  return updatedRows[0];
}
