/** Structured logs: one line an entry, readable text or JSON. Callers log names, never secrets. */
import {
  configure,
  getJsonLinesFormatter,
  getLogger,
  type LogRecord,
  type Logger,
} from "@logtape/logtape";
import type { Config } from "./config";

/** Sets up the process's log and returns it. Lines go to standard output. */
export async function openLog(config: Pick<Config, "logFormat" | "logLevel">): Promise<Logger> {
  const json = getJsonLinesFormatter({ message: "template", properties: "flatten" });
  const format = config.logFormat === "json" ? json : readable;
  await configure({
    reset: true,
    sinks: {
      // `process.stdout` would load Node's streams and sockets before the first line.
      // biome-ignore lint/suspicious/noConsole: the log is what standard output is for.
      out: (record) => console.log(format(record).trimEnd()),
    },
    loggers: [
      { category: "livery", sinks: ["out"], lowestLevel: config.logLevel },
      { category: ["logtape", "meta"], sinks: ["out"], lowestLevel: "error" },
    ],
  });
  return getLogger("livery");
}

function readable(record: LogRecord): string {
  const time = new Date(record.timestamp).toISOString().slice(0, 19).replace("T", " ");
  const level = record.level === "info" ? "" : ` ${record.level.toUpperCase()}`;
  const text = record.message
    .map((part) => (typeof part === "string" ? part : String(part)))
    .join("");
  return `${time}${level} ${text}\n`;
}
