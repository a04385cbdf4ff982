/** Collects the facts that the alert rules check. */
import { statfs } from "node:fs/promises";
import { alerts } from "../../db/schema/status";
import { lastBackup } from "../backup/last-backup";
import { listBackups } from "../backup/queries";
import { replicaLagOf, readReplicaState } from "../backup/replica-state";
import type { Deps } from "../deps";
import { countUnansweredFlights } from "../flights/queries";
import { outboxFigures } from "../notifications/outbox-queries";
import { readCurrentVersion } from "../streets/folder";
import { type AlertKind, alertKinds } from "./alert-contract";
import type { Facts, StoredAlert } from "./alert-rules";
import { readStatusNote } from "./status-note-queries";

const HOUR_MS = 3_600_000;

/** Collects the facts. Cheap enough for every minute: it scans no table and no folder of uploads. */
export async function readFacts(deps: Deps): Promise<Facts> {
  const { config, lines } = deps;
  const now = deps.now();
  const { failure } = lastBackup(config.dataDir);
  const check = readStatusNote(deps, "check");
  return {
    backup: {
      requested: config.backupKeep > 0,
      lastAt: listBackups(config.dataDir)[0]?.at ?? null,
      failed: failure?.of === "backup" ? failure : null,
      unsent: failure?.of === "store" ? failure.reason : null,
      watchedSince: readStatusNote(deps, "watching")?.at ?? now,
    },
    replica: config.replica ? replicaLagOf(readReplicaState(config.dataDir), now) : null,
    disk: await readDisk(config.dataDir),
    outbox: outboxFigures(deps),
    errors: { lastHour: lines.errorsSince(now - HOUR_MS), uptimeMs: process.uptime() * 1000 },
    areStreetsUnreadable: readCurrentVersion(config.dataDir) === "unreadable",
    unansweredFlights: countUnansweredFlights(deps),
    check: check === null ? null : check.detail,
  };
}

/** The free and total bytes of a folder's disk; NaN if the system gives no figure. */
async function readDisk(folder: string): Promise<Facts["disk"]> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return { free: Number.NaN, total: Number.NaN };
  }
}

/** Reads the stored state of each alert. */
export function readAlerts({ db }: Pick<Deps, "db">): Map<AlertKind, StoredAlert> {
  const knownKinds = new Set<string>(alertKinds);
  return new Map(
    db
      .select()
      .from(alerts)
      .all()
      .filter(({ kind }) => knownKinds.has(kind))
      .map(({ kind, ...rest }) => [kind as AlertKind, rest]),
  );
}

/** Returns the alerts that are active according to the stored state. */
export function activeKindsOf(storedAlerts: ReadonlyMap<AlertKind, StoredAlert>): Set<AlertKind> {
  return new Set(
    [...storedAlerts].filter(([, { endedAt }]) => endedAt === null).map(([kind]) => kind),
  );
}
