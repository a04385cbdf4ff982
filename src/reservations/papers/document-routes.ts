import { createRouter } from "../../server/calls";
import { type AppContext, auditDownload, limitPerSession, sendPdf } from "../../server/http";
import { type NamedFile, readCalendar, readReceipt } from "./document-queries";

const receiptLimit = limitPerSession(60, 60);

/** The calls for files of a trip, for its rider and for dispatch. */
export const documentRoutes = createRouter("reservations")
  .get(
    "/reservations/:id/receipt.pdf",
    "Gives the receipt of a finished trip that has a price",
    {
      who: "rider",
      answer: "application/pdf",
      heavy: true,
      refuses: ["reservation.no_receipt"],
      use: receiptLimit,
    },
    async ({ c, deps, actor, id }) => sendPdf(c, await readReceipt(deps, id, actor)),
  )
  .get(
    "/reservations/:id/trip.ics",
    "Gives the trip as a calendar file",
    { who: "rider", answer: "text/calendar", refuses: ["reservation.waits_for_call"] },
    ({ c, deps, actor, id }) => sendCalendar(c, readCalendar(deps, id, actor)),
  )
  .get(
    "/admin/reservations/:id/receipt.pdf",
    "Gives the receipt of a trip, as its rider gets it",
    {
      who: "dispatch.view",
      answer: "application/pdf",
      heavy: true,
      refuses: ["reservation.no_receipt"],
      use: [auditDownload("trip", "a trip's receipt"), receiptLimit],
    },
    async ({ c, deps, id }) => {
      const file = await readReceipt(deps, id, { kind: "admin" });
      return sendPdf(c, file);
    },
  );

const CALENDAR_MEDIA_TYPE = "text/calendar; charset=utf-8";

/** Sends a file to be saved. Keeps the `no-store` that the session sets. */
function sendCalendar(c: AppContext, { name, bytes }: NamedFile) {
  c.header("Content-Type", CALENDAR_MEDIA_TYPE);
  c.header("Content-Disposition", `attachment; filename="${name}"`);
  return c.body(bytes);
}
