import {
  type AppContext,
  auditDownload,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  requireRider,
  sendPdf,
  validate,
} from "../../server/http";
import { ReservationId } from "../contract";
import { type NamedFile, readCalendar, readReceipt } from "./document-queries";

const tag = "reservations";
const receiptLimit = limitPerSession(60, 60);

/** Files of a trip, for its rider and for dispatch. */
export const documentRoutes = createRouter()
  .get(
    "/reservations/:id/receipt.pdf",
    describe({
      summary: "The receipt of a trip that is over and costs something",
      tag,
      security: "rider",
      answers: { 200: "application/pdf" },
      refusals: ["request.not_found", "reservation.no_receipt", "request.too_many"],
    }),
    requireRider,
    receiptLimit,
    validate("param", ReservationId),
    async (c) => {
      const { deps, session } = c.var;
      const viewer = { kind: "rider" as const, id: session.accountId };
      return sendPdf(c, await readReceipt(deps, c.req.valid("param").id, viewer));
    },
  )
  .get(
    "/reservations/:id/trip.ics",
    describe({
      summary: "The trip as a calendar file",
      tag,
      security: "rider",
      answers: { 200: "text/calendar" },
      refusals: ["request.not_found", "reservation.waits_for_call"],
    }),
    requireRider,
    validate("param", ReservationId),
    (c) => {
      const { deps, session } = c.var;
      const viewer = { kind: "rider" as const, id: session.accountId };
      return sendCalendar(c, readCalendar(deps, c.req.valid("param").id, viewer));
    },
  )
  .get(
    "/admin/reservations/:id/receipt.pdf",
    describe({
      summary: "The receipt of a trip, as its rider gets it",
      tag,
      security: "admin",
      answers: { 200: "application/pdf" },
      refusals: ["request.not_found", "reservation.no_receipt", "request.too_many"],
    }),
    requirePermission("dispatch.read"),
    auditDownload("trip", "a trip's receipt"),
    receiptLimit,
    validate("param", ReservationId),
    async (c) => {
      const file = await readReceipt(c.var.deps, c.req.valid("param").id, { kind: "admin" });
      return sendPdf(c, file);
    },
  );

const CALENDAR = "text/calendar; charset=utf-8";

/** A file to be kept; the session's own `no-store` stays. */
function sendCalendar(c: AppContext, { name, bytes }: NamedFile) {
  c.header("Content-Type", CALENDAR);
  c.header("Content-Disposition", `attachment; filename="${name}"`);
  return c.body(bytes);
}
