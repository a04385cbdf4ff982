import { SQLiteError } from "bun:sqlite";

/** Why a backup could not be made or restored, as a message for the operator. */
export class BackupError extends Error {}

/** Throws SQLite's error about the database in a backup as a `BackupError`, and any other error unchanged. */
export function refuseDatabase(cause: unknown): never {
  if (!(cause instanceof SQLiteError)) throw cause;
  throw new BackupError(`The database in the backup cannot be used: ${cause.message}.`, { cause });
}
