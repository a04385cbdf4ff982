/** When a driver is available: hours that pass midnight, days off, and the nights on which clocks change. */
import { describe, expect, test } from "bun:test";
import type { HoursSpan, Preferences } from "../../src/availability/contract";
import {
  type DateRange,
  availabilityFit,
  hoursFaults,
  minuteOf,
  spansOfDay,
  availabilityAt,
} from "../../src/availability/rules";

const KIGALI = "Africa/Kigali";
const BERLIN = "Europe/Berlin";

/** Parses hours such as `Mon 18:00-02:00`. */
function spans(...texts: string[]): HoursSpan[] {
  const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  return texts.map((text) => {
    const [name = "", from = "", until = ""] = text.split(/[ -]/);
    return { weekday: names.indexOf(name) + 1, from, until };
  });
}

function times(hours: string[], ...daysOff: DateRange[]) {
  return {
    hours: spans(...hours).map(({ weekday, from, until }) => ({
      weekday,
      fromMinute: minuteOf(from),
      untilMinute: minuteOf(until),
    })),
    daysOff,
  };
}

const off = (fromDay: string, untilDay = fromDay): DateRange => ({ fromDay, untilDay });
const at = (local: string, zone = KIGALI) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const isAvailable = (...question: Parameters<typeof availabilityAt>) =>
  ["available", "unsaid"].includes(availabilityAt(...question).kind);
const utc = (text: string) => Date.parse(text);

describe("a week's hours", () => {
  test.each([
    [["Mon 08:00-12:00", "Mon 12:00-17:00"], []],
    [["Mon 08:00-12:00", "Mon 11:59-17:00"], ["spans.1.from"]],
    [["Mon 18:00-02:00", "Tue 02:00-08:00"], []],
    [["Mon 18:00-02:00", "Tue 01:00-08:00"], ["spans.1.from"]],
    [["Tue 01:00-08:00", "Mon 18:00-02:00"], ["spans.1.from"]],
    // Sunday's hours end on Monday.
    [["Mon 01:00-08:00", "Sun 18:00-02:00"], ["spans.1.from"]],
    [["Mon 02:00-08:00", "Sun 18:00-02:00"], []],
    // The same start and end means 24 hours.
    [["Wed 00:00-00:00", "Thu 00:00-06:00"], []],
    [["Wed 06:00-06:00", "Thu 05:00-09:00"], ["spans.1.from"]],
    [
      ["Sat 09:00-10:00", "Sat 09:00-10:00", "Sat 09:30-11:00"],
      ["spans.1.from", "spans.2.from"],
    ],
  ])("are checked for overlaps: %p", (texts, fields) => {
    expect(Object.keys(hoursFaults(spans(...texts)))).toEqual(fields);
  });

  test("are named if they overlap", () => {
    expect(hoursFaults(spans("Sun 18:00-02:00", "Mon 00:30-08:00"))).toEqual({
      "spans.1.from": "These hours overlap with Sun 18:00–02:00. Change one of the two.",
    });
  });
});

describe("whether a driver is available", () => {
  // 2026-11-23 is a Monday.
  const eveningHours = times(["Mon 18:00-02:00"]);

  test.each([
    ["2026-11-23T18:00", "2026-11-23T19:00", true],
    ["2026-11-23T17:59", "2026-11-23T19:00", false],
    ["2026-11-23T23:30", "2026-11-24T00:30", true],
    ["2026-11-24T01:00", "2026-11-24T02:00", true],
    ["2026-11-24T01:00", "2026-11-24T02:01", false],
    ["2026-11-24T18:00", "2026-11-24T19:00", false],
  ])("with hours past midnight, %s to %s is %p", (from, until, can) => {
    expect(isAvailable(eveningHours, at(from), at(until), KIGALI)).toBe(can);
  });

  test("adjoining hours count as one span, also over midnight", () => {
    const split = times(["Mon 08:00-12:00", "Mon 12:00-00:00", "Tue 00:00-06:00"]);
    expect(isAvailable(split, at("2026-11-23T11:00"), at("2026-11-24T05:00"), KIGALI)).toBe(true);
    const gap = times(["Mon 08:00-12:00", "Mon 12:01-17:00"]);
    expect(isAvailable(gap, at("2026-11-23T11:00"), at("2026-11-23T13:00"), KIGALI)).toBe(false);
  });

  test("a trip of several days needs availability on all of them", () => {
    const allDayHours = times(
      ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((day) => `${day} 00:00-00:00`),
    );
    const [from, until] = [at("2026-11-23T08:00"), at("2026-11-26T08:00")];
    expect(isAvailable(allDayHours, from, until, KIGALI)).toBe(true);
    const hoursWithDayOff = { ...allDayHours, daysOff: [off("2026-11-25")] };
    expect(availabilityAt(hoursWithDayOff, from, until, KIGALI)).toEqual({
      kind: "day_off",
      day: "2026-11-25",
    });
  });

  test("a driver without hours is available at any time except on a day off", () => {
    const unsaid = times([], off("2026-11-24", "2026-11-26"));
    const standing = (from: string, until: string) =>
      availabilityAt(unsaid, at(from), at(until), KIGALI);
    expect(standing("2026-11-23T20:00", "2026-11-24T00:00").kind).toBe("unsaid");
    expect(standing("2026-11-23T23:30", "2026-11-24T00:30")).toEqual({
      kind: "day_off",
      day: "2026-11-24",
    });
    expect(standing("2026-11-26T23:00", "2026-11-26T23:30").kind).toBe("day_off");
    expect(standing("2026-11-27T00:00", "2026-11-27T01:00").kind).toBe("unsaid");
  });

  test("a day off includes the night that begins on it, not the one that ends on it", () => {
    const nightHours = times(["Mon 18:00-02:00", "Tue 18:00-02:00"], off("2026-11-24"));
    const standing = (from: string, until: string) =>
      availabilityAt(nightHours, at(from), at(until), KIGALI);
    expect(standing("2026-11-24T00:30", "2026-11-24T01:30").kind).toBe("available");
    expect(standing("2026-11-24T19:00", "2026-11-24T20:00")).toEqual({
      kind: "day_off",
      day: "2026-11-24",
    });
    expect(standing("2026-11-25T01:00", "2026-11-25T01:30")).toEqual({
      kind: "day_off",
      day: "2026-11-24",
    });
  });

  test("a time outside the driver's hours is answered with the hours of that day", () => {
    const standing = (local: string) =>
      availabilityAt(
        times(["Mon 14:00-18:00", "Mon 08:00-12:00"]),
        at(local),
        at(local) + 60_000,
        KIGALI,
      );
    expect(standing("2026-11-23T13:00")).toEqual({
      kind: "outside_hours",
      hours: "Mon 08:00–12:00, 14:00–18:00",
    });
    expect(standing("2026-11-24T13:00")).toEqual({ kind: "outside_hours", hours: "none on Tue" });
  });
});

describe("nights on which the clocks change", () => {
  // In Berlin in 2027, 02:00 becomes 03:00 on Sunday 28 March, and 03:00 becomes 02:00 on Sunday 31 October.
  const night = times(["Sat 22:00-06:00"]);

  test("in spring the night is an hour shorter", () => {
    expect(spansOfDay(night, "2027-03-27", BERLIN)).toEqual([
      { from: utc("2027-03-27T21:00Z"), until: utc("2027-03-28T04:00Z") },
    ]);
  });

  test("in autumn the night is an hour longer", () => {
    expect(spansOfDay(night, "2027-10-30", BERLIN)).toEqual([
      { from: utc("2027-10-30T20:00Z"), until: utc("2027-10-31T05:00Z") },
    ]);
    // The first and the second time that it is two o'clock.
    for (const from of ["2027-10-31T00:15Z", "2027-10-31T01:15Z"])
      expect(isAvailable(night, utc(from), utc(from) + 1_800_000, BERLIN)).toBe(true);
  });

  test("in the repeated hour, hours end at its second time and start at its first", () => {
    expect(spansOfDay(times(["Sat 22:00-02:30"]), "2027-10-30", BERLIN)).toEqual([
      { from: utc("2027-10-30T20:00Z"), until: utc("2027-10-31T01:30Z") },
    ]);
    expect(spansOfDay(times(["Sun 02:30-06:00"]), "2027-10-31", BERLIN)).toEqual([
      { from: utc("2027-10-31T00:30Z"), until: utc("2027-10-31T05:00Z") },
    ]);
  });

  test("hours inside the skipped hour move to after the change", () => {
    expect(spansOfDay(times(["Sun 02:30-06:00"]), "2027-03-28", BERLIN)).toEqual([
      { from: utc("2027-03-28T01:30Z"), until: utc("2027-03-28T04:00Z") },
    ]);
    // 02:30 becomes 03:30 on that day, which is not before 03:15.
    expect(spansOfDay(times(["Sun 02:30-03:15"]), "2027-03-28", BERLIN)).toEqual([]);
  });

  test("the short day of a driver without hours has 23 hours", () => {
    const [day] = spansOfDay(times([]), "2027-03-28", BERLIN);
    expect(((day?.until ?? 0) - (day?.from ?? 0)) / 3_600_000).toBe(23);
    expect(spansOfDay(times([], off("2027-03-28")), "2027-03-28", BERLIN)).toEqual([]);
  });
});

describe("how well a trip suits a driver", () => {
  const none: Preferences = { serviceTypes: [], zoneIds: [], mobility: [] };
  const trip = {
    serviceType: "home_care",
    mobility: "wheelchair",
    zones: [{ id: "z", name: "Centre" }],
  } as const;

  test.each([
    [{ kind: "day_off", day: "2026-11-24" }, "Day off on 24 Nov"],
    [{ kind: "outside_hours", hours: "none on Tue" }, "Outside their hours (none on Tue)"],
  ] as const)("warns of %p", (standing, warning) => {
    expect(availabilityFit(standing, none, trip).warnings).toEqual([warning]);
  });

  test("warns of unwanted services and missing training and lists the driver's preferences", () => {
    const said = { ...none, serviceTypes: ["hourly" as const], mobility: ["scooter" as const] };
    expect(availabilityFit({ kind: "available" }, said, trip).warnings).toEqual([
      "Doesn’t take home care",
      "Not trained for wheelchairs",
    ]);
    const preferences = { ...none, zoneIds: ["z"], mobility: ["wheelchair" as const] };
    expect(availabilityFit({ kind: "unsaid" }, preferences, trip)).toMatchObject({
      warnings: [],
      reasons: [
        { kind: "trained", mobility: "wheelchair" },
        { kind: "zone", name: "Centre" },
      ],
    });
    // A passenger who can walk requires no training.
    expect(
      availabilityFit({ kind: "unsaid" }, said, {
        ...trip,
        serviceType: "hourly",
        mobility: "ambulatory",
      }).warnings,
    ).toEqual([]);
  });

  test("ranks drivers by warnings first, then by hours, then by preferences", () => {
    const hourlyOnlyPreferences: Preferences = { ...none, serviceTypes: ["hourly"] };
    const zonePreference: Preferences = { ...none, zoneIds: ["z"] };
    const order = [
      availabilityFit({ kind: "available" }, zonePreference, trip),
      availabilityFit({ kind: "available" }, none, trip),
      availabilityFit({ kind: "unsaid" }, zonePreference, trip),
      availabilityFit({ kind: "unsaid" }, none, trip),
      availabilityFit({ kind: "available" }, hourlyOnlyPreferences, trip),
      availabilityFit({ kind: "outside_hours", hours: "" }, none, trip),
      availabilityFit({ kind: "outside_hours", hours: "" }, hourlyOnlyPreferences, trip),
      availabilityFit({ kind: "day_off", day: "2026-11-24" }, zonePreference, trip),
    ].map(({ rank }) => rank);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
  });
});
