import { describe, expect, test } from "bun:test";
import { changeText, feeChanges } from "../../../client/fees/changes";
import {
  valueAt,
  mergeParts,
  pathIn,
  isEqual,
  shiftPaths,
  replaceAt,
  withItem,
  withoutItem,
} from "../../../client/fees/paths";
import { names, schedule } from "./schedule";

describe("paths into a price list", () => {
  test("read, replace, add and remove parts without touching the rest", () => {
    const before = schedule();
    const after = replaceAt(before, "rates.1.distanceTiers.0.upTo", 12);
    expect(valueAt(after, "rates.1.distanceTiers.0.upTo")).toBe(12);
    expect(valueAt(before, "rates.1.distanceTiers.0.upTo")).toBe(10);
    expect(after.rates[0]).toBe(before.rates[0]);
    const more = withItem(before, "holidays", 1, { date: "01-01", name: "New Year" });
    expect(more.holidays.map(({ date }) => date)).toEqual(["12-25", "01-01"]);
    expect(withoutItem(more, "holidays", 0).holidays).toHaveLength(1);
    expect(valueAt(before, "rates.9.baseMinor")).toBeUndefined();
  });

  test("find the same part in another version, even if it has moved", () => {
    const before = schedule();
    const after = schedule({ rates: before.rates.toReversed() });
    expect(pathIn(before, after, "rates.0.baseMinor")).toBe("rates.1.baseMinor");
    expect(pathIn(before, after, "taxes.items.0.percent")).toBe("taxes.items.0.percent");
    expect(pathIn(schedule({ surcharges: [] }), before, "surcharges.0.name")).toBeNull();
  });

  test("of unfinished fields move with their row", () => {
    const entries = { "surcharges.0.name": 1, "surcharges.1.name": 2, "extras.1.name": 3 };
    expect(shiftPaths(entries, "surcharges", 0, -1)).toEqual({
      "surcharges.0.name": 2,
      "extras.1.name": 3,
    });
    expect(shiftPaths(entries, "surcharges", 1, 1)).toEqual({
      "surcharges.0.name": 1,
      "surcharges.2.name": 2,
      "extras.1.name": 3,
    });
  });
});

describe("merging two people's changes", () => {
  const base = schedule();

  test("keeps both changes to different parts", () => {
    const mine = replaceAt(base, "rates.0.baseMinor", 2_500);
    const renamedSchedule = replaceAt(
      replaceAt(base, "rates.1.baseMinor", 6_000),
      "surcharges.0.name",
      "Late",
    );
    const added = { ...base.surcharges[1], id: "new", name: "New" };
    const theirs = withItem(renamedSchedule, "surcharges", 0, added);
    const { schedule: result, conflictPaths } = mergeParts(base, mine, theirs);
    expect(conflictPaths).toEqual([]);
    expect(result.rates.map(({ baseMinor }) => baseMinor)).toEqual([2_500, 6_000]);
    expect(result.surcharges.map(({ name }) => name).toSorted()).toEqual([
      "Airport",
      "Late",
      "New",
    ]);
  });

  test("keeps my change to a cell that both changed, and reports that cell", () => {
    const mine = replaceAt(base, "rates.0.baseMinor", 2_500);
    const theirs = replaceAt(base, "rates.0.baseMinor", 3_000);
    const { schedule: result, conflictPaths } = mergeParts(base, mine, theirs);
    expect(result.rates[0]?.baseMinor).toBe(2_500);
    expect(conflictPaths).toEqual(["rates.0.baseMinor"]);
  });

  test("drops a row that one person removed, unless the other changed it", () => {
    const removed = withoutItem(base, "surcharges", 0);
    expect(mergeParts(base, removed, base).schedule.surcharges).toHaveLength(1);
    expect(mergeParts(base, base, removed).schedule.surcharges).toHaveLength(1);
    const changed = replaceAt(base, "surcharges.0.name", "Late");
    const { schedule: result, conflictPaths } = mergeParts(base, removed, changed);
    expect(result.surcharges.map(({ name }) => name)).toContain("Late");
    expect(conflictPaths).toHaveLength(1);
    expect(mergeParts(base, changed, removed).schedule.surcharges).toHaveLength(2);
  });

  test("keeps both of two rows with the same identity", () => {
    const [holiday] = base.holidays;
    if (!holiday) throw new Error("The schedule has no holiday.");
    const mine = withItem(base, "holidays", 1, { ...holiday, name: "Boxing Day" });
    const theirs = withItem(base, "holidays", 1, { date: "01-01", name: "New Year" });
    expect(mergeParts(base, mine, theirs).schedule.holidays).toEqual([
      holiday,
      { ...holiday, name: "Boxing Day" },
      { date: "01-01", name: "New Year" },
    ]);
  });

  test("changes nothing if neither person made a change", () => {
    expect(isEqual(mergeParts(base, base, base).schedule, base)).toBe(true);
  });
});

describe("the texts of differences between price lists", () => {
  const texts = (...args: Parameters<typeof feeChanges>) =>
    feeChanges(...args).map((change) => changeText(change).replaceAll("\u00a0", " "));

  test("are empty for two equal versions", () => {
    expect(feeChanges(schedule(), schedule(), names)).toEqual([]);
  });

  test("name a changed rate and tier, an added class and a removed surcharge", () => {
    const before = schedule({ rates: schedule().rates.slice(0, 1) });
    let after = replaceAt(schedule(), "rates.0.baseMinor", 2_500);
    after = replaceAt(after, "rates.0.distanceTiers.1.perDistanceMinor", 650);
    after = withoutItem(after, "surcharges", 0);
    expect(texts(before, after, names)).toEqual([
      "Standard: base fare changed from RWF 2,000 to RWF 2,500",
      "Standard: distance changed from RWF 900 to 10 km, RWF 700 beyond to RWF 900 to 10 km, RWF 650 beyond",
      "Van added: from RWF 5,000, at least RWF 5,000",
      "Night removed: 22:00 to 06:00 · 15 % · All trips",
    ]);
  });

  test("name changes to waiting, cancellation, taxes and driver pay", () => {
    let after = replaceAt(schedule(), "graceMinutes.airport_pickup", 60);
    after = replaceAt(after, "cancellation.tiers.0.noticeMinutes", 1_440);
    after = replaceAt(after, "taxes.included", true);
    after = replaceAt(after, "driverPay.farePercent", 72.5);
    expect(texts(schedule(), after, names)).toEqual([
      "Taxes changed from added to prices to included in prices",
      "Free waiting, airport pickup changed from 45 min to 1 h",
      "Cancellation changed from 2 h or more before pickup: Free; Less than 2 h before pickup: 50 % of the fare, the driver gets 50 % to 1 d or more before pickup: Free; Less than 1 d before pickup: 50 % of the fare, the driver gets 50 %",
      "Driver’s share of the fare changed from 70 % to 72.5 %",
    ]);
  });
});
