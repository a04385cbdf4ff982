/**
 * A price list out of what an owner knows by heart: what a few trips cost. Base fare, distance and minutes are the
 * rates, none below nothing, that come nearest to all answers; of many that come equally near, those most like the
 * usual shape of a meter. Amounts are rounded to figures that people say.
 */
import type { FeeSchedule, PriceListContext } from "../contract";

/** What one trip costs, all in. Distances are in the list's unit. */
export type TripAnswer = {
  distance: number;
  minutes: number;
  priceMinor: number;
  vehicleClassId: string;
};

/** What the owner has said. Amounts are what the passenger pays, tax and all. */
export type FirstPriceAnswers = {
  trips: readonly TripAnswer[];
  /** What an hour of the car costs in the first class; null where it is not hired by the hour. */
  hourMinor: number | null;
  nightPercent: number;
  /** Of each minute beyond the free time. */
  waitMinuteMinor: number;
  taxPercent: number;
  /** What a class costs beside the first one, by its id: 1.5 is half as much again. */
  factors: Readonly<Record<string, number>>;
};

/** The meter of the first class, in minor units. */
type MeterRates = { base: number; perDistance: number; perMinute: number; minimum: number };

/** An answer that the rates do not give: what they give instead, and whether the other answers agree without it. */
type Contradiction = { at: number; nearestMinor: number; otherTripsAgree: boolean };

/** An answer fits if the rates miss it by at most this share of it. */
const PRICE_TOLERANCE = 0.03;
/** The shape of a usual meter: the base is worth 2.2 units of distance, and a minute a fifteenth of one. */
const USUAL_RATE_RATIOS = [2.2, 1, 1 / 15] as const;
/** The weight of that usual shape, too small to matter where the answers decide. */
const USUAL_RATES_WEIGHT = 1e-5;
/** The trip whose price is the minimum fare, if no answer gives one. */
const MINIMUM_FARE_TRIP = { distance: 2, minutes: 6 };
const ROUNDING_STEPS = [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000];

/** An amount in figures that people say: at most a fortieth off. */
export function roundPrice(minor: number): number {
  const step = ROUNDING_STEPS.findLast((each) => each * 20 <= minor) ?? 1;
  return Math.max(0, Math.round(minor / step)) * step;
}

type KnownPrice = Pick<TripAnswer, "distance" | "minutes"> & { priceMinor: number };

/** The answers as the first class would have them. */
function knownPricesOf({ trips, factors }: FirstPriceAnswers): KnownPrice[] {
  return trips.map((trip) => {
    const priceMinor = trip.priceMinor / (factors[trip.vehicleClassId] ?? 1);
    return { ...trip, priceMinor };
  });
}

/**
 * The meter that comes nearest to what trips cost; null without an answer. A short trip that is dearer than the
 * others leave it is what the least price is.
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
  const rest = knownPrices
    .filter((_, at) => at !== minFareIndex)
    .map(
      ({ distance, minutes, priceMinor }) =>
        priceMinor - perDistance * distance - perMinute * minutes,
    );
  const base =
    rates[0] > 0 ? roundPrice(rest.reduce((sum, each) => sum + each, 0) / rest.length) : 0;
  const hop =
    base + perDistance * MINIMUM_FARE_TRIP.distance + perMinute * MINIMUM_FARE_TRIP.minutes;
  const minimum =
    minFareIndex === null ? roundPrice(hop) : (knownPrices[minFareIndex]?.priceMinor ?? 0);
  return { base, perDistance, perMinute, minimum: Math.round(minimum) };
}

/**
 * Which answers no rates can give together with the others, with what the nearest rates give: those without which
 * the others agree, where there are such.
 */
export function findContradictions(answers: FirstPriceAnswers): Contradiction[] {
  const knownPrices = knownPricesOf(answers);
  if (minFareTripIndex(knownPrices) !== null) return [];
  const rates = solveRates(knownPrices);
  if (!rates || matchesKnownTrips(rates, knownPrices)) return [];
  const found = knownPrices.flatMap((trip, at) => {
    const others = knownPrices.filter((_, other) => other !== at);
    const ratesWithoutTrip = solveRates(others);
    const otherTripsAgree =
      ratesWithoutTrip !== null && matchesKnownTrips(ratesWithoutTrip, others);
    if (!otherTripsAgree && priceError(rates, trip) <= PRICE_TOLERANCE) return [];
    const factor = answers.factors[answers.trips[at]?.vehicleClassId ?? ""] ?? 1;
    const nearest = priceByRates((otherTripsAgree && ratesWithoutTrip) || rates, trip) * factor;
    return [{ at, nearestMinor: roundPrice(nearest), otherTripsAgree }];
  });
  const likelyWrongTrips = found.filter(({ otherTripsAgree }) => otherTripsAgree);
  return likelyWrongTrips.length > 0 ? likelyWrongTrips : found;
}

/** The answer that is the least price: the shortest trip, where all others agree and would have it for less. */
function minFareTripIndex(known: readonly KnownPrice[]): number | null {
  const all = solveRates(known);
  if (known.length < 3 || !all || matchesKnownTrips(all, known)) return null;
  const shortestIndex = known.reduce(
    (found, { distance }, at) => (distance < (known[found]?.distance ?? 0) ? at : found),
    0,
  );
  const shortestTrip = known[shortestIndex];
  const others = known.filter((_, at) => at !== shortestIndex);
  const rates = solveRates(others);
  const isCheapest = others.every(({ priceMinor }) => priceMinor > (shortestTrip?.priceMinor ?? 0));
  const isBestSolution =
    shortestTrip &&
    rates &&
    isCheapest &&
    matchesKnownTrips(rates, others) &&
    priceByRates(rates, shortestTrip) < shortestTrip.priceMinor;
  return isBestSolution ? shortestIndex : null;
}

type Rates = readonly [number, number, number];

const priceByRates = ([base, perDistance, perMinute]: Rates, { distance, minutes }: KnownPrice) =>
  base + perDistance * distance + perMinute * minutes;
const priceError = (rates: Rates, trip: KnownPrice) =>
  Math.abs(priceByRates(rates, trip) - trip.priceMinor) / trip.priceMinor;
const matchesKnownTrips = (rates: Rates, known: readonly KnownPrice[]) =>
  known.every((trip) => priceError(rates, trip) <= PRICE_TOLERANCE);

/**
 * Non-negative least squares of the shares by which answers are missed. There are three unknowns: each choice of
 * those that are above nothing is solved, and the best that has none below is it.
 */
function solveRates(known: readonly KnownPrice[]): Rates | null {
  const usableTrips = known.filter(({ priceMinor, distance }) => priceMinor > 0 && distance > 0);
  if (usableTrips.length === 0) return null;
  const rowOf = ({ distance, minutes }: KnownPrice) => [1, distance, minutes] as const;
  const sizes = usableTrips.map((trip) => dot(rowOf(trip), USUAL_RATE_RATIOS) / trip.priceMinor);
  // The usual meter, as dear as these trips.
  const scale = sum(sizes) / sum(sizes.map((size) => size * size));
  const usualRates = USUAL_RATE_RATIOS.map((each) => each * scale);
  // In units of the usual meter, each answer in shares of itself.
  const rows = usableTrips.map((trip) =>
    rowOf(trip).map((each, i) => (each * (usualRates[i] ?? 0)) / trip.priceMinor),
  );
  let best: { rates: Rates; error: number } | null = null;
  for (const free of UNKNOWN_RATE_SETS) {
    const foundRates = solveLeastSquares(rows, free);
    if (!foundRates || foundRates.some((each) => each < 0)) continue;
    const error =
      sum(rows.map((row) => (dot(row, foundRates) - 1) ** 2)) +
      USUAL_RATES_WEIGHT * sum(foundRates.map((each) => (each - 1) ** 2));
    const [a = 0, b = 0, c = 0] = foundRates.map((each, i) => each * (usualRates[i] ?? 0));
    if (!best || error < best.error) best = { rates: [a, b, c], error };
  }
  return best?.rates ?? null;
}

/** Every choice of the three unknowns that are solved for; the others are 0. */
const UNKNOWN_RATE_SETS = [[0, 1, 2], [0, 1], [0, 2], [1, 2], [0], [1], [2]] as const;

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
const dot = (one: readonly number[], other: readonly number[]) =>
  sum(one.map((each, at) => each * (other[at] ?? 0)));

/** The free unknowns by the normal equations, the others nothing; pulled towards 1. Null where there is no answer. */
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
      const share = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let at = column; at <= size; at++) row[at] = (row[at] ?? 0) - share * (pivot[at] ?? 0);
    }
  }
  const foundRates = [0, 0, 0];
  for (const [at, rateIndex] of free.entries())
    foundRates[rateIndex] = (matrix[at]?.[size] ?? 0) / (matrix[at]?.[at] ?? 1);
  return foundRates;
}

/**
 * A price list with the solution of the answers in place of rates, night surcharge and tax; the rest is that of
 * `before`. Null without an answer about a trip.
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
