/**
 * Simulates rules on a past day. Trips that a rule would have assigned are simulated in order, and the first driver
 * always accepts. Other trips keep the driver that dispatch chose. Phone positions are not stored, so distance is
 * measured from the previous trip.
 */
import {
  type DriverTimes,
  availabilityFit,
  availabilityAt,
  type TripPreferenceFacts,
} from "../availability/rules";
import type { Preferences } from "../availability/contract";
import type { Approach } from "../dispatch/assignment/ranking-contract";
import {
  preferredVehicle,
  compareByRank,
  scorePartsOf,
  scoreOf,
} from "../dispatch/assignment/ranking-rules";
import {
  driverRefusals,
  type NeighbourTrip,
  type OwnerDocuments,
  documentWarnings,
  tightConnections,
  type TripNeeds,
  vehicleRefusals,
} from "../dispatch/rules";
import { occupiedTime, plannedEnd } from "../reservations/rules";
import { estimateRoute } from "../routing/rules";
import type { AutoRule } from "./contract";
import { beginsAt, type Hours, ruleFor, ineligibleReason } from "./rules";

/** A trip of the day, and its final driver. */
export type DayTrip = TripNeeds &
  TripPreferenceFacts & {
    id: string;
    number: number;
    /** When it was confirmed. There are no offers before that. */
    knownAt: number;
    durationSeconds: number;
    hours: number | null;
    classId: string;
    payMinor: number;
    pickup: { latitude: number; longitude: number };
    dropoff: { latitude: number; longitude: number };
    eligibilityFacts: Parameters<typeof ineligibleReason>[0];
    driverId: string | null;
    vehicleId: string | null;
  };

export type DayDriver = OwnerDocuments & {
  id: string;
  name: string;
  state: "active" | "suspended";
  usualVehicleId: string | null;
  times: DriverTimes;
  preferences: Preferences;
  stars: number | null;
};

type DayVehicle = OwnerDocuments & {
  id: string;
  classId: string;
  state: "active" | "out_of_service";
  passengers: number;
  luggage: number;
  mobility: readonly string[];
  /** The vehicle's out-of-service periods (ms UTC). */
  outages: readonly { from: number; until: number }[];
};

export type DryRunInput = {
  trips: readonly DayTrip[];
  drivers: readonly DayDriver[];
  vehicles: readonly DayVehicle[];
  timeZone: string;
  /** Returns the mean speed at a time, in km/h. */
  speedAt: (at: number) => number;
  money: (minor: number) => string;
};

/** The simulated outcome of a trip. */
type DayVerdict = {
  trip: DayTrip;
  rule: string | null;
  outcome: "suggest" | "offer" | "assign" | "nobody" | "nothing";
  beginsAt: number | null;
  driverId: string | null;
  score: number | null;
  why: string;
};

/** Simulates a day with these rules. Returns the outcomes in pickup order. */
export function dryRun(
  rules: readonly AutoRule[],
  quiet: Hours | null,
  day: DryRunInput,
): DayVerdict[] {
  const { timeZone } = day;
  const plannedTrips = day.trips.map((trip) => {
    const rule = ruleFor(rules, trip, timeZone);
    const untouchedTrip = (why: string) => ({ trip, rule, begin: null, why });
    if (!rule) return untouchedTrip("No rule covers this trip");
    if (rule.mode === "off")
      return untouchedTrip(`Rule “${rule.name}” leaves this trip to dispatch`);
    const reason = ineligibleReason(trip.eligibilityFacts);
    if (reason) return untouchedTrip(reason);
    const begin = beginsAt(rule, trip, quiet, timeZone);
    return begin === null
      ? untouchedTrip("There was too little time between the booking and the pickup for this rule")
      : { trip, rule, begin, why: "" };
  });
  const assignsOrOffers = (mode: AutoRule["mode"] | undefined) =>
    mode !== undefined && mode !== "suggest";
  // A trip whose driver is decided below does not yet block anybody.
  const assignedTrips = plannedTrips.flatMap(({ trip, rule, begin }) =>
    trip.driverId !== null && !(begin !== null && assignsOrOffers(rule?.mode))
      ? [{ ...trip, driverId: trip.driverId, vehicleId: trip.vehicleId }]
      : [],
  );
  const verdicts: DayVerdict[] = [];
  for (const { trip, rule, begin, why } of plannedTrips.toSorted(
    (a, b) => (a.begin ?? 0) - (b.begin ?? 0),
  )) {
    if (begin === null || !rule) {
      const name = rule?.name ?? null;
      const verdict = { trip, rule: name, outcome: "nothing" as const, why };
      verdicts.push({ ...verdict, beginsAt: null, driverId: null, score: null });
      continue;
    }
    const others = assignedTrips.filter(({ id }) => id !== trip.id);
    const best = bestDriverFor(trip, others, day);
    verdicts.push({
      trip,
      rule: rule.name,
      outcome: !best
        ? "nobody"
        : rule.mode === "suggest" || rule.mode === "assign"
          ? rule.mode
          : "offer",
      beginsAt: begin,
      driverId: best?.driverId ?? null,
      score: best?.score ?? null,
      why: best?.why ?? "No driver could take the trip under the rules",
    });
    if (assignsOrOffers(rule.mode))
      if (best) assignedTrips.push({ ...trip, driverId: best.driverId, vehicleId: best.vehicleId });
      else if (trip.driverId !== null) assignedTrips.push({ ...trip, driverId: trip.driverId });
  }
  return verdicts.toSorted((a, b) => a.trip.pickupAt - b.trip.pickupAt);
}

type AssignedTrip = Pick<
  DayTrip,
  "number" | "pickupAt" | "durationSeconds" | "hours" | "payMinor"
> &
  Pick<DayTrip, "pickup" | "dropoff"> & { driverId: string; vehicleId: string | null };

function bestDriverFor(trip: DayTrip, assignedTrips: readonly AssignedTrip[], day: DryRunInput) {
  const overlappingTripNumber = (list: readonly AssignedTrip[]) => {
    const tripTime = occupiedTime(trip);
    const other = list.find((one) => {
      const time = occupiedTime(one);
      return time.startsAt < tripTime.endsAt && time.endsAt > tripTime.startsAt;
    });
    return other?.number ?? null;
  };
  const { startsAt, endsAt } = occupiedTime(trip);
  const vehicleIds = day.vehicles
    .filter((vehicle) => {
      const isOutOfService = vehicle.outages.some(
        ({ from, until }) => from < endsAt && until > startsAt,
      );
      const vehicleTrips = assignedTrips.filter(({ vehicleId }) => vehicleId === vehicle.id);
      return (
        vehicle.classId === trip.classId &&
        !isOutOfService &&
        vehicleRefusals(vehicle, trip, overlappingTripNumber(vehicleTrips), null).length === 0 &&
        documentWarnings("vehicle", vehicle).length === 0 &&
        tightConnections(neighbourTrips(trip, vehicleTrips, day.speedAt)).length === 0
      );
    })
    .map(({ id }) => id);
  const until = plannedEnd(trip);
  const suitableDrivers = day.drivers.flatMap((driver) => {
    const driverTrips = assignedTrips.filter(({ driverId }) => driverId === driver.id);
    const neighbours = neighbourTrips(trip, driverTrips, day.speedAt);
    const standing = availabilityAt(driver.times, trip.pickupAt, until, day.timeZone);
    const fit = availabilityFit(standing, driver.preferences, trip);
    const vehicleId = preferredVehicle(driver.usualVehicleId, vehicleIds);
    const problemCount =
      driverRefusals(driver, trip, overlappingTripNumber(driverTrips)).length +
      fit.warnings.length +
      tightConnections(neighbours).length +
      documentWarnings("driver", driver).length;
    return problemCount > 0 || vehicleId === null
      ? []
      : [{ driver, own: driverTrips, neighbours, standing, fit, vehicleId }];
  });
  const payOf = (trips: readonly AssignedTrip[]) =>
    trips.reduce((sum, { payMinor }) => sum + payMinor, 0);
  const meanPayMinor =
    suitableDrivers.reduce((sum, { own }) => sum + payOf(own), 0) /
    Math.max(1, suitableDrivers.length);
  const rankedDrivers = suitableDrivers.map(
    ({ driver, own, neighbours, standing, fit, vehicleId }) => {
      const before = neighbours.find(({ side }) => side === "before");
      const after = neighbours.find(({ side }) => side === "after");
      const gapAfterTravel = (one: NeighbourTrip | undefined) =>
        one ? one.gapSeconds - one.travelSeconds : null;
      const approach: Approach | null = before
        ? { kind: "trip", number: before.number, travelSeconds: before.travelSeconds }
        : null;
      const points = scorePartsOf(
        {
          approach,
          spareBeforeSeconds: gapAfterTravel(before),
          spareAfterSeconds: gapAfterTravel(after),
          standing: standing.kind,
          warningCount: 0,
          reasons: fit.reasons,
          dayPayMinor: payOf(own),
          meanPayMinor,
          dayTrips: own.length,
          stars: driver.stars,
          car: vehicleId === driver.usualVehicleId ? "booked" : "other",
        },
        day.money,
      );
      const why = points.map(({ text }) => text).join(", ");
      const score = scoreOf(points);
      return { driverId: driver.id, vehicleId, score, why, name: driver.name, refusals: [] };
    },
  );
  return rankedDrivers.toSorted((a, b) =>
    compareByRank({ ...a, isUnsuitable: false }, { ...b, isUnsuitable: false }),
  )[0];
}

/** Returns the trips before and after a trip, and the drives between them. */
function neighbourTrips(
  trip: DayTrip,
  otherTrips: readonly AssignedTrip[],
  speedAt: DryRunInput["speedAt"],
): NeighbourTrip[] {
  const sortedTrips = otherTrips.toSorted((a, b) => a.pickupAt - b.pickupAt);
  const before = sortedTrips.findLast(({ pickupAt }) => pickupAt < trip.pickupAt);
  const after = sortedTrips.find(({ pickupAt }) => pickupAt >= trip.pickupAt);
  const between = (first: AssignedTrip | DayTrip, second: AssignedTrip | DayTrip) => ({
    gapSeconds: (second.pickupAt - plannedEnd(first)) / 1000,
    travelSeconds: estimateRoute([first.dropoff, second.pickup], speedAt(plannedEnd(first)))
      .durationSeconds,
  });
  return [
    ...(before
      ? [{ side: "before" as const, number: before.number, ...between(before, trip) }]
      : []),
    ...(after ? [{ side: "after" as const, number: after.number, ...between(trip, after) }] : []),
  ];
}
