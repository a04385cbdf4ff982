/**
 * Statements that are put together once. Drizzle writes its SQL anew for every call, which costs more
 * than SQLite's own work on a row: what runs with every booking or request goes through here.
 */
import { sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./open";

/** Gives what `build` makes of a connection, made at its first use. */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
  };
}

/** Whatever its table: the values are checked where the row is given. */
type Insert = {
  run: (row: Record<string, unknown>) => unknown;
  all: (row: Record<string, unknown>) => unknown[];
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
function insertFor(
  db: Db,
  table: SQLiteTable,
  row: Record<string, unknown>,
  kind: "plain" | "returning",
): Insert {
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
