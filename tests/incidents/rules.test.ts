import { expect, test } from "bun:test";
import { ReservationState } from "../../src/reservations/contract";
import { reportRefusal } from "../../src/incidents/rules";

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test.each([
  ["now", 0, null],
  ["a minute ahead, which a phone's clock may be", MINUTE, null],
  ["three minutes ahead", 3 * MINUTE, "in_future"],
  ["30 days ago", -30 * DAY, null],
  ["longer ago", -30 * DAY - 1, "too_old"],
] as const)("reportRefusal judges an incident that happened %s", (_, since, refusal) => {
  expect(reportRefusal(NOW + since, NOW, null)).toBe(refusal);
});

test("a driver can report on a trip from its assignment on", () => {
  const may = ReservationState.options.filter(
    (state) => reportRefusal(NOW, NOW, { state, endedAt: NOW }) === null,
  );
  expect(may.toSorted()).toEqual(
    [
      "assigned",
      "en_route",
      "on_location",
      "passenger_on_board",
      "completed",
      "settled",
      "cancelled",
      "no_show",
      "rejected",
    ].toSorted() as never,
  );
});

test.each([
  [DAY, null],
  [DAY + 1, "not_of_trip"],
] as const)("a driver can report on a trip until a day after its end: %d ms", (since, refusal) => {
  const trip = { state: "completed" as const, endedAt: NOW - since };
  expect(reportRefusal(NOW, NOW, trip)).toBe(refusal);
});
