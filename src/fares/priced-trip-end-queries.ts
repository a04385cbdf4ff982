/** Finds what prices depend on at the ends of a trip, and how often a promotion was used. */
import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import { promotionUses } from "../../db/schema/fares";
import type { Deps } from "../deps";
import type { Point } from "../places/contract";
import type { GazetteerEntry } from "../places/gazetteer";
import { greatCircleMeters } from "../places/rules";
import { zonesAt } from "../zones/queries";
import type { PricedTripEnd } from "./contract";

/** How close a stop must be to one of the operator's places to count as that place. */
const PLACE_RADIUS_METERS = 200;
/** The radius of an airport, which is larger than a place because its terminals are spread around its point. */
const AIRPORT_RADIUS_METERS = 1_500;
/** A little more than those distances, in degrees of latitude. */
const PLACE_SEARCH_DEGREES = 0.002;
const AIRPORT_SEARCH_DEGREES = 0.014;

type NearbyPlace = { id: string; kind: string; latitude: number; longitude: number };

/** Finds the places in a box around a point, and the airports in a larger box. */
const placesAroundPoint = prepared((db) =>
  db.$client.prepare<NearbyPlace, [number, number, number, number, number]>(
    `SELECT id, kind, latitude, longitude FROM places WHERE active = 1
       AND (abs(latitude - ?1) <= ?3 AND abs(longitude - ?2) <= ?4
         OR kind = 'airport' AND abs(latitude - ?1) <= ?3 * ?5 AND abs(longitude - ?2) <= ?4 * ?5)`,
  ),
);

/** Returns the zones and the operator's places at a point, in order of precedence, and whether it is an airport. */
export function pricedTripEndAt(deps: Deps, point: Point): PricedTripEnd {
  const { latitude, longitude } = point;
  const searchDegreesLongitude =
    PLACE_SEARCH_DEGREES / Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  const nearbyPlaces = placesAroundPoint(deps.db)
    .all(
      latitude,
      longitude,
      PLACE_SEARCH_DEGREES,
      searchDegreesLongitude,
      AIRPORT_SEARCH_DEGREES / PLACE_SEARCH_DEGREES,
    )
    .map((place) => ({ ...place, meters: greatCircleMeters(point, place) }))
    .sort((a, b) => a.meters - b.meters || (a.id < b.id ? -1 : 1));
  return {
    zoneIds: zonesAt(deps.db, point).map(({ id }) => id),
    placeIds: nearbyPlaces
      .filter(({ meters }) => meters <= PLACE_RADIUS_METERS)
      .map(({ id }) => id),
    airport:
      nearbyPlaces.some(
        ({ kind, meters }) => kind === "airport" && meters <= AIRPORT_RADIUS_METERS,
      ) || isAtAirport(deps.gazetteer.allAirports(), point),
  };
}

/** Airports by tenth of a degree, for each list that a gazetteer has returned. */
const airportsByTenthDegree = new WeakMap<readonly GazetteerEntry[], Map<string, Point[]>>();

function isAtAirport(airports: readonly GazetteerEntry[], point: Point): boolean {
  let grid = airportsByTenthDegree.get(airports);
  if (!grid) {
    grid = Map.groupBy(
      airports.map(({ place }) => place as Point),
      ({ latitude, longitude }) => `${Math.floor(latitude * 10)} ${Math.floor(longitude * 10)}`,
    );
    airportsByTenthDegree.set(airports, grid);
  }
  if (grid.size === 0) return false;
  const [row, column] = [Math.floor(point.latitude * 10), Math.floor(point.longitude * 10)];
  for (let rowOffset = -1; rowOffset <= 1; rowOffset++)
    for (let columnOffset = -1; columnOffset <= 1; columnOffset++) {
      const cellAirports = grid.get(`${row + rowOffset} ${column + columnOffset}`);
      if (
        cellAirports?.some((airport) => greatCircleMeters(airport, point) <= AIRPORT_RADIUS_METERS)
      )
        return true;
    }
  return false;
}

const promotionUseCount = prepared((db) =>
  db
    .select({ n: count() })
    .from(promotionUses)
    .where(
      and(
        eq(promotionUses.promotionId, sql.placeholder("promotionId")),
        isNull(promotionUses.releasedAt),
      ),
    )
    .prepare(),
);

const promotionUseCountByRider = prepared((db) =>
  db
    .select({ n: count() })
    .from(promotionUses)
    .where(
      and(
        eq(promotionUses.riderId, sql.placeholder("riderId")),
        eq(promotionUses.promotionId, sql.placeholder("promotionId")),
        isNull(promotionUses.releasedAt),
      ),
    )
    .prepare(),
);

/** Returns how often a promotion counts as used, by everyone and by one rider (0 without a rider). */
export function countPromotionUses(
  db: Db,
  promotionId: string,
  riderId: string | null,
): { uses: number; usesByRider: number } {
  return {
    uses: promotionUseCount(db).get({ promotionId })?.n ?? 0,
    usesByRider: riderId ? (promotionUseCountByRider(db).get({ riderId, promotionId })?.n ?? 0) : 0,
  };
}
