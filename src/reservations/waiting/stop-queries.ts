/** Where a trip is among its stops. */
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { reservationEvents } from "../../../db/schema/reservations";
import { type StopVisit, stopVisits } from "./stop-rules";
import { iso } from "../../formats/instants";

/** How each of a trip's `count` stops stands, by what was logged while somebody was on board. */
export function readStopVisits(db: Db, id: string, count: number): StopVisit[] {
  const log = db
    .select()
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, id),
        eq(reservationEvents.fromState, "passenger_on_board"),
      ),
    )
    .orderBy(asc(reservationEvents.at), asc(reservationEvents.id))
    .all();
  return stopVisits(
    count,
    log.map(({ at, reason, detail }) => ({ at: iso(at), reason, detail })),
  );
}
