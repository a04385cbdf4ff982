/**
 * Plans the demo fleet's reservations: a month in the past and a week ahead. Drivers and cars are used only while they
 * are free and may drive.
 */
import type { FinalStep, Fleet, FleetDriver, ReportedTrip, Trip, DemoTripSpec } from "./fleet";
import { planTrip } from "./plan";
import type { Random } from "./random";
import { createTripHistory } from "./trip-history";
import { localTimeAt, readLocalTime } from "../settings/local-time";
import { plannedEnd } from "../reservations/rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns all trips of the fleet, past and future, in the order of booking. */
export function planTrips(fleet: Fleet, random: Random): ReportedTrip[] {
  const reportedTrips: ReportedTrip[] = [];
  const reportWriter = createReportWriter(fleet, random);
  for (const spec of [...demoLiveTrips(fleet), ...demoRiderTrips(fleet)]) {
    const one = reportWriter.tryReport(spec);
    if (one) reportedTrips.push(one);
  }
  for (const spec of demoOrdinaryTrips(fleet, random)) {
    const one = reportWriter.tryReport(spec);
    if (one) reportedTrips.push(one);
  }
  for (const spec of demoTripsInRareStates(fleet)) {
    const one = reportWriter.reportWithFreeRider(spec);
    reportedTrips.push(one);
    if (spec.hasReturnTrip) reportedTrips.push(addDemoReturnTrip(fleet, reportWriter, one));
  }
  return reportedTrips.sort((a, b) => bookedAt(a) - bookedAt(b));
}

function bookedAt(reportedTrip: ReportedTrip): number {
  return reportedTrip.steps[0]?.at ?? 0;
}

/** Adds the return trip at the first quarter of an hour at which the patient and a driver are free. */
function addDemoReturnTrip(
  fleet: Fleet,
  reportWriter: ReturnType<typeof createReportWriter>,
  outbound: ReportedTrip,
): ReportedTrip {
  for (let waitMs = HOUR; waitMs < DAY; waitMs += 15 * MINUTE) {
    const back = reportWriter.tryReport(demoReturnTrip(fleet, outbound, waitMs));
    if (back) return back;
  }
  throw new Error("No demo driver has time for the patient's return trip.");
}

/** Returns the return trip of a patient who calls when ready. It is booked together with the outbound trip. */
function demoReturnTrip({ now }: Fleet, outbound: ReportedTrip, waitMs: number): DemoTripSpec {
  const { trip, steps } = outbound;
  return {
    pickupAt: Math.ceil((plannedEnd(trip) + waitMs) / (5 * MINUTE)) * 5 * MINUTE,
    finalStep: "confirmed",
    serviceType: trip.serviceType,
    kind: trip.kind,
    ...(trip.rider && { rider: trip.rider }),
    bookedAgoMs: now - (steps[0]?.at ?? now),
    outboundTrip: outbound,
  };
}

/** Returns trips in the hours around now, so that the board is busy at any time of day. */
function demoLiveTrips({ now, riders, drivers }: Fleet): DemoTripSpec[] {
  const roundedNow = Math.floor(now / (5 * MINUTE)) * 5 * MINUTE;
  const at = (minutes: number) => roundedNow + minutes * MINUTE;
  const [rider] = riders;
  const other = riders.at(-1);
  const [driver] = drivers;
  const mine = { ...(rider && { rider }), ...(driver && { driver }) };
  return [
    {
      pickupAt: at(50),
      finalStep: "assigned",
      serviceType: "airport_dropoff",
      kind: "suv",
      ...mine,
    },
    {
      pickupAt: at(185),
      finalStep: "offered",
      serviceType: "airport_pickup",
      kind: "suv",
      ...(driver && { driver }),
      // Not a rider of the company, because this trip is paid in cash.
      ...(other && { rider: other }),
      stopCount: 1,
      bookedAgoMs: 55 * MINUTE,
    },
    {
      pickupAt: at(-20),
      finalStep: "passenger_on_board",
      serviceType: "airport_pickup",
      kind: "sedan",
      stopCount: 2,
    },
    {
      pickupAt: at(-100),
      finalStep: "passenger_on_board",
      serviceType: "hourly",
      kind: "van",
      hours: 4,
    },
    { pickupAt: at(5), finalStep: "on_location", serviceType: "point_to_point", kind: "sedan" },
    { pickupAt: at(10), finalStep: "en_route", serviceType: "airport_dropoff", kind: "suv" },
    { pickupAt: at(15), finalStep: "en_route", serviceType: "home_care", kind: "accessible_van" },
    {
      pickupAt: at(75),
      finalStep: "assigned",
      serviceType: "point_to_point",
      kind: "suv",
      stopCount: 1,
    },
    { pickupAt: at(40), finalStep: "confirmed", serviceType: "point_to_point", kind: "sedan" },
    { pickupAt: at(95), finalStep: "confirmed", serviceType: "home_care", kind: "accessible_van" },
    {
      pickupAt: at(130),
      finalStep: "offered",
      serviceType: "airport_pickup",
      kind: "sedan",
      bookedAgoMs: 70 * MINUTE,
    },
    {
      pickupAt: at(240),
      finalStep: "pending",
      serviceType: "point_to_point",
      kind: "van",
      bookedAgoMs: 4 * MINUTE,
    },
    {
      pickupAt: at(26 * 60),
      finalStep: "confirmed",
      serviceType: "airport_pickup",
      kind: "suv",
      ...mine,
    },
    {
      pickupAt: at(76 * 60),
      finalStep: "pending",
      serviceType: "hourly",
      kind: "suv",
      ...mine,
      hours: 3,
    },
    { pickupAt: at(54 * 60), finalStep: "quote", serviceType: "hourly", kind: "van", hours: 6 },
    {
      pickupAt: at(20 * 60),
      finalStep: "pending",
      serviceType: "airport_dropoff",
      kind: "sedan",
      bookedAgoMs: 90_000,
    },
  ];
}

/** Returns one trip in each rare state. They need no driver yet, so they come last. */
function demoTripsInRareStates({ now }: Fleet): DemoTripSpec[] {
  const roundedNow = Math.floor(now / (5 * MINUTE)) * 5 * MINUTE;
  const at = (minutes: number) => roundedNow + minutes * MINUTE;
  return [
    {
      pickupAt: at(65),
      finalStep: "confirmed",
      serviceType: "roadside_assistance",
      kind: "sedan",
      bookedAgoMs: 12 * MINUTE,
    },
    { pickupAt: at(22 * 60), finalStep: "confirmed", serviceType: "interpreter", kind: "sedan" },
    {
      pickupAt: at(25 * 60),
      finalStep: "confirmed",
      serviceType: "home_care",
      kind: "accessible_van",
      hasReturnTrip: true,
    },
    {
      pickupAt: at(30 * 60),
      finalStep: "quote",
      serviceType: "point_to_point",
      kind: "sedan",
      bookedAgoMs: 9 * MINUTE,
      placeInWords: "The blue gate behind Kimironko market",
    },
  ];
}

/**
 * Returns the past trips of the demo's rider: one with each outcome, whatever the day and hour at which the demo is
 * made. The demo's driver drove the most recent one.
 */
function demoRiderTrips({ now, riders, drivers }: Fleet): DemoTripSpec[] {
  const [rider] = riders;
  const [driver] = drivers;
  if (!rider || !driver) return [];
  const ago = (days: number) => Math.floor((now - days * DAY) / (5 * MINUTE)) * 5 * MINUTE;
  const mine = { rider, kind: "sedan" } as const;
  return [
    // Yesterday's trip, because one of two days ago may already be settled by the accountant.
    {
      pickupAt: ago(1),
      finalStep: "done",
      serviceType: "airport_pickup",
      rider,
      driver,
      kind: "suv",
    },
    { pickupAt: ago(6), finalStep: "cancelled", serviceType: "point_to_point", ...mine },
    { pickupAt: ago(9), finalStep: "no_show", serviceType: "point_to_point", ...mine },
    { pickupAt: ago(16), finalStep: "done", serviceType: "airport_dropoff", stopCount: 1, ...mine },
  ];
}

const tripWeightByHour: Record<string, number> = {
  ...{ 0: 1, 1: 1, 4: 2, 5: 4, 6: 8, 7: 11, 8: 11, 9: 8, 10: 6, 11: 6, 12: 8, 13: 7 },
  ...{ 14: 6, 15: 6, 16: 8, 17: 11, 18: 10, 19: 8, 20: 6, 21: 5, 22: 3, 23: 2 },
};

function* demoOrdinaryTrips(fleet: Fleet, random: Random): Generator<DemoTripSpec> {
  const { now, timeZone } = fleet;
  const today = Temporal.PlainDate.from(localTimeAt(now, timeZone).slice(0, 10));
  for (let offset = -30; offset <= 7; offset++) {
    const day = today.add({ days: offset });
    const isWeekend = day.dayOfWeek >= 6;
    // The further ahead a day is, the fewer trips are booked.
    const bookedShare = offset > 0 ? 1 - offset * 0.09 : 1;
    const count = Math.round(
      (isWeekend ? random.whole(8, 11) : random.whole(12, 16)) * bookedShare,
    );
    for (let n = 0; n < count; n++) {
      const hour = random.pickWeighted(tripWeightByHour).padStart(2, "0");
      const minute = String(random.whole(0, 11) * 5).padStart(2, "0");
      const reading = readLocalTime(`${day}T${hour}:${minute}`, timeZone);
      if (reading.kind !== "ok") continue;
      const pickupAt = reading.at;
      const finalStep =
        pickupAt < now
          ? finalStepOfPastTrip(random)
          : finalStepOfUpcomingTrip(random, pickupAt - now);
      yield { pickupAt, finalStep };
    }
  }
}

function finalStepOfPastTrip(random: Random): FinalStep {
  return random.pickWeighted({ done: 83, cancelled: 9, no_show: 3, rejected: 3, lapsed: 2 });
}

function finalStepOfUpcomingTrip(random: Random, noticeMs: number): FinalStep {
  if (noticeMs < 10 * HOUR)
    return random.pickWeighted({ assigned: 70, confirmed: 16, pending: 8, cancelled: 6 });
  if (noticeMs < 2 * DAY)
    return random.pickWeighted({
      assigned: 45,
      offered: 3,
      confirmed: 30,
      pending: 14,
      cancelled: 5,
      rejected: 3,
    });
  return random.pickWeighted({ assigned: 18, confirmed: 42, pending: 28, quote: 7, cancelled: 5 });
}

/** The final steps that need a driver. */
const stepsWithDriver = new Set<FinalStep>([
  "assigned",
  "en_route",
  "on_location",
  "passenger_on_board",
  "done",
  "no_show",
]);
const liveSteps = new Set<FinalStep>(["en_route", "on_location", "passenger_on_board"]);

function createReportWriter(fleet: Fleet, random: Random) {
  const { now } = fleet;
  const busyTimes = new Map<string, { startsAt: number; endsAt: number }[]>();
  const isFree = (id: string, { startsAt, endsAt }: Trip) =>
    !busyTimes.get(id)?.some((other) => other.startsAt < endsAt && other.endsAt > startsAt);
  const reserveTime = (id: string, { startsAt, endsAt }: Trip) =>
    busyTimes.set(id, [...(busyTimes.get(id) ?? []), { startsAt, endsAt }]);

  /** The riders who already have a trip today. */
  const usedRiderIds = new Set(fleet.riders.slice(0, 1).map((rider) => rider.id));

  function canDrive(driver: FleetDriver, trip: Trip): boolean {
    const weekday = Temporal.PlainDate.from(trip.pickupLocal.slice(0, 10)).dayOfWeek;
    return (
      driver.vehicle.kind === trip.kind &&
      driver.dayOff !== weekday &&
      driver.until > trip.endsAt &&
      driver.vehicle.until > trip.endsAt
    );
  }

  function findDriver(trip: Trip, preferredDriver: FleetDriver | undefined): FleetDriver | null {
    const isDriverFree = (driver: FleetDriver) =>
      isFree(driver.id, trip) && isFree(driver.vehicle.id, trip);
    if (preferredDriver) return isDriverFree(preferredDriver) ? preferredDriver : null;
    const suitableDrivers = fleet.drivers.filter(
      (driver) => canDrive(driver, trip) && isDriverFree(driver),
    );
    // If the trip is happening now, a driver who is off duty helps out.
    const availableDrivers =
      suitableDrivers.length > 0 || trip.startsAt > now + 2 * HOUR || trip.endsAt < now
        ? suitableDrivers
        : fleet.drivers.filter(
            (driver) =>
              driver.vehicle.kind === trip.kind &&
              driver.until > trip.endsAt &&
              driver.vehicle.until > trip.endsAt &&
              isDriverFree(driver),
          );
    return availableDrivers.length > 0 ? random.pick(availableDrivers) : null;
  }

  function tryReport(spec: DemoTripSpec): ReportedTrip | null {
    const isLive = spec.kind !== undefined;
    let trip = planTrip(fleet, random, spec);
    // The trips around now must happen, so each gets a different rider, and never rider@.
    while (isLive && !spec.rider && trip.rider && usedRiderIds.has(trip.rider.id))
      trip = planTrip(fleet, random, spec);
    if (isLive && trip.rider) usedRiderIds.add(trip.rider.id);
    let { finalStep } = spec;
    const isUnderWay = trip.endsAt > now - 10 * MINUTE && trip.startsAt < now + 20 * MINUTE;
    if (isUnderWay && !isLive) return null;
    if (trip.rider && !isFree(trip.rider.id, trip)) return null;
    let driver: FleetDriver | null = null;
    const needsDriver = stepsWithDriver.has(finalStep) || finalStep === "offered";
    if (needsDriver || (finalStep === "cancelled" && random.chance(0.5))) {
      driver = findDriver(trip, spec.driver);
      if (!driver && needsDriver) {
        if (liveSteps.has(finalStep)) return null;
        finalStep = trip.pickupAt < now ? "rejected" : "confirmed";
      }
    }
    if (trip.rider) reserveTime(trip.rider.id, trip);
    const reportedTrip = createTripHistory(fleet, random, trip, spec).writeUntil(finalStep, driver);
    const isStillAssigned =
      reportedTrip.driver === driver && reportedTrip.assignments.some((a) => a.endedAt === null);
    // An open offer also reserves the time, because its driver must be able to accept.
    if (driver && (isStillAssigned || finalStep === "offered")) {
      reserveTime(driver.id, trip);
      reserveTime(driver.vehicle.id, trip);
    }
    return reportedTrip;
  }

  /** Works like `tryReport`, but tries other riders until one is free at that time. */
  function reportWithAnotherRider(spec: DemoTripSpec): ReportedTrip {
    for (let tries = 0; tries < 100; tries++) {
      const one = tryReport(spec);
      if (one) return one;
    }
    throw new Error("No demo driver has time for a trip that the demo needs.");
  }
  return { tryReport, reportWithFreeRider: reportWithAnotherRider };
}
