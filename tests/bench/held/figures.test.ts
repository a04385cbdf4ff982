/** Holds the benchmark's figures with a short round. It runs alone, because other work would affect the figures. */
import { expect, test } from "bun:test";
import { aims, limitOf, ratioOf } from "../aims";
import { runShort } from "../run-short";

test("a short round of run.ts gets equal answers from both servers and stays within all limits", async () => {
  const { code, output } = await runShort("run.ts");
  expect(code, output).toBe(0);
  for (const measure of [
    "acknowledged",
    "whole quote",
    ...Object.values(aims).map(({ name }) => name),
  ])
    expect(output).toContain(measure);
}, 600_000);

test("limitOf allows a quarter more than the recorded figure or, without one, than the aim", () => {
  expect(limitOf({ name: "", unit: "×", aim: 4 })).toBe(5);
  expect(limitOf({ name: "", unit: "×", aim: 4, held: 8 })).toBe(10);
});

test("ratioOf ignores disturbed rounds and keeps a loss that is in all of them", () => {
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
