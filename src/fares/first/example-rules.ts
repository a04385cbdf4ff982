/** Ten example trips that show what a price list charges, each with its shares of waiting, night surcharge and tax. */
import type { FareLine, FeeSchedule, PricedTrip } from "../contract";
import { sumOf, MILLIMETERS_PER_UNIT } from "../money-rules";
import { priceTrip, fareWithWait } from "../rules";

/** An example trip, which starts at two in the afternoon or at eleven at night. */
type ExampleTrip = {
  distance: number;
  minutes: number;
  night: boolean;
  /** Minutes of waiting beyond the free time. */
  waitMinutes: number;
  hours: number | null;
};

export type PricedExample = ExampleTrip & {
  totalMinor: number;
  nightMinor: number;
  waitMinor: number;
  taxMinor: number;
};

const plain = { night: false, waitMinutes: 0, hours: null };
const trips: readonly ExampleTrip[] = [
  { ...plain, distance: 2, minutes: 6 },
  { ...plain, distance: 5, minutes: 14 },
  { ...plain, distance: 8, minutes: 20 },
  { ...plain, distance: 12, minutes: 25 },
  { ...plain, distance: 12, minutes: 25, night: true },
  { ...plain, distance: 20, minutes: 30 },
  { ...plain, distance: 20, minutes: 30, waitMinutes: 15 },
  { ...plain, distance: 40, minutes: 45 },
  { ...plain, distance: 20, minutes: 60, hours: 1 },
  { ...plain, distance: 60, minutes: 240, hours: 4 },
];

const endWithoutPlace = { zoneIds: [], placeIds: [], airport: false };

/** Returns what the examples cost in a class. Trips that the class does not serve are left out. */
export function exampleFares(schedule: FeeSchedule, vehicleClassId: string): PricedExample[] {
  return trips.flatMap((example) => {
    const { distance, minutes, night, waitMinutes, hours } = example;
    const serviceType = hours === null ? "point_to_point" : "hourly";
    const trip: PricedTrip = {
      serviceType,
      distanceMeters: Math.round((distance * MILLIMETERS_PER_UNIT[schedule.distanceUnit]) / 1_000),
      durationSeconds: minutes * 60,
      pickupLocal: night ? "2026-03-04T23:00" : "2026-03-04T14:00",
      bookedOn: "2026-03-01",
      leadMinutes: 3 * 1_440,
      pickup: endWithoutPlace,
      dropoff: endWithoutPlace,
      stops: 0,
      ...(hours !== null && { hours }),
      deadheadMeters: 0,
      extras: [],
      promotion: null,
    };
    const fareWithoutWait = priceTrip(schedule, vehicleClassId, trip);
    if (!fareWithoutWait) return [];
    const onBoardAt = (schedule.graceMinutes[serviceType] + waitMinutes) * 60_000;
    const waitTimes = { pickupAt: 0, arrivedAt: 0, onBoardAt, landedAt: null };
    const fare = fareWithWait(
      schedule,
      { serviceType, vehicleClassId, ...waitTimes },
      fareWithoutWait,
    );
    const sumOfKinds = (...kinds: FareLine["kind"][]) =>
      fare.lines
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    return [
      {
        ...example,
        totalMinor: sumOf(fare.lines),
        nightMinor: sumOfKinds("night"),
        waitMinor: sumOfKinds("wait"),
        taxMinor: sumOfKinds("tax"),
      },
    ];
  });
}
