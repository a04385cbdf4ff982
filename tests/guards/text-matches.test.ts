/** Programs branch on codes, kinds and fields, because texts for people may be reworded or translated. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Patterns of comparisons with texts for people: a message, a sentence or a literal label. */
const matches: readonly [what: string, pattern: RegExp][] = [
  ["a message is compared", /(?<!typeof [\w.?]*)\.message\s*[!=]==?\s*["'`](?!["'`])/g],
  ["a message is searched", /\.message\.(?:includes|startsWith|endsWith|match|search|replace)\(/g],
  ["a message is matched", /\.(?:test|exec)\([^()]*\.message\)/g],
  ["a sentence is compared", /[!=]==?\s*(["'`])[A-Z][^"'`\n]* [^"'`\n]*\1/g],
  [
    "a sentence is searched for",
    /\.(?:includes|startsWith|endsWith)\((["'`])[A-Z][^"'`\n]* [^"'`\n]*\1\)/g,
  ],
  ["a label is compared", /\b(?:label|title|words|text)\s*[!=]==?\s*["'`][A-Z]/g],
  [
    "rows are found by a text",
    /\b(?:eq|ne|inArray|like)\((?:\w+\.(?:title|body|summary|words)|outbox\.subject)\b/g,
  ],
  ["rows are found by a text", /instr\(\$\{\w+\.(?:title|subject|body|summary|words)\}/g],
  ["an arrow is searched for", /\.(?:includes|split)\(["'`][^"'`\n]*→/g],
];

/**
 * A browser's own errors have no code, the labels of a rider's places are the rider's own, and the output of `livery
 * check` is the program's own protocol.
 */
const allowed = [
  "client/error-pages.tsx: a message is matched",
  "client/pwa/start.ts: a message is matched",
  "client/riders/account/saved-places.tsx: a label is compared",
  "src/status/alert-rules.ts: a sentence is compared",
];

const found = (path: string, source: string) =>
  matches.flatMap(([what, pattern]) =>
    source.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, "").match(pattern) ? [`${path}: ${what}`] : [],
  );

test("neither the client nor the server compares texts that people read", () => {
  const paths = [
    ...new Bun.Glob("{client,src,languages}/**/*.{ts,tsx}").scanSync({ cwd: root }),
  ].sort();
  expect(paths.length).toBeGreaterThan(1_000);
  const all = paths.flatMap((path) => found(path, readFileSync(join(root, path), "utf8")));
  expect(all.filter((one) => !allowed.includes(one))).toEqual([]);
  expect(allowed.filter((one) => !all.includes(one))).toEqual([]);
});

describe("comparisons that the patterns find or skip", () => {
  test.each([
    ['if (error.message === "Late") go();', 1],
    ['if (typeof found.message === "string") go();', 0],
    ['if (error.message !== "") go();', 0],
    ['if (failure.message.startsWith("Trip")) go();', 1],
    ["if (/late/.test(error.message)) go();", 1],
    ['if (said === "Give it a name") go();', 1],
    ['if (line.label === "Cash") go();', 1],
    ['if (code === "trip.past") go();', 0],
    ['const [from, to] = text.split(" → ");', 1],
    ["const theirs = eq(notifications.title, title);", 1],
    ["const theirs = sql`instr($" + "{outbox.subject}, 1)`;", 1],
  ])("%s", (source, times) => {
    expect(found("client/x.ts", source)).toHaveLength(times);
  });
});
