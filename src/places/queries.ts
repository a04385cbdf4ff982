import { eq } from "drizzle-orm";
import { places } from "../../db/schema/places";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import type { Place, Point } from "./contract";
import type { GazetteerEntry } from "./gazetteer";
import { greatCircleMeters, iataCode, searchTerms, searchWords, wordFit } from "./rules";

/** As many cities are looked at as may end up in front of bigger ones. */
const CITY_CANDIDATES = 30;
/** Folded texts are kept for places that are asked about with every key pressed. */
const MOST_KEPT_TERMS = 20_000;

/**
 * Places that fit what somebody is typing: the operator's own first, then airports (an exact IATA
 * code before all others), then cities. Nothing typed yet gives the operator's own places.
 * `near` puts close ones before distant ones. Never throws for any text.
 */
export function searchPlaces(
  deps: Deps,
  query: { q: string; near?: Point | undefined; limit: number },
): Place[] {
  const { limit } = query;
  const near = query.near ?? null;
  const words = searchWords(query.q);
  if (words.length === 0 && query.q.trim() !== "") return [];
  const own = ownPlaces(deps, words, near);
  if (words.length === 0 || own.length >= limit) return own.slice(0, limit);

  const { country } = readOperator(deps);
  const code = iataCode(query.q);
  const known = new Set(own.map((place) => place.iata));
  const airports = deps.gazetteer
    .airports()
    .map((entry) => ({ entry, rank: airportRank(entry, words, { code, country, near }) }))
    .filter(({ entry, rank }) => rank > 0 && !known.has(entry.place.iata))
    .sort((a, b) => b.rank - a.rank || a.entry.row - b.entry.row)
    .map(({ entry }) => entry.place);
  // A name of a big city would otherwise fill the list with the airports of its country.
  const found = [...own, ...airports.slice(0, Math.ceil(limit / 2))];
  const cities = deps.gazetteer
    .cities(words, { country, near, limit: CITY_CANDIDATES })
    .map((entry) => ({ entry, rank: cityRank(entry, words, { country, near }) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry.place);
  return [...found, ...cities].slice(0, limit);
}

function ownPlaces(deps: Deps, words: readonly string[], near: Point | null): Place[] {
  return deps.db
    .select()
    .from(places)
    .where(eq(places.active, true))
    .all()
    .map((row) => {
      const rest = `${row.iata ?? ""} ${row.keywords} ${row.address}`;
      const fit = wordFit(words, termsOf(row.name), termsOf(rest));
      if (row.iata && words[0] === row.iata.toLowerCase()) return { row, fit: 4 };
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
      name: row.name,
      kind: row.kind,
      detail: row.address,
      latitude: row.latitude,
      longitude: row.longitude,
      ...(row.iata && { iata: row.iata }),
    }));
}

/** Zero when the airport does not fit the words. Its city is as good as its name. */
function airportRank(
  { place, region, country }: GazetteerEntry,
  words: readonly string[],
  operator: { code: string | null; country: string; near: Point | null },
): number {
  if (operator.code !== null && place.iata === operator.code) return 1_000;
  const name = termsOf(place.name);
  const fit = Math.max(
    wordFit(words, name, [place.iata?.toLowerCase() ?? "", ...termsOf(place.detail)]),
    wordFit(words, termsOf(region), name),
  );
  if (fit === 0) return 0;
  return fit * 2 + (country === operator.country ? 3 : 0) + nearness(place, operator.near);
}

/** The row number falls as population rises: its logarithm is what a name's fame looks like. */
function cityRank(
  { place, country, row }: GazetteerEntry,
  words: readonly string[],
  operator: { country: string; near: Point | null },
): number {
  const name = termsOf(place.name);
  const fit = wordFit(words, name, termsOf(place.detail));
  const whole = name.length === words.length && name.every((term, index) => term === words[index]);
  return (
    fit +
    (whole ? 1 : 0) +
    (country === operator.country ? 4 : 0) +
    nearness(place, operator.near) -
    Math.log10(row)
  );
}

/** 3 at the very place, 1 at some 100 km, 0 from 1,000 km on. */
function nearness(place: Point, near: Point | null): number {
  if (near === null) return 0;
  const kilometers = greatCircleMeters(near, place) / 1000;
  return Math.max(0, 3 - Math.log10(1 + kilometers));
}

const keptTerms = new Map<string, string[]>();

function termsOf(text: string): string[] {
  const kept = keptTerms.get(text);
  if (kept) return kept;
  if (keptTerms.size >= MOST_KEPT_TERMS) keptTerms.clear();
  const terms = searchTerms(text);
  keptTerms.set(text, terms);
  return terms;
}
