/** The three cancellation policies of the setup are ordinary tiers: free at first, never cheaper later. */
import { expect, test } from "bun:test";
import { cancellationFee } from "../../src/fares/cancellation-rules";
import {
  cancellationPresets,
  presetNames,
  matchingPreset,
} from "../../src/fares/cancellation-preset-rules";
import { createTestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";

const HOUR = 3_600_000;

test("each preset is a valid cancellation policy of the price list and charges what it says", async () => {
  const server = await createTestServer();
  const owner = await signInAdmin(server);
  const read = async () => (await (await owner.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
  const costs: Record<string, number[]> = {};
  for (const name of presetNames) {
    const { schedule, version } = await read();
    const own = { ...schedule, cancellation: cancellationPresets[name] };
    expect((await owner.put("/admin/fees/draft", { version, schedule: own })).status).toBe(200);
    const kept = await read();
    expect(matchingPreset(kept.schedule.cancellation)).toBe(name);
    expect(kept.faults.filter(({ path }) => path.startsWith("cancellation"))).toEqual([]);
    costs[name] = [96, 48, 12, 1.5, 0.5].map((hours) => {
      const pickupAt = 1_000 * HOUR;
      const trip = { bookedAt: 0, pickupAt, fareMinor: 10_000, onTheWay: false };
      return cancellationFee(kept.schedule, trip, pickupAt - hours * HOUR).feeMinor;
    });
  }
  expect(costs).toEqual({
    flexible: [0, 0, 0, 0, 5_000],
    moderate: [0, 0, 5_000, 10_000, 10_000],
    strict: [0, 5_000, 10_000, 10_000, 10_000],
  });
  server.close();
});

test("a policy changed by hand does not match any preset", () => {
  const { strict } = cancellationPresets;
  expect(matchingPreset({ ...strict, freeAfterBookingMinutes: 5 })).toBeNull();
});
