/** What needs a person, and when they are told. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AlertKind } from "../../src/status/alert-contract";
import {
  duration,
  type Facts,
  activeAlerts,
  type StoredAlert,
  step,
  type AlertPhase,
} from "../../src/status/alert-rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-20T08:00:00Z");

const healthyFacts: Facts = {
  backup: {
    requested: true,
    lastAt: NOW - 6 * HOUR,
    failed: null,
    unsent: null,
    watchedSince: NOW - 90 * DAY,
  },
  replica: null,
  disk: { free: 30e9, total: 100e9 },
  outbox: [{ channel: "email", dueSince: NOW - MINUTE, recentSentCount: 40, recentFailedCount: 1 }],
  errors: { lastHour: 3, uptimeMs: 5 * DAY },
  areStreetsUnreadable: false,
  unansweredFlights: 0,
  check: { faults: [] },
};
const none: ReadonlySet<AlertKind> = new Set();
const found = (change: Partial<Facts>, held = none) =>
  Object.fromEntries(activeAlerts({ ...healthyFacts, ...change }, held, NOW));
const backup = (change: Partial<Facts["backup"]>) =>
  found({ backup: { ...healthyFacts.backup, ...change } });
const outbox = (...rows: Partial<Facts["outbox"][number]>[]) =>
  found({
    outbox: rows.map((row) => ({
      channel: "email" as const,
      dueSince: null,
      recentSentCount: 0,
      recentFailedCount: 0,
      ...row,
    })),
  });

test("where all is well nobody is needed", () => {
  expect(found({})).toEqual({});
  expect(found({ check: null, outbox: [] })).toEqual({});
});

test("a replica that has been behind for five minutes, with what hinders it", () => {
  const replica = { behindSince: NOW - 5 * MINUTE, failure: "It is full." };
  expect(found({ replica })).toEqual({});
  replica.behindSince -= 2 * MINUTE;
  expect(found({ replica })).toEqual({
    replica: "The replica was last up to date 7 minutes ago. It is full.",
  });
  expect(found({ replica: { ...replica, failure: null } })).toEqual({
    replica: "The replica was last up to date 7 minutes ago.",
  });
});

describe("backups", () => {
  test("older than two days, to the minute", () => {
    expect(backup({ lastAt: NOW - 2 * DAY })).toEqual({});
    expect(backup({ lastAt: NOW - 2 * DAY - 1 })).toEqual({
      backup: "The last good backup is 2 days old.",
    });
  });
  test("none at all, once the server has looked after the folder for as long", () => {
    expect(backup({ lastAt: null, watchedSince: NOW - 2 * DAY })).toEqual({});
    expect(backup({ lastAt: null, watchedSince: NOW - 3 * DAY })).toEqual({
      backup: "There has been no backup for 3 days.",
    });
  });
  test("one that is only on this server", () => {
    expect(backup({ unsent: "The store is full." })).toEqual({
      backup: "The last backup is only on this server: The store is full.",
    });
  });
  test("a failure holds until a good one comes after it", () => {
    const failed = { at: NOW - HOUR, reason: "There is no room." };
    expect(backup({ failed })).toEqual({ backup: "The last backup failed: There is no room." });
    expect(backup({ failed, lastAt: NOW - HOUR + 1 })).toEqual({});
    expect(backup({ failed, lastAt: null }).backup).toStartWith("The last backup failed");
  });
  test("an operator who wants none is not asked for any, and hears of one that failed", () => {
    expect(backup({ requested: false, lastAt: null })).toEqual({});
    expect(backup({ requested: false, failed: { at: NOW, reason: "x" } })).toHaveProperty("backup");
  });
});

test.each([
  [9.9e9, 100e9, false, true],
  [10e9, 100e9, false, false],
  [0.99e9, 4e9, false, true],
  [1e9, 4e9, false, false],
  // Over once there is a fifth more room than the bound.
  [11.9e9, 100e9, true, true],
  [12e9, 100e9, true, false],
  [Number.NaN, Number.NaN, false, false],
])("of the disk %d of %d are free, held %p: %p", (free, total, isHeld, holds) => {
  const kinds = isHeld ? new Set<AlertKind>(["disk"]) : none;
  expect("disk" in found({ disk: { free, total } }, kinds)).toBe(holds);
});

describe("the outbox", () => {
  test("a message is due for more than an hour", () => {
    expect(outbox({ dueSince: NOW - HOUR })).toEqual({});
    expect(outbox({ channel: "sms", dueSince: NOW - 3 * HOUR })).toEqual({
      outbox: "Text messages: the oldest message has been waiting for 3 hours.",
    });
  });
  test("the provider refuses all of several, and not where one got through or phones are gone", () => {
    expect(outbox({ recentFailedCount: 2 })).toEqual({});
    expect(outbox({ recentFailedCount: 3 })).toHaveProperty("outbox");
    expect(outbox({ recentFailedCount: 30, recentSentCount: 1 })).toEqual({});
    expect(outbox({ channel: "push", recentFailedCount: 30 })).toEqual({});
  });
  test("each channel is named", () => {
    const { outbox: text } = outbox(
      { recentFailedCount: 4 },
      { channel: "sms", dueSince: NOW - 2 * DAY },
    );
    expect(text).toContain("E-mail");
    expect(text).toContain("Text messages");
  });
});

test("errors pile up, and are over when there are far fewer, not because of a restart", () => {
  const errors = (lastHour: number, uptimeMs = 5 * DAY) => ({ errors: { lastHour, uptimeMs } });
  const held = new Set<AlertKind>(["errors"]);
  expect(found(errors(19))).toEqual({});
  expect(found(errors(20))).toEqual({ errors: "20 errors within the last hour." });
  expect(found(errors(5), held)).toHaveProperty("errors");
  expect(found(errors(4), held)).toEqual({});
  expect(found(errors(0, HOUR - 1), held)).toHaveProperty("errors");
  expect(found(errors(0, HOUR - 1))).toEqual({});
});

test("what the daily check finds is told under its own heading, and nothing twice", () => {
  const faults = [
    { of: "Database", text: "row 7 missing from index x" },
    { of: "Audit log", text: "The audit log breaks at row 9: an entry was altered or deleted." },
    { of: "Disk", text: "Only 400 MB of the disk are free." },
    { of: "Backups", text: "The last backup is 3 days old." },
    { of: "Mail", text: "The mail server refuses the connection: ECONNREFUSED." },
  ];
  expect(found({ check: { faults } })).toEqual({
    database: "row 7 missing from index x",
    audit: "The audit log breaks at row 9: an entry was altered or deleted.",
    check: "Mail: The mail server refuses the connection: ECONNREFUSED.",
  });
});

/** What is told when it is looked at these minutes, and whether it held then. */
function told(...checks: [atMs: number, holds: boolean][]): [number, AlertPhase][] {
  let known: StoredAlert | null = null;
  const out: [number, AlertPhase][] = [];
  for (const [at, holds] of checks) {
    const { next, alertPhase } = step(known, holds ? "Bad." : null, NOW + at);
    known = next;
    if (alertPhase) out.push([at, alertPhase]);
  }
  return out;
}

describe("somebody is told", () => {
  test("when it begins, once a day while it lasts, and when it is over", () => {
    const checks = Array.from({ length: 49 }, (_, hour): [number, boolean] => [hour * HOUR, true]);
    expect(told(...checks, [49 * HOUR, false], [50 * HOUR, false])).toEqual([
      [0, "begun"],
      [24 * HOUR, "lasting"],
      [48 * HOUR, "lasting"],
      [49 * HOUR, "over"],
    ]);
  });
  test("once of what comes and goes; again when it holds a day after the last time", () => {
    const coming = Array.from({ length: 20 }, (_, at): [number, boolean] => [
      at * HOUR,
      at % 2 === 0,
    ]);
    expect(told(...coming, [25 * HOUR, true], [26 * HOUR, false])).toEqual([
      [0, "begun"],
      [HOUR, "over"],
      [25 * HOUR, "begun"],
      [26 * HOUR, "over"],
    ]);
  });
  test("of one that began again in silence, as soon as it may be told", () => {
    expect(told([0, true], [HOUR, false], [2 * HOUR, true], [24 * HOUR, true])).toEqual([
      [0, "begun"],
      [HOUR, "over"],
      [24 * HOUR, "begun"],
    ]);
  });
  test("although the clock was set back in the meantime", () => {
    expect(told([10 * DAY, true], [0, true])).toEqual([
      [10 * DAY, "begun"],
      [0, "lasting"],
    ]);
  });
  test("never more than once a day of one kind, never of an end without a begin, whatever happens", () => {
    const look = fc.tuple(fc.integer({ min: 1, max: 5 * HOUR }), fc.boolean());
    fc.assert(
      fc.property(fc.array(look, { maxLength: 200 }), (steps) => {
        let at = 0;
        const checks = steps.map(([pause, holds]): [number, boolean] => {
          at += pause;
          return [at, holds];
        });
        let open = false;
        let last = Number.NEGATIVE_INFINITY;
        for (const [when, alertPhase] of told(...checks)) {
          if (alertPhase === "over") {
            expect(open).toBe(true);
            open = false;
            continue;
          }
          expect(when - last).toBeGreaterThanOrEqual(DAY);
          expect(alertPhase).toBe(open ? "lasting" : "begun");
          [open, last] = [true, when];
        }
      }),
      { numRuns: 200 },
    );
  });
});

test("durations are told in their largest unit", () => {
  expect([MINUTE, 90 * MINUTE, 2 * HOUR, 47 * HOUR, 2 * DAY].map(duration)).toEqual([
    "1 minute",
    "90 minutes",
    "2 hours",
    "47 hours",
    "2 days",
  ]);
});
