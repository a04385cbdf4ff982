/** The form on the page of a service that the operator added, without scripts and through the real server. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { contactEntries } from "../../db/schema/contact";
import { type RunningServer, startServer } from "../../src/server/server";
import { exampleService, publish } from "../support/content";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
let runningServer: RunningServer;
let origin: string;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  publish(server, "service", "school-runs", exampleService("School runs"));
});
afterEach(async () => {
  await runningServer.stop();
  server.close();
});

const typed = { name: "Jean", contact: "jean@example.com", place: "", day: "", text: "At <7>." };
const send = (path: string, fields: Record<string, string>) =>
  fetch(origin + path, {
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, website: "" }).toString(),
    redirect: "manual",
  });
const texts = () =>
  server.deps.db
    .select()
    .from(contactEntries)
    .all()
    .map(({ body }) => body);

test("the form is redirected to its page, which thanks the visitor", async () => {
  const page = await (await fetch(`${origin}/services/school-runs`)).text();
  expect(page).toContain('action="/services/school-runs#enquiry"');
  const sentAnswer = await send("/services/school-runs", typed);
  const to = "/services/school-runs?sent=yes#enquiry";
  expect([sentAnswer.status, sentAnswer.headers.get("location")]).toEqual([303, to]);
  expect(texts()).toEqual(["Service: School runs\n\nAt <7>."]);
  expect(await (await fetch(origin + to)).text()).toContain("We have your message.");
});

test("a refused form shows what was typed, and only to its own visitor", async () => {
  const refusedAnswer = await send("/services/school-runs", { ...typed, contact: "nobody" });
  expect([refusedAnswer.status, refusedAnswer.headers.get("cache-control")]).toEqual([
    400,
    "no-store",
  ]);
  const page = await refusedAnswer.text();
  expect(page).toContain("Please enter an e-mail address or a phone number.");
  expect(page).toContain("At &lt;7&gt;.");
  expect(texts()).toEqual([]);
  const next = await (await fetch(`${origin}/services/school-runs`)).text();
  expect(next).not.toContain("At &lt;7&gt;.");
});

test("a refused form names the fault in the language of its page", async () => {
  const refusedAnswer = await send("/fr/services/school-runs", { ...typed, contact: "nobody" });
  expect(await refusedAnswer.text()).toContain(
    "Veuillez écrire une adresse e-mail ou un numéro de téléphone.",
  );
});

test("the form of an unknown service gets a 404 page", async () => {
  const unknownServiceAnswer = await send("/services/flying-carpets", typed);
  expect(unknownServiceAnswer.status).toBe(404);
  expect(unknownServiceAnswer.headers.get("content-type")).toStartWith("text/html");
  expect((await send("/services/home-care", typed)).status).toBe(404);
  expect(texts()).toEqual([]);
});
