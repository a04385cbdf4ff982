/**
 * The amounts of a day's trips, calculated again from their lines with an operator's first prices. The driver gets 70 %
 * of the fare before tax and all of a tip that was paid. A no-show costs the whole fare, of which the driver gets 70 %,
 * and a late cancellation half of it, of which the driver gets 50 %. VAT of 18 % is added, and waiting is charged by
 * the minute. None of the server's own calculation is used here.
 */
import type { Reservation } from "../../src/reservations/contract";
import { countsTowardsTotal } from "../../src/fares/money-rules";

const VAT = 0.18;
const DRIVER_SHARE_OF_FARE = 0.7;
const MINUTE = 60_000;
/** The free minutes by service type, and below them the price of each further minute by class. */
const FREE_WAITING_MINUTES = { airport_pickup: 60, hourly: 15 } as const;
const DEFAULT_FREE_MINUTES = 10;
const WAIT_MINUTE_MINOR: Record<string, number> = { Standard: 100, "Executive SUV": 150 };

/** The amounts of trips, in minor units. */
export interface ExpectedMoney {
  charged: number;
  revenue: number;
  tax: number;
  tips: number;
  fees: number;
  /** The parts of `charged`: taken in cash by drivers, paid by card, billed to companies, and still open. */
  cash: number;
  card: number;
  account: number;
  open: number;
  /** What drivers earn. */
  pay: number;
  driven: number;
}

const nothing: ExpectedMoney = {
  charged: 0,
  revenue: 0,
  tax: 0,
  tips: 0,
  fees: 0,
  cash: 0,
  card: 0,
  account: 0,
  open: 0,
  pay: 0,
  driven: 0,
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
/** Half goes up. */
const rounded = (amount: number) => Math.floor(amount + 0.5 + 1e-9);

/** Returns the amounts of all trips together. */
export function expectedMoneyOf(trips: readonly Reservation[]): ExpectedMoney {
  return trips.map(expectedMoneyOfTrip).reduce(added, nothing);
}

function added(one: ExpectedMoney, other: ExpectedMoney): ExpectedMoney {
  const keys = Object.keys(one) as (keyof ExpectedMoney)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as never;
}

function expectedMoneyOfTrip(trip: Reservation): ExpectedMoney {
  const fare = sum(trip.lines.filter(countsTowardsTotal).map((line) => line.amountMinor));
  const of = (...kinds: string[]) =>
    sum(trip.lines.filter(({ kind }) => kinds.includes(kind)).map((line) => line.amountMinor));
  if (trip.state === "completed" || trip.state === "settled") {
    const tax = of("tax");
    const tips = of("gratuity", "tip");
    const revenue = fare - tax - tips;
    const missing = trip.payment === "account" ? 0 : fare - trip.paidMinor;
    return {
      ...nothing,
      charged: fare,
      revenue,
      tax,
      tips,
      [trip.payment]: fare - missing,
      open: missing,
      // An amount that a passenger did not pay is taken from the tip first.
      pay: rounded(revenue * DRIVER_SHARE_OF_FARE) + Math.min(tips, Math.max(0, tips - missing)),
      driven: 1,
    };
  }
  if (!["no_show", "cancelled"].includes(trip.state))
    throw new Error(`Reservation ${trip.number} is not over: ${trip.state}`);
  if (trip.state === "no_show")
    return { ...nothing, ...sumsOfFee(fare), pay: rounded(fare * DRIVER_SHARE_OF_FARE) };
  // Cancelled in time, without a driver: no charge.
  if (trip.state === "cancelled" && trip.driver === null) return nothing;
  const halfFare = rounded(fare / 2);
  return { ...nothing, ...sumsOfFee(halfFare), pay: rounded(halfFare / 2) };
}

const sumsOfFee = (fee: number) => ({ charged: fee, revenue: fee, fees: fee, open: fee });

/** Returns the errors in a trip's lines: their sum, tax and waiting. Empty if there are none. */
export function faultsOf(trip: Reservation): string[] {
  const { lines, fareMinor, number } = trip;
  const faults: string[] = [];
  const tell = (what: string, is: number, wanted: number) => {
    if (is !== wanted) faults.push(`${number}: ${what} ${is}, worked out ${wanted}`);
  };
  const linesOfKind = (kind: string) => lines.filter((line) => line.kind === kind);
  const total = (of: typeof lines) => sum(of.map(({ amountMinor }) => amountMinor));
  tell("fare", fareMinor, total(lines.filter(countsTowardsTotal)));
  const wait = total(linesOfKind("wait"));
  const taxedMinor =
    total(lines) -
    total(linesOfKind("tax")) -
    total(linesOfKind("gratuity")) -
    total(linesOfKind("tip"));
  // The waiting is taxed separately, after the agreed fare.
  if (lines.every(countsTowardsTotal))
    tell(
      "tax",
      total(linesOfKind("tax")),
      rounded((taxedMinor - wait) * VAT) + rounded(wait * VAT),
    );
  tell("waiting", wait, waitingOf(trip));
  return faults;
}

/** Returns the price of waiting, from the steps in the trip's timeline. */
function waitingOf({ timeline, serviceType, vehicleClass, ...trip }: Reservation): number {
  const at = (state: string) =>
    timeline.findLast(({ from, to }) => to === state && from !== state)?.at ?? null;
  const [arrivedAt, boardedAt] = [at("on_location"), at("passenger_on_board")];
  if (arrivedAt === null || boardedAt === null) return 0;
  const isAirport = serviceType === "airport_pickup";
  const startsAt = isAirport
    ? Date.parse(trip.landedAt ?? trip.pickupAt)
    : Math.max(Date.parse(arrivedAt), Date.parse(trip.pickupAt));
  const free =
    (FREE_WAITING_MINUTES as Record<string, number>)[serviceType] ?? DEFAULT_FREE_MINUTES;
  const paid = Date.parse(boardedAt) - startsAt - free * MINUTE;
  return Math.max(0, Math.ceil(paid / MINUTE)) * (WAIT_MINUTE_MINOR[vehicleClass.name] ?? 0);
}

/** Returns 12345 for "RWF 12,345", or null if the text is not an amount. */
export function amountIn(text: string): number | null {
  const found = /^[−-]?(?:RWF\s?)?([\d,]+)(?:\s?RWF)?$/.exec(text.trim());
  return found ? Number(found[1]?.replaceAll(",", "")) : null;
}
