/** Reads riders for dispatch. */
import { desc, eq } from "drizzle-orm";
import { riderMerges } from "../../db/schema/accounts";
import { contactMessages } from "../../db/schema/contact";
import { lostReports } from "../../db/schema/property";
import { findBlock } from "../accounts/block-queries";
import type { Caller } from "../accounts/caller-contract";
import {
  CALLER_COLUMNS,
  type CallerRow,
  findCallers,
  loadCaller,
  toCaller,
} from "../accounts/caller-queries";
import { currentRiderId } from "../accounts/merge-queries";
import { companiesOf } from "../companies/queries";
import { fromCursor, TimeCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { listSavedPlaces } from "../places/rider-queries";
import { tripsOfRider } from "../reservations/list/personal-list-queries";
import type { RiderList, RiderPage, RiderRow, RidersQuery } from "./contract";
import { iso } from "../formats/instants";

const MAX_RIDERS_FOUND = 50;
/** The most records of each kind on a rider's page. */
const MAX_LISTED_ITEMS = 10;
/** The most trips that are counted. */
const MAX_COUNTED_TRIPS = 1_000;

/** Returns the riders that match the typed text, or all, newest first. */
export function listRiders(deps: Deps, query: RidersQuery): RiderList {
  if (query.q) {
    const { callers } = findCallers(deps, query.q, MAX_RIDERS_FOUND);
    return { riders: toRows(deps, callers), nextCursor: null };
  }
  const after = fromCursor(query.cursor, TimeCursor);
  const rows = deps.db.$client
    .query<CallerRow & { at: number }, (string | number)[]>(
      `SELECT ${CALLER_COLUMNS}, r.created_at AS at FROM riders r
       ${after ? "WHERE (r.created_at, r.id) < (?, ?)" : ""}
       ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
    )
    .all(...(after ?? []), query.limit + 1);
  const { shown: page, nextCursor } = toPage(rows, query.limit, (last) => [last.at, last.id]);
  return {
    riders: toRows(deps, page.map(toCaller)),
    nextCursor,
  };
}

/**
 * Returns a rider with everything that dispatch knows of them. 404 for an unknown rider. The id of a merged rider leads
 * to the kept one.
 */
export function readRider(deps: Deps, requestedId: string): RiderPage {
  const { db } = deps;
  const id = currentRiderId(db, requestedId);
  const { caller, row } = loadCaller(db, id);
  const [riderRow] = toRows(deps, [caller]);
  if (!riderRow) throw new AppError("request.not_found");
  const block = findBlock(db, id);
  const trips = (when: "upcoming" | "past") =>
    tripsOfRider(deps, id, { when, limit: MAX_LISTED_ITEMS });
  return {
    ...riderRow,
    note: row.dispatchNote,
    language: row.language,
    merged: db
      .select()
      .from(riderMerges)
      .where(eq(riderMerges.mergedIntoRiderId, id))
      .orderBy(desc(riderMerges.at))
      .limit(MAX_LISTED_ITEMS)
      .all()
      .map(({ mergedRiderId, name, byName, at }) => ({
        id: mergedRiderId,
        name,
        by: byName,
        at: iso(at),
      })),
    block: block ? { reason: block.reason, by: block.byName, at: iso(block.at) } : null,
    companies: companiesOf(db, id),
    places: listSavedPlaces(deps, id).map((place) => ({
      id: place.id,
      name: `${place.label}: ${place.name}`,
      detail: place.detail,
    })),
    upcoming: trips("upcoming"),
    past: trips("past"),
    ratings: ratingsOf(deps, id),
    lostReports: db
      .select({
        id: lostReports.id,
        number: lostReports.number,
        what: lostReports.what,
        state: lostReports.state,
      })
      .from(lostReports)
      .where(eq(lostReports.riderId, id))
      .orderBy(desc(lostReports.createdAt), desc(lostReports.id))
      .limit(MAX_LISTED_ITEMS)
      .all(),
    messages: db
      .select({
        id: contactMessages.id,
        number: contactMessages.number,
        topic: contactMessages.topic,
        state: contactMessages.state,
        createdAt: contactMessages.createdAt,
      })
      .from(contactMessages)
      .where(eq(contactMessages.riderId, id))
      .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
      .limit(MAX_LISTED_ITEMS)
      .all()
      .map((message) => ({ ...message, createdAt: iso(message.createdAt) })),
  };
}

/** Returns rows of the list for callers, read with one statement. */
function toRows({ db }: Deps, callers: readonly Caller[]): RiderRow[] {
  const riderRows = db.$client
    .query<{ id: string; at: number; trips: number; blocked: number }, [number, string]>(
      `SELECT r.id, r.created_at AS at,
         (SELECT count(*) FROM (SELECT 1 FROM reservations WHERE rider_id = r.id LIMIT ?)) AS trips,
         EXISTS (SELECT 1 FROM rider_blocks WHERE rider_id = r.id) AS blocked
       FROM riders r WHERE r.id IN (SELECT value FROM json_each(?))`,
    )
    .all(MAX_COUNTED_TRIPS, JSON.stringify(callers.map(({ id }) => id)));
  const byId = new Map(riderRows.map((row) => [row.id, row]));
  return callers.flatMap((caller) => {
    const row = byId.get(caller.id);
    if (!row) return [];
    return { ...caller, createdAt: iso(row.at), trips: row.trips, blocked: row.blocked === 1 };
  });
}

/** Returns the ratings that a rider gave for their latest trips. */
function ratingsOf({ db }: Deps, id: string): RiderPage["ratings"] {
  return db.$client
    .query<
      { reservationId: string; number: number; stars: number; words: string; at: number },
      [string, number]
    >(
      `SELECT r.id AS reservationId, r.number, t.stars, t.words, t.created_at AS at
       FROM (SELECT id, number, pickup_at FROM reservations WHERE rider_id = ?
         ORDER BY pickup_at DESC LIMIT 200) r
       JOIN trip_ratings t ON t.reservation_id = r.id
       ORDER BY r.pickup_at DESC LIMIT ?`,
    )
    .all(id, MAX_LISTED_ITEMS)
    .map(({ at, ...rating }) => ({ ...rating, at: iso(at) }));
}
