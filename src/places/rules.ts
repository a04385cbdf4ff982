/**
 * How far apart places are, and what a search looks for.
 *
 * A search folds case and accents, needs every word, and completes each one. The operator's own
 * places come first, then an airport by its exact code, airports, and cities by size with the
 * operator's country before others; places near the given point gain on distant ones.
 */
import type { Point } from "./contract";

/** The longest text that is looked at; what follows is ignored, never an error. */
const PLACE_QUERY_LENGTH = 200;

/** The mean radius of the Earth (IUGG, R1). */
export const EARTH_RADIUS_METERS = 6_371_008.8;
/** Words beyond this many add nothing to a place search. */
export const MOST_WORDS = 8;

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
  return searchTerms(text.slice(0, PLACE_QUERY_LENGTH)).slice(0, MOST_WORDS);
}

/** Whether a text is three letters, the form of an airport's IATA code. */
export function iataCode(text: string): string | null {
  const code = text.slice(0, PLACE_QUERY_LENGTH).trim();
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}

/**
 * How well words fit a place, whose name and other texts come as their terms: 3 when its name
 * begins with them, 2 when each begins a word of the name, 1 when each begins a word of the rest
 * too, 0 when one is missing.
 */
export function wordFit(
  words: readonly string[],
  ofName: readonly string[],
  ofRest: readonly string[],
): 0 | 1 | 2 | 3 {
  const begins = (terms: readonly string[]) => (word: string) =>
    terms.some((term) => term.startsWith(word));
  if (words.every(begins(ofName))) {
    return ofName.join(" ").startsWith(words.join(" ")) ? 3 : 2;
  }
  return words.every(begins([...ofName, ...ofRest])) ? 1 : 0;
}

/** All the words of a text, as the search compares them. */
export function searchTerms(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Lower case, without accents, ligatures and letters with strokes: `Łódź` is `lodz`. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\0-\x7f]/gu, (letter) => PLAIN[letter] ?? letter);
}

/** Letters that Unicode does not take apart. */
const PLAIN: Record<string, string> = {
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
