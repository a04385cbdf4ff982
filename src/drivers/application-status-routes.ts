import { createRouter } from "../server/calls";
import { AppError } from "../errors";
import { limitPerAddress, parse, hideSecretAddress } from "../server/http";
import {
  limitConcurrentUploads,
  singleFileLimits,
  receivedFiles,
  receiveForm,
} from "../server/received-forms";
import { Message } from "../settings/contract";
import {
  ApplicationStatus,
  ApplicationToken,
  ApplicationTokenAndFile,
  RequestApplicationLink,
  ChangeApplication,
  MAX_FILE_BYTES,
  StatusFileForm,
  UploadAnswer,
} from "./application-contract";
import { requestApplicationLink } from "./application-link-actions";
import { uploadRefusals } from "./application-rules";
import { sendDocumentFile } from "./document-answer";
import {
  addFile,
  changeApplication,
  removeFile,
  withdrawApplication,
} from "./application-status-actions";
import {
  openApplication,
  readApplicationFile,
  readApplicationStatus,
} from "./application-status-queries";

const readLimit = limitPerAddress(240, 60);
const changeLimit = limitPerAddress(120, 3_600);

/** The API behind an application's link: what is missing, and what the applicant changes. */
export const applicationStatusRoutes = createRouter("drivers")
  .post(
    "/driver-application/link",
    "Sends a new link to the applicant with this e-mail address or phone number. The answer does not reveal whether there is such an applicant",
    {
      who: "public",
      body: RequestApplicationLink,
      answer: Message,
      use: limitPerAddress(10, 3_600),
    },
    async ({ c, deps, body }) => {
      c.header("Cache-Control", "no-store");
      await requestApplicationLink(deps, body.identifier);
      return {
        message:
          "If you have applied with this e-mail address or phone number, we have sent you a link.",
      };
    },
  )
  .get(
    "/driver-application/status/:token",
    "Gives an application by its link. Every link that does not work gets the same 404",
    {
      who: "public",
      param: ApplicationToken,
      answer: ApplicationStatus,
      refuses: ["application.link_gone"],
      use: [hideSecretAddress, readLimit],
    },
    ({ deps, token }) => readApplicationStatus(deps, token),
  )
  .put(
    "/driver-application/status/:token",
    "Changes or certifies an application's answers. An application that is complete and certified counts as submitted",
    {
      who: "public",
      param: ApplicationToken,
      body: ChangeApplication,
      answer: ApplicationStatus,
      refuses: ["application.link_gone", "application.decided", "application.stale"],
      use: [hideSecretAddress, changeLimit],
    },
    async ({ deps, token, body }) => {
      await changeApplication(deps, token, body);
      return readApplicationStatus(deps, token);
    },
  )
  .delete(
    "/driver-application/status/:token",
    "Withdraws an application and deletes it with all its files",
    {
      who: "public",
      param: ApplicationToken,
      answer: Message,
      refuses: ["application.link_gone", "application.decided"],
      use: [hideSecretAddress, changeLimit],
    },
    async ({ deps, token }) => {
      await withdrawApplication(deps, token);
      return { message: "Your application and all its files have been deleted." };
    },
  )
  .post(
    "/driver-application/status/:token/files",
    "Adds a file to an application, or replaces one",
    {
      who: "public",
      param: ApplicationToken,
      form: receiveForm(StatusFileForm, singleFileLimits(MAX_FILE_BYTES)),
      created: UploadAnswer,
      refuses: [...uploadRefusals, "application.link_gone", "application.decided"],
      use: [
        hideSecretAddress,
        // Checked before the form is read, so that nobody can upload without a valid link.
        (c, next) => {
          const { token } = parse(ApplicationToken, c.req.param(), "param");
          openApplication(c.var.deps, c.var.deps.db, token);
          return next();
        },
        changeLimit,
        limitConcurrentUploads(16, "application.busy", 5, 8),
      ],
    },
    async ({ c, token, form: { field } }) => {
      const { deps, address } = c.var;
      const file = receivedFiles(c).get("file");
      if (!file) throw new AppError("request.malformed");
      return { upload: await addFile(deps, token, { field, file, address }) };
    },
  )
  .get(
    "/driver-application/status/:token/files/:id",
    "Downloads a file of the application",
    {
      who: "public",
      param: ApplicationTokenAndFile,
      answer: "The file",
      refuses: ["application.link_gone"],
      use: [hideSecretAddress, readLimit],
    },
    async ({ c, deps, token, id }) => {
      const { row } = openApplication(deps, deps.db, token);
      return sendDocumentFile(c, await readApplicationFile(deps, row.id, id));
    },
  )
  .delete(
    "/driver-application/status/:token/files/:id",
    "Deletes a file of the application",
    {
      who: "public",
      param: ApplicationTokenAndFile,
      answer: Message,
      refuses: ["application.link_gone", "application.decided"],
      use: [hideSecretAddress, changeLimit],
    },
    async ({ deps, token, id }) => {
      await removeFile(deps, token, id);
      return { message: "The file has been deleted." };
    },
  );
