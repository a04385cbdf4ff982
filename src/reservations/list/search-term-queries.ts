/** Turns a typed search for reservations into words and queries for the full-text index. */
import { phoneNumberOf } from "../../accounts/caller-queries";
import { prepared } from "../../../db/prepared";
import { lastKeyAt } from "../../../db/search-key";
import type { Deps } from "../../deps";
import { normalizeText } from "../../places/rules";

/** The most words that are used of a typed text. */
const MAX_WORDS = 8;
/** The index stores prefixes of words up to this length. For longer prefixes it collects all words that have them. */
const MAX_INDEXED_LETTERS = 3;
/** How many of the latest reservations are sampled to find out which words are common. */
const SAMPLED_RESERVATIONS = 600;
/** A word that occurs in this many sampled reservations is slow in the index, which first collects all its matches. */
const MIN_COMMON_MATCHES = 12;
/** A word that occurs in this many sampled reservations always takes too long to collect. */
const MIN_FREQUENT_MATCHES = 36;
/**
 * The index is queried for the prefix of a rare word if at most this many times as many reservations have the prefix.
 */
const MAX_RARE_RATIO = 3;
/** A word that occurs in this many sampled reservations narrows a search little if there is another word. */
const MIN_VERY_COMMON_MATCHES = 300;
/** The words of a search, with queries for the full-text index. */
export type SearchTerms = {
  /** Each must begin a word of the reservation. */
  words: string[];
  /** The exact query for the full-text index, which may be slow. */
  match: string;
  /** A fast query with the prefixes of common words, and without words that narrow little. */
  quickMatch: string;
  /** Whether `quickMatch` also matches reservations that lack a word, so that each row must be checked. */
  needsRowCheck: boolean;
  /** Whether the index must collect matches for `quickMatch`, on each query again. */
  isSlowToGather: boolean;
  /** A query that returns all matches at once, in no order. Uses common words as a whole if that takes no longer. */
  unorderedQuery: string;
  /** Whether `unorderedQuery` also matches reservations that lack a word, so that each row must be checked. */
  needsRowCheckUnordered: boolean;
};

/** Returns the search terms of a typed text. A phone number is found in any notation. Null if the text has no words. */
export function searchTermsFor(deps: Deps, typed: string): SearchTerms | null {
  const typedWords = searchWordsOf(deps, typed);
  if (typedWords.length === 0) return null;
  // The counts are estimates, which affect only the speed.
  const counts = new Map(
    typedWords.map((word) => [word, countInLatestTrips(deps, normalizeText(word))]),
  );
  const wordsWithCount = (words: readonly string[], min: number, max = Number.POSITIVE_INFINITY) =>
    words.filter((word) => (counts.get(word) ?? 0) >= min && (counts.get(word) ?? 0) < max);
  const isShort = (word: string) => [...word].length <= MAX_INDEXED_LETTERS;
  const shortWords = wordsWithCount(typedWords.filter(isShort), 0, MIN_VERY_COMMON_MATCHES);
  const longWords = typedWords.filter((word) => !isShort(word));
  const rareWords = wordsWithCount(longWords, 0, MIN_COMMON_MATCHES);
  const commonWords = wordsWithCount(longWords, MIN_COMMON_MATCHES, MIN_VERY_COMMON_MATCHES);
  const frequentWords = wordsWithCount(commonWords, MIN_FREQUENT_MATCHES);
  const veryCommonWords = wordsWithCount(typedWords, MIN_VERY_COMMON_MATCHES);
  // Trip and phone numbers often share their first digits, so their prefixes are not rare.
  const hasRarePrefix = (word: string) => {
    if (/\p{N}/u.test(word)) return false;
    const latestMatches = countInLatestTrips(deps, normalizeText(truncateWord(word)));
    return latestMatches <= MAX_RARE_RATIO * (counts.get(word) ?? 0);
  };
  const wholeWords = rareWords.filter((word) => !hasRarePrefix(word));
  const prefixes = [...rareWords.filter(hasRarePrefix), ...commonWords];
  const quickTerms = [
    ...[...shortWords, ...wholeWords].map(term),
    ...prefixes.map(shortPrefixTerm),
  ];
  const unorderedTerms = [
    ...[...shortWords, ...rareWords].map(term),
    ...commonWords.map((word) =>
      frequentWords.includes(word) ? shortPrefixTerm(word) : term(word),
    ),
  ];
  // A short word is its own prefix, so its query is already exact.
  const omitsVeryCommonWords = veryCommonWords.some(
    (word) => quickTerms.length > 0 || !isShort(word),
  );
  const veryCommonTerms = veryCommonWords.map(shortPrefixTerm);
  return {
    words: typedWords.map(normalizeText),
    match: typedWords.map(term).join(" "),
    quickMatch: (quickTerms.length > 0 ? quickTerms : veryCommonTerms).join(" "),
    needsRowCheck: prefixes.length > 0 || omitsVeryCommonWords,
    isSlowToGather: wholeWords.length > 0,
    unorderedQuery: (unorderedTerms.length > 0 ? unorderedTerms : veryCommonTerms).join(" "),
    needsRowCheckUnordered: frequentWords.length > 0 || omitsVeryCommonWords,
  };
}

/** Returns the typed words unchanged, or the digits of a phone number. */
export function searchWordsOf(deps: Deps, typed: string): string[] {
  // Up to eight digits are a reservation's number, not a phone number.
  const phone = /^\s*#?\d{1,8}\s*$/.test(typed) ? null : phoneNumberOf(deps, typed);
  const text = phone?.replace(/\D/g, "") ?? typed.normalize("NFC");
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

function shortPrefixTerm(word: string): string {
  return term(truncateWord(word));
}

function truncateWord(word: string): string {
  return [...word].slice(0, MAX_INDEXED_LETTERS).join("");
}

function term(word: string): string {
  return `"${word}"*`;
}

/** The texts of a reservation in the index. */
export const INDEXED_TEXT_SQL = `number || ' ' || passenger || ' ' || phone || ' ' || pickup || ' ' || dropoff || ' ' || driver
  || ' ' || plate AS texts`;

const SAMPLE_LIFETIME_MS = 60_000;
/** The most words for which the number of matches in the sample is remembered. */
const MAX_COUNTED_WORDS = 1_000;
const samples = prepared(() => ({
  at: Number.NaN,
  texts: [] as string[],
  counts: new Map<string, number>(),
}));

/** Returns how many sampled reservations have a word. `word` is normalised. */
function countInLatestTrips(deps: Deps, word: string): number {
  const { texts, counts } = sampleOf(deps);
  const cachedCount = counts.get(word);
  if (cachedCount !== undefined) return cachedCount;
  const count = texts.filter((text) => startsWordIn(word, text)).length;
  if (counts.size >= MAX_COUNTED_WORDS) counts.clear();
  counts.set(word, count);
  return count;
}

/** Returns the normalised texts of reservations with recent pickups. Reads them once a minute. */
function sampleOf({ db, now }: Deps) {
  const sample = samples(db);
  const at = now();
  if (Math.abs(at - sample.at) < SAMPLE_LIFETIME_MS) return sample;
  sample.at = at;
  sample.counts.clear();
  sample.texts = db.$client
    .query<{ texts: string }, [number, number]>(
      `SELECT ${INDEXED_TEXT_SQL} FROM reservation_search WHERE rowid <= ? ORDER BY rowid DESC LIMIT ?`,
    )
    .all(lastKeyAt(at), SAMPLED_RESERVATIONS)
    .map(({ texts }) => normalizeTexts(texts));
  return sample;
}

const ASCII_ONLY = /^[\0-\x7f]*$/;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Whether each word is the beginning of a word in the texts. `words` are normalised. */
export function hasWords(words: readonly string[], texts: string): boolean {
  const text = normalizeTexts(texts);
  return words.every((word) => startsWordIn(word, text));
}

/** Most texts have no accents, and removing accents costs more than everything else here. */
function normalizeTexts(texts: string): string {
  return ASCII_ONLY.test(texts) ? texts.toLowerCase() : normalizeText(texts);
}

function startsWordIn(word: string, text: string): boolean {
  let at = text.indexOf(word);
  while (at > 0 && letterOrDigit.test(text[at - 1] ?? "")) at = text.indexOf(word, at + 1);
  return at !== -1;
}
