/** Drafts of incident reports, stored on the phone with their photos. */
import type { ReportIncident } from "../../../src/incidents/contract";
import { createSerialQueue } from "../../files/serial-queue";
import type { LocalRow } from "../local-rows";
import { openSharedStore } from "./shared-store";

/** The form's fields as typed. */
export interface IncidentDraft {
  kind: ReportIncident["kind"] | "";
  what: string;
  /** Local time of the phone, in the format of a `datetime-local` field. */
  happened: string;
  hurt: boolean;
  place: string;
  policeNumber: string;
  photos: Blob[];
}

type SavedDraft = LocalRow & { tripId: string | null; draft: IncidentDraft };

const openDrafts = openSharedStore<SavedDraft>({
  database: "livery-driver-drafts",
  table: "drafts",
});
/**
 * All writes of drafts run one after the other, so that the draft of a sent report is not stored after it was deleted.
 */
const serialQueue = createSerialQueue();

/** Reads the draft for a trip, or for no trip; null if it does not exist. */
export async function readDraft(
  driverId: string,
  tripId: string | null,
): Promise<IncidentDraft | null> {
  const rows = await (await openDrafts(driverId)).all();
  return rows.findLast((row) => row.tripId === tripId)?.draft ?? null;
}

/**
 * Replaces the draft; null deletes it. Rejects if the phone cannot store all of it, and then stores at least the text if
 * it can, with the photos that were stored before.
 */
export function saveDraft(
  driverId: string,
  tripId: string | null,
  draft: IncidentDraft | null,
): Promise<void> {
  return serialQueue(async () => {
    const rows = await openDrafts(driverId);
    const [first, ...others] = (await rows.all()).filter((row) => row.tripId === tripId);
    await rows.remove(others.map(({ seq }) => seq));
    const store = async (stored: IncidentDraft) => {
      if (first) await rows.put([{ ...first, draft: stored }]);
      else await rows.add({ driverId, tripId, draft: stored });
    };
    if (draft)
      await store(draft).catch(async (error: unknown) => {
        await store({ ...draft, photos: first?.draft.photos ?? [] });
        throw error;
      });
    else if (first) await rows.remove([first.seq]);
  });
}

/** Deletes all drafts of the driver, at sign-out. */
export async function forgetDrafts(driverId: string): Promise<void> {
  const rows = await openDrafts(driverId);
  await rows.remove((await rows.all()).map(({ seq }) => seq));
}
