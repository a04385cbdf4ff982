/**
 * Positions that the phone has seen and the server has not: kept in the browser's storage, so that a
 * tunnel, a reload or an empty battery loses none, and sent in the order in which they were seen.
 */
import type { ReportedPosition } from "../../../src/tracking/contract";

/** A position with the moment (ms UTC, by the phone's clock) at which it was seen. */
export type SeenPosition = Omit<ReportedPosition, "recordedAt"> & { seenAt: number };

const PREFIX = "livery.positions.";
const DAY_MS = 86_400_000;
/** An hour and a half of driving. Beyond, the older half is thinned out. */
const MOST = 1_000;

export type PositionQueue = ReturnType<typeof createPositionQueue>;

/** The queue of one driver in `storage`; in memory only where the browser allows none. */
export function createPositionQueue(storage: Storage | null, driverId: string, now: number) {
  const key = PREFIX + driverId;
  let waiting = load(storage, key).filter(({ seenAt }) => seenAt > now - DAY_MS);
  const save = () => {
    try {
      if (waiting.length === 0) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(waiting));
    } catch {
      // Full or forbidden: what is in memory is sent all the same.
    }
  };
  return {
    size: () => waiting.length,
    add(position: SeenPosition) {
      waiting.push(position);
      if (waiting.length > MOST) {
        const half = Math.floor(waiting.length / 2);
        waiting = waiting.filter((_, at) => at >= half || at % 2 === 0);
      }
      save();
    },
    /** The oldest, at most `count`; they stay until `dropThrough`. */
    oldest: (count: number): readonly SeenPosition[] => waiting.slice(0, count),
    /** Forgets everything seen until then. */
    dropThrough(seenAt: number) {
      waiting = waiting.filter((position) => position.seenAt > seenAt);
      save();
    },
  };
}

/** Forgets what waits of every driver: the next one at this device must see nothing of the last. */
export function forgetPositions(storage: Storage | null): void {
  if (!storage) return;
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  for (const key of keys) if (key.startsWith(PREFIX)) storage.removeItem(key);
}

/** The browser's storage, or null where it is forbidden. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function load(storage: Storage | null, key: string): SeenPosition[] {
  try {
    const found: unknown = JSON.parse(storage?.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter(isSeenPosition) : [];
  } catch {
    return [];
  }
}

function isSeenPosition(value: unknown): value is SeenPosition {
  const { seenAt, latitude, longitude } = (value ?? {}) as Partial<SeenPosition>;
  return [seenAt, latitude, longitude].every((each) => typeof each === "number");
}
