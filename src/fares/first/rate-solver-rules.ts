/**
 * Derives a price list from a few trip prices that an owner knows by heart. Base fare and rates per distance and minute
 * are the non-negative rates closest to all answers. If many fit equally well, those most like usual rates are chosen.
 * Amounts are rounded to the figures that people use.
 */
import type { FeeSchedule, PriceListContext } from "../contract";

/** The full price of one trip. Distances are in the list's unit. */
export type TripAnswer = {
  distance: number;
  minutes: number;
  priceMinor: number;
  vehicleClassId: string;
};

/** The owner's answers. Amounts are what the passenger pays, including tax. */
export type FirstPriceAnswers = {
  trips: readonly TripAnswer[];
  /** The price of an hour in the first class, or null if it cannot be hired by the hour. */
  hourMinor: number | null;
  nightPercent: number;
  /** The price of each minute beyond the free time. */
  waitMinuteMinor: number;
  taxPercent: number;
  /** The price of each class, by its id, relative to the first one: 1.5 is half as much again. */
  factors: Readonly<Record<string, number>>;
};

/** The rates of the first class, in minor units. */
type MeterRates = { base: number; perDistance: number; perMinute: number; minimum: number };

/** An answer that the rates do not match: the price that they give, and whether the other answers agree without it. */
type Contradiction = { at: number; nearestMinor: number; otherTripsAgree: boolean };

/** How far the rates may miss an answer, as a share of it, for the answer to fit. */
const PRICE_TOLERANCE = 0.03;
/** The proportions of usual rates: the base equals 2.2 units of distance, and a minute a fifteenth of one. */
const USUAL_RATE_RATIOS = [2.2, 1, 1 / 15] as const;
/** The weight of the usual rates, too small to matter if the answers decide. */
const USUAL_RATES_WEIGHT = 1e-5;
/** The trip whose price is the minimum fare, if no answer gives one. */
const MINIMUM_FARE_TRIP = { distance: 2, minutes: 6 };
const ROUNDING_STEPS = [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000];

/** Rounds an amount to a figure that people use, at most a fortieth off. */
export function roundPrice(minor: number): number {
  const step = ROUNDING_STEPS.findLast((each) => each * 20 <= minor) ?? 1;
  return Math.max(0, Math.round(minor / step)) * step;
}

type KnownPrice = Pick<TripAnswer, "distance" | "minutes"> & { priceMinor: number };

/** Returns the answers, with prices converted to the first class. */
function knownPricesOf({ trips, factors }: FirstPriceAnswers): KnownPrice[] {
  return trips.map((trip) => {
    const priceMinor = trip.priceMinor / (factors[trip.vehicleClassId] ?? 1);
    return { ...trip, priceMinor };
  });
}

/**
 * Returns the rates closest to the trip prices, or null without an answer. If a short trip costs more than the rates
 * from the other answers give, its price becomes the minimum fare.
 */
export function solveMeterRates(answers: FirstPriceAnswers): MeterRates | null {
  const knownPrices = knownPricesOf(answers);
  const minFareIndex = minFareTripIndex(knownPrices);
  const rates = solveRates(
    minFareIndex === null ? knownPrices : knownPrices.filter((_, at) => at !== minFareIndex),
  );
  if (!rates) return null;
  const perMinute = roundPrice(rates[2]);
  const perDistance = roundPrice(rates[1]);
  const baseEstimates = knownPrices
    .filter((_, at) => at !== minFareIndex)
    .map(
      ({ distance, minutes, priceMinor }) =>
        priceMinor - perDistance * distance - perMinute * minutes,
    );
  const base =
    rates[0] > 0
      ? roundPrice(baseEstimates.reduce((sum, each) => sum + each, 0) / baseEstimates.length)
      : 0;
  const minimumTripMinor =
    base + perDistance * MINIMUM_FARE_TRIP.distance + perMinute * MINIMUM_FARE_TRIP.minutes;
  const minimum =
    minFareIndex === null
      ? roundPrice(minimumTripMinor)
      : (knownPrices[minFareIndex]?.priceMinor ?? 0);
  return { base, perDistance, perMinute, minimum: Math.round(minimum) };
}

/**
 * Returns the answers that fit no rates together with the others, and the price that the closest rates give. If
 * removing an answer makes the others agree, only answers of that kind are returned.
 */
export function findContradictions(answers: FirstPriceAnswers): Contradiction[] {
  const knownPrices = knownPricesOf(answers);
  if (minFareTripIndex(knownPrices) !== null) return [];
  const rates = solveRates(knownPrices);
  if (!rates || matchesKnownTrips(rates, knownPrices)) return [];
  const contradictions = knownPrices.flatMap((trip, at) => {
    const others = knownPrices.filter((_, other) => other !== at);
    const ratesWithoutTrip = solveRates(others);
    const otherTripsAgree =
      ratesWithoutTrip !== null && matchesKnownTrips(ratesWithoutTrip, others);
    if (!otherTripsAgree && priceError(rates, trip) <= PRICE_TOLERANCE) return [];
    const factor = answers.factors[answers.trips[at]?.vehicleClassId ?? ""] ?? 1;
    const nearest = priceByRates((otherTripsAgree && ratesWithoutTrip) || rates, trip) * factor;
    return [{ at, nearestMinor: roundPrice(nearest), otherTripsAgree }];
  });
  const likelyWrongTrips = contradictions.filter(({ otherTripsAgree }) => otherTripsAgree);
  return likelyWrongTrips.length > 0 ? likelyWrongTrips : contradictions;
}

/**
 * Returns the index of the answer that states the minimum fare: the shortest trip, if all others agree and their rates
 * give less for it. Null otherwise.
 */
function minFareTripIndex(known: readonly KnownPrice[]): number | null {
  const ratesOfAll = solveRates(known);
  if (known.length < 3 || !ratesOfAll || matchesKnownTrips(ratesOfAll, known)) return null;
  const shortestIndex = known.reduce(
    (shortest, { distance }, at) => (distance < (known[shortest]?.distance ?? 0) ? at : shortest),
    0,
  );
  const shortestTrip = known[shortestIndex];
  const others = known.filter((_, at) => at !== shortestIndex);
  const rates = solveRates(others);
  const isCheapest = others.every(({ priceMinor }) => priceMinor > (shortestTrip?.priceMinor ?? 0));
  const isMinimumFare =
    shortestTrip &&
    rates &&
    isCheapest &&
    matchesKnownTrips(rates, others) &&
    priceByRates(rates, shortestTrip) < shortestTrip.priceMinor;
  return isMinimumFare ? shortestIndex : null;
}

type Rates = readonly [number, number, number];

const priceByRates = ([base, perDistance, perMinute]: Rates, { distance, minutes }: KnownPrice) =>
  base + perDistance * distance + perMinute * minutes;
const priceError = (rates: Rates, trip: KnownPrice) =>
  Math.abs(priceByRates(rates, trip) - trip.priceMinor) / trip.priceMinor;
const matchesKnownTrips = (rates: Rates, known: readonly KnownPrice[]) =>
  known.every((trip) => priceError(rates, trip) <= PRICE_TOLERANCE);

/**
 * Solves the rates by non-negative least squares of the relative errors. Of the three unknowns, every subset is solved
 * with the others at zero, and the best solution without a negative rate is returned.
 */
function solveRates(known: readonly KnownPrice[]): Rates | null {
  const usableTrips = known.filter(({ priceMinor, distance }) => priceMinor > 0 && distance > 0);
  if (usableTrips.length === 0) return null;
  const rowOf = ({ distance, minutes }: KnownPrice) => [1, distance, minutes] as const;
  const usualPriceRatios = usableTrips.map(
    (trip) => dot(rowOf(trip), USUAL_RATE_RATIOS) / trip.priceMinor,
  );
  // Usual rates, scaled to the price level of these trips.
  const scale = sum(usualPriceRatios) / sum(usualPriceRatios.map((size) => size * size));
  const usualRates = USUAL_RATE_RATIOS.map((each) => each * scale);
  // Rates are in units of the usual ones, and each row is relative to its price.
  const rows = usableTrips.map((trip) =>
    rowOf(trip).map((each, i) => (each * (usualRates[i] ?? 0)) / trip.priceMinor),
  );
  let best: { rates: Rates; error: number } | null = null;
  for (const free of UNKNOWN_RATE_SETS) {
    const relativeRates = solveLeastSquares(rows, free);
    if (!relativeRates || relativeRates.some((each) => each < 0)) continue;
    const error =
      sum(rows.map((row) => (dot(row, relativeRates) - 1) ** 2)) +
      USUAL_RATES_WEIGHT * sum(relativeRates.map((each) => (each - 1) ** 2));
    const [a = 0, b = 0, c = 0] = relativeRates.map((each, i) => each * (usualRates[i] ?? 0));
    if (!best || error < best.error) best = { rates: [a, b, c], error };
  }
  return best?.rates ?? null;
}

/** Every subset of the three unknowns to solve for. The others are 0. */
const UNKNOWN_RATE_SETS = [[0, 1, 2], [0, 1], [0, 2], [1, 2], [0], [1], [2]] as const;

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
const dot = (one: readonly number[], other: readonly number[]) =>
  sum(one.map((each, at) => each * (other[at] ?? 0)));

/**
 * Solves the free unknowns by the normal equations, with a slight pull towards 1. The others are 0. Null if there is no
 * solution.
 */
function solveLeastSquares(rows: readonly number[][], free: readonly number[]): number[] | null {
  const matrix = free.map((i) => [
    ...free.map(
      (j) =>
        sum(rows.map((row) => (row[i] ?? 0) * (row[j] ?? 0))) + (i === j ? USUAL_RATES_WEIGHT : 0),
    ),
    sum(rows.map((row) => row[i] ?? 0)) + USUAL_RATES_WEIGHT,
  ]);
  const size = free.length;
  for (let column = 0; column < size; column++) {
    const [pivot] = matrix
      .slice(column)
      .toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0));
    if (!pivot || Math.abs(pivot[column] ?? 0) < 1e-12) return null;
    matrix.splice(matrix.indexOf(pivot), 1);
    matrix.splice(column, 0, pivot);
    for (const row of matrix) {
      if (row === pivot) continue;
      const rowFactor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let at = column; at <= size; at++)
        row[at] = (row[at] ?? 0) - rowFactor * (pivot[at] ?? 0);
    }
  }
  const solution = [0, 0, 0];
  for (const [at, rateIndex] of free.entries())
    solution[rateIndex] = (matrix[at]?.[size] ?? 0) / (matrix[at]?.[at] ?? 1);
  return solution;
}

/**
 * Returns a price list with rates, night surcharge and tax from the answers. All else comes from `before`. Null without
 * an answer about a trip.
 */
export function priceListOfRates(
  before: FeeSchedule,
  { vehicleClasses }: Pick<PriceListContext, "vehicleClasses">,
  answers: FirstPriceAnswers,
): FeeSchedule | null {
  const meterRates = solveMeterRates(answers);
  if (!meterRates) return null;
  const rates = vehicleClasses
    .filter(({ active }) => active)
    .map(({ id }) => {
      const factor = answers.factors[id] ?? 1;
      const minor = (amount: number) => (factor === 1 ? amount : roundPrice(amount * factor));
      return {
        vehicleClassId: id,
        baseMinor: minor(meterRates.base),
        distanceTiers: [{ upTo: null, perDistanceMinor: minor(meterRates.perDistance) }],
        perMinuteMinor: minor(meterRates.perMinute),
        perStopMinor: 0,
        minimumMinor: minor(meterRates.minimum),
        hourly:
          answers.hourMinor === null
            ? null
            : {
                perHourMinor: minor(answers.hourMinor),
                minimumHours: 1,
                distancePerHour: null,
                perExtraDistanceMinor: 0,
              },
        perWaitMinuteMinor: minor(answers.waitMinuteMinor),
      };
    });
  const { nightPercent, taxPercent } = answers;
  return {
    ...before,
    rates,
    surcharges: [
      ...before.surcharges.filter(({ when }) => when.kind !== "night"),
      ...(nightPercent > 0 ? [nightSurcharge(nightPercent)] : []),
    ],
    taxes: {
      included: true,
      items: taxPercent > 0 ? [{ name: "VAT", percent: taxPercent, serviceTypes: [] }] : [],
    },
  };
}

function nightSurcharge(percent: number): FeeSchedule["surcharges"][number] {
  return {
    id: "night",
    name: "Night",
    when: { kind: "night", from: "22:00", to: "06:00" },
    amount: { kind: "percent", percent },
    group: null,
    serviceTypes: [],
    vehicleClassIds: [],
  };
}
