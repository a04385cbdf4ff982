/** Tests rules on the bookings of the last 30 days. */
import { and, desc, gte, lte, ne, notInArray } from "drizzle-orm";
import { findRows } from "../../../db/rows";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import { vehicles } from "../../../db/schema/vehicles";
import type { Db } from "../../../db/open";
import type { Deps } from "../../deps";
import { needsOf } from "../../dispatch/queries";
import { vehicleRefusals } from "../../dispatch/rules";
import { iso } from "../../formats/instants";
import { leftToDispatchText } from "../../reservations/event-facts-rules";
import { occupiedTime } from "../../reservations/rules";
import type { ConfirmationDryRun, ConfirmationRule } from "./contract";
import { bookingFacts, MAX_TRIP_MS } from "./queries";
import { decide } from "./rules";

const MONTH_MS = 30 * 86_400_000;
/** The most bookings that are tested, because the test blocks other requests. */
const MAX_BOOKINGS = 1_000;
const MAX_WAITING_BOOKINGS = 100;

/**
 * Tests the rules on every booking of the last 30 days that dispatch had to confirm, as it was booked. Uses today's
 * prices, places, companies and fleet, because earlier ones are not stored.
 */
export function confirmationDryRun(
  { db, now }: Deps,
  rules: readonly ConfirmationRule[],
): ConfirmationDryRun {
  const since = now() - MONTH_MS;
  const newestTrips = db
    .select()
    .from(reservations)
    .where(
      and(
        gte(reservations.createdAt, since),
        ne(reservations.source, "phone"),
        ne(reservations.state, "quote"),
      ),
    )
    .orderBy(desc(reservations.createdAt), desc(reservations.id))
    .limit(MAX_BOOKINGS + 1)
    .all();
  const bookings = newestTrips.slice(0, MAX_BOOKINGS);
  const isFree = vehicleFreeCheck(db, bookings);
  const decisions = bookings.map((row) => {
    const facts = bookingFacts(db, row, row.createdAt, () => isFree(row));
    const { rule, leftToDispatch } = decide(rules, facts);
    return {
      row,
      rule: rule?.name ?? null,
      why: leftToDispatch && leftToDispatchText(leftToDispatch),
    };
  });
  return {
    bookings: bookings.length,
    confirmed: countTexts(decisions.map(({ rule }) => rule)),
    reasons: countTexts(decisions.map(({ why }) => why)),
    waiting: decisions
      .flatMap(({ row, why }) =>
        why === null
          ? []
          : [
              {
                id: row.id,
                number: row.number,
                bookedAt: iso(row.createdAt),
                pickupAt: iso(row.pickupAt),
                why,
              },
            ],
      )
      .slice(0, MAX_WAITING_BOOKINGS),
    more: newestTrips.length > bookings.length,
  };
}

/** Counts how often each text occurs, the most frequent first. */
function countTexts(texts: readonly (string | null)[]) {
  return [...Map.groupBy(texts, (text) => text)]
    .flatMap(([text, all]) => (text === null ? [] : [{ text, count: all.length }]))
    .sort((a, b) => b.count - a.count);
}

/**
 * Returns a function that checks whether today's fleet had a vehicle for a booking, besides the vehicles of trips that
 * were booked earlier and took place.
 */
function vehicleFreeCheck(db: Db, bookings: readonly StoredTrip[]): (row: StoredTrip) => boolean {
  const pickupTimes = bookings.map(({ pickupAt }) => pickupAt);
  const { id, vehicleClassId, createdAt, pickupAt, durationSeconds, hours, state } = reservations;
  const takenTrips = db
    .select({ id, vehicleClassId, createdAt, pickupAt, durationSeconds, hours })
    .from(reservations)
    .where(
      and(
        gte(pickupAt, Math.min(...pickupTimes) - MAX_TRIP_MS),
        lte(pickupAt, Math.max(...pickupTimes) + MAX_TRIP_MS),
        notInArray(state, ["quote", "pending", "rejected", "cancelled"]),
      ),
    )
    .all()
    .map((trip) => ({ ...trip, ...occupiedTime(trip) }));
  const tripsByClass = Map.groupBy(takenTrips, (trip) => trip.vehicleClassId);
  return (row) => {
    const usableVehicles = findRows(db, vehicles, { classId: row.vehicleClassId }).filter(
      (vehicle) => {
        const papers = { documents: [], required: [] };
        return vehicleRefusals({ ...vehicle, ...papers }, needsOf(row), null, null).length === 0;
      },
    );
    const { startsAt, endsAt } = occupiedTime(row);
    const overlappingTrips = (tripsByClass.get(row.vehicleClassId) ?? []).filter(
      (trip) =>
        trip.id !== row.id &&
        trip.createdAt < row.createdAt &&
        trip.startsAt < endsAt &&
        trip.endsAt > startsAt,
    );
    return usableVehicles.length > overlappingTrips.length;
  };
}
