/** What a driver who signs out leaves behind on the phone: nothing. */
import { forgetDrafts } from "./incident-draft";
import { discardLetters, openLetters } from "./letter-store";

/** How many photos and reports have not been sent. */
export async function countLetters(driverId: string): Promise<number> {
  return (await (await openLetters(driverId)).all()).length;
}

/** Lets all of them go, and what was typed of others. */
export async function forgetLetters(driverId: string): Promise<void> {
  await discardLetters(driverId);
  await forgetDrafts(driverId);
}
