import { describe, expect, test } from "bun:test";
import { initials } from "../../../client/ui/avatar";
import { formatDistance, formatDuration } from "../../../client/ui/measure";
import { formatMoment, localDay } from "../../../client/ui/moment";
import { formatMoney } from "../../../client/ui/money";

describe("money", () => {
  test("has the decimal places of its currency", () => {
    expect(formatMoney(12_500, "RWF").replace(/\s/g, " ")).toBe("RWF 12,500");
    expect(formatMoney(1_250, "EUR")).toBe("€12.50");
    expect(formatMoney(0, "USD")).toBe("$0.00");
  });
});

describe("a date and time", () => {
  const at = "2026-11-21T22:05:00Z";
  test("is shown in the operator's time zone", () => {
    expect(formatMoment(at, "Africa/Kigali", "date-time")).toBe("Sun 22 Nov, 00:05");
    expect(formatMoment(at, "America/New_York", "date-time")).toBe("Sat 21 Nov, 17:05");
    expect(formatMoment(at, "Africa/Kigali", "time")).toBe("00:05");
    expect(formatMoment(at, "Africa/Kigali", "date")).toBe("Sun 22 Nov 2026");
    expect(formatMoment(at, "Africa/Kigali", "weekday")).toBe("Sunday 22 November");
    expect(formatMoment(at, "Africa/Kigali", "day")).toBe("Sun 22 Nov");
  });
  test("falls on a day of the operator's calendar", () => {
    expect(localDay(at, "Africa/Kigali")).toBe("2026-11-22");
    expect(localDay(at, "UTC")).toBe("2026-11-21");
    expect(localDay("2026-01-02T12:00:00Z", "UTC")).toBe("2026-01-02");
  });
});

describe("distances and durations", () => {
  test("distances have one decimal under ten", () => {
    expect(formatDistance(850, "km")).toBe("850 m");
    expect(formatDistance(996, "km")).toBe("1000 m");
    expect(formatDistance(6_840, "km")).toBe("6.8 km");
    expect(formatDistance(9_960, "km")).toBe("10 km");
    expect(formatDistance(11_240, "km")).toBe("11 km");
    expect(formatDistance(16_093, "mi")).toBe("10 mi");
  });
  test("durations are whole minutes, at least one", () => {
    expect(formatDuration(5)).toBe("1 min");
    expect(formatDuration(1_440)).toBe("24 min");
    expect(formatDuration(3_600)).toBe("1 h");
    expect(formatDuration(3_900)).toBe("1 h 5 min");
  });
});

describe("initials", () => {
  test("are those of the first and the last word", () => {
    expect(initials("Jean Bosco Habimana")).toBe("JH");
    expect(initials("aline")).toBe("A");
    expect(initials("  ")).toBe("?");
    expect(initials("Émile 😀")).toBe("É😀");
  });
});
