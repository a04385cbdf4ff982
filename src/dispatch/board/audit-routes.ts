import { piecewise } from "../../formats/csv";
import {
  actorOf,
  auditDownload,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  validate,
} from "../../server/http";
import { verifyLog } from "./audit-actions";
import { AuditFilter, AuditPage, AuditQuery, AuditState } from "./audit-contract";
import { auditAsCsv, listAudit, readAuditState } from "./audit-queries";

const tag = "audit";
const security = "admin";

/** What was done in dispatch, for those who answer for it. */
export const auditRoutes = createRouter()
  .get(
    "/admin/audit",
    describe({
      summary: "What was done in dispatch, the newest first",
      tag,
      security,
      answers: { 200: AuditPage },
      refusals: ["request.forbidden"],
    }),
    requirePermission("audit.read"),
    validate("query", AuditQuery),
    (c) => c.json(listAudit(c.var.deps, c.req.valid("query")) satisfies AuditPage),
  )
  .get(
    "/admin/audit.csv",
    describe({
      summary: "The audit log, or what is asked for of it, as CSV",
      tag,
      security,
      answers: { 200: "text/csv" },
      refusals: ["request.forbidden", "request.too_many"],
    }),
    requirePermission("audit.read"),
    auditDownload("audit", "the audit log"),
    limitPerSession(10, 60),
    validate("query", AuditFilter),
    (c) => {
      const { deps } = c.var;
      const lines = auditAsCsv(deps, c.req.valid("query"));
      c.header("Content-Type", "text/csv; charset=utf-8");
      c.header("Content-Disposition", 'attachment; filename="audit-log.csv"');
      return c.body(piecewise(lines, c.env.keepOpen?.()));
    },
  )
  .get(
    "/admin/audit/state",
    describe({
      summary: "How long the audit log is, and up to where it was last verified",
      tag,
      security,
      answers: { 200: AuditState },
      refusals: ["request.forbidden"],
    }),
    requirePermission("audit.read"),
    (c) => c.json(readAuditState(c.var.deps) satisfies AuditState),
  )
  .post(
    "/admin/audit/verification",
    describe({
      summary: "Walks the chain of the audit log and says whether it holds",
      tag,
      security,
      answers: { 200: AuditState },
      refusals: ["request.forbidden", "request.too_many"],
    }),
    requirePermission("audit.verify"),
    limitPerSession(6, 60),
    async (c) => {
      const { deps, session } = c.var;
      await verifyLog(deps, actorOf(session));
      return c.json(readAuditState(deps) satisfies AuditState);
    },
  );
