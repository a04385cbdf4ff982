/** Loads a past day for testing rules. */
import { fullName } from "../accounts/name-rules";
import { and, asc, eq, gt, gte, isNull, lt, notInArray } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { vehicleOutages, vehicles } from "../../db/schema/vehicles";
import {
  unknownTimes,
  emptyPreferences,
  preferencesOfDrivers,
  timesOfDrivers,
} from "../availability/queries";
import type { Deps } from "../deps";
import { starsOf } from "../dispatch/assignment/candidate-queries";
import { payOf } from "../reservations/driver-pay-queries";
import { documentsInForce } from "../documents/queries";
import { AppError } from "../errors";
import { formatMoney } from "../settings/money-rules";
import { localTimeAt, localDay } from "../settings/local-time";
import { speedKmhByHour } from "../routing/queries";
import { readOperator } from "../settings/queries";
import { Mobility } from "../vehicles/class-contract";
import { zonesAt } from "../zones/queries";
import { autoDispatchFacts } from "./actions";
import type { DryRun, DryRunRequest } from "./contract";
import { type DayTrip, dryRun } from "./dry-run-rules";
import { iso } from "../formats/instants";

/** The most trips of a day that are tested. */
const MAX_TRIPS = 300;

/**
 * Compares what these rules would have done with the pickups of a past day with what dispatch did. Uses today's working
 * hours, documents and prices, because earlier ones are not stored. Throws 422 unless the day is past.
 */
export function dryRunOf(deps: Deps, { rules, quiet, day: requestedDay }: DryRunRequest): DryRun {
  const { db } = deps;
  const { timeZone, currency, requiredDocuments: required } = readOperator(deps);
  const today = Temporal.PlainDate.from(localTimeAt(deps.now(), timeZone).slice(0, 10));
  const day = requestedDay ?? today.subtract({ days: 1 }).toString();
  if (day >= today.toString())
    throw new AppError("request.invalid", { fields: { day: "Choose a day in the past." } });
  const { from, until } = localDay(day, timeZone);
  const rows = db
    .select()
    .from(reservations)
    .where(
      and(
        gte(reservations.pickupAt, from),
        lt(reservations.pickupAt, until),
        notInArray(reservations.state, ["quote", "pending", "rejected", "cancelled"]),
      ),
    )
    .orderBy(asc(reservations.pickupAt), asc(reservations.id))
    .limit(MAX_TRIPS + 1)
    .all();
  const testedTrips = rows.slice(0, MAX_TRIPS);
  const times = timesOfDrivers(
    db,
    Temporal.PlainDate.from(day).subtract({ days: 1 }).toString(),
    Temporal.PlainDate.from(day).add({ days: 1 }).toString(),
  );
  const preferences = preferencesOfDrivers(db);
  const people = db.select().from(drivers).all();
  const assignedAtById = new Map<string, number>();
  const trips = testedTrips.map((row): DayTrip => {
    const events = db
      .select()
      .from(reservationEvents)
      .where(eq(reservationEvents.reservationId, row.id))
      .orderBy(asc(reservationEvents.at))
      .all();
    const confirmed = events.find(({ toState }) => toState === "confirmed");
    const assigned = events.findLast(
      ({ fromState, toState }) => toState === "assigned" && fromState !== toState,
    );
    if (assigned) assignedAtById.set(row.id, assigned.at);
    const pickup = { latitude: row.pickupLatitude, longitude: row.pickupLongitude };
    return {
      id: row.id,
      number: row.number,
      serviceType: row.serviceType,
      pickupAt: row.pickupAt,
      knownAt: confirmed?.at ?? row.createdAt,
      durationSeconds: row.durationSeconds,
      hours: row.hours,
      passengers: row.passengers,
      luggage: row.luggage,
      mobility: Mobility.parse(row.mobility),
      zones: row.pickupPinned ? zonesAt(db, pickup) : [],
      classId: row.vehicleClassId,
      payMinor: payOf(db, row) ?? 0,
      pickup,
      dropoff: { latitude: row.dropoffLatitude, longitude: row.dropoffLongitude },
      eligibilityFacts: { ...autoDispatchFacts(row), willCall: false },
      driverId: row.driverId,
      vehicleId: row.vehicleId,
    };
  });
  const cars = db
    .select()
    .from(vehicles)
    .all()
    .map((vehicle) => ({
      ...vehicle,
      documents: documentsInForce(db, { vehicleId: vehicle.id }),
      required,
      outages: db
        .select({ from: vehicleOutages.startsAt, until: vehicleOutages.endsAt })
        .from(vehicleOutages)
        .where(
          and(
            eq(vehicleOutages.vehicleId, vehicle.id),
            gt(vehicleOutages.endsAt, from),
            lt(vehicleOutages.startsAt, until),
            isNull(vehicleOutages.liftedAt),
          ),
        )
        .all(),
    }));
  const verdicts = dryRun(rules, quiet, {
    trips,
    vehicles: cars,
    drivers: people.map((driver) => ({
      id: driver.id,
      name: fullName(driver),
      state: driver.state,
      usualVehicleId: driver.vehicleId,
      documents: documentsInForce(db, { driverId: driver.id }),
      required,
      times: times.get(driver.id) ?? unknownTimes,
      preferences: preferences.get(driver.id) ?? emptyPreferences,
      stars: starsOf(db, driver.id),
    })),
    timeZone,
    speedAt: speedKmhByHour(deps),
    money: (minor) => formatMoney(minor, currency),
  });
  const nameOf = (id: string | null) => {
    const person = people.find((driver) => driver.id === id);
    return person
      ? { id: person.id, firstName: person.firstName, lastName: person.lastName }
      : null;
  };
  const rowsById = new Map(testedTrips.map((row) => [row.id, row]));
  return {
    day,
    more: rows.length > testedTrips.length,
    trips: verdicts.map(({ trip, driverId, beginsAt, ...verdict }) => ({
      id: trip.id,
      number: trip.number,
      pickupAt: iso(trip.pickupAt),
      pickup: rowsById.get(trip.id)?.pickupName ?? "",
      dropoff: rowsById.get(trip.id)?.dropoffName ?? "",
      ...verdict,
      beginsAt: iso(beginsAt ?? null),
      driver: nameOf(driverId),
      actualDriver: nameOf(trip.driverId),
      assignedAt: iso(assignedAtById.get(trip.id) ?? null),
    })),
  };
}
