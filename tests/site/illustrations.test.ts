/** The drawings' files: each name occurs once, and every drawing shown by name exists. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { landscapes } from "../../src/settings/look/landscape-contract";

const root = join(import.meta.dir, "../..");
const file = await Bun.file(join(root, "client/public/illustrations.svg")).text();
const names = [...file.matchAll(/\bid="([^"]+)"/g)].map(([, name]) => name);

test("the file of drawings uses each name only once", () => {
  const duplicateNames = names.filter((name, at) => names.indexOf(name) !== at);
  expect(duplicateNames).toEqual([]);
});

test("the file of drawings has each drawing that another one refers to", () => {
  const shown = [...file.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name);
  expect(shown.filter((name) => !names.includes(name))).toEqual([]);
});

describe("the landscapes", async () => {
  const sheet = await Bun.file(join(root, "client/styles/app.css")).text();
  const readLandscape = (name: string) =>
    Bun.file(join(root, "client/public/landscapes", `${name}.svg`)).text();

  test.each([...landscapes, "car"])(
    "%s is a small file that takes its colours from the page",
    async (name) => {
      const landscape = await readLandscape(name);
      expect(landscape).toContain(`<g id="${name === "car" ? "car" : "land"}">`);
      expect(Bun.gzipSync(Buffer.from(landscape)).length).toBeLessThan(3_500);
      // Browsers do not find gradients or styles in another document.
      expect(landscape).not.toMatch(/<(?:style|linearGradient|radialGradient)\b/);
      const tokens = [...landscape.matchAll(/var\((--[a-z-]+)\)/g)].map(([, token]) => token ?? "");
      expect(tokens.length).toBeGreaterThan(3);
      for (const token of tokens) expect(sheet).toContain(`${token}: `);
    },
  );
});

test("the file of drawings has each drawing that a page can show", async () => {
  const source = await Bun.file(join(root, "client/site/illustration.tsx")).text();
  const union = source.match(/type IllustrationName =([^;]+);/)?.[1] ?? "";
  const unionNames = [...union.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  expect(unionNames.length).toBeGreaterThan(10);
  expect(unionNames.filter((name) => !names.includes(name))).toEqual([]);
});
