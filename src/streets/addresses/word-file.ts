/**
 * Finds the things that have a word: an inverted index whose lists of ascending numbers are mapped from disk. Things
 * are numbered in order of importance, so that the first numbers found in all lists are the best matches. Lists are
 * intersected by interpolation and galloping search: the numbers of a rare word are looked up in the list of a common
 * word, which is never read as a whole.
 */
import type { Database } from "bun:sqlite";
import { at, growingInts, listsOf } from "../arrays";
import { openNumberFile, writeNumbers } from "../number-file";

/**
 * The most words with a common beginning that are merged during a search. Longer and more lists are merged when the
 * file is made.
 */
const MAX_MERGED_WORDS = 16;
const MAX_MERGED_ITEMS = 4_096;
/**
 * After how many lookups a search ends with what it has found. This limits searches for words that many things have,
 * but hardly any thing has together.
 */
const MAX_LOOKUPS = 10_000;
/**
 * The most things around a place that are also kept as bits. If there are more, matches are found quickly without bits.
 */
const MAX_BITS_SET = 250_000;

/** Collects the words of things, in the order in which the things are added. */
export class WordIndexBuilder {
  private readonly numberByWord = new Map<string, number>();
  private readonly starts = growingInts();
  private readonly words = growingInts();

  /** Adds the next thing. */
  add(words: Iterable<string>): void {
    this.starts.push(this.words.length);
    for (const word of words)
      this.words.push(this.numberByWord.getOrInsert(word, this.numberByWord.size));
  }

  /** Writes the lists to the file, and the words to the database. */
  write(db: Database, path: string): void {
    this.starts.push(this.words.length);
    const [starts, words] = [this.starts.contents(), this.words.contents()];
    // The database sorts the words, so that the words with a common beginning are adjacent.
    db.run("CREATE TEMP TABLE unsorted (word TEXT)");
    db.transaction(() => {
      const insert = db.query("INSERT INTO unsorted VALUES (?)");
      for (const word of this.numberByWord.keys()) insert.run(word);
    })();
    db.run("CREATE TABLE word (word TEXT PRIMARY KEY, id INTEGER) WITHOUT ROWID, STRICT");
    db.run(
      "INSERT INTO word SELECT word, row_number() OVER (ORDER BY word) - 1 FROM unsorted ORDER BY word",
    );
    db.run("DROP TABLE unsorted");
    const sortedWords = db.query<{ word: string }, []>("SELECT word FROM word ORDER BY word").all();
    const positions = new Int32Array(sortedWords.length);
    for (const [position, { word }] of sortedWords.entries())
      positions[this.numberByWord.get(word) ?? 0] = position;
    this.numberByWord.clear();
    const lists = listsOf(sortedWords.length, (add) => {
      for (let entry = 0; entry < starts.length - 1; entry++)
        for (let i = at(starts, entry); i < at(starts, entry + 1); i++)
          add(at(positions, at(words, i)), entry);
    });
    const merged = this.mergeBeginnings(db, sortedWords, lists, starts.length - 1);
    writeNumbers(path, {
      starts: lists.starts,
      items: lists.items,
      mergedStarts: merged.starts,
      mergedItems: merged.items,
    });
  }

  /** Merges the lists of words with a common beginning, for beginnings that many words share. */
  private mergeBeginnings(
    db: Database,
    sorted: readonly { word: string }[],
    lists: { starts: Int32Array; items: Int32Array },
    entries: number,
  ) {
    db.run("CREATE TABLE beginning (word TEXT PRIMARY KEY, id INTEGER) WITHOUT ROWID, STRICT");
    const insert = db.query("INSERT INTO beginning VALUES (?, ?)");
    const [starts, items] = [growingInts(), growingInts()];
    const isListed = new Uint8Array(entries);
    const merge = (prefix: string, from: number, until: number) => {
      const [start, end] = [at(lists.starts, from), at(lists.starts, until)];
      if (until - from <= MAX_MERGED_WORDS || end - start <= MAX_MERGED_ITEMS) return false;
      // The prefix ends within a surrogate pair, which nobody types. The whole character comes with the next length.
      if (!prefix.isWellFormed()) return true;
      insert.run(prefix, starts.length);
      starts.push(items.length);
      for (let i = start; i < end; i++) isListed[at(lists.items, i)] = 1;
      for (let entry = isListed.indexOf(1); entry >= 0; entry = isListed.indexOf(1, entry + 1)) {
        items.push(entry);
        isListed[entry] = 0;
      }
      return true;
    };
    db.transaction(() => {
      for (let length = 1, hasMerged = true; hasMerged; length++) {
        hasMerged = false;
        for (let from = 0, until = 0; from < sorted.length; from = until) {
          const prefix = sorted[from]?.word.slice(0, length) ?? "";
          do until++;
          while (sorted[until]?.word.startsWith(prefix));
          if (prefix.length === length) hasMerged = merge(prefix, from, until) || hasMerged;
        }
      }
    })();
    starts.push(items.length);
    return { starts: starts.contents(), items: items.contents() };
  }
}

/** The ascending numbers of things that are in at least one of several lists, read from a current position. */
class Union {
  readonly size: number;
  /** How many lookups it has made in its lists. */
  lookupCount = 0;
  private readonly cursors: number[];
  /** The current number of each list. */
  private readonly heads: number[];

  constructor(readonly lists: readonly Int32Array[]) {
    this.cursors = lists.map(() => 0);
    this.heads = lists.map((list) => list[0] ?? Number.POSITIVE_INFINITY);
    this.size = lists.reduce((sum, list) => sum + list.length, 0);
  }

  /** Returns the first number that is at least `minItem`. */
  from(minItem: number): number {
    let lowestItem = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.heads.length; i++) {
      let head = this.heads[i] as number;
      if (head < minItem) head = this.skipTo(i, minItem);
      if (head < lowestItem) lowestItem = head;
    }
    return lowestItem;
  }

  /** Moves a list forward to its first number that is at least `minItem`. */
  private skipTo(i: number, minItem: number): number {
    this.lookupCount++;
    const list = this.lists[i] as Int32Array;
    const end = list.length - 1;
    if (at(list, end) < minItem) return this.put(i, end + 1, Number.POSITIVE_INFINITY);
    let low = this.cursors[i] as number;
    const head = at(list, low);
    // Numbers are spread roughly evenly, so the search starts where the number would then be.
    let high = low + Math.ceil(((minItem - head) / (at(list, end) - head)) * (end - low));
    let step = 1;
    if (at(list, high) < minItem) {
      do {
        low = high;
        high = Math.min(end, high + step);
        step *= 2;
      } while (at(list, high) < minItem);
    } else
      while (high - step > low) {
        if (at(list, high - step) < minItem) {
          low = high - step;
          break;
        }
        high -= step;
        step *= 2;
      }
    // The number at `low` is below `minItem`, the one at `high` is not.
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (at(list, middle) < minItem) low = middle;
      else high = middle;
    }
    return this.put(i, high, at(list, high));
  }

  private put(i: number, cursor: number, head: number): number {
    this.cursors[i] = cursor;
    this.heads[i] = head;
    return head;
  }
}

/** The things around a place. They are also kept as bits, because looking into many lists is slow. */
export interface NearbyEntries {
  lists: readonly Int32Array[];
  size: number;
  /** Null if there are so many things that matches are found quickly without bits. */
  bits: Uint32Array | null;
}

/** A word to look up: the word, or everything that begins with it, or one of some other words. */
export interface QueryWord {
  word: string;
  isPrefix: boolean;
  others: readonly string[];
}

export class WordIndex {
  private readonly starts: Int32Array;
  private readonly items: Int32Array;
  private readonly mergedStarts: Int32Array;
  private readonly mergedItems: Int32Array;
  private nearbyEntries: (NearbyEntries & { key: string }) | null = null;
  private bits = new Uint32Array(0);

  constructor(
    private readonly db: Database,
    path: string,
  ) {
    const file = openNumberFile(path);
    this.starts = file.numbers("starts");
    this.items = file.numbers("items");
    this.mergedStarts = file.numbers("mergedStarts");
    this.mergedItems = file.numbers("mergedItems");
  }

  /** Returns the lists of the things that have the word. */
  listsOf({ word, isPrefix, others }: QueryWord): Int32Array[] {
    return [
      ...(isPrefix ? this.listsOfBeginning(word) : this.listOf(word)),
      ...others.flatMap((other) => this.listOf(other)),
    ];
  }

  /** Returns the things in the given cells. The result is valid until other cells are requested. */
  around(cells: readonly string[]): NearbyEntries {
    const key = cells.join(" ");
    if (this.nearbyEntries?.key === key) return this.nearbyEntries;
    const lists = cells.flatMap((cell) => this.listOf(cell));
    const size = lists.reduce((sum, list) => sum + list.length, 0);
    const isSmall = size <= MAX_BITS_SET;
    if (isSmall) {
      const last = lists.reduce((max, list) => Math.max(max, list.at(-1) ?? 0), 0);
      if (last >> 5 < this.bits.length) this.bits.fill(0);
      else this.bits = new Uint32Array((last >> 5) + 1);
      for (const list of lists)
        for (let i = 0; i < list.length; i++) {
          const entry = at(list, i);
          this.bits[entry >> 5] = (this.bits[entry >> 5] as number) | (1 << (entry & 31));
        }
    }
    this.nearbyEntries = { key, lists, size, bits: isSmall ? this.bits : null };
    return this.nearbyEntries;
  }

  /**
   * Returns the first things, at most `limit`, that are in a list of each word and around the place. `isComplete` is
   * true if there are no more.
   */
  find(
    listsPerWord: readonly (readonly Int32Array[])[],
    limit: number,
    around: NearbyEntries | null = null,
  ): { entries: number[]; isComplete: boolean } {
    const unions = listsPerWord.map((lists) => new Union(lists));
    const bits = unions.some(({ size }) => size < (around?.size ?? 0)) ? around?.bits : null;
    if (around && !bits) unions.push(new Union(around.lists));
    // Looking into one list is cheap, into many it is not.
    unions.sort((a, b) => a.lists.length - b.lists.length || a.size - b.size);
    const rarestUnion = unions.reduce<Union | null>(
      (rarest, union) => (rarest && rarest.size <= union.size ? rarest : union),
      null,
    );
    const otherUnions = unions.filter((union) => union !== rarestUnion);
    const totalLookupCount = () => unions.reduce((sum, union) => sum + union.lookupCount, 0);
    const entries: number[] = [];
    let entry = rarestUnion?.from(0) ?? Number.POSITIVE_INFINITY;
    while (rarestUnion && Number.isFinite(entry)) {
      if (entries.length === limit || totalLookupCount() >= MAX_LOOKUPS)
        return { entries, isComplete: false };
      let next = entry;
      if (bits && (((bits[entry >> 5] ?? 0) >> (entry & 31)) & 1) === 0) next++;
      for (let i = 0; i < otherUnions.length && next === entry; i++)
        next = (otherUnions[i] as Union).from(entry);
      if (next === entry) entries.push(next++);
      entry = rarestUnion.from(next);
    }
    return { entries, isComplete: true };
  }

  private listOf(word: string): Int32Array[] {
    const row = this.db
      .query<{ id: number }, [string]>("SELECT id FROM word WHERE word = ?")
      .get(word);
    return row ? [sliceOf(this.starts, this.items, row.id)] : [];
  }

  private listsOfBeginning(word: string): Int32Array[] {
    const range = this.db
      .query<{ first: number | null; last: number | null }, [string, string]>(
        `SELECT (SELECT id FROM word WHERE word >= ?1 ORDER BY word LIMIT 1) AS first,
         (SELECT id FROM word WHERE word < ?2 ORDER BY word DESC LIMIT 1) AS last`,
      )
      .get(word, `${word}\u{10ffff}`);
    const { first, last } = range ?? { first: null, last: null };
    if (first === null || last === null || last < first) return [];
    const count = at(this.starts, last + 1) - at(this.starts, first);
    if (last - first < MAX_MERGED_WORDS)
      return Array.from({ length: last - first + 1 }, (_, i) =>
        sliceOf(this.starts, this.items, first + i),
      );
    // A thing may appear twice, under two words with the same beginning; the union returns it once.
    if (count <= MAX_MERGED_ITEMS)
      return [this.items.slice(at(this.starts, first), at(this.starts, last + 1)).sort()];
    const merged = this.db
      .query<{ id: number }, [string]>("SELECT id FROM beginning WHERE word = ?")
      .get(word);
    return merged ? [sliceOf(this.mergedStarts, this.mergedItems, merged.id)] : [];
  }
}

const sliceOf = (starts: Int32Array, items: Int32Array, index: number): Int32Array =>
  items.subarray(at(starts, index), at(starts, index + 1));
