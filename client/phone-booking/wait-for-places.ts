import type { PhoneDraft } from "./draft";

/** How often it is checked whether places are resolved, at most, and the delay between two checks in ms. */
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
