/**
 * Every column that says whose something is, and what becomes of it when one rider is merged into another.
 * A test walks the schema: a column that is added and not here fails it.
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

/** Where a rider is named. */
export type RiderReference = {
  table: SQLiteTable;
  /** The property of the table's column. */
  column: string;
  /** Further terms of the merged one's rows: of whom the column is then, or how they are found by an index. */
  where?: (mergedId: string) => SQL;
  /**
   * `moved`: the row is the kept rider's now. `first`: likewise, but where the kept rider has one already, that
   * stays and the row is deleted. `removed`: the row is deleted. Else why it stays as it is.
   */
  mergeRule: "moved" | "first" | "removed" | { stays: string };
};

const isForRidersSql = () => sql`audience = 'rider'`;
const isDoneByRidersSql = () => sql`actor_kind = 'rider'`;
const isRiderFileSql = () => sql`owner_kind = 'rider'`;
/** Trips of theirs have a short list of messages each. */
const isOnTripOfMergedSql = (mergedId: string) =>
  sql`sender = 'rider' AND reservation_id IN (SELECT id FROM reservations WHERE rider_id = ${mergedId})`;

const unchangedLogReason =
  "Entries of the log are never changed. An entry has the rider's name at the time, and the current name is shown beside it.";

/** In this order: rows that are found through trips come before the trips. */
export const riderReferences: readonly RiderReference[] = [
  { table: tripMessages, column: "senderId", where: isOnTripOfMergedSql, mergeRule: "moved" },
  { table: reservations, column: "riderId", mergeRule: "moved" },
  { table: standingOrders, column: "riderId", mergeRule: "moved" },
  { table: promotionUses, column: "riderId", mergeRule: "moved" },
  // A tap that is sent again must find its result under either account.
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
  // Everybody who was signed in signs in again, by a contact that stays; then all of it is created again.
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
