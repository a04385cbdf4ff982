import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  driverApplicationEvents,
  driverApplicationFiles,
  driverApplications,
} from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import { TICKET_HEADER, UploadAnswer } from "../../src/drivers/application-contract";
import { DriverApplicationAnswer } from "../../src/drivers/contract";
import { jpeg, jpegWithGps, pdf, png } from "../support/pictures";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const ticket = "AAAAAAAAAAAAAAAAAAAAAA";
const otherTicket = "BBBBBBBBBBBBBBBBBBBBBB";

function upload(field: string, file: File, more: { ticket?: string; address?: string } = {}) {
  const form = new FormData();
  form.set("ticket", more.ticket ?? ticket);
  form.set("field", field);
  form.set("file", file);
  return server.browser(more.address).request("/driver-application/uploads", { form });
}
const uploadFile = async (field: string, file: File, more = {}) => {
  const answer = await upload(field, file, more);
  expect(answer.status).toBe(201);
  return UploadAnswer.parse(await answer.json()).upload;
};
const uploadedFiles = () => {
  const folder = join(server.deps.config.dataDir, "uploads");
  return readdirSync(folder).sort();
};
const rows = () => server.deps.db.select().from(driverApplicationFiles).all();
const send = (fields: Record<string, string>, address?: string) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return server.browser(address).request("/driver-application", { form });
};

/** Checks that files and rows match, and that nothing is left over. */
function areRowsAndFilesEqual() {
  const known = server.deps.db.select({ id: files.id }).from(files).all();
  expect(uploadedFiles()).toEqual(known.map(({ id }) => id).sort());
  expect(
    rows()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(known.map(({ id }) => id).sort());
}

describe("POST /backend/driver-application/uploads", () => {
  test("stores a document and a photo, the photo without its location", async () => {
    const paper = await uploadFile("nationalIdOrPassport", new File([pdf()], "My passport.pdf"));
    expect(paper).toMatchObject({
      field: "nationalIdOrPassport",
      name: "My passport.pdf",
      contentType: "application/pdf",
      bytes: pdf().length,
    });
    const photo = await uploadFile(
      "exteriorPhoto1",
      new File([(await jpegWithGps()) as BlobPart], "front.jpg"),
    );
    expect(photo.contentType).toBe("image/jpeg");
    const kept = readFileSync(join(server.deps.config.dataDir, "uploads", photo.id));
    expect(kept.includes("Exif")).toBe(false);
    areRowsAndFilesEqual();
  });

  test("returns the same upload for the same file, and another file replaces it", async () => {
    const first = await uploadFile("drivingCertificate", new File([pdf()], "a.pdf"));
    expect(await uploadFile("drivingCertificate", new File([pdf()], "a.pdf"))).toEqual(first);
    const second = await uploadFile("drivingCertificate", new File([pdf("other")], "b.pdf"));
    expect(second.id).not.toBe(first.id);
    expect(rows()).toHaveLength(1);
    areRowsAndFilesEqual();
  });

  test("lets only its own ticket remove an upload", async () => {
    const { id } = await uploadFile("proofOfAddress", new File([pdf()], "a.pdf"));
    const remove = (headers: Record<string, string>) =>
      server.browser().request(`/driver-application/uploads/${id}`, { method: "DELETE", headers });
    expect((await remove({})).status).toBe(404);
    expect((await remove({ [TICKET_HEADER]: otherTicket })).status).toBe(404);
    expect(uploadedFiles()).toEqual([id]);
    expect((await remove({ [TICKET_HEADER]: ticket })).status).toBe(200);
    expect((await remove({ [TICKET_HEADER]: ticket })).status).toBe(404);
    expect(uploadedFiles()).toEqual([]);
    areRowsAndFilesEqual();
  });
});

describe("an application with uploads", () => {
  test("takes its uploads by their ids, and sending it again creates no second application", async () => {
    const paper = await uploadFile("nationalIdOrPassport", new File([pdf()], "a.pdf"));
    const photo = await uploadFile("exteriorPhoto1", new File([png(40, 30) as BlobPart], "a.png"));
    const fields = { firstName: "Zoë", ticket, uploads: `${paper.id},${photo.id}` };
    const answer = DriverApplicationAnswer.parse(await (await send(fields)).json());
    expect(answer.missing).not.toContain("nationalIdOrPassport");
    expect(answer.missing).not.toContain("exteriorPhoto1");
    expect(answer.missing).toContain("proofOfAddress");
    expect(rows().map(({ applicationId }) => applicationId)).toEqual([
      answer.applicationId,
      answer.applicationId,
    ]);

    const secondAnswer = DriverApplicationAnswer.parse(await (await send(fields)).json());
    expect(secondAnswer).toEqual(answer);
    expect(server.deps.db.select().from(driverApplications).all()).toHaveLength(1);
    areRowsAndFilesEqual();
  });

  test("is changed by a new file when it is sent again with the same answers", async () => {
    const paper = await uploadFile("nationalIdOrPassport", new File([pdf()], "a.pdf"));
    await send({ firstName: "Zoë", ticket, uploads: paper.id });
    const added = await uploadFile("drivingCertificate", new File([pdf()], "b.pdf"));
    for (const _ of [1, 2])
      await send({ firstName: "Zoë", ticket, uploads: `${paper.id},${added.id}` });
    const [application] = server.deps.db.select().from(driverApplications).all();
    expect(application).toMatchObject({ version: 2, changedAt: server.deps.now() });
    const events = server.deps.db.select().from(driverApplicationEvents).all();
    expect(events.map((event) => event.act)).toEqual(["sent", "changed"]);
    areRowsAndFilesEqual();
  });

  test("is refused with another ticket's uploads, and nothing is stored", async () => {
    const paper = await uploadFile("nationalIdOrPassport", new File([pdf()], "a.pdf"));
    const answer = await send({ firstName: "Zoë", ticket: otherTicket, uploads: paper.id });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: "application.upload_gone",
      fields: { [paper.id]: expect.any(String) },
    });
    expect(server.deps.db.select().from(driverApplications).all()).toHaveLength(0);
    expect(rows()[0]?.applicationId).toBeNull();
  });

  test("stores the files that are sent in the form itself", async () => {
    const photo = await jpeg();
    const form = new FormData();
    form.set("firstName", "Zoë");
    for (const field of ["nationalIdOrPassport", "drivingCertificate", "proofOfAddress"])
      form.set(field, new File([pdf()], `${field}.pdf`));
    for (const side of ["exterior", "interior"])
      for (let i = 1; i <= 4; i++)
        form.set(`${side}Photo${i}`, new File([photo as BlobPart], "photo.jpg"));
    const answer = await server.browser().request("/driver-application", { form });
    expect(answer.status).toBe(201);
    const { missing } = DriverApplicationAnswer.parse(await answer.json());
    expect(missing.filter((name) => /Photo|nationalId|driving|proof/.test(name))).toEqual([]);
    expect(rows()).toHaveLength(11);
    areRowsAndFilesEqual();
  });

  test("is refused because of one bad file, names its field and stores nothing", async () => {
    const form = new FormData();
    form.set("firstName", "Zoë");
    form.set("nationalIdOrPassport", new File([pdf()], "a.pdf"));
    form.set("exteriorPhoto2", new File(["<svg onload=alert(1)>"], "a.jpg"));
    const answer = await server.browser().request("/driver-application", { form });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      code: "paper.wrong_type",
      fields: { exteriorPhoto2: expect.any(String) },
    });
    expect(uploadedFiles()).toEqual([]);
    areRowsAndFilesEqual();
  });
});
