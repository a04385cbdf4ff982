import { fullName } from "../../accounts/name-rules";
import { eq } from "drizzle-orm";
import { drivers } from "../../../db/schema/drivers";
import { noShows } from "../../../db/schema/no-shows";
import type { Deps } from "../../deps";
import { readPhotoFile } from "../../files/photos";
import type { NoShowEvidence } from "../../reservations/waiting/no-show-contract";
import { requireRow } from "../../rows";
import { iso } from "../../formats/instants";

/** Returns the driver's evidence of a no-show, or null if there is none or dispatch reported it. */
export function readNoShow(deps: Deps, id: string): NoShowEvidence | null {
  const [record] = deps.db
    .select({ row: noShows, firstName: drivers.firstName, lastName: drivers.lastName })
    .from(noShows)
    .innerJoin(drivers, eq(drivers.id, noShows.driverId))
    .where(eq(noShows.reservationId, id))
    .all();
  if (!record) return null;
  const { row, firstName, lastName } = record;
  const { latitude, longitude, accuracyMeters } = row;
  return {
    declaredAt: iso(row.declaredAt),
    driver: { id: row.driverId, name: fullName({ firstName, lastName }) },
    position:
      latitude !== null && longitude !== null && accuracyMeters !== null
        ? { latitude, longitude, accuracyMeters }
        : null,
    distanceMeters: row.distanceMeters,
    called: row.called,
    messages: row.messages,
    photo: row.photoFileId === null ? null : `/backend/admin/reservations/${id}/no-show/photo`,
  };
}

/** Returns the photo of a no-show. 404 if there is none. */
export function readNoShowPhoto(deps: Deps, id: string) {
  const row = requireRow(deps.db, noShows, { reservationId: id });
  return readPhotoFile(deps, row.photoFileId);
}
