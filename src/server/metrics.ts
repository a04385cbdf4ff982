/**
 * The server's metrics in the text format of Prometheus (exposition format 0.0.4).
 *
 * We do not use prom-client, because there are few metrics and every start would load it.
 */
import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { databaseTimes } from "../../db/times";
import { listBackups } from "../backup/queries";
import type { Deps } from "../deps";
import { outboxFigures } from "../notifications/outbox-queries";
import {
  bucketBounds,
  type Counter,
  counters,
  type Timer,
  timers,
  type DurationHistogram,
} from "./tally";

export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

/** Returns all metrics with their current values. */
export function metricsText(deps: Deps): string {
  const { config, tally } = deps;
  const now = deps.now();
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  const bytesOf = (name: string) =>
    statSync(join(config.dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  const outbox = outboxFigures(deps);
  const oldestDueAt = outbox.reduce<number | null>(
    (first, { dueSince }) => (dueSince === null ? first : Math.min(first ?? dueSince, dueSince)),
    null,
  );
  const sum = (of: (one: (typeof outbox)[number]) => number) =>
    outbox.reduce((all, one) => all + of(one), 0);
  const backups = listBackups(config.dataDir);
  const disk = diskSpaceOf(config.dataDir);
  const times = databaseTimes;
  return [
    ...metricLines("process_cpu_user_seconds_total", "counter", "CPU time.", cpu.user / 1e6),
    ...metricLines(
      "process_cpu_system_seconds_total",
      "counter",
      "CPU time of the kernel for this process.",
      cpu.system / 1e6,
    ),
    ...metricLines("process_resident_memory_bytes", "gauge", "Memory in use.", memory.rss),
    ...metricLines("livery_heap_bytes", "gauge", "Memory of objects in use.", memory.heapUsed),
    ...metricLines(
      "process_start_time_seconds",
      "gauge",
      "Unix time when the process started.",
      startedAt(now) / 1000,
    ),
    ...metricLines("process_open_fds", "gauge", "Open files and sockets.", countOpenFiles()),
    ...metricLines(
      "livery_database_bytes",
      "gauge",
      "Size of the database.",
      bytesOf("livery.sqlite"),
    ),
    ...metricLines(
      "livery_wal_bytes",
      "gauge",
      "Size of the write-ahead log.",
      bytesOf("livery.sqlite-wal"),
    ),
    ...metricLines(
      "livery_database_reads_total",
      "counter",
      "Database statements outside a write.",
      times.reads,
    ),
    ...metricLines(
      "livery_database_read_seconds_total",
      "counter",
      "Time of database statements outside a write, estimated from one in sixteen.",
      times.readMs / 1000,
    ),
    ...metricLines(
      "livery_database_commits_total",
      "counter",
      "Commits; one commit may contain several writes.",
      times.commits,
    ),
    ...metricLines("livery_database_writes_total", "counter", "Writes committed.", times.jobs),
    ...metricLines(
      "livery_database_write_seconds_total",
      "counter",
      "Seconds spent on commits, from BEGIN until they are on the disk.",
      times.writeMs / 1000,
    ),
    ...metricLines(
      "livery_database_write_wait_seconds_total",
      "counter",
      "Time that writes waited for their commit.",
      times.waitMs / 1000,
    ),
    ...metricLines(
      "livery_database_longest_write_wait_seconds",
      "gauge",
      "The longest time that a write waited for its commit.",
      times.maxWaitMs / 1000,
    ),
    ...metricLines(
      "livery_database_writes_waiting",
      "gauge",
      "Writes that are waiting now.",
      times.waitingJobs,
    ),
    ...metricLines(
      "livery_outbox_waiting",
      "gauge",
      "Messages that are waiting to be sent.",
      sum((row) => row.waiting),
    ),
    ...metricLines(
      "livery_outbox_oldest_seconds",
      "gauge",
      "Time since the oldest waiting message was due; 0 if none is due.",
      oldestDueAt === null ? 0 : Math.max(0, now - oldestDueAt) / 1000,
    ),
    ...metricLines(
      "livery_outbox_failed",
      "gauge",
      "Messages that failed and may be sent again.",
      sum((row) => row.failed),
    ),
    ...metricLines("livery_event_streams", "gauge", "Open event streams.", deps.bus.streamCount()),
    ...metricLines(
      "livery_backup_last_success_timestamp_seconds",
      "gauge",
      "Unix time of the newest backup in the data folder; NaN without one.",
      backups[0] ? backups[0].at / 1000 : Number.NaN,
    ),
    ...metricLines(
      "livery_backup_bytes",
      "gauge",
      "Size of the newest backup.",
      backups[0]?.bytes ?? 0,
    ),
    ...metricLines(
      "livery_disk_free_bytes",
      "gauge",
      "Free space on the data folder's disk.",
      disk.freeBytes,
    ),
    ...metricLines(
      "livery_disk_bytes",
      "gauge",
      "Size of the data folder's disk.",
      disk.totalBytes,
    ),
    ...(Object.keys(counters) as Counter[]).flatMap((name) => [
      ...head(name, "counter", counters[name]),
      ...[...tally.countsOf(name)].map(([labels, count]) => `${name}{${labels}} ${count}`),
    ]),
    ...(Object.keys(timers) as Timer[]).flatMap((name) =>
      histogramLines(name, tally.durations(name)),
    ),
    "",
  ].join("\n");
}

/** Returns when the process started, in ms, by the given clock. */
function startedAt(now: number): number {
  return now - process.uptime() * 1000;
}

/** Returns the free and total bytes of a disk. NaN if the system does not say. */
function diskSpaceOf(folder: string): { freeBytes: number; totalBytes: number } {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return { freeBytes: Number.NaN, totalBytes: Number.NaN };
  }
}

function histogramLines(name: Timer, histograms: Iterable<DurationHistogram>): string[] {
  const lines = head(name, "histogram", timers[name]);
  for (const { labels, counts, count, seconds } of histograms) {
    const labelPrefix = labels === "" ? "" : `${labels},`;
    const labelSet = labels === "" ? "" : `{${labels}}`;
    let sum = 0;
    for (const [i, upperBound] of bucketBounds.entries()) {
      sum += counts[i] ?? 0;
      lines.push(`${name}_bucket{${labelPrefix}le="${upperBound}"} ${sum}`);
    }
    lines.push(`${name}_bucket{${labelPrefix}le="+Inf"} ${count}`);
    lines.push(`${name}_sum${labelSet} ${seconds}`, `${name}_count${labelSet} ${count}`);
  }
  return lines;
}

function metricLines(
  name: string,
  type: "counter" | "gauge",
  help: string,
  value: number,
): string[] {
  return [...head(name, type, help), `${name} ${value}`];
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Returns the number of open files. NaN if the system does not say. */
function countOpenFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return Number.NaN;
  }
}
