import type { PhoneDraft } from "./draft";

/** How often to check whether places are resolved, and the delay in ms. */
const LOOKS = 130;
const LOOK_MS = 30;

/** Resolves when each typed place is resolved or the time is up. */
export async function waitForPlaces(latest: () => PhoneDraft): Promise<void> {
  const isOpen = () =>
    [latest().trip.from, latest().trip.to, ...latest().trip.stops].some(
      ({ text, place }) => text.trim().length > 1 && !place,
    );
  for (let looks = 0; isOpen() && looks < LOOKS; looks++)
    await new Promise((done) => setTimeout(done, LOOK_MS));
}
