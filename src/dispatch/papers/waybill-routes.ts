import {
  auditDownload,
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  requirePermission,
  sendPdf,
  validate,
} from "../../server/http";
import { ReservationId } from "../../reservations/contract";
import { waybillFor } from "./waybill-queries";

const limit = limitPerSession(60, 60);
const summary =
  "The waybill of a trip: who drives whom, in what, from where to where, and for what";
const refusals = ["request.not_found", "assignment.no_waybill", "request.too_many"] as const;

/** The paper of a trip, for its driver and for dispatch. */
export const waybillRoutes = createRouter()
  .get(
    "/admin/reservations/:id/waybill.pdf",
    describe({
      summary,
      tag: "dispatch",
      security: "admin",
      answers: { 200: "application/pdf" },
      refusals: [...refusals],
    }),
    requirePermission("dispatch.read"),
    auditDownload("trip", "a trip's waybill"),
    limit,
    validate("param", ReservationId),
    async (c) =>
      sendPdf(c, await waybillFor(c.var.deps, c.req.valid("param").id, { kind: "admin" })),
  )
  .get(
    "/driver/reservations/:id/waybill.pdf",
    describe({
      summary,
      tag: "driver",
      security: "driver",
      answers: { 200: "application/pdf" },
      refusals: [...refusals],
    }),
    requireDriver,
    limit,
    validate("param", ReservationId),
    async (c) => {
      const { deps, session } = c.var;
      const viewer = { kind: "driver" as const, id: session.accountId };
      return sendPdf(c, await waybillFor(deps, c.req.valid("param").id, viewer));
    },
  );
