/** One server per data folder: a lock that the system frees when the process ends, however it ends. */
import { Database } from "bun:sqlite";

/** Locks of this process: one that nobody refers to would be closed by the garbage collector. */
const held = new Set<Database>();

/** Another process serves this folder. */
export class FolderInUseError extends Error {}

/**
 * Takes the folder's lock for the life of the process, through an SQLite file of its own: SQLite
 * locks on every system we run on, and a lock dies with its process. Throws `FolderInUseError` at
 * once when it is taken. Returns the function that releases it.
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
  held.add(database);
  return () => {
    held.delete(database);
    database.run("ROLLBACK");
    database.close();
  };
}
