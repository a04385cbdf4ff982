/** 5,000 bookings by 50 clients at a time, while the server is killed; 100,000 of them: `bun run soak kills`. */
import { expect, test } from "bun:test";
import { bookThroughKills } from "../soak/runs/kills";

test("kill -9 in the middle of 5,000 bookings loses none that was acknowledged, and doubles none", async () => {
  const { interrupted, recoveries, resumptions, ...found } = await bookThroughKills(5_000, 3);
  expect(found).toEqual({
    acknowledged: 5_000,
    kills: 4,
    lost: 0,
    doubled: 0,
    changed: 0,
    faults: [],
  });
  // Each kill met bookings under way, or it proved nothing.
  expect(interrupted).toBeGreaterThan(15);
  expect(resumptions.length).toBeGreaterThan(0);
  for (const milliseconds of recoveries) expect(milliseconds).toBeLessThan(2_000);
}, 180_000);
