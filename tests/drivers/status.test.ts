import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  driverApplicationEvents,
  driverApplicationFiles,
  driverApplicationLinks,
  driverApplications,
} from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import { outbox } from "../../db/schema/notifications";
import { ApplicationStatus, UploadAnswer } from "../../src/drivers/application-contract";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import { redactPath } from "../../src/server/requests";
import {
  applyToDrive,
  applicantLink,
  requiredFields,
  completeAnswers,
} from "../support/applicants";
import { jpeg, pdf } from "../support/pictures";
import { createTestServer, type TestServer } from "../support/server";
import { messagesTo } from "../support/sign-in";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const EMAIL = "applicant@example.com";
const statusPath = (token: string) => `/driver-application/status/${token}`;
const read = async (token: string) => {
  const answer = await server.browser().get(statusPath(token));
  expect(answer.status).toBe(200);
  return ApplicationStatus.parse(await answer.json());
};
const change = (token: string, answers: Record<string, string>, version?: number) =>
  server.browser().request(statusPath(token), {
    method: "PUT",
    json: { answers, ...(version !== undefined && { version }) },
  });
const add = (token: string, field: string, file: File) => {
  const form = new FormData();
  form.set("field", field);
  form.set("file", file);
  return server.browser().request(`${statusPath(token)}/files`, { form });
};
const tables = [
  driverApplications,
  driverApplicationFiles,
  driverApplicationLinks,
  driverApplicationEvents,
  files,
] as const;
const uploadedFiles = () => readdirSync(join(server.deps.config.dataDir, "uploads"));

describe("the link to an application", () => {
  test("is sent by e-mail, stored as a hash and opens its own application only", async () => {
    await applyToDrive(server, { answers: completeAnswers });
    const token = applicantLink(server, EMAIL);
    expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const [row] = server.deps.db.select().from(driverApplicationLinks).all();
    expect(row?.tokenHash).not.toContain(token);
    const status = await read(token);
    expect(status).toMatchObject({ status: "incomplete", open: true, files: [] });
    expect(status.missing).toContain("exteriorPhoto1");
    expect(status.answers.firstName).toBe("Zoë");

    const answer = await server.browser().get(statusPath(token));
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-robots-tag")).toContain("noindex");
    for (const other of ["x", `${token}x`, "A".repeat(22)])
      expect((await server.browser().get(statusPath(other))).status).toBe(404);
    server.advance(14 * 86_400_000);
    const late = await server.browser().get(statusPath(token));
    expect(late.status).toBe(404);
    expect(await late.json()).toMatchObject({ code: "application.link_gone" });
  });

  test("is sent by SMS if the applicant gave only a phone number", async () => {
    await applyToDrive(server, { answers: { ...completeAnswers, email: "" } });
    const token = applicantLink(server, "+250780000900");
    expect((await read(token)).answers.phoneNumber).toBe("+250780000900");
  });

  test("is redacted in the logs", () => {
    for (const path of ["/driver-apply/status/secret", "/backend/driver-application/status/secret"])
      expect(redactPath(`${path}`)).not.toContain("secret");
  });

  test("is sent again on request, with the same answer for known and unknown contacts", async () => {
    await applyToDrive(server, { answers: completeAnswers });
    const ask = (identifier: string, address = "198.51.100.9") =>
      server.browser(address).request("/driver-application/link", { json: { identifier } });
    const first = applicantLink(server, EMAIL);
    const known = await ask(EMAIL.toUpperCase());
    const unknown = await ask("nobody@example.com");
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    const second = applicantLink(server, EMAIL);
    expect(second).not.toBe(first);
    expect((await read(second)).status).toBe("incomplete");
    for (let i = 0; i < 12; i++) await ask(EMAIL, `198.51.100.${20 + i}`);
    expect(messagesTo(server, EMAIL)).toHaveLength(6);
    expect(messagesTo(server, "nobody@example.com")).toHaveLength(0);
    server.advance(86_400_000);
    await ask(EMAIL, "198.51.100.77");
    expect(messagesTo(server, EMAIL)).toHaveLength(7);
  });
});

describe("an applicant who comes back", () => {
  test("adds what is missing and certifies, which submits the application", async () => {
    await applyToDrive(server, { answers: { ...completeAnswers, make: "", certified: "" } });
    const token = applicantLink(server, EMAIL);
    for (const field of requiredFields.documents)
      expect((await add(token, field, new File([pdf(field)], `${field}.pdf`))).status).toBe(201);
    const photo = (await jpeg()) as BlobPart;
    for (const field of requiredFields.photos)
      expect((await add(token, field, new File([photo], "photo.jpg"))).status).toBe(201);
    expect((await read(token)).missing).toEqual(["make", "certified"]);
    expect((await change(token, { make: "Honda" })).status).toBe(200);
    const done = ApplicationStatus.parse(await (await change(token, { certified: "true" })).json());
    expect(done).toMatchObject({ status: "submitted", missing: [] });
    expect(done.answers).toMatchObject({ make: "Honda", certified: "true", firstName: "Zoë" });
    // A later change has not been certified.
    const changed = ApplicationStatus.parse(await (await change(token, { color: "Red" })).json());
    expect(changed).toMatchObject({ status: "incomplete", missing: ["certified"] });
  });

  test("cannot save an invalid answer or overwrite a newer change", async () => {
    await applyToDrive(server, { answers: completeAnswers });
    const token = applicantLink(server, EMAIL);
    const badDateAnswer = await change(token, { dateOfBirth: "2026-02-30" });
    expect(badDateAnswer.status).toBe(400);
    const { version } = await read(token);
    expect((await change(token, { color: "Red" }, version)).status).toBe(200);
    const staleAnswer = await change(token, { color: "Blue" }, version);
    expect(await staleAnswer.json()).toMatchObject({ code: "application.stale" });
    expect((await read(token)).answers.color).toBe("Red");
  });

  test("sees and removes only their own files", async () => {
    const stranger = "other@example.com";
    await applyToDrive(server, { answers: completeAnswers });
    await applyToDrive(server, { answers: { ...completeAnswers, email: stranger } });
    const [mine, theirs] = [applicantLink(server, EMAIL), applicantLink(server, stranger)];
    const answer = await add(mine, "proofOfAddress", new File([pdf()], "my <b>bill</b>.pdf"));
    const { upload } = UploadAnswer.parse(await answer.json());
    const path = (token: string) => `${statusPath(token)}/files/${upload.id}`;
    const file = await server.browser().get(path(mine));
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("content-disposition")).toBe(
      'attachment; filename="proofOfAddress.pdf"',
    );
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    expect(file.headers.get("cache-control")).toBe("no-store");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(pdf());
    expect((await server.browser().get(path(theirs))).status).toBe(404);
    const remove = (token: string) => server.browser().request(path(token), { method: "DELETE" });
    expect((await remove(theirs)).status).toBe(404);
    expect((await remove(mine)).status).toBe(200);
    expect((await server.browser().get(path(mine))).status).toBe(404);
    expect(uploadedFiles()).toEqual([]);
  });

  test("withdraws the application, and the server deletes everything", async () => {
    await applyToDrive(server, { answers: completeAnswers });
    const token = applicantLink(server, EMAIL);
    await add(token, "proofOfAddress", new File([pdf()], "a.pdf"));
    expect(uploadedFiles()).toHaveLength(1);
    const deletedAnswer = await server.browser().request(statusPath(token), { method: "DELETE" });
    expect(deletedAnswer.status).toBe(200);
    for (const table of tables) expect(server.deps.db.select().from(table).all()).toEqual([]);
    expect(uploadedFiles()).toEqual([]);
    expect((await server.browser().get(statusPath(token))).status).toBe(404);
  });

  test("can still change the application after sending three in a day", async () => {
    for (let i = 0; i < 3; i++) await applyToDrive(server, { answers: completeAnswers });
    const token = applicantLink(server, EMAIL);
    expect((await change(token, { color: "Red" })).status).toBe(200);
    expect((await add(token, "proofOfAddress", new File([pdf()], "a.pdf"))).status).toBe(201);
  });
});

describe("periods of keeping", () => {
  test("an upload without an application is deleted after a day", async () => {
    const form = new FormData();
    form.set("ticket", "AAAAAAAAAAAAAAAAAAAAAA");
    form.set("field", "proofOfAddress");
    form.set("file", new File([pdf()], "a.pdf"));
    await server.browser().request("/driver-application/uploads", { form });
    server.advance(86_400_000 - 1_000);
    await sweepExpiredRecords(server.deps);
    expect(uploadedFiles()).toHaveLength(1);
    server.advance(2_000);
    await sweepExpiredRecords(server.deps);
    expect(uploadedFiles()).toEqual([]);
    expect(server.deps.db.select().from(driverApplicationFiles).all()).toEqual([]);
  });

  test("an unfinished application is deleted a year after its last change", async () => {
    await applyToDrive(server, { answers: completeAnswers });
    const token = applicantLink(server, EMAIL);
    server.advance(13 * 86_400_000);
    await add(token, "proofOfAddress", new File([pdf()], "a.pdf"));
    server.advance(364 * 86_400_000);
    await sweepExpiredRecords(server.deps);
    expect(server.deps.db.select().from(driverApplications).all()).toHaveLength(1);
    server.advance(2 * 86_400_000);
    await sweepExpiredRecords(server.deps);
    for (const table of tables) expect(server.deps.db.select().from(table).all()).toEqual([]);
    expect(uploadedFiles()).toEqual([]);
    expect(server.deps.db.select().from(outbox).all()).toEqual([]);
  });

  test("an applicant's change keeps the application longer than dispatch's request", async () => {
    await applyToDrive(server, { answers: completeAnswers });
    server.deps.db.update(driverApplications).set({ requestedAt: server.deps.now() }).run();
    server.advance(13 * 86_400_000);
    await add(applicantLink(server, EMAIL), "proofOfAddress", new File([pdf()], "a.pdf"));
    server.advance(364 * 86_400_000);
    await sweepExpiredRecords(server.deps);
    expect(server.deps.db.select().from(driverApplications).all()).toHaveLength(1);
    expect(uploadedFiles()).toHaveLength(1);
  });
});
