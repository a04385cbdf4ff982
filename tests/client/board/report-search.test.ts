import { expect, test } from "bun:test";
import { daysOf, readReportSearch, reportQuery } from "../../../client/reports/report-search";
import { tripsSearchFor } from "../../../client/reports/report-links";
import { compactText, periodText } from "../../../client/reports/report-words";
import { listQuery, readBoardSearch } from "../../../client/board/board-filters";

const today = "2026-03-03";

test("a report's periods are days of the operator's calendar, at most three years of them", () => {
  expect(daysOf({}, today)).toEqual({ from: "2026-03-01", to: today });
  expect(daysOf({ period: "today" }, today)).toEqual({ from: today, to: today });
  expect(daysOf({ period: "week" }, today)).toEqual({ from: "2026-02-25", to: today });
  expect(daysOf({ period: "last_month" }, today)).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  const custom = { period: "custom" } as const;
  expect(daysOf({ ...custom, from: "2026-05-02", to: "2026-04-01" }, today)).toEqual({
    from: "2026-04-01",
    to: "2026-05-02",
  });
  expect(daysOf({ ...custom, from: "2001-01-01", to: "2026-04-01" }, today).from).toBe(
    "2023-04-02",
  );
  expect(daysOf({ ...custom, from: "2026-05-02" }, today).to).toBe("2026-05-02");
});

test("an invalid address asks for this month's report by day", () => {
  const search = readReportSearch({ period: "ever", from: "2026-02-30", by: "rider" });
  expect(reportQuery(search, today)).toEqual({ from: "2026-03-01", to: today, by: "day" });
});

test("a report's figure links to the board with the same filters", () => {
  const days = { from: "2026-03-01", to: "2026-03-03" };
  const search = tripsSearchFor("late", days, { by: "driver", key: "" });
  expect(readBoardSearch({ ...search })).toEqual(search);
  expect(listQuery(search, "Africa/Kigali", Date.parse("2026-03-03T10:00:00Z"))).toEqual({
    state: ["completed", "settled", "no_show"],
    ...days,
    driver: "none",
    arrival: "late",
    sort: "pickupAt",
  });
});

test("periodText and compactText write periods and figures in short form", () => {
  expect(periodText({ from: "2026-03-01", to: "2026-03-03" })).toBe("1 – 3 Mar 2026");
  expect(periodText({ from: "2025-12-30", to: "2026-01-02" })).toBe("30 Dec 2025 – 2 Jan 2026");
  expect([1_250_000, 340_000, 12, 0.5].map(compactText)).toEqual(["1.3M", "340k", "12", "0.5"]);
});
