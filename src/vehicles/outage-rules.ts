/**
 * Checks out-of-service periods. A period ends after it begins and, when it is entered, in the future; it lasts at most
 * two years. It may already have begun, for example for a car that broke down this morning. An ended period cannot be
 * changed.
 */

const MAX_OUTAGE_MS = 2 * 366 * 86_400_000;

/** Returns which end of the period is wrong, with a text for its field; null if both are right. Times in ms UTC. */
export function outageRefusal(
  startsAt: number,
  endsAt: number,
  now: number,
): { field: "startsLocal" | "endsLocal"; text: string } | null {
  if (endsAt <= startsAt) return { field: "endsLocal", text: "The end must be after the start." };
  if (endsAt <= now) return { field: "endsLocal", text: "This time has already passed." };
  if (endsAt - startsAt > MAX_OUTAGE_MS)
    return {
      field: "endsLocal",
      text: "Choose at most two years. For longer, set the vehicle out of service.",
    };
  return null;
}

/** Returns the state of an out-of-service period; `endsAt` itself is outside it. */
export function outageState(
  outage: { startsAt: number; endsAt: number; liftedAt: number | null },
  now: number,
): "planned" | "now" | "over" | "lifted" {
  if (outage.liftedAt !== null) return "lifted";
  if (outage.endsAt <= now) return "over";
  return outage.startsAt <= now ? "now" : "planned";
}
