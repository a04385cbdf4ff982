/** What an applicant is told about an answer or a file that the browser cannot store. */
import { afterEach, expect, test } from "bun:test";
import { openDraftDatabase } from "../../../client/applications/draft-database";

const before = globalThis.indexedDB;
afterEach(() => {
  globalThis.indexedDB = before;
});

test("putValue rejects if a value cannot be stored, even when Safari completes the transaction", async () => {
  const error = new DOMException("no room", "QuotaExceededError");
  const begin = () => {
    const transaction: Partial<IDBTransaction> = {
      objectStore: () => store as unknown as IDBObjectStore,
    };
    const store = {
      transaction: { commit() {} },
      put() {
        queueMicrotask(() => {
          transaction.onerror?.call(transaction as IDBTransaction, { target: { error } } as never);
          transaction.oncomplete?.call(transaction as IDBTransaction, {} as never);
        });
      },
    };
    return transaction;
  };
  const opening = { result: { transaction: begin }, onsuccess: () => {} };
  globalThis.indexedDB = {
    open() {
      queueMicrotask(() => opening.onsuccess());
      return opening;
    },
  } as never;
  const database = await openDraftDatabase("a");
  await expect(database.putValue("firstName", "Jean")).rejects.toBe(error);
});
