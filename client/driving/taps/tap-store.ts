/** Where taps wait: the browser's database, which outlives a reload, a closed tab and a killed browser. */
import type { KeptTap } from "./tap-rules";

/** The taps of one driver on this phone. */
export interface TapStore {
  /** Resolves once it is on disk; gives its place in the order. */
  add(tap: Omit<KeptTap, "seq">): Promise<KeptTap>;
  all(): Promise<KeptTap[]>;
  /** Writes these over what is there under their places. */
  put(taps: readonly KeptTap[]): Promise<void>;
  remove(seqs: readonly number[]): Promise<void>;
}

const NAME = "livery-driver";
const TAPS = "taps";
const BY_DRIVER = "driver";

/** The store of a driver; in memory only where the browser has no database for us. */
export async function openTapStore(driverId: string): Promise<TapStore> {
  if (!("indexedDB" in globalThis)) return memoryStore();
  try {
    return databaseStore(await openDatabase(), driverId);
  } catch {
    return memoryStore();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    const taps = opening.result.createObjectStore(TAPS, { keyPath: "seq", autoIncrement: true });
    taps.createIndex(BY_DRIVER, "driverId");
  };
  return answerOf(opening);
}

function databaseStore(database: IDBDatabase, driverId: string): TapStore {
  /** Does `work` in a transaction and waits until it is on disk. */
  async function write<T>(work: (taps: IDBObjectStore) => T): Promise<T> {
    const transaction = database.transaction(TAPS, "readwrite", { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const result = work(transaction.objectStore(TAPS));
    await done;
    return result;
  }
  return {
    async add(tap) {
      const adding = await write((taps) => taps.add(tap));
      return { ...tap, seq: Number(adding.result) };
    },
    all: () => {
      const taps = database.transaction(TAPS).objectStore(TAPS);
      // Written by ourselves.
      return answerOf(taps.index(BY_DRIVER).getAll(driverId) as IDBRequest<KeptTap[]>);
    },
    put: (changed) =>
      write((taps) => {
        for (const tap of changed) taps.put(tap);
      }),
    remove: (seqs) =>
      write((taps) => {
        for (const seq of seqs) taps.delete(seq);
      }),
  };
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Keeps taps for as long as the page lives. */
export function memoryStore(): TapStore {
  const kept = new Map<number, KeptTap>();
  let last = 0;
  return {
    async add(tap) {
      const added = { ...tap, seq: ++last };
      kept.set(added.seq, added);
      return added;
    },
    all: async () => [...kept.values()],
    put: async (taps) => {
      for (const tap of taps) kept.set(tap.seq, tap);
    },
    remove: async (seqs) => {
      for (const seq of seqs) kept.delete(seq);
    },
  };
}
