/** Texts of the day views. */
import type { DayPlan, TightConnection } from "../../../src/dispatch/board/day-contract";
import { hasDriver, isOver } from "../../../src/reservations/rules";
import { countText } from "../../ui/trip-words";

/** Returns "Tight: 20 min after trip #1001, but the drive takes about 25 min", or that the two overlap. */
export function tightConnectionText({
  number,
  gapSeconds,
  travelSeconds,
}: TightConnection): string {
  if (gapSeconds < 0) return `Overlaps trip #${number}`;
  const driveMinutes = Math.ceil(travelSeconds / 60);
  return `Tight: ${Math.floor(gapSeconds / 60)} min after trip #${number}, but the drive takes about ${driveMinutes} min`;
}

/** Returns a summary of the day for screen readers. */
export function dayWords({ trips, drivers }: DayPlan): string {
  const shownTrips = trips.filter(({ matches }) => matches);
  const unassignedCount = shownTrips.filter(
    ({ driverId, state }) => driverId === null && !hasDriver(state) && !isOver(state),
  ).length;
  const tightCount = trips.filter((trip) => trip.tight !== null).length;
  return [
    `This day has ${countText(shownTrips.length, "reservation")} (${unassignedCount} without a driver) and ${countText(drivers.length, "driver")}.`,
    ...(tightCount > 0 ? [`${countText(tightCount, "tight connection")}.`] : []),
  ].join(" ");
}
