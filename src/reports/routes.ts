import { createRouter } from "../server/calls";
import { csvHeaders, streamText } from "../formats/csv";
import { type AppContext, auditDownload, hasPermission, limitPerSession } from "../server/http";
import { Report, ReportQuery, ReportTripsQuery } from "./contract";
import { reportAsCsv, tripsAsCsv } from "./file-queries";
import { readReport } from "./queries";

/** Whether the caller may see revenue. */
const canSeeMoney = (c: AppContext) => hasPermission(c.var.session, "revenue.view");

/** The calls for totals of trips, for dispatchers and accountants. */
export const reportRoutes = createRouter("reports")
  .get(
    "/admin/reports",
    "Gives the totals of a period, compared with the period before. Amounts need the permission `revenue.view`",
    { who: "dispatch.view", query: ReportQuery, answer: Report, refuses: ["request.forbidden"] },
    ({ c, deps, query }) => readReport(deps, query, canSeeMoney(c)),
  )
  .get(
    "/admin/reports.csv",
    "Gives a report as CSV, with the total in the last line. Amounts need the permission `revenue.view`",
    {
      who: "dispatch.view",
      query: ReportQuery,
      answer: "text/csv",
      heavy: true,
      refuses: ["request.forbidden"],
      use: [auditDownload("report", "a report"), limitPerSession(60, 60)],
    },
    ({ c, deps, query }) => {
      const text = reportAsCsv(readReport(deps, query, canSeeMoney(c)));
      const name = `report-${query.by}-${query.from}-${query.to}.csv`;
      return c.body(text, 200, csvHeaders(name));
    },
  )
  .get(
    "/admin/reports/trips.csv",
    "Lists the trips that a report or one of its rows counts, as CSV",
    {
      who: "revenue.view",
      query: ReportTripsQuery,
      answer: "text/csv",
      heavy: true,
      refuses: ["request.forbidden"],
      use: [auditDownload("report", "the trips behind a report"), limitPerSession(10, 60)],
    },
    ({ c, deps, query }) => {
      const name = `trips-${query.from}-${query.to}.csv`;
      return c.body(streamText(tripsAsCsv(deps, query)), 200, csvHeaders(name));
    },
  );
