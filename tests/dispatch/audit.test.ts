/** Reading the audit log: finding, paging, exporting and verifying entries, and who may do so. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { appendAudit } from "../../src/audit/actions";
import type { AuditPage, AuditState } from "../../src/dispatch/board/audit-contract";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { createDriver } from "../support/fleet";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let driverId: string;

const DAY = 86_400_000;
/** One entry for each of the last 60 days by the test's clock. */
const ROW_COUNT = 60;

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  driverId = createDriver(server, { email: "driver@example.com", firstName: "Eric" }).id;
  await server.deps.write((tx) => {
    for (let back = ROW_COUNT; back > 0; back--)
      appendAudit(tx, server.deps, {
        actor: {
          kind: "admin",
          id: back % 2 ? "odd" : "even",
          name: back % 2 ? "Zoë Odd" : "Even",
        },
        action: back % 3 ? "zone.changed" : "place.changed",
        subject: back === 5 ? { kind: "driver", id: driverId } : { kind: "zone", id: `z${back}` },
        summary: back === 7 ? '=SUM(A1), "quoted"' : `Changed the zone Airport ${back}`,
        detail: { changed: "name" },
        at: START - back * DAY,
      });
  });
  owner = await signInAdmin(server, { email: "owner@example.com" });
});
afterAll(() => server.close());

async function list(query: string, browser: Browser = owner): Promise<AuditPage> {
  const answer = await browser.get(`/admin/audit?${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return (await answer.json()) as AuditPage;
}

/** Returns every entry of a list, page by page. */
async function all(query: string): Promise<AuditPage["entries"]> {
  const found: AuditPage["entries"] = [];
  let cursor = "";
  for (;;) {
    const page = await list(`${query}${cursor && `&cursor=${cursor}`}`);
    found.push(...page.entries);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

test("the audit log lists the newest entries first, page by page, each once", async () => {
  const entries = await all("limit=7");
  expect(entries.length).toBeGreaterThan(ROW_COUNT);
  expect(new Set(entries.map(({ number }) => number)).size).toBe(entries.length);
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(entries[0]).toMatchObject({ action: "staff.signed_in", actor: { name: "Ada Uwase" } });
});

test("the audit log is filtered by person, action, subject, days and words", async () => {
  expect((await all("actor=odd")).length).toBe(30);
  expect((await all("action=place.changed")).length).toBe(20);
  expect((await all("actor=odd&action=place.changed")).length).toBe(10);
  const [about] = await all(`subjectKind=driver&subjectId=${driverId}`);
  expect(about?.subject).toMatchObject({ id: driverId, name: expect.stringContaining("Eric") });
  // The operator's clock, in Kigali, is two hours ahead.
  const days = await all("from=2026-11-10&to=2026-11-12");
  expect(days.map(({ at }) => at.slice(0, 10))).toEqual(["2026-11-12", "2026-11-11", "2026-11-10"]);
  expect((await all("q=airport 12")).map(({ summary }) => summary)).toEqual([
    "Changed the zone Airport 12",
  ]);
  expect((await all("q=zoe&limit=4")).length).toBe(30);
  expect((await all("q=zoe&from=2026-11-12&limit=1")).length).toBe(4);
  expect((await all("q=---")).length).toBe(0);
});

test("the audit log refuses an invalid filter", async () => {
  for (const query of [
    "limit=0",
    "limit=101",
    "from=2026-02-30",
    "action=x",
    "cursor=x",
    "subjectKind=x",
  ])
    expect([query, (await owner.get(`/admin/audit?${query}`)).status]).toEqual([query, 400]);
});

test("the audit log is downloaded as CSV without formulas, and records the download", async () => {
  const answer = await owner.get("/admin/audit.csv?from=2026-11-10");
  expect(answer.headers.get("content-type")).toContain("text/csv");
  const lines = (await answer.text()).trim().split("\r\n");
  expect(lines).toHaveLength(1 + (await all("from=2026-11-10")).length);
  expect(lines.find((line) => line.includes("SUM"))).toContain('"\'=SUM(A1), ""quoted"""');
  const [latest] = (await list("action=export.downloaded")).entries;
  expect(latest).toMatchObject({
    summary: "Downloaded the audit log",
    actor: { id: owner.admin.id },
    detail: { from: "2026-11-10" },
  });
});

test("an owner verifies the audit log and sees where it is intact or broken", async () => {
  const before = (await (await owner.get("/admin/audit/state")).json()) as AuditState;
  const answer = await owner.post("/admin/audit/verification");
  const state = (await answer.json()) as AuditState;
  expect(state.verified).toMatchObject({ intact: true, upTo: before.count, by: "Ada Uwase" });
  expect(state.count).toBe(before.count + 1);
  expect(state.people).toContainEqual({ id: owner.admin.id, name: "Ada Uwase" });
  server.deps.db.$client.run("DROP TRIGGER audit_log_no_update");
  server.deps.db.$client.run("UPDATE audit_log SET actor_name = 'Eve' WHERE number = 9");
  const auditState = (await (await owner.post("/admin/audit/verification")).json()) as AuditState;
  expect(auditState.verified).toMatchObject({ intact: false, upTo: 8, brokenAt: 9 });
});

test("an accountant reads the audit log, a dispatcher cannot, and an accountant cannot verify it", async () => {
  const accountant = await signInAdmin(server, { role: "accountant" });
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  expect((await accountant.get("/admin/audit")).status).toBe(200);
  expect((await accountant.post("/admin/audit/verification")).status).toBe(403);
  for (const path of ["/admin/audit", "/admin/audit.csv", "/admin/audit/state"])
    expect((await dispatcher.get(path)).status).toBe(403);
});
