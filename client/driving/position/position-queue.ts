/**
 * Positions that the server does not have yet. They are kept in the browser's storage, so that a
 * tunnel, a reload or an empty battery loses none, and sent in the order of their times.
 */
import type { ReportedPosition } from "../../../src/tracking/contract";

/** A position with its time (ms UTC, by the phone's clock). */
export type RecordedPosition = Omit<ReportedPosition, "recordedAt"> & { seenAt: number };

const STORAGE_PREFIX = "livery.positions.";
const DAY_MS = 86_400_000;
/** An hour and a half of driving. Beyond it, every second position of the older half is dropped. */
const MAX_POSITIONS = 1_000;

export type PositionQueue = ReturnType<typeof createPositionQueue>;

/** The queue of one driver in `storage`; in memory only where the browser allows no storage. */
export function createPositionQueue(storage: Storage | null, driverId: string, now: number) {
  const key = STORAGE_PREFIX + driverId;
  let waitingPositions = load(storage, key).filter(({ seenAt }) => seenAt > now - DAY_MS);
  const save = () => {
    try {
      if (waitingPositions.length === 0) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(waitingPositions));
    } catch {
      // Full or forbidden: positions in memory are still sent.
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
    /** The oldest positions, at most `count`. They stay in the queue until `dropReported`. */
    oldest: (count: number): readonly RecordedPosition[] => waitingPositions.slice(0, count),
    /** Removes all positions up to and including `seenAt`. */
    dropReported(seenAt: number) {
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

/** The browser's storage, or null where it is forbidden. */
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
