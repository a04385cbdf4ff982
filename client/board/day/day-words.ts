/** The words of the day's views. */
import type { DayPlan, TightConnection } from "../../../src/dispatch/board/day-contract";
import { counted } from "../../ui/trip-words";

/** "Tight: about 25 min of way from trip #1001, 20 min of time", or that the two overlap. */
export function tightWords({ number, gapSeconds, travelSeconds }: TightConnection): string {
  if (gapSeconds < 0) return `Overlaps trip #${number}`;
  const way = Math.ceil(travelSeconds / 60);
  return `Tight: about ${way} min drive from trip #${number}, with ${Math.floor(gapSeconds / 60)} min between them`;
}

/** The day in a sentence, for those who do not see it. */
export function dayWords({ trips, drivers }: DayPlan): string {
  const shown = trips.filter(({ matches }) => matches);
  const free = shown.filter(({ driverId }) => driverId === null).length;
  const tight = trips.filter((trip) => trip.tight !== null).length;
  return [
    `${counted(shown.length, "reservation")}, ${free} without a driver, ${counted(drivers.length, "driver")}.`,
    ...(tight > 0 ? [`${counted(tight, "tight connection")}.`] : []),
  ].join(" ");
}
