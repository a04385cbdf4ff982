/** Every promise has an existing test, and docs/promises.md matches the list and the figures. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFigures } from "../soak/figures";
import { promises } from "../soak/promises";
import { promisesFile, promisesText, testOf } from "../soak/report";
import { soaks } from "../soak/soaks";

const root = join(import.meta.dir, "../..");
const rows = promises.flatMap((part) => part.rows);

/** Whether a file has a test, or a group of tests, with exactly this title. */
function hasTest(source: string, title: string): boolean {
  return [JSON.stringify(title), `\`${title}\``].some((written) => source.includes(written));
}

describe("the promises", () => {
  test("each have a test or a long run, and every named test exists", () => {
    const missing = rows.flatMap(({ row, tests, soak }) => {
      if (tests.length === 0 && soak === undefined) return [`${row}: nothing proves it`];
      return tests.flatMap((reference) => {
        const { file, title } = testOf(reference);
        const path = join(root, file);
        if (!existsSync(path)) return [`${row}: ${file} is not there`];
        return hasTest(readFileSync(path, "utf8"), title)
          ? []
          : [`${row}: ${file} has no "${title}"`];
      });
    });
    expect(missing).toEqual([]);
  });

  test("have different names, and list every long run exactly once", () => {
    const names = rows.map(({ row }) => row);
    expect(new Set(names).size).toBe(names.length);
    const named = rows.flatMap(({ soak }) => soak ?? []);
    expect(named.toSorted()).toEqual(soaks.map(({ name }) => name).toSorted());
  });

  test("do not match a test whose title only contains theirs", () => {
    expect(hasTest('test("works once or twice", () => {})', "works once")).toBeFalse();
    expect(hasTest('test("works once", () => {})', "works once")).toBeTrue();
  });
});

test("docs/promises.md matches the list of promises and the last figures of `bun run soak`", () => {
  expect(readFileSync(promisesFile, "utf8")).toBe(promisesText(readFigures()));
});
