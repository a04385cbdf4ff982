/** The figures that are held, by a short round. It runs with nothing beside it: that would be in the figures. */
import { expect, test } from "bun:test";
import { aims, limitOf, ratioOf } from "../aims";
import { runShort } from "../run-short";

test("a short round of run.ts asks ours and the bare server, which answer alike, and no figure is worse than what is held", async () => {
  const { code, output } = await runShort("run.ts");
  expect(code, output).toBe(0);
  for (const measure of [
    "acknowledged",
    "whole quote",
    ...Object.values(aims).map(({ name }) => name),
  ])
    expect(output).toContain(measure);
}, 600_000);

test("what is held may be worse by a quarter, and is the aim where that is reached", () => {
  expect(limitOf({ name: "", unit: "×", aim: 4 })).toBe(5);
  expect(limitOf({ name: "", unit: "×", aim: 4, held: 8 })).toBe(10);
});

test("rounds in which the machine did something else don't count, and a loss is in all of them", () => {
  const [reference, ours] = [
    [100, 104, 190],
    [210, 200, 205],
  ];
  expect(ratioOf(ours, reference)).toBe(2);
  expect(ratioOf([430, 200, 610], reference)).toBe(2);
  expect(
    ratioOf(
      ours.map((cost) => cost * 1.5),
      reference,
    ),
  ).toBe(3);
});
