import type { PhoneDraft } from "./draft";

/** How often it is asked whether a place was found, and after how many ms again. */
const LOOKS = 130;
const LOOK_MS = 30;

/** Resolves once each place that was typed is one, or nobody has found it in time. */
export async function waitForPlaces(latest: () => PhoneDraft): Promise<void> {
  const isOpen = () =>
    [latest().trip.from, latest().trip.to, ...latest().trip.stops].some(
      ({ text, place }) => text.trim().length > 1 && !place,
    );
  for (let looks = 0; isOpen() && looks < LOOKS; looks++)
    await new Promise((done) => setTimeout(done, LOOK_MS));
}
