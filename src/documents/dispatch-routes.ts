import {
  actorOf,
  auditDownload,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../server/http";
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

/** Papers are shown to those who judge them. */
const dispatchers = requirePermission("papers.judge");

/** The calls on the documents of one owner, whose id is in the path before them. */
function slotCalls(
  summaries: { list: string; write: string },
  ownerOf: (id: string) => DocumentOwner,
) {
  return createRouter()
    .get(
      "/",
      describe({
        summary: summaries.list,
        tag,
        security: "admin",
        answers: { 200: DocumentSlots },
        refusals: ["request.forbidden", "request.not_found"],
      }),
      dispatchers,
      validate("param", DocumentId),
      (c) => {
        const slots = slotsOf(c.var.deps, ownerOf(c.req.valid("param").id));
        return c.json(slots satisfies DocumentSlots);
      },
    )
    .put(
      "/:kind",
      describe({
        summary: summaries.write,
        tag,
        security: "admin",
        answers: { 200: DocumentSlots },
        refusals: ["request.forbidden", "request.not_found"],
      }),
      dispatchers,
      validate("param", OwnedKind),
      validate("json", WriteDocument),
      async (c) => {
        const { deps, session } = c.var;
        const { id, kind } = c.req.valid("param");
        const owner = ownerOf(id);
        await recordDocument(deps, actorOf(session), owner, kind, c.req.valid("json"));
        return c.json(slotsOf(deps, owner) satisfies DocumentSlots);
      },
    );
}

/** What dispatch does with documents. */
export const dispatchDocumentRoutes = createRouter()
  .route(
    "/admin/drivers/:id/documents",
    slotCalls(
      {
        list: "The documents of a driver",
        write: "Writes down a driver's document that dispatch has seen",
      },
      (id) => ({ driverId: id }),
    ),
  )
  .route(
    "/admin/vehicles/:id/documents",
    slotCalls(
      {
        list: "The documents and photos of a vehicle",
        write: "Writes down a vehicle's document that dispatch has seen",
      },
      (id) => ({ vehicleId: id }),
    ),
  )
  .post(
    "/admin/documents/:id/decision",
    describe({
      summary: "Accepts a document that waits, with its last day, or refuses it with the reason",
      tag,
      security: "admin",
      answers: { 200: DocumentAnswer },
      refusals: ["request.forbidden", "request.not_found", "document.decided"],
    }),
    dispatchers,
    validate("param", DocumentId),
    validate("json", DecideDocument),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await decideDocument(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ document: readDocument(deps, id) } satisfies DocumentAnswer);
    },
  )
  .get(
    "/admin/documents/:id/file",
    describe({
      summary: "The scan or photo of a document",
      tag,
      security: "admin",
      answers: { 200: "The file" },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    dispatchers,
    auditDownload("document", "the scan of a document", "document.opened"),
    validate("param", DocumentId),
    async (c) => sendFile(c, await readDocumentFile(c.var.deps, c.req.valid("param").id, null)),
  )
  .get(
    "/admin/settings/documents",
    describe({
      summary: "Which documents drivers and vehicles must have",
      tag,
      security: "admin",
      answers: { 200: DocumentRulesAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readDocumentRules(c.var.deps) satisfies DocumentRulesAnswer),
  )
  .put(
    "/admin/settings/documents",
    describe({
      summary: "Says which documents drivers and vehicles must have",
      tag,
      security: "admin",
      answers: { 200: DocumentRulesAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveDocumentRules),
    async (c) => {
      await saveDocumentRules(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readDocumentRules(c.var.deps) satisfies DocumentRulesAnswer);
    },
  );
