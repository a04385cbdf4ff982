/**
 * What a copy holds of each table of the database, and what erasing an account does to it. Every table
 * stands here: a test walks the schema and asks for those that are missing.
 */
import { and, asc, eq, gt, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as accounts from "../../db/schema/accounts";
import * as audit from "../../db/schema/audit";
import * as companies from "../../db/schema/companies";
import * as documents from "../../db/schema/documents";
import * as contact from "../../db/schema/contact";
import { autoDispatch, autoDispatchRuns } from "../../db/schema/auto-dispatch";
import * as dispatch from "../../db/schema/dispatch";
import * as drivers from "../../db/schema/drivers";
import * as fares from "../../db/schema/fares";
import { files } from "../../db/schema/files";
import * as invoices from "../../db/schema/invoices";
import * as maintenance from "../../db/schema/maintenance";
import * as messages from "../../db/schema/messages";
import * as incidents from "../../db/schema/incidents";
import { noShows } from "../../db/schema/no-shows";
import * as notifications from "../../db/schema/notifications";
import * as payouts from "../../db/schema/payouts";
import * as places from "../../db/schema/places";
import { privacyActs } from "../../db/schema/privacy";
import { reportDays } from "../../db/schema/reports";
import { tripRatings } from "../../db/schema/ratings";
import * as property from "../../db/schema/property";
import * as reservations from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import * as orders from "../../db/schema/standing-orders";
import { staffViews } from "../../db/schema/staff-views";
import * as tracking from "../../db/schema/tracking";
import * as vehicles from "../../db/schema/vehicles";
import * as zones from "../../db/schema/zones";
import type { Db } from "../../db/open";
import { writtenBy } from "../contact/sweep-actions";
import { consentHistory } from "../notifications/choice-queries";

/** Whose copy: the account and every contact of theirs that we know. */
export type Subject = {
  id: string;
  contacts: readonly string[];
  /** Asked for and never confirmed: nothing of these is shown, since they may be anybody's. */
  claimed: readonly string[];
};

type Rows = Iterable<Record<string, unknown>>;

export type Treatment = {
  table: SQLiteTable;
  /** The rider's rows as the copy shows them, or why it has none of them. */
  copy: ((db: Db, subject: Subject) => Rows) | string;
  /** Rows go; or stay without the person; or stay as they are, for the reason given. */
  erasure: "removed" | "person removed" | { kept: string };
};

/** Trips read at a time: those of somebody with thousands are never held all at once. */
const CHUNK = 200;

const about = (what: string) => ({
  copy: `It holds ${what}, nothing of riders.`,
  erasure: { kept: `It holds ${what}, nothing of riders.` },
});

/** Rows without some of their columns: what is secret, scrambled, or somebody else's. */
function rowsOf(
  table: SQLiteTable,
  where: (subject: Subject) => SQL | undefined,
  hidden: string[] = [],
) {
  return (db: Db, subject: Subject): Rows =>
    db
      .select()
      .from(table)
      .where(where(subject))
      .all()
      .map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))),
      );
}

const ofRider = (column: SQLiteColumn) => (subject: Subject) => eq(column, subject.id);
const ofContact = (column: SQLiteColumn) => (subject: Subject) =>
  inArray(column, [...subject.contacts]);

/** A rider's trips in the order of their pickups. */
export function* tripsOf(db: Db, riderId: string) {
  const { reservations: table } = reservations;
  let after: { pickupAt: number; id: string } | null = null;
  for (;;) {
    const rows: (typeof table.$inferSelect)[] = db
      .select()
      .from(table)
      .where(
        and(
          eq(table.riderId, riderId),
          after
            ? or(
                gt(table.pickupAt, after.pickupAt),
                and(eq(table.pickupAt, after.pickupAt), gt(table.id, after.id)),
              )
            : undefined,
        ),
      )
      .orderBy(asc(table.pickupAt), asc(table.id))
      .limit(CHUNK)
      .all();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    after = last;
  }
}

function ofTrips(table: SQLiteTable, column: SQLiteColumn, hidden: string[] = []) {
  return function* (db: Db, subject: Subject): Generator<Record<string, unknown>> {
    for (const { id, number } of tripsOf(db, subject.id))
      for (const row of rowsOf(table, () => eq(column, id), hidden)(db, subject))
        yield { reservationNumber: number, ...row };
  };
}

/** By the account, or taken down by phone for a contact of theirs. */
const reportedBy = ({ id, contacts }: Subject) =>
  or(
    eq(property.lostReports.riderId, id),
    and(isNull(property.lostReports.riderId), inArray(property.lostReports.contact, [...contacts])),
  );

function reportsOf(db: Db, subject: Subject): { id: string }[] {
  return db
    .select({ id: property.lostReports.id })
    .from(property.lostReports)
    .where(reportedBy(subject))
    .all();
}

function contactsOf(db: Db, subject: Subject): { id: string; number: number }[] {
  const { contactMessages: table } = contact;
  return db
    .select({ id: table.id, number: table.number })
    .from(table)
    .where(writtenBy(subject))
    .all();
}

/** What of a trip is the driver's or the operator's own affair. */
const notTheRiders = [
  "driverId",
  "vehicleId",
  "payLines",
  "payMinor",
  "version",
  "statedVersion",
  "feeScheduleId",
];

const billedTrips =
  "The law keeps what a company was billed: number, day, places, reference and amount of a trip, and no passenger.";

const driversAccounts =
  "It is a driver's account, which the law keeps: of a trip number, time and amounts, and no passenger.";

const ofIncidents =
  "It is what a driver reported to the operator about an accident or the like: claims need it for three years after it was closed. It may speak of several people, so the operator looks through it when one of them asks.";

const ofDrivers = "It is about drivers: who was asked, and who drove when.";

export const treatments: readonly Treatment[] = [
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
    table: reservations.reservations,
    copy: function* (db, { id }) {
      for (const row of tripsOf(db, id))
        yield Object.fromEntries(
          Object.entries(row).filter(([name]) => !notTheRiders.includes(name)),
        );
    },
    erasure: "person removed",
  },
  {
    table: orders.standingOrders,
    copy: rowsOf(orders.standingOrders, ofRider(orders.standingOrders.riderId), [
      "version",
      "feeScheduleId",
    ]),
    erasure: "removed",
  },
  {
    table: orders.standingOrderExceptions,
    copy: (db, { id }) =>
      db
        .select({
          standingOrderId: orders.standingOrderExceptions.standingOrderId,
          day: orders.standingOrderExceptions.day,
          kind: orders.standingOrderExceptions.kind,
          createdAt: orders.standingOrderExceptions.createdAt,
        })
        .from(orders.standingOrderExceptions)
        .innerJoin(
          orders.standingOrders,
          eq(orders.standingOrders.id, orders.standingOrderExceptions.standingOrderId),
        )
        .where(eq(orders.standingOrders.riderId, id))
        .all(),
    erasure: "removed",
  },
  {
    table: reservations.reservationEvents,
    // Who of dispatch or of the drivers did it is their own affair.
    copy: ofTrips(reservations.reservationEvents, reservations.reservationEvents.reservationId, [
      "actorId",
      "actorName",
    ]),
    erasure: "person removed",
  },
  {
    table: reservations.idempotencyKeys,
    copy: rowsOf(reservations.idempotencyKeys, ofRider(reservations.idempotencyKeys.accountId), [
      "bodyHash",
    ]),
    erasure: "removed",
  },
  {
    table: fares.promotionUses,
    copy: rowsOf(fares.promotionUses, ofRider(fares.promotionUses.riderId)),
    erasure: "person removed",
  },
  {
    table: tripRatings,
    // Who of dispatch looked at it is their own affair.
    copy: ofTrips(tripRatings, tripRatings.reservationId, ["driverId", "seenAt", "seenBy"]),
    erasure: "person removed",
  },
  {
    table: companies.companyMembers,
    copy: rowsOf(companies.companyMembers, ({ id, contacts }) =>
      or(
        eq(companies.companyMembers.riderId, id),
        inArray(companies.companyMembers.identifier, [...contacts]),
      ),
    ),
    erasure: "removed",
  },
  {
    table: companies.companyEvents,
    copy: rowsOf(companies.companyEvents, ({ id }) =>
      and(eq(companies.companyEvents.actorKind, "rider"), eq(companies.companyEvents.actorId, id)),
    ),
    erasure: "person removed",
  },
  {
    table: invoices.invoiceLines,
    copy: ofTrips(invoices.invoiceLines, invoices.invoiceLines.reservationId),
    erasure: { kept: billedTrips },
  },
  {
    table: property.lostReports,
    copy: rowsOf(property.lostReports, reportedBy, ["vehicleId", "driverId", "version"]),
    erasure: "person removed",
  },
  {
    table: property.foundItems,
    // What was found of theirs; who found it is the finder's own affair.
    copy: function* (db, subject) {
      for (const { id } of reportsOf(db, subject))
        yield* rowsOf(property.foundItems, () => eq(property.foundItems.reportId, id), [
          "vehicleId",
          "driverId",
          "finderName",
          "version",
        ])(db, subject);
    },
    erasure: "person removed",
  },
  {
    table: property.propertyEvents,
    copy: function* (db, subject) {
      for (const { id } of reportsOf(db, subject))
        yield* rowsOf(property.propertyEvents, () => eq(property.propertyEvents.subjectId, id), [
          "actorId",
          "actorName",
        ])(db, subject);
    },
    erasure: "person removed",
  },
  {
    table: tracking.trackPoints,
    copy: ofTrips(tracking.trackPoints, tracking.trackPoints.reservationId),
    erasure: "removed",
  },
  {
    table: tracking.trackingLinks,
    copy: ofTrips(tracking.trackingLinks, tracking.trackingLinks.reservationId, ["tokenHash"]),
    erasure: "removed",
  },
  {
    table: messages.tripMessages,
    // What dispatch and the driver wrote to each other alone is not the rider's.
    copy: function* (db, subject) {
      const all = ofTrips(messages.tripMessages, messages.tripMessages.reservationId, [
        "senderId",
        "senderName",
        "driverId",
        "sendKey",
      ])(db, subject);
      for (const row of all)
        if (row.sender === "rider" || row.recipient === "rider" || row.recipient === "both")
          yield row;
    },
    erasure: "removed",
  },
  {
    table: messages.tripThreads,
    copy: ofTrips(messages.tripThreads, messages.tripThreads.reservationId, [
      "driverReadId",
      "driverUnread",
      "driverTellAt",
      "driverToldAt",
      "dispatchReadId",
      "dispatchUnread",
    ]),
    erasure: "removed",
  },
  {
    table: contact.contactMessages,
    // Who of dispatch looks after it is their own affair.
    copy: rowsOf(contact.contactMessages, writtenBy, ["assigneeId", "readAt", "version"]),
    erasure: "removed",
  },
  {
    table: contact.contactEntries,
    // Notes among staff are theirs; what was said is the rider's too.
    copy: function* (db, subject) {
      const { contactEntries: entries } = contact;
      for (const { id, number } of contactsOf(db, subject))
        for (const { kind, byName, body, at } of db
          .select()
          .from(entries)
          .where(eq(entries.messageId, id))
          .orderBy(asc(entries.id))
          .all())
          if (kind === "written" || kind === "answered" || kind === "replied")
            yield { messageNumber: number, kind, by: byName, text: body, at };
    },
    erasure: "removed",
  },
  { table: autoDispatch, ...about("the rules of auto-dispatch") },
  { table: autoDispatchRuns, ...about("which driver auto-dispatch asked, by the trip") },
  { table: contact.contactTemplates, ...about("templates of answers") },
  {
    table: dispatch.boardings,
    copy: ofTrips(dispatch.boardings, dispatch.boardings.reservationId),
    erasure: "removed",
  },
  { table: audit.auditLog, ...about("what staff did, by the numbers of trips and reports") },
  { table: audit.auditHead, ...about("the end of the audit log") },
  ...[incidents.incidents, incidents.incidentPhotos, incidents.incidentEvents].map((table) => ({
    table,
    copy: ofIncidents,
    erasure: { kept: ofIncidents },
  })),
  {
    table: noShows,
    // Where the driver stood, and the photo, are the driver's.
    copy: ofTrips(noShows, noShows.reservationId, [
      "driverId",
      "latitude",
      "longitude",
      "accuracyMeters",
      "photoFileId",
    ]),
    erasure: "removed",
  },
  {
    table: privacyActs,
    copy: rowsOf(privacyActs, ofRider(privacyActs.riderId)),
    erasure: { kept: "The proof that it was done; its number leads to nobody any more." },
  },
  {
    table: dispatch.assignments,
    copy: ofDrivers,
    erasure: { kept: ofDrivers },
  },
  { table: dispatch.offers, copy: ofDrivers, erasure: { kept: ofDrivers } },
  {
    table: payouts.driverStatementLines,
    copy: driversAccounts,
    erasure: { kept: driversAccounts },
  },
  { table: payouts.driverEntries, copy: driversAccounts, erasure: { kept: driversAccounts } },
  { table: payouts.driverStatements, ...about("drivers' accounts") },
  { table: accounts.admins, ...about("the people of dispatch") },
  { table: accounts.adminInvites, ...about("the people of dispatch") },
  { table: accounts.adminRecoveryCodes, ...about("the people of dispatch") },
  { table: staffViews, ...about("what staff look for on their board") },
  { table: accounts.loginFailures, ...about("failed sign-ins to dispatch, for a day") },
  { table: dispatch.stepReminders, copy: ofDrivers, erasure: { kept: ofDrivers } },
  { table: documents.documents, ...about("documents of drivers and vehicles") },
  { table: documents.documentReminders, ...about("documents of drivers and vehicles") },
  { table: drivers.drivers, ...about("drivers") },
  { table: drivers.driverHours, ...about("drivers") },
  { table: drivers.driverDaysOff, ...about("drivers") },
  { table: drivers.driverPreferences, ...about("drivers") },
  { table: drivers.driverAvailabilityChanges, ...about("drivers") },
  { table: drivers.driverApplications, ...about("applicants, who are not asked as riders") },
  { table: drivers.driverApplicationFiles, ...about("papers of applicants") },
  { table: drivers.driverApplicationLinks, ...about("links of applicants") },
  { table: drivers.driverApplicationEvents, ...about("what was done with applications") },
  { table: tracking.driverShifts, ...about("drivers") },
  { table: tracking.driverShiftDays, ...about("drivers") },
  { table: reportDays, ...about("sums of all trips of a day") },
  { table: tracking.driverPositions, ...about("drivers") },
  { table: fares.feeSchedules, ...about("the operator's prices") },
  { table: fares.feeDraft, ...about("the operator's prices") },
  { table: places.places, ...about("the operator's own places") },
  { table: companies.companies, ...about("companies that are billed") },
  { table: companies.costCentres, ...about("companies that are billed") },
  { table: invoices.invoices, ...about("what companies were billed") },
  { table: invoices.invoicePayments, ...about("what companies have paid") },
  { table: settings, ...about("the operator's settings") },
  { table: notifications.messageTexts, ...about("the operator's settings") },
  { table: vehicles.vehicleClasses, ...about("the fleet") },
  { table: vehicles.vehicles, ...about("the fleet") },
  { table: maintenance.maintenancePlans, ...about("what cars need") },
  { table: maintenance.maintenanceEntries, ...about("what was done to cars") },
  { table: maintenance.odometerReadings, ...about("how far cars have driven") },
  { table: vehicles.vehicleOutages, ...about("when cars are out of service") },
  { table: zones.zones, ...about("the operator's zones") },
  { table: zones.zoneUses, ...about("the operator's zones") },
];
