import { createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { AppError } from "../errors";
import { fewAtOnce, oneFile, receivedFiles, receiveForm } from "../server/received";
import { DocumentAnswer, DocumentKindOf, DriverDocuments, SendDocument } from "./contract";
import { sendFile } from "./file-answer";
import { driverDocuments, readDocument, readDocumentFile } from "./queries";
import { sendDocument } from "./review-actions";
import { dispatchDocumentRoutes } from "./dispatch-routes";

const LARGEST_BYTES = 10 * 1024 * 1024;

/** What drivers do with their documents and those of their vehicle, under `/driver`. */
export const documentRoutes = createRouter("driver")
  .get(
    "/driver/documents",
    "The driver's documents, and those and the photos of the vehicle they usually drive",
    { who: "driver", answer: DriverDocuments },
    ({ deps, actor }) => driverDocuments(deps, actor.id),
  )
  .post(
    "/driver/documents/:kind",
    "Sends a document or photo, which waits for dispatch; a multipart form with `file`",
    {
      who: "driver",
      param: DocumentKindOf,
      form: receiveForm(SendDocument, oneFile(LARGEST_BYTES)),
      created: DocumentAnswer,
      refuses: [
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
      use: [limitPerSession(60, 3_600), fewAtOnce(8, "server.busy", 5)],
    },
    async ({ c, deps, actor, kind, form }) => {
      const file = receivedFiles(c).get("file");
      if (!file)
        throw new AppError("request.invalid", { fields: { file: "Choose a photo or a PDF." } });
      const id = await sendDocument(deps, actor.id, kind, file, form);
      return { document: readDocument(deps, id) };
    },
  )
  .get(
    "/driver/documents/:id/file",
    "The scan or photo of one of the driver's documents, or of their vehicle's",
    { who: "driver", answer: "The file" },
    async ({ c, deps, actor, id }) => sendFile(c, await readDocumentFile(deps, id, actor.id)),
  )
  .with(dispatchDocumentRoutes);
