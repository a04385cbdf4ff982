/**
 * How far apart places are, and what a search looks for.
 *
 * A search folds case and accents, needs every word, and completes each one; where nothing has all of
 * them, those that nothing has are left out. The operator's own places come first, then an airport by its exact code, airports, and cities by size with the
 * operator's country before others; places near the given point gain on distant ones.
 */
import type { Point } from "./contract";

/** The longest text that is looked at; what follows is ignored, never an error. */
const MAX_PLACE_QUERY_LENGTH = 200;

/** The mean radius of the Earth (IUGG, R1). */
const EARTH_RADIUS_METERS = 6_371_008.8;
/** Words beyond this many add nothing to a place search. */
const MAX_WORDS = 8;

/** Great-circle distance in metres by the haversine formula; at most half the Earth's girth. */
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
 * The words of a text as the search compares them: lower case, without accents, letters and
 * digits only, so that nothing typed is ever syntax. At most eight words of the first 200
 * characters; empty when there is nothing to look for.
 */
export function searchWords(text: string): string[] {
  return searchTerms(text.slice(0, MAX_PLACE_QUERY_LENGTH)).slice(0, MAX_WORDS);
}

/** Whether a text is three letters, the form of an airport's IATA code. */
export function iataCode(text: string): string | null {
  const code = text.slice(0, MAX_PLACE_QUERY_LENGTH).trim();
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}

/** A text, or several that name one thing, in each way in which somebody may type it. */
export interface SpelledWord {
  /** The words of each way, in their order. */
  ways: readonly (readonly string[])[];
  /** The words of all of them. */
  terms: readonly string[];
}

/**
 * The ways in which texts may be typed: as they are written (`L'Aquila` is `l aquila`), without their
 * apostrophes (`laquila`), and as those write who have no such letters (`Zürich` is `zuerich`).
 */
export function spellingsOf(...texts: readonly string[]): SpelledWord {
  const ways = new Map<string, string[]>();
  for (const text of texts)
    for (const way of [text, ...otherSpellings(text)]) {
      const terms = searchTerms(way);
      if (terms.length > 0) ways.set(terms.join(" "), terms);
    }
  return { ways: [...ways.values()], terms: [...ways.values()].flat() };
}

/** A text without its apostrophes, and in the letters of those who have no others; most have neither. */
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

/** Words that are written short or long, or in a language that the lists are not in. */
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

/** Other forms of a folded word, `saint` for `st`: each is a whole word, never a beginning. */
export function abbreviationsOf(word: string): readonly string[] {
  return spellingVariants.get(word) ?? none;
}

const none: readonly string[] = [];

/** Whether a word begins a term, or has another form that is the term. */
const beginsTerm = (term: string | undefined, word: string, forms: readonly string[]) =>
  term !== undefined && (term.startsWith(word) || forms.includes(term));

/** Whether a word is a term, in any of its forms. */
const isSame = (term: string | undefined, word: string, forms: readonly string[]) =>
  term !== undefined && (term === word || forms.includes(term));

/**
 * How well words fit a place, whose name and other texts come spelled: 3 when its name
 * begins with them, 2 when each begins a word of the name, 1 when each begins a word of the rest
 * too, 0 when one is missing.
 */
export function scoreOfWord(
  words: readonly string[],
  name: SpelledWord,
  ...rest: readonly SpelledWord[]
): 0 | 1 | 2 | 3 {
  const forms = words.map(abbreviationsOf);
  const hasWordAt = ({ terms }: SpelledWord, word: string, at: number) =>
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

/** Whether the words are the whole of a name. */
export function isWhole(words: readonly string[], { ways }: SpelledWord): boolean {
  return ways.some(
    (way) =>
      way.length === words.length &&
      words.every((word, at) => isSame(way[at], word, abbreviationsOf(word))),
  );
}

/** All the words of a text, as the search compares them. */
export function searchTerms(text: string): string[] {
  return normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Lower case, without accents, ligatures and letters with strokes: `Łódź` is `lodz`. */
export function normalizeText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      // Unicode counts these as letters; people leave them out when they type, or use an apostrophe.
      .replace(/[ʹʻʼʾʿ]/g, "'")
      .toLowerCase()
      .replace(/[^\0-\x7f]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
  );
}

/** Letters that Unicode does not take apart. */
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
