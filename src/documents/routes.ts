import { createRouter, describe, limitPerSession, requireDriver, validate } from "../server/http";
import { AppError } from "../errors";
import { fewAtOnce, oneFile, receivedFiles, receiveForm } from "../server/received";
import {
  DocumentAnswer,
  DocumentId,
  DocumentKindOf,
  DriverDocuments,
  SendDocument,
} from "./contract";
import { sendFile } from "./file-answer";
import { driverDocuments, readDocument, readDocumentFile } from "./queries";
import { sendDocument } from "./review-actions";
import { dispatchDocumentRoutes } from "./dispatch-routes";

const tag = "driver";
const LARGEST_BYTES = 10 * 1024 * 1024;

/** What drivers do with their documents and those of their vehicle, under `/driver`. */
export const documentRoutes = createRouter()
  .get(
    "/driver/documents",
    describe({
      summary: "The driver's documents, and those and the photos of the vehicle they usually drive",
      tag,
      security: "driver",
      answers: { 200: DriverDocuments },
    }),
    requireDriver,
    (c) => {
      const { deps, session } = c.var;
      return c.json(driverDocuments(deps, session.accountId) satisfies DriverDocuments);
    },
  )
  .post(
    "/driver/documents/:kind",
    describe({
      summary: "Sends a document or photo, which waits for dispatch; a multipart form with `file`",
      tag,
      security: "driver",
      answers: { 201: DocumentAnswer },
      refusals: [
        "request.malformed",
        "request.timeout",
        "request.too_large",
        "request.wrong_type",
        "request.too_many",
        "paper.wrong_type",
        "paper.heic",
        "paper.damaged",
        "paper.locked",
        "paper.no_pages",
        "paper.too_large",
        "picture.too_many_pixels",
        "document.no_vehicle",
        "server.busy",
        "server.disk_full",
      ],
    }),
    requireDriver,
    limitPerSession(60, 3_600),
    validate("param", DocumentKindOf),
    fewAtOnce(8, "server.busy", 5),
    receiveForm(oneFile(LARGEST_BYTES)),
    validate("form", SendDocument),
    async (c) => {
      const { deps, session } = c.var;
      const file = receivedFiles(c).get("file");
      if (!file)
        throw new AppError("request.invalid", { fields: { file: "Choose a photo or a PDF." } });
      const { kind } = c.req.valid("param");
      const input = c.req.valid("form");
      const id = await sendDocument(deps, session.accountId, kind, file, input);
      return c.json({ document: readDocument(deps, id) } satisfies DocumentAnswer, 201);
    },
  )
  .get(
    "/driver/documents/:id/file",
    describe({
      summary: "The scan or photo of one of the driver's documents, or of their vehicle's",
      tag,
      security: "driver",
      answers: { 200: "The file" },
      refusals: ["request.not_found"],
    }),
    requireDriver,
    validate("param", DocumentId),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      return sendFile(c, await readDocumentFile(deps, id, session.accountId));
    },
  )
  .route("/", dispatchDocumentRoutes);
