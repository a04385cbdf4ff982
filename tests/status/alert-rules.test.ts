/** Conditions that need a person, and when alerts about them are sent. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AlertKind } from "../../src/status/alert-contract";
import {
  elapsedText,
  type Facts,
  activeAlerts,
  type StoredAlert,
  nextAlertState,
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

test("a healthy server raises no alert", () => {
  expect(found({})).toEqual({});
  expect(found({ check: null, outbox: [] })).toEqual({});
});

test("a replica behind for more than five minutes raises an alert with the reason", () => {
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
  test("older than two days raise an alert", () => {
    expect(backup({ lastAt: NOW - 2 * DAY })).toEqual({});
    expect(backup({ lastAt: NOW - 2 * DAY - 1 })).toEqual({
      backup: "The last good backup is 2 days old.",
    });
  });
  test("missing for more than two days raise an alert", () => {
    expect(backup({ lastAt: null, watchedSince: NOW - 2 * DAY })).toEqual({});
    expect(backup({ lastAt: null, watchedSince: NOW - 3 * DAY })).toEqual({
      backup: "There has been no backup for 3 days.",
    });
  });
  test("that exist only on this server raise an alert", () => {
    expect(backup({ unsent: "The store is full." })).toEqual({
      backup: "The last backup is only on this server: The store is full.",
    });
  });
  test("that failed raise an alert until a good one follows", () => {
    const failed = { at: NOW - HOUR, reason: "There is no room." };
    expect(backup({ failed })).toEqual({ backup: "The last backup failed: There is no room." });
    expect(backup({ failed, lastAt: NOW - HOUR + 1 })).toEqual({});
    expect(backup({ failed, lastAt: null }).backup).toStartWith("The last backup failed");
  });
  test("that the operator has switched off raise an alert only if one failed", () => {
    expect(backup({ requested: false, lastAt: null })).toEqual({});
    expect(backup({ requested: false, failed: { at: NOW, reason: "x" } })).toHaveProperty("backup");
  });
});

test.each([
  [9.9e9, 100e9, false, true],
  [10e9, 100e9, false, false],
  [0.99e9, 4e9, false, true],
  [1e9, 4e9, false, false],
  // The alert ends once the free space is a fifth above the limit.
  [11.9e9, 100e9, true, true],
  [12e9, 100e9, true, false],
  [Number.NaN, Number.NaN, false, false],
])(
  "a disk with %d of %d bytes free, alert active %p, raises an alert: %p",
  (free, total, isHeld, holds) => {
    const kinds = isHeld ? new Set<AlertKind>(["disk"]) : none;
    expect("disk" in found({ disk: { free, total } }, kinds)).toBe(holds);
  },
);

describe("the outbox", () => {
  test("raises an alert if a message is due for more than an hour", () => {
    expect(outbox({ dueSince: NOW - HOUR })).toEqual({});
    expect(outbox({ channel: "sms", dueSince: NOW - 3 * HOUR })).toEqual({
      outbox: "Text messages: the oldest message has been waiting for 3 hours.",
    });
  });
  test("raises an alert if the provider refuses at least three messages and accepts none", () => {
    expect(outbox({ recentFailedCount: 2 })).toEqual({});
    expect(outbox({ recentFailedCount: 3 })).toHaveProperty("outbox");
    expect(outbox({ recentFailedCount: 30, recentSentCount: 1 })).toEqual({});
    expect(outbox({ channel: "push", recentFailedCount: 30 })).toEqual({});
  });
  test("names each failing channel", () => {
    const { outbox: text } = outbox(
      { recentFailedCount: 4 },
      { channel: "sms", dueSince: NOW - 2 * DAY },
    );
    expect(text).toContain("E-mail");
    expect(text).toContain("Text messages");
  });
});

test("many errors raise an alert, which ends when there are far fewer, not after a restart", () => {
  const errors = (lastHour: number, uptimeMs = 5 * DAY) => ({ errors: { lastHour, uptimeMs } });
  const held = new Set<AlertKind>(["errors"]);
  expect(found(errors(19))).toEqual({});
  expect(found(errors(20))).toEqual({ errors: "20 errors within the last hour." });
  expect(found(errors(5), held)).toHaveProperty("errors");
  expect(found(errors(4), held)).toEqual({});
  expect(found(errors(0, HOUR - 1), held)).toHaveProperty("errors");
  expect(found(errors(0, HOUR - 1))).toEqual({});
});

test("findings of the daily check have their own alerts, and none appears twice", () => {
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

/** Returns the alerts that are sent after these checks, each at a time in ms and with whether the condition holds. */
function told(...checks: [atMs: number, holds: boolean][]): [number, AlertPhase][] {
  let known: StoredAlert | null = null;
  const out: [number, AlertPhase][] = [];
  for (const [at, holds] of checks) {
    const { next, alertPhase } = nextAlertState(known, holds ? "Bad." : null, NOW + at);
    known = next;
    if (alertPhase) out.push([at, alertPhase]);
  }
  return out;
}

describe("an alert is sent", () => {
  test("when it begins, once a day while it lasts, and when it ends", () => {
    const checks = Array.from({ length: 49 }, (_, hour): [number, boolean] => [hour * HOUR, true]);
    expect(told(...checks, [49 * HOUR, false], [50 * HOUR, false])).toEqual([
      [0, "begun"],
      [24 * HOUR, "lasting"],
      [48 * HOUR, "lasting"],
      [49 * HOUR, "over"],
    ]);
  });
  test("at most once a day if it keeps beginning and ending", () => {
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
  test("a day after the last one if it began again without a message", () => {
    expect(told([0, true], [HOUR, false], [2 * HOUR, true], [24 * HOUR, true])).toEqual([
      [0, "begun"],
      [HOUR, "over"],
      [24 * HOUR, "begun"],
    ]);
  });
  test("even if the clock was set back", () => {
    expect(told([10 * DAY, true], [0, true])).toEqual([
      [10 * DAY, "begun"],
      [0, "lasting"],
    ]);
  });
  test("at most once a day, and its end only after its beginning, in any sequence", () => {
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

test("duration writes a time in its largest unit", () => {
  expect([MINUTE, 90 * MINUTE, 2 * HOUR, 47 * HOUR, 2 * DAY].map(elapsedText)).toEqual([
    "1 minute",
    "90 minutes",
    "2 hours",
    "47 hours",
    "2 days",
  ]);
});
