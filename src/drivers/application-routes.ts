import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import {
  type AppContext,
  createRouter,
  describe,
  type Env,
  limitPerAddress,
  validate,
} from "../http";
import { type ReceivedForm, withReceivedForm } from "../received";
import { Message } from "../settings/contract";
import type { UploadLimits } from "../uploads";
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
import { keepUpload, removeUpload } from "./upload-actions";

/** An application's form: 36 fields, and documents and photos. */
const applicationLimits: UploadLimits = {
  parts: 64,
  files: applicationFileNames.length,
  fileBytes: LARGEST_FILE_BYTES,
  allFilesBytes: LARGEST_APPLICATION_BYTES,
  fieldsBytes: 64 * 1024,
};

/** The form of a single file. */
const uploadLimits: UploadLimits = {
  parts: 4,
  files: 1,
  fileBytes: LARGEST_FILE_BYTES,
  allFilesBytes: LARGEST_FILE_BYTES,
  fieldsBytes: 4 * 1024,
};

/** Lets so many requests of a kind in at once, of all addresses, and others wait: 503. */
function fewAtOnce(most: number, retryAfterSeconds: number) {
  const underWay = new WeakMap<Deps, number>();
  return createMiddleware<Env>(async (c, next) => {
    const { deps } = c.var;
    const others = underWay.get(deps) ?? 0;
    if (others >= most) throw new AppError("application.busy", { retryAfterSeconds });
    underWay.set(deps, others + 1);
    try {
      await next();
    } finally {
      underWay.set(deps, (underWay.get(deps) ?? 1) - 1);
    }
  });
}

const received = new WeakMap<Request, ReceivedForm["files"]>();

/** The files of a form that `readForm` has read, by field. */
export function filesOf(c: AppContext): ReceivedForm["files"] {
  return received.get(c.req.raw) ?? new Map();
}

/**
 * Reads a form with files where it may be long: its files lie on the disk until the answer, and for
 * the validator an empty file of the same name stands for each.
 */
function readForm(limits: UploadLimits) {
  return createMiddleware<Env>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const limitIdle = c.env?.keepOpen?.();
    await withReceivedForm(c.var.deps, c.req.raw, limits, async ({ fields, files }) => {
      const form = new FormData();
      for (const [name, value] of fields) form.set(name, value);
      for (const [name, file] of files) form.set(name, new File([], file.name || name));
      (c as Context).req.bodyCache.formData = form;
      received.set(c.req.raw, files);
      await next();
    }).finally(limitIdle);
  });
}

const withinLimits = createMiddleware<Env>((c, next) => {
  checkApplicationLimit(c.var.deps, c.var.address, c.req.header(TicketHeader));
  return next();
});

/** Reads the form of one file, beside its fields `file` and whatever the contract names. */
export const readOneFile = [
  limitPerAddress(240, 3_600),
  // More than the forms of whole applications: each is one file, and a browser sends a few at once.
  fewAtOnce(16, 5),
  readForm(uploadLimits),
] as const;

export const uploadRefusals = [
  "request.malformed",
  "request.timeout",
  "request.too_large",
  "request.wrong_type",
  "paper.wrong_type",
  "paper.heic",
  "paper.damaged",
  "paper.too_large",
  "application.upload_limit",
  "application.busy",
  "server.disk_full",
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
    fewAtOnce(4, 20),
    withinLimits,
    readForm(applicationLimits),
    validate("form", DriverApplicationForm),
    async (c) => {
      const { ticket, uploads, ...answers } = c.req.valid("form");
      const answer = await submitApplication(c.var.deps, {
        answers: withoutFiles(answers),
        ticket,
        uploads: uploads?.split(",").filter(Boolean) ?? [],
        files: filesOf(c),
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
      const file = filesOf(c).get("file");
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
