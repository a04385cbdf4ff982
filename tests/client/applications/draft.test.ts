/** What an applicant has typed and chosen, and whether it is saved. */
import { expect, test } from "bun:test";
import { openDraft } from "../../../client/applications/draft";
import type { DraftDatabase } from "../../../client/applications/draft-database";
import type { ChosenFile } from "../../../client/files/chosen-file";
import { until } from "../../support/eventually";

/** Creates an in-memory browser database, with room for that many bytes of files. */
function createDatabases(room = Number.POSITIVE_INFINITY) {
  const values = new Map<string, string>();
  const files = new Map<string, ChosenFile>();
  const database: DraftDatabase = {
    read: async () => ({
      values: Object.fromEntries(values),
      files: Object.fromEntries(files),
    }),
    readFile: async (field) => files.get(field),
    putValue: async (name, value) =>
      void (value === "" ? values.delete(name) : values.set(name, value)),
    putFile: async (field, file) => {
      if (file === null) return void files.delete(field);
      if (file.blob.size > room) throw new DOMException("no room", "QuotaExceededError");
      files.set(field, file);
    },
    clear: async () => {
      values.clear();
      files.clear();
    },
  };
  return async () => database;
}

const file = (bytes: number): ChosenFile => ({
  name: "a.pdf",
  type: "application/pdf",
  blob: new Blob([new Uint8Array(bytes)]),
  key: crypto.randomUUID(),
  upload: null,
});

test("a tab that closes while the draft is being cleared still notifies the other tabs", async () => {
  const open = createDatabases();
  const sent = await openDraft("left", open);
  const other = await openDraft("left", open);
  other.setValue("firstName", "Jean");
  const cleared = sent.clear();
  sent.close();
  await cleared;
  await until("The other tab’s news", () => other.get().values.firstName === undefined);
  other.close();
});

test("openDraft restores what was typed and chosen, and clear removes all of it", async () => {
  const open = createDatabases();
  const first = await openDraft("a", open);
  first.setValue("firstName", "Jean");
  await first.setFile("proofOfAddress", file(10));
  const ticket = first.ticket();
  expect(ticket).toMatch(/^[A-Za-z0-9_-]{22}$/);
  first.close();
  const second = await openDraft("a", open);
  expect(second.get().values.firstName).toBe("Jean");
  expect(second.get().files.proofOfAddress?.name).toBe("a.pdf");
  expect(second.ticket()).toBe(ticket);
  await second.clear();
  second.close();
  const third = await openDraft("a", open);
  expect(third.get()).toMatchObject({ values: {}, files: {}, storageState: "yes" });
  expect(third.ticket()).not.toBe(ticket);
  third.close();
});

test("the draft reports full storage until the file that had no room is stored", async () => {
  const draft = await openDraft("b", createDatabases(100));
  await draft.setFile("drivingCertificate", file(101));
  expect(draft.get().storageState).toBe("full");
  expect(draft.get().files.drivingCertificate).toBeDefined();
  draft.setValue("firstName", "Jean");
  await draft.setFile("proofOfAddress", file(10));
  expect(draft.get().storageState).toBe("full");
  await draft.setFile("drivingCertificate", file(100));
  expect(draft.get().storageState).toBe("yes");
  draft.close();
});

test("the draft reports that nothing is stored if the browser has no database", async () => {
  const draft = await openDraft("c", () => Promise.reject(new Error("private window")));
  draft.setValue("firstName", "Jean");
  expect(draft.get()).toMatchObject({ values: { firstName: "Jean" }, storageState: "no" });
  draft.close();
});

test("two tabs share the answers and files of a draft", async () => {
  const open = createDatabases();
  const [one, two] = [await openDraft("d", open), await openDraft("d", open)];
  one.setValue("firstName", "Jean");
  await one.setFile("proofOfAddress", file(10));
  await until("The other tab's news", () => two.get().files.proofOfAddress);
  expect(two.get().values.firstName).toBe("Jean");
  expect(two.get().files.proofOfAddress?.key).toBe(one.get().files.proofOfAddress?.key);
  one.close();
  two.close();
});

/** Wraps a database whose next read ends on command, with the contents it had when it began. */
function createSlowDatabase(open: () => Promise<DraftDatabase>) {
  const go = Promise.withResolvers<void>();
  const later = async <T>(found: Promise<T>) => {
    const seen = await found;
    await go.promise;
    return seen;
  };
  let isSlow = false;
  return {
    begin: () => {
      isSlow = true;
    },
    end: go.resolve,
    async open() {
      const database = await open();
      return {
        ...database,
        read: () => (isSlow ? later(database.read()) : database.read()),
        readFile: (field: string) =>
          isSlow ? later(database.readFile(field)) : database.readFile(field),
      };
    },
  };
}

test("a refresh keeps a file that is added while it reads, and does not restore a removed one", async () => {
  const reading = createSlowDatabase(createDatabases());
  const draft = await openDraft("e", reading.open);
  await draft.setFile("nationalIdOrPassport", file(10));
  await draft.setFile("drivingCertificate", file(10));
  reading.begin();
  const refreshDone = draft.refresh();
  await draft.setFile("proofOfAddress", file(10));
  await draft.setFile("drivingCertificate", null);
  reading.end();
  await refreshDone;
  expect(Object.keys(draft.get().files)).toEqual(["nationalIdOrPassport", "proofOfAddress"]);
  draft.close();
});

test("a refresh keeps a file that has no room in the storage", async () => {
  const draft = await openDraft("f", createDatabases(100));
  await draft.setFile("drivingCertificate", file(101));
  await draft.refresh();
  expect(draft.get().files.drivingCertificate?.blob.size).toBe(101);
  draft.close();
});

test.each([
  ["is stored", () => {}],
  [
    "cannot be stored",
    () => {
      throw new DOMException("a private window", "UnknownError");
    },
  ],
])("a refresh keeps a file while it is being stored, also if it then %s", async (_, store) => {
  const stored = Promise.withResolvers<void>();
  const database = await createDatabases()();
  const draft = await openDraft("i", async () => ({
    ...database,
    async putFile(field, put) {
      await stored.promise;
      store();
      await database.putFile(field, put);
    },
  }));
  const chosen = draft.setFile("proofOfAddress", file(10));
  await draft.refresh();
  expect(draft.get().files.proofOfAddress?.blob.size).toBe(10);
  stored.resolve();
  await chosen;
  await draft.refresh();
  expect(draft.get().files.proofOfAddress?.blob.size).toBe(10);
  draft.close();
});

test("a refresh that began before the draft was cleared does not bring its files back", async () => {
  const reading = createSlowDatabase(createDatabases());
  const draft = await openDraft("g", reading.open);
  await draft.setFile("proofOfAddress", file(10));
  reading.begin();
  const refreshDone = draft.refresh();
  await draft.clear();
  reading.end();
  await refreshDone;
  expect(draft.get().files).toEqual({});
  draft.close();
});

test("another tab's file does not replace a file chosen in this tab in the meantime", async () => {
  const open = createDatabases();
  const reading = createSlowDatabase(open);
  const [one, two] = [await openDraft("h", open), await openDraft("h", reading.open)];
  reading.begin();
  await one.setFile("proofOfAddress", file(10));
  // The other tab has received the event, and reads.
  await Bun.sleep(50);
  const own = file(20);
  await two.setFile("proofOfAddress", own);
  reading.end();
  await Bun.sleep(0);
  expect(two.get().files.proofOfAddress?.key).toBe(own.key);
  one.close();
  two.close();
});
