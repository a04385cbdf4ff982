/** Merges one rider into another, permanently. */
import { fullName } from "../accounts/name-rules";
import { and, eq, getTableName, inArray, sql } from "drizzle-orm";
import { riderMerges, riders, type StoredRider } from "../../db/schema/accounts";
import { files } from "../../db/schema/files";
import { savedPlaces } from "../../db/schema/places";
import { reservations, reservationStates } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { findBlock } from "../accounts/block-queries";
import { currentRiderId } from "../accounts/merge-queries";
import { findRider } from "../accounts/sign-in/rider-queries";
import { maskContact } from "../accounts/rules";
import { endOtherSessions } from "../accounts/sessions/session-actions";
import { appendAudit } from "../audit/actions";
import { logOnCompany } from "../companies/actions";
import { companiesOf, membershipOf } from "../companies/queries";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { discardFile } from "../files/store";
import { accountsMerged, contactRemoved } from "../notifications/texts/account-texts";
import { queueMessage } from "../notifications/outbox";
import { announce } from "../reservations/actions";
import { logOrderPause } from "../reservations/standing-orders/order-actions";
import { isOver } from "../reservations/rules";
import type { MergeRiders } from "./merge-contract";
import { previewMerge } from "./merge-queries";
import { combinedContacts } from "./merge-rules";
import { type RiderReference, riderReferences } from "./merge-tables";
import { findRows, insertRow, updateRow } from "../../db/rows";
import { readOperator } from "../settings/queries";
import { recordWebhook } from "../webhooks/record-actions";

const openStates = reservationStates.filter((state) => !isOver(state));

/**
 * Merges two riders. Everything of the merged rider becomes the kept rider's, all sessions of both end, removed and
 * remaining contacts are notified, and the old id leads to the kept rider. Repeating it changes nothing. 404 for an
 * unknown rider, 409 if either has changed since the preview, 422 for merging a rider into themselves, or if only one
 * of them belongs to a company and dispatch does not confirm that the membership moves.
 */
export async function mergeRiders(
  deps: Deps,
  actor: Actor,
  keptId: string,
  input: MergeRiders,
): Promise<void> {
  const mergeResult = await deps.write((tx) => {
    const { mergedId } = input;
    if (mergedId !== keptId && currentRiderId(tx, mergedId) === keptId) return null;
    const view = previewMerge(tx, deps, keptId, mergedId);
    if (view.refusal && !input.moveMemberships) throw new AppError(view.refusal);
    if (view.seen !== input.seen) throw new AppError("rider_merge.stale");
    const keptRider = findRider(tx, keptId);
    const merged = findRider(tx, mergedId);
    if (!keptRider || !merged) throw new AppError("request.not_found");
    return mergeRecords(tx, deps, actor, { kept: keptRider, merged, input });
  });
  if (!mergeResult) return;
  if (mergeResult.sessionIds.length > 0)
    deps.bus.publish({ type: "session_ended", sessionIds: mergeResult.sessionIds });
  for (const row of mergeResult.trips) announce(deps, row);
  if (mergeResult.pictureId) await discardFile(deps, mergeResult.pictureId);
}

type MergedPair = { kept: StoredRider; merged: StoredRider; input: MergeRiders };

function mergeRecords(tx: Tx, deps: Deps, actor: Actor, pair: MergedPair) {
  const { kept, merged, input } = pair;
  const now = deps.now();
  const contacts = combinedContacts(kept, merged, input);
  const trips = tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.riderId, merged.id), inArray(reservations.state, openStates)))
    .all();
  // Also ends the sessions of the kept rider. If they are two people after all, neither keeps access to the other's
  // account.
  const endedSessionIds = [kept, merged].flatMap(({ id }) =>
    endOtherSessions(tx, "rider", id, null),
  );
  const movedMembershipCount = moveMemberships(tx, deps, actor, kept.id, merged.id);
  // A block also stops the orders of the other rider. It is recorded in their logs before the two become one.
  const [isKeptRiderBlocked, isMergedBlocked] = [
    findBlock(tx, kept.id),
    findBlock(tx, merged.id),
  ].map(Boolean);
  const pausedOrderTrips =
    isKeptRiderBlocked === isMergedBlocked
      ? []
      : logOrderPause(tx, deps, isKeptRiderBlocked ? merged.id : kept.id, actor, "begun");
  const pictureId = kept.pictureFileId === null ? null : merged.pictureFileId;
  if (pictureId) tx.delete(files).where(eq(files.id, pictureId)).run();
  resolveDuplicatePlaces(tx, kept.id, merged.id);
  // The template of an order also contains its rider.
  tx.run(sql`UPDATE standing_orders SET template = json_set(template, '$.riderId', ${kept.id})
    WHERE rider_id = ${merged.id}`);
  for (const reference of riderReferences) moveToKeptRider(tx, reference, merged.id, kept.id);
  // If any row still refers to the rider, the deletion fails, so that no data is lost unnoticed.
  tx.delete(riders).where(eq(riders.id, merged.id)).run();
  const ridersByPreference = input.name === "kept" ? [kept, merged] : [merged, kept];
  const riderWithName = ridersByPreference.find((one) => fullName(one) !== "") ?? kept;
  const { firstName, lastName, hasOneName } = riderWithName;
  updateRow(tx, riders, kept.id, {
    firstName,
    lastName,
    hasOneName,
    phone: contacts.phone,
    email: contacts.email,
    pendingEmail: kept.pendingEmail === contacts.email ? null : kept.pendingEmail,
    pendingPhone: kept.pendingPhone === contacts.phone ? null : kept.pendingPhone,
    pictureFileId: kept.pictureFileId ?? merged.pictureFileId,
    dispatchNote: input.note,
    createdAt: Math.min(kept.createdAt, merged.createdAt),
    updatedAt: now,
  });
  const otherName = fullName(riderWithName === kept ? merged : kept);
  insertRow(tx, riderMerges, {
    mergedRiderId: merged.id,
    mergedIntoRiderId: kept.id,
    name: otherName,
    byName: actor.name,
    at: now,
  });
  recordWebhook(tx, "rider.merged", { at: now, now }, () => ({
    id: kept.id,
    mergedRiderId: merged.id,
  }));
  notifyContacts(tx, deps, pair, contacts);
  appendAudit(tx, deps, {
    actor,
    action: "rider.merged",
    subject: { kind: "rider", id: kept.id },
    summary: "Merged two riders",
    detail: {
      merged: merged.id,
      trips: trips.length,
      contactsGone: contacts.removed.length,
      memberships: movedMembershipCount,
    },
  });
  const changedTrips = [
    ...new Map([...trips, ...pausedOrderTrips].map((row) => [row.id, row])).values(),
  ];
  return {
    trips: changedTrips.map((row) => ({ ...row, riderId: kept.id })),
    sessionIds: endedSessionIds,
    pictureId,
  };
}

/**
 * Records in the log of each company that its member is now another account, and returns their number. If both are
 * members, the kept rider's membership stays.
 */
function moveMemberships(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  keptId: string,
  mergedId: string,
): number {
  const movedMemberships = companiesOf(tx, mergedId).filter(
    ({ id }) => !membershipOf(tx, id, keptId),
  );
  for (const { id, role } of movedMemberships)
    logOnCompany(tx, deps, {
      companyId: id,
      actor,
      at: deps.now(),
      act: "member_moved",
      detail: { role },
    });
  return movedMemberships.length;
}

/** Applies the merge rule of one column to its rows. */
function moveToKeptRider(
  tx: Tx,
  { table, column, where, mergeRule }: RiderReference,
  from: string,
  to: string,
): void {
  if (typeof mergeRule !== "string") return;
  const name = sql.identifier(getTableName(table));
  const field = sql.identifier(column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const theirs = and(sql`${field} = ${from}`, where?.(from));
  if (mergeRule === "moved") tx.run(sql`UPDATE ${name} SET ${field} = ${to} WHERE ${theirs}`);
  if (mergeRule === "first")
    tx.run(sql`UPDATE OR IGNORE ${name} SET ${field} = ${to} WHERE ${theirs}`);
  if (mergeRule !== "moved") tx.run(sql`DELETE FROM ${name} WHERE ${theirs}`);
}

/**
 * Removes a place that both riders have saved with the same label and position. Renames other places whose label the
 * kept rider uses.
 */
function resolveDuplicatePlaces(tx: Tx, keptId: string, mergedId: string): void {
  const placesOf = (id: string) => findRows(tx, savedPlaces, { riderId: id });
  const keptPlaces = placesOf(keptId);
  const labels = new Set(keptPlaces.map(({ label }) => label));
  for (const place of placesOf(mergedId)) {
    const isSame = keptPlaces.some(
      (one) =>
        one.label === place.label &&
        one.latitude === place.latitude &&
        one.longitude === place.longitude,
    );
    if (isSame) tx.delete(savedPlaces).where(eq(savedPlaces.id, place.id)).run();
    else if (labels.has(place.label)) {
      let count = 2;
      while (labels.has(`${place.label} ${count}`)) count++;
      const label = `${place.label} ${count}`;
      labels.add(label);
      updateRow(tx, savedPlaces, place.id, { label });
    }
  }
}

/** Notifies removed contacts that they can no longer sign in, and remaining contacts of the merge. */
function notifyContacts(
  tx: Tx,
  deps: Deps,
  { kept, merged }: MergedPair,
  { phone, email, removed }: ReturnType<typeof combinedContacts>,
): void {
  const { brand } = readOperator(deps);
  const { language: mergedLanguage } = merged;
  for (const to of removed) {
    const isContactOfKept = to.value === kept.phone || to.value === kept.email;
    const language = isContactOfKept ? kept.language : mergedLanguage;
    queueMessage(tx, deps, {
      to,
      riderId: kept.id,
      message: contactRemoved({ language, brand, to }),
    });
  }
  const remainingContacts = [
    ...(email ? [{ type: "email" as const, value: email }] : []),
    ...(phone ? [{ type: "phone" as const, value: phone }] : []),
  ];
  const maskedContacts = remainingContacts.map(maskContact);
  for (const to of remainingContacts)
    queueMessage(tx, deps, {
      to,
      riderId: kept.id,
      message: accountsMerged({ language: kept.language, brand, to, maskedContacts }),
    });
}
