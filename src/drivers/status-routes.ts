import type { MiddlewareHandler } from "hono";
import { AppError } from "../errors";
import { createRouter, describe, limitPerAddress, validate } from "../server/http";
import { fewAtOnce, oneFile, receivedFiles, receiveForm } from "../server/received";
import { Message } from "../settings/contract";
import {
  ApplicationStatus,
  ApplicationToken,
  ApplicationTokenAndFile,
  AskForLink,
  ChangeApplication,
  LARGEST_FILE_BYTES,
  StatusFileForm,
  UploadAnswer,
} from "./application-contract";
import { askForLink } from "./application-link-actions";
import { uploadRefusals } from "./application-rules";
import { sendPaper } from "./paper-answer";
import { addFile, changeApplication, removeFile, withdrawApplication } from "./status-actions";
import { openApplication, readApplicationFile, readStatus } from "./status-queries";

const tag = "drivers";
const security = "public";

/** Whatever the token is, no robot and no other site hears of it. */
const secretAddress: MiddlewareHandler = (c, next) => {
  c.header("X-Robots-Tag", "noindex, nofollow");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cache-Control", "no-store");
  return next();
};

const visits = limitPerAddress(240, 60);
const changes = limitPerAddress(120, 3_600);

/** An application by its link: what is missing, and what its applicant does about it. */
export const applicationStatusRoutes = createRouter()
  .post(
    "/driver-application/link",
    describe({
      summary:
        "Sends a new link to the application with this contact; the answer says not whether there is one",
      tag,
      security,
      answers: { 200: Message },
      refusals: ["request.too_many"],
    }),
    limitPerAddress(10, 3_600),
    validate("json", AskForLink),
    async (c) => {
      c.header("Cache-Control", "no-store");
      await askForLink(c.var.deps, c.req.valid("json").identifier);
      return c.json({
        message: "If there is an application with this contact, a link to it is on its way.",
      } satisfies Message);
    },
  )
  .get(
    "/driver-application/status/:token",
    describe({
      summary: "An application as its link shows it; any link that does not work is the same 404",
      tag,
      security,
      answers: { 200: ApplicationStatus },
      refusals: ["application.link_gone", "request.too_many"],
    }),
    secretAddress,
    visits,
    validate("param", ApplicationToken),
    (c) => c.json(readStatus(c.var.deps, c.req.valid("param").token) satisfies ApplicationStatus),
  )
  .put(
    "/driver-application/status/:token",
    describe({
      summary: "Changes answers, or certifies them; a whole and certified application is submitted",
      tag,
      security,
      answers: { 200: ApplicationStatus },
      refusals: ["application.link_gone", "application.decided", "application.stale"],
    }),
    secretAddress,
    changes,
    validate("param", ApplicationToken),
    validate("json", ChangeApplication),
    async (c) => {
      const { deps } = c.var;
      const { token } = c.req.valid("param");
      await changeApplication(deps, token, c.req.valid("json"));
      return c.json(readStatus(deps, token) satisfies ApplicationStatus);
    },
  )
  .delete(
    "/driver-application/status/:token",
    describe({
      summary: "Withdraws an application: nothing of it is left, its files included",
      tag,
      security,
      answers: { 200: Message },
      refusals: ["application.link_gone", "application.decided"],
    }),
    secretAddress,
    changes,
    validate("param", ApplicationToken),
    async (c) => {
      await withdrawApplication(c.var.deps, c.req.valid("param").token);
      return c.json({ message: "Your application and its files are deleted." } satisfies Message);
    },
  )
  .post(
    "/driver-application/status/:token/files",
    describe({
      summary: "Adds a file to an application, in the place of its field's",
      tag,
      security,
      answers: { 201: UploadAnswer },
      refusals: [...uploadRefusals, "application.link_gone", "application.decided"],
    }),
    secretAddress,
    validate("param", ApplicationToken),
    // Before the form is read: without a link nobody leaves anything here.
    (c, next) => {
      openApplication(c.var.deps, c.var.deps.db, c.req.valid("param").token);
      return next();
    },
    changes,
    fewAtOnce(16, "application.busy", 5, 8),
    receiveForm(oneFile(LARGEST_FILE_BYTES)),
    validate("form", StatusFileForm),
    async (c) => {
      const { deps, address } = c.var;
      const file = receivedFiles(c).get("file");
      if (!file) throw new AppError("request.malformed");
      const { field } = c.req.valid("form");
      const upload = await addFile(deps, c.req.valid("param").token, { field, file, address });
      return c.json({ upload } satisfies UploadAnswer, 201);
    },
  )
  .get(
    "/driver-application/status/:token/files/:id",
    describe({
      summary: "A file of the application, to be saved",
      tag,
      security,
      answers: { 200: "The file" },
      refusals: ["application.link_gone", "request.not_found"],
    }),
    secretAddress,
    visits,
    validate("param", ApplicationTokenAndFile),
    async (c) => {
      const { deps } = c.var;
      const { token, id } = c.req.valid("param");
      const { row } = openApplication(deps, deps.db, token);
      return sendPaper(c, await readApplicationFile(deps, row.id, id));
    },
  )
  .delete(
    "/driver-application/status/:token/files/:id",
    describe({
      summary: "Removes a file of the application",
      tag,
      security,
      answers: { 200: Message },
      refusals: ["application.link_gone", "application.decided", "request.not_found"],
    }),
    secretAddress,
    changes,
    validate("param", ApplicationTokenAndFile),
    async (c) => {
      const { token, id } = c.req.valid("param");
      await removeFile(c.var.deps, token, id);
      return c.json({ message: "The file is removed." } satisfies Message);
    },
  );
