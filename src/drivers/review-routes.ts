import {
  actorOf,
  auditDownload,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../server/http";
import { sendPaper } from "./paper-answer";
import {
  ApplicationAnswer,
  ApplicationFileId,
  ApplicationId,
  Applications,
  ApplicationsQuery,
  ApproveApplication,
  RejectApplication,
  RequestMore,
  ReviewFile,
} from "./review-contract";
import { approveApplication } from "./approve-actions";
import { rejectApplication, requestMore, reviewFile } from "./review-actions";
import { listApplications, readApplication } from "./review-queries";
import { readApplicationFile } from "./status-queries";

const tag = "drivers";
const security = "admin";
const changed = ["request.forbidden", "request.not_found", "application.decided"] as const;

/** Dispatch reads applications and decides on them. */
export const applicationReviewRoutes = createRouter()
  .get(
    "/admin/driver-applications",
    describe({
      summary: "Applications to drive, the newest first",
      tag,
      security,
      answers: { 200: Applications },
    }),
    requirePermission("papers.judge"),
    validate("query", ApplicationsQuery),
    (c) => c.json(listApplications(c.var.deps, c.req.valid("query")) satisfies Applications),
  )
  .get(
    "/admin/driver-applications/:id",
    describe({
      summary: "One application with all of it",
      tag,
      security,
      answers: { 200: ApplicationAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("papers.judge"),
    validate("param", ApplicationId),
    (c) => {
      const application = readApplication(c.var.deps, c.req.valid("param").id);
      return c.json({ application } satisfies ApplicationAnswer);
    },
  )
  .get(
    "/admin/driver-applications/:id/files/:fileId",
    describe({
      summary: "A file of an application, to be saved",
      tag,
      security,
      answers: { 200: "The file" },
      refusals: ["request.not_found"],
    }),
    requirePermission("papers.judge"),
    auditDownload("application", "a file of an application", "document.opened"),
    validate("param", ApplicationFileId),
    async (c) => {
      const { id, fileId } = c.req.valid("param");
      return sendPaper(c, await readApplicationFile(c.var.deps, id, fileId));
    },
  )
  .put(
    "/admin/driver-applications/:id/files/:fileId/review",
    describe({
      summary: "Accepts a file, refuses it with a reason, or takes that back",
      tag,
      security,
      answers: { 200: ApplicationAnswer },
      refusals: changed,
    }),
    requirePermission("papers.judge"),
    validate("param", ApplicationFileId),
    validate("json", ReviewFile),
    async (c) => {
      const { deps, session } = c.var;
      const { id, fileId } = c.req.valid("param");
      await reviewFile(deps, actorOf(session), id, fileId, c.req.valid("json"));
      return c.json({ application: readApplication(deps, id) } satisfies ApplicationAnswer);
    },
  )
  .post(
    "/admin/driver-applications/:id/request",
    describe({
      summary: "Asks the applicant for more, in a message with a new link",
      tag,
      security,
      answers: { 200: ApplicationAnswer },
      refusals: [...changed, "application.stale", "application.no_contact"],
    }),
    requirePermission("papers.judge"),
    validate("param", ApplicationId),
    validate("json", RequestMore),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await requestMore(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ application: readApplication(deps, id) } satisfies ApplicationAnswer);
    },
  )
  .post(
    "/admin/driver-applications/:id/rejection",
    describe({
      summary: "Rejects an application with a reason; it is deleted within 90 days",
      tag,
      security,
      answers: { 200: ApplicationAnswer },
      refusals: [...changed, "application.stale"],
    }),
    requirePermission("papers.judge"),
    validate("param", ApplicationId),
    validate("json", RejectApplication),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await rejectApplication(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ application: readApplication(deps, id) } satisfies ApplicationAnswer);
    },
  )
  .post(
    "/admin/driver-applications/:id/approval",
    describe({
      summary: "Makes a driver and a vehicle of a whole application, with their documents",
      tag,
      security,
      answers: { 200: ApplicationAnswer },
      refusals: [
        ...changed,
        "application.stale",
        "application.not_whole",
        "application.not_reviewed",
        "contact.taken",
        "vehicle.plate_taken",
      ],
    }),
    requirePermission("papers.judge"),
    validate("param", ApplicationId),
    validate("json", ApproveApplication),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await approveApplication(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ application: readApplication(deps, id) } satisfies ApplicationAnswer);
    },
  );
