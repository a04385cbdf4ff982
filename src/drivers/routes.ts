import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import {
  type AppContext,
  createRouter,
  describe,
  type Env,
  limitPerAddress,
  requireAdmin,
  validate,
} from "../http";
import { readUpload } from "../uploads";
import { checkApplicationLimit, submitApplication } from "./application-actions";
import { DriverApplication, DriverApplicationAnswer, Drivers, DriversQuery } from "./contract";
import { listDrivers } from "./queries";

const MEGABYTE = 1024 * 1024;

/** An application's form: 35 fields, and documents and photos. */
const applicationLimits = {
  parts: 64,
  files: 16,
  fileBytes: 10 * MEGABYTE,
  allFilesBytes: 80 * MEGABYTE,
  fieldsBytes: 64 * 1024,
};

/** Forms that may be read at the same time, of all addresses. */
const MOST_AT_ONCE = 4;

const underWay = new WeakMap<Deps, number>();

/** Lets so many applications in at once, and others wait: 503. */
const oneOfFew = createMiddleware<Env>(async (c, next) => {
  const { deps } = c.var;
  const others = underWay.get(deps) ?? 0;
  if (others >= MOST_AT_ONCE) throw new AppError("application.busy", { retryAfterSeconds: 20 });
  underWay.set(deps, others + 1);
  try {
    await next();
  } finally {
    underWay.set(deps, (underWay.get(deps) ?? 1) - 1);
  }
});

/** Reads the form where it may be long, and leaves its fields where the validator looks first. */
const readApplication = createMiddleware<Env>(async (c, next) => {
  checkApplicationLimit(c.var.deps, c.var.address);
  const limitIdle = c.env?.keepOpen?.();
  const { fields, files } = await readUpload(c.req.raw, applicationLimits).finally(limitIdle);
  if (files.size > 0) {
    const names = [...files.keys()].map((name) => [name, "Send it in a later step."] as const);
    throw new AppError("application.files", { fields: Object.fromEntries(names) });
  }
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  (c as AppContext).req.bodyCache.formData = form;
  await next();
});

export const driverRoutes = createRouter()
  .post(
    "/driver-application",
    describe({
      summary: "Apply to drive: a multipart form, stored whole or incomplete",
      tag: "drivers",
      security: "public",
      answers: { 201: DriverApplicationAnswer },
      refusals: [
        "request.malformed",
        "request.timeout",
        "request.too_large",
        "request.wrong_type",
        "application.files",
        "application.too_many",
        "application.busy",
      ],
    }),
    limitPerAddress(30, 3_600),
    oneOfFew,
    readApplication,
    validate("form", DriverApplication),
    async (c) => {
      c.header("Cache-Control", "no-store");
      const answer = await submitApplication(c.var.deps, c.req.valid("form"), c.var.address);
      return c.json(answer satisfies DriverApplicationAnswer, 201);
    },
  )
  .get(
    "/admin/drivers",
    describe({
      summary: "The drivers, by name",
      tag: "drivers",
      security: "admin",
      answers: { 200: Drivers },
    }),
    requireAdmin,
    validate("query", DriversQuery),
    (c) => c.json(listDrivers(c.var.deps, c.req.valid("query")) satisfies Drivers),
  );
