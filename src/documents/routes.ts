import { createRouter, runThenRead } from "../server/calls";
import { auditDownload, limitPerSession } from "../server/http";
import { AppError } from "../errors";
import {
  limitConcurrentUploads,
  singleFileLimits,
  receivedFiles,
  receiveForm,
} from "../server/received-forms";
import {
  DecideDocument,
  DocumentAnswer,
  DocumentIdParam,
  DocumentKindParam,
  DocumentRulesAnswer,
  DocumentSlots,
  DriverDocuments,
  OwnerAndKindParam,
  SaveDocumentRules,
  SendDocument,
  WriteDocument,
} from "./contract";
import { sendFile } from "../server/file-answer";
import {
  driverDocuments,
  readDocument,
  readDocumentFile,
  readDocumentRules,
  slotsOf,
} from "./queries";
import type { DocumentOwner } from "./record-actions";
import { decideDocument, recordDocument, sendDocument, uploadDocument } from "./review-actions";
import { saveDocumentRules } from "./rules-actions";

const MAX_FILE_BYTES = 10 * 1024 * 1024;

const fileRefusals = [
  "paper.wrong_type",
  "paper.heic",
  "paper.damaged",
  "paper.locked",
  "paper.no_pages",
  "paper.too_large",
  "picture.too_many_pixels",
  "server.busy",
  "server.disk_full",
] as const;

/** Returns the file of a request. 400 without one. */
function receivedFile(c: Parameters<typeof receivedFiles>[0]) {
  const file = receivedFiles(c).get("file");
  if (file) return file;
  throw new AppError("request.invalid", { fields: { file: "Choose a photo or a PDF." } });
}

/** Returns the calls for the documents of one owner, whose id comes first in the path. */
function slotRoutes(
  summaries: { list: string; write: string },
  ownerOf: (id: string) => DocumentOwner,
) {
  return createRouter("documents")
    .get(
      "/",
      summaries.list,
      { who: "documents.review", param: DocumentIdParam, answer: DocumentSlots },
      ({ deps, id }) => slotsOf(deps, ownerOf(id)),
    )
    .put(
      "/:kind",
      summaries.write,
      {
        who: "documents.review",
        param: OwnerAndKindParam,
        body: WriteDocument,
        answer: DocumentSlots,
      },
      async ({ deps, actor, id, kind, body }) => {
        const owner = ownerOf(id);
        await recordDocument(deps, actor, owner, kind, body);
        return slotsOf(deps, owner);
      },
    );
}

/** The API for dispatch's work with documents. */
const dispatchDocumentRoutes = createRouter("documents")
  .with(
    slotRoutes(
      {
        list: "Lists the documents of a driver",
        write: "Records a driver's document that dispatch has seen",
      },
      (id) => ({ driverId: id }),
    ),
    "/admin/drivers/:id/documents",
  )
  .with(
    slotRoutes(
      {
        list: "Lists the documents and photos of a vehicle",
        write: "Records a vehicle's document that dispatch has seen",
      },
      (id) => ({ vehicleId: id }),
    ),
    "/admin/vehicles/:id/documents",
  )
  .with(
    slotRoutes(
      {
        list: "Lists the documents of an affiliate",
        write: "Records an affiliate's document that dispatch has seen",
      },
      (id) => ({ affiliateId: id }),
    ),
    "/admin/affiliates/:id/documents",
  )
  .post(
    "/admin/affiliates/:id/documents/:kind",
    "Uploads a document of an affiliate. It takes effect at once. Takes a multipart form with `file`",
    {
      who: "documents.review",
      param: OwnerAndKindParam,
      form: receiveForm(SendDocument, singleFileLimits(MAX_FILE_BYTES)),
      created: DocumentSlots,
      refuses: fileRefusals,
      use: [limitPerSession(60, 3_600), limitConcurrentUploads(8, "server.busy", 5)],
    },
    async ({ c, deps, actor, id, kind, form }) => {
      await uploadDocument(deps, actor, id, kind, receivedFile(c), form);
      return slotsOf(deps, { affiliateId: id });
    },
  )
  .post(
    "/admin/documents/:id/decision",
    "Accepts a document that is waiting for review, with its last valid day, or rejects it with a reason",
    {
      who: "documents.review",
      body: DecideDocument,
      answer: DocumentAnswer,
      refuses: ["document.decided"],
    },
    runThenRead(decideDocument, (deps, id) => ({ document: readDocument(deps, id) })),
  )
  .get(
    "/admin/documents/:id/file",
    "Gives the file of a document",
    {
      who: "documents.review",
      answer: "The file",
      use: auditDownload("document", "the scan of a document", "document.opened"),
    },
    async ({ c, deps, id }) => sendFile(c, await readDocumentFile(deps, id, null)),
  )
  .get(
    "/admin/settings/documents",
    "Lists the documents that drivers and vehicles must have",
    { who: "dispatch.view", answer: DocumentRulesAnswer },
    ({ deps }) => readDocumentRules(deps),
  )
  .put(
    "/admin/settings/documents",
    "Changes which documents drivers and vehicles must have",
    {
      who: "settings.manage",
      body: SaveDocumentRules,
      answer: DocumentRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveDocumentRules(deps, actor, body);
      return readDocumentRules(deps);
    },
  );

/** The API for drivers' documents and those of their vehicle, under `/driver`. */
export const documentRoutes = createRouter("driver")
  .get(
    "/driver/documents",
    "Lists the documents of the driver, and the documents and photos of their usual vehicle",
    { who: "driver", answer: DriverDocuments },
    ({ deps, actor }) => driverDocuments(deps, actor.id),
  )
  .post(
    "/driver/documents/:kind",
    "Uploads a document or photo for review. Takes a multipart form with `file`",
    {
      who: "driver",
      param: DocumentKindParam,
      form: receiveForm(SendDocument, singleFileLimits(MAX_FILE_BYTES)),
      created: DocumentAnswer,
      refuses: [...fileRefusals, "document.no_vehicle"],
      use: [limitPerSession(60, 3_600), limitConcurrentUploads(8, "server.busy", 5)],
    },
    async ({ c, deps, actor, kind, form }) => {
      const id = await sendDocument(deps, actor.id, kind, receivedFile(c), form);
      return { document: readDocument(deps, id) };
    },
  )
  .get(
    "/driver/documents/:id/file",
    "Gives the file of a document of the driver or of their usual vehicle",
    { who: "driver", answer: "The file" },
    async ({ c, deps, actor, id }) => sendFile(c, await readDocumentFile(deps, id, actor.id)),
  )
  .with(dispatchDocumentRoutes);
