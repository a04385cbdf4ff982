/**
 * Combines several vehicles for passengers who do not fit into one, and divides people, bags and the price among them.
 */
import { MAX_VEHICLES } from "../quotes/quote-contract";

/** The most combinations that are offered. */
const MAX_SUGGESTIONS = 3;
/**
 * The most combinations of one number of vehicles that are compared. A large fleet has millions, and other requests
 * wait in the meantime.
 */
const MAX_COMBINATIONS = 5_000;

/** The number of passengers and bags: of a trip, or in a vehicle. */
export type PassengerLoad = { passengers: number; luggage: number };

/** A class that may be part of a combination. */
type CombinedClass = PassengerLoad & {
  id: string;
  /** The price of the first vehicle, which has the extras and the promotion. Null if it cannot have them. */
  firstVehicleMinor: number | null;
  /** The price of any further vehicle. Null if it cannot be one. */
  fareMinor: number | null;
};

/**
 * Returns the combinations that carry everybody: the fewest vehicles, the cheapest first, and the largest vehicle first
 * in each. None if a booking cannot have that many vehicles.
 */
export function combinations<Class extends CombinedClass>(
  classes: readonly Class[],
  need: PassengerLoad,
): Class[][] {
  const sortedClasses = classes
    .filter(({ fareMinor }) => fareMinor !== null)
    .toSorted(
      (a, b) =>
        b.passengers - a.passengers ||
        b.luggage - a.luggage ||
        (a.fareMinor ?? 0) - (b.fareMinor ?? 0),
    );
  const maxOfClasses = (name: keyof PassengerLoad) =>
    Math.max(1, ...sortedClasses.map((each) => each[name]));
  const minVehicles = Math.max(
    2,
    Math.ceil(need.passengers / maxOfClasses("passengers")),
    Math.ceil(need.luggage / maxOfClasses("luggage")),
  );
  // Every vehicle must have a passenger.
  for (let count = minVehicles; count <= Math.min(MAX_VEHICLES, need.passengers); count += 1) {
    const possibleCombinations = [
      ...combinationsWithRepetition(classesToCombine(sortedClasses, count), count),
    ].filter(
      (vehicles) =>
        vehicles[0]?.firstVehicleMinor != null && distributeLoad(vehicles, need) !== null,
    );
    if (possibleCombinations.length === 0) continue;
    return possibleCombinations
      .toSorted((a, b) => priceOf(a) - priceOf(b))
      .slice(0, MAX_SUGGESTIONS);
  }
  return [];
}

function priceOf([first, ...others]: readonly CombinedClass[]): number {
  return others.reduce(
    (sum, { fareMinor }) => sum + (fareMinor ?? 0),
    first?.firstVehicleMinor ?? 0,
  );
}

/** Returns the largest classes. Their number keeps the number of compared combinations within the limit. */
function classesToCombine<Class>(sorted: readonly Class[], count: number): readonly Class[] {
  let [classCount, combinationCount] = [0, 1];
  while (classCount < sorted.length && combinationCount <= MAX_COMBINATIONS) {
    classCount += 1;
    combinationCount = (combinationCount * (classCount + count)) / classCount;
  }
  return sorted.slice(0, classCount);
}

function* combinationsWithRepetition<Item>(
  items: readonly Item[],
  count: number,
): Generator<Item[]> {
  if (count === 0) yield [];
  else
    for (const [at, item] of items.entries())
      for (const more of combinationsWithRepetition(items.slice(at), count - 1))
        yield [item, ...more];
}

/**
 * Returns the passengers and bags of each vehicle: the first vehicles are full, and each has a passenger. Null if the
 * vehicles cannot carry everybody and all bags.
 */
export function distributeLoad(
  vehicles: readonly PassengerLoad[],
  { passengers, luggage }: PassengerLoad,
): PassengerLoad[] | null {
  let [people, bags] = [passengers, luggage];
  const loads = vehicles.map((vehicle, at) => {
    const load = {
      passengers: Math.min(vehicle.passengers, people - (vehicles.length - at - 1)),
      luggage: Math.min(vehicle.luggage, bags),
    };
    people -= load.passengers;
    bags -= load.luggage;
    return load;
  });
  const isEverythingCarried = people === 0 && bags === 0;
  return isEverythingCarried && loads.every((load) => load.passengers > 0) ? loads : null;
}

/** Divides an amount by weights, to the minor unit. If all weights are 0, the first part gets everything. */
export function partsOf(totalMinor: number, weights: readonly number[]): number[] {
  let remainingMinor = totalMinor;
  let remainingWeight = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => {
    const part =
      remainingWeight > 0
        ? Math.round((remainingMinor * weight) / remainingWeight)
        : remainingMinor;
    remainingMinor -= part;
    remainingWeight -= weight;
    return part;
  });
}

/** Returns the key of a combination among the options of a price: the ids of its classes. */
export const combinationKey = (classes: readonly { id: string }[]): string =>
  classes.map(({ id }) => id).join("+");

/** Returns the class ids of a key: a single class has one. */
export const classIdsOf = (key: string): string[] => key.split("+");

/** Returns the name of a combination: "2 × Van" or "Van + Sedan". */
export function combinedName(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(" + ");
}
