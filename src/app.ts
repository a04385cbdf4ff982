/** Every mount of the API on one screen. */
import { Hono } from "hono";
import { secondFactorRoutes } from "./accounts/staff/second-factor-routes";
import { staffAccessRoutes } from "./accounts/staff/staff-access-routes";
import { staffSessionRoutes } from "./accounts/staff/staff-session-routes";
import { staffRoutes } from "./accounts/staff/staff-routes";
import { driverSignInRoutes } from "./accounts/sign-in/driver-routes";
import { autoDispatchRoutes } from "./auto-dispatch/routes";
import { availabilityRoutes } from "./availability/routes";
import { providerRoutes } from "./accounts/providers/provider-routes";
import { riderRoutes } from "./accounts/sign-in/rider-routes";
import { memberRoutes } from "./companies/member-routes";
import { companyRoutes } from "./companies/routes";
import { contactDeskRoutes } from "./contact/desk-routes";
import { rideRequestRoutes } from "./contact/ride-routes";
import { contactFormRoutes } from "./contact/routes";
import { contactTemplateRoutes } from "./contact/template-routes";
import { contentDeskRoutes } from "./content/desk-routes";
import { contentPictureRoutes } from "./content/picture-routes";
import { contentAreaRoutes } from "./content/area-routes";
import { contentRoutes } from "./content/public-routes";
import { createContext } from "./server/context";
import type { Deps } from "./deps";
import { AppError } from "./errors";
import { driverTripRoutes } from "./dispatch/driver-run/driver-routes";
import { auditRoutes } from "./dispatch/board/audit-routes";
import { boardingRoutes } from "./dispatch/driver-run/boarding-routes";
import { tripChangeRoutes } from "./dispatch/changes/change-routes";
import { noShowRoutes } from "./dispatch/driver-run/no-show-routes";
import { paymentRoutes } from "./dispatch/changes/payment-routes";
import { orderChangeRoutes } from "./dispatch/changes/order-change-routes";
import { regionRoutes } from "./desk/region-routes";
import { deskRoutes } from "./desk/routes";
import { dayRoutes } from "./dispatch/board/day-routes";
import { phoneRoutes } from "./dispatch/phone-booking/phone-routes";
import { providerTestRoutes } from "./dispatch/providers/provider-routes";
import { dispatchEventRoutes } from "./dispatch/board/event-routes";
import { aroundRoutes } from "./dispatch/board/around-routes";
import { dispatchRoutes } from "./dispatch/routes";
import { suspensionRoutes } from "./dispatch/suspension/suspension-routes";
import { splitRoutes } from "./dispatch/changes/split-routes";
import { viewRoutes } from "./dispatch/board/view-routes";
import { waybillRoutes } from "./dispatch/papers/waybill-routes";
import { dispatchDocumentRoutes } from "./documents/dispatch-routes";
import { driverDocumentRoutes } from "./documents/routes";
import { documentNoticeRoutes } from "./dispatch/papers/document-routes";
import { rosterRoutes } from "./drivers/roster-routes";
import { applicationRoutes } from "./drivers/application-routes";
import { applicationReviewRoutes } from "./drivers/review-routes";
import { applicationStatusRoutes } from "./drivers/status-routes";
import { driverRoutes } from "./drivers/routes";
import { logoRoutes } from "./files/routes";
import { feeRoutes } from "./fares/routes";
import { createRouter, describe, type Env } from "./server/http";
import { healthRoutes } from "./server/health";
import { riderDeskRoutes } from "./riders/routes";
import { invoiceRoutes } from "./invoices/routes";
import { driverBillingRoutes } from "./payouts/driver-routes";
import { payoutRoutes } from "./payouts/routes";
import { reportRoutes } from "./reports/routes";
import { choiceRoutes } from "./notifications/choices/choice-routes";
import { outboxRoutes } from "./notifications/outbox-routes";
import { templateRoutes } from "./notifications/templates/template-routes";
import { mapRoutes } from "./maps/routes";
import { ownPlaceRoutes } from "./places/own-routes";
import { placeRoutes } from "./places/routes";
import { savedPlaceRoutes } from "./places/saved-routes";
import { incidentRoutes } from "./incidents/routes";
import { propertyRiderRoutes } from "./property/routes";
import { propertyDriverRoutes } from "./property/driver-routes";
import { propertyRegisterRoutes } from "./property/register-routes";
import { retentionRoutes } from "./privacy/retention-routes";
import { privacyRoutes } from "./privacy/routes";
import { pushRoutes } from "./notifications/push/push-routes";
import { notificationRoutes } from "./notifications/routes";
import { allowedMethods, renderError } from "./server/requests";
import { afterRoutes } from "./reservations/feedback/after-routes";
import { documentRoutes } from "./reservations/papers/document-routes";
import { dispatchOrderRoutes, orderRoutes } from "./reservations/standing-orders/order-routes";
import { reservationRoutes } from "./reservations/routes";
import { bookingRulesRoutes } from "./reservations/quotes/booking-rules-routes";
import { priceListRoutes } from "./reservations/quotes/price-list-routes";
import { simulationRoutes } from "./reservations/quotes/simulation-routes";
import { contactRoutes } from "./settings/contact-routes";
import { operatorRoutes } from "./settings/operator-routes";
import { messageRoutes } from "./messages/routes";
import { dispatchMessageRoutes } from "./messages/dispatch-routes";
import { settingsRoutes } from "./settings/routes";
import { widgetRoutes } from "./settings/widget-routes";
import { statusRoutes } from "./status/routes";
import { sendBytes } from "./server/kept-bytes";
import { describeApp, systemRoutes } from "./server/system";
import { classRoutes } from "./vehicles/class-routes";
import { dispatchTrackingRoutes } from "./tracking/dispatch-routes";
import { driverTrackingRoutes } from "./tracking/driver-routes";
import { trackingRoutes } from "./tracking/routes";
import { fleetRoutes } from "./vehicles/fleet-routes";
import { maintenanceRoutes } from "./vehicles/maintenance-routes";
import { outageRoutes } from "./vehicles/outage-routes";
import { bookableClassRoutes } from "./vehicles/bookable-routes";
import { vehicleRoutes } from "./vehicles/routes";
import { areaRoutes } from "./zones/area-routes";
import { zoneRoutes } from "./zones/routes";

/** The whole API, under `/backend`. */
export function createApp(deps: Deps) {
  const context = createContext(deps);
  const backend = createRouter()
    .use(context)
    .route("/", healthRoutes)
    .route("/", systemRoutes)
    .route("/", settingsRoutes)
    .route("/", contactRoutes)
    .route("/", operatorRoutes)
    .route("/", widgetRoutes)
    .route("/", templateRoutes)
    .route("/", providerTestRoutes)
    .route("/", mapRoutes)
    .route("/", staffRoutes)
    .route("/", secondFactorRoutes)
    .route("/", staffSessionRoutes)
    .route("/", staffAccessRoutes)
    .route("/", reservationRoutes)
    .route("/", documentRoutes)
    .route("/", afterRoutes)
    .route("/", orderRoutes)
    .route("/", dispatchOrderRoutes)
    .route("/", tripChangeRoutes)
    .route("/", orderChangeRoutes)
    .route("/", boardingRoutes)
    .route("/", outboxRoutes)
    .route("/", auditRoutes)
    .route("/", driverRoutes)
    .route("/", applicationRoutes)
    .route("/", applicationStatusRoutes)
    .route("/", applicationReviewRoutes)
    .route("/", bookableClassRoutes)
    .route("/", vehicleRoutes)
    .route("/", zoneRoutes)
    .route("/", placeRoutes)
    .route("/", ownPlaceRoutes)
    .route("/", savedPlaceRoutes)
    .route("/", fleetRoutes)
    .route("/", outageRoutes)
    .route("/", maintenanceRoutes)
    .route("/", classRoutes)
    .route("/", rosterRoutes)
    .route("/", availabilityRoutes)
    .route("/", driverDocumentRoutes)
    .route("/", dispatchDocumentRoutes)
    .route("/", documentNoticeRoutes)
    .route("/", feeRoutes)
    .route("/", simulationRoutes)
    .route("/", priceListRoutes)
    .route("/", bookingRulesRoutes)
    .route("/", dispatchRoutes)
    .route("/", dispatchEventRoutes)
    .route("/", aroundRoutes)
    .route("/", splitRoutes)
    .route("/", waybillRoutes)
    .route("/", autoDispatchRoutes)
    .route("/", dayRoutes)
    .route("/", suspensionRoutes)
    .route("/", deskRoutes)
    .route("/", regionRoutes)
    .route("/", viewRoutes)
    .route("/", phoneRoutes)
    .route("/", paymentRoutes)
    .route("/", noShowRoutes)
    .route("/", companyRoutes)
    .route("/", memberRoutes)
    .route("/", invoiceRoutes)
    .route("/", payoutRoutes)
    .route("/", driverBillingRoutes)
    .route("/", reportRoutes)
    .route("/", driverTripRoutes)
    .route("/", messageRoutes)
    .route("/", dispatchMessageRoutes)
    .route("/", trackingRoutes)
    .route("/", driverTrackingRoutes)
    .route("/", dispatchTrackingRoutes)
    .route("/", propertyRiderRoutes)
    .route("/", propertyDriverRoutes)
    .route("/", propertyRegisterRoutes)
    .route("/", incidentRoutes)
    .route("/", contactFormRoutes)
    .route("/", rideRequestRoutes)
    .route("/", contactDeskRoutes)
    .route("/", contactTemplateRoutes)
    .route("/", contentRoutes)
    .route("/", contentAreaRoutes)
    .route("/", contentPictureRoutes)
    .route("/", contentDeskRoutes)
    .route("/", riderDeskRoutes)
    .route("/", riderRoutes)
    .route("/", providerRoutes)
    .route("/", driverSignInRoutes)
    .route("/", choiceRoutes)
    .route("/", pushRoutes)
    .route("/", logoRoutes)
    .route("/", areaRoutes)
    .route("/", privacyRoutes)
    .route("/", retentionRoutes)
    .route("/", statusRoutes)
    .route("/", notificationRoutes);

  const app = new Hono<Env>().route("/backend", backend);
  const description = describeApp(app, deps);
  app.get(
    "/backend/openapi.json",
    context,
    describe({
      summary: "This document",
      tag: "system",
      security: "public",
      answers: { 200: "OpenAPI 3.1" },
    }),
    async (c) => sendBytes(c, await description()),
  );
  app.onError((error, c) => renderError(error, c, deps));
  app.notFound((c) => {
    const allow = allowedMethods(app, c.req.path);
    const error =
      allow.length > 0 && !allow.includes(c.req.method)
        ? new AppError("request.method_not_allowed", { allow: allow.join(", ") })
        : new AppError("request.not_found");
    return renderError(error, c, deps);
  });
  return app;
}

export type App = ReturnType<typeof createApp>;
