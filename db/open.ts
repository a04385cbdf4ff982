/** Opens the database with the pragmas of every connection. */
import { Database, type Statement } from "bun:sqlite";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { withTiming } from "./times";

/** Drizzle over bun:sqlite. All calls on it are synchronous. */
export type Db = BunSQLiteDatabase & { $client: Database };

/** How long a statement outside the writer waits for another process's lock, in ms. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * KiB of pages that a connection caches. SQLite's default of 2 MB holds little more than the roots of the
 * indexes of a large file, so the rest of the path to a row would be read from the system each time.
 */
const CACHE_KIB = 16_384;

/** The size to which the write-ahead log's file is cut when the log restarts. */
export const WAL_SIZE_LIMIT_BYTES = 16 * 1024 * 1024;

/** Compiled statements that are kept for the next call. The oldest is dropped first. */
const MAX_CACHED_STATEMENTS = 500;

/**
 * Opens (or creates) the SQLite file with WAL, foreign keys and `synchronous=FULL`, so that a power cut loses
 * no acknowledged write. Throws if the file is not a database.
 */
export function openDatabase(path: string): Db {
  const client = open(path, { create: true });
  client.run("PRAGMA journal_mode = WAL");
  client.run("PRAGMA synchronous = FULL");
  client.run("PRAGMA foreign_keys = ON");
  // Deleted data is overwritten, so that an erased account leaves nothing in the file.
  client.run("PRAGMA secure_delete = ON");
  client.run(`PRAGMA journal_size_limit = ${WAL_SIZE_LIMIT_BYTES}`);
  return drizzle({ client, casing: "snake_case" });
}

/**
 * Opens a file for reading that a server has open. A statement sees the state that was committed when it
 * begins.
 */
export function openForReading(path: string): Db {
  return drizzle({ client: open(path, { readonly: true }), casing: "snake_case" });
}

/**
 * Opens a file for a check, whether or not a server has it open. The caller must close it: a process that ends
 * with an open database empties the write-ahead log, which belongs to the server.
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

/** Makes SQLite compile each SQL text once, also for drizzle, which would compile it again for every call. */
function cacheStatements(client: Database): void {
  const statements = new Map<string, Statement>();
  const compile = client.prepare.bind(client);
  const close = client.close.bind(client);
  const statementFor = (sql: string) => {
    const cachedStatement = statements.get(sql);
    if (cachedStatement && !cachedStatement.isFinalized) return cachedStatement;
    const statement = withTiming(compile(withoutReplanning(sql)) as Statement);
    statements.set(sql, statement);
    for (const [oldest] of statements) {
      if (statements.size <= MAX_CACHED_STATEMENTS) break;
      statements.delete(oldest);
    }
    return statement;
  };
  client.query = statementFor as typeof client.query;
  client.prepare = statementFor as typeof client.prepare;
  client.close = (throwOnError) => {
    // An open statement would keep the file open.
    for (const statement of statements.values()) statement.finalize();
    statements.clear();
    close(throwOnError);
  };
}

/**
 * Makes SQLite plan a statement once. If a table has partial indexes, SQLite compares a bound parameter with
 * their conditions, and compiles the whole statement again whenever another value is bound. For a row with many
 * columns that takes five times as long as reading it. `+?` has the same value and is not compared.
 */
function withoutReplanning(sql: string): string {
  return sql.replace(quotedOrParameterPattern, (token) =>
    /^[?$]/.test(token) ? `+${token}` : token,
  );
}

const quotedOrParameterPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[?$]\w*/g;

/**
 * Returns the path of a file beside the database. While the file exists, a transaction that may take a minute is
 * running, such as an import.
 */
export function longWriteMarkerPath(db: Db): string {
  return `${db.$client.filename}-long-write`;
}
