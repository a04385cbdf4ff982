/**
 * Statements that are put together once. Drizzle writes its SQL again for every call, which costs more
 * than SQLite's own work on a row: what runs with every booking or request goes through here.
 */
import type { Db } from "./open";

/** Returns what `build` makes for a connection, at its first use. */
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
