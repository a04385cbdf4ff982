/** Photos and reports that wait on the phone: a photo is never sent before the tap it belongs to. */
import { afterEach, expect, spyOn, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { createApi } from "../../../client/api";
import { ApiError } from "../../../client/api-error";
import * as localRows from "../../../client/driving/local-rows";
import { forgetDrafts, saveDraft, readDraft } from "../../../client/driving/uploads/incident-draft";
import { sendUpload } from "../../../client/driving/uploads/send-upload";
import { UploadSender } from "../../../client/driving/uploads/upload-sender";
import type { StoredUpload } from "../../../client/driving/uploads/upload-store";
import { TapSender } from "../../../client/driving/taps/tap-sender";
import { memoryStore } from "../../../client/driving/taps/tap-store";
import { english } from "../../../client/words/words";

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const sender of open.splice(0)) sender.close();
});

/** Opens a phone again that was killed with an unsent no-show and its photo. */
async function reopened(send: () => Promise<null>) {
  const taps = memoryStore();
  const letters = localRows.memoryRows<StoredUpload>();
  await taps.add({
    key: "1",
    driverId: "eric",
    tripId: "one",
    number: 1001,
    version: 4,
    tappedAt: new Date().toISOString(),
    act: { kind: "step", to: "no_show" },
    refusal: null,
  });
  const photo = new Blob(["photo"]);
  await letters.add({
    driverId: "eric",
    letter: { kind: "no_show_photo", tripId: "one", number: 1001, photo },
    refusal: null,
  });
  const log: string[] = [];
  let told = 0;
  const tapSender = new TapSender({
    driverId: "eric",
    store: taps,
    async send() {
      await send();
      log.push("tap");
      return null;
    },
    explainRefusal: async (_, { code, message }) => ({ code, words: message, gone: false }),
    onChange: () => told++,
    onSent: () => {},
    onRefused: () => {},
    now: () => new Date().toISOString(),
  });
  // No tap has been shown on screen yet when the uploads are first checked.
  expect(told).toBe(0);
  const uploadSender = new UploadSender({
    driverId: "eric",
    rows: letters,
    isDue: async ({ letter }) =>
      letter.kind === "incident" || !(await tapSender.hasTapsOf(letter.tripId)),
    async send() {
      log.push("photo");
      if (!log.includes("tap")) throw new ApiError(404, "request.not_found", "no no-show");
    },
    onRefused: () => false,
    onChange: () => {},
  });
  open.push(tapSender, uploadSender);
  return { log, uploadSender, letters, taps };
}

test("a photo waits until the tap that was saved with it is sent", async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const { log, uploadSender, letters, taps } = await reopened(() => promise);
  await Bun.sleep(30);
  uploadSender.sendAgain();
  await Bun.sleep(30);
  expect(log).toEqual([]);
  expect(await letters.all()).toHaveLength(1);
  resolve(null);
  await waitFor(async () => expect(await taps.all()).toHaveLength(0));
  expect(log).toEqual(["tap"]);
  uploadSender.sendAgain();
  await waitFor(() => expect(log).toEqual(["tap", "photo"]));
  await waitFor(async () => expect(await letters.all()).toHaveLength(0));
});

test("a refused photo stops neither the other photos nor the accepted report", async () => {
  const letters = localRows.memoryRows<StoredUpload>();
  const sentKeys: string[] = [];
  const api = createApi("http://localhost", async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!pathname.endsWith("/photos"))
      return Response.json({ incident: { id: "one", number: 7 } }, { status: 201 });
    const key = String(init?.body instanceof FormData && init.body.get("key"));
    sentKeys.push(key);
    return key === "report-0"
      ? Response.json({ code: "request.invalid", message: "Refused." }, { status: 422 })
      : Response.json({ incident: { id: "one", number: 7 } }, { status: 201 });
  });
  const photo = new Blob(["photo"], { type: "image/jpeg" });
  await letters.add({
    driverId: "eric",
    letter: {
      kind: "incident",
      report: {
        key: "report",
        kind: "damage",
        what: "A scratch",
        happenedAt: new Date().toISOString(),
        hurt: false,
        place: "",
        position: null,
        policeNumber: "",
        reservationId: null,
      },
      photos: [photo, photo],
      arrived: null,
    },
    refusal: null,
  });
  const refusals: string[] = [];
  open.push(
    new UploadSender({
      driverId: "eric",
      rows: letters,
      isDue: async () => true,
      send: (upload, saveProgress) => sendUpload(api, upload, saveProgress, english),
      onRefused: (_, { message }) => refusals.push(message) > 0,
      onChange: () => {},
    }),
  );
  await waitFor(() => expect(sentKeys).toEqual(["report-0", "report-1"]));
  await waitFor(async () => expect(await letters.all()).toEqual([]));
  expect(refusals).toEqual([]);
});

test("a draft of a report is kept for its driver and trip, also without a browser database", async () => {
  const draft = {
    kind: "damage" as const,
    what: "A scratch on the door",
    happened: "2026-11-20T12:30",
    hurt: false,
    place: "",
    policeNumber: "",
    photos: [],
  };
  await saveDraft("eric", "one", draft);
  expect(await readDraft("eric", "one")).toEqual(draft);
  expect(await readDraft("eric", null)).toBeNull();
  expect(await readDraft("ann", "one")).toBeNull();
  await forgetDrafts("eric");
  expect(await readDraft("eric", "one")).toBeNull();
});

test("a full phone stores the text of a report and keeps the photos it had stored", async () => {
  const rows = localRows.memoryRows();
  const hasRoom = (row: unknown) =>
    (row as { draft: { photos: unknown[] } }).draft.photos.length < 2;
  const fullRows: typeof rows = {
    ...rows,
    add: async (row) => (hasRoom(row) ? rows.add(row) : Promise.reject(new Error("Full"))),
    put: async (all) => (all.every(hasRoom) ? rows.put(all) : Promise.reject(new Error("Full"))),
  };
  const opening = spyOn(localRows, "openLocalRows").mockImplementation((() =>
    Promise.resolve(fullRows)) as never);
  const draft = {
    kind: "damage" as const,
    what: "A scratch",
    happened: "2026-11-20T12:30",
    hurt: false,
    place: "",
    policeNumber: "",
    photos: [new Blob(["one"])],
  };
  const photos = [...draft.photos, new Blob(["two"])];
  await saveDraft("full", "one", draft);
  const change = saveDraft("full", "one", { ...draft, what: "A scratch on the door", photos });
  expect(await change.catch(String)).toBe("Error: Full");
  const stored = await readDraft("full", "one");
  expect(stored?.what).toBe("A scratch on the door");
  expect(await Promise.all(stored?.photos.map((each) => each.text()) ?? [])).toEqual(["one"]);
  // The report was sent: the text that is stored without the photo does not come back.
  const last = saveDraft("full", "two", { ...draft, photos }).catch(() => {});
  await Promise.all([last, saveDraft("full", "two", null)]);
  expect(await readDraft("full", "two")).toBeNull();
  opening.mockRestore();
});
