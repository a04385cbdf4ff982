import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import { auditDownload } from "../server/http";
import { sendDocumentFile } from "./document-answer";
import {
  ApplicationAnswer,
  Applications,
  ApplicationsQuery,
  ApproveApplication,
  RejectApplication,
  RequestMoreInformation,
  ReviewFile,
} from "./application-review-contract";
import { approveApplication } from "./approve-application-actions";
import {
  rejectApplication,
  requestMoreInformation,
  reviewFile,
} from "./application-review-actions";
import { listApplications, readApplication } from "./application-review-queries";
import { readApplicationFile } from "./application-status-queries";

const decisionRefusals = ["application.decided"] as const;

const readAnswer = (deps: Deps, id: string) => ({ application: readApplication(deps, id) });

/** The API with which dispatch reads applications and decides on them. */
export const applicationReviewRoutes = createRouter("drivers")
  .get(
    "/admin/driver-applications",
    "Lists applications to drive, newest first",
    { who: "documents.review", query: ApplicationsQuery, answer: Applications },
    ({ deps, query }) => listApplications(deps, query),
  )
  .get(
    "/admin/driver-applications/:id",
    "Gives one application with all its details",
    { who: "documents.review", answer: ApplicationAnswer },
    ({ deps, id }) => readAnswer(deps, id),
  )
  .get(
    "/admin/driver-applications/:id/files/:fileId",
    "Downloads a file of an application",
    {
      who: "documents.review",
      answer: "The file",
      use: auditDownload("application", "a file of an application", "document.opened"),
    },
    async ({ c, deps, id, fileId }) =>
      sendDocumentFile(c, await readApplicationFile(deps, id, fileId)),
  )
  .put(
    "/admin/driver-applications/:id/files/:fileId/review",
    "Accepts a file, rejects it with a reason, or undoes the decision",
    {
      who: "documents.review",
      body: ReviewFile,
      answer: ApplicationAnswer,
      refuses: decisionRefusals,
    },
    async ({ deps, actor, id, fileId, body }) => {
      await reviewFile(deps, actor, id, fileId, body);
      return readAnswer(deps, id);
    },
  )
  .post(
    "/admin/driver-applications/:id/request",
    "Asks the applicant for more information, in a message with a new link",
    {
      who: "documents.review",
      body: RequestMoreInformation,
      answer: ApplicationAnswer,
      refuses: [...decisionRefusals, "application.stale", "application.no_contact"],
    },
    runThenRead(requestMoreInformation, readAnswer),
  )
  .post(
    "/admin/driver-applications/:id/rejection",
    "Rejects an application with a reason. It is deleted within 90 days",
    {
      who: "documents.review",
      body: RejectApplication,
      answer: ApplicationAnswer,
      refuses: [...decisionRefusals, "application.stale"],
    },
    runThenRead(rejectApplication, readAnswer),
  )
  .post(
    "/admin/driver-applications/:id/approval",
    "Approves a complete application, and adds the driver and the vehicle with their documents",
    {
      who: "documents.review",
      body: ApproveApplication,
      answer: ApplicationAnswer,
      refuses: [
        ...decisionRefusals,
        "application.stale",
        "application.not_whole",
        "application.not_reviewed",
        "contact.taken",
        "vehicle.plate_taken",
      ],
    },
    runThenRead(approveApplication, readAnswer),
  );
