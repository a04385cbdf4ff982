import { createRouter } from "../../server/calls";
import { DocumentsAttention } from "../../documents/contract";
import { documentsAttention } from "./document-queries";

/** Documents that need dispatch. */
export const documentNoticeRoutes = createRouter("documents").get(
  "/admin/documents",
  "Documents to look at, those that end, and trips past the end of one",
  { who: "documents.review", answer: DocumentsAttention },
  ({ deps }) => documentsAttention(deps),
);
