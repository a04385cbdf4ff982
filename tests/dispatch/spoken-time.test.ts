/** The pickup time as a dispatcher types it. The clock shows Friday 20 November 2026, 10:00 in Kigali. */
import { describe, expect, test } from "bun:test";
import { parseTypedTime } from "../../src/dispatch/phone-booking/spoken-time-rules";
import { START } from "../support/server";

const read = (text: string, now = START, zone = "Africa/Kigali") => {
  const found = parseTypedTime(text, now, zone);
  return "local" in found
    ? `${found.kind === "past" ? "past " : ""}${found.local}${"repeatedHour" in found ? ` ${found.repeatedHour}` : ""}`
    : found.kind === "day"
      ? `day ${found.day}`
      : found.kind;
};

const [FRI, SAT, SUN, MON, NEXT_FRIDAY] = [
  "2026-11-20",
  "2026-11-21",
  "2026-11-22",
  "2026-11-23",
  "2026-11-27",
];

test.each([
  // Now, and a time from now.
  ["", "empty"],
  ["  ", "empty"],
  ["now", "asap"],
  ["ASAP", "asap"],
  ["straight away", "asap"],
  ["+20", `${FRI}T10:20`],
  ["+ 90", `${FRI}T11:30`],
  ["+1h", `${FRI}T11:00`],
  ["+1h30", `${FRI}T11:30`],
  ["+1.5h", `${FRI}T11:30`],
  ["+1:15", `${FRI}T11:15`],
  ["in 20 min", `${FRI}T10:20`],
  ["in 2 hours", `${FRI}T12:00`],
  ["in half an hour", `${FRI}T10:30`],
  ["in an hour", `${FRI}T11:00`],
  ["+15h", `${SAT}T01:00`],
  // A time without a day is the next one.
  ["1430", `${FRI}T14:30`],
  ["14:30", `${FRI}T14:30`],
  ["14.30", `${FRI}T14:30`],
  ["14h30", `${FRI}T14:30`],
  ["14h", `${FRI}T14:00`],
  ["2pm", `${FRI}T14:00`],
  ["2:15 pm", `${FRI}T14:15`],
  ["215p", `${FRI}T14:15`],
  ["1000", `${FRI}T10:00`],
  ["0959", `${SAT}T09:59`],
  ["930", `${SAT}T09:30`],
  ["8", `${SAT}T08:00`],
  ["at 8", `${SAT}T08:00`],
  ["8 30", `${SAT}T08:30`],
  ["12am", `${SAT}T00:00`],
  ["12pm", `${FRI}T12:00`],
  ["noon", `${FRI}T12:00`],
  ["midnight", `${SAT}T00:00`],
  ["half past 8", `${SAT}T08:30`],
  ["quarter to 2 pm", `${FRI}T13:45`],
  // With a day before or after the time.
  ["today 1800", `${FRI}T18:00`],
  ["tonight 9", `${FRI}T21:00`],
  ["tonight 1130", `${FRI}T23:30`],
  ["tomorrow 8", `${SAT}T08:00`],
  ["Tomorrow at 8:15am", `${SAT}T08:15`],
  ["tmr 0700", `${SAT}T07:00`],
  ["8 tomorrow", `${SAT}T08:00`],
  ["day after tomorrow 9", `${SUN}T09:00`],
  ["sat 0930", `${SAT}T09:30`],
  ["saturday 9.30", `${SAT}T09:30`],
  ["mon 6pm", `${MON}T18:00`],
  ["0930 on monday", `${MON}T09:30`],
  ["fri 1100", `${FRI}T11:00`],
  ["fri 0930", `${NEXT_FRIDAY}T09:30`],
  ["thurs 7", "2026-11-26T07:00"],
  ["24 dec 2200", "2026-12-24T22:00"],
  ["24th December, 10pm", "2026-12-24T22:00"],
  ["dec 24 2200", "2026-12-24T22:00"],
  ["24/12 2200", "2026-12-24T22:00"],
  ["24.12. 22:00", "2026-12-24T22:00"],
  ["2026-12-24 22:00", "2026-12-24T22:00"],
  ["24/12/2026 8", "2026-12-24T08:00"],
  ["3 jan 9", "2027-01-03T09:00"],
  ["20 nov 0900", "2027-11-20T09:00"],
  // Days without a time, and past times.
  ["tomorrow", `day ${SAT}`],
  ["mon", `day ${MON}`],
  ["today 8", `past ${FRI}T08:00`],
  ["2026-11-19 12:00", "past 2026-11-19T12:00"],
  // Invalid or ambiguous times.
  ["2560", "unknown"],
  ["2400", "unknown"],
  ["14pm", "unknown"],
  ["0pm", "unknown"],
  ["soon", "unknown"],
  ["+0", "unknown"],
  ["+20 sheep", "unknown"],
  ["next fri 8", "unknown"],
  ["tomorrow midnight", "unknown"],
  ["tonight 12", "unknown"],
  ["30 feb 8", "unknown"],
  ["31/11 8", "unknown"],
  ["2026-13-01 8", "unknown"],
  ["8 9 10", "unknown"],
  ["fri sat 8", "unknown"],
] as const)("parseTypedTime reads %p as %p", (text, expected) => {
  expect(read(text)).toBe(expected);
});

describe("typed times around a clock change", () => {
  const zone = "Europe/Berlin";
  // 25 October 2026, 01:50 summer time: at 03:00 the clocks go back to 02:00.
  const before = Date.parse("2026-10-24T23:50:00Z");

  test("a number of minutes from now picks the earlier or the later of two repeated hours", () => {
    expect(read("+20", before, zone)).toBe("2026-10-25T02:10 earlier");
    expect(read("+80", before, zone)).toBe("2026-10-25T02:10 later");
    expect(read("+140", before, zone)).toBe("2026-10-25T03:10");
  });

  test("a clock time that is repeated or skipped is left for the server to ask about", () => {
    expect(read("0210", before, zone)).toBe("2026-10-25T02:10");
    expect(read("0230", Date.parse("2026-03-28T12:00:00Z"), zone)).toBe("2026-03-29T02:30");
  });

  test("tomorrow follows the calendar of the given time zone", () => {
    expect(read("tomorrow 8", Date.parse("2026-11-20T23:30:00Z"), "Africa/Kigali")).toBe(
      "2026-11-22T08:00",
    );
    expect(read("8", Date.parse("2026-11-20T23:30:00Z"), "America/New_York")).toBe(
      "2026-11-21T08:00",
    );
  });
});
