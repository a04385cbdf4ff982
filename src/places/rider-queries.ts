/** The saved and visited places of one rider. */
import { asc, eq, sql } from "drizzle-orm";
import { prepared } from "../../db/prepared";
import { places, savedPlaces } from "../../db/schema/places";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { Place } from "./contract";
import { spellingsOf, matchScore } from "./rules";
import type { SavedPlace } from "./saved-place-contract";

/** How many bookings recent places are read from, and how many recent places are offered. */
const MAX_LATEST_BOOKINGS = 40;
const MAX_RECENT_PLACES = 10;

type RecentRow = {
  pickup_name: string;
  pickup_detail: string;
  pickup_latitude: number;
  pickup_longitude: number;
  pickup_pinned: number;
  dropoff_name: string;
  dropoff_detail: string;
  dropoff_latitude: number;
  dropoff_longitude: number;
  dropoff_pinned: number;
};

const savedPlacesOf = prepared((db) =>
  db
    .select()
    .from(savedPlaces)
    .where(eq(savedPlaces.riderId, sql.placeholder("riderId")))
    .orderBy(asc(savedPlaces.label), asc(savedPlaces.id))
    .prepare(),
);

const operatorPlaceAt = prepared((db) =>
  db
    .select()
    .from(places)
    .where(
      sql`${places.latitude} = ${sql.placeholder("latitude")} AND ${places.longitude} = ${sql.placeholder("longitude")} AND ${places.active} = 1`,
    )
    .prepare(),
);

/** Lists a rider's saved places: Home, Work, then the others by label. */
export function listSavedPlaces(deps: Deps, riderId: string): SavedPlace[] {
  return savedPlacesOf(deps.db)
    .all({ riderId })
    .map(({ id, label, name, detail, kind, latitude, longitude }) => ({
      id,
      label,
      name,
      detail,
      kind,
      latitude,
      longitude,
    }))
    .sort((a, b) => labelRank(a.label) - labelRank(b.label));
}

/** Returns a saved place. Throws 404 if it doesn't exist or is another rider's. */
export function readSavedPlace(deps: Deps, riderId: string, id: string): SavedPlace {
  const savedPlace = listSavedPlaces(deps, riderId).find((place) => place.id === id);
  if (!savedPlace) throw new AppError("request.not_found");
  return savedPlace;
}

/**
 * Returns a rider's places that fit the words, or all of them without words: saved ones first, then those of bookings,
 * latest booking first.
 */
export function placesOfRider(deps: Deps, riderId: string, words: readonly string[]): Place[] {
  const savedPlaces = listSavedPlaces(deps, riderId)
    .filter(({ label, name, detail }) => matchesWords(words, `${label} ${name}`, detail))
    .map(({ id, ...place }): Place => ({
      ...place,
      ...factsOfPoint(deps, place),
      id: `saved:${id}`,
      source: "saved",
    }));
  const otherRecentPlaces = recentPlaces(deps, riderId).filter(({ name, detail }) =>
    matchesWords(words, name, detail),
  );
  return [...savedPlaces, ...otherRecentPlaces];
}

function recentPlaces(deps: Deps, riderId: string): Place[] {
  const rows = deps.db.$client
    .query<RecentRow, [string, number]>(
      `SELECT pickup_name, pickup_detail, pickup_latitude, pickup_longitude, pickup_pinned,
         dropoff_name, dropoff_detail, dropoff_latitude, dropoff_longitude, dropoff_pinned
       FROM reservations WHERE rider_id = ? ORDER BY pickup_at DESC, id DESC LIMIT ?`,
    )
    .all(riderId, MAX_LATEST_BOOKINGS);
  const placeByKey = new Map<string, Place>();
  for (const row of rows)
    for (const end of ["dropoff", "pickup"] as const) {
      const [latitude, longitude] = [row[`${end}_latitude`], row[`${end}_longitude`]];
      const id = `recent:${latitude},${longitude}`;
      if (row[`${end}_pinned`] === 0 || placeByKey.has(id) || placeByKey.size >= MAX_RECENT_PLACES)
        continue;
      const name = row[`${end}_name`];
      const detail = row[`${end}_detail`];
      const point = { latitude, longitude };
      const pointFacts = factsOfPoint(deps, point);
      placeByKey.set(id, {
        id,
        source: "recent",
        name,
        kind: "address",
        detail,
        ...point,
        ...pointFacts,
      });
    }
  return [...placeByKey.values()];
}

/**
 * Returns what the lists know of exactly this point. An airport must stay an airport among a rider's past places,
 * because the booking then asks for a flight.
 */
function factsOfPoint(
  deps: Deps,
  { latitude, longitude }: { latitude: number; longitude: number },
): Partial<Pick<Place, "kind" | "iata" | "pickupInstructions">> {
  const [operatorPlace] = operatorPlaceAt(deps.db).all({ latitude, longitude });
  if (operatorPlace)
    return {
      kind: operatorPlace.kind,
      ...(operatorPlace.iata && { iata: operatorPlace.iata }),
      ...(operatorPlace.pickupInstructions && {
        pickupInstructions: operatorPlace.pickupInstructions,
      }),
    };
  const airport = deps.gazetteer
    .allAirports()
    .find(({ place }) => place.latitude === latitude && place.longitude === longitude);
  return airport?.place.iata ? { kind: "airport", iata: airport.place.iata } : {};
}

function matchesWords(words: readonly string[], name: string, detail: string): boolean {
  return words.length === 0 || matchScore(words, spellingsOf(name), spellingsOf(detail)) > 0;
}

function labelRank(label: string): number {
  const at = ["home", "work"].indexOf(label.toLowerCase());
  return at === -1 ? 2 : at;
}
