/** Whole rows of a table: found by what is in their columns, added and changed. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "./open";
import { prepared } from "./prepared";

/** What columns have to hold, all of them; never null, which equals nothing. */
export type Match<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferSelect"]]?: NonNullable<Table["$inferSelect"][Name]>;
};

type Values = Record<string, unknown>;
type Find<Row> = { get: (match: Values) => Row | undefined; all: (match: Values) => Row[] };

const finds = prepared(() => new Map<SQLiteTable, Map<string, Find<unknown>>>());

/** The statement for the columns that a match names. */
function findBy<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  match: Match<Table>,
): Find<Table["$inferSelect"]> {
  const names = Object.keys(match);
  if (names.length === 0) throw new Error("A row is looked for by a column.");
  const ofTable = finds(db).getOrInsertComputed(table, () => new Map());
  const found = ofTable.getOrInsertComputed(names.join(), () => {
    const columns = getTableColumns(table as SQLiteTable);
    const conditions = names.map((name) => {
      const column = columns[name];
      return sql`${column} = ${sql.param(sql.placeholder(name), column)}`;
    });
    return db
      .select()
      .from(table as SQLiteTable)
      .where(and(...conditions))
      .prepare();
  });
  // Drizzle cannot tell what the rows of a table are that is handed over.
  return found as Find<Table["$inferSelect"]>;
}

/** The first row that matches. */
export function findRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  match: Match<Table>,
): Table["$inferSelect"] | undefined {
  return findBy(db, table, match).get({ ...match });
}

/** All rows that match. */
export function findRows<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  match: Match<Table>,
): Table["$inferSelect"][] {
  return findBy(db, table, match).all({ ...match });
}

/** Changes the row of an id. */
export function updateRow<Table extends SQLiteTable & { id: SQLiteColumn }>(
  db: Db,
  table: Table,
  id: string,
  values: SQLiteUpdateSetSource<Table>,
): void {
  db.update(table).set(values).where(eq(table.id, id)).run();
}

/** Whatever its table: the values are checked where the row is given. */
type Insert = {
  run: (row: Values) => unknown;
  all: (row: Values) => unknown[];
  /** Gives its memory back; it is not to be used again. */
  end: () => void;
};

/**
 * Combinations of columns that are kept for a table: with thirty that may be empty there could be a thousand
 * million, and each statement holds what all triggers of its table do, some hundred kilobytes.
 */
const INSERTS_KEPT = 12;

const inserts = prepared(() => new Map<SQLiteTable, Map<string, Insert>>());

/** The statement for the columns that the row names. What is null is left out, as if not named. */
function insertFor(db: Db, table: SQLiteTable, row: Values, kind: "plain" | "returning"): Insert {
  const names = Object.keys(row).filter((name) => row[name] !== null && row[name] !== undefined);
  const key = `${kind} ${names.join()}`;
  const ofTable = inserts(db).get(table) ?? new Map<string, Insert>();
  inserts(db).set(table, ofTable);
  const known = ofTable.get(key);
  const insert = known ?? prepareInsert(db, table, names, kind);
  // The one that was used longest ago goes first.
  if (known) ofTable.delete(key);
  ofTable.set(key, insert);
  for (const [oldest, { end }] of ofTable) {
    if (ofTable.size <= INSERTS_KEPT) break;
    ofTable.delete(oldest);
    end();
  }
  return insert;
}

function prepareInsert(
  db: Db,
  table: SQLiteTable,
  names: readonly string[],
  kind: "plain" | "returning",
): Insert {
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  const insert = db.insert(table).values(values);
  const statement = kind === "plain" ? insert.prepare() : insert.returning().prepare();
  return {
    run: (given) => statement.run(given),
    all: (given) => statement.all(given) as unknown[],
    // The connection keeps it by its text.
    end: () => db.$client.prepare(statement.getQuery().sql).finalize(),
  };
}

/** Inserts a row. A column that is null or missing gets its default, which is null without one. */
export function insertRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
): void {
  insertFor(db, table, row, "plain").run(row);
}

/** As `insertRow`, and gives the row as it stands in the table. */
export function insertReturning<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
): Table["$inferSelect"] {
  const [written] = insertFor(db, table, row, "returning").all(row);
  if (!written) throw new Error("The row was not written.");
  return written as Table["$inferSelect"];
}
