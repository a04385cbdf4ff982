/** No-shows: reported by the driver who waited, with evidence, or by dispatch with a reason. */
import { and, eq, inArray, lt } from "drizzle-orm";
import { files } from "../../../db/schema/files";
import { tripMessages } from "../../../db/schema/messages";
import { noShows } from "../../../db/schema/no-shows";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { SYSTEM_ACTOR, type Actor, type Deps } from "../../deps";
import { AppError } from "../../errors";
import { insertPhotoRow, withPhoto } from "../../files/photos";
import { greatCircleMeters } from "../../places/rules";
import { announce, endOffersAndAssignment, moveReservation } from "../../reservations/actions";
import type { RejectReservation } from "../../reservations/contract";
import type { EventOf } from "../../reservations/event-contract";
import type { NoShowProof } from "../../reservations/waiting/no-show-contract";
import { noShowWaitMinutes } from "../../reservations/waiting/no-show-queries";
import { minutesToWait, noShowTooEarlyText } from "../../reservations/waiting/no-show-rules";
import { noShowOutcomeOf, pickupTimes } from "../changes/trip-amount-queries";
import { loadTrip } from "../../reservations/trip-queries";
import { requireOwnedRow } from "../../rows";
import { findRow, insertRow } from "../../../db/rows";

/** How late a photo may arrive. A later one proves nothing. */
const MAX_PHOTO_AGE_MS = 86_400_000;

/**
 * Stores the driver's evidence in the transaction of the step and returns the details for the log. `at` is the time of
 * the tap (ms UTC). 422 `no_show.too_early` before the wait has ended.
 */
export function proveNoShow(
  tx: Tx,
  deps: Deps,
  row: StoredTrip,
  driverId: string,
  { position, called }: NoShowProof,
  at: number,
): EventOf<"no_show"> {
  const arrivedAt = pickupTimes(tx, row.id).arrivedAt ?? row.pickupAt;
  const waitMinutes = noShowWaitMinutes({ ...deps, db: tx }, row);
  const { pickupAt, landedAt } = row;
  const minutesLeft = minutesToWait({ pickupAt, landedAt, arrivedAt, waitMinutes }, at);
  if (minutesLeft > 0)
    throw new AppError("no_show.too_early", {
      message: noShowTooEarlyText(minutesLeft),
    });
  const pickup = { latitude: row.pickupLatitude, longitude: row.pickupLongitude };
  const distanceMeters =
    position && row.pickupPinned ? Math.round(greatCircleMeters(position, pickup)) : null;
  const messageCount = countMessagesToRider(tx, row.id, driverId);
  insertRow(tx, noShows, {
    reservationId: row.id,
    driverId,
    declaredAt: at,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    accuracyMeters: position?.accuracyMeters ?? null,
    distanceMeters,
    called,
    messages: messageCount,
  });
  return {
    kind: "no_show",
    waitedMinutes: Math.floor((at - arrivedAt) / 60_000),
    hasPosition: position !== null,
    ...(distanceMeters !== null && { distanceMeters }),
    called,
    messages: messageCount,
  };
}

/**
 * Returns how many messages a driver has written to the rider of a trip. Uses the index `trip_messages_reservation`.
 */
function countMessagesToRider(tx: Tx, reservationId: string, driverId: string): number {
  return tx
    .select({ id: tripMessages.id })
    .from(tripMessages)
    .where(
      and(
        eq(tripMessages.reservationId, reservationId),
        eq(tripMessages.sender, "driver"),
        eq(tripMessages.senderId, driverId),
        inArray(tripMessages.recipient, ["both", "rider"]),
      ),
    )
    .all().length;
}

/**
 * Adds the driver's photo of the place, sent after the tap. Only the first counts. 404 if this driver reported no
 * no-show, 409 a day later, 413 and 415 for an invalid picture.
 */
export async function addNoShowPhoto(
  deps: Deps,
  driverId: string,
  id: string,
  photo: File,
): Promise<void> {
  const load = (tx: Tx) => {
    const noShow = findRow(tx, noShows, { reservationId: id });
    const row = requireOwnedRow(noShow, { kind: "driver", id: driverId });
    if (row.photoFileId === null && row.declaredAt < deps.now() - MAX_PHOTO_AGE_MS)
      throw new AppError("no_show.photo_late");
    return row;
  };
  // Checked before the photo is decoded, so that callers without permission cause no work.
  if (load(deps.db as Tx).photoFileId !== null) return;
  const changedTrip = await withPhoto(deps, { account: driverId }, photo, (file) =>
    deps.write((tx) => {
      if (load(tx).photoFileId !== null || !file) return null;
      tx.update(noShows).set({ photoFileId: file.id }).where(eq(noShows.reservationId, id)).run();
      const owner = { ownerKind: "reservation", ownerId: id, purpose: "no_show" } as const;
      insertPhotoRow(tx, file, owner, deps.now());
      return loadTrip(tx, { actor: SYSTEM_ACTOR, id });
    }),
  );
  if (changedTrip) announce(deps, changedTrip);
}

/**
 * Reports a no-show for dispatch. The log keeps the reason, and the usual no-show fee applies. 409 unless a driver
 * waits at the pickup, or if the trip has changed in the meantime.
 */
export async function declareNoShow(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, reason }: RejectReservation,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    const noShowOutcome = noShowOutcomeOf(tx, before);
    const moved = moveReservation(deps, tx, before, {
      to: "no_show",
      actor,
      now,
      reason,
      ...noShowOutcome,
    });
    endOffersAndAssignment(tx, id, now, "accepted");
    return moved;
  });
  announce(deps, row);
}

/** Deletes the evidence of a trip's no-show. Returns the ids of its files. */
export function deleteNoShow(tx: Tx, reservationId: string): string[] {
  tx.delete(noShows).where(eq(noShows.reservationId, reservationId)).run();
  return tx
    .delete(files)
    .where(
      and(
        eq(files.ownerKind, "reservation"),
        eq(files.ownerId, reservationId),
        eq(files.purpose, "no_show"),
      ),
    )
    .returning({ id: files.id })
    .all()
    .map(({ id }) => id);
}

/** Matches evidence from before an instant (ms). */
export const noShowsBefore = (at: number) => lt(noShows.declaredAt, at);

/**
 * Deletes the evidence of up to `limit` no-shows from before a time (ms UTC). Returns how many, and the files that are
 * no longer used.
 */
export function sweepNoShows(
  tx: Tx,
  before: number,
  limit: number,
): { removed: number; files: string[] } {
  const expiredNoShows = tx
    .select({ id: noShows.reservationId })
    .from(noShows)
    .where(noShowsBefore(before))
    .limit(limit)
    .all();
  return {
    removed: expiredNoShows.length,
    files: expiredNoShows.flatMap(({ id }) => deleteNoShow(tx, id)),
  };
}
