/**
 * Addresses as an SQLite file: things, houses by their street, an R*Tree to find the house at a pin, and a separate
 * file of words.
 */
import { Database } from "bun:sqlite";
import { otherSpellings, searchTerms } from "../../places/rules";
import { at } from "../arrays";
import { DEGREE } from "../reading/extract";
import type { Addresses, NamedThing } from "./gather-addresses";
import { WordIndexBuilder } from "./word-file";

/**
 * How many cells a degree has. A cell's name is a word of everything in it, so that a search near a point reads only
 * the cells around it.
 */
const CELLS_PER_DEGREE = 4;
/** How many letters a word needs before misspellings of it are searched. */
export const MIN_MISTYPED_LENGTH = 4;
const ROWS_PER_COMMIT = 50_000;

/** Returns the word of the cell that contains a point (degrees), or of the cell that many rows and columns away. */
export function cellWord(latitude: number, longitude: number, rows = 0, columns = 0): string {
  const row = Math.floor(latitude * CELLS_PER_DEGREE) + rows + 10_000;
  return `c${row}x${Math.floor(longitude * CELLS_PER_DEGREE) + columns + 10_000}`;
}

/** Returns all words made by leaving out one letter. Two words that differ in one letter share one of them. */
export function deletionsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set(letters.map((_, i) => letters.toSpliced(i, 1).join("")))];
}

/** Returns all words of the names, in each spelling that people may type. */
function wordsOf(...names: readonly string[]): string[] {
  return [
    ...new Set(names.flatMap((name) => [name, ...otherSpellings(name)]).flatMap(searchTerms)),
  ];
}

/** Returns a house number in the form in which numbers are compared. */
export function normalizedHouseNumber(number: string): string {
  return number.toLowerCase().replace(/[\s/-]+/g, "");
}

/** Writes both files; `progress` receives how much is done. */
export function writeAddresses(
  files: { addresses: string; words: string },
  { places: entries, houses }: Addresses,
  progress: (done: number, of: number) => void,
): void {
  const db = new Database(files.addresses, { create: true, strict: true });
  try {
    db.run("PRAGMA journal_mode = OFF");
    db.run("PRAGMA synchronous = OFF");
    db.run("PRAGMA page_size = 8192");
    db.run(`CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, others TEXT, kind TEXT, detail TEXT,
      y INTEGER, x INTEGER, object TEXT, rank INTEGER, street INTEGER) STRICT`);
    db.run(`CREATE TABLE house (street INTEGER, number TEXT, shown TEXT, y INTEGER, x INTEGER,
      PRIMARY KEY (street, number)) WITHOUT ROWID, STRICT`);
    db.run(
      "CREATE VIRTUAL TABLE near USING rtree_i32 (id, west, east, south, north, +street INTEGER, +shown TEXT)",
    );
    db.run("CREATE TABLE cut (cut TEXT, word TEXT, PRIMARY KEY (cut, word)) WITHOUT ROWID, STRICT");
    const total = entries.length + houses.numbers.length * 2;
    const vocabulary = new Set<string>();
    const index = new WordIndexBuilder();
    runInBatches(db, entries.length, (i) => {
      const entry = entries[i];
      if (entry) addEntry(db, i, entry, index, vocabulary);
      if (i % ROWS_PER_COMMIT === 0) progress(i, total);
    });
    runInBatches(db, houses.numbers.length, (i) => {
      const shownNumber = houses.numbers[i] ?? "";
      const [street, y, x] = [at(houses.streets, i), at(houses.ys, i), at(houses.xs, i)];
      db.query("INSERT OR IGNORE INTO house VALUES (?, ?, ?, ?, ?)").run(
        street,
        normalizedHouseNumber(shownNumber),
        shownNumber,
        y,
        x,
      );
      db.query("INSERT INTO near VALUES (?, ?, ?, ?, ?, ?, ?)").run(
        i,
        x,
        x,
        y,
        y,
        street,
        shownNumber,
      );
      if (i % ROWS_PER_COMMIT === 0) progress(entries.length + i * 2, total);
    });
    const words = [...vocabulary];
    runInBatches(db, words.length, (i) => {
      const word = words[i] ?? "";
      for (const cut of [word, ...deletionsOf(word)])
        db.query("INSERT OR IGNORE INTO cut VALUES (?, ?)").run(cut, word);
    });
    index.write(db, files.words);
  } finally {
    db.close();
  }
}

function addEntry(
  db: Database,
  id: number,
  entry: NamedThing,
  index: WordIndexBuilder,
  vocabulary: Set<string>,
): void {
  const { name, others, kind, detail, y, x, object, rank, isStreet } = entry;
  db.query("INSERT INTO thing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").run(
    id,
    name,
    others.join("\n"),
    kind,
    detail,
    y,
    x,
    object,
    rank,
    isStreet ? 1 : 0,
  );
  const words = wordsOf(name, ...others);
  index.add(new Set([...words, ...wordsOf(detail), cellWord(y / DEGREE, x / DEGREE)]));
  for (const word of words)
    if (word.length >= MIN_MISTYPED_LENGTH && !/\d/.test(word)) vocabulary.add(word);
}

/** Calls `act` for each index below `count`, in transactions of `ROWS_PER_COMMIT`. */
function runInBatches(db: Database, count: number, act: (index: number) => void): void {
  for (let from = 0; from < count; from += ROWS_PER_COMMIT) {
    db.transaction(() => {
      for (let i = from; i < Math.min(count, from + ROWS_PER_COMMIT); i++) act(i);
    })();
  }
}
