/** The migrations in order, embedded in the executable. Append only: a released one never changes. */
import init from "./0000_init.sql" with { type: "text" };
import guards from "./0001_guards.sql" with { type: "text" };
import routeGeometry from "./0002_route_geometry.sql" with { type: "text" };
import signInProviders from "./0003_sign_in_providers.sql" with { type: "text" };
import zones from "./0004_zones.sql" with { type: "text" };
import zonesBox from "./0005_zones_box.sql" with { type: "text" };
import tracking from "./0006_tracking.sql" with { type: "text" };
import stopsInWords from "./0007_stops_in_words.sql" with { type: "text" };
import priceList from "./0008_price_list.sql" with { type: "text" };
import places from "./0009_places.sql" with { type: "text" };
import riderPrivacy from "./0010_rider_privacy.sql" with { type: "text" };
import erasure from "./0011_erasure.sql" with { type: "text" };
import codesByAccount from "./0012_codes_by_account.sql" with { type: "text" };
import serviceDetails from "./0013_service_details.sql" with { type: "text" };
import payment from "./0014_payment.sql" with { type: "text" };
import tripRatings from "./0015_trip_ratings.sql" with { type: "text" };
import pushSubscriptions from "./0016_push_subscriptions.sql" with { type: "text" };
import companies from "./0017_companies.sql" with { type: "text" };
import invoicesStand from "./0018_invoices_stand.sql" with { type: "text" };
import property from "./0019_property.sql" with { type: "text" };
import propertyLog from "./0020_property_log.sql" with { type: "text" };
import wayBack from "./0021_way_back.sql" with { type: "text" };
import reminders from "./0024_reminders.sql" with { type: "text" };
import driverApplications from "./0025_driver_applications.sql" with { type: "text" };
import standingOrders from "./0022_standing_orders.sql" with { type: "text" };
import boardingAndMessages from "./0023_boarding_and_messages.sql" with { type: "text" };
import documents from "./0026_documents.sql" with { type: "text" };
import driverStatements from "./0027_driver_statements.sql" with { type: "text" };
import statementsStand from "./0028_statements_stand.sql" with { type: "text" };
import vehicleVin from "./0029_vehicle_vin.sql" with { type: "text" };
import availability from "./0030_availability.sql" with { type: "text" };
import callers from "./0031_callers.sql" with { type: "text" };
import callerSearch from "./0032_caller_search.sql" with { type: "text" };
import auditLog from "./0033_audit_log.sql" with { type: "text" };
import auditGuards from "./0034_audit_guards.sql" with { type: "text" };
import noShows from "./0035_no_shows.sql" with { type: "text" };
import staffViews from "./0036_staff_views.sql" with { type: "text" };
import cashCollected from "./0037_cash_collected.sql" with { type: "text" };
import incidents from "./0038_incidents.sql" with { type: "text" };
import reports from "./0039_reports.sql" with { type: "text" };
import reportsKept from "./0040_reports_kept.sql" with { type: "text" };
import contactMessages from "./0041_contact_messages.sql" with { type: "text" };
import staffSecurity from "./0042_staff_security.sql" with { type: "text" };
import operatorSettings from "./0043_operator_settings.sql" with { type: "text" };
import vehicleOutages from "./0044_vehicle_outages.sql" with { type: "text" };
import vehicleOutageGuards from "./0045_vehicle_outage_guards.sql" with { type: "text" };
import messageTexts from "./0046_message_texts.sql" with { type: "text" };
import offersToSeveral from "./0047_offers_to_several.sql" with { type: "text" };
import riderBlocks from "./0048_rider_blocks.sql" with { type: "text" };
import autoDispatch from "./0049_auto_dispatch.sql" with { type: "text" };
import vehicleMaintenance from "./0050_vehicle_maintenance.sql" with { type: "text" };
import retention from "./0051_retention.sql" with { type: "text" };
import riderMerges from "./0052_rider_merges.sql" with { type: "text" };
import oldNamesFound from "./0053_old_names_found.sql" with { type: "text" };
import eventVersions from "./0054_event_versions.sql" with { type: "text" };
import reportRows from "./0055_report_rows.sql" with { type: "text" };
import outboxRetries from "./0056_outbox_retries.sql" with { type: "text" };
import driverSuspension from "./0057_driver_suspension.sql" with { type: "text" };
import logoAndArea from "./0058_logo_and_area.sql" with { type: "text" };
import assignmentOverrides from "./0059_assignment_overrides.sql" with { type: "text" };
import deskSearch from "./0060_desk_search.sql" with { type: "text" };
import content from "./0061_content.sql" with { type: "text" };
import billedAmounts from "./0062_billed_amounts.sql" with { type: "text" };
import billedBefore from "./0063_billed_before.sql" with { type: "text" };
import widgetSites from "./0064_widget_sites.sql" with { type: "text" };
import foundSooner from "./0065_found_sooner.sql" with { type: "text" };
import sumsKept from "./0066_sums_kept.sql" with { type: "text" };
import watching from "./0067_watching.sql" with { type: "text" };
import searchInOrder from "./0068_search_in_order.sql" with { type: "text" };
import companyByBooking from "./0069_company_by_booking.sql" with { type: "text" };
import ridersByState from "./0070_riders_by_state.sql" with { type: "text" };
import companySums from "./0071_company_sums.sql" with { type: "text" };
import companySumsKept from "./0072_company_sums_kept.sql" with { type: "text" };
import riderTwins from "./0073_rider_twins.sql" with { type: "text" };
import oneName from "./0074_one_name_and_told_failures.sql" with { type: "text" };
import earliestStep from "./0075_earliest_step.sql" with { type: "text" };
import eventKinds from "./0076_event_kinds.sql" with { type: "text" };

export const migrations: readonly { name: string; sql: string }[] = [
  { name: "0000_init", sql: init },
  // What the schema language cannot say: overlaps, the append-only log, full-text search.
  { name: "0001_guards", sql: guards },
  // A router's way is kept with the trip, for its map.
  { name: "0002_route_geometry", sql: routeGeometry },
  // Riders' accounts at Google and Apple, the ways there under way, and how riders signed in.
  { name: "0003_sign_in_providers", sql: signInProviders },
  { name: "0004_zones", sql: zones },
  // The R*Tree that finds the zones around a point.
  { name: "0005_zones_box", sql: zonesBox },
  // Shifts, positions, tracks and the links that show a trip without a sign-in.
  { name: "0006_tracking", sql: tracking },
  // A place that no list knows has no coordinates until dispatch pins it.
  { name: "0007_stops_in_words", sql: stopsInWords },
  // One price list with versions, a draft and promotions, in place of prices by class.
  { name: "0008_price_list", sql: priceList },
  { name: "0009_places", sql: places },
  // Language, consents, what riders want to hear of, and where erasure finds their messages.
  { name: "0010_rider_privacy", sql: riderPrivacy },
  // An erased account leaves the log and the search too.
  { name: "0011_erasure", sql: erasure },
  // Erasure finds an account's codes, those to contacts it no longer has among them.
  { name: "0012_codes_by_account", sql: codesByAccount },
  // What care, roadside help, an interpreter and a greeting sign need to know.
  { name: "0013_service_details", sql: serviceDetails },
  // How the rider means to pay.
  { name: "0014_payment", sql: payment },
  // What riders say of their trips.
  { name: "0015_trip_ratings", sql: tripRatings },
  // Phones that get notifications.
  { name: "0016_push_subscriptions", sql: pushSubscriptions },
  // Companies that are billed, their members and invoices, and which company a trip is billed to.
  { name: "0017_companies", sql: companies },
  // An issued invoice and a recorded payment are never changed.
  { name: "0018_invoices_stand", sql: invoicesStand },
  // The register of lost and found.
  { name: "0019_property", sql: property },
  // Nobody rewrites what was done with somebody's things.
  { name: "0020_property_log", sql: propertyLog },
  // A way back belongs to its trip and may wait for a call; the operator says how late one may book.
  { name: "0021_way_back", sql: wayBack },
  // Trips that repeat, and to which of them and for which day a reservation belongs.
  { name: "0022_standing_orders", sql: standingOrders },
  // The code before somebody rides, what the people of a trip write to each other, and who may call whom.
  { name: "0023_boarding_and_messages", sql: boardingAndMessages },
  // A pickup time is reminded of once.
  { name: "0024_reminders", sql: reminders },
  // Applications keep their papers, links for those who send them, and what dispatch decided.
  { name: "0025_driver_applications", sql: driverApplications },
  // Documents with their ends in place of three dates; hours, days off and wishes of drivers.
  { name: "0026_documents", sql: documents },
  // What drivers earn and hold by weeks, what is paid, and up to which version a trip stands on one.
  { name: "0027_driver_statements", sql: driverStatements },
  // A closed week and an entry are never changed; trips of the time before count as accounted for.
  { name: "0028_statements_stand", sql: statementsStand },
  // A vehicle may have its VIN.
  { name: "0029_vehicle_vin", sql: vehicleVin },
  // Who changed a driver's hours, days off and preferences, and who is away in a time.
  { name: "0030_availability", sql: availability },
  // What dispatch wants to know of a rider who calls.
  { name: "0031_callers", sql: callers },
  // Finds who is calling by a few letters of the name or figures of the number.
  { name: "0032_caller_search", sql: callerSearch },
  // What was done in dispatch: a chain of hashes.
  { name: "0033_audit_log", sql: auditLog },
  // Nobody rewrites it, and it can be searched.
  { name: "0034_audit_guards", sql: auditGuards },
  // What drivers give with a no-show, and how long they wait before one.
  { name: "0035_no_shows", sql: noShows },
  // Views of the board that staff keep; kinds of service are found by an index.
  { name: "0036_staff_views", sql: staffViews },
  // What a driver took in cash, where it was another amount than was due.
  { name: "0037_cash_collected", sql: cashCollected },
  // What drivers report to dispatch, with photos and what was done about it.
  { name: "0038_incidents", sql: incidents },
  // What trips came to by days, when drivers arrived and rode, and how long they were on shift.
  { name: "0039_reports", sql: reports },
  // The days are kept with every trip that is written, and made for the trips so far.
  { name: "0040_reports_kept", sql: reportsKept },
  // What people write by the public form, what is said and done about it, and templates of answers.
  { name: "0041_contact_messages", sql: contactMessages },
  // A second factor with recovery codes, that all must have where the owner says so; staff may be let go.
  { name: "0042_staff_security", sql: staffSecurity },
  // What owners say of their business: address, opening hours, whether riders may book.
  { name: "0043_operator_settings", sql: operatorSettings },
  // When a vehicle is out of service.
  { name: "0044_vehicle_outages", sql: vehicleOutages },
  // No vehicle is given to a trip while it is out of service, whatever raced.
  { name: "0045_vehicle_outage_guards", sql: vehicleOutageGuards },
  // Messages to riders in the owner's words.
  { name: "0046_message_texts", sql: messageTexts },
  // Several drivers are asked for a trip, at once or in turn, and dispatch sees who saw it.
  { name: "0047_offers_to_several", sql: offersToSeveral },
  // Riders who may not book by themselves, and all riders by when they came.
  { name: "0048_rider_blocks", sql: riderBlocks },
  // What auto-dispatch may do, and with which trips it did something: once a trip.
  { name: "0049_auto_dispatch", sql: autoDispatch },
  // What cars need again and again, what was done to them, and what their odometers showed.
  { name: "0050_vehicle_maintenance", sql: vehicleMaintenance },
  // How long records are kept, as the owner says, and how much went when its time was over.
  { name: "0051_retention", sql: retention },
  // Who a rider is now whose account was folded into another one's.
  { name: "0052_rider_merges", sql: riderMerges },
  // A rider is found by the name of one that was folded into them.
  { name: "0053_old_names_found", sql: oldNamesFound },
  // Which version of a trip each step made: who saw an older one is told what has changed since.
  { name: "0054_event_versions", sql: eventVersions },
  // The trips behind a figure of a report are found as fast in a million as in a thousand.
  { name: "0055_report_rows", sql: reportRows },
  // Until when a failed message may be sent again.
  { name: "0056_outbox_retries", sql: outboxRetries },
  // Since when and why a driver is suspended; the trips of a vehicle, and who usually drives it.
  { name: "0057_driver_suspension", sql: driverSuspension },
  // The operator's own logo, another for dark pages, and the zones in which riders may book.
  { name: "0058_logo_and_area", sql: logoAndArea },
  // What an owner has overridden so that a driver and vehicle could be assigned.
  { name: "0059_assignment_overrides", sql: assignmentOverrides },
  // Contact messages, incidents, property and invoices are found by a few letters.
  { name: "0060_desk_search", sql: deskSearch },
  // What the operator says on the public site, every version of it, and its pictures.
  { name: "0061_content", sql: content },
  // What invoices bill of a trip whose price is corrected later, and what it was settled for.
  { name: "0062_billed_amounts", sql: billedAmounts },
  // What was invoiced before is billed as it stands on its invoice.
  { name: "0063_billed_before", sql: billedBefore },
  // The websites that may show the booking widget.
  { name: "0064_widget_sites", sql: widgetSites },
  // Indices that hold all of what puts a search and a report's rows into order.
  { name: "0065_found_sooner", sql: foundSooner },
  // Months of the reports, and what a company's trips come to that are on no invoice.
  { name: "0066_sums_kept", sql: sumsKept },
  // What needs a person and who was told, and what the server did last by itself; applicants' addresses.
  { name: "0067_watching", sql: watching },
  // What a search finds comes in the order of pickups.
  { name: "0068_search_in_order", sql: searchInOrder },
  // All that was booked on one company's account, in the order of booking.
  { name: "0069_company_by_booking", sql: companyByBooking },
  // A rider's lists pass over trips of other states without a look at their rows.
  { name: "0070_riders_by_state", sql: ridersByState },
  // How many trips a company has and what they come to, kept with every trip.
  { name: "0071_company_sums", sql: companySums },
  // The triggers that keep it, in the place of those of what is on no invoice.
  { name: "0072_company_sums_kept", sql: companySumsKept },
  // Riders whose contacts turned out to be one: `src/process/stored-contacts.ts` finds them at the next start.
  { name: "0073_rider_twins", sql: riderTwins },
  // People who have one name, and the failed sign-ins that the audit log has yet to tell of.
  { name: "0074_one_name_and_told_failures", sql: oneName },
  // How early drivers may set off, and the pickup for which dispatch lets one start earlier.
  { name: "0075_earliest_step", sql: earliestStep },
  // What happens to a trip is stored as a kind with facts; words are made for whoever reads it.
  { name: "0076_event_kinds", sql: eventKinds },
];
