import type { Reservation } from "../../../src/reservations/contract";
import { formatDistance, formatDuration } from "../../ui/measure";
import type { Say } from "../../words/words";

/** Returns the length and duration of a trip: "12 km, 25 min", and whether that is an estimate. */
export function lengthText(
  { distanceMeters, durationSeconds, estimate }: Reservation,
  unit: "km" | "mi",
  t: Say,
): string {
  const text = `${formatDistance(distanceMeters, unit, t)}${t.known(", ")}${formatDuration(durationSeconds, t)}`;
  return estimate ? t("{text} (estimate)", { text }) : text;
}
