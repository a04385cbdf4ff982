/**
 * A short round of every long run, to show that `bun run soak` works. Speed is measured only in the long runs, because
 * other tests run beside these.
 */
import { expect, test } from "bun:test";
import { isMet, isDuration } from "./figures";
import { soaks } from "./soaks";

// Most of them wait most of the time for a lock, a slow socket or a provider, so they run side by side.
for (const { name, run, short, isPossible } of soaks) {
  const isEnabled = process.env.CI === "true" || (isPossible?.() ?? true);
  (isEnabled ? test.concurrent : test.skip)(
    `a short round of ${name} is as it should be`,
    async () => {
      const figures = await run(short);
      expect(figures.length).toBeGreaterThan(1);
      expect(figures.filter((figure) => !isDuration(figure) && !isMet(figure))).toEqual([]);
    },
  );
}
