import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ReservationState } from "../../src/reservations/contract";
import {
  canMove,
  checkPickupTime,
  isOver,
  nextStep,
  occupiedTime,
  soonestPickup,
  transitions,
  cancellation,
} from "../../src/reservations/rules";
import { priceList } from "../support/prices";

const states = ReservationState.options;

/** The table of allowed steps, written a second time, so that a mistake in either one shows. */
const legalSteps: Record<string, string> = {
  quote: "pending rejected cancelled",
  pending: "confirmed rejected cancelled",
  confirmed: "offered assigned cancelled",
  offered: "assigned confirmed cancelled",
  assigned: "en_route confirmed cancelled",
  en_route: "on_location confirmed cancelled",
  on_location: "passenger_on_board no_show cancelled",
  passenger_on_board: "completed",
  completed: "settled",
  settled: "completed",
};

describe("the state machine", () => {
  for (const from of states)
    for (const to of states) {
      const expected = (legalSteps[from] ?? "").split(" ").includes(to);
      test(`${from} → ${to} is ${expected ? "legal" : "illegal"}`, () => {
        expect(canMove(from, to)).toBe(expected);
      });
    }

  test("a trip that is over can only be settled or reopened", () => {
    for (const state of states.filter(isOver))
      expect(transitions[state].every((to) => to === "settled" || to === "completed")).toBe(true);
  });

  test("the driver's next step is always a legal move", () => {
    for (const state of states) {
      const next = nextStep(state);
      if (next) expect(canMove(state, next)).toBe(true);
    }
  });
});

describe("cancelling a trip", () => {
  const prices = priceList();
  const pickupAt = Date.parse("2026-11-21T09:00:00Z");
  const createdAt = pickupAt - 3 * 86_400_000;
  const startsAt = pickupAt - 2 * 3_600_000;
  const cases = [
    { state: "pending", before: 60_000, isLateCancellation: false, feeMinor: 0 },
    { state: "confirmed", before: 2 * 3_600_000, isLateCancellation: false, feeMinor: 0 },
    { state: "confirmed", before: 2 * 3_600_000 - 1, isLateCancellation: true, feeMinor: 5_001 },
    { state: "offered", before: 60_000, isLateCancellation: true, feeMinor: 5_001 },
    { state: "assigned", before: 4 * 3_600_000, isLateCancellation: false, feeMinor: 0 },
    // Before a driver may set off, nobody counts as on the way, whatever was tapped.
    { state: "en_route", before: 4 * 3_600_000, isLateCancellation: false, feeMinor: 0 },
    { state: "on_location", before: 9 * 86_400_000, isLateCancellation: false, feeMinor: 0 },
    { state: "en_route", before: 2 * 3_600_000 + 1, isLateCancellation: false, feeMinor: 0 },
    { state: "en_route", before: 2 * 3_600_000, isLateCancellation: true, feeMinor: 10_001 },
    { state: "on_location", before: -60_000, isLateCancellation: true, feeMinor: 10_001 },
  ] as const;
  for (const { state, before, isLateCancellation, feeMinor } of cases)
    test(`${state}, ${before / 60_000} minutes before: fee ${feeMinor}`, () => {
      expect(
        cancellation(
          prices,
          { state, startsAt, createdAt, pickupAt, fareMinor: 10_001 },
          pickupAt - before,
        ),
      ).toMatchObject({
        allowed: true,
        isLateCancellation,
        feeMinor,
      });
    });

  test("is refused exactly in the states that cannot move to cancelled", () => {
    for (const state of states)
      expect(
        cancellation(prices, { state, startsAt, createdAt, pickupAt, fareMinor: 1 }, pickupAt)
          .allowed,
      ).toBe(canMove(state, "cancelled"));
  });

  test("costs a fee between zero and the fare", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        (state, fareMinor, before) => {
          const decision = cancellation(
            prices,
            { state, startsAt, createdAt, pickupAt, fareMinor },
            pickupAt - before,
          );
          if (!decision.allowed) return true;
          return decision.feeMinor >= 0 && decision.feeMinor <= fareMinor;
        },
      ),
    );
  });
});

test("a trip occupies the time from 15 minutes before the pickup to 10 minutes after its end", () => {
  expect(occupiedTime({ pickupAt: 10_000_000, durationSeconds: 600, hours: null })).toEqual({
    startsAt: 10_000_000 - 900_000,
    endsAt: 10_000_000 + 600_000 + 600_000,
  });
  const hourlyTime = occupiedTime({ pickupAt: 0, durationSeconds: 600, hours: 3 });
  expect(hourlyTime.endsAt).toBe(3 * 3_600_000 + 600_000);
});

test("a pickup can be booked between the lead time and the last bookable day", () => {
  const now = 1_000_000_000_000;
  const minute = 60_000;
  const limits = { leadMinutes: 30, maxDaysAhead: 365 };
  const check = (at: number) => checkPickupTime(now + at, now, limits);
  expect(check(-3 * minute)).toBe("past");
  expect(check(-minute)).toBe("too_soon");
  expect(check(27 * minute)).toBe("too_soon");
  // A slow form may take two more minutes.
  expect(check(28 * minute)).toBe("ok");
  expect(check(366 * 1_440 * minute)).toBe("ok");
  expect(check(366 * 1_440 * minute + 1)).toBe("too_far_ahead");
  expect(checkPickupTime(now, now, { leadMinutes: 0, maxDaysAhead: 1 })).toBe("ok");
});

test("the soonest pickup is the first round time that can be booked", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.integer({ min: 0, max: 10_080 }),
      (now, leadMinutes) => {
        const at = soonestPickup(now, { leadMinutes });
        expect(at % 300_000).toBe(0);
        expect(at - now).toBeGreaterThanOrEqual(leadMinutes * 60_000);
        expect(at - now).toBeLessThan((leadMinutes + 5) * 60_000);
        expect(checkPickupTime(at, now, { leadMinutes, maxDaysAhead: 365 })).toBe("ok");
      },
    ),
  );
});
