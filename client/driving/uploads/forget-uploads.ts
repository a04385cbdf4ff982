/** Deletes a driver's unsent reports and photos from the phone at sign-out. */
import { forgetDrafts } from "./incident-draft";
import { discardUploads, openUploads } from "./upload-store";

/** Returns the number of photos and reports that have not been sent. */
export async function countWaitingUploads(driverId: string): Promise<number> {
  return (await (await openUploads(driverId)).all()).length;
}

/** Deletes all unsent photos and reports, and the drafts too. */
export async function forgetUploadsAndDrafts(driverId: string): Promise<void> {
  await discardUploads(driverId);
  await forgetDrafts(driverId);
}
