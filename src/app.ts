/** Puts all slices of the API together. */
import { Hono } from "hono";
import { settingsRoutes } from "./settings/routes";
import { mapRoutes } from "./maps/routes";
import { notificationRoutes } from "./notifications/routes";
import { webhookRoutes } from "./webhooks/routes";
import { logoRoutes } from "./files/routes";
import { accountRoutes } from "./accounts/routes";
import { documentRoutes } from "./documents/routes";
import { vehicleRoutes } from "./vehicles/routes";
import { driverRoutes } from "./drivers/routes";
import { zoneRoutes } from "./zones/routes";
import { availabilityRoutes } from "./availability/routes";
import { placeRoutes } from "./places/routes";
import { streetsRoutes } from "./streets/routes";
import { trafficRoutes } from "./routing/routes";
import { feeRoutes } from "./fares/routes";
import { companyRoutes } from "./companies/routes";
import { reservationRoutes } from "./reservations/routes";
import { dispatchRoutes } from "./dispatch/routes";
import { autoDispatchRoutes } from "./auto-dispatch/routes";
import { flightRoutes } from "./flights/routes";
import { invoiceRoutes } from "./invoices/routes";
import { paymentsRoutes } from "./payments/routes";
import { affiliateRoutes } from "./affiliates/routes";
import { quoteRoutes } from "./quotes/routes";
import { payoutRoutes } from "./payouts/routes";
import { trackingRoutes } from "./tracking/routes";
import { calendarRoutes } from "./calendars/routes";
import { partnerRoutes } from "./partner/routes";
import { reportRoutes } from "./reports/routes";
import { messageRoutes } from "./messages/routes";
import { propertyRoutes } from "./property/routes";
import { importRoutes } from "./imports/routes";
import { incidentRoutes } from "./incidents/routes";
import { contentRoutes } from "./content/routes";
import { contactRoutes } from "./contact/routes";
import { deskRoutes } from "./desk/routes";
import { dispatchRiderRoutes } from "./riders/routes";
import { privacyRoutes } from "./privacy/routes";
import { statusRoutes } from "./status/routes";
import type { Deps } from "./deps";
import { AppError } from "./errors";
import { createContext } from "./server/context";
import { readInReaderProcess } from "./server/heavy-calls";
import { healthRoutes } from "./server/health";
import { createRouter } from "./server/calls";
import { type Env, withoutIdleTimeout } from "./server/http";
import { type EncodedResponse, encodeText, sendEncoded } from "./server/encoded-response";
import { allowedMethods, renderError } from "./server/requests";
import { systemRoutes } from "./server/system";

/** Creates the whole API, under `/backend`. */
export function createApp(deps: Deps) {
  const app = new Hono<Env>();
  let description: Promise<EncodedResponse> | undefined;
  // Made once, because it takes seconds; in a reader process if there is one.
  const describe = async () => {
    if (deps.readers)
      return encodeText(
        await readInReaderProcess(deps, "/backend/openapi.json"),
        "application/json",
      );
    const { describeApi } = await import("./server/description");
    return describeApi(app, deps);
  };
  const backend = createRouter("system")
    .get(
      "/openapi.json",
      "Gives this description of the API",
      { who: "public", answer: "OpenAPI 3.1" },
      async ({ c }) => {
        description ??= describe().catch((error) => {
          description = undefined;
          throw error;
        });
        const descriptionPromise = description;
        return sendEncoded(c, await withoutIdleTimeout(c, () => descriptionPromise));
      },
    )
    .with(healthRoutes)
    .with(systemRoutes)
    .with(settingsRoutes)
    .with(mapRoutes)
    .with(notificationRoutes)
    .with(webhookRoutes)
    .with(logoRoutes)
    .with(accountRoutes)
    .with(documentRoutes)
    .with(vehicleRoutes)
    .with(driverRoutes)
    .with(zoneRoutes)
    .with(availabilityRoutes)
    .with(placeRoutes)
    .with(streetsRoutes)
    .with(trafficRoutes)
    .with(feeRoutes)
    .with(companyRoutes)
    .with(reservationRoutes)
    .with(dispatchRoutes)
    .with(autoDispatchRoutes)
    .with(flightRoutes)
    .with(invoiceRoutes)
    .with(paymentsRoutes)
    .with(quoteRoutes)
    .with(affiliateRoutes)
    .with(payoutRoutes)
    .with(trackingRoutes)
    .with(calendarRoutes)
    .with(partnerRoutes)
    .with(reportRoutes)
    .with(messageRoutes)
    .with(propertyRoutes)
    .with(incidentRoutes)
    .with(contentRoutes)
    .with(contactRoutes)
    .with(deskRoutes)
    .with(dispatchRiderRoutes)
    .with(privacyRoutes)
    .with(importRoutes)
    .with(statusRoutes);
  app.onError((error, c) => renderError(error, c, deps));
  app.notFound((c) => {
    const allow = allowedMethods(app, c.req.path);
    const error =
      allow.length > 0 && !allow.includes(c.req.method)
        ? new AppError("request.method_not_allowed", { allow: allow.join(", ") })
        : new AppError("request.not_found");
    return renderError(error, c, deps);
  });
  return app.use("/backend/*", createContext(deps)).route("/backend", backend.hono);
}

export type App = ReturnType<typeof createApp>;
