/** The demo's applications to drive: dispatch finds one in each state, with documents that can be opened. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { demoOwner } from "../../db/demo";
import { readPhoneNumber } from "../../src/accounts/contact-rules";
import { applicationErrors } from "../../src/drivers/application-rules";
import { DemoRefusedError, fillDemo } from "../../src/demo/fill";
import { ApplicationAnswer, Applications } from "../../src/drivers/application-review-contract";
import { type Browser, createTestServer, type TestServer } from "../support/server";

const readPhone = (typed: string) => readPhoneNumber(typed, { country: "RW" });

let server: TestServer;
let dispatch: Browser;
beforeAll(async () => {
  server = await createTestServer();
  await fillDemo(server.deps);
  dispatch = server.browser();
  const { email, password } = demoOwner;
  expect((await dispatch.post("/admin/login", { email, password })).status).toBe(200);
});
afterAll(() => server.close());

async function all() {
  const { applications } = Applications.parse(
    await (await dispatch.get("/admin/driver-applications")).json(),
  );
  return Promise.all(
    applications.map(async ({ id }) => {
      const answer = await dispatch.get(`/admin/driver-applications/${id}`);
      return ApplicationAnswer.parse(await answer.json()).application;
    }),
  );
}

test("the demo has an application in each state, with what is missing in that state", async () => {
  const found = (await all()).map(({ status, missing, files, request, reason }) => ({
    status,
    missing,
    decidedCount: files.filter(({ state }) => state !== "given").length,
    hasRequest: request !== null,
    hasReason: reason !== null,
  }));
  expect(found).toEqual([
    { status: "submitted", missing: [], decidedCount: 0, hasRequest: false, hasReason: false },
    {
      status: "incomplete",
      missing: ["emergencyContactNumber", "interiorPhoto3", "interiorPhoto4", "certified"],
      decidedCount: 0,
      hasRequest: false,
      hasReason: false,
    },
    { status: "submitted", missing: [], decidedCount: 2, hasRequest: false, hasReason: false },
    {
      status: "incomplete",
      missing: ["proofOfAddress"],
      decidedCount: 2,
      hasRequest: true,
      hasReason: false,
    },
    { status: "rejected", missing: [], decidedCount: 0, hasRequest: false, hasReason: true },
  ]);
});

test("the demo's applications have valid answers, and every file is a picture or a PDF", async () => {
  for (const { id, answers, files } of await all()) {
    expect(applicationErrors(answers, readPhone)).toEqual({});
    for (const file of files) {
      const answer = await dispatch.get(`/admin/driver-applications/${id}/files/${file.id}`);
      const content = await answer.bytes();
      expect([answer.status, content.length]).toEqual([200, file.bytes]);
      if (file.contentType === "application/pdf")
        expect(Buffer.from(content.slice(0, 5)).toString()).toBe("%PDF-");
      else
        expect(await new Bun.Image(content).metadata()).toMatchObject({ width: 640, height: 480 });
    }
  }
});

test("a demo that is refused stores no files", async () => {
  const folder = join(server.deps.config.dataDir, "uploads");
  const before = readdirSync(folder).length;
  await expect(fillDemo(server.deps)).rejects.toBeInstanceOf(DemoRefusedError);
  expect(readdirSync(folder)).toHaveLength(before);
});
