/** The SQL of the migrations, which the executable reads from a compressed file beside its code. */
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

export const migrationSql = {
  baseline,
  settingsOnScreen,
  openedAt,
  connections,
  ledger,
  paymentLinks,
  staffNews,
  invoiceBalances,
  languagesOff,
  expenses,
  prepayments,
  tripQuotes,
  driverLanguage,
  tipsAndPrices,
  plainNames,
  severalVehicles,
  bookerAndPassenger,
  confirmationRules,
  savedCards,
  terms,
  imports,
  apiKeys,
  flights,
  referencesAndLimits,
  webhooks,
  developersPage,
  webhooksOfPrograms,
  tripApprovals,
  calendarLinks,
  boardFlights,
  affiliates,
  affiliateLiveries,
  affiliatePrices,
  traffic,
  affiliateDocuments,
  affiliateInsurance,
  bookingKeys,
};
