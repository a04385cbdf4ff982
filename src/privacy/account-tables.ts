/** What belongs to a rider's account: sign-ins, messages, places, pictures. */
import { and, eq, inArray, or, sql } from "drizzle-orm";
import * as accounts from "../../db/schema/accounts";
import { files } from "../../db/schema/files";
import * as notifications from "../../db/schema/notifications";
import * as places from "../../db/schema/places";
import { privacyActs } from "../../db/schema/privacy";
import { consentHistory } from "../notifications/choice-queries";
import { ofContact, ofRider, rowsOf, type Treatment } from "./treatment";

export const accountTables: readonly Treatment[] = [
  {
    table: accounts.riders,
    copy: rowsOf(accounts.riders, ofRider(accounts.riders.id)),
    erasure: "removed",
  },
  {
    table: accounts.riderBlocks,
    // Who of dispatch did it is their own affair.
    copy: rowsOf(accounts.riderBlocks, ofRider(accounts.riderBlocks.riderId), ["byName"]),
    erasure: "removed",
  },
  {
    table: accounts.riderMerges,
    // Who of dispatch did it is their own affair.
    copy: rowsOf(accounts.riderMerges, ofRider(accounts.riderMerges.keptId), ["byName"]),
    erasure: "removed",
  },
  {
    table: accounts.riderTwins,
    // Whose other account it is, is for dispatch to find out.
    copy: rowsOf(accounts.riderTwins, ofRider(accounts.riderTwins.riderId), ["twinId"]),
    erasure: "removed",
  },
  {
    table: accounts.riderIdentities,
    copy: rowsOf(accounts.riderIdentities, ofRider(accounts.riderIdentities.riderId)),
    erasure: "removed",
  },
  {
    table: accounts.riderSignIns,
    copy: rowsOf(accounts.riderSignIns, ofRider(accounts.riderSignIns.riderId)),
    erasure: "removed",
  },
  {
    table: accounts.sessions,
    copy: rowsOf(
      accounts.sessions,
      ({ id }) => and(eq(accounts.sessions.audience, "rider"), eq(accounts.sessions.accountId, id)),
      ["tokenHash", "lockedAt", "failedUnlocks"],
    ),
    erasure: "removed",
  },
  {
    table: accounts.devices,
    copy: rowsOf(
      accounts.devices,
      ({ id }) => and(eq(accounts.devices.audience, "rider"), eq(accounts.devices.accountId, id)),
      ["tokenHash"],
    ),
    erasure: "removed",
  },
  {
    table: accounts.codes,
    copy: rowsOf(
      accounts.codes,
      ({ id, contacts }) =>
        and(
          eq(accounts.codes.audience, "rider"),
          or(eq(accounts.codes.accountId, id), inArray(accounts.codes.identifier, [...contacts])),
        ),
      ["codeHash", "linkHash", "browserHash"],
    ),
    erasure: "removed",
  },
  {
    table: accounts.codeSends,
    // Where it was asked from may be somebody else's address.
    copy: rowsOf(accounts.codeSends, ofContact(accounts.codeSends.identifier), ["address"]),
    // They go on counting for a day: else an erasure made room for more messages.
    erasure: "person removed",
  },
  {
    table: accounts.codeGuesses,
    copy: rowsOf(accounts.codeGuesses, ({ contacts }) =>
      and(
        eq(accounts.codeGuesses.audience, "rider"),
        inArray(accounts.codeGuesses.identifier, [...contacts]),
      ),
    ),
    // They go on counting for six days: else an erasure made room for more guesses.
    erasure: "person removed",
  },
  {
    table: accounts.providerAttempts,
    copy: "It lives for ten minutes and holds scrambled secrets of a sign-in under way.",
    erasure: "removed",
  },
  {
    table: notifications.outbox,
    copy: rowsOf(notifications.outbox, ofRider(notifications.outbox.riderId), [
      "body",
      "lastError",
    ]),
    erasure: "removed",
  },
  {
    table: notifications.pushSubscriptions,
    copy: rowsOf(
      notifications.pushSubscriptions,
      ({ id }) =>
        and(
          eq(notifications.pushSubscriptions.audience, "rider"),
          eq(notifications.pushSubscriptions.accountId, id),
        ),
      ["sealed", "endpointHash"],
    ),
    erasure: "removed",
  },
  {
    table: notifications.notifications,
    copy: rowsOf(notifications.notifications, ({ id }) =>
      and(
        eq(notifications.notifications.audience, "rider"),
        eq(notifications.notifications.accountId, id),
      ),
    ),
    // Drivers' notices of the rider's trips go too: they name places.
    erasure: "removed",
  },
  {
    table: notifications.notificationChoices,
    copy: rowsOf(
      notifications.notificationChoices,
      ofRider(notifications.notificationChoices.riderId),
    ),
    erasure: "removed",
  },
  {
    table: notifications.quietHours,
    copy: rowsOf(notifications.quietHours, ofRider(notifications.quietHours.riderId)),
    erasure: "removed",
  },
  {
    table: notifications.riderConsents,
    copy: (db, { id }) => consentHistory(db, id),
    erasure: "removed",
  },
  {
    table: places.savedPlaces,
    copy: rowsOf(places.savedPlaces, ofRider(places.savedPlaces.riderId)),
    erasure: "removed",
  },
  {
    table: files,
    copy: rowsOf(files, ({ id }) => and(eq(files.ownerKind, "rider"), eq(files.ownerId, id))),
    erasure: "removed",
  },
  {
    table: privacyActs,
    // Those of accounts that were folded into this one too: nobody may change these rows.
    copy: rowsOf(privacyActs, ({ id }) =>
      or(
        eq(privacyActs.riderId, id),
        sql`${privacyActs.riderId} IN (SELECT folded_id FROM rider_merges WHERE kept_id = ${id})`,
      ),
    ),
    erasure: { kept: "The proof that it was done; its number leads to nobody any more." },
  },
];
