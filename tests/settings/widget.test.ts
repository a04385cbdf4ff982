/** Which websites may show the booking widget: how they are entered, who may change them, and what is recorded. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import type { WidgetRulesAnswer } from "../../src/settings/widget/widget-contract";
import { widgetSites } from "../../src/settings/widget/widget-queries";
import { siteOrigin } from "../../src/settings/widget/widget-rules";
import { readFrameMessage } from "../../client/widget/frame-message";
import { readWidgetSearch } from "../../client/widget/search";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

describe("siteOrigin", () => {
  test.each([
    ["https://www.example.com", "https://www.example.com"],
    ["  https://WWW.Example.com/ ", "https://www.example.com"],
    ["https://example.com:443", "https://example.com"],
    ["https://example.com:8443", "https://example.com:8443"],
    ["https://münchen.example", "https://xn--mnchen-3ya.example"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://site.localhost", "http://site.localhost"],
  ])("reads %s as %s", (typed, origin) => {
    expect(siteOrigin(typed)).toBe(origin);
  });

  test.each([
    "",
    "www.example.com",
    "http://example.com",
    "http://localhost.example.com",
    "https://*.example.com",
    "https://example.com/page",
    "https://example.com/?",
    "https://example.com/#top",
    "https://me:secret@example.com",
    "https://[::1]",
    "https://example.com; script-src *",
    "https://example.com https://other.example",
    "https://example.com'unsafe",
    "javascript:alert(1)",
    "data:text/html,x",
    "null",
    "*",
    "'self'",
    `https://${"a".repeat(300)}.example`,
  ])("refuses %p as a website's origin", (typed) => {
    expect(siteOrigin(typed)).toBeNull();
  });
});

test("the widget reads only valid options from its address", () => {
  expect(
    readWidgetSearch({
      site: "https://www.example.com",
      language: "fr",
      theme: "dark",
      accent: "#7A1F2B",
      class: " Business van ",
    }),
  ).toEqual({
    site: "https://www.example.com",
    language: "fr",
    theme: "dark",
    accent: "#7a1f2b",
    class: "Business van",
  });
  const nothing = { site: undefined, language: undefined, theme: undefined, accent: undefined };
  expect(
    readWidgetSearch({ site: "*", theme: "neon", accent: "red;}", class: 7, language: {} }),
  ).toEqual({ ...nothing, class: undefined });
});

test("a page accepts only valid messages from the widget", () => {
  const frameMessage = { livery: "widget", height: 412.2, title: "Book a car" };
  expect(readFrameMessage(frameMessage)).toEqual({
    livery: "widget",
    height: 413,
    title: "Book a car",
  });
  for (const other of [
    null,
    "height",
    { ...frameMessage, livery: "other" },
    { ...frameMessage, height: "412" },
    { ...frameMessage, height: Number.NaN },
    { ...frameMessage, height: -1 },
    { ...frameMessage, height: 1e9 },
    { ...frameMessage, title: undefined },
  ])
    expect(readFrameMessage(other)).toBeNull();
});

describe("the widget setting", () => {
  let server: TestServer;
  let owner: Browser;
  beforeEach(async () => {
    server = await createTestServer({ RATE_LIMITS: "off", PUBLIC_URL: "http://livery.test" });
    owner = await signInAdmin(server);
  });
  afterEach(() => server.close());

  const read = async (by = owner) =>
    (await (await by.get("/admin/settings/widget")).json()) as WidgetRulesAnswer;
  const save = async (sites: unknown, version?: number, by = owner) =>
    by.put("/admin/settings/widget", { sites, version: version ?? (await read()).version });

  test("lists no website at first and shows the snippet to paste", async () => {
    expect(await read()).toMatchObject({
      rules: { sites: [] },
      snippet: '<script async src="http://livery.test/widget.js"></script>',
    });
  });

  test("stores each website once, as browsers spell it, and is logged", async () => {
    const answer = await save(["https://Example.com/", "https://example.com", "http://localhost"]);
    expect(answer.status).toBe(200);
    const sites = ["https://example.com", "http://localhost"];
    expect((await read()).rules).toEqual({ sites });
    expect(widgetSites(server.deps)).toEqual(sites);
    const line = server.deps.db
      .select()
      .from(auditLog)
      .all()
      .find(({ action }) => action === "settings.widget_changed");
    expect(JSON.parse(line?.detail ?? "")).toMatchObject({
      changed: "widgetSites",
      sites: "https://example.com, http://localhost",
    });
  });

  test.each([
    [["https://example.com/booking"]],
    [["https://example.com", "*"]],
    [Array.from({ length: 21 }, (_, at) => `https://site-${at}.example`)],
    ["https://example.com"],
  ])("refuses %p, naming the field", async (sites) => {
    const answer = await save(sites);
    expect(answer.status).toBe(400);
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    expect(Object.keys(fields)).toEqual(["sites"]);
    expect((await read()).rules.sites).toEqual([]);
  });

  test("can be read by a dispatcher and changed only by an owner with the newest version", async () => {
    const dispatcher = await signInAdmin(server, { role: "dispatcher" });
    const { version } = await read(dispatcher);
    expect((await save([], version, dispatcher)).status).toBe(403);
    expect((await save(["https://example.com"], version)).status).toBe(200);
    const late = await save([], version);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: "request.conflict" });
    expect((await read()).rules.sites).toEqual(["https://example.com"]);
  });
});
