/**
 * Rows that wait on this phone: in the browser's database, which outlives a reload, a closed tab and a
 * killed browser.
 */

/** What every row has: its place in the order, and whose it is. */
export type LocalRow = { seq: number; driverId: string };

/** The rows of one driver on this phone. */
export interface LocalRows<Row extends LocalRow> {
  /** Resolves once it is on disk; gives its place in the order. */
  add(row: Omit<Row, "seq">): Promise<Row>;
  all(): Promise<Row[]>;
  /** Writes these over what is there under their places. */
  put(rows: readonly Row[]): Promise<void>;
  remove(seqs: readonly number[]): Promise<void>;
}

const BY_DRIVER = "driver";

/**
 * The rows of a driver in a table of a database of their own; in memory only where the browser has no
 * database for us.
 */
export async function openLocalRows<Row extends LocalRow>(
  name: { database: string; table: string },
  driverId: string,
): Promise<LocalRows<Row>> {
  if (!("indexedDB" in globalThis)) return memoryRows<Row>();
  try {
    return databaseRows<Row>(await openDatabase(name), name.table, driverId);
  } catch {
    return memoryRows<Row>();
  }
}

function openDatabase({ database, table }: { database: string; table: string }) {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => {
    const rows = opening.result.createObjectStore(table, { keyPath: "seq", autoIncrement: true });
    rows.createIndex(BY_DRIVER, "driverId");
  };
  return answerOf(opening);
}

function databaseRows<Row extends LocalRow>(
  database: IDBDatabase,
  table: string,
  driverId: string,
): LocalRows<Row> {
  /** Does `work` in a transaction and waits until it is on disk. */
  async function write<T>(work: (rows: IDBObjectStore) => T): Promise<T> {
    const transaction = database.transaction(table, "readwrite", { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const result = work(transaction.objectStore(table));
    await done;
    return result;
  }
  return {
    async add(row) {
      const adding = await write((rows) => rows.add(row));
      // With its place it is whole.
      return { ...row, seq: Number(adding.result) } as Row;
    },
    all: () => {
      const rows = database.transaction(table).objectStore(table);
      // Written by ourselves.
      return answerOf(rows.index(BY_DRIVER).getAll(driverId) as IDBRequest<Row[]>);
    },
    put: (changed) =>
      write((rows) => {
        for (const row of changed) rows.put(row);
      }),
    remove: (seqs) =>
      write((rows) => {
        for (const seq of seqs) rows.delete(seq);
      }),
  };
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Keeps rows for as long as the page lives. */
export function memoryRows<Row extends LocalRow>(): LocalRows<Row> {
  const kept = new Map<number, Row>();
  let last = 0;
  return {
    async add(row) {
      // With its place it is whole.
      const added = { ...row, seq: ++last } as Row;
      kept.set(added.seq, added);
      return added;
    },
    all: async () => [...kept.values()],
    put: async (rows) => {
      for (const row of rows) kept.set(row.seq, row);
    },
    remove: async (seqs) => {
      for (const seq of seqs) kept.delete(seq);
    },
  };
}
