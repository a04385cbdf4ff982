/** Cursors for the next page of a list: the sort values of the last row shown, opaque to the client. */
import { and, eq, lt, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z, type ZodType } from "zod";
import { AppError } from "../errors";

/** Cursors of lists sorted by an instant or a number, or by a text, and then by id. */
export const TimeCursor = z.tuple([z.number(), z.string()]);
export const TextCursor = z.tuple([z.string(), z.string()]);

/** Returns the cursor of the row with these sort values. */
export function toCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/**
 * Returns the sort values of a cursor, or null without one. Throws `request.invalid` for the cursor of another list.
 */
export function fromCursor<Values>(
  cursor: string | undefined,
  contract: ZodType<Values>,
): Values | null {
  if (cursor === undefined) return null;
  try {
    return contract.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new AppError("request.invalid", {
      fields: { cursor: "This cursor is not for this list." },
    });
  }
}

/**
 * Returns a page from rows that were read with a limit of `limit` + 1, and the cursor of its last row if more follow.
 * `valuesOf` returns the sort values of a row.
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  valuesOf: (last: Row) => readonly (string | number)[],
): { shown: Row[]; nextCursor: string | null } {
  const shownRows = rows.slice(0, limit);
  const lastRow = rows.length > limit ? shownRows.at(-1) : undefined;
  return { shown: shownRows, nextCursor: lastRow ? toCursor(valuesOf(lastRow)) : null };
}

/** Matches the rows after a cursor in a list with the newest first. Undefined without a cursor, for all rows. */
export function olderThan(
  cursor: readonly [number | string, string] | null,
  at: SQLiteColumn,
  id: SQLiteColumn,
): SQL | undefined {
  if (cursor === null) return undefined;
  return or(lt(at, cursor[0]), and(eq(at, cursor[0]), lt(id, cursor[1])));
}

/** Returns typed text as a pattern for LIKE with `ESCAPE '\'`, which matches it literally anywhere. */
export function likePattern(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`;
}
