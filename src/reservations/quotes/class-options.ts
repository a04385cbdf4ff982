/** Finds the vehicle classes, and combinations of them, that can take a trip, with their prices. */
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
  distributeLoad,
} from "../vehicles/combination-rules";
import type { QuoteOption, TripRequest, UnfitClass } from "./quote-contract";

/** The facts of a trip that decide which classes can take it. */
type TripToCarry = Pick<
  z.output<typeof TripRequest>,
  "serviceType" | "passengers" | "luggage" | "mobility"
>;

/** A class that can take a trip, with its price. */
type PricedOption = {
  vehicleClass: QuoteOption["vehicleClass"];
  /** Each of several vehicles. `priced` is then that of the first one. */
  vehicles?: (PassengerLoad & Omit<PricedOption, "vehicles">)[];
  /** Null without facts: there is no price if a place is not on the map, or without a price list. */
  priced: PricedFare | null;
};

const cachedClasses = prepared(() => ({ version: -1, rows: [] as VehicleClass[] }));

/**
 * Returns the bookable classes in their order. Every change of them raises the version of the settings, so they are
 * cached by it.
 */
export function classesInOrder(deps: Deps): VehicleClass[] {
  const { version } = readOperator(deps);
  const cache = cachedClasses(deps.db);
  if (cache.version !== version) {
    cache.rows = bookableClasses(deps);
    cache.version = version;
  }
  return cache.rows;
}

/**
 * Returns every class that can take a trip, the cheapest first. Without facts (a stop is not pinned, or there is no
 * price list) the classes are in their own order, without prices. Classes that cannot take the trip are added to
 * `unfit`.
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
    const missingCapacity = missingCapacityOf(row, trip);
    const priced =
      schedule && facts && !missingCapacity ? priceWithPromotion(schedule, id, facts) : null;
    const lacks =
      missingCapacity ??
      (priced || !schedule ? null : missingPriceOf(schedule, id, trip.serviceType, facts));
    if (lacks) {
      unfit.push({ vehicleClass, lacks });
      continue;
    }
    options.push({ vehicleClass, priced });
  }
  return options.sort((a, b) => totalOf(a) - totalOf(b));
}

/**
 * Services whose passengers are not divided among vehicles: attendants stay with their patient, or the service sends
 * one vehicle.
 */
const unsplittableServices: readonly ServiceType[] = [
  "home_care",
  "roadside_assistance",
  "interpreter",
];

/**
 * Returns combinations of vehicles for passengers who do not fit into one. A request without a price gets only the
 * first combination.
 */
export function combinedOptions(
  deps: Deps,
  schedule: FeeSchedule | null,
  trip: TripToCarry,
  facts: PricedTrip | null,
): PricedOption[] {
  if (unsplittableServices.includes(trip.serviceType)) return [];
  const tripOfOnePassenger = { ...trip, passengers: 1, luggage: 0 };
  const firstVehicleOptions = priceClasses(deps, schedule, tripOfOnePassenger, facts);
  const furtherVehicleOptions = priceClasses(
    deps,
    schedule,
    tripOfOnePassenger,
    facts && furtherVehicleFacts(facts),
  );
  const classes = furtherVehicleOptions.map(({ vehicleClass, priced }) => {
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
    const passengerLoads = distributeLoad(combination, trip) ?? [];
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

/** Returns the facts for any vehicle but the first, which has the extras and the promotion. */
export function furtherVehicleFacts(facts: PricedTrip): PricedTrip {
  return { ...facts, extras: [], promotion: null };
}

function missingCapacityOf(row: VehicleClass, trip: TripToCarry): UnfitClass["lacks"] | null {
  if (row.passengers < trip.passengers) return "passengers";
  if (row.luggage < trip.luggage) return "luggage";
  if (trip.mobility !== "ambulatory" && !row.mobility.includes(trip.mobility)) return "mobility";
  return null;
}

/** Returns why a class has no price. Null if it needs none, because a stop is not pinned. */
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

/** Returns the price of an option: the sum of its vehicles. */
export function totalOf({ priced, vehicles }: PricedOption): number {
  if (vehicles) return vehicles.reduce((sum, vehicle) => sum + totalOf(vehicle), 0);
  return priced?.fare.totalMinor ?? 0;
}
