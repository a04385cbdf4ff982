/**
 * Plans a trip of the demo fleet: the rider, the places, the class and the fare, before anything happens to the trip.
 */
import { type DemoStop, demoCallers, demoFlights, demoHomes, demoNotes } from "../../db/demo";
import { demoServiceDetails } from "./details";
import type { Fleet, Trip, DemoTripSpec } from "./fleet";
import type { Random } from "./random";
import type { ServiceType } from "../fares/contract";
import { greatCircleMeters } from "../places/rules";
import { occupiedTime } from "../reservations/rules";
import { estimateRoute } from "../routing/rules";
import { localTimeAt } from "../settings/local-time";

const serviceWeights: Record<ServiceType, number> = {
  point_to_point: 34,
  airport_pickup: 24,
  airport_dropoff: 20,
  hourly: 9,
  home_care: 10,
  roadside_assistance: 1,
  interpreter: 2,
};

/** Plans a trip as `spec` specifies and chooses the rest at random. */
export function planTrip(fleet: Fleet, random: Random, spec: DemoTripSpec): Trip {
  const serviceType = spec.serviceType ?? random.pickWeighted(serviceWeights);
  const kind =
    spec.kind ??
    (serviceType === "home_care"
      ? "accessible_van"
      : serviceType === "roadside_assistance" || serviceType === "interpreter"
        ? "sedan"
        : random.pickWeighted({ sedan: 50, suv: 32, van: 18 }));
  const vehicleClass = fleet.classes[kind];
  // Some riders book often, most now and then.
  const index = Math.floor(fleet.riders.length * random.between(0, 1) ** 1.6);
  const caller =
    !spec.rider && !spec.placeInWords && !spec.hasReturnTrip && random.chance(0.12)
      ? random.pick(demoCallers)
      : null;
  const rider = caller ? null : (spec.rider ?? fleet.riders[index] ?? null);
  const guestPassenger = rider && random.chance(0.1) ? random.pick(fleet.reachableRiders) : null;
  const home = demoHomes[index % demoHomes.length] ?? random.pick(demoHomes);
  const outbound = spec.outboundTrip?.trip ?? null;
  const [pickup, dropoff] = outbound
    ? [outbound.dropoff, outbound.pickup]
    : stopsOfTrip(fleet, random, serviceType, home, spec.hasReturnTrip ?? false);
  const stops = stopsBetween(fleet, pickup, dropoff, spec.stopCount ?? 0);
  const route = estimateRoute([pickup, ...stops, dropoff], fleet.speedKmh);
  const hours = serviceType === "hourly" ? (spec.hours ?? random.whole(3, 8)) : null;
  const pickupLocal = localTimeAt(spec.pickupAt, fleet.timeZone);
  const notes =
    serviceType in demoNotes ? demoNotes[serviceType as keyof typeof demoNotes] : demoNotes.other;
  const passengers = random.whole(kind === "van" ? 3 : 1, Math.min(vehicleClass.passengers, 6));
  const isAtAirport = serviceType === "airport_pickup" || serviceType === "airport_dropoff";
  const extras: Trip["extras"] = [];
  if (serviceType === "airport_pickup" && random.chance(0.3))
    extras.push({ id: "greeting-sign", name: "Greeting sign", quantity: 1 });
  if (kind !== "accessible_van" && random.chance(0.06))
    extras.push({ id: "child-seat", name: "Child seat", quantity: 1 });
  const { distanceMeters, durationSeconds } = route;
  const plannedTrip = {
    serviceType,
    hours,
    pickup,
    dropoff,
    stops,
    pickupAt: spec.pickupAt,
    pickupLocal,
    distanceMeters,
    durationSeconds,
    extras,
  };
  return {
    ...plannedTrip,
    kind,
    rider,
    source: caller || random.chance(0.08) ? "phone" : "web",
    passengerName: caller?.name ?? guestPassenger?.name ?? rider?.name ?? "Guest",
    passengerPhone: caller?.phone ?? guestPassenger?.phone ?? rider?.phone ?? null,
    driverNewsTo: guestPassenger ? "passenger" : "rider",
    passengers:
      outbound?.passengers ?? (serviceType === "home_care" ? random.whole(1, 2) : passengers),
    luggage: isAtAirport ? random.whole(1, vehicleClass.luggage) : random.whole(0, 1),
    mobility: outbound
      ? outbound.mobility
      : serviceType === "home_care"
        ? random.pickWeighted({ wheelchair: 70, can_transfer: 20, scooter: 10 })
        : "ambulatory",
    flightNumber: isAtAirport ? random.pick(demoFlights) : null,
    note: random.chance(0.25) ? random.pick<string>(notes) : "",
    details: demoServiceDetails(serviceType, spec.pickupAt, {
      signName: extras.some(({ id }) => id === "greeting-sign") ? (rider?.name ?? null) : null,
      toAppointment: pickup === home && !outbound ? pickupLocal : null,
    }),
    placeInWords: spec.placeInWords ?? null,
    outboundTrip: spec.outboundTrip ?? null,
    ...occupiedTime({ pickupAt: spec.pickupAt, durationSeconds, hours }),
    ...vehicleClass.price(plannedTrip),
  };
}

/** Returns the places with the shortest detour between two others. Nothing is random here. */
function stopsBetween({ places }: Fleet, from: DemoStop, to: DemoStop, count: number): DemoStop[] {
  if (count === 0) return [];
  const detourMeters = (place: DemoStop) =>
    greatCircleMeters(from, place) + greatCircleMeters(place, to);
  return places
    .filter(
      (place) =>
        ["hotel", "sight", "station"].includes(place.kind) &&
        Math.min(greatCircleMeters(from, place), greatCircleMeters(place, to)) > 600,
    )
    .sort((a, b) => detourMeters(a) - detourMeters(b))
    .slice(0, count)
    .sort((a, b) => greatCircleMeters(from, a) - greatCircleMeters(from, b))
    .map(({ name, detail, latitude, longitude }) => ({ name, detail, latitude, longitude }));
}

function stopsOfTrip(
  fleet: Fleet,
  random: Random,
  serviceType: ServiceType,
  home: DemoStop,
  hasReturnTrip: boolean,
): [DemoStop, DemoStop] {
  const placesOfKind = (...kinds: string[]) =>
    fleet.places.filter((place) => kinds.includes(place.kind));
  const airport = random.pick(placesOfKind("airport"));
  const pickPlaceInTown = () => (random.chance(0.45) ? home : random.pick(placesOfKind("hotel")));
  if (serviceType === "airport_pickup") return [airport, pickPlaceInTown()];
  if (serviceType === "airport_dropoff") return [pickPlaceInTown(), airport];
  if (serviceType === "home_care") {
    const hospital = random.pick(placesOfKind("hospital"));
    const isOutbound = random.chance(0.5) || hasReturnTrip;
    return isOutbound ? [home, hospital] : [hospital, home];
  }
  if (serviceType === "hourly") {
    const start = pickPlaceInTown();
    return [start, start];
  }
  const from = pickPlaceInTown();
  const farPlaces = placesOfKind("hotel", "sight", "district", "station").filter(
    (place) => greatCircleMeters(from, place) > 900,
  );
  const to = random.pick(farPlaces);
  return random.chance(0.5) ? [from, to] : [to, from];
}
