/** Reminds people of their trips, once for each pickup time, even if several processes send reminders. */
import { and, eq, gt, gte, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import { reservationEvents, reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { tripReminder } from "../../notifications/texts/trip-texts";
import { readEvent } from "../event-rules";
import { driverFacts, timeAndPlacesOf } from "./message-facts";
import { notifyPeople } from "./people";
import {
  earliestReminderMs,
  FRESH_NEWS_MS,
  isRiderNotifiedOf,
  isReminderDue,
  latestReminderMs,
  remindAt,
} from "./reminder-rules";
import type { SaveReminderRules } from "./reminder-contract";
import { readReminderRules, reminderFor } from "./reminder-queries";
import { saveSettings } from "../../settings/actions";
import { notifyDriver } from "../../notifications/outbox";
import { updateRow } from "../../../db/rows";

/** The most trips whose reminders are sent in one round. The next round sends the rest. */
const MAX_PER_RUN = 200;

const statesToRemind = ["confirmed", "offered", "assigned"] as const;

/** Saves the rules. 409 if the settings have changed since they were read. */
export function saveReminderRules(
  deps: Deps,
  actor: Actor,
  { version, ...values }: SaveReminderRules,
): Promise<void> {
  return saveSettings(deps, actor, {
    version,
    values,
    action: "settings.trip_reminders_changed",
    topic: "trip-reminders",
    summary: "Changed when trip reminders are sent",
  });
}

/** Returns the condition for trips whose reminder may be due and was not sent. */
function reminderCondition(deps: Pick<Deps, "db">, now: number) {
  const { reminder, reminderByService } = readReminderRules(deps).rules;
  const hours = [reminder, ...Object.values(reminderByService)].map((each) => each.hours);
  return and(
    inArray(reservations.state, [...statesToRemind]),
    gte(reservations.pickupAt, now + latestReminderMs(Math.min(...hours))),
    lte(reservations.pickupAt, now + earliestReminderMs(Math.max(...hours))),
    eq(reservations.willCall, false),
    or(
      isNull(reservations.remindedOfPickupAt),
      ne(reservations.remindedOfPickupAt, sql`${reservations.pickupAt}`),
    ),
  );
}

/** Queues the reminders that are due. */
export async function remindOfTrips(deps: Deps): Promise<void> {
  const now = deps.now();
  const ruleFor = reminderFor(deps);
  const due = deps.db
    .select({
      id: reservations.id,
      pickupAt: reservations.pickupAt,
      timeZone: reservations.timeZone,
      serviceType: reservations.serviceType,
    })
    .from(reservations)
    .where(reminderCondition(deps, now))
    .orderBy(reservations.pickupAt)
    .all()
    .filter(({ pickupAt, timeZone, serviceType }) =>
      isReminderDue(pickupAt, timeZone, now, ruleFor(serviceType).hours),
    )
    .slice(0, MAX_PER_RUN);
  if (due.length === 0) return;
  await deps.write((tx) => {
    for (const { id } of due) sendTripReminder(tx, deps, id, now);
  });
}

function sendTripReminder(tx: Tx, deps: Deps, id: string, now: number): void {
  // Checked again, because another process may have been faster or the trip may have changed.
  const [row] = tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.id, id), reminderCondition({ db: tx }, now)))
    .all();
  if (!row) return;
  const { hours, to } = reminderFor({ db: tx })(row.serviceType);
  if (!isReminderDue(row.pickupAt, row.timeZone, now, hours)) return;
  updateRow(tx, reservations, id, { remindedOfPickupAt: row.pickupAt });
  if (wasNotifiedSince(tx, row, remindAt(row.pickupAt, row.timeZone, hours) - FRESH_NEWS_MS))
    return;
  const driver = row.state === "assigned" ? driverFacts(tx, row) : null;
  const [notifiesRider, notifiesPassenger] = [to.includes("rider"), to.includes("passenger")];
  // Includes a rider whose passenger is the only one to get messages about the driver.
  const tripToNotify =
    notifiesRider && row.driverNewsTo === "passenger"
      ? { ...row, driverNewsTo: "both" as const }
      : row;
  if (notifiesRider || notifiesPassenger)
    notifyPeople(tx, deps, tripToNotify, (trip) =>
      trip.bookedBy === undefined || notifiesPassenger ? tripReminder(trip, driver) : null,
    );
  if (to.includes("driver") && row.state === "assigned" && row.driverId)
    notifyDriver(tx, deps, row.driverId, (t) => ({
      reservationId: row.id,
      title: t("Reminder: trip {number}", { number: row.number }),
      body: t("{time}, {pickup} to {dropoff}.", timeAndPlacesOf(row, t)),
      href: `/driver/dashboard/trips/${row.id}`,
    }));
}

/** Whether the rider was notified of the trip after `since` (ms). */
function wasNotifiedSince(tx: Tx, { id, createdAt }: StoredTrip, since: number): boolean {
  if (createdAt > since) return true;
  return tx
    .select({ kind: reservationEvents.kind, facts: reservationEvents.facts })
    .from(reservationEvents)
    .where(and(eq(reservationEvents.reservationId, id), gt(reservationEvents.at, since)))
    .all()
    .some((event) => isRiderNotifiedOf(readEvent(event)));
}
