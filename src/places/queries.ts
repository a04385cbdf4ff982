import { eq } from "drizzle-orm";
import { prepared } from "../../db/prepared";
import { places } from "../../db/schema/places";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import type { Place, Point } from "./contract";
import type { GazetteerEntry } from "./gazetteer";
import { needsGeocoder, searchGeocoder, withAddress } from "./geocoder";
import { placesOfRider } from "./rider-queries";
import {
  normalizeText,
  greatCircleMeters,
  iataCode,
  isWholeName,
  searchWords,
  type Spellings,
  spellingsOf,
  matchScore,
} from "./rules";
import { coordinatesIn, terminalIn } from "./typed-query-rules";

/** How many cities are ranked: as many as may end up before bigger ones. */
const MAX_CITY_CANDIDATES = 30;
/** How many folded texts are cached. Each key press compares them again. */
const MAX_CACHED_TERMS = 20_000;

/** A search; `riderId` is null for a visitor. */
type PlaceQuestion = {
  q: string;
  near?: Point | undefined;
  limit: number;
  riderId?: string | null;
};

/** Two sources mean the same place if they are closer than this and share a name, or are even closer. */
const SAME_NAME_METERS = 300;
const SAME_PLACE_RADIUS_METERS = 25;
/** How many of the geocoder's places the built-in lists leave room for. */
const GEOCODER_RESULTS = 3;
/** How far around a pin a city is searched, in degrees, and among how many of the biggest. */
const CITY_SEARCH_DEGREES = 0.25;
const MAX_CITIES_AROUND_PIN = 50;

/**
 * Searches places for the text that somebody is typing: the rider's saved and recent ones first, then the operator's
 * own, airports (an exact IATA code before all others), and cities. An empty text gives the rider's and the operator's
 * places. Coordinates give a pin. The terminal of an airport gives the airport under the terminal's name. If no place
 * has all words, words that no place has are ignored. `near` puts close places before distant ones. Never throws for
 * any text.
 */
export function searchPlaces(deps: Deps, question: PlaceQuestion): Place[] {
  const matches = placesMatchingAllWords(deps, question);
  return matches.length > 0 ? matches : placesMatchingSomeWords(deps, question);
}

/** Returns places that have all words. */
function placesMatchingAllWords(deps: Deps, question: PlaceQuestion): Place[] {
  const { q } = question;
  const point = coordinatesIn(q);
  if (point) return [placeAtPin(deps, point)];
  const words = searchWords(q);
  if (words.length === 0 && q.trim() !== "") return [];
  const matches = placesOf(deps, question, words);
  return matches.length > 0 ? matches : findTerminals(deps, question, words);
}

/**
 * Returns places that have some of several words: without words that no place has, and then without one more at a time,
 * the last one first, because later words say less than earlier ones.
 */
function placesMatchingSomeWords(deps: Deps, question: PlaceQuestion): Place[] {
  const words = searchWords(question.q);
  const find = (requiredWords: readonly string[]) => {
    const matches = placesOf(deps, question, requiredWords);
    return matches.length > 0 ? matches : findTerminals(deps, question, requiredWords);
  };
  if (words.length < 2) return [];
  const terminal = terminalIn(words);
  const distinctiveWords = (terminal?.words ?? words).filter((word) => {
    const code = iataCode(word);
    if (!code && !isDistinctive(word)) return false;
    const matches = placesOf(deps, question, [word]);
    return isDistinctive(word) ? matches.length > 0 : matches[0]?.iata === code;
  });
  for (let wordCount = distinctiveWords.length; wordCount > 0; wordCount--) {
    const requiredWords = distinctiveWords.slice(0, wordCount);
    const matches = terminal
      ? airportTerminals(placesOf(deps, question, requiredWords), terminal.terminal)
      : find(requiredWords);
    if (matches.length > 0) return matches;
  }
  return terminal && distinctiveWords.length > 0 ? find(distinctiveWords.slice(0, 1)) : [];
}

/**
 * The minimum length of a word that is useful on its own. Shorter beginnings match too many places, except in other
 * scripts.
 */
const MIN_DISTINCTIVE_LETTERS = 4;
const isDistinctive = (word: string) =>
  word.length >= MIN_DISTINCTIVE_LETTERS ? /\p{L}/u.test(word) : /[^\0-\x7f]/.test(word);

/** Returns the airports for words that also name a terminal, each as that terminal. */
function findTerminals(deps: Deps, question: PlaceQuestion, words: readonly string[]): Place[] {
  const namedTerminal = terminalIn(words);
  return namedTerminal
    ? airportTerminals(placesOf(deps, question, namedTerminal.words), namedTerminal.terminal)
    : [];
}

/** Names airports after a terminal. No list has the positions of terminals, so the pin is the airport's. */
function airportTerminals(places: readonly Place[], terminal: string): Place[] {
  return places
    .filter(({ kind }) => kind === "airport")
    .map((place) => ({ ...place, name: `${place.name}, ${terminal}` }));
}

/** Returns a pin for coordinates, with the nearby city. */
function placeAtPin({ gazetteer }: Deps, point: Point): Place {
  const { latitude, longitude } = point;
  const longitudeDegrees =
    CITY_SEARCH_DEGREES / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const nearestCity = gazetteer
    .citiesWithin(
      [
        longitude - longitudeDegrees,
        latitude - CITY_SEARCH_DEGREES,
        longitude + longitudeDegrees,
        latitude + CITY_SEARCH_DEGREES,
      ],
      MAX_CITIES_AROUND_PIN,
    )
    .map(({ place }) => ({ place, meters: greatCircleMeters(point, place) }))
    .sort((a, b) => a.meters - b.meters)[0]?.place;
  return {
    id: `pin:${latitude},${longitude}`,
    source: "pin",
    name: `${latitude}, ${longitude}`,
    kind: "address",
    detail: nearestCity ? `${nearestCity.name}, ${nearestCity.detail}` : "",
    latitude,
    longitude,
  };
}

/** Returns places that have each of the words. Without words, all places of the rider and the operator. */
function placesOf(deps: Deps, question: PlaceQuestion, words: readonly string[]): Place[] {
  const { limit } = question;
  const near = question.near ?? null;
  const riderPlaces = question.riderId ? placesOfRider(deps, question.riderId, words) : [];
  // With an empty text, part of the list is reserved for the operator's places.
  const listedRiderPlaces =
    words.length === 0 ? riderPlaces.slice(0, Math.ceil(limit * 0.75)) : riderPlaces;
  const ownMatches = withoutRepeats([...listedRiderPlaces, ...ownPlaces(deps, words, near)]);
  if (words.length === 0 || ownMatches.length >= limit) return ownMatches.slice(0, limit);

  const { country } = readOperator(deps);
  const code = iataCode(words.join(" "));
  const ownIataCodes = new Set(ownMatches.map((place) => place.iata));
  const airports = deps.gazetteer
    .airports(words)
    .filter(({ place }) => !ownIataCodes.has(place.iata))
    .map((entry) => ({ entry, rank: airportRank(entry, words, { code, country, near }) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.entry.row - b.entry.row)
    .map(({ entry }) => entry.place);
  // The name of a big city would otherwise fill the list with the airports of its country.
  const operatorMatches = [...ownMatches, ...airports.slice(0, Math.ceil(limit / 2))];
  const cities = deps.gazetteer
    .cities(words, { country, near, limit: MAX_CITY_CANDIDATES })
    .map((entry) => ({ entry, rank: cityRank(entry, words, { country, near }) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry.place);
  return withoutRepeats([...operatorMatches, ...cities]).slice(0, limit);
}

/**
 * Like `searchPlaces`, with the geocoder's places at the end, so that nothing moves under a finger when the geocoder
 * answers later. It takes as long as the geocoder, at most three seconds.
 */
export async function searchAllPlaces(
  deps: Deps,
  question: PlaceQuestion,
  signal?: AbortSignal,
): Promise<Place[]> {
  const near = question.near ?? middleOfOwnPlaces(deps);
  const geocodedPlaces = searchGeocoder(deps, question.q, near, signal);
  const local = placesMatchingAllWords(deps, question);
  const [pin] = local;
  if (pin?.source === "pin") return [await withAddress(deps, pin)];
  const room = question.limit - Math.min(local.length, maxLocalPlaces(question.limit));
  const all = withoutRepeats([...local.slice(0, question.limit - room), ...(await geocodedPlaces)]);
  const matches = withoutRepeats([...all, ...local]).slice(0, question.limit);
  // A street from the geocoder fits better than another place with only half of the words.
  return matches.length > 0 ? matches : placesMatchingSomeWords(deps, question);
}

/** Returns the results of `searchAllPlaces` that are available at once, and whether more may come. */
export function searchLocalPlaces(
  deps: Deps,
  question: PlaceQuestion,
): { places: Place[]; more: boolean } {
  const more = needsGeocoder(deps, question.q);
  const places = more ? placesMatchingAllWords(deps, question) : searchPlaces(deps, question);
  return { places: more ? places.slice(0, maxLocalPlaces(question.limit)) : places, more };
}

function maxLocalPlaces(limit: number): number {
  return Math.max(1, limit - GEOCODER_RESULTS);
}

/** Returns the centre of the operator's places. A geocoder searches there first. */
function middleOfOwnPlaces(deps: Deps): Point | null {
  const rows = activePlaces(deps.db).all();
  if (rows.length === 0) return null;
  const mean = (read: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + read(row), 0) / rows.length;
  return { latitude: mean((row) => row.latitude), longitude: mean((row) => row.longitude) };
}

/** Keeps only the first of the results that mean the same place. */
function withoutRepeats(places: readonly Place[]): Place[] {
  const uniquePlaces: Place[] = [];
  for (const place of places) {
    const isSamePlace = uniquePlaces.some((other) => {
      if (other.id === place.id) return true;
      // A city isn't the same place as the hotel in its centre.
      if ((other.kind === "city") !== (place.kind === "city")) return false;
      if (Math.abs(other.latitude - place.latitude) > 0.01) return false;
      const meters = greatCircleMeters(other, place);
      if (meters < SAME_PLACE_RADIUS_METERS) return true;
      return meters < SAME_NAME_METERS && normalizeText(other.name) === normalizeText(place.name);
    });
    if (!isSamePlace) uniquePlaces.push(place);
  }
  return uniquePlaces;
}

/** The operator's active places. */
const activePlaces = prepared((db) =>
  db.select().from(places).where(eq(places.active, true)).prepare(),
);

function ownPlaces(deps: Deps, words: readonly string[], near: Point | null): Place[] {
  return activePlaces(deps.db)
    .all()
    .map((row) => {
      const rest = `${row.iata ?? ""} ${row.keywords} ${row.address}`;
      const fit = matchScore(words, termsOf(row.name), termsOf(rest));
      if (row.iata && words.length === 1 && words[0] === row.iata.toLowerCase())
        return { row, fit: 4 };
      // If a point is given, the distance matters more than which word of the name was typed.
      return { row, fit: near ? Math.min(fit, 2) : fit };
    })
    .filter(({ fit }) => fit > 0)
    .sort(
      (a, b) =>
        b.fit - a.fit ||
        (near ? greatCircleMeters(near, a.row) - greatCircleMeters(near, b.row) : 0) ||
        Number(b.row.kind === "airport") - Number(a.row.kind === "airport") ||
        (a.row.name < b.row.name ? -1 : 1),
    )
    .map(({ row }) => ({
      id: row.id,
      source: "own" as const,
      name: row.name,
      kind: row.kind,
      detail: row.address,
      latitude: row.latitude,
      longitude: row.longitude,
      ...(row.iata && { iata: row.iata }),
      ...(row.pickupInstructions && { pickupInstructions: row.pickupInstructions }),
    }));
}

/** Returns the rank of an airport that fits the words, or 0 if it doesn't fit. The city counts as much as the name. */
function airportRank(
  entry: GazetteerEntry,
  words: readonly string[],
  searchContext: { code: string | null; country: string; near: Point | null },
): number {
  const { place, region, country } = entry;
  if (searchContext.code !== null && place.iata === searchContext.code) return 1_000;
  const name = termsOf(place.name);
  const rest = termsOf(`${place.iata ?? ""} ${place.detail}`);
  const fit = Math.max(
    matchScore(words, name, rest),
    matchScore(words, termsOf(region), termsOf(place.name)),
    // Other names must match as a whole, because a few letters begin too many of them.
    isWholeName(words, entry.otherNames) ? 3 : 0,
  );
  if (fit === 0) return 0;
  return (
    fit * 2 + (country === searchContext.country ? 3 : 0) + distanceScore(place, searchContext.near)
  );
}

/**
 * Returns the rank of a city. The row number falls as population rises, and its logarithm stands for how well known the
 * name is.
 */
function cityRank(
  { place, otherNames, country, row }: GazetteerEntry,
  words: readonly string[],
  searchContext: { country: string; near: Point | null },
): number {
  const name = termsOf(place.name);
  const isWholeMatch = isWholeName(words, name) || isWholeName(words, otherNames);
  // The beginning of another name counts less than the beginning of the place's own name.
  const fit = isWholeMatch ? 3 : matchScore(words, name, termsOf(place.detail), otherNames);
  return (
    fit +
    (isWholeMatch ? 1 : 0) +
    (country === searchContext.country ? 4 : 0) +
    distanceScore(place, searchContext.near) -
    Math.log10(row)
  );
}

/** Returns 3 at the place itself, 1 at some 100 km, and 0 from 1,000 km on. */
function distanceScore(place: Point, near: Point | null): number {
  if (near === null) return 0;
  const kilometers = greatCircleMeters(near, place) / 1000;
  return Math.max(0, 3 - Math.log10(1 + kilometers));
}

const cachedTerms = new Map<string, Spellings>();

function termsOf(text: string): Spellings {
  const cached = cachedTerms.get(text);
  if (cached) return cached;
  if (cachedTerms.size >= MAX_CACHED_TERMS) cachedTerms.clear();
  const terms = spellingsOf(text);
  cachedTerms.set(text, terms);
  return terms;
}
