/**
 * Runs a short round of every benchmark, so that each is known to work when it is needed; `held` contains that of
 * run.ts.
 */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumPath } from "../support/chromium";
import { runShort } from "./run-short";

const hasBrowser = chromiumPath() !== undefined || process.env.CI === "true";

const browserBenches = ["board.ts", "lighthouse.ts"];

// Speed is not checked here, because the runs happen at the same time.
test.concurrent(
  "a short round of lag.ts measures answers, timers and health with and without long work",
  async () => {
    const { code, output } = await runShort("lag.ts");
    expect(code, output).toBe(0);
    for (const measure of [
      "file: a receipt",
      "of a hundred the latest",
      "with them beside without",
    ])
      expect(output).toContain(measure);
  },
);

for (const file of browserBenches)
  (hasBrowser ? test.concurrent : test.skip)(
    `a short round of ${file} runs to its end`,
    async () => {
      const { code, output } = await runShort(file);
      expect(code, output).toBe(0);
    },
  );

test.concurrent("a short round of streets.ts imports a country and requests routes", async () => {
  const { code, output } = await runShort("streets.ts");
  expect(code, output).toBe(0);
  for (const measure of ["nodes in", "a route: middle", "a search: middle"])
    expect(output).toContain(measure);
});

test.concurrent("a short round of addresses.ts searches among twenty thousand names", async () => {
  const { code, output } = await runShort("addresses.ts");
  expect(code, output).toBe(0);
  expect(output).toContain("one wrong letter");
});

test.concurrent(
  "a short round of imports.ts imports a CSV file and a workbook within the memory limit",
  async () => {
    const { code, output } = await runShort("imports.ts");
    expect(code, output).toBe(0);
    for (const file of ["trips.csv: 5,200 lines", "trips.xlsx: 5,200 lines"])
      expect(output).toContain(file);
  },
);

test("every benchmark has a short round", () => {
  const started = readdirSync(import.meta.dir).filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.endsWith(".test.ts") &&
      readFileSync(join(import.meta.dir, file), "utf8").includes(` *   bun tests/bench/${file}`),
  );
  // run.ts starts the bare server, and the long run of a million has its own short round.
  const filesTestedElsewhere = ["baseline.ts", "million.ts"];
  expect(started.toSorted()).toEqual(
    [
      "run.ts",
      "lag.ts",
      "streets.ts",
      "imports.ts",
      "addresses.ts",
      ...browserBenches,
      ...filesTestedElsewhere,
    ].toSorted(),
  );
});
