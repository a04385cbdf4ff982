/**
 * Rows that wait on this phone, in the browser's database, which survives a reload, a closed tab and a killed browser.
 */

/** The fields of every row: its place in the order and its driver. */
export type LocalRow = { seq: number; driverId: string };

/** The rows of one driver on this phone. */
export interface LocalRows<Row extends LocalRow> {
  /** Resolves with the row and its place in the order once it is stored on disk. */
  add(row: Omit<Row, "seq">): Promise<Row>;
  all(): Promise<Row[]>;
  /** Replaces the rows with the same places. */
  put(rows: readonly Row[]): Promise<void>;
  remove(sequenceNumbers: readonly number[]): Promise<void>;
}

const BY_DRIVER = "driver";

/**
 * Opens the rows of a driver in a table of their own database. The rows are only in memory if the browser offers no
 * database.
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
  const openingRequest = indexedDB.open(database, 1);
  openingRequest.onupgradeneeded = () => {
    const rows = openingRequest.result.createObjectStore(table, {
      keyPath: "seq",
      autoIncrement: true,
    });
    rows.createIndex(BY_DRIVER, "driverId");
  };
  return answerOf(openingRequest);
}

function databaseRows<Row extends LocalRow>(
  database: IDBDatabase,
  table: string,
  driverId: string,
): LocalRows<Row> {
  /** Does `work` in a transaction and waits until it is stored on disk. */
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
      const addingRequest = await write((rows) => rows.add(row));
      // The number that the database has given completes the row.
      return { ...row, seq: Number(addingRequest.result) } as Row;
    },
    all: () => {
      const rows = database.transaction(table).objectStore(table);
      // This module wrote these rows.
      return answerOf(rows.index(BY_DRIVER).getAll(driverId) as IDBRequest<Row[]>);
    },
    put: (changedRows) =>
      write((rows) => {
        for (const row of changedRows) rows.put(row);
      }),
    remove: (sequenceNumbers) =>
      write((rows) => {
        for (const seq of sequenceNumbers) rows.delete(seq);
      }),
  };
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Keeps rows in memory until the page is closed. */
export function memoryRows<Row extends LocalRow>(): LocalRows<Row> {
  const rowBySeq = new Map<number, Row>();
  let lastSeq = 0;
  return {
    async add(row) {
      // The number completes the row, as in the database.
      const addedRow = { ...row, seq: ++lastSeq } as Row;
      rowBySeq.set(addedRow.seq, addedRow);
      return addedRow;
    },
    all: async () => [...rowBySeq.values()],
    put: async (rows) => {
      for (const row of rows) rowBySeq.set(row.seq, row);
    },
    remove: async (sequenceNumbers) => {
      for (const seq of sequenceNumbers) rowBySeq.delete(seq);
    },
  };
}
