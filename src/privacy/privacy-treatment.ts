/** What must be stated for every table, and how a rider's rows are read for their copy. */
import { and, asc, eq, gt, inArray, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../db/open";
import { reservations, type StoredTrip } from "../../db/schema/reservations";

/** The rider of the copy: the account and all its known contacts. */
export type DataSubject = {
  id: string;
  contacts: readonly string[];
  /** Contacts that were entered but never confirmed. Their data isn't shown, because they may be anybody's. */
  claimedContacts: readonly string[];
};

type Rows = Iterable<Record<string, unknown>>;

/** How the copy and an erasure treat one table. */
export type PrivacyTreatment = {
  table: SQLiteTable;
  /** The names of the columns in the copy. Columns that are added later are not included automatically. */
  shows?: string;
  /** Returns the rider's rows, or states why the copy has none. */
  copy: ((db: Db, subject: DataSubject) => Rows) | string;
  /** Whether rows are deleted, stay without the person, or stay unchanged for the stated reason. */
  erasure: "removed" | "person removed" | { kept: string };
};

/** How many trips are read at once, so that thousands of trips neither fill the memory nor delay other requests. */
const TRIPS_PER_CHUNK = 100;

/** Returns a reader of rows of a table. */
export function rowsOf(table: SQLiteTable, where: (subject: DataSubject) => SQL | undefined) {
  return (db: Db, subject: DataSubject): Rows =>
    db.select().from(table).where(where(subject)).all();
}

/** Selects rows whose column names the rider. */
export const riderFilter = (column: SQLiteColumn) => (subject: DataSubject) =>
  eq(column, subject.id);

/** Selects rows whose column is one of the rider's contacts. */
export const contactFilter = (column: SQLiteColumn) => (subject: DataSubject) =>
  inArray(column, [...subject.contacts]);

type TripPosition = Pick<StoredTrip, "pickupAt" | "id">;

/** Selects a rider's trips after a position in the order of pickups, or all trips without a position. */
const tripsAfter = (riderId: string, after: TripPosition | undefined) =>
  and(
    eq(reservations.riderId, riderId),
    after &&
      or(
        gt(reservations.pickupAt, after.pickupAt),
        and(eq(reservations.pickupAt, after.pickupAt), gt(reservations.id, after.id)),
      ),
  );
const pickupOrder = [asc(reservations.pickupAt), asc(reservations.id)] as const;

function* readInChunks<Trip extends TripPosition>(read: (after: Trip | undefined) => Trip[]) {
  for (let rows = read(undefined); rows.length > 0; rows = read(rows.at(-1))) {
    yield* rows;
    if (rows.length < TRIPS_PER_CHUNK) return;
  }
}

/** Yields a rider's trips in the order of their pickups. */
export const tripsOf = (db: Db, riderId: string) =>
  readInChunks<StoredTrip>((after) =>
    db
      .select()
      .from(reservations)
      .where(tripsAfter(riderId, after))
      .orderBy(...pickupOrder)
      .limit(TRIPS_PER_CHUNK)
      .all(),
  );

/** Yields the keys by which a trip's rows in other tables are found. */
export const tripKeysOf = (db: Db, riderId: string) =>
  readInChunks<TripPosition & { number: number }>((after) =>
    db
      .select({
        id: reservations.id,
        number: reservations.number,
        pickupAt: reservations.pickupAt,
      })
      .from(reservations)
      .where(tripsAfter(riderId, after))
      .orderBy(...pickupOrder)
      .limit(TRIPS_PER_CHUNK)
      .all(),
  );

/** Returns a reader of rows of the rider's trips, each with the number of its trip. */
export function tripRows(table: SQLiteTable, column: SQLiteColumn) {
  return function* (db: Db, subject: DataSubject): Generator<Record<string, unknown>> {
    for (const { id, number } of tripKeysOf(db, subject.id))
      for (const row of rowsOf(table, () => eq(column, id))(db, subject))
        yield { reservationNumber: number, ...row };
  };
}
