import { createRouter } from "../server/calls";
import { createMiddleware } from "hono/factory";
import { AppError } from "../errors";
import { type Env, limitPerAddress } from "../server/http";
import {
  limitConcurrentUploads,
  singleFileLimits,
  receivedFiles,
  receiveForm,
} from "../server/received-forms";
import { Message } from "../settings/contract";
import type { UploadLimits } from "../server/uploads";
import { checkApplicationLimit, submitApplication } from "./application-actions";
import {
  applicationFileNames,
  DriverApplicationForm,
  MAX_APPLICATION_BYTES,
  MAX_FILE_BYTES,
  TICKET_HEADER,
  UploadAnswer,
  UploadForm,
  UploadTicket,
} from "./application-contract";
import { DriverApplicationAnswer } from "./contract";
import { uploadRefusals } from "./application-rules";
import { storeUpload, removeUpload } from "./application-upload-actions";

/** The limits of an application's form: 36 fields, documents and photos. */
const applicationLimits: UploadLimits = {
  parts: 64,
  files: applicationFileNames.length,
  fileBytes: MAX_FILE_BYTES,
  allFilesBytes: MAX_APPLICATION_BYTES,
  fieldsBytes: 64 * 1024,
};

const enforceApplicationLimit = createMiddleware<Env>((c, next) => {
  checkApplicationLimit(c.var.deps, c.var.address, c.req.header(TICKET_HEADER));
  return next();
});

/**
 * The limits of one file with its fields. More files than whole applications may be uploaded at once, because a browser
 * sends several. One address gets at most half of the places.
 */
const fileUploadLimits = [
  limitPerAddress(240, 3_600),
  limitConcurrentUploads(16, "application.busy", 5, 8),
];

/** The API for sending an application to drive, in one form or with files uploaded first. */
export const applicationRoutes = createRouter("drivers")
  .post(
    "/driver-application",
    "Sends an application to drive, which may be incomplete. Takes a multipart form with new files, or files uploaded before",
    {
      who: "public",
      form: receiveForm(DriverApplicationForm, applicationLimits),
      created: DriverApplicationAnswer,
      refuses: [
        ...uploadRefusals,
        "application.too_many",
        "application.upload_gone",
        "application.decided",
      ],
      use: [
        limitPerAddress(30, 3_600),
        limitConcurrentUploads(4, "application.busy", 20, 3),
        enforceApplicationLimit,
      ],
    },
    ({ c, deps, form }) => {
      const { ticket, uploads, ...answers } = form;
      return submitApplication(deps, {
        answers: withoutFiles(answers),
        ticket,
        uploads: uploads?.split(",").filter(Boolean) ?? [],
        files: receivedFiles(c),
        address: c.var.address,
      });
    },
  )
  .post(
    "/driver-application/uploads",
    "Uploads one file of an application that is not sent yet. The file is kept for a day",
    {
      who: "public",
      form: receiveForm(UploadForm, singleFileLimits(MAX_FILE_BYTES)),
      created: UploadAnswer,
      refuses: uploadRefusals,
      use: fileUploadLimits,
    },
    async ({ c, deps, form: { ticket, field } }) => {
      const file = receivedFiles(c).get("file");
      if (!file) throw new AppError("request.malformed");
      const { address } = c.var;
      return { upload: await storeUpload(deps, { ticket, field, file, address }) };
    },
  )
  .delete(
    "/driver-application/uploads/:id",
    `Deletes an uploaded file. Send its ticket in the header ${TICKET_HEADER}`,
    { who: "public", answer: Message, use: limitPerAddress(480, 3_600) },
    async ({ c, deps, id }) => {
      const ticket = UploadTicket.safeParse(c.req.header(TICKET_HEADER));
      if (!ticket.success) throw new AppError("request.not_found");
      await removeUpload(deps, ticket.data, id);
      return { message: "The file has been deleted." };
    },
  );

function withoutFiles(form: Omit<DriverApplicationForm, "ticket" | "uploads">) {
  const answers: Record<string, string> = {};
  for (const [name, value] of Object.entries(form))
    if (typeof value === "string") answers[name] = value;
  return answers;
}
