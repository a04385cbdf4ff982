/** The migrations in order, embedded in the executable. Append new ones; released ones never change. */
import baseline from "./0000_baseline.sql" with { type: "text" };
import settingsOnScreen from "./0001_settings_on_screen.sql" with { type: "text" };
import openedAt from "./0002_opened_at.sql" with { type: "text" };
import connections from "./0003_connections.sql" with { type: "text" };
import ledger from "./0004_ledger.sql" with { type: "text" };
import paymentLinks from "./0005_payment_links.sql" with { type: "text" };
import staffNews from "./0006_staff_news.sql" with { type: "text" };
import invoiceBalances from "./0007_invoice_balances.sql" with { type: "text" };
import languagesOff from "./0008_languages_off.sql" with { type: "text" };
import expenses from "./0009_expenses.sql" with { type: "text" };
import prepayments from "./0010_prepayments.sql" with { type: "text" };
import tripQuotes from "./0011_trip_quotes.sql" with { type: "text" };
import driverLanguage from "./0012_driver_language.sql" with { type: "text" };
import tipsAndPrices from "./0013_tips_and_prices.sql" with { type: "text" };
import plainNames from "./0014_plain_names.sql" with { type: "text" };
import severalVehicles from "./0015_several_vehicles.sql" with { type: "text" };
import bookerAndPassenger from "./0016_booker_and_passenger.sql" with { type: "text" };
import confirmationRules from "./0017_confirmation_rules.sql" with { type: "text" };
import savedCards from "./0018_saved_cards.sql" with { type: "text" };
import terms from "./0019_terms.sql" with { type: "text" };
import imports from "./0020_imports.sql" with { type: "text" };
import apiKeys from "./0021_api_keys.sql" with { type: "text" };
import flights from "./0022_flights.sql" with { type: "text" };
import referencesAndLimits from "./0023_company_references_and_limits.sql" with { type: "text" };
import webhooks from "./0024_webhooks.sql" with { type: "text" };
import developersPage from "./0025_developers_page.sql" with { type: "text" };
import webhooksOfPrograms from "./0026_webhooks_of_programs.sql" with { type: "text" };
import tripApprovals from "./0027_trip_approvals.sql" with { type: "text" };
import calendarLinks from "./0028_calendar_links.sql" with { type: "text" };
import boardFlights from "./0029_board_flights.sql" with { type: "text" };
import affiliates from "./0030_affiliates.sql" with { type: "text" };
import affiliateLiveries from "./0031_affiliate_liveries.sql" with { type: "text" };
import affiliatePrices from "./0032_affiliate_prices.sql" with { type: "text" };
import traffic from "./0033_traffic.sql" with { type: "text" };
import affiliateDocuments from "./0034_affiliate_documents.sql" with { type: "text" };
import affiliateInsurance from "./0035_affiliate_insurance.sql" with { type: "text" };
import bookingKeys from "./0036_booking_keys.sql" with { type: "text" };

/** SQL statements. `steps.ts` has what SQL cannot express. Only data: the executable stores it apart, as JSON. */
type Migration = { name: string; sql: string };

export const migrations: readonly Migration[] = [
  // Every table with its indexes, and below them the handwritten parts: full-text searches and triggers.
  { name: "0000_baseline", sql: baseline },
  // Name, addresses, language and services are changed on screen, without a restart.
  { name: "0001_settings_on_screen", sql: settingsOnScreen },
  // The owner decides when a new business opens.
  { name: "0002_opened_at", sql: openedAt },
  // Outside services are connected on screen, and their secrets are sealed.
  { name: "0003_connections", sql: connections },
  // Payments are rows. Earlier payment states of trips become rows too.
  { name: "0004_ledger", sql: ledger },
  // Trips and invoices are paid by link at a provider, whose webhooks are kept for a while.
  { name: "0005_payment_links", sql: paymentLinks },
  // News is stored for staff who are away from the screen.
  { name: "0006_staff_news", sql: staffNews },
  // Invoices of all companies are listed by their open balance and sent by e-mail, and rules send reminders of them.
  { name: "0007_invoice_balances", sql: invoiceBalances },
  // Owners can switch single languages of the site off.
  { name: "0008_languages_off", sql: languagesOff },
  // Expenses that drivers pay on trips, and who bears them.
  { name: "0009_expenses", sql: expenses },
  // Riders pay before the trip by the operator's rules: an amount held, a deposit, or all.
  { name: "0010_prepayments", sql: prepayments },
  // Dispatch writes quotes for requests, and customers answer them by a link.
  { name: "0011_trip_quotes", sql: tripQuotes },
  // Drivers choose the language of their pages and messages.
  { name: "0012_driver_language", sql: driverLanguage },
  // Tips are paid by link, and drivers see prices only where the operator shows them.
  { name: "0013_tips_and_prices", sql: tipsAndPrices },
  // Columns and stored codes have the names of the facts that they hold.
  { name: "0014_plain_names", sql: plainNames },
  // One booking may need several vehicles: one reservation for each, in one order.
  { name: "0015_several_vehicles", sql: severalVehicles },
  // Passengers are notified when somebody else booked their ride, and contacts of companies get copies.
  { name: "0016_booker_and_passenger", sql: bookerAndPassenger },
  // Rules confirm bookings, and the operator chooses when reminders of trips are sent and to whom.
  { name: "0017_confirmation_rules", sql: confirmationRules },
  // Riders save cards at the provider. A card is charged for trips to which the rider agreed.
  { name: "0018_saved_cards", sql: savedCards },
  // The terms of the operator are published as versions, and accepted at booking.
  { name: "0019_terms", sql: terms },
  // Files of other systems are imported, and an import can be undone.
  { name: "0020_imports", sql: imports },
  // Other programs make partner calls with API keys of the operator.
  { name: "0021_api_keys", sql: apiKeys },
  // Flights are followed, and rules move pickups with them.
  { name: "0022_flights", sql: flights },
  // Companies set the format of references, and members have a limit of their own.
  { name: "0023_company_references_and_limits", sql: referencesAndLimits },
  // Other systems are called when something happens, and each call is stored.
  { name: "0024_webhooks", sql: webhooks },
  // The owner can publish the page with the partner calls.
  { name: "0025_developers_page", sql: developersPage },
  // Programs add webhooks of their own with their API keys.
  { name: "0026_webhooks_of_programs", sql: webhooksOfPrograms },
  // Managers of companies approve trips before they are confirmed.
  { name: "0027_trip_approvals", sql: tripApprovals },
  // Calendar apps read trips through links of drivers, managers and staff.
  { name: "0028_calendar_links", sql: calendarLinks },
  // Dispatch can filter the list by flights.
  { name: "0029_board_flights", sql: boardFlights },
  // Affiliates drive trips for the operator.
  { name: "0030_affiliates", sql: affiliates },
  // Affiliates that use Livery too get trips as bookings in their own Livery.
  { name: "0031_affiliate_liveries", sql: affiliateLiveries },
  { name: "0032_affiliate_prices", sql: affiliatePrices },
  // Routes take longer at some hours than at others.
  { name: "0033_traffic", sql: traffic },
  // Affiliates have documents like drivers and vehicles. The last day of their insurance becomes a document.
  { name: "0034_affiliate_documents", sql: affiliateDocuments },
  { name: "0035_affiliate_insurance", sql: affiliateInsurance },
  // Keys of booking requests are hashed, and each has its own period of keeping.
  { name: "0036_booking_keys", sql: bookingKeys },
];
