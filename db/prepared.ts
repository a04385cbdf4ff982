/**
 * Statements whose SQL is built once. Drizzle builds its SQL again for every call, which costs more than
 * SQLite's own work on a row. So statements that run with every booking or request are made here.
 */
import type { Db } from "./open";

/** Calls `build` for each connection at its first use, and returns the same result afterwards. */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const resultsByConnection = new WeakMap<Db, Statement>();
  return (db) => {
    const cachedResult = resultsByConnection.get(db);
    if (cachedResult) return cachedResult;
    const statement = build(db);
    resultsByConnection.set(db, statement);
    return statement;
  };
}
