import { createRouter } from "../server/calls";
import { limitPerAddress } from "../server/http";
import { multipart } from "../server/multipart";
import { sendPhoto } from "../server/file-answer";
import {
  MyLostReportAnswer,
  MyLostReports,
  MyLostReportsQuery,
  PHOTO_FORM,
  ReportLostItem,
  SeenProperty,
} from "./contract";
import { listMyReports, readMyReport, readPhoto } from "./queries";
import { reportLostItem, withdrawReport } from "./report-actions";
import { propertyDriverRoutes } from "./driver-routes";
import { propertyRegisterRoutes } from "./register-routes";

/** The riders' calls for lost items. */
export const propertyRoutes = createRouter("property")
  .post(
    "/reservations/:id/lost-reports",
    "Reports an item lost on a trip, with or without a photo",
    {
      who: "named rider",
      form: multipart(ReportLostItem, PHOTO_FORM),
      created: MyLostReportAnswer,
      refuses: ["property.not_reportable", "property.too_many_reports"],
      use: limitPerAddress(5, 3_600),
    },
    async ({ deps, actor, id, form }) => {
      const reportId = await reportLostItem(deps, actor, id, form);
      return { report: readMyReport(deps, actor.id, reportId) };
    },
  )
  .get(
    "/lost-reports",
    "Lists the rider's lost reports, for all trips or for one",
    { who: "rider", query: MyLostReportsQuery, answer: MyLostReports },
    ({ deps, actor, query }) => listMyReports(deps, actor.id, query),
  )
  .get(
    "/lost-reports/:id",
    "Gives one of the rider's lost reports",
    { who: "rider", answer: MyLostReportAnswer },
    ({ deps, actor, id }) => ({ report: readMyReport(deps, actor.id, id) }),
  )
  .post(
    "/lost-reports/:id/withdrawal",
    "Closes a lost report, because the rider has the item or has stopped looking for it",
    {
      who: "rider",
      body: SeenProperty,
      answer: MyLostReportAnswer,
      refuses: ["property.stale", "property.over"],
    },
    async ({ deps, actor, id, body }) => {
      await withdrawReport(deps, actor, id, body.version);
      return { report: readMyReport(deps, actor.id, id) };
    },
  )
  .get(
    "/lost-reports/:id/photo",
    "Gives the photo of one of the rider's lost reports",
    { who: "rider", answer: "The photo" },
    async ({ c, deps, actor, id }) => sendPhoto(c, await readPhoto(deps, "report", id, actor)),
  )
  .with(propertyDriverRoutes)
  .with(propertyRegisterRoutes);
