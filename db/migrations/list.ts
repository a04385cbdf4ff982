/** The migrations in order, embedded in the executable. Append new ones; released ones never change. */
import type { Database } from "bun:sqlite";
import { hashIdempotencyKeys } from "./hash-idempotency-keys";
import { migrationSql } from "./migration-sql";
import { recordInsurances } from "./record-insurance-dates";

/** SQL statements, and a step that SQL cannot express, which runs before them. */
type Migration = { name: string; sql: string; before?: (client: Database) => void };

export const migrations: readonly Migration[] = [
  // Every table with its indexes, and below them the handwritten parts: full-text searches and triggers.
  { name: "0000_baseline", sql: migrationSql.baseline },
  // Name, addresses, language and services are changed on screen, without a restart.
  { name: "0001_settings_on_screen", sql: migrationSql.settingsOnScreen },
  // The owner decides when a new business opens.
  { name: "0002_opened_at", sql: migrationSql.openedAt },
  // Outside services are connected on screen, and their secrets are sealed.
  { name: "0003_connections", sql: migrationSql.connections },
  // Payments are rows. Earlier payment states of trips become rows too.
  { name: "0004_ledger", sql: migrationSql.ledger },
  // Trips and invoices are paid by link at a provider, whose webhooks are kept for a while.
  { name: "0005_payment_links", sql: migrationSql.paymentLinks },
  // News is stored for staff who are away from the screen.
  { name: "0006_staff_news", sql: migrationSql.staffNews },
  // Invoices of all companies are listed by their open balance and sent by e-mail, and rules send reminders of them.
  { name: "0007_invoice_balances", sql: migrationSql.invoiceBalances },
  // Owners can switch single languages of the site off.
  { name: "0008_languages_off", sql: migrationSql.languagesOff },
  // Expenses that drivers pay on trips, and who bears them.
  { name: "0009_expenses", sql: migrationSql.expenses },
  // Riders pay before the trip by the operator's rules: an amount held, a deposit, or all.
  { name: "0010_prepayments", sql: migrationSql.prepayments },
  // Dispatch writes quotes for requests, and customers answer them by a link.
  { name: "0011_trip_quotes", sql: migrationSql.tripQuotes },
  // Drivers choose the language of their pages and messages.
  { name: "0012_driver_language", sql: migrationSql.driverLanguage },
  // Tips are paid by link, and drivers see prices only where the operator shows them.
  { name: "0013_tips_and_prices", sql: migrationSql.tipsAndPrices },
  // Columns and stored codes have the names of the facts that they hold.
  { name: "0014_plain_names", sql: migrationSql.plainNames },
  // One booking may need several vehicles: one reservation for each, in one order.
  { name: "0015_several_vehicles", sql: migrationSql.severalVehicles },
  // Passengers are notified when somebody else booked their ride, and contacts of companies get copies.
  { name: "0016_booker_and_passenger", sql: migrationSql.bookerAndPassenger },
  // Rules confirm bookings, and the operator chooses when reminders of trips are sent and to whom.
  { name: "0017_confirmation_rules", sql: migrationSql.confirmationRules },
  // Riders save cards at the provider. A card is charged for trips to which the rider agreed.
  { name: "0018_saved_cards", sql: migrationSql.savedCards },
  // The terms of the operator are published as versions, and accepted at booking.
  { name: "0019_terms", sql: migrationSql.terms },
  // Files of other systems are imported, and an import can be undone.
  { name: "0020_imports", sql: migrationSql.imports },
  // Other programs make partner calls with API keys of the operator.
  { name: "0021_api_keys", sql: migrationSql.apiKeys },
  // Flights are followed, and rules move pickups with them.
  { name: "0022_flights", sql: migrationSql.flights },
  // Companies set the format of references, and members have a limit of their own.
  { name: "0023_company_references_and_limits", sql: migrationSql.referencesAndLimits },
  // Other systems are called when something happens, and each call is stored.
  { name: "0024_webhooks", sql: migrationSql.webhooks },
  // The owner can publish the page with the partner calls.
  { name: "0025_developers_page", sql: migrationSql.developersPage },
  // Programs add webhooks of their own with their API keys.
  { name: "0026_webhooks_of_programs", sql: migrationSql.webhooksOfPrograms },
  // Managers of companies approve trips before they are confirmed.
  { name: "0027_trip_approvals", sql: migrationSql.tripApprovals },
  // Calendar apps read trips through links of drivers, managers and staff.
  { name: "0028_calendar_links", sql: migrationSql.calendarLinks },
  // Dispatch can filter the list by flights.
  { name: "0029_board_flights", sql: migrationSql.boardFlights },
  // Affiliates drive trips for the operator.
  { name: "0030_affiliates", sql: migrationSql.affiliates },
  // Affiliates that use Livery too get trips as bookings in their own Livery.
  { name: "0031_affiliate_liveries", sql: migrationSql.affiliateLiveries },
  { name: "0032_affiliate_prices", sql: migrationSql.affiliatePrices },
  // Routes take longer at some hours than at others.
  { name: "0033_traffic", sql: migrationSql.traffic },
  // Affiliates have documents like drivers and vehicles. The last day of their insurance becomes a document.
  { name: "0034_affiliate_documents", sql: migrationSql.affiliateDocuments },
  {
    name: "0035_affiliate_insurance",
    sql: migrationSql.affiliateInsurance,
    before: recordInsurances,
  },
  // Keys of booking requests are hashed, and each has its own period of keeping.
  { name: "0036_booking_keys", sql: migrationSql.bookingKeys, before: hashIdempotencyKeys },
];
