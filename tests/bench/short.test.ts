/** A short round of every benchmark, so that each is known to work when it is needed; run.ts holds its figures. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumPath } from "../support/chromium";
import { aims, limitOf } from "./aims";

const hasBrowser = chromiumPath() !== undefined || process.env.CI === "true";

/** Starts one and gives how it ended, and all that it said. */
async function play(file: string): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, file), "--short"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [said, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, said: said + complaint };
}

const inBrowser = ["board.ts", "lighthouse.ts"];

test("a short round of run.ts asks ours and the bare server, which answer alike, and no figure is worse than what is held", async () => {
  const { code, said } = await play("run.ts");
  expect(code, said).toBe(0);
  for (const measure of [
    "acknowledged",
    "whole quote",
    ...Object.values(aims).map(({ name }) => name),
  ])
    expect(said).toContain(measure);
}, 600_000);

test("what is held may be worse by a quarter, and is the aim where that is reached", () => {
  expect(limitOf({ name: "", unit: "×", aim: 4 })).toBe(5);
  expect(limitOf({ name: "", unit: "×", aim: 4, held: 8 })).toBe(10);
});

// How fast these are is not held: they run beside each other.
test.concurrent(
  "a short round of lag.ts measures answers, timers and health with and without long work",
  async () => {
    const { code, said } = await play("lag.ts");
    expect(code, said).toBe(0);
    for (const measure of [
      "file: a receipt",
      "of a hundred the latest",
      "with them beside without",
    ])
      expect(said).toContain(measure);
  },
);

for (const file of inBrowser)
  (hasBrowser ? test.concurrent : test.skip)(
    `a short round of ${file} runs to its end`,
    async () => {
      const { code, said } = await play(file);
      expect(code, said).toBe(0);
    },
  );

test.concurrent("a short round of streets.ts imports a country and asks for routes", async () => {
  const { code, said } = await play("streets.ts");
  expect(code, said).toBe(0);
  for (const measure of ["nodes in", "a route: middle", "a search: middle"])
    expect(said).toContain(measure);
});

test.concurrent(
  "a short round of imports.ts imports a CSV file and a workbook, in the memory that is held",
  async () => {
    const { code, said } = await play("imports.ts");
    expect(code, said).toBe(0);
    for (const file of ["trips.csv: 5,200 lines", "trips.xlsx: 5,200 lines"])
      expect(said).toContain(file);
  },
);

test("each benchmark that can be started has its short round", () => {
  const started = readdirSync(import.meta.dir).filter(
    (file) =>
      !file.endsWith(".test.ts") &&
      readFileSync(join(import.meta.dir, file), "utf8").includes(` *   bun tests/bench/${file}`),
  );
  // run.ts starts the bare server; the long run of a million has a short round of its own.
  const testedElsewhere = ["baseline.ts", "million.ts"];
  expect(started.toSorted()).toEqual(
    ["run.ts", "lag.ts", "streets.ts", "imports.ts", ...inBrowser, ...testedElsewhere].toSorted(),
  );
});
