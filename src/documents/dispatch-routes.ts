import { createRouter } from "../server/calls";
import { auditDownload } from "../server/http";
import {
  DecideDocument,
  DocumentAnswer,
  DocumentId,
  DocumentRulesAnswer,
  DocumentSlots,
  OwnedKind,
  SaveDocumentRules,
  WriteDocument,
} from "./contract";
import { sendFile } from "./file-answer";
import { readDocument, readDocumentFile, readDocumentRules, slotsOf } from "./queries";
import type { DocumentOwner } from "./record-actions";
import { decideDocument, recordDocument } from "./review-actions";
import { saveDocumentRules } from "./rules-actions";

const tag = "documents";

/** The calls on the documents of one owner, whose id is in the path before them. */
function slotCalls(
  summaries: { list: string; write: string },
  ownerOf: (id: string) => DocumentOwner,
) {
  return createRouter(tag)
    .get(
      "/",
      summaries.list,
      { who: "papers.judge", param: DocumentId, answer: DocumentSlots },
      ({ deps, id }) => slotsOf(deps, ownerOf(id)),
    )
    .put(
      "/:kind",
      summaries.write,
      { who: "papers.judge", param: OwnedKind, body: WriteDocument, answer: DocumentSlots },
      async ({ deps, actor, id, kind, body }) => {
        const owner = ownerOf(id);
        await recordDocument(deps, actor, owner, kind, body);
        return slotsOf(deps, owner);
      },
    );
}

/** What dispatch does with documents. */
export const dispatchDocumentRoutes = createRouter(tag)
  .with(
    slotCalls(
      {
        list: "The documents of a driver",
        write: "Writes down a driver's document that dispatch has seen",
      },
      (id) => ({ driverId: id }),
    ),
    "/admin/drivers/:id/documents",
  )
  .with(
    slotCalls(
      {
        list: "The documents and photos of a vehicle",
        write: "Writes down a vehicle's document that dispatch has seen",
      },
      (id) => ({ vehicleId: id }),
    ),
    "/admin/vehicles/:id/documents",
  )
  .post(
    "/admin/documents/:id/decision",
    "Accepts a document that waits, with its last day, or refuses it with the reason",
    {
      who: "papers.judge",
      body: DecideDocument,
      answer: DocumentAnswer,
      refuses: ["document.decided"],
    },
    async ({ deps, actor, id, body }) => {
      await decideDocument(deps, actor, id, body);
      return { document: readDocument(deps, id) };
    },
  )
  .get(
    "/admin/documents/:id/file",
    "The scan or photo of a document",
    {
      who: "papers.judge",
      answer: "The file",
      use: auditDownload("document", "the scan of a document", "document.opened"),
    },
    async ({ c, deps, id }) => sendFile(c, await readDocumentFile(deps, id, null)),
  )
  .get(
    "/admin/settings/documents",
    "Which documents drivers and vehicles must have",
    { who: "dispatch.read", answer: DocumentRulesAnswer },
    ({ deps }) => readDocumentRules(deps),
  )
  .put(
    "/admin/settings/documents",
    "Says which documents drivers and vehicles must have",
    {
      who: "operator.rule",
      body: SaveDocumentRules,
      answer: DocumentRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveDocumentRules(deps, actor, body);
      return readDocumentRules(deps);
    },
  );
