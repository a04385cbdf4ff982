/** Every slice of the API on one screen. */
import { Hono } from "hono";
import { settingsRoutes } from "./settings/routes";
import { mapRoutes } from "./maps/routes";
import { notificationRoutes } from "./notifications/routes";
import { logoRoutes } from "./files/routes";
import { accountRoutes } from "./accounts/routes";
import { documentRoutes } from "./documents/routes";
import { vehicleRoutes } from "./vehicles/routes";
import { driverRoutes } from "./drivers/routes";
import { zoneRoutes } from "./zones/routes";
import { availabilityRoutes } from "./availability/routes";
import { placeRoutes } from "./places/routes";
import { feeRoutes } from "./fares/routes";
import { companyRoutes } from "./companies/routes";
import { reservationRoutes } from "./reservations/routes";
import { dispatchRoutes } from "./dispatch/routes";
import { autoDispatchRoutes } from "./auto-dispatch/routes";
import { invoiceRoutes } from "./invoices/routes";
import { payoutRoutes } from "./payouts/routes";
import { trackingRoutes } from "./tracking/routes";
import { reportRoutes } from "./reports/routes";
import { messageRoutes } from "./messages/routes";
import { propertyRoutes } from "./property/routes";
import { incidentRoutes } from "./incidents/routes";
import { contentRoutes } from "./content/routes";
import { contactRoutes } from "./contact/routes";
import { deskRoutes } from "./desk/routes";
import { riderDeskRoutes } from "./riders/routes";
import { privacyRoutes } from "./privacy/routes";
import { statusRoutes } from "./status/routes";
import type { Deps } from "./deps";
import { AppError } from "./errors";
import { createContext } from "./server/context";
import { healthRoutes } from "./server/health";
import { createRouter, describe, type Env } from "./server/http";
import { sendBytes } from "./server/kept-bytes";
import { allowedMethods, renderError } from "./server/requests";
import { describeApp, systemRoutes } from "./server/system";

/** The whole API, under `/backend`. */
export function createApp(deps: Deps) {
  const context = createContext(deps);
  const backend = createRouter()
    .use(context)
    .route("/", healthRoutes)
    .route("/", systemRoutes)
    .route("/", settingsRoutes)
    .route("/", mapRoutes)
    .route("/", notificationRoutes)
    .route("/", logoRoutes)
    .route("/", accountRoutes)
    .route("/", documentRoutes)
    .route("/", vehicleRoutes)
    .route("/", driverRoutes)
    .route("/", zoneRoutes)
    .route("/", availabilityRoutes)
    .route("/", placeRoutes)
    .route("/", feeRoutes)
    .route("/", companyRoutes)
    .route("/", reservationRoutes)
    .route("/", dispatchRoutes)
    .route("/", autoDispatchRoutes)
    .route("/", invoiceRoutes)
    .route("/", payoutRoutes)
    .route("/", trackingRoutes)
    .route("/", reportRoutes)
    .route("/", messageRoutes)
    .route("/", propertyRoutes)
    .route("/", incidentRoutes)
    .route("/", contentRoutes)
    .route("/", contactRoutes)
    .route("/", deskRoutes)
    .route("/", riderDeskRoutes)
    .route("/", privacyRoutes)
    .route("/", statusRoutes);

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
