/** Searches addresses: by typed text, or at a pin. */
import { Database } from "bun:sqlite";
import type { Place, PlaceKind, Point } from "../../places/contract";
import {
  abbreviationsOf,
  greatCircleMeters,
  isWholeName,
  searchWords,
  type Spellings,
  spellingsOf,
  matchScore,
} from "../../places/rules";
import { DEGREE } from "../reading/extract";
import { cellWord, deletionsOf, normalizedHouseNumber, MIN_MISTYPED_LENGTH } from "./address-file";
import { type NearbyEntries, WordIndex } from "./word-file";

type SearchEntry = {
  id: number;
  name: string;
  others: string;
  kind: PlaceKind;
  detail: string;
  y: number;
  x: number;
  object: string;
  rank: number;
  street: number;
};

type ScoredPlace = { place: Place; score: number };
/** A typed word with the words that it may have been meant as, and the lists of things that have one of them. */
type TypedWord = {
  word: string;
  meantWords: readonly string[];
  isPrefix: boolean;
  lists: readonly Int32Array[];
};
/** The point near which somebody searches, with the things around it; null if they search everywhere. */
type Surroundings = { near: Point; entries: NearbyEntries } | null;

/** How many candidates are scored, both among those nearby and among all. */
const MAX_CANDIDATES = 80;
const MAX_SPELLINGS = 6;
/** How far a house may be from a pin, in metres; a street may be farther. */
const HOUSE_RADIUS_METERS = 50;
export const STREET_RADIUS_METERS = 150;

export class AddressSearch {
  private readonly db: Database;
  private readonly words: WordIndex;

  constructor(files: { addresses: string; words: string }) {
    this.db = new Database(files.addresses, { readonly: true, strict: true });
    this.db.run("PRAGMA query_only = ON");
    // Lets SQLite map the file into memory, like the file of words.
    this.db.run("PRAGMA mmap_size = 2147418112");
    this.words = new WordIndex(this.db, files.words);
  }

  close(): void {
    this.db.close();
  }

  /**
   * Returns places that match the text, the best first. If nothing matches, it returns those that match with one wrong
   * letter.
   */
  search(q: string, near: Point | null, limit: number): Place[] {
    const words = searchWords(q);
    if (words.length === 0) return [];
    const surroundings = this.surroundingsOf(near);
    // Usually only the last word is still being typed. Only if that finds nothing are all words treated as beginnings:
    // a common beginning is slow, because all things with it are listed before they are compared.
    let typed = words.map((word, i) => this.lookUpWord(word, i === words.length - 1));
    let scoredPlaces = this.find(typed, surroundings);
    if (scoredPlaces.length === 0 && words.length > 1) {
      typed = typed.map((one) =>
        one.isPrefix || isNumber(one.word) ? one : this.lookUpWord(one.word, true),
      );
      scoredPlaces = this.find(typed, surroundings);
    }
    if (scoredPlaces.length === 0) {
      const wordsWithSpellings = typed.map(({ word, isPrefix }) =>
        this.lookUpWord(word, isPrefix, this.candidateWords(word)),
      );
      if (wordsWithSpellings.some(({ meantWords }) => meantWords.length > 0))
        scoredPlaces = this.find(wordsWithSpellings, surroundings);
    }
    const bestByAddress = new Map<string, ScoredPlace>();
    for (const one of scoredPlaces) {
      const key = `${one.place.name}|${one.place.detail}`;
      if (one.score > (bestByAddress.get(key)?.score ?? Number.NEGATIVE_INFINITY))
        bestByAddress.set(key, one);
    }
    return [...bestByAddress.values()]
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ place }) => place);
  }

  /** Returns the nearest house within `HOUSE_RADIUS_METERS` of a point; null if there is no house. */
  houseAt({ latitude, longitude }: Point): { name: string; detail: string } | null {
    const latitudeReach = (HOUSE_RADIUS_METERS / 111_195) * DEGREE;
    const longitudeReach = latitudeReach / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    const [y, x] = [latitude * DEGREE, longitude * DEGREE];
    const [nearest] = this.db
      .query<{ shown: string; y: number; x: number; name: string; detail: string }, number[]>(
        `SELECT near.shown, near.south AS y, near.west AS x, thing.name, thing.detail
         FROM near JOIN thing ON thing.id = near.street
         WHERE near.west >= ? AND near.east <= ? AND near.south >= ? AND near.north <= ? LIMIT 200`,
      )
      .all(x - longitudeReach, x + longitudeReach, y - latitudeReach, y + latitudeReach)
      .map((row) => ({ row, meters: greatCircleMeters({ latitude, longitude }, pointOf(row)) }))
      .filter(({ meters }) => meters <= HOUSE_RADIUS_METERS)
      .sort((a, b) => a.meters - b.meters);
    return nearest
      ? { name: `${nearest.row.name} ${nearest.row.shown}`, detail: nearest.row.detail }
      : null;
  }

  /**
   * Returns the town and region of the nearest street with this name near a point; `detail` is empty if it is not
   * found.
   */
  streetNearPoint(name: string, near: Point): { name: string; detail: string } {
    const words = searchWords(name).map((word) => this.lookUpWord(word, false));
    const [nearestStreet] = this.entries(this.candidateIdsJson(words, this.surroundingsOf(near)))
      .filter((entry) => entry.street === 1 && entry.name === name)
      .map((entry) => ({ entry, meters: greatCircleMeters(near, pointOf(entry)) }))
      .sort((a, b) => a.meters - b.meters);
    return { name, detail: nearestStreet?.entry.detail ?? "" };
  }

  private lookUpWord(
    word: string,
    isPrefix: boolean,
    meantWords: readonly string[] = [],
  ): TypedWord {
    const lists = this.words.listsOf({
      word,
      isPrefix,
      others: [...abbreviationsOf(word), ...meantWords],
    });
    return { word, meantWords, isPrefix, lists };
  }

  private surroundingsOf(near: Point | null): Surroundings {
    if (!near) return null;
    const cells = [-1, 0, 1].flatMap((rows) =>
      [-1, 0, 1].map((columns) => cellWord(near.latitude, near.longitude, rows, columns)),
    );
    return { near, entries: this.words.around(cells) };
  }

  private find(typed: readonly TypedWord[], around: Surroundings): ScoredPlace[] {
    const near = around?.near ?? null;
    const scoredPlaces = this.entries(this.candidateIdsJson(typed, around)).flatMap((entry) => {
      const score = scoreOf(entry, typed, near);
      return score === null ? [] : [{ place: placeOf(entry), score }];
    });
    const streets: { rest: TypedWord[]; ids: string }[] = [];
    for (const number of houseNumbers(typed)) {
      const rest = typed.filter((other) => other !== number);
      const ids = this.candidateIdsJson(rest, around);
      streets.push({ rest, ids });
      let isStreetMatched = false;
      for (const { street, house } of this.houses(ids, number.word)) {
        const score = scoreOf(street, rest, near);
        if (score === null) continue;
        // A house number counts fully only after the whole street name: in `KG 9` the 9 is a part of the name.
        const isWholeName = isWholeNameTyped(street, rest);
        scoredPlaces.push({ place: house, score: score + (isWholeName ? 2 : -2) });
        isStreetMatched ||= isWholeName;
      }
      if (isStreetMatched) break;
    }
    if (scoredPlaces.length > 0) return scoredPlaces;
    // If the house is not on the map, its street is better than nothing.
    for (const { rest, ids } of streets) {
      const scoredStreets = this.entries(ids).flatMap((entry) => {
        const score = entry.street === 1 ? scoreOf(entry, rest, near) : null;
        return score === null ? [] : [{ place: placeOf(entry), score }];
      });
      if (scoredStreets.length > 0) return scoredStreets;
    }
    return [];
  }

  /** Reads the houses with this number on those streets that are among the things. */
  private houses(ids: string, number: string): { street: SearchEntry; house: Place }[] {
    return this.db
      .query<SearchEntry & { shown: string; houseY: number; houseX: number }, [string, string]>(
        `SELECT thing.*, house.shown, house.y AS houseY, house.x AS houseX FROM json_each(?) AS found
         JOIN house ON house.street = found.value AND house.number = ? JOIN thing ON thing.id = house.street`,
      )
      .all(ids, normalizedHouseNumber(number))
      .map(({ shown, houseY, houseX, ...street }) => ({
        street,
        house: {
          ...placeOf({ ...street, y: houseY, x: houseX, name: `${street.name} ${shown}` }),
          id: `geocoder:H${street.id}-${normalizedHouseNumber(shown)}`,
        },
      }));
  }

  /**
   * Returns, as JSON, the ids of things that have all of the words: some around the point, and the most important ones.
   */
  private candidateIdsJson(typed: readonly TypedWord[], around: Surroundings): string {
    const listsPerWord = typed.map(({ lists }) => lists);
    const { entries, isComplete } = this.words.find(listsPerWord, MAX_CANDIDATES);
    const nearbyEntries =
      around && !isComplete
        ? this.words.find(listsPerWord, MAX_CANDIDATES, around.entries).entries
        : [];
    return JSON.stringify([...new Set([...nearbyEntries, ...entries])]);
  }

  private entries(ids: string): SearchEntry[] {
    return this.db
      .query<SearchEntry, [string]>(
        "SELECT * FROM thing WHERE id IN (SELECT value FROM json_each(?))",
      )
      .all(ids);
  }

  /** Returns words of the map that differ by one letter, or by two adjacent letters that are swapped. */
  private candidateWords(word: string): string[] {
    if (word.length < MIN_MISTYPED_LENGTH || /\d/.test(word)) return [];
    const candidateWords = new Set<string>();
    const query = this.db.query<{ word: string }, [string]>(
      "SELECT word FROM cut WHERE cut = ? LIMIT 40",
    );
    for (const cut of [word, ...deletionsOf(word)])
      for (const { word: other } of query.all(cut))
        if (other !== word && isOneLetterOff(word, other)) candidateWords.add(other);
    return [...candidateWords].slice(0, MAX_SPELLINGS);
  }
}

/**
 * Returns the words that may be the house number, the likeliest first: the first word if it is a number, otherwise the
 * last number.
 */
function houseNumbers(typed: readonly TypedWord[]): TypedWord[] {
  if (typed.length < 2) return [];
  const numbers = typed.filter(({ word }) => /^\d/.test(word));
  return numbers[0] === typed[0] ? numbers : numbers.reverse();
}

/** Returns whether all words of the thing's name were typed. */
function isWholeNameTyped({ name }: SearchEntry, typed: readonly TypedWord[]): boolean {
  const words = new Set(typed.flatMap(({ word, meantWords }) => [word, ...meantWords]));
  return cachedSpellings(name).ways.some((way) => way.every((term) => words.has(term)));
}

/**
 * Whether a word is a number. Only the last word may be an incomplete number, so other numbers are not searched as
 * beginnings.
 */
const isNumber = (word: string) => /^\d+$/.test(word);

function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1])
    [endA, endB] = [endA - 1, endB - 1];
  const [left, right] = [a.slice(start, endA), b.slice(start, endB)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right === `${left[1]}${left[0]}`;
}

/** The spellings of recently compared texts, by their lines, because they are needed again with every key pressed. */
const spelledWords = new Map<string, Spellings>();
const MAX_CACHED_SPELLINGS = 20_000;

function cachedSpellings(lines: string): Spellings {
  const cachedWord = spelledWords.get(lines);
  if (cachedWord) return cachedWord;
  if (spelledWords.size >= MAX_CACHED_SPELLINGS) spelledWords.clear();
  const spelledWord = spellingsOf(...lines.split("\n").filter(Boolean));
  spelledWords.set(lines, spelledWord);
  return spelledWord;
}

/** Scores how well a thing matches; null if none of the words is in its name. */
function scoreOf(
  entry: SearchEntry,
  typed: readonly TypedWord[],
  near: Point | null,
): number | null {
  const name = cachedSpellings(`${entry.name}\n${entry.others}`);
  const detail = cachedSpellings(entry.detail);
  const isTerm = (word: string) => name.terms.includes(word) || detail.terms.includes(word);
  const words = typed.map(({ word, meantWords }) => meantWords.find(isTerm) ?? word);
  const fit = matchScore(words, name, detail);
  const isInName = words.some((word) => name.terms.some((term) => term.startsWith(word)));
  if (fit === 0 || !isInName) return null;
  const exactShare = words.filter(isTerm).length / words.length;
  const kilometers = near ? greatCircleMeters(near, pointOf(entry)) / 1000 : 0;
  const distanceScore = near ? Math.max(0, 3 - Math.log10(1 + kilometers) * 1.5) : 0;
  return (
    fit * 2 + (isWholeName(words, name) ? 2 : 0) + exactShare + distanceScore - entry.rank * 0.3
  );
}

function placeOf({ id, name, kind, detail, object, ...place }: SearchEntry): Place {
  return {
    id: `geocoder:${object || `S${id}`}`,
    source: "geocoder",
    name,
    kind,
    detail,
    ...pointOf(place),
  };
}

function pointOf({ y, x }: { y: number; x: number }): Point {
  return { latitude: y / DEGREE, longitude: x / DEGREE };
}
