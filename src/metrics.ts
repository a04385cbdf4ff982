/**
 * What the server counts of itself, in the text format of Prometheus (exposition format 0.0.4).
 *
 * Written here and not taken from prom-client: the figures are few, and every start would load it.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Deps } from "./deps";

export interface Metrics {
  /** All figures as they are now. */
  text(): string;
  contentType: string;
  /** Notes one answered request; `seconds` it took. */
  observe(method: string, area: string, status: number, seconds: number): void;
}

/** Upper bounds in seconds of the time to answer. */
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

interface Requests {
  labels: string;
  /** How many took at most each of `buckets`, and more than the one before. */
  counts: number[];
  count: number;
  seconds: number;
}

/** Starts to count for one server. */
export function createMetrics(deps: Deps): Metrics {
  const startedAt = deps.now() / 1000 - process.uptime();
  const requests = new Map<string, Requests>();
  const count = (sql: string) =>
    deps.db.$client.query<{ n: number }, []>(sql).get()?.n ?? Number.NaN;
  const walBytes = () =>
    statSync(join(deps.config.dataDir, "livery.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0;

  return {
    contentType: "text/plain; version=0.0.4; charset=utf-8",
    observe(method, area, status, seconds) {
      const key = `${method} ${area} ${status}`;
      let kind = requests.get(key);
      if (!kind) {
        const labels = `method="${escaped(method)}",area="${escaped(area)}",status="${status}"`;
        kind = { labels, counts: buckets.map(() => 0), count: 0, seconds: 0 };
        requests.set(key, kind);
      }
      const bucket = buckets.findIndex((bound) => seconds <= bound);
      if (bucket !== -1) kind.counts[bucket] = (kind.counts[bucket] ?? 0) + 1;
      kind.count++;
      kind.seconds += seconds;
    },
    text() {
      const cpu = process.cpuUsage();
      return [
        ...one("process_cpu_user_seconds_total", "counter", "CPU time.", cpu.user / 1e6),
        ...one("process_cpu_system_seconds_total", "counter", "The kernel's.", cpu.system / 1e6),
        ...one(
          "process_resident_memory_bytes",
          "gauge",
          "Memory in use.",
          process.memoryUsage.rss(),
        ),
        ...one("process_start_time_seconds", "gauge", "Unix time of the start.", startedAt),
        ...one("process_open_fds", "gauge", "Open files and sockets.", openFiles()),
        ...one("livery_wal_bytes", "gauge", "Size of the write-ahead log.", walBytes()),
        ...one(
          "livery_outbox_waiting",
          "gauge",
          "Messages not sent yet.",
          count("SELECT count(*) AS n FROM outbox WHERE state = 'waiting'"),
        ),
        ...one("livery_event_streams", "gauge", "Open event streams.", deps.bus.size()),
        ...histogram(requests.values()),
        "",
      ].join("\n");
    },
  };
}

function histogram(requests: Iterable<Requests>): string[] {
  const name = "livery_request_seconds";
  const lines = [
    `# HELP ${name} Time to answer, by method, kind of address and status.`,
    `# TYPE ${name} histogram`,
  ];
  for (const { labels, counts, count, seconds } of requests) {
    let sum = 0;
    for (const [i, bound] of buckets.entries()) {
      sum += counts[i] ?? 0;
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${sum}`);
    }
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
    lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`);
  }
  return lines;
}

function one(name: string, type: "counter" | "gauge", help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value}`];
}

/** NaN where the system doesn't tell. */
function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return Number.NaN;
  }
}

/** A label's value: the method comes from outside. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
