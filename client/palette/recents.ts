/**
 * Recently opened entries, newest first. Stored only for this window and session, because they contain people's names.
 */
const STORAGE_KEY = "livery.palette.recents";
const MAX_RECENTS = 6;

export interface RecentEntry {
  key: string;
  title: string;
  detail: string;
  to: string;
  search?: Record<string, string> | undefined;
}

export function readRecents(): readonly RecentEntry[] {
  try {
    const storedValue: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(storedValue) ? storedValue.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is RecentEntry {
  if (typeof value !== "object" || value === null) return false;
  const { key, title, detail, to, search = {} } = value as Record<string, unknown>;
  return (
    [key, title, detail, to].every((part) => typeof part === "string") &&
    typeof search === "object" &&
    search !== null
  );
}

/** Moves an entry to the front. */
export function rememberRecent(recent: RecentEntry): void {
  const others = readRecents().filter(({ key }) => key !== recent.key);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([recent, ...others].slice(0, MAX_RECENTS)));
  } catch {
    // Without storage, nothing is remembered.
  }
}

/** Deletes the recents on sign-out. */
export function forgetRecents(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage there is nothing to clear.
  }
}
