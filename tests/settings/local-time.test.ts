import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isLocalDate,
  isTimeZone,
  localTimeAt,
  localDay,
  readLocalTime,
} from "../../src/settings/local-time";

const newYork = "America/New_York";
const kigali = "Africa/Kigali";
const utc = (text: string) => Date.parse(text);

describe("readLocalTime", () => {
  test("reads a time in a zone that never changes its clocks", () => {
    expect(readLocalTime("2026-11-21T09:30", kigali)).toEqual({
      kind: "ok",
      at: utc("2026-11-21T07:30:00Z"),
    });
  });

  test("reads a time before and after the clocks change", () => {
    expect(readLocalTime("2026-01-15T09:30", newYork)).toEqual({
      kind: "ok",
      at: utc("2026-01-15T14:30:00Z"),
    });
    expect(readLocalTime("2026-07-15T09:30", newYork)).toEqual({
      kind: "ok",
      at: utc("2026-07-15T13:30:00Z"),
    });
  });

  test("reports the hour that spring skips as a gap, but not its edges", () => {
    expect(readLocalTime("2026-03-08T01:59", newYork).kind).toBe("ok");
    expect(readLocalTime("2026-03-08T02:00", newYork)).toEqual({ kind: "gap" });
    expect(readLocalTime("2026-03-08T02:59", newYork)).toEqual({ kind: "gap" });
    expect(readLocalTime("2026-03-08T03:00", newYork).kind).toBe("ok");
    expect(readLocalTime("2026-03-08T02:30", kigali).kind).toBe("ok");
  });

  test("reports the hour that autumn repeats as ambiguous, but not its edges", () => {
    expect(readLocalTime("2026-11-01T01:30", newYork)).toEqual({
      kind: "ambiguous",
      earlier: utc("2026-11-01T05:30:00Z"),
      later: utc("2026-11-01T06:30:00Z"),
    });
    expect(readLocalTime("2026-11-01T00:59", newYork).kind).toBe("ok");
    expect(readLocalTime("2026-11-01T02:00", newYork).kind).toBe("ok");
  });

  test("accepts 29 February only in leap years", () => {
    expect(readLocalTime("2028-02-29T12:00", kigali).kind).toBe("ok");
    expect(readLocalTime("2027-02-29T12:00", kigali).kind).toBe("invalid");
  });

  test.each([
    "",
    "tomorrow",
    "2026-02-30T09:30",
    "2026-13-01T09:30",
    "2026-00-10T09:30",
    "2026-01-00T09:30",
    "2026-11-21",
    "2026-11-21T24:00",
    "2026-11-21T09:60",
    "2026-11-21T9:30",
    "2026-11-21 09:30",
    "2026-11-21T09:30:00",
    "2026-11-21T09:30Z",
    "2026-11-21T09:30\n",
    " 2026-11-21T09:30",
    "+002026-11-21T09:30",
    "9999-01-01T09:30",
    "1999-12-31T23:59",
    "٢٠٢٦-١١-٢١T٠٩:٣٠",
    "2".repeat(10_000),
  ])("%p is invalid", (text) => {
    expect(readLocalTime(text, newYork)).toEqual({ kind: "invalid" });
  });

  test("throws on an unknown zone", () => {
    expect(() => readLocalTime("2026-11-21T09:30", "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("localAt", () => {
  test("gives the local time of an instant, to the minute", () => {
    expect(localTimeAt(utc("2026-11-21T07:30:59Z"), kigali)).toBe("2026-11-21T09:30");
    expect(localTimeAt(utc("2026-11-01T05:30:00Z"), newYork)).toBe("2026-11-01T01:30");
    expect(localTimeAt(utc("2026-11-01T06:30:00Z"), newYork)).toBe("2026-11-01T01:30");
  });

  test("gives a time that readLocalTime reads back", () => {
    const minute = fc.integer({
      min: utc("2000-01-02T00:00:00Z") / 60_000,
      max: utc("2199-12-30T00:00:00Z") / 60_000,
    });
    fc.assert(
      fc.property(minute, fc.constantFrom(newYork, kigali, "Australia/Lord_Howe"), (at, zone) => {
        const reading = readLocalTime(localTimeAt(at * 60_000, zone), zone);
        const expected =
          reading.kind === "ok"
            ? [reading.at]
            : reading.kind === "ambiguous"
              ? [reading.earlier, reading.later]
              : [];
        expect(expected).toContain(at * 60_000);
      }),
    );
  });
});

describe("localDay", () => {
  const hours = (day: { from: number; until: number }) => (day.until - day.from) / 3_600_000;
  test("has 23, 24 or 25 hours, depending on the clock change", () => {
    expect(localDay("2026-11-20", kigali)).toEqual({
      from: utc("2026-11-19T22:00:00Z"),
      until: utc("2026-11-20T22:00:00Z"),
    });
    expect(hours(localDay("2026-03-08", newYork))).toBe(23);
    expect(hours(localDay("2026-11-01", newYork))).toBe(25);
  });
  test("refuses an invalid date", () => {
    expect(() => localDay("2026-02-30", kigali)).toThrow(RangeError);
  });
});

test("isLocalDate and isTimeZone accept only real dates and time zones", () => {
  expect(["2026-11-20", "2024-02-29", "2026-12-31"].map(isLocalDate)).toEqual([true, true, true]);
  expect(["2026-02-29", "2026-04-31", "2026-1-1", "9999-01-01"].some(isLocalDate)).toBe(false);
  expect([kigali, newYork, "UTC"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["", "Mars/Olympus", "Africa/Kigali\n"].map(isTimeZone)).toEqual([false, false, false]);
});
