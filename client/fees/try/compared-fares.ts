/** One trip under two schedules, line by line. */
import { deadheadMeters } from "../../../src/fares/deadhead-rules";
import type { FareLine, FeeSchedule, PromotionRefusal } from "../../../src/fares/contract";
import { driverPay } from "../../../src/fares/pay-rules";
import { priceWithPromotion } from "../../../src/fares/rules";
import { pricedTrip, type Simulator } from "./use-simulator";

/** A trip's price under one schedule. */
export interface TriedFare {
  totalMinor: number;
  lines: readonly FareLine[];
  payMinor: number;
  promotion: PromotionRefusal | null;
}

/** The price of the tried trip; null when the class does not serve it, or its facts are not there. */
export function triedFare(
  schedule: FeeSchedule,
  simulator: Pick<Simulator, "trip" | "facts">,
): TriedFare | null {
  const { trip, facts } = simulator;
  const { pickup, dropoff } = trip;
  if (!facts || !pickup.place || !dropoff.place) return null;
  const empty = deadheadMeters(schedule, pickup.place, dropoff.place);
  const priced = pricedTrip(schedule, simulator, empty);
  const found = priced && priceWithPromotion(schedule, trip.vehicleClassId, priced);
  if (!found) return null;
  const { fare, promotion } = found;
  return {
    totalMinor: fare.totalMinor,
    lines: fare.lines,
    payMinor: driverPay(schedule, fare.lines, facts.distanceMeters).totalMinor,
    promotion: promotion?.refusal ?? null,
  };
}

/** A line of both prices; null where one of them has no such line. */
interface ComparedLine {
  /** Of the draft, else of the schedule in force. */
  line: FareLine;
  before: number | null;
  after: number | null;
}

/** The lines of two prices side by side, in the order of the fare. */
export function comparedLines(
  before: readonly FareLine[],
  after: readonly FareLine[],
): ComparedLine[] {
  const left = [...before];
  const found: ComparedLine[] = [];
  for (const line of after) {
    const at = left.findIndex((old) => isSame(old, line));
    // What only the schedule in force has stands where it would stand there.
    for (const gone of left.splice(0, Math.max(0, at))) found.push(only(gone));
    const old = at >= 0 ? left.shift() : undefined;
    found.push({ line, before: old?.amountMinor ?? null, after: line.amountMinor });
  }
  return [...found, ...left.map(only)];
}

function only(line: FareLine): ComparedLine {
  return { line, before: line.amountMinor, after: null };
}

/** Whether two prices charge the same thing, however much: of a kind, and of the same name where it has one. */
function isSame(one: FareLine, other: FareLine): boolean {
  const nameOf = ({ params }: FareLine) => ("name" in params ? params.name : null);
  return one.kind === other.kind && nameOf(one) === nameOf(other);
}
