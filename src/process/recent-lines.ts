/** The last errors and warnings of the log, kept in memory for the owner; they name no person. */

/** One line of the log. */
export interface RecentLine {
  at: number;
  level: "error" | "warning";
  text: string;
  /** Of the request that it is about; null for the server's own work. */
  requestId: string | null;
}

export interface RecentLines {
  add(line: RecentLine): void;
  /** The newest first. */
  list(): RecentLine[];
  /** Errors since an instant (ms), as far as they are remembered: see `MAX_ERROR_TIMES`. */
  errorsSince(at: number): number;
}

/** Lines that are shown. */
const MAX_RECENT_LINES = 50;
/** Errors whose times are remembered. */
const MAX_ERROR_TIMES = 1_000;
const MAX_LINE_LENGTH = 300;
/** What of a line is looked through: a visitor may have put a long address into it. */
const MAX_SCANNED_LENGTH = 1_000;

/** Starts with none. */
export function createRecentLines(): RecentLines {
  const lines: RecentLine[] = [];
  const errors: number[] = [];
  return {
    add(line) {
      lines.unshift({ ...line, text: withoutPersonalData(line.text) });
      lines.length = Math.min(lines.length, MAX_RECENT_LINES);
      if (line.level !== "error") return;
      errors.push(line.at);
      if (errors.length > MAX_ERROR_TIMES) errors.shift();
    },
    list: () => [...lines],
    errorsSince: (at) => errors.filter((each) => each >= at).length,
  };
}

/**
 * The first line of a text, without what may name somebody: contacts, long numbers, tokens, what was
 * handed to a statement, and quoted text. The whole line is in the server's own log.
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
