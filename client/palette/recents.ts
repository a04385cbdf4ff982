/**
 * What was gone to last, newest first. Kept for as long as the window and the session: there are names
 * of people in it.
 */
const STORED = "livery.palette.recents";
const MOST_KEPT = 6;

export interface Recent {
  key: string;
  title: string;
  detail: string;
  to: string;
  search?: Record<string, string> | undefined;
}

export function readRecents(): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(kept: unknown): kept is Recent {
  if (typeof kept !== "object" || kept === null) return false;
  const { key, title, detail, to, search = {} } = kept as Record<string, unknown>;
  return (
    [key, title, detail, to].every((part) => typeof part === "string") &&
    typeof search === "object" &&
    search !== null
  );
}

/** Puts one before the others. */
export function rememberRecent(recent: Recent): void {
  const others = readRecents().filter(({ key }) => key !== recent.key);
  try {
    sessionStorage.setItem(STORED, JSON.stringify([recent, ...others].slice(0, MOST_KEPT)));
  } catch {
    // A browser that keeps nothing has no recents.
  }
}

/** Whoever signs out leaves none. */
export function forgetRecents(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Then there is nothing to forget.
  }
}
