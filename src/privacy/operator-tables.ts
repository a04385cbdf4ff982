/** The tables with data of the operator, the drivers or the staff. A rider's copy contains nothing of them. */
import * as accounts from "../../db/schema/accounts";
import * as audit from "../../db/schema/audit";
import * as companies from "../../db/schema/companies";
import { connections } from "../../db/schema/connections";
import * as documents from "../../db/schema/documents";
import * as affiliates from "../../db/schema/affiliates";
import * as contact from "../../db/schema/contact";
import * as content from "../../db/schema/content";
import { apiKeys } from "../../db/schema/api-keys";
import { autoDispatch, autoDispatchRuns, confirmationRules } from "../../db/schema/auto-dispatch";
import { paymentRules } from "../../db/schema/prepayments";
import * as dispatch from "../../db/schema/dispatch";
import * as drivers from "../../db/schema/drivers";
import * as fares from "../../db/schema/fares";
import { flightQuestions, flightRules, flights } from "../../db/schema/flights";
import * as imports from "../../db/schema/imports";
import * as invoices from "../../db/schema/invoices";
import * as maintenance from "../../db/schema/maintenance";
import * as notifications from "../../db/schema/notifications";
import * as payouts from "../../db/schema/payouts";
import * as places from "../../db/schema/places";
import { removals } from "../../db/schema/privacy";
import { reportDays, reportMonths } from "../../db/schema/reports";
import { settings } from "../../db/schema/settings";
import { alerts, statusNotes } from "../../db/schema/status";
import { staffViews } from "../../db/schema/staff-views";
import { termsVersions } from "../../db/schema/terms";
import * as tracking from "../../db/schema/tracking";
import * as vehicles from "../../db/schema/vehicles";
import * as webhooks from "../../db/schema/webhooks";
import * as zones from "../../db/schema/zones";
import type { PrivacyTreatment } from "./privacy-treatment";

const DRIVER_ACCOUNT_REASON =
  "The law requires drivers' accounts to be kept. They have a trip's number, time and amounts, but no passenger.";

const DRIVER_DATA_REASON =
  "The table is about drivers: who was offered a trip, and who drove when.";

const about = (subject: string) => ({
  copy: `The table has ${subject}, and nothing about riders.`,
  erasure: { kept: `The table has ${subject}, and nothing about riders.` },
});

export const operatorTables: readonly PrivacyTreatment[] = [
  { table: autoDispatch, ...about("the rules of auto-dispatch") },
  { table: flights, ...about("when flights leave and land") },
  { table: flightRules, ...about("the rules by which pickups follow flights") },
  { table: flightQuestions, ...about("how many questions about flights were asked") },
  { table: apiKeys, ...about("keys of other programs") },
  { table: affiliates.affiliates, ...about("other businesses that drive for the operator") },
  { table: affiliates.farmOutPositions, ...about("where cars of affiliates were last") },
  { table: termsVersions, ...about("the terms of the operator") },
  { table: paymentRules, ...about("when riders pay before the trip") },
  { table: confirmationRules, ...about("the rules that confirm bookings") },
  { table: autoDispatchRuns, ...about("which driver auto-dispatch asked, by the trip") },
  { table: contact.contactTemplates, ...about("templates of answers") },
  { table: content.contentItems, ...about("what the public site says") },
  { table: content.contentVersions, ...about("what the public site said, and who changed it") },
  { table: content.contentPictures, ...about("pictures of the public site") },
  { table: content.contentPictureFiles, ...about("pictures of the public site") },
  { table: audit.auditLog, ...about("what staff did, by the numbers of trips and reports") },
  { table: audit.auditHead, ...about("the end of the audit log") },
  {
    table: dispatch.assignments,
    copy: DRIVER_DATA_REASON,
    erasure: { kept: DRIVER_DATA_REASON },
  },
  { table: dispatch.offers, copy: DRIVER_DATA_REASON, erasure: { kept: DRIVER_DATA_REASON } },
  {
    table: payouts.driverStatementLines,
    copy: DRIVER_ACCOUNT_REASON,
    erasure: { kept: DRIVER_ACCOUNT_REASON },
  },
  {
    table: payouts.driverEntries,
    copy: DRIVER_ACCOUNT_REASON,
    erasure: { kept: DRIVER_ACCOUNT_REASON },
  },
  { table: payouts.driverStatements, ...about("drivers' accounts") },
  { table: accounts.admins, ...about("the people of dispatch") },
  { table: accounts.adminInvites, ...about("the people of dispatch") },
  { table: accounts.adminRecoveryCodes, ...about("the people of dispatch") },
  { table: staffViews, ...about("what staff look for on their board") },
  { table: notifications.staffListeners, ...about("what staff are told of, and where") },
  {
    table: notifications.staffNews,
    ...about("what staff are told of: it names a number, and goes after 30 days"),
  },
  { table: webhooks.webhookEndpoints, ...about("addresses of others that are told of events") },
  {
    table: webhooks.webhookDeliveries,
    ...about("events that others were told of, by ids and numbers, for 30 days"),
  },
  { table: accounts.loginFailures, ...about("failed sign-ins to dispatch, for a day") },
  {
    table: dispatch.stepReminders,
    copy: DRIVER_DATA_REASON,
    erasure: { kept: DRIVER_DATA_REASON },
  },
  { table: documents.documents, ...about("documents of drivers, vehicles and affiliates") },
  { table: documents.documentReminders, ...about("documents of drivers, vehicles and affiliates") },
  { table: drivers.drivers, ...about("drivers") },
  { table: drivers.driverHours, ...about("drivers") },
  { table: drivers.driverDaysOff, ...about("drivers") },
  { table: drivers.driverPreferences, ...about("drivers") },
  { table: drivers.driverAvailabilityChanges, ...about("drivers") },
  { table: drivers.driverApplications, ...about("applicants, who are not asked as riders") },
  { table: drivers.driverApplicationFiles, ...about("papers of applicants") },
  { table: drivers.driverApplicationLinks, ...about("links of applicants") },
  { table: drivers.driverApplicationEvents, ...about("actions on applications") },
  { table: tracking.driverShifts, ...about("drivers") },
  { table: tracking.driverShiftDays, ...about("drivers") },
  { table: tracking.driverShiftMonths, ...about("drivers") },
  { table: tracking.shiftDays, ...about("sums of all drivers of a day") },
  { table: reportDays, ...about("sums of all trips of a day") },
  { table: reportMonths, ...about("sums of all trips of a month") },
  { table: tracking.driverPositions, ...about("drivers") },
  { table: fares.feeSchedules, ...about("the operator's prices") },
  { table: imports.imports, ...about("which files were imported") },
  { table: imports.importMappings, ...about("which column of a file is which field") },
  {
    table: imports.importRows,
    copy: "The table says which records came from which file, so that an import can be undone.",
    erasure: "removed",
  },
  { table: fares.feeDraft, ...about("the operator's prices") },
  { table: places.places, ...about("the operator's own places") },
  { table: companies.companies, ...about("companies that are billed") },
  { table: companies.costCentres, ...about("companies that are billed") },
  { table: companies.companySums, ...about("companies that are billed") },
  { table: invoices.invoices, ...about("what companies were billed") },
  { table: invoices.invoiceBalances, ...about("what companies were billed") },
  { table: invoices.invoiceMails, ...about("what companies were billed") },
  { table: removals, ...about("how much was removed on which day") },
  { table: settings, ...about("the operator's settings") },
  { table: connections, ...about("the operator's accounts with services of others") },
  { table: alerts, ...about("how the server does") },
  { table: statusNotes, ...about("how the server does") },
  { table: notifications.messageTexts, ...about("the operator's settings") },
  { table: vehicles.vehicleClasses, ...about("the fleet") },
  { table: vehicles.vehicles, ...about("the fleet") },
  { table: maintenance.maintenancePlans, ...about("what cars need") },
  { table: maintenance.maintenanceEntries, ...about("the maintenance of cars") },
  { table: maintenance.odometerReadings, ...about("how far cars have driven") },
  { table: vehicles.vehicleOutages, ...about("when cars are out of service") },
  { table: zones.zones, ...about("the operator's zones") },
  { table: zones.zoneUses, ...about("the operator's zones") },
];
