/** The typed search for reservations: its words, and how they query the full-text index. */
import { phoneNumberOf } from "../../accounts/caller-queries";
import { prepared } from "../../../db/prepared";
import { lastKeyAt } from "../../../db/search-key";
import type { Deps } from "../../deps";
import { normalizeText } from "../../places/rules";

/** Of the typed text. */
const MAX_WORDS = 8;
/** The index holds beginnings of words up to this length; for longer ones it gathers all that have them. */
const MAX_INDEXED_LETTERS = 3;
/** So many of the latest reservations tell what is common. */
const SAMPLED_RESERVATIONS = 600;
/** A word that this many reservations contain is slow in the index, which first gathers all of them. */
const MIN_COMMON_MATCHES = 12;
/** To gather all that have such a word takes too long in any case. */
const MAX_GATHERED_MATCHES = 36;
/** Of a rare word the beginning is asked for if not more than so many times as many have that. */
const MAX_RARE_RATIO = 3;
/** What so many have tells little beside another word. */
const COMMON_WORD_COUNT = 300;
/** What words mean for a list. */
export type SearchTerms = {
  /** Each begins a word of the reservation. */
  words: string[];
  /** The same for the full-text index, whatever it costs. */
  match: string;
  /** The same with the beginnings of common words, and without those that tell little: found at once. */
  quickMatch: string;
  /** Whether the index tells too many by `quickMatch`, so that each has to be looked at. */
  needsRowCheck: boolean;
  /** Whether `quickMatch` makes the index gather something, again on each query. */
  isSlowToGather: boolean;
  /** The same with common words whole where that takes no longer: told all at once, in no order. */
  unorderedQuery: string;
  /** Whether `unorderedQuery` also matches reservations that lack a word, so that each has to be looked at. */
  needsRowCheckUnordered: boolean;
};

/**
 * The typed text, as it is searched for: a phone number however it was typed. Null where that is nothing to
 * look for.
 */
export function searchTermsFor(deps: Deps, typed: string): SearchTerms | null {
  const typedWords = searchWordsOf(deps, typed);
  if (typedWords.length === 0) return null;
  // A guess, and nothing but speed hangs on it.
  const counts = new Map(
    typedWords.map((word) => [word, countInLatestTrips(deps, normalizeText(word))]),
  );
  const wordsWithCount = (words: readonly string[], min: number, max = Number.POSITIVE_INFINITY) =>
    words.filter((word) => (counts.get(word) ?? 0) >= min && (counts.get(word) ?? 0) < max);
  const isShort = (word: string) => [...word].length <= MAX_INDEXED_LETTERS;
  const shortWords = wordsWithCount(typedWords.filter(isShort), 0, COMMON_WORD_COUNT);
  const longWords = typedWords.filter((word) => !isShort(word));
  const rareWords = wordsWithCount(longWords, 0, MIN_COMMON_MATCHES);
  const commonWords = wordsWithCount(longWords, MIN_COMMON_MATCHES, COMMON_WORD_COUNT);
  const frequentWords = wordsWithCount(commonWords, MAX_GATHERED_MATCHES);
  const veryCommonWords = wordsWithCount(typedWords, COMMON_WORD_COUNT);
  // Figures begin alike, numbers of trips and of phones.
  const isOnlyWord = (word: string) => {
    if (/\p{N}/u.test(word)) return false;
    const latestMatches = countInLatestTrips(deps, normalizeText(truncateWord(word)));
    return latestMatches <= MAX_RARE_RATIO * (counts.get(word) ?? 0);
  };
  const wholeWords = rareWords.filter((word) => !isOnlyWord(word));
  const prefixes = [...rareWords.filter(isOnlyWord), ...commonWords];
  const quickMatch = [...[...shortWords, ...wholeWords].map(term), ...prefixes.map(prefixOf)];
  const unorderedQuery = [
    ...[...shortWords, ...rareWords].map(term),
    ...commonWords.map((word) => (frequentWords.includes(word) ? prefixOf(word) : term(word))),
  ];
  // Of short words the beginning is all there is.
  const isWithoutCommonWords = veryCommonWords.some(
    (word) => quickMatch.length > 0 || !isShort(word),
  );
  const lastTerms = veryCommonWords.map(prefixOf);
  return {
    words: typedWords.map(normalizeText),
    match: typedWords.map(term).join(" "),
    quickMatch: (quickMatch.length > 0 ? quickMatch : lastTerms).join(" "),
    needsRowCheck: prefixes.length > 0 || isWithoutCommonWords,
    isSlowToGather: wholeWords.length > 0,
    unorderedQuery: (unorderedQuery.length > 0 ? unorderedQuery : lastTerms).join(" "),
    needsRowCheckUnordered: frequentWords.length > 0 || isWithoutCommonWords,
  };
}

/** The typed words, unchanged; those of a phone number are its figures. */
export function searchWordsOf(deps: Deps, typed: string): string[] {
  // So few figures are a reservation's number.
  const phone = /^\s*#?\d{1,8}\s*$/.test(typed) ? null : phoneNumberOf(deps, typed);
  const text = phone?.replace(/\D/g, "") ?? typed.normalize("NFC");
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

function prefixOf(word: string): string {
  return term(truncateWord(word));
}

function truncateWord(word: string): string {
  return [...word].slice(0, MAX_INDEXED_LETTERS).join("");
}

function term(word: string): string {
  return `"${word}"*`;
}

/** What the index holds of a reservation. */
export const INDEXED_TEXT_SQL = `number || ' ' || passenger || ' ' || phone || ' ' || pickup || ' ' || dropoff || ' ' || driver
  || ' ' || plate AS texts`;

const SAMPLE_LIFETIME_MS = 60_000;
/** Words of which it is known how many of the sample have them. */
const MAX_COUNTED_WORDS = 1_000;
const samples = prepared(() => ({
  at: Number.NaN,
  texts: [] as string[],
  counts: new Map<string, number>(),
}));

/** How many of the sample have a word, folded. */
function countInLatestTrips(deps: Deps, word: string): number {
  const { texts, counts } = sampleOf(deps);
  const knownCount = counts.get(word);
  if (knownCount !== undefined) return knownCount;
  const count = texts.filter((text) => startsWordIn(word, text)).length;
  if (counts.size >= MAX_COUNTED_WORDS) counts.clear();
  counts.set(word, count);
  return count;
}

/** The texts of reservations with recent pickups, folded; read once a minute. */
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

const PLAIN_LETTERS = /^[\0-\x7f]*$/;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Whether each word, folded, begins a word of the texts. */
export function hasWords(words: readonly string[], texts: string): boolean {
  const text = normalizeTexts(texts);
  return words.every((word) => startsWordIn(word, text));
}

/** Most texts have no accent, and to fold those costs more than all the rest. */
function normalizeTexts(texts: string): string {
  return PLAIN_LETTERS.test(texts) ? texts.toLowerCase() : normalizeText(texts);
}

function startsWordIn(word: string, text: string): boolean {
  let at = text.indexOf(word);
  while (at > 0 && letterOrDigit.test(text[at - 1] ?? "")) at = text.indexOf(word, at + 1);
  return at !== -1;
}
