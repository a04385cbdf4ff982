/**
 * Every column that names a rider, and what happens to it when one rider is merged into another. A test walks the
 * schema and fails for a new column that is not listed here.
 */
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as accounts from "../../db/schema/accounts";
import { calendarFeeds } from "../../db/schema/calendars";
import * as companies from "../../db/schema/companies";
import * as contact from "../../db/schema/contact";
import { promotionUses } from "../../db/schema/fares";
import { files } from "../../db/schema/files";
import { tripMessages } from "../../db/schema/messages";
import * as notifications from "../../db/schema/notifications";
import { savedPlaces } from "../../db/schema/places";
import { privacyActs } from "../../db/schema/privacy";
import { lostReports, propertyEvents } from "../../db/schema/property";
import { idempotencyKeys, reservationEvents, reservations } from "../../db/schema/reservations";
import { savedCards } from "../../db/schema/saved-cards";
import { standingOrders } from "../../db/schema/standing-orders";

/** A column that names a rider. */
export type RiderReference = {
  table: SQLiteTable;
  /** The property of the table's column. */
  column: string;
  /** Further conditions on the merged rider's rows: whether the column names a rider, or how an index finds them. */
  where?: (mergedId: string) => SQL;
  /**
   * `moved`: the row becomes the kept rider's. `first`: the same, but if the kept rider has such a row, that stays and
   * this one is deleted. `removed`: the row is deleted. Otherwise the reason why the row stays.
   */
  mergeRule: "moved" | "first" | "removed" | { stays: string };
};

const isForRidersSql = () => sql`audience = 'rider'`;
const isDoneByRidersSql = () => sql`actor_kind = 'rider'`;
const isRiderFileSql = () => sql`owner_kind = 'rider'`;
/** Finds messages through the merged rider's trips, because each has only a short list. */
const isOnTripOfMergedSql = (mergedId: string) =>
  sql`sender = 'rider' AND reservation_id IN (SELECT id FROM reservations WHERE rider_id = ${mergedId})`;

const unchangedLogReason =
  "Entries of the log are never changed. An entry has the rider's name at the time, and the current name is shown beside it.";

/** In the order of the merge: rows that are found through trips come before the trips. */
export const riderReferences: readonly RiderReference[] = [
  { table: tripMessages, column: "senderId", where: isOnTripOfMergedSql, mergeRule: "moved" },
  { table: reservations, column: "riderId", mergeRule: "moved" },
  { table: standingOrders, column: "riderId", mergeRule: "moved" },
  { table: promotionUses, column: "riderId", mergeRule: "moved" },
  // A request that is sent again must find its result under either account.
  { table: idempotencyKeys, column: "accountId", mergeRule: "first" },
  { table: lostReports, column: "riderId", mergeRule: "moved" },
  { table: contact.contactMessages, column: "riderId", mergeRule: "moved" },
  { table: savedPlaces, column: "riderId", mergeRule: "moved" },
  { table: savedCards, column: "riderId", mergeRule: "moved" },
  { table: companies.companyMembers, column: "riderId", mergeRule: "first" },
  {
    table: companies.companyEvents,
    column: "actorId",
    where: isDoneByRidersSql,
    mergeRule: "moved",
  },
  { table: files, column: "ownerId", where: isRiderFileSql, mergeRule: "moved" },
  { table: notifications.outbox, column: "riderId", mergeRule: "moved" },
  {
    table: notifications.notifications,
    column: "accountId",
    where: isForRidersSql,
    mergeRule: "moved",
  },
  { table: calendarFeeds, column: "accountId", where: isForRidersSql, mergeRule: "first" },
  { table: notifications.notificationChoices, column: "riderId", mergeRule: "first" },
  { table: notifications.quietHours, column: "riderId", mergeRule: "first" },
  { table: notifications.riderConsents, column: "riderId", mergeRule: "moved" },
  { table: accounts.riderBlocks, column: "riderId", mergeRule: "first" },
  { table: accounts.riderIdentities, column: "riderId", mergeRule: "first" },
  { table: accounts.riderSignIns, column: "riderId", mergeRule: "moved" },
  { table: accounts.riderMerges, column: "mergedIntoRiderId", mergeRule: "moved" },
  // Everybody must sign in again with a remaining contact, which creates these rows again.
  {
    table: notifications.pushSubscriptions,
    column: "accountId",
    where: isForRidersSql,
    mergeRule: "removed",
  },
  { table: accounts.sessions, column: "accountId", where: isForRidersSql, mergeRule: "removed" },
  { table: accounts.devices, column: "accountId", where: isForRidersSql, mergeRule: "removed" },
  { table: accounts.codes, column: "accountId", where: isForRidersSql, mergeRule: "removed" },
  { table: accounts.providerAttempts, column: "riderId", mergeRule: "removed" },
  {
    table: accounts.riderMerges,
    column: "mergedRiderId",
    mergeRule: { stays: "The entry links the two riders." },
  },
  {
    table: privacyActs,
    column: "riderId",
    mergeRule: { stays: "The entry is a proof, and proofs are never changed." },
  },
  {
    table: reservationEvents,
    column: "actorId",
    where: isDoneByRidersSql,
    mergeRule: { stays: unchangedLogReason },
  },
  {
    table: propertyEvents,
    column: "actorId",
    where: isDoneByRidersSql,
    mergeRule: { stays: unchangedLogReason },
  },
];
