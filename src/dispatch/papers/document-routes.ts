import { DocumentsAttention } from "../../documents/contract";
import { createRouter, describe, requirePermission } from "../../server/http";
import { documentsAttention } from "./document-queries";

/** What of documents asks for dispatch. */
export const documentNoticeRoutes = createRouter().get(
  "/admin/documents",
  describe({
    summary: "Documents to look at, those that end, and trips past the end of one",
    tag: "documents",
    security: "admin",
    answers: { 200: DocumentsAttention },
    refusals: ["request.forbidden"],
  }),
  requirePermission("papers.judge"),
  (c) => c.json(documentsAttention(c.var.deps) satisfies DocumentsAttention),
);
