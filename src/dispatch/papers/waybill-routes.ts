import { createRouter } from "../../server/calls";
import { auditDownload, limitPerSession, sendPdf } from "../../server/http";
import { waybillFor } from "./waybill-queries";

const limit = limitPerSession(60, 60);
const summary = "Gives the waybill of a trip: driver, passenger, vehicle, route and price";
const refusals = ["assignment.no_waybill"] as const;

/** The API for the waybill of a trip, for its driver and dispatch. */
export const waybillRoutes = createRouter("waybills")
  .get(
    "/admin/reservations/:id/waybill.pdf",
    summary,
    {
      who: "dispatch.view",
      answer: "application/pdf",
      heavy: true,
      refuses: refusals,
      use: [auditDownload("trip", "a trip's waybill"), limit],
    },
    async ({ c, deps, id }) => sendPdf(c, await waybillFor(deps, id, { kind: "admin" })),
  )
  .get(
    "/driver/reservations/:id/waybill.pdf",
    summary,
    { who: "driver", answer: "application/pdf", heavy: true, refuses: refusals, use: limit },
    async ({ c, deps, actor, id }) => sendPdf(c, await waybillFor(deps, id, actor)),
  );
