/**
 * The distance between places, and the rules of the search.
 *
 * A search folds case and accents, requires every word, and completes each one. If no place has all words, words that
 * no place has are ignored. The operator's own places come first, then an airport by its exact code, airports, and
 * cities by size, those of the operator's country before others. Places near the given point rank higher than distant
 * ones.
 */
import type { Point } from "./contract";

/** The maximum length of a query. The rest is ignored and is never an error. */
const MAX_PLACE_QUERY_LENGTH = 200;

/** The mean radius of the Earth (IUGG, R1). */
const EARTH_RADIUS_METERS = 6_371_008.8;
/** The maximum number of words. More add nothing to a place search. */
const MAX_WORDS = 8;

/**
 * Returns the great-circle distance in metres by the haversine formula. It is at most half the Earth's circumference.
 */
export function greatCircleMeters(from: Point, to: Point): number {
  const fromLatitude = radians(from.latitude);
  const toLatitude = radians(to.latitude);
  const halfLatitude = Math.sin((toLatitude - fromLatitude) / 2);
  const halfLongitude = Math.sin(radians(to.longitude - from.longitude) / 2);
  const h =
    halfLatitude * halfLatitude +
    Math.cos(fromLatitude) * Math.cos(toLatitude) * halfLongitude * halfLongitude;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * Returns the words of a text in the form for comparisons: lower case, without accents, only letters and digits, so
 * that typed text is never syntax. At most eight words of the first 200 characters; empty if there is nothing to search
 * for.
 */
export function searchWords(text: string): string[] {
  return searchTerms(text.slice(0, MAX_PLACE_QUERY_LENGTH)).slice(0, MAX_WORDS);
}

/** Returns a three-letter text as an airport's IATA code, or null for any other text. */
export function iataCode(text: string): string | null {
  const code = text.slice(0, MAX_PLACE_QUERY_LENGTH).trim();
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}

/** All the ways to type a text, or several texts that name one thing. */
export interface Spellings {
  /** The words of each way, in order. */
  ways: readonly (readonly string[])[];
  /** The words of all ways. */
  terms: readonly string[];
}

/**
 * Returns the ways to type texts: as written (`L'Aquila` is `l aquila`), without apostrophes (`laquila`), and with
 * replacements for special letters (`Zürich` is `zuerich`).
 */
export function spellingsOf(...texts: readonly string[]): Spellings {
  const ways = new Map<string, string[]>();
  for (const text of texts)
    for (const way of [text, ...otherSpellings(text)]) {
      const terms = searchTerms(way);
      if (terms.length > 0) ways.set(terms.join(" "), terms);
    }
  return { ways: [...ways.values()], terms: [...ways.values()].flat() };
}

/**
 * Returns a text without its apostrophes and with replacements for special letters. Most texts have neither, and so
 * have no other spellings.
 */
export function otherSpellings(text: string): string[] {
  const normalizedText = text.normalize("NFC");
  if (!HAS_OTHER_SPELLINGS.test(normalizedText)) return [];
  const withoutApostrophes = normalizedText.replace(INNER_APOSTROPHE, "");
  const plain = withoutApostrophes.replace(
    /[äöüøå]/gi,
    (letter) => TRANSLITERATIONS[letter.toLowerCase()] ?? letter,
  );
  return withoutApostrophes === normalizedText ? [plain] : [withoutApostrophes, plain];
}

const APOSTROPHES = "'`´‘’ʹʻʼʾʿ′";
const INNER_APOSTROPHE = new RegExp(`(?<=\\p{L})[${APOSTROPHES}](?=\\p{L})`, "gu");
const HAS_OTHER_SPELLINGS = new RegExp(`[äöüøå${APOSTROPHES}]`, "i");
const TRANSLITERATIONS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** Words with short and long forms, or with forms in other languages than the lists. */
const spellingVariants = new Map(
  Object.entries({
    st: ["saint", "sainte", "sankt"],
    ste: ["sainte"],
    saint: ["st"],
    sainte: ["ste", "st"],
    sankt: ["st"],
    mt: ["mount"],
    mount: ["mt"],
    ft: ["fort"],
    fort: ["ft"],
    intl: ["international"],
    aeroport: ["airport"],
    aeroporto: ["airport"],
    aeropuerto: ["airport"],
    flughafen: ["airport"],
  }),
);

/** Returns other forms of a folded word, such as `saint` for `st`. Each is a whole word, never a beginning. */
export function abbreviationsOf(word: string): readonly string[] {
  return spellingVariants.get(word) ?? none;
}

const none: readonly string[] = [];

/** Tells whether a word begins a term, or has another form that is the term. */
const beginsTerm = (term: string | undefined, word: string, forms: readonly string[]) =>
  term !== undefined && (term.startsWith(word) || forms.includes(term));

/** Tells whether a word is a term, in any of its forms. */
const isSame = (term: string | undefined, word: string, forms: readonly string[]) =>
  term !== undefined && (term === word || forms.includes(term));

/**
 * Returns how well words fit a place by the spellings of its name and other texts: 3 if its name begins with them, 2 if
 * each begins a word of the name, 1 if some only begin words of the other texts, 0 if one is missing.
 */
export function matchScore(
  words: readonly string[],
  name: Spellings,
  ...rest: readonly Spellings[]
): 0 | 1 | 2 | 3 {
  const forms = words.map(abbreviationsOf);
  const hasWordAt = ({ terms }: Spellings, word: string, at: number) =>
    terms.some((term) => beginsTerm(term, word, forms[at] ?? none));
  if (words.every((word, at) => hasWordAt(name, word, at))) {
    const lastIndex = words.length - 1;
    const isPrefix = (way: readonly string[]) =>
      words.every((word, at) =>
        (at < lastIndex ? isSame : beginsTerm)(way[at], word, forms[at] ?? none),
      );
    return name.ways.some(isPrefix) ? 3 : 2;
  }
  const isInAnyName = (word: string, at: number) =>
    hasWordAt(name, word, at) || rest.some((texts) => hasWordAt(texts, word, at));
  return words.every(isInAnyName) ? 1 : 0;
}

/** Tells whether the words are a whole name. */
export function isWholeName(words: readonly string[], { ways }: Spellings): boolean {
  return ways.some(
    (way) =>
      way.length === words.length &&
      words.every((word, at) => isSame(way[at], word, abbreviationsOf(word))),
  );
}

/** Returns all the words of a text in the form for comparisons. */
export function searchTerms(text: string): string[] {
  return normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns a text in lower case, without accents, ligatures and letters with strokes: `Łódź` is `lodz`. */
export function normalizeText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      // Unicode counts these as letters, but people omit them or type an apostrophe.
      .replace(/[ʹʻʼʾʿ]/g, "'")
      .toLowerCase()
      .replace(/[^\0-\x7f]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
  );
}

/** Letters that Unicode doesn't decompose. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ŋ: "n",
  ə: "a",
};

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
