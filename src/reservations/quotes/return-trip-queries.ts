import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { ReservationRow } from "../contract";

const reservationById = prepared((db) =>
  db
    .select()
    .from(reservations)
    .where(eq(reservations.id, sql.placeholder("id")))
    .prepare(),
);
const returnTripQuery = prepared((db) =>
  db
    .select()
    .from(reservations)
    .where(eq(reservations.returnOfId, sql.placeholder("id")))
    .prepare(),
);

/** Returns the other trip of the pair, and whether it is the outbound or the return trip. Null for a single trip. */
export function otherLegOf(
  db: Db,
  row: Pick<StoredTrip, "id" | "returnOfId">,
): (StoredTrip & Pick<NonNullable<ReservationRow["otherLeg"]>, "leads">) | null {
  if (row.returnOfId) {
    const [outbound] = reservationById(db).all({ id: row.returnOfId });
    return outbound ? { ...outbound, leads: "there" } : null;
  }
  const [back] = returnTripQuery(db).all({ id: row.id });
  return back ? { ...back, leads: "back" } : null;
}
