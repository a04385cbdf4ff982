/** The server's status, as its owner sees it. */
import { statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { databaseTimes } from "../../db/times";
import { lastBackup } from "../backup/last-backup";
import { listBackups } from "../backup/queries";
import { isBackupDue } from "../backup/rules";
import type { Deps } from "../deps";
import { providerFacts } from "../dispatch/providers/provider-queries";
import { outboxFigures } from "../notifications/outbox-queries";
import { readRetention } from "../privacy/retention-queries";
import { connectedConfig } from "../settings/connections/connection-queries";
import { localTimeAt, localDay } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { version } from "../process/version";
import { alertAddresses } from "./alert-address-queries";
import { alertWords, activeAlerts, isMailFailing } from "./alert-rules";
import type { ServerStatus } from "./contract";
import { activeKindsOf, readAlerts, readFacts } from "./status-facts-queries";
import { readStatusNote } from "./status-note-queries";
import { iso } from "../formats/instants";

/** Servers that are making a backup. */
export const serversBackingUp = new WeakSet<Deps>();

/** How long folder sizes are cached, because the page asks every ten seconds. */
const SIZE_CACHE_MS = 60_000;
/** When the nightly backup starts, ms after midnight. */
const NIGHTLY_BACKUP_OFFSET_MS = 2 * 3_600_000;
/** The most lines of deletions that the page shows. */
const MAX_REMOVAL_LINES = 20;

/** Reads everything on the status page. */
export async function readStatus(deps: Deps): Promise<ServerStatus> {
  const { config, lines, tally, bus } = deps;
  const now = deps.now();
  const facts = await readFacts(deps);
  const storedAlerts = readAlerts(deps);
  const detailByKind = activeAlerts(facts, activeKindsOf(storedAlerts), now);
  const backups = listBackups(config.dataDir);
  const [last] = backups;
  const check = readStatusNote(deps, "check");
  const retentionRun = readStatusNote(deps, "retention");
  const outbox = outboxFigures(deps);
  const dueTimes = outbox.flatMap(({ dueSince }) => dueSince ?? []);
  const requests = [...tally.durations("livery_request_seconds")];
  const { free, total } = facts.disk;
  const { failed } = facts.backup;
  return {
    version,
    startedAt: iso(now - process.uptime() * 1000),
    now: iso(now),
    alerts: {
      activeAlerts: [...detailByKind].map(([kind, detail]) => {
        const storedAlert = storedAlerts.get(kind);
        const activeAlert = storedAlert && storedAlert.endedAt === null ? storedAlert : null;
        return {
          kind,
          ...alertWords[kind],
          detail,
          since: iso(activeAlert?.since ?? now),
          mailedAt: activeAlert?.isNotified ? iso(activeAlert.mailedAt) : null,
        };
      }),
      to: alertAddresses(deps),
      mail:
        connectedConfig(deps).smtp === null ? "off" : isMailFailing(facts, now) ? "stuck" : "on",
    },
    backups: {
      last: last ? { name: last.name, at: iso(last.at), bytes: last.bytes } : null,
      count: backups.length,
      nextAt: nextBackupAt(deps, backups, now),
      isUnderWay: serversBackingUp.has(deps),
      failed:
        failed && failed.at > (last?.at ?? 0)
          ? { at: iso(failed.at), reason: failed.reason }
          : null,
      store: config.backupStore ? backupStoreStatusOf(config.dataDir) : null,
    },
    replica: config.replica && {
      behindSince: facts.replica && iso(facts.replica.behindSince),
      failure: facts.replica?.failure ?? null,
    },
    outbox: {
      waiting: outbox.reduce((sum, { waiting }) => sum + waiting, 0),
      dueSince: dueTimes.length > 0 ? iso(Math.min(...dueTimes)) : null,
      failed: outbox.reduce((sum, one) => sum + one.failed, 0),
    },
    disk: {
      freeBytes: Number.isNaN(free) ? null : free,
      totalBytes: Number.isNaN(total) ? null : total,
      ...(await measureSizes(deps)),
    },
    database: {
      bytes: sizeOf(join(config.dataDir, "livery.sqlite")),
      walBytes: sizeOf(join(config.dataDir, "livery.sqlite-wal")),
      check: check && { at: iso(check.at), faults: check.detail.faults },
    },
    load: {
      memoryBytes: process.memoryUsage.rss(),
      streams: bus.streamCount(),
      requests: requests.reduce((sum, { count }) => sum + count, 0),
      failures: requests.reduce(
        (sum, { labels, count }) => sum + (labels.includes('status="5') ? count : 0),
        0,
      ),
      writesWaiting: databaseTimes.waitingJobs,
    },
    lines: lines.list().map((line) => ({ ...line, at: iso(line.at) })),
    providers: providerFacts(deps),
    retention: {
      ranAt: retentionRun && iso(retentionRun.at),
      removed: readRetention(deps).removed.slice(0, MAX_REMOVAL_LINES),
    },
  };
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Reads the last upload to the backup store and, if it failed, the time and reason. */
function backupStoreStatusOf(dataDir: string): NonNullable<ServerStatus["backups"]["store"]> {
  const { sent, failure } = lastBackup(dataDir);
  return {
    sent: sent && { ...sent, at: iso(sent.at) },
    failed: failure?.of === "store" ? { at: iso(failure.at), reason: failure.reason } : null,
  };
}

function nextBackupAt(
  deps: Deps,
  backups: readonly { name: string }[],
  now: number,
): string | null {
  if (deps.config.backupKeep === 0) return null;
  const { timeZone } = readOperator(deps);
  const local = localTimeAt(now, timeZone);
  const names = backups.map(({ name }) => name);
  if (isBackupDue(local, names)) return iso(now);
  const { from, until } = localDay(local.slice(0, 10), timeZone);
  // Two hours after midnight; an hour earlier or later on the night of a clock change.
  const start = local.slice(11, 13) < "02" ? from : until;
  return iso(start + NIGHTLY_BACKUP_OFFSET_MS);
}

type FolderSizes = { uploadsBytes: number; backupsBytes: number };
const sizeCache = new WeakMap<Deps, { until: number; sizes: Promise<FolderSizes> }>();

/** Clears the cached sizes after a backup. */
export function forgetSizes(deps: Deps): void {
  sizeCache.delete(deps);
}

function measureSizes(deps: Deps): Promise<FolderSizes> {
  const cachedSizes = sizeCache.get(deps);
  const now = performance.now();
  if (cachedSizes && cachedSizes.until > now) return cachedSizes.sizes;
  const folderBytes = (name: string) => bytesIn(join(deps.config.dataDir, name));
  const measuredSizes = Promise.all([folderBytes("uploads"), folderBytes("backups")]).then(
    ([uploadsBytes, backupsBytes]) => ({ uploadsBytes, backupsBytes }),
  );
  sizeCache.set(deps, { until: now + SIZE_CACHE_MS, sizes: measuredSizes });
  return measuredSizes;
}

/** Returns the total size in bytes of the files directly in a folder. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let bytes = 0;
  for (const name of names) {
    const fileStats = await stat(join(folder, name)).catch(() => null);
    if (fileStats?.isFile()) bytes += fileStats.size;
  }
  return bytes;
}
