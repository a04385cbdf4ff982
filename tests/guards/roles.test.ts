/** Which role may make which call of dispatch: every call is made with every role, and from a locked screen. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { AdminRole } from "../../src/accounts/contract";
import { may, type Permission, permissionWords } from "../../src/accounts/permission-rules";
import { requiredPermission } from "../../src/server/http";
import { type DescribedCall, describedCalls, make, nameOf } from "../support/calls";
import { LOCKED_CALLS, NEEDS, needOf, CALLS_OF_ALL_STAFF } from "../support/needs";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let calls: DescribedCall[];
const browsers = new Map<AdminRole, Browser>();

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  calls = (await describedCalls(server)).filter(({ security }) => security === "admin");
  for (const role of AdminRole.options) browsers.set(role, await signInAdmin(server, { role }));
});
afterAll(() => server.close());

/** Makes a call, and returns its status and code. Closes an accepted stream at once. */
async function ask(browser: Browser, call: DescribedCall): Promise<string> {
  const answer = await make(browser, call, call.acceptsJson ? { json: {} } : {});
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  if (!isJson) await answer.body?.cancel();
  const body = isJson ? ((await answer.json()) as { code?: string } | null) : null;
  return body?.code ? `${answer.status} ${body.code}` : String(answer.status);
}

test("every call of dispatch is in the list once and requires the listed permission", () => {
  expect(calls.length).toBeGreaterThan(150);
  const listed = [...LOCKED_CALLS, ...Object.values(NEEDS).flat()];
  expect(listed.toSorted()).toEqual(calls.map(nameOf).toSorted());
  const routes = server.app.routes.flatMap(({ handler, method, path }) => {
    const permission: unknown = Reflect.get(handler, requiredPermission);
    return permission ? [`${method} ${path.replace("/backend", "")}: ${String(permission)}`] : [];
  });
  const wanted = Object.entries(NEEDS).flatMap(([need, names]) =>
    names.map((name) => `${name}: ${need}`),
  );
  expect(routes.toSorted()).toEqual(wanted.toSorted());
});

for (const role of AdminRole.options)
  test(`${role}: exactly the calls that the role may not make answer 403`, async () => {
    const browser = browsers.get(role);
    if (!browser) throw new Error("not signed in");
    const wrongCalls: string[] = [];
    for (const call of calls) {
      const need = needOf(call);
      if (!need) continue;
      const answer = await ask(browser, call);
      const refused = answer === "403 request.forbidden";
      if (refused === may(role, need) || answer.startsWith("5"))
        wrongCalls.push(`${nameOf(call)}: ${answer}`);
    }
    expect(wrongCalls).toEqual([]);
  });

test("a locked screen gets a 423 from every call except four, whatever the role", async () => {
  for (const role of AdminRole.options) {
    const browser = await signInAdmin(server, { role });
    expect((await browser.post("/admin/lock")).status).toBe(200);
    const wrongCalls: string[] = [];
    for (const call of calls) {
      if (LOCKED_CALLS.includes(nameOf(call))) continue;
      const answer = await ask(browser, call);
      if (answer !== "423 admin.locked") wrongCalls.push(`${nameOf(call)}: ${answer}`);
    }
    expect(wrongCalls).toEqual([]);
    expect((await browser.get("/admin/profile")).status).toBe(200);
  }
});

test("docs/roles.md matches the table of permissions", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/roles.md"), "utf8");
  const rows = [...page.matchAll(/^\| ([A-Z][^|]*?) +\| (yes|) *\| (yes|) *\| (yes|) *\|$/gm)]
    .map((row) => row.slice(1))
    .filter(([heading]) => heading !== "What");
  expect(rows).toEqual(
    Object.entries(permissionWords).map(([permission, heading]) => [
      heading,
      ...AdminRole.options.map((role) => (may(role, permission as Permission) ? "yes" : "")),
    ]),
  );
});

test("docs/roles.md names every group of calls that all staff may make", () => {
  const [, named = ""] = /^See (.*)$/.exec(permissionWords["dispatch.view"]) ?? [];
  expect(named.split(/, and |, | and /)).toEqual(Object.keys(CALLS_OF_ALL_STAFF));
  for (const [word, names] of Object.entries(CALLS_OF_ALL_STAFF))
    expect([word, names.length > 0]).toEqual([word, true]);
  // Each of these has its own row in the table, which excludes accountants.
  const ownRowCalls =
    /ratings?\b|lost-reports|found-items|candidates|incidents|\/(:id|admin)\/documents|applications|callers|riders|no-show/;
  expect(
    Object.values(CALLS_OF_ALL_STAFF)
      .flat()
      .filter((name) => ownRowCalls.test(name)),
  ).toEqual([]);
});
