/** Files that wait in the browser's database are stored as bytes. */
import { expect, test } from "bun:test";
import { saveDraft, readDraft } from "../../../client/driving/uploads/incident-draft";
import { openSharedStore } from "../../../client/driving/uploads/shared-store";
import { bytesToBlobs, blobsToBytes } from "../../../client/files/stored-bytes";

const row = () => ({
  seq: 1,
  at: null,
  letter: { photos: [new Blob(["one"], { type: "image/png" })], photo: new Blob(["two"]) },
});

test("blobsToBytes leaves no file in a row, and bytesToBlobs restores the same files", async () => {
  const kept = structuredClone(await blobsToBytes(row()));
  const { photos, photo } = (kept as ReturnType<typeof row>).letter;
  for (const each of [...photos, photo]) expect(each).not.toBeInstanceOf(Blob);
  const read = bytesToBlobs(kept) as ReturnType<typeof row>;
  expect(read).toMatchObject({ seq: 1, at: null });
  expect(read.letter.photos[0]?.type).toBe("image/png");
  expect(await read.letter.photos[0]?.text()).toBe("one");
  expect(await read.letter.photo.text()).toBe("two");
});

test("bytesToBlobs leaves a file unchanged that was stored as a file", () => {
  const before = row();
  expect((bytesToBlobs(before) as typeof before).letter.photo).toBe(before.letter.photo);
});

test("a driver's store returns the files that were added to it", async () => {
  type Row = { seq: number; driverId: string; photo: Blob };
  const rows = await openSharedStore<Row>({ database: "letters", table: "letters" })("driver");
  await rows.add({ driverId: "driver", photo: new Blob(["toll"]) });
  const [first] = await rows.all();
  expect(await first?.photo.text()).toBe("toll");
});

test("the draft of a report is not stored again after it is deleted", async () => {
  const draft = { kind: "", what: "", happened: "", hurt: false, place: "" } as const;
  const photos = [new Blob(["dent"])];
  const kept = saveDraft("driver", null, { ...draft, policeNumber: "", photos });
  await Promise.all([kept, saveDraft("driver", null, null)]);
  expect(await readDraft("driver", null)).toBeNull();
});
