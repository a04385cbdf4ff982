/** Text of the map of all drivers. */
import type { DriverOnDuty } from "../../src/tracking/contract";
import { ageWords, minutesTo } from "../ui/server-time";
import { formatSpeed } from "../ui/measure";
import { formatMoment } from "../ui/moment";
import { countText } from "../ui/trip-words";
import { type Fleet, isBusy, isOutdated, pickupPoint } from "./fleet";

/** Returns "Free", "On the way to Kigali Heights", "Waiting at …" or "Passenger on board to …". */
export function activityText({ trips }: DriverOnDuty): string {
  const [trip] = trips;
  if (!trip) return "Free";
  if (trip.state === "en_route") return `On the way to ${trip.pickup}`;
  if (trip.state === "on_location") return `Waiting at ${trip.pickup}`;
  return trip.dropoff === null
    ? "Passenger on board, by the hour"
    : `Passenger on board to ${trip.dropoff}`;
}

/** Returns the age of a driver's position: "just now", "3 min ago", "No position yet". */
export function lastSeenText({ position }: DriverOnDuty, now: number): string {
  return position ? ageWords(now - Date.parse(position.recordedAt)) : "No position yet";
}

/** Returns "29 km/h" or "standing"; null when unknown or outdated. */
export function speedText(
  { position }: DriverOnDuty,
  now: number,
  unit: "km" | "mi",
): string | null {
  if (!position || position.speedMps === null || isOutdated(position, now)) return null;
  return formatSpeed(position.speedMps, unit);
}

/** Returns when the current trip reaches its next place: "10:08, in 9 min", "about 10:08, …"; otherwise null. */
export function arrivalText(
  { position, trips }: DriverOnDuty,
  now: number,
  timeZone: string,
): string | null {
  const arrival = trips[0]?.arrival;
  if (!arrival || !position || isOutdated(position, now)) return null;
  const time = formatMoment(arrival.at, timeZone, "time");
  return `${arrival.estimate ? "about " : ""}${time}, in ${minutesTo(arrival, now)} min`;
}

/** Returns a summary of the map for screen readers. */
export function mapSummary(
  drivers: readonly DriverOnDuty[],
  { waiting }: Fleet,
  now: number,
): string {
  const seenDrivers = drivers.filter(({ position }) => position);
  const busyCount = seenDrivers.filter(isBusy).length;
  const outdatedCount = seenDrivers.filter(
    ({ position }) => position && isOutdated(position, now),
  ).length;
  const pickupCount = waiting.filter((row) => pickupPoint(row)).length;
  return [
    `${countText(seenDrivers.length, "car")}: ${busyCount} on a trip, ${seenDrivers.length - busyCount} free.`,
    ...(outdatedCount > 0
      ? [`${countText(outdatedCount, "car")} not seen for more than 2 minutes.`]
      : []),
    ...(pickupCount > 0 ? [`${countText(pickupCount, "pickup")} without a driver.`] : []),
    "The list shows everything that is on the map. Use the list to choose what the map shows.",
  ].join(" ");
}
