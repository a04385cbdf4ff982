/**
 * The code that browsers load runs in the oldest ones that are promised: Safari 16.4 and the previous extended release
 * of Firefox. No syntax, API, attribute or CSS in it is newer, unless the code checks for it first or the list below
 * has the reason why nobody misses it.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { buildAssets } from "../../build/assets";
import type { AssetManifest } from "../../src/process/assets";
import { type UnsupportedUse, lintScript, lintSheet } from "../support/browser-lint";

const root = join(import.meta.dir, "../..");

/** Newer features that are allowed, with the reason why nothing breaks without them. Each is still used. */
const allowed: Record<string, string> = {
  ".showPopover": "client/ui/popovers.ts brings it where it is missing",
  ".hidePopover": "client/ui/popovers.ts brings it where it is missing",
  "attribute popover": "client/ui/popovers.ts brings it where it is missing",
  "attribute popoverTarget": "client/ui/popovers.ts brings it where it is missing",
  "attribute popoverTargetAction": "of that which brings it",
  "css :popover-open": "within :is(), which leaves out what it does not know",
  "css forced-color-adjust": "only looks, where colours are forced",
  "css hyphens": "only looks",
  "css rect()": "of clip, which has had it always",
  "css :open": "within :is(), which leaves out what it does not know",
  ".createObjectURL": "known for long; the table has it of service workers",
  ".isValid": "of libphonenumber's numbers",
  ".revokeObjectURL": "as .createObjectURL",
  ".startViewTransition": "React tries it, and goes on without",
  ".to": "of Swagger UI's scroller",
  ".use": "of React's hooks",
  ".when": "of zod's checks",
  "attribute autoCapitalize": "only helps a keyboard on the screen",
  "attribute capture": "only opens a phone's camera at once",
  "attribute fetchPriority": "only says what to load first",
  "attribute command": "of MapLibre's differences between styles, no attribute",
  "css scrollbar-color": "only looks",
  "css scrollbar-gutter": "only keeps the page's place beside a dialog",
  "css scrollbar-width": "beside ::-webkit-scrollbar",
  "css text-wrap": "only looks",
  "css user-select": "of MapLibre's: a drag of the map may select its labels",
  "event beforeinstallprompt": "offers to install the page where a browser lets it",
  "event mousewheel": "beside wheel",
  "Error.captureStackTrace": "Swagger UI has a stack without it",
  navigation: "React asks for it in the function around",
  "navigator.share": "the button is there only where it is known",
};

let unsupportedUses: (UnsupportedUse & { asset: string })[];
beforeAll(async () => {
  await buildAssets(root, { development: false });
  const folder = join(root, "dist/assets");
  const manifest: AssetManifest = await Bun.file(join(root, "dist/manifest.json")).json();
  const text = async (url: string, isPacked: boolean) => {
    const file = join(folder, url.slice(1).replaceAll("/", "_"));
    const bytes = await Bun.file(isPacked ? `${file}.br` : file).bytes();
    return (isPacked ? brotliDecompressSync(bytes) : Buffer.from(bytes)).toString();
  };
  unsupportedUses = [];
  for (const [asset, { br }] of Object.entries(manifest.files)) {
    if (!/\.(?:m?js|css)$/.test(asset)) continue;
    const lint = asset.endsWith(".css") ? lintSheet : lintScript;
    for (const find of lint(asset, await text(asset, br !== undefined)))
      unsupportedUses.push({ ...find, asset });
  }
}, 120_000);

test("the browser bundles use only features that every promised browser supports", () => {
  const unknown = unsupportedUses.filter(({ what }) => !(what in allowed));
  expect(
    unknown.map(({ asset, what, since, where }) => `${asset}: ${what} (${since}): ${where}`),
  ).toEqual([]);
});

test("every exception in the list is used", () => {
  const used = new Set(unsupportedUses.map(({ what }) => what));
  expect(Object.keys(allowed).filter((what) => !used.has(what))).toEqual([]);
});

const scripts: Record<string, string[]> = {
  "Promise.withResolvers()": ["Promise.withResolvers"],
  "Map.groupBy(a, b); Object.groupBy(a, b)": ["Map.groupBy", "Object.groupBy"],
  "URL.canParse(a)": ["URL.canParse"],
  "AbortSignal.any([a])": ["AbortSignal.any"],
  "menu.showPopover()": [".showPopover"],
  "create(`div`, { popover: `auto` })": ["attribute popover"],
  "new Set(a).isSubsetOf(b)": [".isSubsetOf"],
  "a.values().map(b)": ["Iterator.map"],
  "crypto.getRandomValues(a).toHex()": [".toHex"],
  "Temporal.Now.instant()": ["Temporal.Now", "Temporal"],
  "scheduler.yield()": ["scheduler"],
  "a.addEventListener(`scrollend`, b)": ["event scrollend"],
  "/[\\p{L}--a]/v.test(a)": ["syntax /v"],
  "{ using a = b(); }": ["syntax using"],
  "import a from './a.json' with { type: 'json' }": ["syntax import attributes"],
  "class A { static { this.a = 1 } }; a?.b ?? c; a.at(-1); a.toSorted()": [],
  "`canParse` in URL && URL.canParse(a)": [],
  "URL.canParse?.(a)": [],
  "if (`showPopover` in a) a.showPopover()": [],
  "function f() { if (!(`showPopover` in a)) return; a.showPopover() }": [],
  "typeof Temporal === `undefined` ? a() : Temporal.Now": [],
  "function Temporal() {} Temporal()": [],
  "class A { showPopover() {} } new A().showPopover()": [],
  "if (a) URL.canParse(a)": ["URL.canParse"],
};
describe("features that lintScript finds unless the script checks for them first", () => {
  for (const [script, scriptUses] of Object.entries(scripts))
    test(script, () => {
      expect(lintScript("a.js", script).map(({ what }) => what)).toEqual(scriptUses);
    });
});

const sheets: Record<string, string[]> = {
  "a { color: light-dark(red, blue) }": ["css light-dark()"],
  "a { & b { color: red } }": ["css nesting"],
  "@starting-style { a { color: red } }": ["css @starting-style"],
  "a { position-anchor: --a }": ["css position-anchor"],
  "a:has(b) { color: color-mix(in srgb, red, blue) }": [],
  "@supports (color: light-dark(red, blue)) { a { color: light-dark(red, blue) } }": [],
};
describe("features that lintSheet finds unless @supports checks for them first", () => {
  for (const [sheet, scriptUses] of Object.entries(sheets))
    test(sheet, () => {
      expect(lintSheet("a.css", sheet).map(({ what }) => what)).toEqual(scriptUses);
    });
});
