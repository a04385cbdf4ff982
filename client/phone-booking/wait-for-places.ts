import type { PhoneDraft } from "./draft";

/** How often to check whether places are resolved, and the delay in ms. */
const MAX_CHECKS = 130;
const CHECK_INTERVAL_MS = 30;

/** Resolves when each typed place is resolved or the time is up. */
export async function waitForPlaces(latest: () => PhoneDraft): Promise<void> {
  const hasUnresolvedPlaces = () =>
    [latest().trip.from, latest().trip.to, ...latest().trip.stops].some(
      ({ text, place }) => text.trim().length > 1 && !place,
    );
  for (let checks = 0; hasUnresolvedPlaces() && checks < MAX_CHECKS; checks++)
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
}
