/** What a driver who signs out leaves behind on the phone: nothing. */
import { forgetDrafts } from "./incident-draft";
import { discardUploads, openUploads } from "./upload-store";

/** How many photos and reports have not been sent. */
export async function countUploads(driverId: string): Promise<number> {
  return (await (await openUploads(driverId)).all()).length;
}

/** Lets all of them go, and what was typed of others. */
export async function forgetUploads(driverId: string): Promise<void> {
  await discardUploads(driverId);
  await forgetDrafts(driverId);
}
