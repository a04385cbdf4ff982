/**
 * A time out of service ends after it begins and in the future when it is entered; two years are
 * the longest. It may have begun already: a car that broke down this morning. An ended one cannot change.
 */

const MAX_OUTAGE_MS = 2 * 366 * 86_400_000;

/** Which end of it is wrong, in words for its field; null when all is well. Times in ms UTC. */
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

/** The state of a time out of service; `endsAt` itself is outside. */
export function outageState(
  outage: { startsAt: number; endsAt: number; liftedAt: number | null },
  now: number,
): "planned" | "now" | "over" | "lifted" {
  if (outage.liftedAt !== null) return "lifted";
  if (outage.endsAt <= now) return "over";
  return outage.startsAt <= now ? "now" : "planned";
}
