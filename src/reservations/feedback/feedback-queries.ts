import { fullName } from "../../accounts/name-rules";
import { and, desc, eq, inArray } from "drizzle-orm";
import { drivers } from "../../../db/schema/drivers";
import { type StoredRating, tripRatings } from "../../../db/schema/ratings";
import { reservationEvents, type StoredTrip } from "../../../db/schema/reservations";
import type { Db } from "../../../db/open";
import { fromCursor, TimeCursor, toPage } from "../../formats/cursors";
import type { Deps } from "../../deps";
import type { FareLine } from "../../fares/contract";
import { versionOfTrip } from "../../fares/queries";
import {
  type TripFeedback,
  type DriverRatingAverage,
  type RatedTrip,
  type RatedTrips,
  type Rating,
  RatingReason,
  type RatingsQuery,
} from "./feedback-contract";
import {
  MAX_RATINGS_IN_AVERAGE,
  averageStars,
  gratuityOf,
  LOW_RATING_STARS,
  maxTipMinor,
  paidTipOf,
  ratableUntil,
  tipChoices,
  tipOf,
  tippableUntil,
  tipRefusal,
} from "./feedback-rules";
import { providerAbilities } from "../prepaying/prepay-queries";
import { loadTrip } from "../trip-queries";
import { findRow } from "../../../db/rows";
import { iso } from "../../formats/instants";

/** Returns when a trip ended (ms), from its log. Null before the end. */
export function endOfTrip(db: Db, id: string): number | null {
  const row = db
    .select({ at: reservationEvents.at })
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, id),
        eq(reservationEvents.toState, "completed"),
        // Only the step from the ride counts. Reopening a trip or adding a tip does not change its end.
        eq(reservationEvents.fromState, "passenger_on_board"),
      ),
    )
    .get();
  return row?.at ?? null;
}

/** Returns the rating of a trip, if there is one. */
export function ratingOf(db: Db, id: string): StoredRating | undefined {
  return findRow(db, tripRatings, { reservationId: id });
}

/** Returns the rating and the tip that the rider can give after a trip. 404 for the trip of another rider. */
export function readTripFeedback(deps: Deps, riderId: string, id: string): TripFeedback {
  const { db } = deps;
  const row = loadTrip(db, { actor: { kind: "rider", id: riderId }, id });
  const endedAt = endOfTrip(db, id);
  const ratingRow = ratingOf(db, id);
  const until = ratableUntil(
    { state: row.state, endedAt },
    ratingRow?.createdAt ?? null,
    deps.now(),
  );
  // Only Livery writes this column, from the lines of the fare function.
  const lines = row.fareLines as FareLine[];
  const trip = { state: row.state, endedAt, payment: row.payment, lines };
  const mostMinor = maxTipMinor(lines);
  return {
    version: row.version,
    currency: row.currency,
    rating: ratingRow ? toRating(ratingRow) : null,
    ratableUntil: iso(until),
    tip: {
      tipMinor: tipOf(lines) - paidTipOf(lines),
      paidMinor: paidTipOf(lines),
      isOnline:
        tippableUntil(trip, deps.now()) !== null && providerAbilities(deps, row.currency).charge,
      payment: row.payment,
      refusal: tipRefusal(trip, deps.now(), deps.config.allowsTipsOnAccount),
      choices: offeredTips(db, row),
      mostMinor,
      includedMinor: gratuityOf(lines),
    },
  };
}

/** Returns the suggested tips for a trip, the smallest first. */
export function offeredTips(db: Db, row: StoredTrip): TripFeedback["tip"]["choices"] {
  // Only Livery writes this column, from the lines of the fare function.
  const lines = row.fareLines as FareLine[];
  const tipPercents = versionOfTrip(db, row)?.schedule.gratuity.choices ?? [];
  return tipChoices(lines, tipPercents).filter(({ tipMinor }) => tipMinor <= maxTipMinor(lines));
}

function toRating(row: StoredRating): Rating {
  return {
    stars: row.stars,
    // Reasons that are no longer offered are left out.
    chips: row.chips.flatMap((chip) => RatingReason.safeParse(chip).data ?? []),
    words: row.words,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

/** Returns the average rating that a driver may see. */
export function driverRatingAverage(deps: Deps, driverId: string): DriverRatingAverage {
  const newestRatings = deps.db
    .select({ stars: tripRatings.stars })
    .from(tripRatings)
    .where(eq(tripRatings.driverId, driverId))
    .orderBy(desc(tripRatings.updatedAt), desc(tripRatings.reservationId))
    .limit(MAX_RATINGS_IN_AVERAGE)
    .all();
  return averageStars(newestRatings.map(({ stars }) => stars));
}

type RatingRow = {
  reservation_id: string;
  stars: number;
  chips: string;
  words: string;
  created_at: number;
  updated_at: number;
  seen_at: number | null;
  seen_by: string | null;
  number: number;
  pickup_at: number;
  passenger_name: string;
  driver_id: string | null;
};

/** Returns ratings for dispatch, newest first. */
export function listRatings(deps: Deps, query: RatingsQuery): RatedTrips {
  const after = fromCursor(query.cursor, TimeCursor);
  const sqlValues: (string | number)[] = [];
  const conditions: string[] = [];
  if (query.reservationId !== undefined) {
    conditions.push("t.reservation_id = ?");
    sqlValues.push(query.reservationId);
  }
  if (query.driverId !== undefined) {
    conditions.push("t.driver_id = ?");
    sqlValues.push(query.driverId);
  }
  if (query.unseen) {
    conditions.push("t.seen_at IS NULL AND t.stars <= ?");
    sqlValues.push(LOW_RATING_STARS);
  }
  if (after) {
    conditions.push("(t.updated_at, t.reservation_id) < (?, ?)");
    sqlValues.push(...after);
  }
  const rows = deps.db.$client
    .query<RatingRow, (string | number)[]>(
      `SELECT t.reservation_id, t.stars, t.chips, t.words, t.created_at, t.updated_at, t.seen_at,
         t.seen_by, t.driver_id, r.number, r.pickup_at, r.passenger_name
       FROM trip_ratings t JOIN reservations r ON r.id = t.reservation_id
       WHERE ${conditions.join(" AND ")}
       ORDER BY t.updated_at DESC, t.reservation_id DESC LIMIT ?`,
    )
    .all(...sqlValues, query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [
    last.updated_at,
    last.reservation_id,
  ]);
  const names = driverNames(deps.db, shown);
  return {
    ratings: shown.map((row) => toRatedTrip(row, names)),
    nextCursor,
  };
}

function driverNames(db: Db, rows: readonly RatingRow[]): Map<string, string> {
  const ids = [...new Set(rows.flatMap(({ driver_id }) => driver_id ?? []))];
  if (ids.length === 0) return new Map();
  const driverRows = db
    .select({ id: drivers.id, first: drivers.firstName, last: drivers.lastName })
    .from(drivers)
    .where(inArray(drivers.id, ids))
    .all();
  return new Map(
    driverRows.map(({ id, first, last }) => [id, fullName({ firstName: first, lastName: last })]),
  );
}

function toRatedTrip(row: RatingRow, names: ReadonlyMap<string, string>): RatedTrip {
  return {
    ...toRating({
      reservationId: row.reservation_id,
      driverId: row.driver_id,
      stars: row.stars,
      chips: JSON.parse(row.chips) as string[],
      words: row.words,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      seenAt: row.seen_at,
      seenBy: row.seen_by,
    }),
    reservationId: row.reservation_id,
    number: row.number,
    pickupAt: iso(row.pickup_at),
    passenger: row.passenger_name,
    driver:
      row.driver_id === null ? null : { id: row.driver_id, name: names.get(row.driver_id) ?? "" },
    seen: row.seen_at === null ? null : { at: iso(row.seen_at), by: row.seen_by ?? "" },
  };
}
