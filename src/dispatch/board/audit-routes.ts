import { createRouter } from "../../server/calls";
import { csvHeaders, streamText } from "../../formats/csv";
import { auditDownload, limitPerSession } from "../../server/http";
import { verifyAuditLog } from "./audit-actions";
import { AuditFilter, AuditPage, AuditQuery, AuditState } from "./audit-contract";
import { auditAsCsv, listAudit, readAuditState } from "./audit-queries";

/** The API for the audit log, for people with permission to read it. */
export const auditRoutes = createRouter("audit")
  .get(
    "/admin/audit",
    "Lists the entries of the audit log, newest first",
    { who: "audit.view", query: AuditQuery, answer: AuditPage, refuses: ["request.forbidden"] },
    ({ deps, query }) => listAudit(deps, query),
  )
  .get(
    "/admin/audit.csv",
    "Gives the audit log, whole or filtered, as CSV",
    {
      who: "audit.view",
      query: AuditFilter,
      answer: "text/csv",
      heavy: true,
      refuses: ["request.forbidden"],
      use: [auditDownload("audit", "the audit log"), limitPerSession(10, 60)],
    },
    ({ c, deps, query }) =>
      c.body(streamText(auditAsCsv(deps, query)), 200, csvHeaders("audit-log.csv")),
  )
  .get(
    "/admin/audit/state",
    "Gives the length of the audit log, and the last entry that was verified",
    { who: "audit.view", answer: AuditState, refuses: ["request.forbidden"] },
    ({ deps }) => readAuditState(deps),
  )
  .post(
    "/admin/audit/verification",
    "Verifies the hash chain of the audit log",
    {
      who: "audit.verify",
      answer: AuditState,
      refuses: ["request.forbidden"],
      use: limitPerSession(6, 60),
    },
    async ({ deps, actor }) => {
      await verifyAuditLog(deps, actor);
      return readAuditState(deps);
    },
  );
