/** What must be stated for every table, and how the rows of a rider are read for their copy. */
import { and, asc, eq, gt, inArray, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../db/open";
import { reservations, type StoredTrip } from "../../db/schema/reservations";

/** The rider of the copy: the account and every known contact. */
export type DataSubject = {
  id: string;
  contacts: readonly string[];
  /** Asked for and never confirmed: nothing of these is shown, since they may be anybody's. */
  claimedContacts: readonly string[];
};

type Rows = Iterable<Record<string, unknown>>;

/** What the copy and an erasure do with one table. */
export type PrivacyTreatment = {
  table: SQLiteTable;
  /** The columns that the copy shows, by their names: it has no other, nor any that is added later. */
  shows?: string;
  /** The rider's rows, or why the copy has none of them. */
  copy: ((db: Db, subject: DataSubject) => Rows) | string;
  /** Rows go; or stay without the person; or stay as they are, for the reason given. */
  erasure: "removed" | "person removed" | { kept: string };
};

/** Trips read at a time: those of somebody with thousands are never held all at once, nor hold others up. */
const TRIPS_PER_CHUNK = 100;

/** Rows of a table. */
export function rowsOf(table: SQLiteTable, where: (subject: DataSubject) => SQL | undefined) {
  return (db: Db, subject: DataSubject): Rows =>
    db.select().from(table).where(where(subject)).all();
}

/** Rows whose column names the rider. */
export const riderRows = (column: SQLiteColumn) => (subject: DataSubject) => eq(column, subject.id);

/** Rows whose column is a contact of the rider's. */
export const contactFilter = (column: SQLiteColumn) => (subject: DataSubject) =>
  inArray(column, [...subject.contacts]);

type Place = Pick<StoredTrip, "pickupAt" | "id">;

/** Whose trips come after a place in the order of their pickups: all without one. */
const tripsAfter = (riderId: string, after: Place | undefined) =>
  and(
    eq(reservations.riderId, riderId),
    after &&
      or(
        gt(reservations.pickupAt, after.pickupAt),
        and(eq(reservations.pickupAt, after.pickupAt), gt(reservations.id, after.id)),
      ),
  );
const pickupOrder = [asc(reservations.pickupAt), asc(reservations.id)] as const;

function* readInChunks<Trip extends Place>(read: (after: Trip | undefined) => Trip[]) {
  for (let rows = read(undefined); rows.length > 0; rows = read(rows.at(-1))) {
    yield* rows;
    if (rows.length < TRIPS_PER_CHUNK) return;
  }
}

/** A rider's trips in the order of their pickups. */
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

/** By what their rows in other tables are found. */
export const tripKeysOf = (db: Db, riderId: string) =>
  readInChunks<Place & { number: number }>((after) =>
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

/** Rows of the rider's trips, each with the number of its trip. */
export function tripRows(table: SQLiteTable, column: SQLiteColumn) {
  return function* (db: Db, subject: DataSubject): Generator<Record<string, unknown>> {
    for (const { id, number } of tripKeysOf(db, subject.id))
      for (const row of rowsOf(table, () => eq(column, id))(db, subject))
        yield { reservationNumber: number, ...row };
  };
}
