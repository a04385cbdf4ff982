/** Repeating trips: which days, and the time on each of them. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  addDays,
  daysBetween,
  endColumns,
  endOf,
  hasLaterEnd,
  hasDaysAfter,
  type Pattern,
  patternDays,
  patternFault,
  timeOnDay,
  weekdayOf,
} from "../../src/reservations/standing-orders/order-rules";
import { endText, patternText } from "../../client/repeating/repeat-words";
import { createSay, type Dictionary } from "../../client/words/words";
import { endPhrase, patternPhrase } from "../../src/reservations/standing-orders/order-phrases";
import {
  endWords,
  patternWords,
} from "../../src/reservations/standing-orders/standing-order-words";

const weeklyPattern = (over: Partial<Pattern> = {}): Pattern => ({
  weekdays: [1, 3, 5],
  everyWeeks: 1,
  startsOn: "2026-11-23",
  endsOn: null,
  endsAfter: null,
  ...over,
});

const start = "2026-11-23";
const anyPattern: fc.Arbitrary<Pattern> = fc
  .record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    everyWeeks: fc.constantFrom(1, 2, 4),
    offset: fc.integer({ min: 0, max: 40 }),
    end: fc.oneof(
      fc.constant({ endsOn: null, endsAfter: null }),
      fc.integer({ min: 0, max: 200 }).map((days) => ({
        endsOn: addDays(start, days + 40),
        endsAfter: null,
      })),
      fc.integer({ min: 2, max: 60 }).map((endsAfter) => ({ endsOn: null, endsAfter })),
    ),
  })
  .map(({ weekdays, everyWeeks, offset, end }) => {
    const startsOn = addDays(start, offset);
    return {
      weekdays: [...new Set([...weekdays, weekdayOf(startsOn)])],
      everyWeeks,
      startsOn,
      ...end,
    };
  });

test("hasLaterEnd compares the last days of two patterns", () => {
  const never = weeklyPattern();
  const six = weeklyPattern({ endsAfter: 6 });
  expect(hasLaterEnd(never, six)).toBe(true);
  expect(hasLaterEnd(six, never)).toBe(false);
  expect(hasLaterEnd(never, never)).toBe(false);
  // Six trips take two weeks: the last is on 4 December.
  expect(hasLaterEnd(weeklyPattern({ endsOn: "2026-12-06" }), six)).toBe(false);
  expect(hasLaterEnd(weeklyPattern({ endsOn: "2026-12-07" }), six)).toBe(true);
  expect(hasLaterEnd(weeklyPattern({ endsAfter: 7 }), six)).toBe(true);
  expect(hasLaterEnd(weeklyPattern({ endsOn: "2026-11-20" }), six)).toBe(false);
  const everyFourWeeks = weeklyPattern({ weekdays: [1], everyWeeks: 4, endsAfter: 400 });
  expect(hasLaterEnd(everyFourWeeks, weeklyPattern({ ...everyFourWeeks, endsAfter: 399 }))).toBe(
    true,
  );
});

describe("the days of a pattern", () => {
  test.each([
    [
      "Monday, Wednesday and Friday",
      weeklyPattern(),
      ["2026-11-23", "2026-11-25", "2026-11-27", "2026-11-30"],
    ],
    [
      "every second week",
      weeklyPattern({ everyWeeks: 2 }),
      ["2026-11-23", "2026-11-25", "2026-11-27", "2026-12-07"],
    ],
    [
      "every second week, counted from the week of the first day",
      weeklyPattern({ startsOn: "2026-11-27", everyWeeks: 2 }),
      ["2026-11-27", "2026-12-07", "2026-12-09", "2026-12-11"],
    ],
    [
      "every fourth week",
      weeklyPattern({ everyWeeks: 4, weekdays: [1] }),
      ["2026-11-23", "2026-12-21", "2027-01-18", "2027-02-15"],
    ],
    ["until a last day", weeklyPattern({ endsOn: "2026-11-25" }), ["2026-11-23", "2026-11-25"]],
    [
      "for three trips",
      weeklyPattern({ endsAfter: 3 }),
      ["2026-11-23", "2026-11-25", "2026-11-27"],
    ],
  ])("%s", (_title, pattern, days) => {
    expect(patternDays(pattern, "2027-03-01").slice(0, 4)).toEqual(days);
  });

  test("are within the bounds, on the weekdays, in order, each once", () => {
    fc.assert(
      fc.property(anyPattern, fc.integer({ min: 0, max: 300 }), (pattern, length) => {
        const until = addDays(pattern.startsOn, length);
        const days = patternDays(pattern, until);
        expect(days).toEqual([...new Set(days)].sort());
        for (const day of days) {
          expect(day >= pattern.startsOn && day <= until).toBe(true);
          if (pattern.endsOn !== null) expect(day <= pattern.endsOn).toBe(true);
          expect(pattern.weekdays).toContain(weekdayOf(day));
        }
        if (pattern.endsAfter !== null) expect(days.length).toBeLessThanOrEqual(pattern.endsAfter);
        expect(days[0]).toBe(
          pattern.endsOn !== null && pattern.endsOn < pattern.startsOn
            ? undefined
            : pattern.startsOn,
        );
      }),
    );
  });

  test("start with the same days for a longer period", () => {
    fc.assert(
      fc.property(anyPattern, fc.nat(200), fc.nat(200), (pattern, length, more) => {
        const until = addDays(pattern.startsOn, length);
        const near = patternDays(pattern, until);
        const far = patternDays(pattern, addDays(until, more));
        expect(far.slice(0, near.length)).toEqual(near);
        expect(far.slice(near.length).every((day) => day > until)).toBe(true);
      }),
    );
  });

  test("are the same in steps as at once, and none is made twice", () => {
    fc.assert(
      fc.property(anyPattern, fc.array(fc.nat(20), { maxLength: 12 }), (pattern, steps) => {
        const made = new Set<string>();
        let until = pattern.startsOn;
        for (const step of [0, ...steps]) {
          until = addDays(until, step);
          for (const day of daysBetween(pattern, pattern.startsOn, until, (d) => made.has(d)))
            made.add(day);
        }
        expect([...made].sort()).toEqual(patternDays(pattern, until));
        expect(daysBetween(pattern, pattern.startsOn, until, (d) => made.has(d))).toEqual([]);
      }),
    );
  });

  test("leave out skipped days in any order, without moving others", () => {
    fc.assert(
      fc.property(anyPattern, fc.array(fc.nat(120), { maxLength: 10 }), (pattern, offsets) => {
        const until = addDays(pattern.startsOn, 120);
        const skippedDays = offsets.map((days) => addDays(pattern.startsOn, days));
        const without = (days: readonly string[]) =>
          daysBetween(pattern, pattern.startsOn, until, (day) => days.includes(day));
        expect(without(skippedDays)).toEqual(
          patternDays(pattern, until).filter((day) => !skippedDays.includes(day)),
        );
        expect(without(skippedDays.toReversed())).toEqual(without(skippedDays));
      }),
    );
  });

  test("a pattern has days after a date exactly if it has a later one", () => {
    fc.assert(
      fc.property(anyPattern, fc.integer({ min: -20, max: 400 }), (pattern, offset) => {
        const day = addDays(pattern.startsOn, offset);
        const far = addDays(pattern.startsOn, 60 * 28 + 400);
        expect(hasDaysAfter(pattern, day)).toBe(
          patternDays(pattern, far).some((each) => each > day),
        );
      }),
      { numRuns: 60 },
    );
  });

  test("the end of a pattern is the same after it was stored", () => {
    for (const end of [
      { kind: "never" },
      { kind: "on", day: "2026-12-18" },
      { kind: "after", trips: 12 },
    ] as const)
      expect(endOf(endColumns(end))).toEqual(end);
  });
});

describe("the time on a day", () => {
  test("keeps the local time when the clocks change", () => {
    const times = ["2027-03-27", "2027-03-29"].map((day) =>
      timeOnDay(day, "07:30", "Europe/Berlin"),
    );
    expect(times.map(({ local }) => local)).toEqual(["2027-03-27T07:30", "2027-03-29T07:30"]);
    expect(new Date(times[0]?.at ?? 0).toISOString()).toBe("2027-03-27T06:30:00.000Z");
    expect(new Date(times[1]?.at ?? 0).toISOString()).toBe("2027-03-29T05:30:00.000Z");
  });

  test("moves from the hour that spring skips to the next minute, and reports the move", () => {
    expect(timeOnDay("2027-03-28", "02:30", "Europe/Berlin")).toEqual({
      at: Date.parse("2027-03-28T01:00:00Z"),
      local: "2027-03-28T03:00",
      moved: true,
    });
  });

  test("is the first of the two if autumn repeats it", () => {
    expect(timeOnDay("2027-10-31", "02:30", "Europe/Berlin")).toEqual({
      at: Date.parse("2027-10-31T00:30:00Z"),
      local: "2027-10-31T02:30",
      moved: false,
    });
  });

  test("is on its own day, and in its minute unless it moved", () => {
    fc.assert(
      fc.property(
        fc.nat(1_500),
        fc.nat(1_439),
        fc.constantFrom(
          "Africa/Kigali",
          "Europe/Berlin",
          "America/New_York",
          "Australia/Lord_Howe",
        ),
        (offset, minute, zone) => {
          const day = addDays("2026-01-01", offset);
          const two = (n: number) => String(n).padStart(2, "0");
          const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
          const found = timeOnDay(day, time, zone);
          expect(found.local.slice(0, 10)).toBe(day);
          expect(found.moved).toBe(found.local !== `${day}T${time}`);
          expect(found.local >= `${day}T${time}`).toBe(true);
        },
      ),
    );
  });
});

test.each([
  [{ startsOn: "2026-11-20" }, "startsOn"],
  [{ startsOn: "2028-11-22" }, "startsOn"],
  [{ weekdays: [2] }, "weekdays"],
  [{ endsOn: "2026-11-22" }, "end"],
  [{ endsOn: "2036-11-22" }, "end"],
  [{ endsOn: "2026-11-23" }, null],
  [{}, null],
] as const)("a pattern with %p has a fault in %p", (over, field) => {
  expect(patternFault(weeklyPattern(over), "2026-11-21")?.field ?? null).toBe(field);
});

test.each([
  [{ weekdays: [1, 3, 5], everyWeeks: 1 }, "Every Monday, Wednesday and Friday at 07:30"],
  [{ weekdays: [1], everyWeeks: 2 }, "Every 2 weeks on Monday at 07:30"],
  [{ weekdays: [1, 2, 3, 4, 5], everyWeeks: 1 }, "Monday to Friday at 07:30"],
  [{ weekdays: [1, 2, 3, 4, 5, 6, 7], everyWeeks: 1 }, "Every day at 07:30"],
] as const)("the text of %p is %p", (pattern, words) => {
  expect(patternWords({ ...pattern, pickupTime: "07:30" })).toBe(words);
});

test("endWords writes each kind of end", () => {
  expect(endWords({ kind: "never" })).toBe("with no end date");
  expect(endWords({ kind: "on", day: "2026-12-18" })).toBe("until 18 December 2026");
  expect(endWords({ kind: "after", trips: 12 })).toBe("for 12 trips");
});

const phrases = [
  { weekdays: [1, 3, 5], everyWeeks: 1, pickupTime: "07:30" },
  { weekdays: [7], everyWeeks: 1, pickupTime: "07:30" },
  { weekdays: [2, 4, 6], everyWeeks: 2, pickupTime: "21:05" },
  { weekdays: [1, 2, 3, 4, 5], everyWeeks: 1, pickupTime: "07:30" },
  { weekdays: [1, 2, 3, 4, 5, 6, 7], everyWeeks: 1, pickupTime: "07:30" },
];
const ends = [
  { kind: "never" },
  { kind: "after", trips: 12 },
  ...Array.from({ length: 12 }, (_, month) => ({
    kind: "on" as const,
    day: `2026-${String(month + 1).padStart(2, "0")}-18`,
  })),
] as const;

test("messages describe a pattern and its end in English as dispatch does", () => {
  for (const each of phrases) expect(patternPhrase("en", each)).toBe(patternWords(each));
  for (const end of ends) expect(endPhrase("en", end)).toBe(endWords(end));
});

test.each(["fr", "rw", "es", "de", "pt", "sw"] as const)(
  "messages describe a pattern and its end in %s as the screens do",
  async (language) => {
    const read = (part: string) =>
      Bun.file(`languages/${language}/${part}.json`).json() as Promise<Dictionary>;
    const t = createSay(language, { ...(await read("shared")), ...(await read("trips")) });
    for (const each of phrases) expect(patternPhrase(language, each)).toBe(patternText(each, t));
    for (const end of ends) expect(endPhrase(language, end)).toBe(endText(end, t));
  },
);
