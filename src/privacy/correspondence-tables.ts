/** The tables of a rider's dealings with the operator besides trips: companies, lost property, messages, accidents. */
import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import * as companies from "../../db/schema/companies";
import * as contact from "../../db/schema/contact";
import * as invoices from "../../db/schema/invoices";
import * as incidents from "../../db/schema/incidents";
import * as property from "../../db/schema/property";
import type { Db } from "../../db/open";
import { isFromRider } from "../contact/sweep-actions";
import { tripRows, rowsOf, type DataSubject, type PrivacyTreatment } from "./privacy-treatment";

/** Reports of the account, or taken by phone for one of its contacts. */
const reportedByCondition = ({ id, contacts }: DataSubject) =>
  or(
    eq(property.lostReports.riderId, id),
    and(isNull(property.lostReports.riderId), inArray(property.lostReports.contact, [...contacts])),
  );

function reportsOf(db: Db, subject: DataSubject): { id: string }[] {
  return db
    .select({ id: property.lostReports.id })
    .from(property.lostReports)
    .where(reportedByCondition(subject))
    .all();
}

function contactMessagesOf(db: Db, subject: DataSubject): { id: string; number: number }[] {
  const { contactMessages: table } = contact;
  return db
    .select({ id: table.id, number: table.number })
    .from(table)
    .where(isFromRider(subject))
    .all();
}

const BILLED_TRIPS_REASON =
  "The law requires us to keep what a company was billed: number, day, places, reference and amount of a trip, but no passenger.";

const INCIDENT_REASON =
  "A driver’s report of an accident or another incident: insurance claims need the report for years. It may mention several people, so the operator checks it when one of them asks.";

export const correspondenceTables: readonly PrivacyTreatment[] = [
  {
    table: companies.companyMembers,
    shows: "id companyId riderId identifier role approvedAt invitedAt joinedAt monthlyLimitMinor",
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
    shows: "id companyId at actorKind actorId actorName act detail",
    copy: rowsOf(companies.companyEvents, ({ id }) =>
      and(eq(companies.companyEvents.actorKind, "rider"), eq(companies.companyEvents.actorId, id)),
    ),
    erasure: "person removed",
  },
  {
    table: invoices.invoiceLines,
    shows: `id invoiceId kind position reservationId reservationNumber
      pickupLocal pickupName dropoffName ended costCentre reference amountMinor fareLines`,
    copy: tripRows(invoices.invoiceLines, invoices.invoiceLines.reservationId),
    erasure: { kept: BILLED_TRIPS_REASON },
  },
  {
    table: property.lostReports,
    shows: `id number state source riderId reservationId reporterName contact category what
      colour marks place wish wishNote photoFileId lostAt searchedAt createdAt updatedAt
      closedAt erasedAt`,
    copy: rowsOf(property.lostReports, reportedByCondition),
    erasure: "person removed",
  },
  {
    table: property.foundItems,
    shows: `id number state reportId reservationId category what colour marks place photoFileId
      foundAt storage keepUntil handedTo identifiedBy signature disposal disposalReason
      createdAt updatedAt closedAt erasedAt`,
    // The rider's found items. The finder's name is the finder's personal data.
    copy: function* (db, subject) {
      for (const { id } of reportsOf(db, subject))
        yield* rowsOf(property.foundItems, () => eq(property.foundItems.reportId, id))(db, subject);
    },
    erasure: "person removed",
  },
  {
    table: property.propertyEvents,
    shows: "id subjectId at actorKind act words detail",
    copy: function* (db, subject) {
      for (const { id } of reportsOf(db, subject))
        yield* rowsOf(property.propertyEvents, () => eq(property.propertyEvents.subjectId, id))(
          db,
          subject,
        );
    },
    erasure: "person removed",
  },
  {
    table: contact.contactMessages,
    shows: `id number state name email phone topic language riderId signedIn reservationId
      createdAt updatedAt closedAt`,
    // The member of staff who handles it isn't the rider's data.
    copy: rowsOf(contact.contactMessages, isFromRider),
    erasure: "removed",
  },
  {
    table: contact.contactEntries,
    shows: "messageNumber kind by text at",
    // Notes among staff are their own, but the conversation is also the rider's.
    copy: function* (db, subject) {
      const { contactEntries: entries } = contact;
      for (const { id, number } of contactMessagesOf(db, subject))
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
  ...[incidents.incidents, incidents.incidentPhotos, incidents.incidentEvents].map((table) => ({
    table,
    copy: INCIDENT_REASON,
    erasure: { kept: INCIDENT_REASON },
  })),
];
