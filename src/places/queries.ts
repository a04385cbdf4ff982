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
  isWhole,
  searchWords,
  type SpelledWord,
  spellingsOf,
  scoreOfWord,
} from "./rules";
import { coordinatesIn, terminalIn } from "./typed-query-rules";

/** As many cities are looked at as may end up in front of bigger ones. */
const MAX_CITY_CANDIDATES = 30;
/** Folded texts are kept for places that are asked about with every key pressed. */
const MAX_CACHED_TERMS = 20_000;

/** What somebody looks for; `riderId` is null for a visitor. */
type PlaceQuestion = {
  q: string;
  near?: Point | undefined;
  limit: number;
  riderId?: string | null;
};

/** Closer than this and of one name, or closer still: two sources mean the same place. */
const SAME_NAME_METERS = 300;
const SAME_PLACE_RADIUS_METERS = 25;
/** The geocoder's places for which our own lists leave room. */
const GEOCODER_RESULTS = 3;
/** How far around a pin a city is looked for, in degrees, and among how many of the biggest. */
const CITY_SEARCH_DEGREES = 0.25;
const MAX_CITIES_AROUND_PIN = 50;

/**
 * Places that fit what somebody is typing: the rider's saved and recent ones first, then the
 * operator's own, airports (an exact IATA code before all others), and cities. Nothing typed yet
 * gives the rider's and the operator's places; coordinates give a pin, the terminal of an airport the
 * airport under its name. Where nothing has all words, those that nothing has are left out. `near` puts
 * close ones before distant ones. Never throws for any text.
 */
export function searchPlaces(deps: Deps, question: PlaceQuestion): Place[] {
  const foundPlaces = placesMatchingAllWords(deps, question);
  return foundPlaces.length > 0 ? foundPlaces : placesMatchingSomeWords(deps, question);
}

/** Those that have all words. */
function placesMatchingAllWords(deps: Deps, question: PlaceQuestion): Place[] {
  const { q } = question;
  const point = coordinatesIn(q);
  if (point) return [placeAtPin(deps, point)];
  const words = searchWords(q);
  if (words.length === 0 && q.trim() !== "") return [];
  const foundPlaces = placesOf(deps, question, words);
  return foundPlaces.length > 0 ? foundPlaces : findTerminals(deps, question, words);
}

/**
 * Those that have what is left of several words without those that nothing has, and then without one more
 * at a time, the last one first: what somebody adds tells less than what they began with.
 */
function placesMatchingSomeWords(deps: Deps, question: PlaceQuestion): Place[] {
  const words = searchWords(question.q);
  const find = (keptWords: readonly string[]) => {
    const foundPlaces = placesOf(deps, question, keptWords);
    return foundPlaces.length > 0 ? foundPlaces : findTerminals(deps, question, keptWords);
  };
  if (words.length < 2) return [];
  const terminal = terminalIn(words);
  const distinctiveWords = (terminal?.words ?? words).filter((word) => {
    const code = iataCode(word);
    if (!code && !isDistinctive(word)) return false;
    const foundPlaces = placesOf(deps, question, [word]);
    return isDistinctive(word) ? foundPlaces.length > 0 : foundPlaces[0]?.iata === code;
  });
  for (let left = distinctiveWords.length; left > 0; left--) {
    const keptWords = distinctiveWords.slice(0, left);
    const foundPlaces = terminal
      ? airportTerminals(placesOf(deps, question, keptWords), terminal.terminal)
      : find(keptWords);
    if (foundPlaces.length > 0) return foundPlaces;
  }
  return terminal && distinctiveWords.length > 0 ? find(distinctiveWords.slice(0, 1)) : [];
}

/** Shorter beginnings of a name match too many places to be useful alone, except in other scripts. */
const MIN_DISTINCTIVE_LETTERS = 4;
const isDistinctive = (word: string) =>
  word.length >= MIN_DISTINCTIVE_LETTERS ? /\p{L}/u.test(word) : /[^\0-\x7f]/.test(word);

/** The airports of words that name a terminal too, each as that terminal. */
function findTerminals(deps: Deps, question: PlaceQuestion, words: readonly string[]): Place[] {
  const namedTerminal = terminalIn(words);
  return namedTerminal
    ? airportTerminals(placesOf(deps, question, namedTerminal.words), namedTerminal.terminal)
    : [];
}

/** Where a terminal is in its airport no list knows: the pin is the airport's. */
function airportTerminals(places: readonly Place[], terminal: string): Place[] {
  return places
    .filter(({ kind }) => kind === "airport")
    .map((place) => ({ ...place, name: `${place.name}, ${terminal}` }));
}

/** A point that somebody gave by its coordinates, with the city nearby. */
function placeAtPin({ gazetteer }: Deps, point: Point): Place {
  const { latitude, longitude } = point;
  const wide = CITY_SEARCH_DEGREES / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const nearbyCities = gazetteer
    .citiesWithin(
      [
        longitude - wide,
        latitude - CITY_SEARCH_DEGREES,
        longitude + wide,
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
    detail: nearbyCities ? `${nearbyCities.name}, ${nearbyCities.detail}` : "",
    latitude,
    longitude,
  };
}

/** Those that have each of the words; all of the rider's and the operator's without a word. */
function placesOf(deps: Deps, question: PlaceQuestion, words: readonly string[]): Place[] {
  const { limit } = question;
  const near = question.near ?? null;
  const mine = question.riderId ? placesOfRider(deps, question.riderId, words) : [];
  // With nothing typed, what the operator lists has its share too.
  const first = words.length === 0 ? mine.slice(0, Math.ceil(limit * 0.75)) : mine;
  const own = withoutRepeats([...first, ...ownPlaces(deps, words, near)]);
  if (words.length === 0 || own.length >= limit) return own.slice(0, limit);

  const { country } = readOperator(deps);
  const code = iataCode(words.join(" "));
  const knownAirports = new Set(own.map((place) => place.iata));
  const airports = deps.gazetteer
    .airports(words)
    .filter(({ place }) => !knownAirports.has(place.iata))
    .map((entry) => ({ entry, rank: airportRank(entry, words, { code, country, near }) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.entry.row - b.entry.row)
    .map(({ entry }) => entry.place);
  // A name of a big city would otherwise fill the list with the airports of its country.
  const foundPlaces = [...own, ...airports.slice(0, Math.ceil(limit / 2))];
  const cities = deps.gazetteer
    .cities(words, { country, near, limit: MAX_CITY_CANDIDATES })
    .map((entry) => ({ entry, rank: cityRank(entry, words, { country, near }) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry.place);
  return withoutRepeats([...foundPlaces, ...cities]).slice(0, limit);
}

/**
 * Like `searchPlaces`, with the geocoder's places at the end, so that nothing moves under a finger when it answers
 * later. It takes as long as the geocoder, three seconds at most.
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
  const foundPlaces = withoutRepeats([...all, ...local]).slice(0, question.limit);
  // A street that the geocoder knows fits better than half of its words elsewhere.
  return foundPlaces.length > 0 ? foundPlaces : placesMatchingSomeWords(deps, question);
}

/** The part of `searchAllPlaces` that is there at once, and whether more may come. */
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

/** Where the operator drives: a geocoder searches there first. */
function middleOfOwnPlaces(deps: Deps): Point | null {
  const rows = activePlaces(deps.db).all();
  if (rows.length === 0) return null;
  const mean = (read: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + read(row), 0) / rows.length;
  return { latitude: mean((row) => row.latitude), longitude: mean((row) => row.longitude) };
}

/** The first of those that mean the same place. */
function withoutRepeats(places: readonly Place[]): Place[] {
  const keptPlaces: Place[] = [];
  for (const place of places) {
    const isSamePlace = keptPlaces.some((other) => {
      if (other.id === place.id) return true;
      // A city is no twin of the hotel in its middle.
      if ((other.kind === "city") !== (place.kind === "city")) return false;
      if (Math.abs(other.latitude - place.latitude) > 0.01) return false;
      const meters = greatCircleMeters(other, place);
      if (meters < SAME_PLACE_RADIUS_METERS) return true;
      return meters < SAME_NAME_METERS && normalizeText(other.name) === normalizeText(place.name);
    });
    if (!isSamePlace) keptPlaces.push(place);
  }
  return keptPlaces;
}

/** Active places of the operator. */
const activePlaces = prepared((db) =>
  db.select().from(places).where(eq(places.active, true)).prepare(),
);

function ownPlaces(deps: Deps, words: readonly string[], near: Point | null): Place[] {
  return activePlaces(deps.db)
    .all()
    .map((row) => {
      const rest = `${row.iata ?? ""} ${row.keywords} ${row.address}`;
      const fit = scoreOfWord(words, termsOf(row.name), termsOf(rest));
      if (row.iata && words.length === 1 && words[0] === row.iata.toLowerCase())
        return { row, fit: 4 };
      // Beside a point, which word of the name was typed tells less than the distance.
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

/** Of an airport that fits the words; 0 of one that does not. Its city is as good as its name. */
function airportRank(
  entry: GazetteerEntry,
  words: readonly string[],
  operator: { code: string | null; country: string; near: Point | null },
): number {
  const { place, region, country } = entry;
  if (operator.code !== null && place.iata === operator.code) return 1_000;
  const name = termsOf(place.name);
  const rest = termsOf(`${place.iata ?? ""} ${place.detail}`);
  const fit = Math.max(
    scoreOfWord(words, name, rest),
    scoreOfWord(words, termsOf(region), termsOf(place.name)),
    // A few letters begin the other names of far too many.
    isWhole(words, entry.others) ? 3 : 0,
  );
  if (fit === 0) return 0;
  return fit * 2 + (country === operator.country ? 3 : 0) + distanceScore(place, operator.near);
}

/** The row number falls as population rises: its logarithm is what a name's fame looks like. */
function cityRank(
  { place, others, country, row }: GazetteerEntry,
  words: readonly string[],
  operator: { country: string; near: Point | null },
): number {
  const name = termsOf(place.name);
  const isWholeMatch = isWhole(words, name) || isWhole(words, others);
  // A beginning of what a place is called elsewhere tells less than one of its own name.
  const fit = isWholeMatch ? 3 : scoreOfWord(words, name, termsOf(place.detail), others);
  return (
    fit +
    (isWholeMatch ? 1 : 0) +
    (country === operator.country ? 4 : 0) +
    distanceScore(place, operator.near) -
    Math.log10(row)
  );
}

/** 3 at the very place, 1 at some 100 km, 0 from 1,000 km on. */
function distanceScore(place: Point, near: Point | null): number {
  if (near === null) return 0;
  const kilometers = greatCircleMeters(near, place) / 1000;
  return Math.max(0, 3 - Math.log10(1 + kilometers));
}

const cachedTerms = new Map<string, SpelledWord>();

function termsOf(text: string): SpelledWord {
  const cached = cachedTerms.get(text);
  if (cached) return cached;
  if (cachedTerms.size >= MAX_CACHED_TERMS) cachedTerms.clear();
  const terms = spellingsOf(text);
  cachedTerms.set(text, terms);
  return terms;
}
