/** The audit log's hash chain: a changed entry is detected. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendAudit, sweepAuditAddresses } from "../../src/audit/actions";
import type { Actor } from "../../src/deps";
import { verifyAudit } from "../../src/audit/audit-verification-queries";
import { keysFrom } from "../../src/process/keys";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const ada: Actor = { kind: "admin", id: "ada", name: "Ada" };

function appendEntry(summary: string) {
  return server.deps.write((tx) =>
    appendAudit(tx, server.deps, {
      actor: ada,
      action: "zone.changed",
      subject: { kind: "zone", id: "z" },
      summary,
      address: "203.0.113.7",
    }),
  );
}

const verify = () => verifyAudit(server.deps.db, server.deps.keys);
const run = (statement: string) => server.deps.db.$client.run(statement);
const numbers = () =>
  server.deps.db.$client
    .query<{ number: number; summary: string }, []>(
      "SELECT number, summary FROM audit_log ORDER BY number",
    )
    .all();

/** Runs a statement as somebody with direct access to the file could. */
function runWithoutTriggers(statement: string) {
  for (const name of [
    "audit_log_no_update",
    "audit_log_no_delete",
    "audit_head_forward",
    "audit_head_no_delete",
  ])
    run(`DROP TRIGGER IF EXISTS ${name}`);
  run(statement);
}

test("parallel writers make one chain without the entries of failed writes", async () => {
  const jobs = Array.from({ length: 50 }, (_, i) =>
    i % 10 === 7
      ? server.deps.write((tx) => {
          appendAudit(tx, server.deps, {
            actor: ada,
            action: "zone.changed",
            subject: { kind: "zone", id: "z" },
            summary: "rolled back",
          });
          throw new Error("no");
        })
      : appendEntry(`row ${i}`),
  );
  const settled = await Promise.allSettled(jobs);
  expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(5);
  expect(numbers().map(({ number }) => number)).toEqual(
    Array.from({ length: 45 }, (_, i) => i + 1),
  );
  expect(numbers().some(({ summary }) => summary === "rolled back")).toBe(false);
  expect(await verify()).toMatchObject({ intact: true, upTo: 45, brokenAt: null });
});

test("an empty log and one of several thousand rows are intact", async () => {
  expect(await verify()).toMatchObject({ intact: true, upTo: 0 });
  await server.deps.write((tx) => {
    for (let i = 0; i < 2_500; i++)
      appendAudit(tx, server.deps, {
        actor: ada,
        action: "zone.changed",
        subject: { kind: "zone", id: "z" },
        summary: `row ${i}`,
      });
  });
  expect(await verify()).toMatchObject({ intact: true, upTo: 2_500 });
});

test("the database refuses to change or delete rows and to move the end back", async () => {
  await appendEntry("one");
  await appendEntry("two");
  expect(() => run("UPDATE audit_log SET summary = 'x' WHERE number = 1")).toThrow("append-only");
  expect(() => run("UPDATE audit_log SET hash = 'x' WHERE number = 1")).toThrow("append-only");
  expect(() => run("DELETE FROM audit_log WHERE number = 2")).toThrow("append-only");
  expect(() => run("UPDATE audit_head SET number = 1")).toThrow("only grows");
  expect(() => run("DELETE FROM audit_head")).toThrow("only grows");
});

test("IP addresses are deleted after 30 days, and the chain stays intact", async () => {
  await appendEntry("one");
  server.advance(30 * 86_400_000 - 1);
  const left = () =>
    server.deps.db.$client
      .query<{ n: number }, []>("SELECT count(address) AS n FROM audit_log")
      .get()?.n;
  await server.deps.write((tx) => sweepAuditAddresses(tx, server.deps.now() - 30 * 86_400_000));
  expect(left()).toBe(1);
  server.advance(1);
  await server.deps.write((tx) => sweepAuditAddresses(tx, server.deps.now() - 30 * 86_400_000));
  expect(left()).toBe(0);
  expect((await verify()).intact).toBe(true);
});

describe("tampering after the triggers are dropped", () => {
  beforeEach(async () => {
    for (const summary of ["one", "two", "three", "four"]) await appendEntry(summary);
  });

  for (const column of ["at = at + 1", "actor_name = 'Eve'", "actor_id = 'eve'", "action = 'x'"])
    test(`finds a changed row in the middle: ${column}`, async () => {
      runWithoutTriggers(`UPDATE audit_log SET ${column} WHERE number = 2`);
      expect(await verify()).toMatchObject({ intact: false, brokenAt: 2, reason: "changed" });
    });

  for (const column of ["summary = 'x'", "detail = '{\"a\":1}'", "subject_id = 'y'"])
    test(`finds a changed last row: ${column}`, async () => {
      runWithoutTriggers(`UPDATE audit_log SET ${column} WHERE number = 4`);
      expect(await verify()).toMatchObject({ intact: false, brokenAt: 4, reason: "changed" });
    });

  test("finds a row deleted from the middle, even if the next row takes its number", async () => {
    runWithoutTriggers("DELETE FROM audit_log WHERE number = 2");
    expect(await verify()).toMatchObject({ intact: false, brokenAt: 2, reason: "missing" });
    run("UPDATE audit_log SET number = 2 WHERE number = 3");
    expect(await verify()).toMatchObject({ intact: false, brokenAt: 2, reason: "changed" });
  });

  test("finds rows deleted from the end", async () => {
    runWithoutTriggers("DELETE FROM audit_log WHERE number >= 3");
    expect(await verify()).toMatchObject({
      intact: false,
      upTo: 2,
      brokenAt: 3,
      reason: "missing",
    });
  });

  test("finds rows deleted from the end even if the recorded end is moved back", async () => {
    runWithoutTriggers("DELETE FROM audit_log WHERE number >= 3");
    run("UPDATE audit_head SET number = 2, hash = (SELECT hash FROM audit_log WHERE number = 2)");
    expect(await verify()).toMatchObject({ intact: false, brokenAt: 3, reason: "end" });
    // Later entries do not repair the chain.
    await appendEntry("five");
    expect(await verify()).toMatchObject({
      intact: false,
      upTo: 2,
      brokenAt: 3,
      reason: "changed",
    });
  });

  test("finds a deleted end, even after the next entry", async () => {
    runWithoutTriggers("DELETE FROM audit_head");
    expect(await verify()).toMatchObject({ intact: false, brokenAt: 5, reason: "end" });
    await appendEntry("five");
    expect(await verify()).toMatchObject({ intact: false, brokenAt: 5, reason: "changed" });
  });

  test("finds that all rows are deleted", async () => {
    runWithoutTriggers("DELETE FROM audit_log");
    expect(await verify()).toMatchObject({ intact: false, upTo: 0, brokenAt: 1 });
  });

  test("finds a row inserted before the first", async () => {
    run(
      "INSERT INTO audit_log SELECT 0, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, summary, detail, previous, hash, address FROM audit_log WHERE number = 1",
    );
    expect(await verify()).toMatchObject({ intact: false, upTo: 0, reason: "missing" });
  });

  test("finds a chain that was rewritten with another key", async () => {
    const other = { ...server.deps, keys: keysFrom(new Uint8Array(32)) };
    runWithoutTriggers("DELETE FROM audit_log");
    run("DELETE FROM audit_head");
    await server.deps.write((tx) =>
      appendAudit(tx, other, {
        actor: ada,
        action: "zone.changed",
        subject: { kind: "zone", id: "z" },
        summary: "nothing happened",
      }),
    );
    expect(await verifyAudit(other.db, other.keys)).toMatchObject({ intact: true });
    expect(await verify()).toMatchObject({ intact: false, brokenAt: 1, reason: "changed" });
  });
});
