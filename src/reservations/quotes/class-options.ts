/** The vehicle classes that can take a trip, with their prices, and combinations of them. */
import type { z } from "zod";
import { prepared } from "../../../db/prepared";
import type { Deps } from "../../deps";
import type { FeeSchedule, PricedTrip, ServiceType } from "../../fares/contract";
import { hasPrice, type PricedFare, priceWithPromotion } from "../../fares/rules";
import { readOperator } from "../../settings/queries";
import { bookableClasses } from "../../vehicles/bookable-queries";
import type { VehicleClass } from "../../vehicles/class-contract";
import {
  combinationKey,
  combinations,
  combinedName,
  type PassengerLoad,
  distributePassengers,
} from "../vehicles/combination-rules";
import type { QuoteOption, TripRequest, UnfitClass } from "./quote-contract";

/** What of a trip decides which classes can take it. */
type TripToCarry = Pick<
  z.output<typeof TripRequest>,
  "serviceType" | "passengers" | "luggage" | "mobility"
>;

/** One class that can take a trip, with its price. */
type PricedOption = {
  vehicleClass: QuoteOption["vehicleClass"];
  /** Of several vehicles each: then `priced` is the first one's. */
  vehicles?: (PassengerLoad & Omit<PricedOption, "vehicles">)[];
  /** Null without facts: a place that is not on the map has no price, and without a price list nothing has. */
  priced: PricedFare | null;
};

const cachedClasses = prepared(() => ({ version: -1, rows: [] as VehicleClass[] }));

/** The classes in their order. Each change of them raises the version of the settings. */
export function classesInOrder(deps: Deps): VehicleClass[] {
  const { version } = readOperator(deps);
  const cachedRows = cachedClasses(deps.db);
  if (cachedRows.version !== version) {
    cachedRows.rows = bookableClasses(deps);
    cachedRows.version = version;
  }
  return cachedRows.rows;
}

/**
 * Every class that can take a trip, the cheapest first. Without facts (a stop is not pinned, or there is no price
 * list) the classes come in their own order and without prices. Those that cannot are added to `unfit`.
 */
export function priceClasses(
  deps: Deps,
  schedule: FeeSchedule | null,
  trip: TripToCarry,
  facts: PricedTrip | null,
  unfit: UnfitClass[] = [],
): PricedOption[] {
  const options: PricedOption[] = [];
  for (const row of classesInOrder(deps)) {
    const { id, name, description, passengers, luggage, illustration } = row;
    const vehicleClass = { id, name, description, passengers, luggage, illustration };
    const room = missingCapacityOf(row, trip);
    const priced = schedule && facts && !room ? priceWithPromotion(schedule, id, facts) : null;
    const lacks =
      room ?? (priced || !schedule ? null : missingPriceOf(schedule, id, trip.serviceType, facts));
    if (lacks) {
      unfit.push({ vehicleClass, lacks });
      continue;
    }
    options.push({ vehicleClass, priced });
  }
  return options.sort((a, b) => totalOf(a) - totalOf(b));
}

/** Where attendants go with their patient, or one vehicle is what is sent, people are not divided. */
const unsplittableServices: readonly ServiceType[] = [
  "home_care",
  "roadside_assistance",
  "interpreter",
];

/** Several vehicles for people whom no single one carries. A request without a price has the first of them. */
export function combinedOptions(
  deps: Deps,
  schedule: FeeSchedule | null,
  trip: TripToCarry,
  facts: PricedTrip | null,
): PricedOption[] {
  if (unsplittableServices.includes(trip.serviceType)) return [];
  const tripOfOnePassenger = { ...trip, passengers: 1, luggage: 0 };
  const firstVehicleOptions = priceClasses(deps, schedule, tripOfOnePassenger, facts);
  const others = priceClasses(
    deps,
    schedule,
    tripOfOnePassenger,
    facts && withoutAllocatedExtras(facts),
  );
  const classes = others.map(({ vehicleClass, priced }) => {
    const first = firstVehicleOptions.find((each) => each.vehicleClass.id === vehicleClass.id);
    return {
      ...vehicleClass,
      vehicleClass,
      firstVehicleMinor: first ? totalOf(first) : null,
      fareMinor: totalOf({ vehicleClass, priced }),
      first: first?.priced ?? null,
      furtherVehicles: priced,
    };
  });
  const pricedOptions = combinations(classes, trip).map((combination): PricedOption => {
    const passengerLoads = distributePassengers(combination, trip) ?? [];
    const [first] = combination;
    const sum = (name: keyof PassengerLoad) =>
      combination.reduce((all, each) => all + each[name], 0);
    return {
      vehicleClass: {
        id: combinationKey(combination),
        name: combinedName(combination.map(({ name }) => name)),
        description: "",
        passengers: sum("passengers"),
        luggage: sum("luggage"),
        illustration: first?.illustration ?? "van",
      },
      priced: first?.first ?? null,
      vehicles: combination.map(({ vehicleClass, first, furtherVehicles }, at) => ({
        ...(passengerLoads[at] ?? { passengers: 0, luggage: 0 }),
        vehicleClass,
        priced: at === 0 ? first : furtherVehicles,
      })),
    };
  });
  return facts ? pricedOptions : pricedOptions.slice(0, 1);
}

/** The facts of a further vehicle: extras and the promotion are the first one's. */
export function withoutAllocatedExtras(facts: PricedTrip): PricedTrip {
  return { ...facts, extras: [], promotion: null };
}

function missingCapacityOf(row: VehicleClass, trip: TripToCarry): UnfitClass["lacks"] | null {
  if (row.passengers < trip.passengers) return "passengers";
  if (row.luggage < trip.luggage) return "luggage";
  if (trip.mobility !== "ambulatory" && !row.mobility.includes(trip.mobility)) return "mobility";
  return null;
}

/** Why a class has no price; null where it needs none, because a stop is not pinned. */
function missingPriceOf(
  schedule: FeeSchedule,
  vehicleClassId: string,
  serviceType: ServiceType,
  facts: PricedTrip | null,
): UnfitClass["lacks"] | null {
  if (!canBook(schedule, vehicleClassId, serviceType)) return "service";
  return facts ? "extras" : null;
}

function canBook(schedule: FeeSchedule, vehicleClassId: string, serviceType: ServiceType): boolean {
  const rates = schedule.rates.find((each) => each.vehicleClassId === vehicleClassId);
  return rates !== undefined && hasPrice(rates, serviceType);
}

/** What an option costs: all of its vehicles. */
export function totalOf({ priced, vehicles }: PricedOption): number {
  if (vehicles) return vehicles.reduce((sum, vehicle) => sum + totalOf(vehicle), 0);
  return priced?.fare.totalMinor ?? 0;
}
