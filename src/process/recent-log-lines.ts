/** Keeps the last errors and warnings of the log in memory for the owner. They name no person. */

/** One line of the log. */
export interface RecentLogLine {
  at: number;
  level: "error" | "warning";
  text: string;
  /** The id of the request. Null for the server's own work. */
  requestId: string | null;
}

export interface RecentLines {
  add(line: RecentLogLine): void;
  /** Returns the lines, newest first. */
  list(): RecentLogLine[];
  /** Returns the number of errors since a time (ms), of the last `MAX_ERROR_TIMES` errors. */
  errorsSince(at: number): number;
}

/** The most lines that are shown. */
const MAX_RECENT_LINES = 50;
/** The most errors whose times are kept. */
const MAX_ERROR_TIMES = 1_000;
const MAX_LINE_LENGTH = 300;
/** How much of a line is searched for personal data. A visitor may have caused a very long line. */
const MAX_SCANNED_LENGTH = 1_000;

/** Makes an empty list. */
export function createRecentLogLines(): RecentLines {
  const lines: RecentLogLine[] = [];
  const errorTimes: number[] = [];
  return {
    add(line) {
      lines.unshift({ ...line, text: withoutPersonalData(line.text) });
      lines.length = Math.min(lines.length, MAX_RECENT_LINES);
      if (line.level !== "error") return;
      errorTimes.push(line.at);
      if (errorTimes.length > MAX_ERROR_TIMES) errorTimes.shift();
    },
    list: () => [...lines],
    errorsSince: (at) => errorTimes.filter((each) => each >= at).length,
  };
}

/**
 * Returns the first line of a text, without data that may identify a person: contacts, long numbers, tokens, parameters
 * of statements, and quoted text. The whole line is in the server's own log.
 */
export function withoutPersonalData(text: string): string {
  const [first = ""] = text.split("\n");
  return first
    .slice(0, MAX_SCANNED_LENGTH)
    .replace(/\bparams:.*$/i, "params: …")
    .replace(/[^\s<>"'(),;:=/]+@[^\s<>"'(),;:]+/g, "…@…")
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}\b/gi, "…")
    .replace(/\+?\d[\d ().-]{6,}\d/g, "…")
    .replace(/"[^"]*"/g, '"…"')
    .slice(0, MAX_LINE_LENGTH);
}
