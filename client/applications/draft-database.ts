/** Stores an application in the browser's database until it is sent. */
import type { ChosenFile } from "../files/chosen-file";
import { createSerialQueue } from "../files/serial-queue";
import { bytesToBlobs, blobsToBytes } from "../files/stored-bytes";

/** The stored parts of a draft. */
export interface SavedDraft {
  values: Record<string, string>;
  files: Record<string, ChosenFile>;
}

export interface DraftDatabase {
  read(): Promise<SavedDraft>;
  readFile(field: string): Promise<ChosenFile | undefined>;
  putValue(name: string, value: string): Promise<void>;
  /** Replaces the file of a field; null removes it. */
  putFile(field: string, file: ChosenFile | null): Promise<void>;
  clear(): Promise<void>;
}

/** Opens the database `name`. Rejects where the browser offers none, as in some private windows. */
export async function openDraftDatabase(name: string): Promise<DraftDatabase> {
  const openRequest = indexedDB.open(name, 1);
  openRequest.onupgradeneeded = () => {
    openRequest.result.createObjectStore("values");
    openRequest.result.createObjectStore("files");
  };
  const database = await resultOf(openRequest);
  // A newer page in another tab may upgrade the database. This tab then stores nothing more.
  database.onversionchange = () => database.close();

  const readAll = async <T>(storeName: string): Promise<Record<string, T>> => {
    const { objectStore, done } = beginTransaction(storeName, "readonly");
    const [keys, entries] = await Promise.all([
      resultOf(objectStore.getAllKeys()),
      resultOf(objectStore.getAll()),
    ]);
    await done;
    return Object.fromEntries(keys.map((key, at) => [String(key), bytesToBlobs(entries[at]) as T]));
  };
  const beginTransaction = (storeName: string, mode: IDBTransactionMode) => {
    const transaction = database.transaction(storeName, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      // After `commit`, Safari completes a transaction although it could not store a value.
      transaction.onerror = ({ target }) => reject((target as IDBRequest).error);
      transaction.onabort = () =>
        reject(transaction.error ?? new Error("The browser did not save the draft"));
    });
    return { objectStore: transaction.objectStore(storeName), done };
  };
  const runInOrder = createSerialQueue();
  const write = async (
    storeName: string,
    change: (store: IDBObjectStore) => void,
  ): Promise<void> => {
    const { objectStore, done } = beginTransaction(storeName, "readwrite");
    change(objectStore);
    // Commit now: the page may be closed before the browser commits by default.
    objectStore.transaction.commit();
    await done;
  };

  return {
    async read() {
      const [values, files] = await Promise.all([
        readAll<string>("values"),
        readAll<ChosenFile>("files"),
      ]);
      return { values, files };
    },
    async readFile(field) {
      const { objectStore, done } = beginTransaction("files", "readonly");
      const storedFile = await resultOf(objectStore.get(field));
      await done;
      return bytesToBlobs(storedFile) as ChosenFile | undefined;
    },
    putValue: (name, value) =>
      write("values", (store) => {
        if (value === "") store.delete(name);
        else store.put(value, name);
      }),
    putFile: (field, file) =>
      runInOrder(async () => {
        const storedFile = await blobsToBytes(file);
        await write("files", (store) => {
          if (storedFile === null) store.delete(field);
          else store.put(storedFile, field);
        });
      }),
    clear: () =>
      runInOrder(async () => {
        await write("values", (store) => store.clear());
        await write("files", (store) => store.clear());
      }),
  };
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
