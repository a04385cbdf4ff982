/** Checks a data folder and everything it depends on. It changes nothing. */
import type { Database } from "bun:sqlite";
import { getLogger } from "@logtape/logtape";
import { existsSync, readdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { migrations } from "../../db/migrations/list";
import { type Db, openForChecks } from "../../db/open";
import { verifyAudit } from "../audit/audit-verification-queries";
import type { Config } from "../config";
import { notOpenedMessage } from "../process/folder-owner";
import { loadKeys } from "../process/keys";
import { connectedConfig } from "../settings/connections/connection-queries";
import { lastBackup } from "./last-backup";
import { checkProviders } from "./provider-checks";
import { replicaLagOf, readReplicaState } from "./replica-state";
import { RESTORE_MARKER_NAME } from "./restore-actions";
import { DATABASE_NAME, dayOf, SECRET_NAME, UPLOADS_NAME } from "./rules";
import { type BackupStore, openBackupStore } from "./store";
import { iso } from "../formats/instants";

/** The result of one check. */
interface CheckFinding {
  /** The part that was checked, such as "Database". */
  checkedPart: string;
  /** One line each; empty when nothing is wrong. */
  faults: string[];
  /** A note that is not a fault. */
  detail?: string;
}

/** Returns the lines that `livery check` prints for a finding, one for each fault. */
export function findingLines({ checkedPart, faults, detail }: CheckFinding): string[] {
  if (faults.length === 0) return [`ok     ${checkedPart}${detail ? `: ${detail}` : ""}`];
  return faults.map((text) => `WRONG  ${checkedPart}: ${text}`);
}

/** Reads the faults from the output of `livery check`. */
export function faultsIn(report: string): { of: string; text: string }[] {
  return [...report.matchAll(/^WRONG {2}([^:\n]+): (.*)$/gm)].map(([, of = "", text = ""]) => ({
    of,
    text,
  }));
}

const MIN_FREE_BYTES = 500_000_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_CLOCK_SKEW_MS = 60_000;
/** The most names that are listed. The rest are counted. */
const MAX_LISTED_NAMES = 5;

/** Runs all checks, in the order in which an operator would fix the faults. */
export async function runAllChecks(config: Config, now: number): Promise<CheckFinding[]> {
  const { dataDir } = config;
  const path = join(dataDir, DATABASE_NAME);
  if (existsSync(join(dataDir, RESTORE_MARKER_NAME)))
    return [fault("Data folder", "A restore was interrupted. Run `livery restore` again.")];
  try {
    if (!statSync(path, { throwIfNoEntry: false }))
      return [fault("Data folder", `There is no database in ${dataDir}.`)];
  } catch (error) {
    const why = notOpenedMessage(error, path);
    if (why) return [fault("Data folder", why)];
    throw error;
  }
  const findings = [checkFolder(dataDir), await checkDisk(dataDir)];
  let db: Db;
  let configWithConnections = config;
  try {
    db = openForChecks(path);
  } catch (error) {
    return [...findings, fault("Database", damageText(error, path))];
  }
  const client = db.$client;
  try {
    const databaseFinding = checkDatabase(client, path);
    findings.push(databaseFinding);
    // The contents of a damaged database cannot be trusted.
    if (databaseFinding.faults.length === 0) {
      findings.push(checkUploads(client, dataDir, now), await checkAudit(db, dataDir));
      findings.push(checkClock(client, now));
      configWithConnections = withConnections(config, db);
    }
  } finally {
    client.close();
  }
  findings.push(checkBackups(config, now));
  if (config.backupStore)
    findings.push(await checkBackupStore(openBackupStore(config.backupStore), now));
  if (config.replica) findings.push(checkReplica(dataDir, now));
  const providers = await checkProviders(configWithConnections);
  const clockSkewsMs = providers.flatMap(({ skewMs }) => (skewMs === null ? [] : [skewMs]));
  if (
    clockSkewsMs.length > 0 &&
    clockSkewsMs.every((clockSkewMs) => Math.abs(clockSkewMs) > MAX_CLOCK_SKEW_MS)
  )
    findings.push(
      fault(
        "Clock",
        `The clock differs by ${Math.round((clockSkewsMs[0] ?? 0) / 1000)} s from the clocks of other services.`,
      ),
    );
  return [
    ...findings,
    ...providers.map(({ provider, faults }) => ({ checkedPart: provider, faults })),
  ];
}

/** Adds the services that the owner connected on screen. An older database has none. */
function withConnections(config: Config, db: Db): Config {
  const hasConnections = db.$client
    .query("SELECT 1 FROM sqlite_master WHERE name = 'connections'")
    .get();
  if (!hasConnections || !existsSync(join(config.dataDir, SECRET_NAME))) return config;
  return connectedConfig({
    config,
    db,
    keys: loadKeys(config.dataDir),
    log: getLogger("livery"),
  });
}

/** Checks the replica. A server that was stopped has recorded whether the copy was complete. */
function checkReplica(dataDir: string, now: number): CheckFinding {
  const checkedPart = "Replica";
  const state = readReplicaState(dataDir);
  if (!state) return { checkedPart, faults: [], detail: "not started yet" };
  const replicaLag = replicaLagOf(state, now);
  if (!replicaLag) return { checkedPart, faults: [], detail: "up to date" };
  const since = iso(replicaLag.behindSince);
  return fault(
    checkedPart,
    `The replica was last up to date at ${since}. ${replicaLag.failure ?? ""}`.trim(),
  );
}

const fault = (checkedPart: string, text: string): CheckFinding => ({
  checkedPart,
  faults: [text],
});
const damageText = (error: unknown, path: string) =>
  notOpenedMessage(error, path) ??
  `The database cannot be read: ${error instanceof Error ? error.message : String(error)}. Restore a backup.`;

function checkFolder(dataDir: string): CheckFinding {
  const faults: string[] = [];
  const secret = statSync(join(dataDir, SECRET_NAME), { throwIfNoEntry: false });
  if (!secret) faults.push("`secret` is missing, so messages, codes and quotes cannot be read.");
  else if (secret.size !== 32) faults.push("`secret` is damaged: it must hold 32 bytes.");
  else if (process.platform !== "win32" && (secret.mode & 0o077) !== 0)
    faults.push("Other users can read `secret`. Run `chmod 600` on this file.");
  return { checkedPart: "Data folder", faults, detail: dataDir };
}

async function checkDisk(dataDir: string): Promise<CheckFinding> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const freeMegabytes = Math.floor(freeBytes / 1_000_000);
  return freeBytes < MIN_FREE_BYTES
    ? fault("Disk", `Only ${freeMegabytes} MB of the disk are free.`)
    : { checkedPart: "Disk", faults: [], detail: `${freeMegabytes} MB free` };
}

function checkDatabase(client: Database, path: string): CheckFinding {
  const faults: string[] = [];
  try {
    const integrityFaults = client
      .query<{ integrity_check: string }, []>("PRAGMA integrity_check(10)")
      .all()
      .map((row) => row.integrity_check)
      .filter((text) => text !== "ok");
    faults.push(...integrityFaults);
    const brokenReferences = client.query<{ table: string }, []>("PRAGMA foreign_key_check").all();
    if (brokenReferences.length > 0)
      faults.push(
        `These tables refer to rows that do not exist (${countedText(brokenReferences.length, "reference")}): ${nameListText(brokenReferences.map((r) => r.table))}.`,
      );
    const appliedMigrations = client
      .query<{ name: string }, []>("SELECT name FROM schema_migrations ORDER BY position")
      .all();
    if (appliedMigrations.length > migrations.length)
      faults.push("A newer version of Livery wrote the database. Start the newer executable.");
    else if (appliedMigrations.some(({ name }, index) => migrations[index]?.name !== name))
      faults.push("Another program, or another build of Livery, wrote the database.");
    else if (appliedMigrations.length < migrations.length)
      faults.push("The database is from an older version. Start Livery once to upgrade it.");
  } catch (error) {
    faults.push(damageText(error, path));
  }
  return { checkedPart: "Database", faults };
}

function checkUploads(client: Database, dataDir: string, now: number): CheckFinding {
  const faults: string[] = [];
  const folder = join(dataDir, UPLOADS_NAME);
  const rows = client.query<{ id: string; bytes: number }, []>("SELECT id, bytes FROM files").all();
  const knownIds = new Set(rows.map(({ id }) => id));
  const missingFiles = rows.filter(
    ({ id, bytes }) => statSync(join(folder, id), { throwIfNoEntry: false })?.size !== bytes,
  );
  if (missingFiles.length > 0)
    faults.push(
      `Files that are missing or have the wrong size: ${nameListText(missingFiles.map(({ id }) => id))}.`,
    );
  // A newer file belongs to a request that is still running. The server deletes older ones.
  const unknownFiles = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => {
    if (knownIds.has(name)) return false;
    const fileStats = statSync(join(folder, name), { throwIfNoEntry: false });
    return fileStats !== undefined && fileStats.mtimeMs < now - 3 * HOUR_MS;
  });
  if (unknownFiles.length > 0)
    faults.push(`Files that the database does not list: ${nameListText(unknownFiles)}.`);
  return { checkedPart: "Uploads", faults, detail: countedText(rows.length, "file") };
}

async function checkAudit(db: Db, dataDir: string): Promise<CheckFinding> {
  if (!existsSync(join(dataDir, SECRET_NAME)))
    return fault("Audit log", "The audit log cannot be verified without `secret`.");
  const { intact, brokenAt, upTo } = await verifyAudit(db, loadKeys(dataDir));
  return intact
    ? { checkedPart: "Audit log", faults: [], detail: countedText(upTo, "row") }
    : fault(
        "Audit log",
        `The audit log breaks at row ${brokenAt}: an entry was altered or deleted.`,
      );
}

function checkClock(client: Database, now: number): CheckFinding {
  const last = client.query<{ at: number | null }, []>("SELECT max(at) AS at FROM audit_log").get();
  return last?.at && last.at > now + MAX_CLOCK_SKEW_MS
    ? fault("Clock", "The clock was set back. The audit log has later times.")
    : { checkedPart: "Clock", faults: [], detail: iso(now) };
}

function checkBackups({ dataDir, backupKeep }: Config, now: number): CheckFinding {
  if (backupKeep === 0)
    return { checkedPart: "Backups", faults: [], detail: "automatic backups are off" };
  const folder = join(dataDir, "backups");
  const backupAgesMs = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => dayOf(name) !== null)
    .map((name) => now - statSync(join(folder, name)).mtimeMs);
  const newestBackupAgeMs = Math.min(...backupAgesMs);
  if (backupAgesMs.length > 0 && newestBackupAgeMs > 2 * DAY_MS)
    return fault(
      "Backups",
      `The last backup is ${Math.floor(newestBackupAgeMs / DAY_MS)} days old.`,
    );
  const { failure } = lastBackup(dataDir);
  if (failure) return fault("Backups", `The last backup failed: ${failure.reason}`);
  return {
    checkedPart: "Backups",
    faults: [],
    detail: countedText(backupAgesMs.length, "automatic backup"),
  };
}

async function checkBackupStore(store: BackupStore, now: number): Promise<CheckFinding> {
  const checkedPart = "Backup store";
  try {
    const storedBackups = await store.list();
    const newestBackupAt = Math.max(...storedBackups.map(({ at }) => at));
    if (storedBackups.length > 0 && newestBackupAt < now - 2 * DAY_MS)
      return fault(
        checkedPart,
        `The last backup in the store is ${Math.floor((now - newestBackupAt) / DAY_MS)} days old.`,
      );
    return {
      checkedPart,
      faults: [],
      detail: `Backups in ${store.place}: ${storedBackups.length}`,
    };
  } catch (error) {
    return fault(checkedPart, error instanceof Error ? error.message : String(error));
  }
}

function countedText(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function nameListText(names: readonly string[]): string {
  const all = [...new Set(names)];
  const rest = all.length - MAX_LISTED_NAMES;
  return all.slice(0, MAX_LISTED_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
