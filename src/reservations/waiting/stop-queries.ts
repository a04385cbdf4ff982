/** Reads how far a trip has come among its stops. */
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { reservationEvents } from "../../../db/schema/reservations";
import { readEvent } from "../event-rules";
import { type StopVisit, stopVisits } from "./stop-rules";
import { iso } from "../../formats/instants";

/** Returns the state of each of a trip's `count` stops, from the log. */
export function readStopVisits(db: Db, id: string, count: number): StopVisit[] {
  const log = db
    .select()
    .from(reservationEvents)
    .where(and(eq(reservationEvents.reservationId, id), eq(reservationEvents.kind, "stop_visited")))
    .orderBy(asc(reservationEvents.at), asc(reservationEvents.id))
    .all();
  return stopVisits(
    count,
    log.map(({ at, reason, ...row }) => ({
      at: iso(at),
      reason,
      event: readEvent(row),
    })),
  );
}
