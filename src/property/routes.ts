import {
  type AppContext,
  createRouter,
  describe,
  limitPerAddress,
  requireNamedRider,
  requireRider,
  validate,
} from "../server/http";
import { validateForm } from "../server/multipart";
import { sendPhoto } from "../server/photo-answer";
import { ReservationId } from "../reservations/contract";
import {
  MyLostReportAnswer,
  MyLostReports,
  MyLostReportsQuery,
  PHOTO_FORM,
  PropertyId,
  ReportLost,
  SeenProperty,
} from "./contract";
import { listMyReports, readMyReport, readPhoto } from "./queries";
import { reportLost, withdrawReport } from "./report-actions";
import { propertyDriverRoutes } from "./driver-routes";
import { propertyRegisterRoutes } from "./register-routes";

function riderOf(c: AppContext) {
  const { accountId, name } = c.var.session;
  return { kind: "rider" as const, id: accountId, name };
}

/** What riders report lost. */
export const propertyRoutes = createRouter()
  .post(
    "/reservations/:id/lost-reports",
    describe({
      summary: "Reports something lost on a trip, with a photo or without",
      tag: "property",
      security: "rider",
      answers: { 201: MyLostReportAnswer },
      refusals: [
        "profile.incomplete",
        "request.not_found",
        "property.not_reportable",
        "property.too_many_reports",
        "picture.too_large",
        "picture.too_many_pixels",
        "server.busy",
        "picture.unreadable",
        "request.timeout",
        "request.too_many",
      ],
    }),
    requireNamedRider,
    limitPerAddress(5, 3_600),
    validate("param", ReservationId),
    validateForm(ReportLost, PHOTO_FORM),
    async (c) => {
      const { id } = c.req.valid("param");
      const rider = riderOf(c);
      const made = await reportLost(c.var.deps, rider, id, c.req.valid("form"));
      const report = readMyReport(c.var.deps, rider.id, made);
      return c.json({ report } satisfies MyLostReportAnswer, 201);
    },
  )
  .get(
    "/lost-reports",
    describe({
      summary: "What the rider has reported lost, on all trips or on one",
      tag: "property",
      security: "rider",
      answers: { 200: MyLostReports },
    }),
    requireRider,
    validate("query", MyLostReportsQuery),
    (c) => {
      const { deps, session } = c.var;
      const found = listMyReports(deps, session.accountId, c.req.valid("query"));
      return c.json(found satisfies MyLostReports);
    },
  )
  .get(
    "/lost-reports/:id",
    describe({
      summary: "One of the rider's reports",
      tag: "property",
      security: "rider",
      answers: { 200: MyLostReportAnswer },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", PropertyId),
    (c) => {
      const { deps, session } = c.var;
      const report = readMyReport(deps, session.accountId, c.req.valid("param").id);
      return c.json({ report } satisfies MyLostReportAnswer);
    },
  )
  .post(
    "/lost-reports/:id/withdrawal",
    describe({
      summary: "The rider has it again, or no longer looks for it",
      tag: "property",
      security: "rider",
      answers: { 200: MyLostReportAnswer },
      refusals: ["request.not_found", "property.stale", "property.over"],
    }),
    requireRider,
    validate("param", PropertyId),
    validate("json", SeenProperty),
    async (c) => {
      const { id } = c.req.valid("param");
      const rider = riderOf(c);
      await withdrawReport(c.var.deps, rider, id, c.req.valid("json").version);
      const report = readMyReport(c.var.deps, rider.id, id);
      return c.json({ report } satisfies MyLostReportAnswer);
    },
  )
  .get(
    "/lost-reports/:id/photo",
    describe({
      summary: "The photo of one of the rider's reports",
      tag: "property",
      security: "rider",
      answers: { 200: "The photo" },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", PropertyId),
    async (c) => {
      const { deps, session } = c.var;
      const reader = { kind: "rider" as const, id: session.accountId };
      return sendPhoto(c, await readPhoto(deps, "report", c.req.valid("param").id, reader));
    },
  )
  .route("/", propertyDriverRoutes)
  .route("/", propertyRegisterRoutes);
