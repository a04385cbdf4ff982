/** The short form of `bun run soak fuzz`: the executable, asked from outside for all that it describes. */
import { expect, test } from "bun:test";
import { fuzz } from "../soak/runs/fuzz";

test("a few thousand requests to every described call find no fault and no hang", async () => {
  const figures = await fuzz.run(0.02);
  const figure = (of: string) => figures.find((one) => one.of === of)?.value ?? Number.NaN;
  expect(figure("faults of the server, hangs, answers of another shape")).toBe(0);
  expect(figure("calls described")).toBeGreaterThan(400);
  expect(figure("requests")).toBeGreaterThan(2_000);
}, 180_000);
