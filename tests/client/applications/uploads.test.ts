/** What is uploaded of an application that is being filled in, and how often. */
import { expect, test } from "bun:test";
import { ApiError } from "../../../client/api-error";
import { openDraft } from "../../../client/applications/draft";
import { startUploads } from "../../../client/applications/uploads";
import { until } from "../../support/eventually";

test("uploads send each waiting file once, at most two at a time", async () => {
  // Without a database, chosen files are only in memory.
  const draft = await openDraft("u", () => Promise.reject(new Error("private window")));
  const fields = ["nationalIdOrPassport", "drivingCertificate", "proofOfAddress", "drugTestReport"];
  for (const field of fields)
    await draft.setFile(field, {
      name: "a.pdf",
      type: "application/pdf",
      blob: new Blob(["a"]),
      key: field,
      upload: null,
    });
  const started: string[] = [];
  let underWay = 0;
  let most = 0;
  const uploads = startUploads(draft, "u", async (field) => {
    started.push(field);
    most = Math.max(most, ++underWay);
    // The first upload creates the ticket, which notifies all listeners of the draft.
    draft.ticket();
    await Bun.sleep(1);
    underWay--;
    return `upload of ${field}`;
  });
  await uploads.whenSettled(AbortSignal.timeout(2_000));
  expect(started).toEqual(fields);
  expect(most).toBe(2);
  for (const field of fields)
    expect(draft.get().files[field]?.upload?.id).toBe(`upload of ${field}`);
  uploads.close();
  draft.close();
});

test("retry sends a failed file again at once", async () => {
  const draft = await openDraft("r", () => Promise.reject(new Error("private window")));
  const pdf = { name: "a.pdf", type: "application/pdf", blob: new Blob(["a"]), key: "a" };
  await draft.setFile("proofOfAddress", { ...pdf, upload: null });
  const attempts: string[] = [];
  const uploads = startUploads(draft, "r", async (field) => {
    attempts.push(field);
    throw new ApiError(0, "network", "You seem to be offline.");
  });
  await until("the first failure", () => uploads.get().proofOfAddress?.phase === "offline");
  uploads.retry("proofOfAddress");
  expect(attempts).toEqual(["proofOfAddress", "proofOfAddress"]);
  uploads.close();
  draft.close();
});
