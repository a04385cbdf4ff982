/**
 * Positions that the server does not have yet. The browser's storage keeps them, so that a tunnel, a reload or an empty
 * battery loses none. They are sent in the order of their times.
 */
import type { ReportedPosition } from "../../../src/tracking/contract";

/** A position with its time (ms UTC, by the phone's clock). */
export type RecordedPosition = Omit<ReportedPosition, "recordedAt"> & { seenAt: number };

const STORAGE_PREFIX = "livery.positions.";
const DAY_MS = 86_400_000;
/** Enough for an hour and a half of driving. Beyond it, every second position of the older half is dropped. */
const MAX_POSITIONS = 1_000;

export type PositionQueue = ReturnType<typeof createPositionQueue>;

/** Creates the queue of one driver in `storage`; only in memory if the browser allows no storage. */
export function createPositionQueue(storage: Storage | null, driverId: string, now: number) {
  const key = STORAGE_PREFIX + driverId;
  let waitingPositions = load(storage, key).filter(({ seenAt }) => seenAt > now - DAY_MS);
  const save = () => {
    try {
      if (waitingPositions.length === 0) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(waitingPositions));
    } catch {
      // Storage is full or forbidden. Positions in memory are still sent.
    }
  };
  return {
    size: () => waitingPositions.length,
    add(position: RecordedPosition) {
      waitingPositions.push(position);
      if (waitingPositions.length > MAX_POSITIONS) {
        const halfCount = Math.floor(waitingPositions.length / 2);
        waitingPositions = waitingPositions.filter((_, at) => at >= halfCount || at % 2 === 0);
      }
      save();
    },
    /** Returns the oldest positions, at most `count`. They stay in the queue until `dropUpTo`. */
    oldest: (count: number): readonly RecordedPosition[] => waitingPositions.slice(0, count),
    /** Removes all positions up to and including `seenAt`. */
    dropUpTo(seenAt: number) {
      waitingPositions = waitingPositions.filter((position) => position.seenAt > seenAt);
      save();
    },
  };
}

/** Deletes the waiting positions of all drivers, so that the next driver on this device sees none. */
export function forgetPositions(storage: Storage | null): void {
  if (!storage) return;
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  for (const key of keys) if (key.startsWith(STORAGE_PREFIX)) storage.removeItem(key);
}

/** Returns the browser's storage, or null if it is forbidden. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function load(storage: Storage | null, key: string): RecordedPosition[] {
  try {
    const storedValue: unknown = JSON.parse(storage?.getItem(key) ?? "[]");
    return Array.isArray(storedValue) ? storedValue.filter(isRecordedPosition) : [];
  } catch {
    return [];
  }
}

function isRecordedPosition(value: unknown): value is RecordedPosition {
  const { seenAt, latitude, longitude } = (value ?? {}) as Partial<RecordedPosition>;
  return [seenAt, latitude, longitude].every((each) => typeof each === "number");
}
