/** The tables of a rider's account: sign-ins, messages, places, pictures. */
import { and, eq, inArray, or, sql } from "drizzle-orm";
import * as accounts from "../../db/schema/accounts";
import { calendarFeeds } from "../../db/schema/calendars";
import { files } from "../../db/schema/files";
import * as notifications from "../../db/schema/notifications";
import * as places from "../../db/schema/places";
import { privacyActs } from "../../db/schema/privacy";
import { savedCards } from "../../db/schema/saved-cards";
import { consentHistory } from "../notifications/choices/choice-queries";
import { contactFilter, riderFilter, rowsOf, type PrivacyTreatment } from "./privacy-treatment";

export const accountTables: readonly PrivacyTreatment[] = [
  {
    table: accounts.riders,
    shows: `id firstName lastName hasOneName email phone pendingEmail pendingPhone pictureFileId
      createdAt updatedAt language dispatchNote`,
    copy: rowsOf(accounts.riders, riderFilter(accounts.riders.id)),
    erasure: "removed",
  },
  {
    table: accounts.riderBlocks,
    shows: "riderId reason at",
    // The member of staff who did it isn't the rider's data.
    copy: rowsOf(accounts.riderBlocks, riderFilter(accounts.riderBlocks.riderId)),
    erasure: "removed",
  },
  {
    table: accounts.riderMerges,
    shows: "mergedRiderId mergedIntoRiderId name at",
    // The member of staff who did it isn't the rider's data.
    copy: rowsOf(accounts.riderMerges, riderFilter(accounts.riderMerges.mergedIntoRiderId)),
    erasure: "removed",
  },
  {
    table: accounts.riderIdentities,
    shows: "id riderId provider issuer subject email createdAt lastUsedAt",
    copy: rowsOf(accounts.riderIdentities, riderFilter(accounts.riderIdentities.riderId)),
    erasure: "removed",
  },
  {
    table: accounts.riderSignIns,
    shows: "id riderId method userAgent createdAt country",
    copy: rowsOf(accounts.riderSignIns, riderFilter(accounts.riderSignIns.riderId)),
    erasure: "removed",
  },
  {
    table: accounts.sessions,
    shows: "id audience accountId userAgent address createdAt lastSeenAt expiresAt confirmedAt",
    copy: rowsOf(accounts.sessions, ({ id }) =>
      and(eq(accounts.sessions.audience, "rider"), eq(accounts.sessions.accountId, id)),
    ),
    erasure: "removed",
  },
  {
    table: accounts.devices,
    shows: "id audience accountId createdAt lastSeenAt",
    copy: rowsOf(accounts.devices, ({ id }) =>
      and(eq(accounts.devices.audience, "rider"), eq(accounts.devices.accountId, id)),
    ),
    erasure: "removed",
  },
  {
    table: calendarFeeds,
    shows: "id audience accountId kind subjectId createdAt",
    copy: rowsOf(calendarFeeds, ({ id }) =>
      and(eq(calendarFeeds.audience, "rider"), eq(calendarFeeds.accountId, id)),
    ),
    erasure: "removed",
  },
  {
    table: accounts.codes,
    shows: `id audience purpose accountId identifier knownDevice tries createdAt expiresAt
      usedAt`,
    copy: rowsOf(accounts.codes, ({ id, contacts }) =>
      and(
        eq(accounts.codes.audience, "rider"),
        or(eq(accounts.codes.accountId, id), inArray(accounts.codes.identifier, [...contacts])),
      ),
    ),
    erasure: "removed",
  },
  {
    table: accounts.codeSends,
    shows: "id identifier channel prefix createdAt",
    // The address that requested the code isn't shown, because it may be somebody else's.
    copy: rowsOf(accounts.codeSends, contactFilter(accounts.codeSends.identifier)),
    // They still count for a day, because an erasure must not allow more messages.
    erasure: "person removed",
  },
  {
    table: accounts.codeGuesses,
    shows: "id audience identifier knownDevice createdAt",
    copy: rowsOf(accounts.codeGuesses, ({ contacts }) =>
      and(
        eq(accounts.codeGuesses.audience, "rider"),
        inArray(accounts.codeGuesses.identifier, [...contacts]),
      ),
    ),
    // They still count for six days, because an erasure must not allow more guesses.
    erasure: "person removed",
  },
  {
    table: accounts.providerAttempts,
    copy: "The table has the encrypted secrets of a sign-in, for ten minutes.",
    erasure: "removed",
  },
  {
    table: savedCards,
    shows: "id riderId provider brand last4 expMonth expYear createdAt",
    copy: rowsOf(savedCards, ({ id }) =>
      and(eq(savedCards.riderId, id), eq(savedCards.state, "saved")),
    ),
    // The provider must delete the card too. The row names nobody, and is deleted after that.
    erasure: "person removed",
  },
  {
    table: notifications.outbox,
    shows: `id channel kind recipient subject state attempts nextAttemptAt expiresAt retryUntil
      createdAt sentAt riderId`,
    copy: rowsOf(notifications.outbox, riderFilter(notifications.outbox.riderId)),
    erasure: "removed",
  },
  {
    table: notifications.pushSubscriptions,
    shows: "id sessionId audience accountId service hideDetails createdAt",
    copy: rowsOf(notifications.pushSubscriptions, ({ id }) =>
      and(
        eq(notifications.pushSubscriptions.audience, "rider"),
        eq(notifications.pushSubscriptions.accountId, id),
      ),
    ),
    erasure: "removed",
  },
  {
    table: notifications.notifications,
    shows: "id audience accountId title body href createdAt readAt",
    copy: rowsOf(notifications.notifications, ({ id }) =>
      and(
        eq(notifications.notifications.audience, "rider"),
        eq(notifications.notifications.accountId, id),
      ),
    ),
    // Drivers' notifications about the rider's trips are removed too, because they name places.
    erasure: "removed",
  },
  {
    table: notifications.notificationChoices,
    shows: "riderId topic channel wanted updatedAt",
    copy: rowsOf(
      notifications.notificationChoices,
      riderFilter(notifications.notificationChoices.riderId),
    ),
    erasure: "removed",
  },
  {
    table: notifications.quietHours,
    shows: "riderId fromMinute untilMinute updatedAt",
    copy: rowsOf(notifications.quietHours, riderFilter(notifications.quietHours.riderId)),
    erasure: "removed",
  },
  {
    table: notifications.riderConsents,
    shows: "id riderId kind given textVersion givenAt text",
    copy: (db, { id }) => consentHistory(db, id),
    erasure: "removed",
  },
  {
    table: places.savedPlaces,
    shows: "id riderId label name detail kind latitude longitude createdAt updatedAt",
    copy: rowsOf(places.savedPlaces, riderFilter(places.savedPlaces.riderId)),
    erasure: "removed",
  },
  {
    table: files,
    shows: "id ownerKind ownerId purpose contentType bytes createdAt",
    copy: rowsOf(files, ({ id }) => and(eq(files.ownerKind, "rider"), eq(files.ownerId, id))),
    erasure: "removed",
  },
  {
    table: privacyActs,
    shows: "id riderId act at",
    // Includes the acts of accounts that were merged into this one, because these rows can't be changed.
    copy: rowsOf(privacyActs, ({ id }) =>
      or(
        eq(privacyActs.riderId, id),
        sql`${privacyActs.riderId} IN (SELECT merged_rider_id FROM rider_merges WHERE merged_into_rider_id = ${id})`,
      ),
    ),
    erasure: {
      kept: "The entry proves that the account was erased. The account ID in it no longer identifies anybody.",
    },
  },
];
