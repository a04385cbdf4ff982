import { createRouter } from "../../server/calls";
import { limitPerAddress, limitPerSession, hideSecretAddress } from "../../server/http";
import { readJsonOrForm } from "../../server/multipart";
import { answerApprovalByLink, answerApprovalRequest } from "./approval-actions";
import {
  AnswerApproval,
  ApprovalRequest,
  ApprovalRequests,
  ApprovalToken,
} from "./approval-contract";
import { approvalLinkOf, listApprovalRequests, readApprovalRequest } from "./approval-queries";

/** The calls with which managers of companies approve trips: by their link, and in their area. */
export const approvalRoutes = createRouter("companies")
  .get(
    "/approve/:token",
    "Lists the trips of an approval link, which are waiting for a manager's approval",
    {
      who: "public",
      param: ApprovalToken,
      answer: ApprovalRequest,
      refuses: ["approval.link_unknown"],
      use: [hideSecretAddress, limitPerAddress(120, 60)],
    },
    ({ deps, token }) => readApprovalRequest(deps, approvalLinkOf(deps.db, token).requestId),
  )
  .post(
    "/approve/:token",
    "Approves or declines trips. Takes JSON, or a plain form that is answered with a redirect",
    {
      who: "public",
      param: ApprovalToken,
      body: readJsonOrForm(AnswerApproval, {
        done: (c) => `/approve/${c.req.param("token")}`,
        limit: limitPerAddress(20, 60),
      }),
      answer: ApprovalRequest,
      redirects: { 303: "Redirects to the page of the trips" },
      refuses: ["approval.link_unknown", "approval.ended", "approval.changed"],
      use: hideSecretAddress,
    },
    async ({ deps, token, body }) => {
      await answerApprovalByLink(deps, token, body);
      return readApprovalRequest(deps, approvalLinkOf(deps.db, token).requestId);
    },
  )
  .get(
    "/companies/:id/approvals",
    "Lists the trips that are waiting for approval, for the company's manager",
    { who: "rider", answer: ApprovalRequests },
    ({ deps, actor, id }) => listApprovalRequests(deps, id, actor.id),
  )
  .post(
    "/companies/:id/approvals/:requestId",
    "Approves or declines trips, for the company's manager",
    {
      who: "named rider",
      body: AnswerApproval,
      answer: ApprovalRequests,
      refuses: ["approval.ended", "approval.changed"],
      use: limitPerSession(120, 3_600),
    },
    async ({ deps, actor, id, requestId, body }) => {
      await answerApprovalRequest(deps, actor.id, id, requestId, body);
      return listApprovalRequests(deps, id, actor.id);
    },
  );
