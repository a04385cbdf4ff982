/** The part of the screen that an iPhone covers, and the height that it reports: see docs/browsers.md. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const client = join(import.meta.dir, "../../client");

/** Yields each line of the client's sources, with its path and number. */
async function* lines(pattern: string): AsyncGenerator<{ at: string; line: string }> {
  for await (const path of new Bun.Glob(pattern).scan(client))
    for (const [index, line] of (await Bun.file(join(client, path)).text()).split("\n").entries())
      yield { at: `${path}:${index + 1}`, line };
}

/** Whether a line has a bar at the bottom of the window, and whether it leaves room for the phone's own bar. */
const isBar = (line: string) => /\b(?:fixed|sticky)\b/.test(line) && /\bbottom-0\b/.test(line);
const isFree = (line: string) => line.includes("env(safe-area-inset-bottom)");

/** Bars in a dialog, which ends above the edge of the window. */
const withinDialogs = /^ui\/dialog\.tsx/;

test("every bar at the bottom of the window leaves room for the phone's own bar", async () => {
  const bars: string[] = [];
  const coveredSizes: string[] = [];
  for await (const { at, line } of lines("**/*.tsx"))
    if (isBar(line) && !withinDialogs.test(at)) (isFree(line) ? bars : coveredSizes).push(at);
  expect(coveredSizes).toEqual([]);
  expect(bars.length).toBeGreaterThan(3);
});

test("no style uses 100vh or h-screen", async () => {
  const high: string[] = [];
  for await (const { at, line } of lines("**/*.{tsx,css}"))
    if (/\b100vh\b|\b(?:min-|max-)?h-screen\b/.test(line)) high.push(at);
  expect(high).toEqual([]);
});

test("isBar and isFree find a bar that leaves no room", () => {
  expect(isBar('className="fixed inset-x-0 bottom-0"')).toBe(true);
  expect(isFree('className="fixed inset-x-0 bottom-0"')).toBe(false);
});
