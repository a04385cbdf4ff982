/** Deletes a driver's unsent reports and photos from the phone at sign-out. */
import { forgetDrafts } from "./incident-draft";
import { discardUploads, openUploads } from "./upload-store";

/** Returns the number of photos and reports that have not been sent; 0 if the phone cannot read them. */
export async function countWaitingUploads(driverId: string): Promise<number> {
  const rows = await openUploads(driverId);
  return (await rows.all().catch(() => [])).length;
}

/** Deletes all unsent photos and reports, and the drafts too. If one of them fails, it still deletes the other. */
export async function forgetAll(driverId: string): Promise<void> {
  await Promise.allSettled([discardUploads(driverId), forgetDrafts(driverId)]);
}
