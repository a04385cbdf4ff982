import {
  type AppContext,
  auditDownload,
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  requirePermission,
  validate,
} from "../http";
import { ReservationId } from "../reservations/contract";
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
      download(c, await waybillFor(c.var.deps, c.req.valid("param").id, { kind: "admin" })),
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
      return download(c, await waybillFor(deps, c.req.valid("param").id, viewer));
    },
  );

/** A file to be kept; the session's own `no-store` stays. */
function download(c: AppContext, { name, bytes }: Awaited<ReturnType<typeof waybillFor>>) {
  c.header("Content-Type", "application/pdf");
  c.header("Content-Disposition", `attachment; filename="${name}"`);
  return c.body(bytes);
}
