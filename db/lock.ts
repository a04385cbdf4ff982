/** A lock that allows one server for each data folder. The system releases it when the process ends for any reason. */
import { Database } from "bun:sqlite";

/** Locks of this process. Without a reference the garbage collector would close them. */
const openLocks = new Set<Database>();

/** Another process serves this folder. */
export class FolderInUseError extends Error {}

/**
 * Takes the folder's lock until the process ends. It is an SQLite lock on a file of its own, because these work
 * on every system we run on and end with their process. Throws `FolderInUseError` at once if another process
 * has the lock. Returns a function that releases it.
 */
export function lockFolder(path: string): () => void {
  const database = new Database(path, { create: true });
  try {
    database.run("PRAGMA busy_timeout = 0");
    database.run("PRAGMA journal_mode = DELETE");
    database.run("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))
      throw new FolderInUseError();
    throw error;
  }
  openLocks.add(database);
  return () => {
    openLocks.delete(database);
    database.run("ROLLBACK");
    database.close();
  };
}
