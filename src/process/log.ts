/** Structured logs: one line for each entry, as readable text or JSON. Callers log names, never secrets. */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  configure,
  getJsonLinesFormatter,
  getLogger,
  type LogRecord,
  type Logger,
} from "@logtape/logtape";
import type { Config } from "../config";
import type { RecentLogLine } from "./recent-log-lines";

/** The id of the current request, available to all code that runs for it. */
const requestIdStore = new AsyncLocalStorage<string>();

/** Runs `act` for a request: every log line inside it has the request's id. */
export function withRequestId<T>(requestId: string, act: () => T): T {
  return requestIdStore.run(requestId, act);
}

/** Runs `act` without a request's id, because it serves many requests. */
export function outsideRequests<T>(act: () => T): T {
  return requestIdStore.exit(act);
}

/**
 * Sets up the process's log and returns it. Writes lines to standard output, and also passes errors and warnings to
 * `onLine`.
 */
export async function openLog(
  config: Pick<Config, "logFormat" | "logLevel">,
  onLine: (line: RecentLogLine) => void = () => {},
): Promise<Logger> {
  const json = getJsonLinesFormatter({ message: "template", properties: "flatten" });
  const format = config.logFormat === "json" ? json : readableRecord;
  await configure({
    reset: true,
    sinks: {
      // `process.stdout` would load Node's streams and sockets before the first line.
      // biome-ignore lint/suspicious/noConsole: the log is what standard output is for.
      out: (record) => console.log(format(withCurrentRequestId(record)).trimEnd()),
      lines: (record) => {
        const { level, timestamp: at } = record;
        if (level === "error" || level === "warning")
          onLine({
            at,
            level,
            text: textOf(record),
            requestId: requestIdOf(withCurrentRequestId(record)),
          });
      },
    },
    loggers: [
      { category: "livery", sinks: ["out", "lines"], lowestLevel: config.logLevel },
      { category: ["logtape", "meta"], sinks: ["out"], lowestLevel: "error" },
    ],
  });
  return getLogger("livery");
}

function readableRecord(record: LogRecord): string {
  const time = new Date(record.timestamp).toISOString().slice(0, 19).replace("T", " ");
  const level = record.level === "info" ? "" : ` ${record.level.toUpperCase()}`;
  const request = requestIdOf(record);
  return `${time}${level}${request ? ` [${request}]` : ""} ${textOf(record)}\n`;
}

function textOf(record: LogRecord): string {
  return record.message.map((part) => (typeof part === "string" ? part : String(part))).join("");
}

/** Adds the current request's id, unless the line has one. */
function withCurrentRequestId(record: LogRecord): LogRecord {
  const requestId = requestIdStore.getStore();
  if (requestId === undefined || requestIdOf(record) !== null) return record;
  return { ...record, properties: { ...record.properties, requestId } };
}

/** Returns the id of the request that a line is about. Null without one. */
function requestIdOf({ properties: { requestId } }: LogRecord): string | null {
  return typeof requestId === "string" && requestId !== "" ? requestId : null;
}
