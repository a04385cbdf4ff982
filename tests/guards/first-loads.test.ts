/** A first visit loads no more than the budget of its area, and never the half megabyte of the map. */
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { lazyModuleNames } from "../../build/area-modules";
import { buildAssets } from "../../build/assets";
import { firstLoadBytes } from "../../build/sizes";
import { translatedLanguages } from "../../build/words";
import { dictionaryUrl, type Part } from "../../client/words/words";
import type { AssetManifest } from "../../src/process/assets";

const root = join(import.meta.dir, "../..");

/** The budget in gzipped kilobytes of JavaScript, by the beginning of a route's id. The first match counts. */
const budgets: [string, number][] = [
  ["/dispatch", 190],
  // The driver's application, /driver-apply, is in the driver area too.
  ["/driver", 140],
  ["/{$brand}Driver", 140],
  ["/_rider", 140],
  // All components of the design system on one page, for development only.
  ["/design", 190],
  ["/", 110],
];

let manifest: AssetManifest;
let contents: Record<string, Record<string, number>>;
beforeAll(async () => {
  await buildAssets(root, { development: false });
  manifest = await Bun.file(join(root, "dist/manifest.json")).json();
  contents = await Bun.file(join(root, "dist/contents.json")).json();
}, 120_000);

test("every route's first load keeps to the budget of its area", () => {
  const over = [...firstLoadBytes(manifest)].flatMap(([id, bytes]) => {
    const budget = budgets.find(([start]) => id.startsWith(start))?.[1] ?? 0;
    return bytes > budget * 1000 ? [`${id}: ${Math.ceil(bytes / 1000)} of ${budget} kB`] : [];
  });
  expect(over).toEqual([]);
});

test("every lazy module that has copies of its own is a file", () => {
  const files = [...new Glob("client/**/*.tsx").scanSync(root)];
  expect(
    lazyModuleNames.filter((name) => !files.some((path) => path.endsWith(`/${name}.tsx`))),
  ).toEqual([]);
});

test("a page loads less than 25 kB of styles and one font file", () => {
  const { styles, publicStyle, fonts, files } = manifest;
  const packed = (urls: string[]) =>
    urls.reduce((sum, url) => sum + (files[url]?.gzip ?? Number.POSITIVE_INFINITY), 0);
  expect(packed(styles)).toBeLessThan(25_000);
  // Each public page contains this style.
  expect(packed([publicStyle])).toBeLessThan(15_000);
  expect(fonts).toHaveLength(1);
});

/** The texts that a rider's page also loads in a language other than English: data, not JavaScript. */
test("a page loads at most 16 kB of texts in another language", () => {
  for (const language of translatedLanguages) {
    const size = (part: Part) => {
      const file = manifest.files[dictionaryUrl(language, part, manifest.words)];
      // The smallest files are not compressed.
      return file?.gzip ?? file?.size ?? Infinity;
    };
    const shared = size("shared");
    const over = (["sign-in", "booking", "account"] as const).filter(
      (part) => shared + size(part) > 16_000,
    );
    expect(over).toEqual([]);
    expect(shared + size("trips") + size("tracking")).toBeLessThan(16_000);
    // A driver's phone loads these texts once for all screens.
    expect(shared + size("driving")).toBeLessThan(20_000);
  }
});

test("no first load includes MapLibre", () => {
  const mapModules = Object.entries(contents)
    .filter(([, modules]) => Object.keys(modules).some((path) => path.includes("maplibre")))
    .map(([name]) => `/assets/${name}`);
  expect(mapModules.some((url) => manifest.files[url])).toBe(true);
  const first = [
    ...Object.values(manifest.areas).flatMap(({ entry, imports }) => [entry, ...imports]),
    ...Object.values(manifest.routes).flat(),
  ];
  expect(mapModules.filter((url) => first.includes(url))).toEqual([]);
});

test("the map's worker is a separate file", () => {
  const workers = Object.keys(manifest.files).filter((url) => url.includes("-worker-"));
  expect(workers).toHaveLength(1);
  expect(manifest.files[workers[0] ?? ""]?.type).toStartWith("text/javascript");
});
