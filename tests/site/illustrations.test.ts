/** The file of drawings: each name is there once, and whatever is shown by its name is there. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const file = await Bun.file(join(root, "client/public/illustrations.svg")).text();
const names = [...file.matchAll(/\bid="([^"]+)"/g)].map(([, name]) => name);

test("has no two drawings of one name", () => {
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  expect(twice).toEqual([]);
});

test("has every drawing that another one shows", () => {
  const shown = [...file.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name);
  expect(shown.filter((name) => !names.includes(name))).toEqual([]);
});

test("has every drawing that a page may ask for", async () => {
  const source = await Bun.file(join(root, "client/site/illustration.tsx")).text();
  const union = source.match(/type IllustrationName =([^;]+);/)?.[1] ?? "";
  const asked = [...union.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !names.includes(name))).toEqual([]);
});
