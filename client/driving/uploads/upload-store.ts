/** Stores a driver's photos and reports, which are too large for a tap, until they are sent. */
import type { ReportIncident } from "../../../src/incidents/contract";
import type { ExpenseKind } from "../../../src/fares/contract";
import type { LocalRow } from "../local-rows";
import { openSharedStore } from "./shared-store";

/** A photo or report that waits to be sent. */
type Upload =
  | { kind: "no_show_photo"; tripId: string; number: number; photo: Blob }
  | {
      kind: "expense";
      /** The idempotency key, which is the same for every try to send it. */
      key: string;
      tripId: string;
      number: number;
      expense: { kind: ExpenseKind; name: string; amountMinor: number; currency: string };
      photo: Blob | null;
    }
  | {
      kind: "incident";
      report: ReportIncident;
      photos: Blob[];
      /** Set once the server has the report: its id and the number of photos sent. */
      arrived: { id: string; photos: number } | null;
    };

/** An upload as stored on the phone; `refusal` is the server's reason for refusing it. */
export type StoredUpload = LocalRow & { letter: Upload; refusal: string | null };

const UPLOADS_CHANGED_EVENT = "livery:letter";
const UPLOADS_SEEN_EVENT = "livery:letters";

/** The uploads of a driver on this phone. */
export const openUploads = openSharedStore<StoredUpload>({
  database: "livery-driver-letters",
  table: "letters",
});

/** Stores an upload and sends it as soon as there is a network. Throws if the phone cannot store it. */
export async function addUpload(driverId: string, upload: Upload): Promise<void> {
  const rows = await openUploads(driverId);
  await rows.add({ driverId, letter: upload, refusal: null });
  window.dispatchEvent(new Event(UPLOADS_CHANGED_EVENT));
}

/** Deletes all uploads. The driver has confirmed that unsent ones are lost. */
export async function discardUploads(driverId: string): Promise<void> {
  const rows = await openUploads(driverId);
  await rows.remove((await rows.all()).map(({ seq }) => seq));
  window.dispatchEvent(new Event(UPLOADS_CHANGED_EVENT));
}

/** Calls `listener` when this page stores or deletes an upload. Returns a function that unsubscribes. */
export function onUploadsChange(listener: () => void): () => void {
  window.addEventListener(UPLOADS_CHANGED_EVENT, listener);
  return () => window.removeEventListener(UPLOADS_CHANGED_EVENT, listener);
}

/** Notifies the screens that the sender has looked at the uploads, so one may have been sent. */
export function announceUploadsSeen(): void {
  window.dispatchEvent(new Event(UPLOADS_SEEN_EVENT));
}

/** Calls `listener` when the sender has looked at the uploads. Returns a function that unsubscribes. */
export function onUploadsSeen(listener: () => void): () => void {
  window.addEventListener(UPLOADS_SEEN_EVENT, listener);
  return () => window.removeEventListener(UPLOADS_SEEN_EVENT, listener);
}
