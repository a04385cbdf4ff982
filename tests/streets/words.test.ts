/** The word index of addresses finds the same as a scan of everything. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WordIndex, WordIndexBuilder, type QueryWord } from "../../src/streets/addresses/word-file";
import { generator } from "./random";

const folder = mkdtempSync(join(tmpdir(), "livery-words-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function createIndex(things: readonly (readonly string[])[]): WordIndex {
  const db = new Database(":memory:", { strict: true });
  const path = join(folder, `words-${++files}.bin`);
  const builder = new WordIndexBuilder();
  for (const words of things) builder.add(new Set(words));
  builder.write(db, path);
  return new WordIndex(db, path);
}

/** Finds the same by scanning everything. */
function findSlowly(
  things: readonly (readonly string[])[],
  wanted: readonly QueryWord[],
  limit: number,
  anyOf: readonly string[],
): number[] {
  const has = (words: readonly string[], { word, isPrefix, others }: QueryWord) =>
    words.some((one) => one === word || others.includes(one) || (isPrefix && one.startsWith(word)));
  return things
    .flatMap((words, i) =>
      wanted.every((one) => has(words, one)) &&
      (anyOf.length === 0 || words.some((word) => anyOf.includes(word)))
        ? [i]
        : [],
    )
    .slice(0, limit);
}

test.each([1, 2, 3])(
  "the index finds what a full scan finds, by words, prefixes, alternatives and cells (%i)",
  (seed) => {
    const random = generator(seed);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() ** 2 * from.length)] as T;
    // Other scripts, and characters that JavaScript and the database sort differently.
    const words = [
      ..."st ave lane kg kn 1 14 140 1400 北京 北京饭店 فندق \u{20000} \u{20000}a ﷲ zoo".split(" "),
      ...Array.from({ length: 400 }, (_, i) => `k${i.toString(5)}`),
    ];
    const cells = Array.from({ length: 30 }, (_, i) => `c${i}x1`);
    const things = Array.from({ length: 9_000 }, () => [
      pick(cells),
      ...Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(words)),
    ]);
    const index = createIndex(things);
    let found = 0;
    for (let i = 0; i < 400; i++) {
      const wanted = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const word = pick(words);
        const isPrefix = random() < 0.5;
        return {
          word: isPrefix ? [...word].slice(0, 1 + Math.floor(random() * 3)).join("") : word,
          isPrefix,
          others: random() < 0.2 ? [pick(words), "not there"] : [],
        };
      });
      const anyOf = random() < 0.5 ? [pick(cells), pick(cells), "c9x9"] : [];
      const limit = random() < 0.5 ? 80 : 300;
      const expected = findSlowly(things, wanted, limit, anyOf);
      found += expected.length;
      const around = anyOf.length > 0 ? index.around(anyOf) : null;
      const { entries: indexedThings } = index.find(
        wanted.map(index.listsOf, index),
        limit,
        around,
      );
      expect([wanted, anyOf, indexedThings]).toEqual([wanted, anyOf, expected]);
    }
    expect(found).toBeGreaterThan(10_000);
  },
);

test("the index finds prefixes of words that share half of a surrogate pair", () => {
  // In UTF-16 the first two start with the same half of a surrogate pair, and the last two with another.
  const signs = ["\u{20000}", "\u{20001}", "\u{20400}", "\u{20401}"];
  const things = Array.from({ length: 20_000 }, (_, i) => [
    `${signs[i % 4]}a${(i >> 2) % 20}`,
    `a${signs[(i >> 1) % 4]}${i % 20}`,
  ]);
  const index = createIndex(things);
  for (const word of ["a", ...signs, `${signs[0]}a`, ...signs.map((sign) => `a${sign}`)]) {
    const wanted = [{ word, isPrefix: true, others: [] }];
    expect(index.find(wanted.map(index.listsOf, index), 1_000).entries).toEqual(
      findSlowly(things, wanted, 1_000, []),
    );
  }
});

test("the index finds nothing for an empty query or a missing word", () => {
  const index = createIndex([["kigali"]]);
  const word = (word: string, isPrefix = false) => [index.listsOf({ word, isPrefix, others: [] })];
  const none = { entries: [], isComplete: true };
  expect(index.find([], 8)).toEqual(none);
  expect(index.find(word("kigal"), 8)).toEqual(none);
  expect(index.find(word("kigal", true), 8)).toEqual({ entries: [0], isComplete: true });
  expect(index.find(word("z", true), 8)).toEqual(none);
  expect(index.find(word("a", true), 8)).toEqual(none);
  expect(index.find(word("kigali"), 8, index.around(["c1x1"]))).toEqual(none);
  expect(createIndex([]).listsOf({ word: "k", isPrefix: true, others: [] })).toEqual([]);
});
