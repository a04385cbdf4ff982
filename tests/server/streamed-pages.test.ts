/** How pages of the signed-in areas are streamed: the head before the queries, and slow parts after the shell. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { createDriver } from "../support/fleet";
import { type CachedPagesServer, serveCachedPages } from "../support/cached-pages-server";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const BROWSER_USER_AGENT =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0";

let server: TestServer;
let pages: CachedPagesServer;

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", HOST: "127.0.0.1" });
  pages = await serveCachedPages(server);
});

afterEach(async () => {
  await pages.stop();
  server.close();
});

async function ask(path: string, visitor?: Browser, headers: Record<string, string> = {}) {
  const cookie = [...(visitor?.cookies ?? [])]
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  const answer = await fetch(pages.origin + path, {
    headers: {
      cookie,
      "user-agent": BROWSER_USER_AGENT,
      "accept-encoding": "identity",
      ...headers,
    },
    redirect: "manual",
  });
  const reader = (answer.body ?? new Blob([]).stream()).getReader();
  const decoder = new TextDecoder();
  let text = "";
  /** Reads until the page contains `wanted`, or to its end. */
  const until = async (wanted?: string) => {
    while (wanted === undefined || !text.includes(wanted)) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    return text;
  };
  return { answer, until, reader };
}

const board = "/dispatch/dashboard/reservation";
const reports = "/dispatch/dashboard/reports";

test("the head of a dispatch page is sent before its queries run, with its preloads", async () => {
  const desk = await signInAdmin(server);
  pages.held.slow = "/admin/reservations";
  const { answer, until } = await ask(board, desk);
  const head = await until('rel="modulepreload"');
  expect(answer.status).toBe(200);
  expect(head).toStartWith('<!DOCTYPE html><html lang="en"><head><link rel="stylesheet"');
  expect(head).not.toContain("</head>");
  expect(pages.held.worked).not.toContain("/admin/reservations");
  pages.held.release();
  const page = await until();
  expect(pages.held.worked).toContain("/admin/reservations");
  expect(page).toEndWith("</body></html>");
  expect(page.match(/<head>/g)).toHaveLength(1);
  const nonce = /nonce-([\w-]{22})/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  const scripts = page.match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
  expect(page).not.toContain(" style=");
});

test("a driver's page sends its head early, and a rider's page comes in one piece", async () => {
  createDriver(server, { email: "driver@example.com" });
  pages.held.slow = "/driver/reservations";
  const driver = await signInDriver(server);
  const { until } = await ask("/driver/dashboard/requests/today", driver.browser);
  expect(await until('rel="modulepreload"')).not.toContain("</head>");
  expect(pages.held.worked).not.toContain("/driver/reservations");
  const { answer } = await ask("/trips", (await signInRider(server)).browser);
  expect(answer.headers.get("content-length")).not.toBeNull();
});

test("a deferred part follows the shell and fills its placeholder", async () => {
  const desk = await signInAdmin(server);
  pages.held.slow = "/admin/reports";
  const { until } = await ask(reports, desk);
  const shell = await until('aria-busy="true"');
  expect(shell).toContain(">Reports</h1>");
  expect(shell).toContain('content="0;url=?whole"');
  expect(shell).not.toContain(">Details</h2>");
  expect(pages.held.worked).not.toContain("/admin/reports");
  pages.held.release();
  const page = await until();
  expect(page).toContain(">Details</h2>");
  expect(page).toEndWith("</body></html>");
});

test("a deferred part that fails shows an error in its place", async () => {
  const desk = await signInAdmin(server);
  pages.held.failingPath = "/admin/reports";
  const { answer, until } = await ask(reports, desk);
  const page = await until();
  expect(answer.status).toBe(200);
  expect(page).toContain("Try again");
  expect(page).toContain('aria-label="Dispatch"');
  expect(page).not.toContain("It broke");
});

test("robots and readers without scripts get the page in one piece", async () => {
  const desk = await signInAdmin(server);
  for (const [path, headers] of [
    [reports, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
    [`${reports}?by=month&whole`, {}],
  ] as const) {
    const { answer, until } = await ask(path, desk, headers);
    const page = await until();
    expect(answer.headers.get("content-length")).not.toBeNull();
    expect(page).toContain(">Details</h2>");
    expect(page).not.toContain('aria-busy="true"');
    expect(page).not.toContain("http-equiv");
  }
  const brokenPage = ask(reports, desk, { "user-agent": "Googlebot" });
  pages.held.failingPath = "/admin/reports";
  expect(await (await brokenPage).until()).toContain("Try again");
});

test("redirects, missing pages and forbidden pages have their own status", async () => {
  const desk = await signInAdmin(server, { role: "dispatcher" });
  createDriver(server, { email: "driver@example.com" });
  const rider = (await signInRider(server)).browser;
  const driver = (await signInDriver(server)).browser;
  const missing = crypto.randomUUID();
  for (const [path, visitor, status, to] of [
    [board, undefined, 303, "/dispatch"],
    ["/trips", undefined, 303, "/JoinUs"],
    ["/driver/dashboard", undefined, 303, "/JoinUs"],
    [reports, undefined, 303, "/dispatch"],
    [`/trips/${missing}`, rider, 404, null],
    [`/driver/dashboard/trips/${missing}`, driver, 404, null],
    [`/dispatch/dashboard/payouts/${missing}`, desk, 404, null],
    ["/dispatch/dashboard/staff", desk, 403, null],
    ["/dispatch/dashboard/nothing-here", desk, 404, null],
  ] as const) {
    const { answer, until } = await ask(path, visitor);
    await until();
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, status, to]);
  }
  await desk.post("/admin/lock");
  expect((await ask(board, desk)).answer.headers.get("location")).toBe("/dispatch/lock");
});

test("a compressed page can be read while it arrives", async () => {
  const desk = await signInAdmin(server);
  pages.held.slow = "/admin/reports";
  const headers = { "accept-encoding": "gzip" };
  const { answer, until } = await ask(reports, desk, headers);
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(await until('aria-busy="true"')).not.toContain(">Details</h2>");
  pages.held.release();
  expect(await until()).toEndWith("</body></html>");
});

test("a reader who disconnects leaves no pending request", async () => {
  const desk = await signInAdmin(server);
  for (const [path, call] of [
    [board, "/admin/reservations"],
    [reports, "/admin/reports"],
  ] as const) {
    pages.held.slow = call;
    const { until, reader } = await ask(path, desk);
    await until("modulepreload");
    await reader.cancel();
  }
  pages.held.release();
  pages.held.slow = "";
  // The delayed calls have ended, and the server answers as before.
  expect(await (await ask(board, desk)).until()).toEndWith("</body></html>");
  expect(pages.server.pendingRequests).toBe(0);
});
