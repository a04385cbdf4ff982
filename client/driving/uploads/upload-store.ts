/** Photos and reports of a driver, which are too large for a tap: they are kept here and sent after it. */
import type { ReportIncident } from "../../../src/incidents/contract";
import type { LocalRow } from "../local-rows";
import { openOnce } from "./open-once";

/** What waits to be sent. */
type Upload =
  | { kind: "no_show_photo"; tripId: string; number: number; photo: Blob }
  | {
      kind: "incident";
      report: ReportIncident;
      photos: Blob[];
      /** Once the report itself is there: its id, and how many photos have followed. */
      arrived: { id: string; photos: number } | null;
    };

/** A letter as it is kept on the phone; `refusal` is why the server did not take it, in words. */
export type StoredUpload = LocalRow & { letter: Upload; refusal: string | null };

const NEWS = "livery:letter";

/** The letters of a driver on this phone. */
export const openUploads = openOnce<StoredUpload>({
  database: "livery-driver-letters",
  table: "letters",
});

/** Keeps a letter; it is sent as soon as there is a network. Throws where the phone cannot keep it. */
export async function addUpload(driverId: string, letter: Upload): Promise<void> {
  const rows = await openUploads(driverId);
  await rows.add({ driverId, letter, refusal: null });
  window.dispatchEvent(new Event(NEWS));
}

/** Lets everything go: the driver signs out knowing what is not sent. */
export async function discardUploads(driverId: string): Promise<void> {
  const rows = await openUploads(driverId);
  await rows.remove((await rows.all()).map(({ seq }) => seq));
  window.dispatchEvent(new Event(NEWS));
}

/** Calls back when a letter is kept or let go on this page; returns what ends that. */
export function onUploadsChange(listener: () => void): () => void {
  window.addEventListener(NEWS, listener);
  return () => window.removeEventListener(NEWS, listener);
}
