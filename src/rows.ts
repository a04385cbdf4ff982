/** The door to a stored row: 404 unless it is there and theirs, 409 unless it is as they saw it. */
import { and, eq } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "../db/open";
import { findRow, type ColumnValues } from "../db/rows";
import type { Actor } from "./deps";
import { AppError, type ErrorCode, type ConcurrentChange } from "./errors";

/**
 * For whom a row is read: riders and drivers reach their own alone, a partner those of its company or, without one,
 * all, as dispatch and the server do.
 */
export type Reader = { kind: Actor["kind"]; id?: string | null; companyId?: string | null };

/** Whom a row belongs to. */
type OwnerColumns = {
  riderId?: string | null;
  driverId?: string | null;
  companyId?: string | null;
};

/** What a change is refused with that was made from another version than there is. */
type StaleCode = Extract<ErrorCode, `${string}stale` | "request.conflict">;

/** Whether somebody may reach a row. */
export function canAccessRow(row: OwnerColumns, { kind, id, companyId }: Reader): boolean {
  if (kind === "partner")
    return companyId === null || (companyId !== undefined && row.companyId === companyId);
  if (kind !== "rider" && kind !== "driver") return true;
  const owner = kind === "rider" ? row.riderId : row.driverId;
  return typeof owner === "string" && owner === id;
}

/** The row; 404 when there is none, and for a rider, driver or partner whose it is not. */
export function requireOwnedRow<Row extends OwnerColumns>(
  row: Row | null | undefined,
  reader: Reader,
): Row {
  if (!row || !canAccessRow(row, reader)) throw new AppError("request.not_found");
  return row;
}

/**
 * 409 unless a row has the version that somebody saw, with who changed what since; any version is right for
 * who saw none.
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

/** The row that matches; 404 when there is none. */
export function requireRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  match: ColumnValues<Table>,
): Table["$inferSelect"] {
  const row = findRow(db, table, match);
  if (!row) throw new AppError("request.not_found");
  return row;
}

/** Writes the next version of the row that was seen at `version`; 409 with `code` when somebody was faster. */
export function writeNextVersion<
  Table extends SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn },
>(
  db: Db,
  table: Table,
  { id, version }: { id: string; version: number },
  values: Partial<Table["$inferInsert"]>,
  code: StaleCode,
): Table["$inferSelect"] {
  // Drizzle cannot tell what the columns of a table are that is handed over.
  const next = { ...values, version: version + 1 } as SQLiteUpdateSetSource<Table>;
  const insertedRow = db
    .update(table)
    .set(next)
    .where(and(eq(table.id, id), eq(table.version, version)))
    .returning()
    .all() as Table["$inferSelect"][];
  if (!insertedRow[0]) throw new AppError(code);
  return insertedRow[0];
}
