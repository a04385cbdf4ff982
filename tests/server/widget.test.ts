/** The widget over the real server: which sites may show it in a frame, and how a trip continues from it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { emptyDraft } from "../../client/booking/draft";
import { type RunningServer, startServer } from "../../src/server/server";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let runningServer: RunningServer;
let owner: Browser;
let origin: string;
beforeEach(async () => {
  server = await createTestServer({
    RATE_LIMITS: "off",
    PORT: "0",
    HOST: "127.0.0.1",
    ANALYTICS_SCRIPT_URL: "https://tags.example.com/tag.js",
  });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  owner = await signInAdmin(server);
});
afterEach(async () => {
  await runningServer.stop();
  server.close();
});

async function allow(...sites: string[]): Promise<void> {
  const { version } = (await (await owner.get("/admin/settings/widget")).json()) as {
    version: number;
  };
  expect((await owner.put("/admin/settings/widget", { sites, version })).status).toBe(200);
}
const policyOf = ({ headers }: Response) => headers.get("content-security-policy") ?? "";
const ancestors = (answer: Response) => /frame-ancestors ([^;]+)/.exec(policyOf(answer))?.[1];

test("only websites named by the owner can embed the widget, and they can embed no other page", async () => {
  const before = await fetch(`${origin}/widget`);
  expect(before.status).toBe(200);
  expect([ancestors(before), before.headers.get("x-frame-options")]).toEqual(["'none'", "DENY"]);

  await allow("https://www.example.com", "http://localhost:5173");
  const widget = await fetch(`${origin}/widget?site=https://evil.example`);
  expect(ancestors(widget)).toBe("https://www.example.com http://localhost:5173");
  expect(widget.headers.get("x-frame-options")).toBeNull();
  expect(widget.headers.get("x-robots-tag")).toBe("noindex");
  // Pages of other websites must not load this third-party script.
  expect(policyOf(widget)).not.toContain("tags.example.com");
  expect(await widget.text()).not.toContain("tags.example.com");

  for (const path of ["/", "/reservation", "/widgets", "/dispatch", "/faq", "/offline"]) {
    const other = await fetch(origin + path);
    expect([path, ancestors(other)]).toEqual([path, "'none'"]);
    expect([path, other.headers.get("x-frame-options")]).toEqual([path, "DENY"]);
  }

  await allow();
  expect(ancestors(await fetch(`${origin}/widget`))).toBe("'none'");
});

test("the widget uses the language of the website, or else of the visitor", async () => {
  const widgetLanguage = async (query: string, acceptLanguage = "en") => {
    const headers = { "accept-language": acceptLanguage };
    const page = await (await fetch(`${origin}/widget${query}`, { headers })).text();
    return /<html lang="(\w+)"/.exec(page)?.[1];
  };
  expect(await widgetLanguage("?language=fr")).toBe("fr");
  expect(await widgetLanguage("?language=es", "fr")).toBe("es");
  expect(await widgetLanguage("?language=xx", "fr")).toBe("fr");
  expect(await widgetLanguage("")).toBe("en");
});

test("other websites can load only the widget's script", async () => {
  const script = await fetch(`${origin}/widget.js`);
  expect(script.status).toBe(200);
  expect(script.headers.get("content-type")).toStartWith("text/javascript");
  expect(script.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(script.headers.get("cache-control")).toBe("public, max-age=3600");
  const text = await script.text();
  expect(text.length).toBeLessThan(4_000);
  expect(text).not.toContain("import");
  const worker = await fetch(`${origin}/sw.js`);
  expect(worker.headers.get("cross-origin-resource-policy")).toBe("same-origin");
});

const postDraft = (change: object = {}) =>
  JSON.stringify({ version: 1, savedAt: Date.now(), draft: { ...emptyDraft(), ...change } });
const send = (draft: string, headers: Record<string, string> = { origin }) =>
  fetch(`${origin}/widget`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ draft }),
    redirect: "manual",
  });
const draftInAnswer = async (answer: Response) =>
  /data-draft="([^"]*)"/.exec(await answer.text())?.[1]?.replaceAll("&quot;", '"') ?? null;

test("a trip from the widget arrives in the request body and is not cached", async () => {
  const from = { text: "12 Secret Street", place: null };
  const answer = await send(postDraft({ from, unknown: "left out" }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-frame-options")).toBe("DENY");
  expect(policyOf(answer)).toMatch(/^default-src 'none'; script-src 'nonce-[^']+';/);
  expect(ancestors(answer)).toBe("'none'");
  const draft = JSON.parse((await draftInAnswer(answer)) ?? "").draft;
  expect(draft.from).toEqual(from);
  expect(draft).not.toHaveProperty("unknown");
});

test("HTML in a trip from the widget is escaped", async () => {
  const text = `"><script>planted=1</script>`;
  const page = await (await send(postDraft({ from: { text, place: null } }))).text();
  expect(page).not.toContain("<script>planted");
  expect(page).toContain("&lt;script&gt;planted");
});

test("an invalid trip from the widget opens an empty booking", async () => {
  for (const draft of ["", "{", "null", '{"version":2}', postDraft({ hours: "many" })]) {
    const answer = await send(draft);
    expect([draft, answer.status]).toEqual([draft, 200]);
    expect(await draftInAnswer(answer)).toBe("");
  }
});

test("the server refuses a trip from another website and one that is too large", async () => {
  const foreignForms: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreignForms) {
    const answer = await send(postDraft(), headers);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain("script");
  }
  // If a body is refused unread, the server closes the connection.
  const oversizedAnswer = await send("x".repeat(600_000), { origin, connection: "close" });
  expect(oversizedAnswer.status).toBe(413);
});
