/** Lists the candidates for a trip in ranking order, with the reasons. */
import { fullName } from "../../accounts/name-rules";
import { and, desc, eq, gte, isNotNull, lt, ne, notInArray, sql } from "drizzle-orm";
import { prepared } from "../../../db/prepared";
import { drivers } from "../../../db/schema/drivers";
import { tripRatings } from "../../../db/schema/ratings";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import { driverPositions } from "../../../db/schema/tracking";
import { vehicleClasses, vehicles } from "../../../db/schema/vehicles";
import type { Db } from "../../../db/open";
import {
  unknownTimes,
  emptyPreferences,
  preferencesOfDrivers,
  driverTimesBetween,
} from "../../availability/queries";
import { availabilityFit, availabilityAt, preferenceText } from "../../availability/rules";
import type { Deps } from "../../deps";
import { documentsInForce } from "../../documents/queries";
import { formatMoney } from "../../settings/money-rules";
import { MAX_RATINGS_IN_AVERAGE, averageStars } from "../../reservations/feedback/feedback-rules";
import { payOf } from "../../reservations/driver-pay-queries";
import { plannedEnd } from "../../reservations/rules";
import { estimateRouteInTraffic, speedKmhByHour } from "../../routing/queries";
import { localTimeAt, localDay } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import { Mobility } from "../../vehicles/class-contract";
import { zonesAt } from "../../zones/queries";
import { Candidates } from "../contract";
import { readNeighbourTrips } from "./neighbour-queries";
import { needsOf, outageDuring, overlappingTripNumber } from "../queries";
import {
  preferredVehicle,
  compareByRank,
  scorePartsOf,
  type RankedDriver,
  scoreOf,
} from "./ranking-rules";
import type { Approach, RankingFacts } from "./ranking-contract";
import {
  driverRefusals,
  type NeighbourTrip,
  documentWarnings,
  tightConnections,
  vehicleRefusals,
} from "../rules";
import { findRow } from "../../../db/rows";
import { requireRow } from "../../rows";

/** How long before a pickup a driver's position starts to matter. */
const POSITION_MATTERS_MS = 2 * 3_600_000;
/** The oldest position that is used. */
const MAX_POSITION_AGE_MS = 15 * 60_000;
/** Trips further apart than this belong to different days of work. */
const MAX_NEIGHBOUR_GAP_SECONDS = 8 * 3_600;

/**
 * Returns how well a reservation suits each driver's working hours and preferences. The drive to the first pickup of a
 * day may be outside the hours.
 */
function driverFit(deps: Deps, db: Db, reservation: StoredTrip) {
  const { timeZone } = readOperator(deps);
  const from = reservation.pickupAt;
  const until = plannedEnd(reservation);
  const times = driverTimesBetween(db, from, until, timeZone);
  const preferences = preferencesOfDrivers(db);
  const trip = {
    serviceType: reservation.serviceType,
    mobility: Mobility.parse(reservation.mobility),
    zones: reservation.pickupPinned
      ? zonesAt(db, {
          latitude: reservation.pickupLatitude,
          longitude: reservation.pickupLongitude,
        })
      : [],
  };
  return (driverId: string) => {
    const standing = availabilityAt(times.get(driverId) ?? unknownTimes, from, until, timeZone);
    const fit = availabilityFit(standing, preferences.get(driverId) ?? emptyPreferences, trip);
    const isOutsideTime = standing.kind === "day_off" || standing.kind === "outside_hours";
    return {
      ...fit,
      standing: standing.kind,
      warningCount: fit.warnings.length - Number(isOutsideTime),
    };
  };
}

const tripsOfDay = prepared((db) =>
  db
    .select({
      driverId: reservations.driverId,
      currency: reservations.currency,
      payMinor: reservations.payMinor,
      feeScheduleId: reservations.feeScheduleId,
      pickupAt: reservations.pickupAt,
      fareLines: reservations.fareLines,
      distanceMeters: reservations.distanceMeters,
    })
    .from(reservations)
    .where(
      and(
        gte(reservations.pickupAt, sql.placeholder("from")),
        lt(reservations.pickupAt, sql.placeholder("until")),
        isNotNull(reservations.driverId),
        notInArray(reservations.state, ["cancelled", "rejected", "no_show"]),
        ne(reservations.id, sql.placeholder("id")),
      ),
    )
    .prepare(),
);

/** Returns a driver's trips and pay on the pickup's calendar day, without this trip. */
function dayOf(deps: Deps, db: Db, reservation: StoredTrip) {
  const { timeZone } = readOperator(deps);
  const { from, until } = localDay(
    localTimeAt(reservation.pickupAt, timeZone).slice(0, 10),
    timeZone,
  );
  const rows = Map.groupBy(
    tripsOfDay(db).all({ from, until, id: reservation.id }),
    ({ driverId }) => driverId,
  );
  return (driverId: string) => {
    const driverTrips = rows.get(driverId) ?? [];
    const sameCurrencyTrips = driverTrips.filter(
      ({ currency }) => currency === reservation.currency,
    );
    return {
      dayTrips: driverTrips.length,
      dayPayMinor: sameCurrencyTrips.reduce((sum, row) => sum + (payOf(db, row) ?? 0), 0),
    };
  };
}

const newestStars = prepared((db) =>
  db
    .select({ stars: tripRatings.stars })
    .from(tripRatings)
    .where(eq(tripRatings.driverId, sql.placeholder("driverId")))
    .orderBy(desc(tripRatings.updatedAt), desc(tripRatings.reservationId))
    .limit(MAX_RATINGS_IN_AVERAGE)
    .prepare(),
);

/** Returns the mean of a driver's newest ratings, or null while there are only a few. */
export function starsOf(db: Db, driverId: string): number | null {
  return averageStars(
    newestStars(db)
      .all({ driverId })
      .map(({ stars }) => stars),
  ).average;
}

/** Returns where a driver would come from, and the spare time between this trip and its neighbours. */
function approachFacts(
  deps: Deps,
  db: Db,
  reservation: StoredTrip,
  driverId: string,
  neighbours: readonly NeighbourTrip[],
): Pick<RankingFacts, "approach" | "spareBeforeSeconds" | "spareAfterSeconds"> {
  const closeTrips = neighbours.filter(({ gapSeconds }) => gapSeconds <= MAX_NEIGHBOUR_GAP_SECONDS);
  const before = closeTrips.find(({ side }) => side === "before");
  const after = closeTrips.find(({ side }) => side === "after");
  const spareSeconds = (one: NeighbourTrip | undefined) =>
    one ? one.gapSeconds - one.travelSeconds : null;
  const approach: Approach | null = before
    ? { kind: "trip", number: before.number, travelSeconds: before.travelSeconds }
    : approachFromPosition(deps, db, reservation, driverId);
  return {
    approach,
    spareBeforeSeconds: spareSeconds(before),
    spareAfterSeconds: spareSeconds(after),
  };
}

function approachFromPosition(
  deps: Deps,
  db: Db,
  reservation: StoredTrip,
  driverId: string,
): Approach | null {
  const now = deps.now();
  if (!reservation.pickupPinned || reservation.pickupAt - now > POSITION_MATTERS_MS) return null;
  const lastPosition = findRow(db, driverPositions, { driverId });
  if (!lastPosition || now - lastPosition.recordedAt > MAX_POSITION_AGE_MS) return null;
  const pickup = { latitude: reservation.pickupLatitude, longitude: reservation.pickupLongitude };
  const { durationSeconds } = estimateRouteInTraffic(
    deps,
    [lastPosition, pickup],
    reservation.pickupAt,
  );
  return { kind: "position", travelSeconds: durationSeconds };
}

/** Returns the vehicles: suitable ones first, and among them those of the booked class. */
function vehiclesFor(deps: Deps, db: Db, reservation: StoredTrip) {
  const { requiredDocuments: required } = readOperator(deps);
  const speedAt = speedKmhByHour(deps);
  const needs = needsOf(reservation);
  const byPlateCollator = new Intl.Collator("en");
  return db
    .select({ vehicle: vehicles, className: vehicleClasses.name })
    .from(vehicles)
    .innerJoin(vehicleClasses, eq(vehicleClasses.id, vehicles.classId))
    .all()
    .map((row) => ({ ...row, documents: documentsInForce(db, { vehicleId: row.vehicle.id }) }))
    .map(({ vehicle, className, documents }) => ({
      vehicle: {
        id: vehicle.id,
        plate: vehicle.plate,
        make: vehicle.make,
        model: vehicle.model,
        color: vehicle.color,
      },
      className,
      booked: vehicle.classId === reservation.vehicleClassId,
      passengers: vehicle.passengers,
      refusals: vehicleRefusals(
        { ...vehicle, documents, required },
        needs,
        overlappingTripNumber(db, "vehicle_id", vehicle.id, reservation),
        outageDuring(db, vehicle.id, reservation),
      ),
      warnings: [
        ...tightConnections(readNeighbourTrips(db, "vehicle_id", vehicle.id, reservation, speedAt)),
        ...documentWarnings("vehicle", { documents, required }),
      ],
    }))
    .sort(
      (a, b) =>
        Number(a.refusals.length > 0) - Number(b.refusals.length > 0) ||
        Number(b.booked) - Number(a.booked) ||
        byPlateCollator.compare(a.vehicle.plate, b.vehicle.plate),
    );
}

/** Lists the candidates for a reservation. 404 if it does not exist. */
export function listCandidates(deps: Deps, reservationId: string): Candidates {
  const reservation = requireRow(deps.db, reservations, { id: reservationId });
  return Candidates.parse(candidatesFor(deps, deps.db, reservation));
}

/** Works like `listCandidates` for a loaded row, also in a transaction, and adds the ranking facts. */
export function candidatesFor(
  deps: Deps,
  db: Db,
  reservation: StoredTrip,
): Omit<Candidates, "drivers"> & { drivers: RankedDriver[] } {
  const needs = needsOf(reservation);
  const { requiredDocuments: required } = readOperator(deps);
  const speedAt = speedKmhByHour(deps);
  const fitOfDriver = driverFit(deps, db, reservation);
  const dayOfDriver = dayOf(deps, db, reservation);
  const vehicleList = vehiclesFor(deps, db, reservation);
  const suitableVehicles = vehicleList.filter(({ refusals }) => refusals.length === 0);
  const suitableVehicleIds = suitableVehicles.map(({ vehicle }) => vehicle.id);
  const bookedVehicleIds = suitableVehicles
    .filter(({ booked }) => booked)
    .map(({ vehicle }) => vehicle.id);
  const driverRows = db
    .select()
    .from(drivers)
    .all()
    .map((driver) => {
      const documents = documentsInForce(db, { driverId: driver.id });
      const fit = fitOfDriver(driver.id);
      const neighbourTrips = readNeighbourTrips(db, "driver_id", driver.id, reservation, speedAt);
      const refusals = driverRefusals(
        { ...driver, documents, required },
        needs,
        overlappingTripNumber(db, "driver_id", driver.id, reservation),
      );
      return { driver, documents, fit, neighbourTrips, refusals, day: dayOfDriver(driver.id) };
    });
  const availableDrivers = driverRows.filter(({ refusals }) => refusals.length === 0);
  const meanPayMinor =
    availableDrivers.reduce((sum, { day }) => sum + day.dayPayMinor, 0) /
    Math.max(1, availableDrivers.length);
  const money = (minor: number) => formatMoney(minor, reservation.currency);
  const driverList = driverRows.map(({ driver, documents, fit, neighbourTrips, refusals, day }) => {
    const vehicleId = preferredVehicle(driver.vehicleId, suitableVehicleIds);
    const isUsualVehicle = vehicleId !== null && vehicleId === driver.vehicleId;
    const ranking: RankingFacts = {
      ...approachFacts(deps, db, reservation, driver.id, neighbourTrips),
      ...day,
      meanPayMinor,
      standing: fit.standing,
      warningCount: fit.warningCount,
      reasons: fit.reasons,
      stars: starsOf(db, driver.id),
      car: !isUsualVehicle ? "other" : bookedVehicleIds.includes(vehicleId) ? "booked" : "own",
    };
    const points = scorePartsOf(ranking, money);
    return {
      driver: {
        id: driver.id,
        firstName: driver.firstName,
        lastName: driver.lastName,
        phone: driver.phone,
      },
      usualVehicleId: driver.vehicleId,
      vehicleId,
      refusals,
      warnings: [
        ...fit.warnings,
        ...tightConnections(neighbourTrips),
        ...documentWarnings("driver", { documents, required }),
      ],
      reasons: fit.reasons.map(preferenceText),
      suits: fit.warnings.length === 0,
      score: scoreOf(points),
      points,
      ranking,
    };
  });
  const rankedCandidateOf = (one: (typeof driverList)[number]) => ({
    ...one,
    isUnsuitable: !one.suits,
    name: fullName(one.driver),
  });
  return {
    payMinor: payOf(db, reservation),
    currency: reservation.currency,
    drivers: driverList.sort((a, b) => compareByRank(rankedCandidateOf(a), rankedCandidateOf(b))),
    vehicles: vehicleList,
  };
}
