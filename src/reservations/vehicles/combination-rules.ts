/**
 * Several vehicles for people whom no single one can carry: which ones, and how they share people, bags and the
 * price.
 */
import { MAX_VEHICLES } from "../quotes/quote-contract";

/** So many combinations are offered. */
const MAX_SUGGESTIONS = 3;
/** So many combinations of one number of vehicles are compared: a large fleet has millions, and others wait. */
const MAX_COMBINATIONS = 5_000;

/** How many people and bags: of a trip, or in a vehicle. */
export type PassengerLoad = { passengers: number; luggage: number };

/** A class that may be one of several. */
type CombinedClass = PassengerLoad & {
  id: string;
  /** What it costs with the extras and the promotion, which are the first vehicle's; null where it cannot have them. */
  firstVehicleMinor: number | null;
  /** What it costs as a further vehicle; null where it cannot be one. */
  fareMinor: number | null;
};

/**
 * The combinations that carry everybody: as few vehicles as possible, the cheapest first, the roomiest vehicle first in
 * each. None where one vehicle is enough, or more would be needed than a booking can have.
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
  // Nobody's vehicle is empty.
  for (let count = minVehicles; count <= Math.min(MAX_VEHICLES, need.passengers); count += 1) {
    const foundCombinations = [
      ...combinationsWithRepetition(classesToCombine(sortedClasses, count), count),
    ].filter(
      (vehicles) =>
        vehicles[0]?.firstVehicleMinor != null && distributePassengers(vehicles, need) !== null,
    );
    if (foundCombinations.length === 0) continue;
    return foundCombinations.toSorted((a, b) => priceOf(a) - priceOf(b)).slice(0, MAX_SUGGESTIONS);
  }
  return [];
}

function priceOf([first, ...others]: readonly CombinedClass[]): number {
  return others.reduce(
    (sum, { fareMinor }) => sum + (fareMinor ?? 0),
    first?.firstVehicleMinor ?? 0,
  );
}

/** The largest classes, as many as keep the number of compared combinations within the limit. */
function classesToCombine<Class>(sorted: readonly Class[], count: number): readonly Class[] {
  let [classes, made] = [0, 1];
  while (classes < sorted.length && made <= MAX_COMBINATIONS) {
    classes += 1;
    made = (made * (classes + count)) / classes;
  }
  return sorted.slice(0, classes);
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

/** What each vehicle carries, the first ones full and nobody's empty; null where they cannot carry everybody. */
export function distributePassengers(
  vehicles: readonly PassengerLoad[],
  { passengers, luggage }: PassengerLoad,
): PassengerLoad[] | null {
  let [people, bags] = [passengers, luggage];
  const loads = vehicles.map((room, at) => {
    const load = {
      passengers: Math.min(room.passengers, people - (vehicles.length - at - 1)),
      luggage: Math.min(room.luggage, bags),
    };
    people -= load.passengers;
    bags -= load.luggage;
    return load;
  });
  const isWhole = people === 0 && bags === 0;
  return isWhole && loads.every((load) => load.passengers > 0) ? loads : null;
}

/** An amount in parts by weight, to the minor unit. Without any weight the first has all of it. */
export function partsOf(totalMinor: number, weights: readonly number[]): number[] {
  let left = totalMinor;
  let remainingWeight = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => {
    const part = remainingWeight > 0 ? Math.round((left * weight) / remainingWeight) : left;
    left -= part;
    remainingWeight -= weight;
    return part;
  });
}

/** The key of a combination among the options of a price: the ids of its classes. */
export const combinationKey = (classes: readonly { id: string }[]): string =>
  classes.map(({ id }) => id).join("+");

/** The class ids of a key: one of a single class. */
export const classIdsOf = (key: string): string[] => key.split("+");

/** What a combination is called: "2 × Van" or "Van + Sedan". */
export function combinedName(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(" + ");
}
