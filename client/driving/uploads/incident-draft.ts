/** What a driver has typed of a report that is not sent: kept on the phone, photos and all. */
import type { ReportIncident } from "../../../src/incidents/contract";
import type { LocalRow } from "../local-rows";
import { openOnce } from "./open-once";

/** What the form asks, as it is typed. */
export interface IncidentDraft {
  kind: ReportIncident["kind"] | "";
  what: string;
  /** The phone's wall clock, as a date field has it. */
  happened: string;
  hurt: boolean;
  place: string;
  policeNumber: string;
  photos: Blob[];
}

type KeptDraft = LocalRow & { tripId: string | null; draft: IncidentDraft };

const open = openOnce<KeptDraft>({ database: "livery-driver-drafts", table: "drafts" });

/** What was typed for a trip, or for none; null when nothing was. */
export async function readDraft(
  driverId: string,
  tripId: string | null,
): Promise<IncidentDraft | null> {
  const rows = await (await open(driverId)).all();
  return rows.findLast((row) => row.tripId === tripId)?.draft ?? null;
}

/** Keeps what is typed in place of what was; null forgets it. */
export async function keepDraft(
  driverId: string,
  tripId: string | null,
  draft: IncidentDraft | null,
): Promise<void> {
  const rows = await open(driverId);
  const [first, ...others] = (await rows.all()).filter((row) => row.tripId === tripId);
  await rows.remove(others.map(({ seq }) => seq));
  if (first && draft) await rows.put([{ ...first, draft }]);
  else if (first) await rows.remove([first.seq]);
  else if (draft) await rows.add({ driverId, tripId, draft });
}

/** Forgets everything that was typed: the driver signs out. */
export async function forgetDrafts(driverId: string): Promise<void> {
  const rows = await open(driverId);
  await rows.remove((await rows.all()).map(({ seq }) => seq));
}
