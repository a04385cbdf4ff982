/** The owner sets how long records are kept: they are counted first, then deleted, and the deletion is recorded. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { contactMessages } from "../../db/schema/contact";
import { outbox } from "../../db/schema/notifications";
import { driverApplicationFiles, driverApplications } from "../../db/schema/drivers";
import { removals } from "../../db/schema/privacy";
import { sessions } from "../../db/schema/accounts";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import { retentionRules } from "../../src/privacy/retention";
import type { RetentionAnswer, RetentionPreview } from "../../src/privacy/retention-contract";
import { periods, retainedKinds } from "../../src/settings/retention-contract";
import { retentionStart } from "../../src/settings/retention-rules";
import { applyToDrive } from "../support/applicants";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const DAY = 86_400_000;
const PATH = "/admin/settings/retention";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const read = async (by: Browser = owner) => (await (await by.get(PATH)).json()) as RetentionAnswer;
async function save(change: Partial<RetentionAnswer["rules"]["days"]>, by: Browser = owner) {
  const { rules, version } = await read();
  return by.put(PATH, { days: { ...rules.days, ...change }, version });
}
const preview = async (days: object) =>
  (await (await owner.post(`${PATH}/preview`, { days })).json()) as RetentionPreview;
const count = (table: Parameters<ReturnType<TestServer["deps"]["db"]["select"]>["from"]>[0]) =>
  server.deps.db.select().from(table).all().length;
const write = (name: string) =>
  server.browser().post("/contact", {
    name,
    contact: `${name}@example.com`,
    topic: "price",
    text: "Do you drive at night?",
  });

test("Livery's own periods apply until an owner sets others, and again when they are set back", async () => {
  const { rules } = await read();
  for (const kind of retainedKinds) expect(rules.days[kind]).toBe(periods[kind].days);
  expect((await save({ tripMessages: 30, incidents: 3_650 })).status).toBe(200);
  expect((await read()).rules.days).toMatchObject({ tripMessages: 30, incidents: 3_650 });
  const [line] = server.deps.db
    .select()
    .from(auditLog)
    .all()
    .filter(({ action }) => action === "settings.retention_changed");
  expect(JSON.parse(line?.detail ?? "")).toEqual({
    changed: "retentionDays",
    tripMessages: 30,
    incidents: 3_650,
    version: 2,
  });
  await save({ tripMessages: 180, incidents: 1_095 });
  expect((await read()).rules.days).toEqual(rules.days);
});

test.each(retainedKinds)("the period of %s must stay within its bounds", async (kind) => {
  const { least, most } = periods[kind];
  for (const days of [least - 1, most + 1, least + 0.5]) {
    const answer = await save({ [kind]: days });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      fields: { [`days.${kind}`]: `Enter a number of days from ${least} to ${most}.` },
    });
  }
  for (const days of [least, most]) expect((await save({ [kind]: days })).status).toBe(200);
});

test("all staff read the periods, and only an owner with the current version changes them", async () => {
  for (const role of ["dispatcher", "accountant"] as const) {
    const staff = await signInAdmin(server, { role });
    expect((await staff.get(PATH)).status).toBe(200);
    expect((await staff.post(`${PATH}/preview`, { days: {} })).status).toBe(200);
    expect((await save({}, staff)).status).toBe(403);
  }
  const { rules, version } = await read();
  expect((await save({})).status).toBe(200);
  const late = await owner.put(PATH, { days: rules.days, version });
  expect([late.status, await late.json()]).toMatchObject([409, { code: "request.conflict" }]);
});

test("the preview counts the due records, and the next sweep deletes them and logs the number", async () => {
  expect((await write("early")).status).toBe(201);
  server.advance(40 * DAY);
  owner = await signInAdmin(server);
  expect((await write("late")).status).toBe(201);
  expect((await preview({ contactMessages: 41, contactSpam: 1 })).due).toEqual({
    contactMessages: 0,
    contactSpam: 0,
  });
  expect((await preview({ contactMessages: 39 })).due).toEqual({ contactMessages: 1 });
  await sweepExpiredRecords(server.deps);
  expect(count(contactMessages)).toBe(2);
  await save({ contactMessages: 39 });
  await sweepExpiredRecords(server.deps);
  expect(count(contactMessages)).toBe(1);
  expect((await preview({ contactMessages: 39 })).due).toEqual({ contactMessages: 0 });
  const { removed } = await read();
  expect(removed).toContainEqual(
    expect.objectContaining({ kind: "contactMessages", removed: 1 }) as never,
  );
  const days = removed.filter(({ kind }) => kind === "contactMessages").length;
  await sweepExpiredRecords(server.deps);
  expect((await read()).removed.filter(({ kind }) => kind === "contactMessages")).toHaveLength(
    days,
  );
});

test("one sweep deletes more records than one transaction takes, and logs one row for the day", async () => {
  const at = server.deps.now();
  const rows = Array.from({ length: retentionRules.outbox.rowsPerStep + 5 }, (_, n) => ({
    id: `m${n}`,
    kind: "code",
    channel: "email" as const,
    recipient: "a@example.com",
    subject: "Your code",
    state: "sent" as const,
    createdAt: at,
    nextAttemptAt: at,
    expiresAt: at,
  }));
  await server.deps.write((tx) => {
    for (let from = 0; from < rows.length; from += 500)
      tx.insert(outbox)
        .values(rows.slice(from, from + 500))
        .run();
  });
  const before = count(outbox);
  server.advance(8 * DAY);
  owner = await signInAdmin(server);
  expect((await preview({ outbox: 7 })).due.outbox).toBe(before);
  await save({ outbox: 7 });
  await sweepExpiredRecords(server.deps);
  expect(count(outbox)).toBe(0);
  const lines = server.deps.db.select().from(removals).where(eq(removals.kind, "outbox")).all();
  expect(lines).toMatchObject([{ kind: "outbox", removed: before }]);
});

test("a shorter period for IP addresses removes them from older records", async () => {
  await signInRider(server);
  server.advance(8 * DAY);
  owner = await signInAdmin(server);
  const { due } = await preview({ addresses: 7 });
  expect(due.addresses).toBeGreaterThan(1);
  await save({ addresses: 7 });
  await sweepExpiredRecords(server.deps);
  const cutoff = retentionStart({ addresses: 7 }, "addresses", server.deps.now());
  for (const session of server.deps.db.select().from(sessions).all())
    expect([session.createdAt < cutoff, session.address === ""]).toEqual([
      session.createdAt < cutoff,
      session.createdAt < cutoff,
    ]);
  expect((await preview({ addresses: 7 })).due.addresses).toBe(0);
});

test("the IP addresses of an application and its documents are deleted after 30 days", async () => {
  await applyToDrive(server, { whole: true, address: "198.51.100.77" });
  const known = () =>
    [driverApplications, driverApplicationFiles].map((table) => {
      const rows = server.deps.db.select({ address: table.address }).from(table).all();
      return [rows.length > 0, rows.filter(({ address }) => address !== "").length];
    });
  const papers = count(driverApplicationFiles);
  server.advance(30 * DAY - 60_000);
  await sweepExpiredRecords(server.deps);
  expect(known()).toEqual([
    [true, 1],
    [true, papers],
  ]);
  server.advance(61_000);
  owner = await signInAdmin(server);
  expect((await preview({ addresses: 30 })).due.addresses).toBeGreaterThanOrEqual(1 + papers);
  await sweepExpiredRecords(server.deps);
  expect(known()).toEqual([
    [true, 0],
    [true, 0],
  ]);
  expect((await preview({ addresses: 30 })).due.addresses).toBe(0);
});
