/** Reminds riders of their trips: a pickup time is reminded of once, however many look for it. */
import { and, eq, gt, gte, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import { reservationEvents, reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { tripReminder } from "../../notifications/texts/trip-texts";
import { readEvent } from "../event-rules";
import { driverFacts } from "./messages";
import { notifyPeople } from "./people";
import {
  FIRST_MS,
  FRESH_MS,
  isNewsToRider,
  isReminderDue,
  LAST_MS,
  remindAt,
} from "./reminder-rules";
import { updateRow } from "../../../db/rows";

/** Trips reminded of in one turn; the rest follows with the next. */
const MAX_PER_RUN = 200;

const reminded = ["confirmed", "offered", "assigned"] as const;

/** The trips whose pickup is near enough and was not reminded of, the next first. */
function candidates(now: number) {
  return and(
    inArray(reservations.state, [...reminded]),
    gte(reservations.pickupAt, now + LAST_MS),
    lte(reservations.pickupAt, now + FIRST_MS),
    eq(reservations.willCall, false),
    or(
      isNull(reservations.remindedOfPickupAt),
      ne(reservations.remindedOfPickupAt, sql`${reservations.pickupAt}`),
    ),
  );
}

/** Queues the reminders that are due. */
export async function remindRiders(deps: Deps): Promise<void> {
  const now = deps.now();
  const due = deps.db
    .select({
      id: reservations.id,
      pickupAt: reservations.pickupAt,
      timeZone: reservations.timeZone,
    })
    .from(reservations)
    .where(candidates(now))
    .orderBy(reservations.pickupAt)
    .all()
    .filter(({ pickupAt, timeZone }) => isReminderDue(pickupAt, timeZone, now))
    .slice(0, MAX_PER_RUN);
  if (due.length === 0) return;
  await deps.write((tx) => {
    for (const { id } of due) remind(tx, deps, id, now);
  });
}

function remind(tx: Tx, deps: Deps, id: string, now: number): void {
  // Looked at again: another process may have been faster, or the trip be another by now.
  const [row] = tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.id, id), candidates(now)))
    .all();
  if (!row || !isReminderDue(row.pickupAt, row.timeZone, now)) return;
  updateRow(tx, reservations, id, { remindedOfPickupAt: row.pickupAt });
  if (remindedSince(tx, row, remindAt(row.pickupAt, row.timeZone) - FRESH_MS)) return;
  const driver = row.state === "assigned" ? driverFacts(tx, row) : null;
  notifyPeople(tx, deps, row, (trip) => tripReminder(trip, driver));
}

/** Whether something of the trip was told to its rider after `since` (ms). */
function remindedSince(tx: Tx, { id, createdAt }: StoredTrip, since: number): boolean {
  if (createdAt > since) return true;
  return tx
    .select({ kind: reservationEvents.kind, facts: reservationEvents.facts })
    .from(reservationEvents)
    .where(and(eq(reservationEvents.reservationId, id), gt(reservationEvents.at, since)))
    .all()
    .some((event) => isNewsToRider(readEvent(event)));
}
