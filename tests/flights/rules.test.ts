/** Decisions that follow from a flight's times, by pure rules. */
import { expect, test } from "bun:test";
import { waitStartOf, passengerOutsideAt } from "../../src/fares/wait-rules";
import {
  chooseFlight,
  departureWarning,
  defaultRule,
  minutesAfterLanding,
  movedPickupAt,
  nextFetchAt,
  pickupAfterLanding,
  ruleFor,
} from "../../src/flights/rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const flight = {
  direction: "arrival" as const,
  state: "scheduled",
  expectedAt: 100 * HOUR,
  failures: 0,
  alertedSince: null,
  scheduledOut: null,
  estimatedOut: null,
  actualOut: null,
  scheduledIn: 100 * HOUR,
  estimatedIn: null as number | null,
  actualIn: null as number | null,
};

test("nextFetchAt is a day, six and two hours before, then every ten minutes until the flight ends", () => {
  const after = (at: number, changes: Partial<typeof flight> = {}) =>
    nextFetchAt({ ...flight, ...changes }, at);
  expect(after(50 * HOUR)).toBe(76 * HOUR);
  expect(after(76 * HOUR)).toBe(94 * HOUR);
  expect(after(94 * HOUR)).toBe(98 * HOUR);
  expect(after(98 * HOUR)).toBe(98 * HOUR + 10 * MINUTE);
  // The flight is hours late, so the next request can wait.
  expect(after(98 * HOUR, { estimatedIn: 108 * HOUR })).toBe(102 * HOUR);
  expect(after(101 * HOUR, { actualIn: 100 * HOUR })).toBeNull();
  expect(after(99 * HOUR, { state: "cancelled" })).toBeNull();
  expect(after(109 * HOUR)).toBeNull();
  expect([1, 2, 3, 9].map((failures) => after(0, { failures }))).toEqual(
    [1, 2, 4, 10].map((minutes) => minutes * MINUTE),
  );
});

test("pickupAfterLanding adds the minutes of the rule or of the booking, and rounds the time", () => {
  const pickup = (marginMinutes: number | null) =>
    pickupAfterLanding(10 * HOUR + 2 * MINUTE, { marginMinutes, ruleMinutes: 40 }) - 10 * HOUR;
  expect(pickup(null)).toBe(45 * MINUTE);
  expect(pickup(-30)).toBe(45 * MINUTE);
  expect(pickup(90)).toBe(95 * MINUTE);
  expect(pickup(600)).toBe(45 * MINUTE);
});

test("movedPickupAt moves a pickup by 15 minutes or more, never into the past or because time passes", () => {
  const moved = (minutes: number, nowMinutes = 0) => {
    const at = movedPickupAt(
      10 * HOUR,
      10 * HOUR + minutes * MINUTE,
      10 * HOUR + nowMinutes * MINUTE,
    );
    return at === null ? null : (at - 10 * HOUR) / MINUTE;
  };
  expect([15, 90].map((minutes) => moved(minutes))).toEqual([15, 90]);
  expect([0, 10, -10].map((minutes) => moved(minutes, -300))).toEqual([null, null, null]);
  expect([moved(-60, -300), moved(-60, -30), moved(-60, -10)]).toEqual([-60, -30, null]);
  // The flight is not reported later, or the news came too late.
  expect([moved(0, 240), moved(10, 240), moved(-30, 240)]).toEqual([null, null, null]);
  expect(moved(20, 62)).toBe(65);
});

test("ruleFor prefers the airport's own rule, and minutesAfterLanding adds time for bags", () => {
  const kigali = { ...defaultRule, airport: "KGL", bagsMinutes: 5 };
  expect(ruleFor([defaultRule, kigali], "KGL")).toBe(kigali);
  expect(ruleFor([defaultRule, kigali], "BRU")).toBe(defaultRule);
  expect(ruleFor([], null)).toBe(defaultRule);
  expect(minutesAfterLanding(kigali, { isDomestic: true, luggage: 2 })).toBe(25);
  expect(minutesAfterLanding(kigali, { isDomestic: false, luggage: 0 })).toBe(40);
});

test("departureWarning warns of too little time before a departure and of one that has left", () => {
  const warn = (minutes: number, isDomestic = false) =>
    departureWarning(defaultRule, { leavesAt: minutes * MINUTE, arrivesAt: 0, isDomestic });
  expect(warn(120)).toBeNull();
  expect(warn(60, true)).toBeNull();
  expect(warn(40)).toBe(
    "The trip arrives only 40 minutes before the flight leaves. Allow 120 minutes for an international flight.",
  );
  expect(warn(-5, true)).toBe(
    "The trip arrives after the flight has left. Allow 60 minutes for a domestic flight.",
  );
});

test("chooseFlight accepts the IATA and the ICAO form of a number, but no other airline’s", () => {
  const end = (code: string, scheduled: number) => ({ code, name: null, scheduled });
  // Across the date line, a flight lands on an earlier day than it leaves.
  const found = [
    {
      ...{ ref: "a", numbers: ["NZ6", "ANZ6"], state: "scheduled" },
      ...{ origin: end("AKL", 90 * HOUR), destination: end("LAX", 102 * HOUR) },
    },
  ];
  const wanted = {
    direction: "arrival" as const,
    airport: "LAX",
    expectedAt: 103 * HOUR,
    providerRef: null,
  };
  const choose = (number: string, changes: object = {}) =>
    chooseFlight(found, { ...wanted, number, ...changes })?.flight.ref;
  expect(choose("NZ6")).toBe("a");
  expect(choose("ANZ6")).toBe("a");
  expect(choose("QF6")).toBeUndefined();
  expect(choose("NZ6", { airport: "SFO" })).toBeUndefined();
  expect(choose("NZ6", { expectedAt: 120 * HOUR })).toBeUndefined();
});

test("free waiting counts from the landing plus the minutes of the rule", () => {
  const facts = { serviceType: "airport_pickup" as const, pickupAt: 0, arrivedAt: 40 * MINUTE };
  const landedFacts = { ...facts, landedAt: passengerOutsideAt(0, 40) };
  expect(waitStartOf({ graceMinutes: 15 }, landedFacts)).toEqual({
    from: "landing",
    countsFrom: 40 * MINUTE,
    chargedFrom: 55 * MINUTE,
  });
  expect(passengerOutsideAt(null, 40)).toBeNull();
});
