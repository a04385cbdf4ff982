/** Where a list goes on: the sort values of the last row shown, opaque to the client. */
import { and, eq, lt, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z, type ZodType } from "zod";
import { AppError } from "../errors";

/** Of a list in the order of an instant or a number, and of one by a text; then by id. */
export const TimeCursor = z.tuple([z.number(), z.string()]);
export const TextCursor = z.tuple([z.string(), z.string()]);

/** The cursor of the row whose sort values these are. */
export function toCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** The sort values of a cursor; null when there is none. Throws `request.invalid` for another's. */
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
 * A page of rows that were asked for one more than `limit`, and the cursor of its last one where more follow:
 * `valuesOf` gives its sort values.
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

/** Which rows come after a cursor where the newest is first: all without one. */
export function olderThan(
  cursor: readonly [number | string, string] | null,
  at: SQLiteColumn,
  id: SQLiteColumn,
): SQL | undefined {
  if (cursor === null) return undefined;
  return or(lt(at, cursor[0]), and(eq(at, cursor[0]), lt(id, cursor[1])));
}

/** Typed text as a pattern for LIKE with `ESCAPE '\'`: found anywhere, taken literally. */
export function likePattern(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`;
}
