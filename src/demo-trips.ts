/**
 * What the demo fleet did and will do: a month behind and a week ahead of reservations. Drivers and
 * cars are taken only while they are free and may drive.
 */
import { type DemoStop, demoCallers, demoFlights, demoHomes, demoNotes } from "../db/demo";
import type { Ending, Fleet, FleetDriver, Told, Trip, Wish } from "./demo-fleet";
import { demoDetails } from "./demo-details";
import type { Random } from "./demo-random";
import { createTale } from "./demo-tale";
import type { ServiceType } from "./fares/contract";
import { greatCircleMeters } from "./places/rules";
import { localAt, readLocalTime } from "./settings/local-time";
import { occupiedTime, plannedEnd } from "./reservations/rules";
import { estimateRoute } from "./routing/rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const services: Record<ServiceType, number> = {
  point_to_point: 34,
  airport_pickup: 24,
  airport_dropoff: 20,
  hourly: 9,
  home_care: 10,
  roadside_assistance: 1,
  interpreter: 2,
};

/** Everything the fleet did and will do, in the order of booking. */
export function tellTrips(fleet: Fleet, random: Random): Told[] {
  const told: Told[] = [];
  const teller = createTeller(fleet, random);
  for (const wish of [...liveWishes(fleet), ...riderWishes(fleet)]) {
    const one = teller.tell(wish);
    if (one) told.push(one);
  }
  for (const wish of ordinaryWishes(fleet, random)) {
    const one = teller.tell(wish);
    if (one) told.push(one);
  }
  for (const wish of rareWishes(fleet)) {
    const one = teller.tellSurely(wish);
    told.push(one);
    if (wish.comesBack) told.push(teller.tellSurely(wayBackWish(fleet, one)));
  }
  return told.sort((a, b) => bookedAt(a) - bookedAt(b));
}

function bookedAt(told: Told): number {
  return told.steps[0]?.at ?? 0;
}

/** The way back of a patient, who calls when ready; booked in the same moment. */
function wayBackWish({ now }: Fleet, there: Told): Wish {
  const { trip, steps } = there;
  return {
    pickupAt: Math.ceil((plannedEnd(trip) + HOUR) / (5 * MINUTE)) * 5 * MINUTE,
    ending: "confirmed",
    serviceType: trip.serviceType,
    kind: trip.kind,
    ...(trip.rider && { rider: trip.rider }),
    bookedAgo: now - (steps[0]?.at ?? now),
    backOf: there,
  };
}

/** The hours around now, so that the board is alive whatever the time of day. */
function liveWishes({ now, riders, drivers }: Fleet): Wish[] {
  const soon = Math.floor(now / (5 * MINUTE)) * 5 * MINUTE;
  const at = (minutes: number) => soon + minutes * MINUTE;
  const [rider] = riders;
  const [driver] = drivers;
  const mine = { ...(rider && { rider }), ...(driver && { driver }) };
  return [
    { pickupAt: at(50), ending: "assigned", serviceType: "airport_dropoff", kind: "suv", ...mine },
    {
      pickupAt: at(185),
      ending: "offered",
      serviceType: "airport_pickup",
      kind: "suv",
      ...(driver && { driver }),
      bookedAgo: 55 * MINUTE,
    },
    {
      pickupAt: at(-20),
      ending: "passenger_on_board",
      serviceType: "airport_pickup",
      kind: "sedan",
    },
    {
      pickupAt: at(-100),
      ending: "passenger_on_board",
      serviceType: "hourly",
      kind: "van",
      hours: 4,
    },
    { pickupAt: at(5), ending: "on_location", serviceType: "point_to_point", kind: "sedan" },
    { pickupAt: at(10), ending: "en_route", serviceType: "airport_dropoff", kind: "suv" },
    { pickupAt: at(15), ending: "en_route", serviceType: "home_care", kind: "accessible_van" },
    { pickupAt: at(75), ending: "assigned", serviceType: "point_to_point", kind: "suv" },
    { pickupAt: at(40), ending: "confirmed", serviceType: "point_to_point", kind: "sedan" },
    { pickupAt: at(95), ending: "confirmed", serviceType: "home_care", kind: "accessible_van" },
    {
      pickupAt: at(130),
      ending: "offered",
      serviceType: "airport_pickup",
      kind: "sedan",
      bookedAgo: 70 * MINUTE,
    },
    {
      pickupAt: at(240),
      ending: "pending",
      serviceType: "point_to_point",
      kind: "van",
      bookedAgo: 4 * MINUTE,
    },
    {
      pickupAt: at(26 * 60),
      ending: "confirmed",
      serviceType: "airport_pickup",
      kind: "suv",
      ...mine,
    },
    {
      pickupAt: at(76 * 60),
      ending: "pending",
      serviceType: "hourly",
      kind: "suv",
      ...mine,
      hours: 3,
    },
    { pickupAt: at(54 * 60), ending: "quote", serviceType: "hourly", kind: "van", hours: 6 },
    {
      pickupAt: at(20 * 60),
      ending: "pending",
      serviceType: "airport_dropoff",
      kind: "sedan",
      bookedAgo: 90_000,
    },
  ];
}

/** One of each kind that seldom comes by itself. They need no driver yet, so they come last. */
function rareWishes({ now }: Fleet): Wish[] {
  const soon = Math.floor(now / (5 * MINUTE)) * 5 * MINUTE;
  const at = (minutes: number) => soon + minutes * MINUTE;
  return [
    {
      pickupAt: at(65),
      ending: "confirmed",
      serviceType: "roadside_assistance",
      kind: "sedan",
      bookedAgo: 12 * MINUTE,
    },
    { pickupAt: at(22 * 60), ending: "confirmed", serviceType: "interpreter", kind: "sedan" },
    {
      pickupAt: at(25 * 60),
      ending: "confirmed",
      serviceType: "home_care",
      kind: "accessible_van",
      comesBack: true,
    },
    {
      pickupAt: at(30 * 60),
      ending: "quote",
      serviceType: "point_to_point",
      kind: "sedan",
      bookedAgo: 9 * MINUTE,
      inWords: "The blue gate behind Kimironko market",
    },
  ];
}

/** What the demo's rider has behind: one trip of each end, whatever the day the demo is made. */
function riderWishes({ now, riders }: Fleet): Wish[] {
  const [rider] = riders;
  if (!rider) return [];
  const ago = (days: number) => Math.floor((now - days * DAY) / (5 * MINUTE)) * 5 * MINUTE;
  const mine = { rider, kind: "sedan" } as const;
  return [
    { pickupAt: ago(2), ending: "done", serviceType: "airport_pickup", ...mine },
    { pickupAt: ago(6), ending: "cancelled", serviceType: "point_to_point", ...mine },
    { pickupAt: ago(9), ending: "no_show", serviceType: "point_to_point", ...mine },
    { pickupAt: ago(16), ending: "done", serviceType: "airport_dropoff", ...mine },
  ];
}

const hoursOfDay: Record<string, number> = {
  ...{ 0: 1, 1: 1, 4: 2, 5: 4, 6: 8, 7: 11, 8: 11, 9: 8, 10: 6, 11: 6, 12: 8, 13: 7 },
  ...{ 14: 6, 15: 6, 16: 8, 17: 11, 18: 10, 19: 8, 20: 6, 21: 5, 22: 3, 23: 2 },
};

function* ordinaryWishes(fleet: Fleet, random: Random): Generator<Wish> {
  const { now, timeZone } = fleet;
  const today = Temporal.PlainDate.from(localAt(now, timeZone).slice(0, 10));
  for (let offset = -30; offset <= 7; offset++) {
    const day = today.add({ days: offset });
    const weekend = day.dayOfWeek >= 6;
    // The further ahead, the fewer have booked yet.
    const ahead = offset > 0 ? 1 - offset * 0.09 : 1;
    const count = Math.round((weekend ? random.whole(8, 11) : random.whole(12, 16)) * ahead);
    for (let n = 0; n < count; n++) {
      const hour = random.weighted(hoursOfDay).padStart(2, "0");
      const minute = String(random.whole(0, 11) * 5).padStart(2, "0");
      const reading = readLocalTime(`${day}T${hour}:${minute}`, timeZone);
      if (reading.kind !== "ok") continue;
      const pickupAt = reading.at;
      const ending = pickupAt < now ? pastEnding(random) : comingEnding(random, pickupAt - now);
      yield { pickupAt, ending };
    }
  }
}

function pastEnding(random: Random): Ending {
  return random.weighted({ done: 83, cancelled: 9, no_show: 3, rejected: 3, lapsed: 2 });
}

function comingEnding(random: Random, notice: number): Ending {
  if (notice < 10 * HOUR)
    return random.weighted({ assigned: 70, confirmed: 16, pending: 8, cancelled: 6 });
  if (notice < 2 * DAY)
    return random.weighted({
      assigned: 45,
      offered: 3,
      confirmed: 30,
      pending: 14,
      cancelled: 5,
      rejected: 3,
    });
  return random.weighted({ assigned: 18, confirmed: 42, pending: 28, quote: 7, cancelled: 5 });
}

/** The trips that a driver is needed for. */
const driven = new Set<Ending>([
  "assigned",
  "en_route",
  "on_location",
  "passenger_on_board",
  "done",
  "no_show",
]);
const live = new Set<Ending>(["en_route", "on_location", "passenger_on_board"]);

function createTeller(fleet: Fleet, random: Random) {
  const { now } = fleet;
  const taken = new Map<string, { startsAt: number; endsAt: number }[]>();
  const isFree = (id: string, { startsAt, endsAt }: Trip) =>
    !taken.get(id)?.some((other) => other.startsAt < endsAt && other.endsAt > startsAt);
  const take = (id: string, { startsAt, endsAt }: Trip) =>
    taken.set(id, [...(taken.get(id) ?? []), { startsAt, endsAt }]);

  /** Who rides today already. */
  const seen = new Set(fleet.riders.slice(0, 1).map((rider) => rider.id));

  function canDrive(driver: FleetDriver, trip: Trip): boolean {
    const weekday = Temporal.PlainDate.from(trip.pickupLocal.slice(0, 10)).dayOfWeek;
    return (
      driver.vehicle.kind === trip.kind &&
      driver.dayOff !== weekday &&
      driver.until > trip.endsAt &&
      driver.vehicle.until > trip.endsAt
    );
  }

  function findDriver(trip: Trip, wished: FleetDriver | undefined): FleetDriver | null {
    const free = (driver: FleetDriver) =>
      isFree(driver.id, trip) && isFree(driver.vehicle.id, trip);
    if (wished) return free(wished) ? wished : null;
    const able = fleet.drivers.filter((driver) => canDrive(driver, trip) && free(driver));
    // Who is off helps out when the trip is happening at this moment.
    const helping =
      able.length > 0 || trip.startsAt > now + 2 * HOUR || trip.endsAt < now
        ? able
        : fleet.drivers.filter(
            (driver) =>
              driver.vehicle.kind === trip.kind &&
              driver.until > trip.endsAt &&
              driver.vehicle.until > trip.endsAt &&
              free(driver),
          );
    return helping.length > 0 ? random.pick(helping) : null;
  }

  function tell(wish: Wish): Told | null {
    const isLive = wish.kind !== undefined;
    let trip = planTrip(fleet, random, wish);
    // What makes the board alive must happen: each time another rider has it, and not rider@.
    while (isLive && !wish.rider && trip.rider && seen.has(trip.rider.id))
      trip = planTrip(fleet, random, wish);
    if (isLive && trip.rider) seen.add(trip.rider.id);
    let { ending } = wish;
    const around = trip.endsAt > now - 10 * MINUTE && trip.startsAt < now + 20 * MINUTE;
    if (around && !isLive) return null;
    if (trip.rider && !isFree(trip.rider.id, trip)) return null;
    let driver: FleetDriver | null = null;
    const needsOne = driven.has(ending) || ending === "offered";
    if (needsOne || (ending === "cancelled" && random.chance(0.5))) {
      driver = findDriver(trip, wish.driver);
      if (!driver && needsOne) {
        if (live.has(ending)) return null;
        ending = trip.pickupAt < now ? "rejected" : "confirmed";
      }
    }
    if (trip.rider) take(trip.rider.id, trip);
    const told = createTale(fleet, random, trip, wish).tell(ending, driver);
    const holds = told.driver === driver && told.assignments.some((a) => a.endedAt === null);
    // An open offer holds the time as well: whoever has it must be able to accept.
    if (driver && (holds || ending === "offered")) {
      take(driver.id, trip);
      take(driver.vehicle.id, trip);
    }
    return told;
  }

  /** As `tell`, with another rider as long as the one drawn is elsewhere at that time. */
  function tellSurely(wish: Wish): Told {
    for (let tries = 0; tries < 100; tries++) {
      const one = tell(wish);
      if (one) return one;
    }
    throw new Error("Nobody of the demo has time for a trip that it needs.");
  }
  return { tell, tellSurely };
}

function planTrip(fleet: Fleet, random: Random, wish: Wish): Trip {
  const serviceType = wish.serviceType ?? random.weighted(services);
  const kind =
    wish.kind ??
    (serviceType === "home_care"
      ? "accessible_van"
      : serviceType === "roadside_assistance" || serviceType === "interpreter"
        ? "sedan"
        : random.weighted({ sedan: 50, suv: 32, van: 18 }));
  const vehicleClass = fleet.classes[kind];
  // Some ride often, most now and then.
  const index = Math.floor(fleet.riders.length * random.between(0, 1) ** 1.6);
  const caller =
    !wish.rider && !wish.inWords && !wish.comesBack && random.chance(0.12)
      ? random.pick(demoCallers)
      : null;
  const rider = caller ? null : (wish.rider ?? fleet.riders[index] ?? null);
  const guest = rider && random.chance(0.1) ? random.pick(fleet.riders) : null;
  const home = demoHomes[index % demoHomes.length] ?? random.pick(demoHomes);
  const there = wish.backOf?.trip ?? null;
  const [pickup, dropoff] = there
    ? [there.dropoff, there.pickup]
    : wayOf(fleet, random, serviceType, home, wish.comesBack ?? false);
  const route = estimateRoute([pickup, dropoff], fleet.speedKmh);
  const hours = serviceType === "hourly" ? (wish.hours ?? random.whole(3, 8)) : null;
  const pickupLocal = localAt(wish.pickupAt, fleet.timeZone);
  const notes =
    serviceType in demoNotes ? demoNotes[serviceType as keyof typeof demoNotes] : demoNotes.other;
  const passengers = random.whole(kind === "van" ? 3 : 1, Math.min(vehicleClass.passengers, 6));
  const atAirport = serviceType === "airport_pickup" || serviceType === "airport_dropoff";
  const extras: Trip["extras"] = [];
  if (serviceType === "airport_pickup" && random.chance(0.3))
    extras.push({ id: "greeting-sign", name: "Greeting sign", quantity: 1 });
  if (kind !== "accessible_van" && random.chance(0.06))
    extras.push({ id: "child-seat", name: "Child seat", quantity: 1 });
  const { distanceMeters, durationSeconds } = route;
  const planned = {
    serviceType,
    hours,
    pickup,
    dropoff,
    pickupAt: wish.pickupAt,
    pickupLocal,
    distanceMeters,
    durationSeconds,
    extras,
  };
  return {
    ...planned,
    kind,
    rider,
    source: caller || random.chance(0.08) ? "phone" : "web",
    passengerName: caller?.name ?? guest?.name ?? rider?.name ?? "Guest",
    passengerPhone: caller?.phone ?? guest?.phone ?? rider?.phone ?? null,
    passengers:
      there?.passengers ?? (serviceType === "home_care" ? random.whole(1, 2) : passengers),
    luggage: atAirport ? random.whole(1, vehicleClass.luggage) : random.whole(0, 1),
    mobility: there
      ? there.mobility
      : serviceType === "home_care"
        ? random.weighted({ wheelchair: 70, can_transfer: 20, scooter: 10 })
        : "ambulatory",
    flightNumber: atAirport ? random.pick(demoFlights) : null,
    note: random.chance(0.25) ? random.pick<string>(notes) : "",
    details: demoDetails(serviceType, wish.pickupAt, {
      onSign: extras.some(({ id }) => id === "greeting-sign") ? (rider?.name ?? null) : null,
      toAppointment: pickup === home && !there ? pickupLocal : null,
    }),
    inWords: wish.inWords ?? null,
    backOf: wish.backOf ?? null,
    ...occupiedTime({ pickupAt: wish.pickupAt, durationSeconds, hours }),
    ...vehicleClass.price(planned),
  };
}

function wayOf(
  fleet: Fleet,
  random: Random,
  serviceType: ServiceType,
  home: DemoStop,
  comesBack: boolean,
): [DemoStop, DemoStop] {
  const of = (...kinds: string[]) => fleet.places.filter((place) => kinds.includes(place.kind));
  const airport = random.pick(of("airport"));
  const inTown = () => (random.chance(0.45) ? home : random.pick(of("hotel")));
  if (serviceType === "airport_pickup") return [airport, inTown()];
  if (serviceType === "airport_dropoff") return [inTown(), airport];
  if (serviceType === "home_care") {
    const hospital = random.pick(of("hospital"));
    const goesThere = random.chance(0.5) || comesBack;
    return goesThere ? [home, hospital] : [hospital, home];
  }
  if (serviceType === "hourly") {
    const start = inTown();
    return [start, start];
  }
  const from = inTown();
  const far = of("hotel", "sight", "district", "station").filter(
    (place) => greatCircleMeters(from, place) > 900,
  );
  const to = random.pick(far);
  return random.chance(0.5) ? [from, to] : [to, from];
}
