/** Tables of when a rule acts and on what, and a simulated day. */
import { expect, test } from "bun:test";
import type { AutoRule } from "../../src/auto-dispatch/contract";
import {
  type DayDriver,
  type DayTrip,
  type DryRunInput,
  dryRun,
} from "../../src/auto-dispatch/dry-run-rules";
import {
  beginsAt,
  phaseOf,
  ruleFor,
  ineligibleReason,
  weekdayWithinHours,
} from "../../src/auto-dispatch/rules";

const TIME_ZONE = "Africa/Kigali";
/** Times in Kigali. */
const at = (text: string) => Date.parse(`${text}+02:00`);

const rule = (over: Partial<AutoRule> = {}): AutoRule => ({
  name: "All",
  serviceTypes: [],
  weekdays: [],
  from: "00:00",
  until: "00:00",
  mode: "assign",
  drivers: 3,
  answerSeconds: 120,
  startMinutes: 120,
  alertMinutes: 30,
  ...over,
});

// 20 November 2026 is a Friday.
test.each([
  ["00:00", "00:00", "2026-11-20T00:00", 5],
  ["00:00", "00:00", "2026-11-20T23:59", 5],
  ["08:00", "17:00", "2026-11-20T08:00", 5],
  ["08:00", "17:00", "2026-11-20T17:00", null],
  ["08:00", "17:00", "2026-11-20T07:59", null],
  ["22:00", "05:00", "2026-11-20T22:00", 5],
  ["22:00", "05:00", "2026-11-21T04:59", 5],
  ["22:00", "05:00", "2026-11-21T05:00", null],
  ["22:00", "05:00", "2026-11-23T01:00", 7],
])(
  "weekdayWithin with hours %s to %s at %s returns the weekday %p",
  (from, until, time, weekday) => {
    expect(weekdayWithinHours({ from, until }, at(time), TIME_ZONE)).toBe(weekday);
  },
);

test("ruleFor returns the first rule that fits the trip", () => {
  const rules = [
    rule({ name: "Care", serviceTypes: ["home_care"] }),
    rule({ name: "Weekend nights", weekdays: [5, 6], from: "22:00", until: "05:00" }),
    rule({ name: "Days", from: "06:00", until: "20:00" }),
  ];
  const ruleName = (serviceType: AutoRule["serviceTypes"][number], time: string) =>
    ruleFor(rules, { serviceType, pickupAt: at(time) }, TIME_ZONE)?.name ?? null;
  expect(ruleName("home_care", "2026-11-20T23:00")).toBe("Care");
  expect(ruleName("hourly", "2026-11-20T23:00")).toBe("Weekend nights");
  expect(ruleName("hourly", "2026-11-22T02:00")).toBe("Weekend nights");
  expect(ruleName("hourly", "2026-11-22T23:00")).toBeNull();
  expect(ruleName("hourly", "2026-11-22T12:00")).toBe("Days");
});

const night = { from: "22:00", until: "06:00" };
test.each([
  ["2026-11-20T09:59", null, "early"],
  ["2026-11-20T10:00", null, "due"],
  ["2026-11-20T11:29", null, "due"],
  ["2026-11-20T11:30", null, "late"],
  ["2026-11-20T13:00", null, "late"],
  ["2026-11-20T10:30", { from: "10:00", until: "11:00" }, "quiet"],
  ["2026-11-20T11:00", { from: "10:00", until: "11:00" }, "due"],
  ["2026-11-20T11:40", { from: "10:00", until: "12:00" }, "late"],
] as const)(
  "phaseOf for a pickup at noon, at %s with quiet hours %j, is %s",
  (now, quiet, phase) => {
    expect(phaseOf(rule(), at("2026-11-20T12:00"), at(now), quiet, TIME_ZONE)).toBe(phase);
  },
);

test("beginsAt waits for the booking and the end of quiet hours, or returns null if too late", () => {
  const begin = (pickup: string, known: string, quiet: typeof night | null) =>
    beginsAt(rule(), { pickupAt: at(pickup), knownAt: at(known) }, quiet, TIME_ZONE);
  expect(begin("2026-11-20T12:00", "2026-11-18T12:00", null)).toBe(at("2026-11-20T10:00"));
  expect(begin("2026-11-20T12:00", "2026-11-20T11:10", null)).toBe(at("2026-11-20T11:10"));
  expect(begin("2026-11-20T07:00", "2026-11-18T12:00", night)).toBe(at("2026-11-20T06:00"));
  expect(begin("2026-11-20T06:15", "2026-11-18T12:00", night)).toBeNull();
  expect(begin("2026-11-20T12:00", "2026-11-20T11:45", null)).toBeNull();
});

test("ineligibleReason excludes trips without a pin or a price and trips that wait for a call", () => {
  const fit = {
    pickupPinned: true,
    dropoffPinned: true,
    canReturnToPickup: false,
    hasPrice: true,
    willCall: false,
  };
  expect(ineligibleReason(fit)).toBeNull();
  expect(ineligibleReason({ ...fit, pickupPinned: false })).toMatch(/described/);
  expect(ineligibleReason({ ...fit, dropoffPinned: false })).toMatch(/described/);
  expect(ineligibleReason({ ...fit, dropoffPinned: false, canReturnToPickup: true })).toBeNull();
  expect(ineligibleReason({ ...fit, hasPrice: false })).toMatch(/^No price yet/);
  expect(ineligibleReason({ ...fit, willCall: true })).toMatch(/call/);
});

const place = { latitude: -1.95, longitude: 30.06 };
const dayTrip = (number: number, time: string, over: Partial<DayTrip> = {}): DayTrip => ({
  id: `trip-${number}`,
  number,
  serviceType: "point_to_point",
  pickupAt: at(time),
  knownAt: at("2026-11-19T12:00"),
  durationSeconds: 1_800,
  hours: null,
  passengers: 1,
  luggage: 1,
  mobility: "ambulatory",
  zones: [],
  classId: "standard",
  payMinor: 5_000,
  pickup: place,
  dropoff: place,
  eligibilityFacts: {
    pickupPinned: true,
    dropoffPinned: true,
    canReturnToPickup: false,
    hasPrice: true,
    willCall: false,
  },
  driverId: null,
  vehicleId: null,
  ...over,
});
const dayDriver = (id: string, over: Partial<DayDriver> = {}): DayDriver => ({
  id,
  name: id,
  state: "active",
  usualVehicleId: `car-${id}`,
  documents: [],
  required: [],
  times: { hours: [], daysOff: [] },
  preferences: { serviceTypes: [], zoneIds: [], mobility: [] },
  stars: null,
  ...over,
});
const world = (trips: DayTrip[], drivers: DayDriver[]): DryRunInput => ({
  trips,
  drivers,
  vehicles: drivers.map(({ id }) => ({
    id: `car-${id}`,
    classId: "standard",
    state: "active",
    passengers: 3,
    luggage: 3,
    mobility: [],
    documents: [],
    required: [],
    outages: [],
  })),
  timeZone: TIME_ZONE,
  speedAt: () => 30,
  money: String,
});

test("a dry run gives a driver one trip at a time and shares trips fairly", () => {
  const trips = [
    dayTrip(1, "2026-11-20T12:00", { driverId: "ben", vehicleId: "car-ben" }),
    dayTrip(2, "2026-11-20T12:10"),
    dayTrip(3, "2026-11-20T12:20"),
    dayTrip(4, "2026-11-20T18:00", {
      eligibilityFacts: { ...dayTrip(0, "2026-11-20T12:00").eligibilityFacts, pickupPinned: false },
    }),
  ];
  const verdicts = dryRun([rule()], null, world(trips, [dayDriver("anna"), dayDriver("ben")]));
  expect(verdicts.map(({ trip, outcome, driverId }) => [trip.number, outcome, driverId])).toEqual([
    [1, "assign", "anna"],
    [2, "assign", "ben"],
    [3, "nobody", null],
    [4, "nothing", null],
  ]);
  expect(verdicts[0]?.beginsAt).toBe(at("2026-11-20T10:00"));
  expect(verdicts[3]?.why).toMatch(/described/);
});

test("a dry run skips drivers on a day off, and a suggestion does not occupy a driver", () => {
  const off = dayDriver("anna", {
    times: { hours: [], daysOff: [{ fromDay: "2026-11-20", untilDay: "2026-11-20" }] },
  });
  const trips = [dayTrip(1, "2026-11-20T12:00"), dayTrip(2, "2026-11-20T12:10")];
  const fleet = world(trips, [off, dayDriver("ben")]);
  const suggested = dryRun([rule({ mode: "suggest" })], null, fleet);
  expect(suggested.map(({ outcome, driverId }) => [outcome, driverId])).toEqual([
    ["suggest", "ben"],
    ["suggest", "ben"],
  ]);
  for (const rules of [[], [rule({ mode: "off" })]])
    expect(dryRun(rules, null, fleet).map(({ outcome }) => outcome)).toEqual([
      "nothing",
      "nothing",
    ]);
});
