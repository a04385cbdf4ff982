/** Opens the database with the pragmas every connection of Livery runs with. */
import { Database, type Statement } from "bun:sqlite";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { withTiming } from "./times";

/** Drizzle over bun:sqlite. All calls on it are synchronous. */
export type Db = BunSQLiteDatabase & { $client: Database };

/** Milliseconds a statement outside the writer waits for another process's lock. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * KiB of pages that a connection keeps. Of a large file SQLite's own 2 MB hold hardly more than the roots of
 * the indices, and the rest of the way to a row is read from the system again each time.
 */
const CACHE_KIB = 16_384;

/** The size that the write-ahead log's file keeps when the log restarts. */
export const WAL_SIZE_LIMIT_BYTES = 16 * 1024 * 1024;

/** Compiled statements kept for the next call, the oldest of them dropped first. */
const MAX_CACHED_STATEMENTS = 500;

/**
 * Opens (or creates) the SQLite file: WAL, `synchronous=FULL` so that a power cut loses no
 * acknowledged write, foreign keys on. Throws when the file is no database.
 */
export function openDatabase(path: string): Db {
  const client = open(path, { create: true });
  client.run("PRAGMA journal_mode = WAL");
  client.run("PRAGMA synchronous = FULL");
  client.run("PRAGMA foreign_keys = ON");
  // What is deleted is overwritten: an erased account leaves nothing in the file.
  client.run("PRAGMA secure_delete = ON");
  client.run(`PRAGMA journal_size_limit = ${WAL_SIZE_LIMIT_BYTES}`);
  return drizzle({ client, casing: "snake_case" });
}

/** Opens for reading a file that a server has open; it sees the state committed when a statement begins. */
export function openForReading(path: string): Db {
  return drizzle({ client: open(path, { readonly: true }), casing: "snake_case" });
}

/**
 * Opens a file for checking it, while a server may have it open or not. Close it: a process that ends with an open
 * database empties the write-ahead log, which is the server's alone.
 */
export function openForChecks(path: string): Db {
  const client = open(path, { readwrite: true, create: false });
  client.run("PRAGMA query_only = ON");
  return drizzle({ client, casing: "snake_case" });
}

type Mode = { create: true } | { readonly: true } | { readwrite: true; create: false };

function open(path: string, mode: Mode): Database {
  const client = new Database(path, { ...mode, strict: true });
  cacheStatements(client);
  // The timeout comes first: switching to WAL needs a lock that another process may hold.
  client.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  client.run("PRAGMA temp_store = MEMORY");
  client.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  return client;
}

/** Has each SQL text compiled once, for drizzle too, which would compile it again for every call. */
function cacheStatements(client: Database): void {
  const kept = new Map<string, Statement>();
  const compile = client.prepare.bind(client);
  const close = client.close.bind(client);
  const ready = (sql: string) => {
    const known = kept.get(sql);
    if (known && !known.isFinalized) return known;
    const statement = withTiming(compile(withoutReplanning(sql)) as Statement);
    kept.set(sql, statement);
    for (const [oldest] of kept) {
      if (kept.size <= MAX_CACHED_STATEMENTS) break;
      kept.delete(oldest);
    }
    return statement;
  };
  client.query = ready as typeof client.query;
  client.prepare = ready as typeof client.prepare;
  client.close = (throwOnError) => {
    // An open statement keeps the file.
    for (const statement of kept.values()) statement.finalize();
    kept.clear();
    close(throwOnError);
  };
}

/**
 * Has SQLite plan a statement once. Where a table has partial indexes, it compares a bare parameter of a
 * condition with theirs, and compiles the whole statement again each time another value is bound: for a row
 * of many columns that takes five times as long as to read it. `+?` is the same value, and is not compared.
 */
function withoutReplanning(sql: string): string {
  return sql.replace(quotedOrParameterPattern, (found) =>
    /^[?$]/.test(found) ? `+${found}` : found,
  );
}

const quotedOrParameterPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[?$]\w*/g;

/** The file beside a database that says that a transaction goes on which may take a minute, such as an import. */
export function longWriteMarkerPath(db: Db): string {
  return `${db.$client.filename}-long-write`;
}
