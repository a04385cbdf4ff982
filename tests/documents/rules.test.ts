import { describe, expect, test } from "bun:test";
import {
  daysLeft,
  dueReminders,
  expiredKinds,
  missingKinds,
  endOfDay,
} from "../../src/documents/rules";
import { isStepForgotten, type TripInProgress } from "../../src/dispatch/driver-run/step-rules";

const KIGALI = "Africa/Kigali";
const at = (time: string) => Date.parse(`${time}:00+02:00`);
const end = endOfDay("2026-12-20", KIGALI);

describe("daysLeft", () => {
  test.each([
    ["2026-11-20T10:00", 30],
    ["2026-12-19T23:59", 1],
    ["2026-12-20T00:00", 0],
    ["2026-12-20T23:59", 0],
    ["2026-12-21T00:00", -1],
  ])("at %s is %d", (now, left) => {
    expect(daysLeft(end, at(now), KIGALI)).toBe(left);
  });
  test("counts calendar days across a clock change", () => {
    const last = endOfDay("2026-10-31", "Europe/Paris");
    expect(daysLeft(last, Date.parse("2026-10-24T22:30:00Z"), "Europe/Paris")).toBe(6);
  });
});

describe("dueReminders", () => {
  test.each([
    ["2026-11-19T12:00", [], []],
    // Nobody is woken by a date that is a month away.
    ["2026-11-20T07:59", [], []],
    ["2026-11-20T08:00", [], [30]],
    ["2026-11-21T12:00", [30], []],
    // A server that was off for a while sends only the nearest reminder, and all of them count as sent.
    ["2026-12-13T12:00", [], [30, 14, 7]],
    ["2026-12-19T08:00", [30, 14, 7], [1]],
    ["2026-12-20T12:00", [30, 14, 7, 1], []],
    // The expiry itself is reported at once, not in the morning.
    ["2026-12-21T00:00", [30, 14, 7, 1], [0]],
    ["2026-12-21T00:01", [30, 14, 7, 1, 0], []],
  ])("at %s, after reminders %j, gives %j", (now, remindedDays, due) => {
    expect(dueReminders(end, at(now), remindedDays, KIGALI)).toEqual(due);
  });
});

describe("expired and missing documents", () => {
  const required = ["driving_licence", "vehicle_insurance"];
  test("a required document counts as expired from the moment its last day ends", () => {
    const papers = [
      { kind: "driving_licence", expiresAt: end },
      { kind: "work_permit", expiresAt: 1 },
    ];
    expect(expiredKinds(papers, required, end - 1)).toEqual([]);
    expect(expiredKinds(papers, required, end)).toEqual(["driving_licence"]);
  });
  test("missingKinds lists the required documents that a driver or a vehicle lacks", () => {
    expect(missingKinds("driver", [], required)).toEqual(["driving_licence"]);
    expect(missingKinds("vehicle", [], required)).toEqual(["vehicle_insurance"]);
    const insuranceInForce = [{ kind: "vehicle_insurance", expiresAt: null }];
    expect(missingKinds("vehicle", insuranceInForce, required)).toEqual([]);
  });
});

describe("isStepForgotten", () => {
  const pickupAt = at("2026-11-20T14:30");
  const minutes = (n: number) => n * 60_000;
  const trip = (
    state: TripInProgress["state"],
    since: number,
    hours: number | null = null,
  ): TripInProgress => ({
    state,
    pickupAt,
    since,
    durationSeconds: 1_800,
    hours,
  });
  test.each<[string, TripInProgress, number, boolean]>([
    ["an assigned trip at its pickup time", trip("assigned", 0), pickupAt, false],
    [
      "an assigned trip two minutes after its pickup time",
      trip("assigned", 0),
      pickupAt + minutes(2),
      true,
    ],
    [
      "a trip assigned a minute ago, after its pickup time",
      trip("assigned", pickupAt + minutes(30)),
      pickupAt + minutes(31),
      false,
    ],
    [
      "an assigned trip 13 hours after its pickup time",
      trip("assigned", 0),
      pickupAt + minutes(13 * 60),
      false,
    ],
    [
      "a driver who arrived early, 19 minutes after the pickup time",
      trip("on_location", pickupAt - minutes(30)),
      pickupAt + minutes(19),
      false,
    ],
    [
      "a driver who arrived early, 20 minutes after the pickup time",
      trip("on_location", pickupAt - minutes(30)),
      pickupAt + minutes(20),
      true,
    ],
    [
      "a half-hour trip 59 minutes after boarding",
      trip("passenger_on_board", pickupAt),
      pickupAt + minutes(59),
      false,
    ],
    [
      "a half-hour trip 60 minutes after boarding",
      trip("passenger_on_board", pickupAt),
      pickupAt + minutes(60),
      true,
    ],
    [
      "a three-hour hire 200 minutes after boarding",
      trip("passenger_on_board", pickupAt, 3),
      pickupAt + minutes(200),
      false,
    ],
  ])("%s", (_who, trip, now, forgottenKinds) => {
    expect(isStepForgotten(trip, now)).toBe(forgottenKinds);
  });
});
