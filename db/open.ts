/** Opens the database with the pragmas every connection of Livery runs with. */
import { Database } from "bun:sqlite";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";

/** Drizzle over bun:sqlite. All calls on it are synchronous. */
export type Db = BunSQLiteDatabase & { $client: Database };

/** Milliseconds a statement outside the writer waits for another process's lock. */
const BUSY_TIMEOUT_MS = 5_000;

/** Compiled statements kept for the next call, the least used of them dropped first. */
const STATEMENTS_KEPT = 500;

/**
 * Opens (or creates) the SQLite file: WAL, `synchronous=FULL` so that a power cut loses no
 * acknowledged write, foreign keys on. Throws when the file is no database.
 */
export function openDatabase(path: string): Db {
  Database.MAX_QUERY_CACHE_SIZE = STATEMENTS_KEPT;
  const client = new Database(path, { create: true, strict: true });
  // Drizzle compiles its SQL anew for every call; `query` has it ready.
  client.prepare = (sql: string) => client.query(sql);
  // The timeout comes first: switching to WAL needs a lock that another process may hold.
  client.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  client.run("PRAGMA journal_mode = WAL");
  client.run("PRAGMA synchronous = FULL");
  client.run("PRAGMA foreign_keys = ON");
  // What is deleted is overwritten: an erased account leaves nothing in the file.
  client.run("PRAGMA secure_delete = ON");
  client.run("PRAGMA journal_size_limit = 16777216");
  client.run("PRAGMA temp_store = MEMORY");
  return drizzle({ client, casing: "snake_case" });
}
