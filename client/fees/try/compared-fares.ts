/** Compares a trip's fare under two price lists, line by line. */
import { deadheadMeters } from "../../../src/fares/deadhead-rules";
import type { FareLine, FeeSchedule, PromotionRefusal } from "../../../src/fares/contract";
import { driverPay } from "../../../src/fares/driver-pay-rules";
import { priceWithPromotion } from "../../../src/fares/rules";
import { pricedTrip, type Simulator } from "./use-simulator";

/** A trip's price under one price list. */
export interface SimulatedFare {
  totalMinor: number;
  lines: readonly FareLine[];
  payMinor: number;
  promotion: PromotionRefusal | null;
}

/** Returns the test trip's price; null when the class does not serve it or its facts are not loaded. */
export function simulatedFare(
  schedule: FeeSchedule,
  simulator: Pick<Simulator, "trip" | "facts">,
): SimulatedFare | null {
  const { trip, facts } = simulator;
  const { pickup, dropoff } = trip;
  if (!facts || !pickup.place || !dropoff.place) return null;
  const deadhead = deadheadMeters(schedule, pickup.place, dropoff.place);
  const tripToPrice = pricedTrip(schedule, simulator, deadhead);
  const price = tripToPrice && priceWithPromotion(schedule, trip.vehicleClassId, tripToPrice);
  if (!price) return null;
  const { fare, promotion } = price;
  return {
    totalMinor: fare.totalMinor,
    lines: fare.lines,
    payMinor: driverPay(schedule, fare.lines, facts.distanceMeters).totalMinor,
    promotion: promotion?.refusal ?? null,
  };
}

/** The same line of both fares; null for a fare without this line. */
interface ComparedLine {
  /** The line from the draft, or else from the price list in force. */
  line: FareLine;
  beforeMinor: number | null;
  afterMinor: number | null;
}

/** Returns the lines of two fares side by side, in fare order. */
export function comparedLines(
  before: readonly FareLine[],
  after: readonly FareLine[],
): ComparedLine[] {
  const remainingLines = [...before];
  const comparison: ComparedLine[] = [];
  for (const line of after) {
    const lineIndex = remainingLines.findIndex((old) => isSameCharge(old, line));
    // A line that only the price list in force has keeps the position it has there.
    for (const removedLine of remainingLines.splice(0, Math.max(0, lineIndex)))
      comparison.push(lineOnlyBefore(removedLine));
    const old = lineIndex >= 0 ? remainingLines.shift() : undefined;
    comparison.push({ line, beforeMinor: old?.amountMinor ?? null, afterMinor: line.amountMinor });
  }
  return [...comparison, ...remainingLines.map(lineOnlyBefore)];
}

function lineOnlyBefore(line: FareLine): ComparedLine {
  return { line, beforeMinor: line.amountMinor, afterMinor: null };
}

/** Whether two lines charge for the same thing: same kind, and same name if they have one. */
function isSameCharge(one: FareLine, other: FareLine): boolean {
  const nameOf = ({ params }: FareLine) => ("name" in params ? params.name : null);
  return one.kind === other.kind && nameOf(one) === nameOf(other);
}
