/** Nobody came: by the driver who waited, with what they can show, or by dispatch with a reason. */
import { and, eq, inArray, lt } from "drizzle-orm";
import { files } from "../../../db/schema/files";
import { tripMessages } from "../../../db/schema/messages";
import { noShows } from "../../../db/schema/no-shows";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { SYSTEM, type Actor, type Deps } from "../../deps";
import { AppError } from "../../errors";
import { keepPhoto, withPhoto } from "../../files/photos";
import { greatCircleMeters } from "../../places/rules";
import { announce, endCommitments, moveReservation } from "../../reservations/actions";
import type { RejectReservation } from "../../reservations/contract";
import type { EventOf } from "../../reservations/event-contract";
import type { NoShowProof } from "../../reservations/waiting/no-show-contract";
import { noShowWaitMinutes } from "../../reservations/waiting/no-show-queries";
import { minutesToWait } from "../../reservations/waiting/no-show-rules";
import { missedTrip, pickupTimes } from "../changes/money-queries";
import { loadTrip } from "../../reservations/trip-queries";
import { requireTheirs } from "../../rows";
import { findRow, insertRow } from "../../../db/rows";

/** A photo that comes later says nothing about the place any more. */
const PHOTO_WITHIN_MS = 86_400_000;

/**
 * Stores what the driver gave, in the transaction of the step; `at` is the time of the tap (ms UTC).
 * Returns what the log tells of it. 422 `no_show.too_early` before the wait is over.
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
  const left = minutesToWait({ pickupAt, landedAt, arrivedAt, waitMinutes }, at);
  if (left > 0)
    throw new AppError("no_show.too_early", {
      message: `Please wait ${left === 1 ? "1 more minute" : `${left} more minutes`}. Call your passenger in the meantime.`,
    });
  const pickup = { latitude: row.pickupLatitude, longitude: row.pickupLongitude };
  const distanceMeters =
    position && row.pickupPinned ? Math.round(greatCircleMeters(position, pickup)) : null;
  const messages = writtenBy(tx, row.id, driverId);
  insertRow(tx, noShows, {
    reservationId: row.id,
    driverId,
    declaredAt: at,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    accuracyMeters: position?.accuracyMeters ?? null,
    distanceMeters,
    called,
    messages,
  });
  return {
    kind: "no_show",
    waitedMinutes: Math.floor((at - arrivedAt) / 60_000),
    hasPosition: position !== null,
    ...(distanceMeters !== null && { distanceMeters }),
    called,
    messages,
  };
}

/** How often a driver has written to the rider of a trip. Reads `trip_messages_reservation`. */
function writtenBy(tx: Tx, reservationId: string, driverId: string): number {
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
 * The driver's photo of the place, after the tap; the first one counts, however often it is sent. 404
 * where this driver declared no no-show, 409 a day later, 413 and 415 for what is no picture.
 */
export async function addNoShowPhoto(
  deps: Deps,
  driverId: string,
  id: string,
  photo: File,
): Promise<void> {
  const load = (tx: Tx) => {
    const found = findRow(tx, noShows, { reservationId: id });
    const row = requireTheirs(found, { kind: "driver", id: driverId });
    if (row.photoFileId === null && row.declaredAt < deps.now() - PHOTO_WITHIN_MS)
      throw new AppError("no_show.photo_late");
    return row;
  };
  // Nothing is decoded for somebody who has no business here.
  if (load(deps.db as Tx).photoFileId !== null) return;
  const changed = await withPhoto(deps, { account: driverId }, photo, (file) =>
    deps.write((tx) => {
      if (load(tx).photoFileId !== null || !file) return null;
      tx.update(noShows).set({ photoFileId: file.id }).where(eq(noShows.reservationId, id)).run();
      const owner = { ownerKind: "reservation", ownerId: id, purpose: "no_show" } as const;
      keepPhoto(tx, file, owner, deps.now());
      return loadTrip(tx, { actor: SYSTEM, id });
    }),
  );
  if (changed) announce(deps, changed);
}

/**
 * Dispatch says that nobody came, for a reason that the log keeps; the fee is that of any no-show. 409
 * unless a driver waits at the pickup, or when the trip has changed meanwhile.
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
    const missed = missedTrip(tx, before);
    const moved = moveReservation(deps, tx, before, {
      to: "no_show",
      actor,
      now,
      reason,
      ...missed,
    });
    endCommitments(tx, id, now, "accepted");
    return moved;
  });
  announce(deps, row);
}

/** Forgets what was given with a trip's no-show. Returns the files that are no longer named. */
export function forgetNoShow(tx: Tx, reservationId: string): string[] {
  tx.delete(noShows).where(eq(noShows.reservationId, reservationId)).run();
  return tx
    .delete(files)
    .where(and(eq(files.ownerKind, "reservation"), eq(files.ownerId, reservationId)))
    .returning({ id: files.id })
    .all()
    .map(({ id }) => id);
}

/** What was given before an instant (ms). */
export const noShowsBefore = (at: number) => lt(noShows.declaredAt, at);

/** Forgets up to `most` of it. Returns how many, and the files that are no longer named. */
export function sweepNoShows(
  tx: Tx,
  before: number,
  most: number,
): { removed: number; files: string[] } {
  const due = tx
    .select({ id: noShows.reservationId })
    .from(noShows)
    .where(noShowsBefore(before))
    .limit(most)
    .all();
  return { removed: due.length, files: due.flatMap(({ id }) => forgetNoShow(tx, id)) };
}
