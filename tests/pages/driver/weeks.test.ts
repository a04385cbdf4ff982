import { expect, test } from "bun:test";
import { byWeeks, mondayOf } from "../../../client/driving/weeks";
import type { ReservationRow } from "../../../src/reservations/contract";

const ride = (
  pickupAt: string,
  payMinor: number | null,
  state: ReservationRow["state"] = "completed",
  currency = "RWF",
) => ({ id: pickupAt, pickupAt, payMinor, state, currency }) as ReservationRow;

test.each([
  ["2026-11-16", "2026-11-16"],
  ["2026-11-20", "2026-11-16"],
  ["2026-11-22", "2026-11-16"],
  ["2026-11-23", "2026-11-23"],
  ["2027-01-01", "2026-12-28"],
  ["2028-03-01", "2028-02-28"],
])("the week of %s begins on %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test("weeks begin on Monday in the operator's zone, the latest first", () => {
  const weeks = byWeeks(
    [
      // Sunday 23:30 in Kigali, and a minute after midnight.
      ride("2026-11-15T21:30:00Z", 1000),
      ride("2026-11-15T22:01:00Z", 2000, "settled"),
      ride("2026-11-18T08:00:00Z", 4000),
      ride("2026-11-18T09:00:00Z", 8000, "no_show"),
      ride("2026-11-18T10:00:00Z", null, "cancelled"),
      ride("2026-11-18T11:00:00Z", null),
    ],
    "Africa/Kigali",
  );
  expect(weeks.map(({ monday, trips, totals }) => [monday, trips.length, totals])).toEqual([
    ["2026-11-16", 4, [{ currency: "RWF", minor: 14_000 }]],
    ["2026-11-09", 1, [{ currency: "RWF", minor: 1000 }]],
  ]);
});

test("currencies are never added to one another", () => {
  const [week] = byWeeks(
    [ride("2026-11-18T08:00:00Z", 100), ride("2026-11-18T09:00:00Z", 5, "completed", "USD")],
    "UTC",
  );
  expect(week?.totals).toEqual([
    { currency: "USD", minor: 5 },
    { currency: "RWF", minor: 100 },
  ]);
});
