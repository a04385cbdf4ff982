import { createRouter } from "../../server/calls";
import { DocumentsNeedingAttention } from "../../documents/contract";
import { readDocumentsNeedingAttention } from "./document-queries";

/** The API for documents that dispatch must handle. */
export const documentNoticeRoutes = createRouter("documents").get(
  "/admin/documents",
  "Lists documents to review, documents that expire soon, and trips after a document expires",
  { who: "documents.review", answer: DocumentsNeedingAttention },
  ({ deps }) => readDocumentsNeedingAttention(deps),
);
