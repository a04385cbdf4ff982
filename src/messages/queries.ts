/** Conversations as each reader sees them. */
import { and, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { drivers } from "../../db/schema/drivers";
import {
  type StoredTripThread,
  type StoredTripMessage,
  tripMessages,
  tripThreads,
} from "../../db/schema/messages";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import type { Deps } from "../deps";
import { type FollowedTrip, requireFollowedTrip } from "../reservations/links/trip-queries";
import type { Side, Thread, TripMessage, UnreadMessages } from "./contract";
import { canReadMessage, type ReadMarks, readersOf, writingStateOf } from "./rules";
import { iso } from "../formats/instants";

/** The reader: a party of the trip, or a member of dispatch. */
export type Party = { side: Side; id: string };

const PAGE_SIZE = 50;

const threadOf = prepared((db) =>
  db
    .select()
    .from(tripThreads)
    .where(eq(tripThreads.reservationId, sql.placeholder("id")))
    .prepare(),
);

/** Returns the thread of a trip, or null if it has no messages. */
export function findThread(db: Db, reservationId: string): StoredTripThread | null {
  return threadOf(db).get({ id: reservationId }) ?? null;
}

/** Returns the trip if the party may see it. Throws 404 if not. */
export function tripIfVisibleTo(db: Db, { side, id }: Party, reservationId: string): FollowedTrip {
  return requireFollowedTrip(db, { kind: side === "dispatch" ? "admin" : side, id }, reservationId);
}

/**
 * Returns a page of a trip's conversation, or the newest one without `before`. Throws 404 if the trip isn't the
 * reader's.
 */
export function readThread(
  deps: Deps,
  party: Party,
  reservationId: string,
  { before }: { before?: number | undefined } = {},
): Thread {
  const { db } = deps;
  const trip = tripIfVisibleTo(db, party, reservationId);
  const thread = findThread(db, reservationId);
  const rows = db
    .select()
    .from(tripMessages)
    .where(
      and(
        eq(tripMessages.reservationId, reservationId),
        before === undefined ? undefined : lt(tripMessages.id, before),
        visibleToParty(party),
      ),
    )
    .orderBy(desc(tripMessages.id))
    .limit(PAGE_SIZE + 1)
    .all();
  const page = rows.slice(0, PAGE_SIZE).reverse();
  const marks: ReadMarks = {
    rider: thread?.riderReadId ?? 0,
    driver: thread?.driverReadId ?? 0,
    dispatch: thread?.dispatchReadId ?? 0,
  };
  const closedAt = thread?.closedAt ?? null;
  return {
    number: trip.number,
    messages: page.map((row) => toMessage(row, party, marks)),
    earlier: rows.length > PAGE_SIZE ? (page[0]?.id ?? null) : null,
    unread: thread ? unreadCountsOf(db, trip, marks)[party.side] : 0,
    writable: writingStateOf({ ...trip, closedAt }, party.side, deps.now()),
    closed: closedAt !== null,
    rider: trip.riderId && firstNameOf(db, "rider", trip.riderId),
    driver: trip.driverId && firstNameOf(db, "driver", trip.driverId),
  };
}

/**
 * Selects the messages that a side may see: those that it wrote or received, and for a driver only those from the time
 * of their own assignment.
 */
function visibleToParty({ side, id }: Party) {
  if (side === "dispatch") return undefined;
  const ownMessages = or(
    eq(tripMessages.sender, side),
    inArray(tripMessages.recipient, ["both", side]),
  );
  return side === "rider" ? ownMessages : and(eq(tripMessages.driverId, id), ownMessages);
}

function toMessage(row: StoredTripMessage, party: Party, marks: ReadMarks): TripMessage {
  const mine = row.sender === party.side && row.senderId === party.id;
  const hidesSenderName = party.side !== "dispatch" && row.sender === "dispatch";
  return {
    id: row.id,
    from: row.sender,
    mine,
    name: hidesSenderName ? "Dispatch" : row.senderName,
    text: row.body,
    to: row.recipient,
    at: iso(row.createdAt),
    readBy: readersOf(row, marks).filter(
      (side) => party.side === "dispatch" || side === "dispatch" || canReadMessage(row, side),
    ),
    key: mine ? row.sendKey : null,
  };
}

/** Returns the first name of a rider or driver, or null if they have no name or were deleted. */
function firstNameOf(db: Db, side: "rider" | "driver", id: string): string | null {
  const table = side === "rider" ? riders : drivers;
  const row = db.select({ name: table.firstName }).from(table).where(eq(table.id, id)).get();
  return row?.name || null;
}

type Counts = Record<Side, number>;

const countUnreadMessages = prepared(({ $client }) =>
  $client.query<
    Counts,
    [
      {
        $id: string;
        $driver: string;
        $riderRead: number;
        $driverRead: number;
        $dispatchRead: number;
      },
    ]
  >(
    `SELECT
       coalesce(sum(id > $riderRead AND sender <> 'rider' AND recipient IN ('both', 'rider')), 0) AS rider,
       coalesce(sum(id > $driverRead AND sender <> 'driver' AND recipient IN ('both', 'driver')
         AND driver_id = $driver), 0) AS driver,
       coalesce(sum(id > $dispatchRead AND (recipient = 'dispatch'
         OR (sender = 'rider' AND recipient = 'driver' AND id > $driverRead)
         OR (sender = 'driver' AND recipient = 'rider' AND id > $riderRead))), 0) AS dispatch
     FROM trip_messages WHERE reservation_id = $id AND id > min($riderRead, $driverRead, $dispatchRead)`,
  ),
);

/**
 * Counts unread messages per side. Messages between rider and driver count for dispatch until their recipient has read
 * them.
 */
export function unreadCountsOf(
  db: Db,
  trip: { id: string; driverId: string | null },
  marks: ReadMarks,
) {
  const countedRow = countUnreadMessages(db).get({
    $id: trip.id,
    $driver: trip.driverId ?? "",
    $riderRead: marks.rider,
    $driverRead: marks.driver,
    $dispatchRead: marks.dispatch,
  });
  return countedRow ?? { rider: 0, driver: 0, dispatch: 0 };
}

const DAY_MS = 86_400_000;
/** How many days of pickups are searched for unread messages. Trips with older pickups count as read. */
const UNREAD_LOOKBACK_DAYS = 30;

const unreadTripsStatements = prepared(({ $client }) => ({
  rider: $client.query<{ reservationId: string; unread: number }, [string, number]>(
    `SELECT t.reservation_id AS reservationId, t.rider_unread AS unread
     FROM reservations r JOIN trip_threads t ON t.reservation_id = r.id
     WHERE r.rider_id = ? AND r.pickup_at > ? AND t.rider_unread > 0`,
  ),
  driver: $client.query<{ reservationId: string; unread: number }, [string, number]>(
    `SELECT reservationId, unread FROM (
       SELECT r.id AS reservationId, (SELECT count(*) FROM trip_messages m
         WHERE m.reservation_id = r.id AND m.id > t.driver_read_id AND m.driver_id = r.driver_id
           AND m.sender <> 'driver' AND m.recipient IN ('both', 'driver')) AS unread
       FROM reservations r JOIN trip_threads t ON t.reservation_id = r.id
       WHERE r.driver_id = ? AND r.pickup_at > ? AND t.driver_unread > 0
     ) WHERE unread > 0`,
  ),
}));

/** Returns the trips of a rider or driver with unread messages. */
export function tripsWithUnreadMessages(
  deps: Deps,
  side: "rider" | "driver",
  id: string,
): UnreadMessages {
  const since = deps.now() - UNREAD_LOOKBACK_DAYS * DAY_MS;
  return { trips: unreadTripsStatements(deps.db)[side].all(id, since) };
}
