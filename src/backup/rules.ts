/** What a backup is made of, what it is called, and which of them are kept. */
import { z } from "zod";

/** The first entry of a backup: what it is, before anything else of it is read. */
export const BackupHead = z.object({
  format: z.literal("livery-backup"),
  /** Of the layout; a Livery reads those up to its own. */
  formatVersion: z.number().int().positive(),
  livery: z.string(),
  /** ISO 8601, UTC: when what is in it was true. */
  madeAt: z.iso.datetime(),
  /** How many migrations the database has had. */
  migrations: z.number().int().nonnegative(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** The last entry: a backup that was cut short has none. Bytes and SHA-256 (hex) by name. */
export const BackupEnd = z.record(
  z.string(),
  z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
);
export type BackupEnd = z.infer<typeof BackupEnd>;

/** The layout that this Livery writes. */
export const FORMAT_VERSION = 1;

/** Names of entries, in their order: the head, the parts, every upload, the end. */
export const HEAD_NAME = "livery-backup.json";
export const END_NAME = "checksums.json";
export const DATABASE_NAME = "livery.sqlite";
export const SECRET_NAME = "secret";
export const UPLOADS_NAME = "uploads";

/** The head and the end are short; more is no backup of ours. */
export const NOTES_BYTES = 64 * 1024 * 1024;

/** Whether an entry may stand in a backup: nothing that leads out of the folder it is unpacked in. */
export function isEntryName(name: string): boolean {
  return (
    [HEAD_NAME, END_NAME, DATABASE_NAME, SECRET_NAME].includes(name) ||
    /^uploads\/[0-9a-f-]{36}$/.test(name)
  );
}

const ENDING = ".tar.zst";

/** What a backup by the clock is called, by the operator's local day (`2026-11-20`). */
export function nightlyName(day: string): string {
  return `livery-${day}.tar.zst`;
}

/** The day of a backup by the clock; null for other files. */
export function dayOf(name: string): string | null {
  return /^livery-(\d{4}-\d{2}-\d{2})\.tar\.zst$/.exec(name)?.[1] ?? null;
}

/** A backup's name elsewhere, its ending put behind where it is left out; null for what can be none. */
export function backupNameOf(text: string): string | null {
  const name = text.endsWith(ENDING) ? text : `${text}${ENDING}`;
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(name) ? name : null;
}

/** What one that an owner asks for is called, by the operator's local time (`2026-11-20T14:32:05`). */
export function nameByHand(local: string): string {
  return `livery-by-hand-${local.replace("T", "-").replaceAll(":", "")}.tar.zst`;
}

/** Whether a file's name is that of a backup made by hand in dispatch. */
const isByHand = (name: string) => /^livery-by-hand-[\d-]+\.tar\.zst$/.test(name);

/** Whether a file's name is that of a backup that the server made. */
export function isBackupName(name: string): boolean {
  return dayOf(name) !== null || isByHand(name);
}

/** Of those made by hand so many stay: who wants more copies them elsewhere. */
const BY_HAND_KEPT = 3;

/** Those made by hand that go: the oldest. */
export function outdatedByHand(names: readonly string[]): string[] {
  const own = names.filter(isByHand).toSorted();
  return own.slice(0, Math.max(0, own.length - BY_HAND_KEPT));
}

/** The hour of the night from which on the day's backup is made. */
const FROM_HOUR = "02";

/** Whether the day's backup is to be made: after two at night, or later where nobody was there then. */
export function isBackupDue(local: string, names: readonly string[]): boolean {
  const day = local.slice(0, 10);
  return local.slice(11, 13) >= FROM_HOUR && !names.some((name) => (dayOf(name) ?? "") >= day);
}

/** Those that go when `keep` of them stay: the oldest. Other files in the folder are left alone. */
export function outdated(names: readonly string[], keep: number): string[] {
  const own = names.filter((name) => dayOf(name) !== null).toSorted();
  return own.slice(0, Math.max(0, own.length - keep));
}
