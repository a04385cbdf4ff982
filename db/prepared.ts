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
};

const inserts = prepared(() => new Map<SQLiteTable, Map<string, Insert>>());

/** The statement for the columns that the row names. What is null is left out, as if not named. */
function insertFor(db: Db, table: SQLiteTable, row: Record<string, unknown>): Insert {
  const names = Object.keys(row).filter((name) => row[name] !== null && row[name] !== undefined);
  const key = names.join();
  const ofTable = inserts(db).get(table) ?? new Map<string, Insert>();
  inserts(db).set(table, ofTable);
  const known = ofTable.get(key);
  if (known) return known;
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  const made = db.insert(table).values(values).returning().prepare();
  const plain = db.insert(table).values(values).prepare();
  const insert: Insert = { run: (given) => plain.run(given), all: (given) => made.all(given) };
  ofTable.set(key, insert);
  return insert;
}

/** Inserts a row. A column that is null or missing gets its default, which is null without one. */
export function insertRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
): void {
  insertFor(db, table, row).run(row);
}

/** As `insertRow`, and gives the row as it stands in the table. */
export function insertReturning<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: Table["$inferInsert"],
): Table["$inferSelect"] {
  const [written] = insertFor(db, table, row).all(row);
  if (!written) throw new Error("The row was not written.");
  return written as Table["$inferSelect"];
}
