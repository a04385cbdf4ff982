import { createMiddleware } from "hono/factory";
import { AppError } from "../errors";
import { createRouter, describe, type Env, limitPerAddress, validate } from "../server/http";
import { fewAtOnce, oneFile, receivedFiles, receiveForm } from "../server/received";
import { Message } from "../settings/contract";
import type { UploadLimits } from "../server/uploads";
import { checkApplicationLimit, submitApplication } from "./application-actions";
import {
  applicationFileNames,
  DriverApplicationForm,
  LARGEST_APPLICATION_BYTES,
  LARGEST_FILE_BYTES,
  TicketHeader,
  UploadAnswer,
  UploadForm,
  UploadId,
  UploadTicket,
} from "./application-contract";
import { DriverApplicationAnswer } from "./contract";
import { uploadRefusals } from "./application-rules";
import { keepUpload, removeUpload } from "./upload-actions";

/** An application's form: 36 fields, and documents and photos. */
const applicationLimits: UploadLimits = {
  parts: 64,
  files: applicationFileNames.length,
  fileBytes: LARGEST_FILE_BYTES,
  allFilesBytes: LARGEST_APPLICATION_BYTES,
  fieldsBytes: 64 * 1024,
};

const withinLimits = createMiddleware<Env>((c, next) => {
  checkApplicationLimit(c.var.deps, c.var.address, c.req.header(TicketHeader));
  return next();
});

/** One file, beside its fields. More at once than whole applications: a browser sends a few. Half of them of one address. */
const readOneFile = [
  limitPerAddress(240, 3_600),
  fewAtOnce(16, "application.busy", 5, 8),
  receiveForm(oneFile(LARGEST_FILE_BYTES)),
] as const;

/** Sending an application to drive, in one form or with files uploaded ahead of it. */
export const applicationRoutes = createRouter()
  .post(
    "/driver-application",
    describe({
      summary:
        "Apply to drive: a multipart form with its files, or with files uploaded before; stored whole or incomplete",
      tag: "drivers",
      security: "public",
      answers: { 201: DriverApplicationAnswer },
      refusals: [
        ...uploadRefusals,
        "application.too_many",
        "application.upload_gone",
        "application.decided",
      ],
    }),
    limitPerAddress(30, 3_600),
    fewAtOnce(4, "application.busy", 20, 3),
    withinLimits,
    receiveForm(applicationLimits),
    validate("form", DriverApplicationForm),
    async (c) => {
      const { ticket, uploads, ...answers } = c.req.valid("form");
      const answer = await submitApplication(c.var.deps, {
        answers: withoutFiles(answers),
        ticket,
        uploads: uploads?.split(",").filter(Boolean) ?? [],
        files: receivedFiles(c),
        address: c.var.address,
      });
      return c.json(answer satisfies DriverApplicationAnswer, 201);
    },
  )
  .post(
    "/driver-application/uploads",
    describe({
      summary:
        "One file of an application that is still to be sent, under the browser's ticket; kept for a day",
      tag: "drivers",
      security: "public",
      answers: { 201: UploadAnswer },
      refusals: uploadRefusals,
    }),
    ...readOneFile,
    validate("form", UploadForm),
    async (c) => {
      const { ticket, field } = c.req.valid("form");
      const file = receivedFiles(c).get("file");
      if (!file) throw new AppError("request.malformed");
      const { deps, address } = c.var;
      const upload = await keepUpload(deps, { ticket, field, file, address });
      return c.json({ upload } satisfies UploadAnswer, 201);
    },
  )
  .delete(
    "/driver-application/uploads/:id",
    describe({
      summary: `Removes an uploaded file; its ticket comes in the header ${TicketHeader}`,
      tag: "drivers",
      security: "public",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    limitPerAddress(480, 3_600),
    validate("param", UploadId),
    async (c) => {
      const ticket = UploadTicket.safeParse(c.req.header(TicketHeader));
      if (!ticket.success) throw new AppError("request.not_found");
      await removeUpload(c.var.deps, ticket.data, c.req.valid("param").id);
      return c.json({ message: "The file is removed." } satisfies Message);
    },
  );

function withoutFiles(form: Omit<DriverApplicationForm, "ticket" | "uploads">) {
  const answers: Record<string, string> = {};
  for (const [name, value] of Object.entries(form))
    if (typeof value === "string") answers[name] = value;
  return answers;
}
