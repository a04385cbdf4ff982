/** Which time a tap counts for. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  CLOCK_TOLERANCE_MS,
  MAX_TAP_AGE_MS,
  checkTapTime,
} from "../../src/dispatch/driver-run/tap-rules";

const MINUTE = 60_000;
const now = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["a tap without a time is one of now", null, -60, { refusal: null, at: now }],
  ["the time of the tap counts", -30, -60, { refusal: null, at: now - 30 * MINUTE }],
  ["a clock that is a little ahead is now", 2, -60, { refusal: null, at: now }],
  ["a time to come is refused", 2.1, -60, { refusal: "tap.in_future" }],
  [
    "a clock that is a little behind is the former step's",
    -62,
    -60,
    { refusal: null, at: now - 60 * MINUTE },
  ],
  ["a time before the former step is refused", -62.1, -60, { refusal: "tap.before_former_step" }],
  ["yesterday's is taken", -24 * 60, -2000, { refusal: null, at: now - 1440 * MINUTE }],
  ["older ones are not", -24 * 60 - 1, -2000, { refusal: "tap.too_old" }],
] as const)("checkTapTime: %s", (_, tappedMinutes, formerStepMinutes, expected) => {
  const tappedAt = tappedMinutes === null ? null : now + tappedMinutes * MINUTE;
  expect(
    checkTapTime({
      tappedAt,
      previousStepAt: now + formerStepMinutes * MINUTE,
      earliestAt: 0,
      now,
    }),
  ).toEqual(expected as never);
});

test.each([
  ["a tap of now is refused before the trip may begin", null, 0.1, { refusal: "tap.too_early" }],
  ["and taken from then on", null, 0, { refusal: null, at: now }],
  ["one from a phone is judged by the same moment", 0, 0.1, { refusal: "tap.too_early" }],
  ["a clock that is ahead does not bring the moment nearer", 2, 1, { refusal: "tap.too_early" }],
  ["nor does a time to come", 60, 30, { refusal: "tap.in_future" }],
  [
    "one that waited for the network counts for its time",
    -20,
    -30,
    { refusal: null, at: now - 20 * MINUTE },
  ],
  [
    "made before the moment it is refused, however late it comes",
    -40,
    -30,
    { refusal: "tap.too_early" },
  ],
  [
    "a clock that is a little behind is the moment itself",
    -32,
    -30,
    { refusal: null, at: now - 30 * MINUTE },
  ],
] as const)(
  "checkTapTime with an earliest time: %s",
  (_, tappedMinutes, earliestMinutes, expected) => {
    const tappedAt = tappedMinutes === null ? null : now + tappedMinutes * MINUTE;
    const times = {
      tappedAt,
      previousStepAt: now - 90 * MINUTE,
      earliestAt: now + earliestMinutes * MINUTE,
      now,
    };
    expect(checkTapTime(times)).toEqual(expected as never);
  },
);

test("an accepted tap is between the previous step and now, close to the time the phone sent", () => {
  const around = fc.integer({ min: now - 2 * MAX_TAP_AGE_MS, max: now + MAX_TAP_AGE_MS });
  fc.assert(
    fc.property(
      around,
      fc.integer({ min: now - 2 * MAX_TAP_AGE_MS, max: now }),
      (at, previousStepAt) => {
        const outcome = checkTapTime({ tappedAt: at, previousStepAt, earliestAt: 0, now });
        if (outcome.refusal !== null) return;
        expect(outcome.at).toBeGreaterThanOrEqual(previousStepAt);
        expect(outcome.at).toBeLessThanOrEqual(now);
        expect(Math.abs(outcome.at - at)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
      },
    ),
  );
});
