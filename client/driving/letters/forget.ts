/** Deletes a driver's unsent reports and photos from the phone at sign-out. */
import { forgetDrafts } from "./incident-draft";
import { discardLetters, openLetters } from "./letter-store";

/** The number of photos and reports that have not been sent. */
export async function countLetters(driverId: string): Promise<number> {
  return (await (await openLetters(driverId)).all()).length;
}

/** Deletes all of them, and the drafts too. */
export async function forgetLetters(driverId: string): Promise<void> {
  await discardLetters(driverId);
  await forgetDrafts(driverId);
}
