/** The contents and names of backups, and which ones are kept. */
import { z } from "zod";

/** The first entry of a backup, which identifies it. */
export const BackupHead = z.object({
  format: z.literal("livery-backup"),
  /** The version of the layout. A Livery reads versions up to its own. */
  formatVersion: z.number().int().positive(),
  livery: z.string(),
  /** The time of the snapshot, ISO 8601 in UTC. */
  madeAt: z.iso.datetime(),
  /** The number of migrations applied to the database. */
  migrations: z.number().int().nonnegative(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** The last entry: bytes and SHA-256 (hex) by name. An incomplete backup lacks it. */
export const BackupChecksums = z.record(
  z.string(),
  z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
);
export type BackupChecksums = z.infer<typeof BackupChecksums>;

/** The layout that this Livery writes. */
export const FORMAT_VERSION = 1;

/** The names of the entries. */
export const HEAD_FILE_NAME = "livery-backup.json";
export const CHECKSUMS_FILE_NAME = "checksums.json";
export const DATABASE_NAME = "livery.sqlite";
export const SECRET_NAME = "secret";
export const UPLOADS_NAME = "uploads";

/** The size limit of the head and the end. A backup of ours is never larger. */
export const MAX_HEAD_BYTES = 64 * 1024 * 1024;

/** Returns whether an entry name is allowed in a backup. It must not lead out of the target folder. */
export function isEntryName(name: string): boolean {
  return (
    [HEAD_FILE_NAME, CHECKSUMS_FILE_NAME, DATABASE_NAME, SECRET_NAME].includes(name) ||
    /^uploads\/[0-9a-f-]{36}$/.test(name)
  );
}

const BACKUP_EXTENSION = ".tar.zst";

/** Returns the name of an automatic backup, by the operator's local day (`2026-11-20`). */
export function nightlyBackupName(day: string): string {
  return `livery-${day}.tar.zst`;
}

/** Returns the day of an automatic backup; null for other files. */
export function dayOf(name: string): string | null {
  return /^livery-(\d{4}-\d{2}-\d{2})\.tar\.zst$/.exec(name)?.[1] ?? null;
}

/** Returns a backup's name in the store, with its ending added if missing; null for an invalid name. */
export function backupNameOf(text: string): string | null {
  const name = text.endsWith(BACKUP_EXTENSION) ? text : `${text}${BACKUP_EXTENSION}`;
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(name) ? name : null;
}

/** Returns the name of a manual backup, by the operator's local time (`2026-11-20T14:32:05`). */
export function manualBackupName(local: string): string {
  return `livery-by-hand-${local.replace("T", "-").replaceAll(":", "")}.tar.zst`;
}

/** Returns whether a file's name is that of a manual backup. */
const isManualBackup = (name: string) => /^livery-by-hand-[\d-]+\.tar\.zst$/.test(name);

/** Returns whether a file's name is that of a backup that the server made. */
export function isBackupName(name: string): boolean {
  return dayOf(name) !== null || isManualBackup(name);
}

/** How many manual backups are kept. To keep more, copy them elsewhere. */
const MANUAL_BACKUPS_KEPT = 3;

/** Returns the manual backups to delete: the oldest. */
export function outdatedManualBackups(names: readonly string[]): string[] {
  const manualBackupNames = names.filter(isManualBackup).toSorted();
  return manualBackupNames.slice(0, Math.max(0, manualBackupNames.length - MANUAL_BACKUPS_KEPT));
}

/** The local hour from which the day's backup is made. */
const BACKUP_FROM_HOUR = "02";

/** Returns whether the day's backup is due: after 02:00, or later if the server was off then. */
export function isBackupDue(local: string, names: readonly string[]): boolean {
  const day = local.slice(0, 10);
  return (
    local.slice(11, 13) >= BACKUP_FROM_HOUR && !names.some((name) => (dayOf(name) ?? "") >= day)
  );
}

/** Returns the automatic backups to delete so that `keep` stay: the oldest. Other files are left alone. */
export function outdatedBackupNames(names: readonly string[], keep: number): string[] {
  const nightlyBackupNames = names.filter((name) => dayOf(name) !== null).toSorted();
  return nightlyBackupNames.slice(0, Math.max(0, nightlyBackupNames.length - keep));
}
