/** Finds, inserts and changes whole rows of a table. */
import type { SQLQueryBindings } from "bun:sqlite";
import {
  and,
  Column,
  eq,
  getTableColumns,
  is,
  Param,
  Placeholder,
  type Query,
  sql,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "./open";
import { prepared } from "./prepared";

/**
 * The values that the columns must have. A row must match all of them. Null is not allowed, because in SQL it equals
 * nothing.
 */
export type ColumnValues<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferSelect"]]?: NonNullable<Table["$inferSelect"][Name]>;
};

type Values = Record<string, unknown>;

/** A statement whose values are given by the names of columns. */
type NamedStatement = {
  run: (values: Values) => void;
  all: (values: Values) => unknown[];
  /** Frees the statement's memory. The statement must not be used again. */
  end: () => void;
};

/**
 * Prepares a drizzle statement on whole rows, with everything that is the same each time. Drizzle itself checks the
 * type of every value of every row, which takes longer than SQLite's own work.
 */
function namedStatement(db: Db, table: SQLiteTable, query: { toSQL: () => Query }): NamedStatement {
  const { sql: text, params } = query.toSQL();
  // The statement is fetched for each use. Statements are shared by their text, and another user may have ended
  // this one.
  const statement = () => db.$client.prepare<unknown, SQLQueryBindings[]>(text);
  const readers = params.map((param): ((values: Values) => unknown) => {
    if (is(param, Placeholder)) return (values) => values[param.name];
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
    const { encoder, value } = param;
    return (values) => {
      const plainValue = values[value.name] ?? null;
      return plainValue === null ? null : encoder.mapToDriverValue(plainValue);
    };
  });
  const fill = (values: Values) => readers.map((take) => take(values)) as SQLQueryBindings[];
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => ({
    name,
    // Nearly all values are used as stored.
    decode:
      column.mapFromDriverValue === Column.prototype.mapFromDriverValue
        ? null
        : (stored: unknown) => column.mapFromDriverValue(stored),
  }));
  return {
    run: (values) => void statement().run(...fill(values)),
    all: (values) =>
      statement()
        .values(...fill(values))
        .map((stored) => {
          const row: Values = {};
          for (const [at, { name, decode }] of columns.entries()) {
            const value = stored[at];
            row[name] = decode && value !== null ? decode(value) : value;
          }
          return row;
        }),
    end: () => statement().finalize(),
  };
}

const cachedSelects = prepared(() => new Map<SQLiteTable, Map<string, NamedStatement>>());

/** Returns the first row that matches. */
export function findRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  match: ColumnValues<Table>,
): Table["$inferSelect"] | undefined {
  return findRows(db, table, match)[0];
}

/** Returns all rows that match. */
export function findRows<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  match: ColumnValues<Table>,
): Table["$inferSelect"][] {
  const names = Object.keys(match);
  if (names.length === 0) throw new Error("A row must be looked up by a column.");
  const statementsOfTable = cachedSelects(db).getOrInsertComputed(table, () => new Map());
  const find = statementsOfTable.getOrInsertComputed(names.join(), () => {
    const columns = getTableColumns(table as SQLiteTable);
    const conditions = names.map((name) => {
      const column = columns[name];
      return sql`${column} = ${sql.param(sql.placeholder(name), column)}`;
    });
    const all = db.select().from(table as SQLiteTable);
    return namedStatement(db, table, all.where(and(...conditions)));
  });
  // The statement was made for this table, so its rows have this type.
  return find.all(match) as Table["$inferSelect"][];
}

/** Changes the row with the given id. */
export function updateRow<Table extends SQLiteTable & { id: SQLiteColumn }>(
  db: Db,
  table: Table,
  id: string,
  values: SQLiteUpdateSetSource<Table>,
): void {
  db.update(table).set(values).where(eq(table.id, id)).run();
}

/**
 * How many statements are kept for a table, one for each combination of columns. Thirty optional columns allow a
 * billion combinations, and each statement holds the triggers of its table, a few hundred kilobytes.
 */
const MAX_CACHED_INSERTS = 12;

const fullRowInserts = prepared(() => new Map<SQLiteTable, NamedStatement>());
const partialRowInserts = prepared(() => new Map<SQLiteTable, Map<string, NamedStatement>>());

/** Returns the statement for the columns that the row names. Leaves out columns with null. */
function insertStatementFor(
  db: Db,
  table: SQLiteTable,
  row: Values,
  kind: "plain" | "returning",
): NamedStatement {
  const names = Object.keys(row).filter((name) => row[name] !== null && row[name] !== undefined);
  const key = `${kind} ${names.join()}`;
  const statementsOfTable = partialRowInserts(db).get(table) ?? new Map<string, NamedStatement>();
  partialRowInserts(db).set(table, statementsOfTable);
  const cachedInsert = statementsOfTable.get(key);
  const insert = cachedInsert ?? prepareInsert(db, table, names, kind);
  // The least recently used statement is dropped first.
  if (cachedInsert) statementsOfTable.delete(key);
  statementsOfTable.set(key, insert);
  for (const [oldest, { end }] of statementsOfTable) {
    if (statementsOfTable.size <= MAX_CACHED_INSERTS) break;
    statementsOfTable.delete(oldest);
    end();
  }
  return insert;
}

function prepareInsert(
  db: Db,
  table: SQLiteTable,
  names: readonly string[],
  kind: "plain" | "returning",
): NamedStatement {
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  const insert = db.insert(table).values(values);
  return namedStatement(db, table, kind === "plain" ? insert : insert.returning());
}

/** Inserts a row. A column that is null or missing gets its default, or null if it has no default. */
export function insertRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
): void {
  insertStatementFor(db, table, row, "plain").run(row);
}

/** Inserts like `insertRow`, and returns the stored row. */
export function insertReturning<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
): Table["$inferSelect"] {
  const [insertedRow] = insertStatementFor(db, table, row, "returning").all(row);
  if (!insertedRow) throw new Error("The row was not written.");
  return insertedRow as Table["$inferSelect"];
}

/**
 * Inserts a row with the table's one statement that has all columns, for tables whose rows name many different columns.
 * A missing column becomes null, so a row must name columns that have a default.
 */
export function insertFullRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: Required<Table["$inferInsert"]>,
): void {
  const insert = fullRowInserts(db).getOrInsertComputed(table, () =>
    prepareInsert(db, table, Object.keys(getTableColumns(table as SQLiteTable)), "plain"),
  );
  insert.run(row);
}
