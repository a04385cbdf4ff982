import { piecewise } from "../formats/csv";
import {
  type AppContext,
  auditDownload,
  createRouter,
  describe,
  hasPermission,
  limitPerSession,
  requirePermission,
  validate,
} from "../server/http";
import { Report, ReportQuery, ReportTripsQuery } from "./contract";
import { reportAsCsv, tripsAsCsv } from "./file-queries";
import { readReport } from "./queries";

const tag = "reports";
const security = "admin";
const CSV = "text/csv; charset=utf-8";

/** Whether who asks sees what trips bring in. */
const seesMoney = (c: AppContext) => hasPermission(c.var.session, "revenue.read");

/** What trips came to, for those who run and those who count them. */
export const reportRoutes = createRouter()
  .get(
    "/admin/reports",
    describe({
      summary:
        "What the trips of a period came to, beside the period before; money for those who may see it",
      tag,
      security,
      answers: { 200: Report },
      refusals: ["request.forbidden"],
    }),
    requirePermission("dispatch.read"),
    validate("query", ReportQuery),
    (c) => c.json(readReport(c.var.deps, c.req.valid("query"), seesMoney(c)) satisfies Report),
  )
  .get(
    "/admin/reports.csv",
    describe({
      summary: "The table of a report as CSV, its total last; money for those who may see it",
      tag,
      security,
      answers: { 200: "text/csv" },
      refusals: ["request.forbidden", "request.too_many"],
    }),
    requirePermission("dispatch.read"),
    auditDownload("report", "a report"),
    limitPerSession(60, 60),
    validate("query", ReportQuery),
    (c) => {
      const query = c.req.valid("query");
      const text = reportAsCsv(readReport(c.var.deps, query, seesMoney(c)));
      const name = `report-${query.by}-${query.from}-${query.to}.csv`;
      return c.body(text, 200, {
        "Content-Type": CSV,
        "Content-Disposition": `attachment; filename="${name}"`,
      });
    },
  )
  .get(
    "/admin/reports/trips.csv",
    describe({
      summary: "The trips that a report, or a row of it, counts, as CSV",
      tag,
      security,
      answers: { 200: "text/csv" },
      refusals: ["request.forbidden", "request.too_many"],
    }),
    requirePermission("revenue.read"),
    auditDownload("report", "the trips behind a report"),
    limitPerSession(10, 60),
    validate("query", ReportTripsQuery),
    (c) => {
      const query = c.req.valid("query");
      const lines = tripsAsCsv(c.var.deps, query);
      c.header("Content-Type", CSV);
      c.header("Content-Disposition", `attachment; filename="trips-${query.from}-${query.to}.csv"`);
      return c.body(piecewise(lines, c.env.keepOpen?.()));
    },
  );
