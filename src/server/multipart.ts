/** Reads forms as strictly as JSON: multipart ones limited, timed, each field once; plain ones as well. */
import type { Context, MiddlewareHandler } from "hono";
import { uniqueSymbol } from "hono-openapi";
import type { ZodType } from "zod";
import { AppError, type ErrorCode } from "../errors";
import { type AppContext, type Env, JSON_LIMIT_BYTES, readBody, refusalOf, validate } from "./http";

type FormLimits = {
  /** The whole body, boundaries and all. */
  bytes: number;
  /** Fields and files together. */
  parts: number;
  /** The code of the refusal (413) of a body that is larger. */
  tooLarge?: ErrorCode;
};

/** An upload that sends nothing for so long is given up. */
const STALL_MS = 30_000;
/** However slowly it drips, it ends after this. */
const LONGEST_MS = 600_000;

/**
 * Checks a multipart form against a contract, after the session: 415 for another type, 413 past
 * the limits, 408 for a stalled upload, 400 for a form cut short, a field given twice or an empty
 * file. A file field that was left empty counts as absent. Fields the contract does not name are
 * dropped.
 */
export function validateForm<Schema extends ZodType>(schema: Schema, limits: FormLimits) {
  const check = validate("form", schema);
  const middleware: MiddlewareHandler = async (c, next) => {
    const limitIdle = (c as AppContext).env.keepOpen?.();
    try {
      await readForm(c as AppContext, limits);
      // While the form is worked on no byte comes or goes, and the connection is not idle for that.
      return await check(c as never, next);
    } finally {
      limitIdle?.();
    }
  };
  return Object.assign(middleware as typeof check, { [uniqueSymbol]: check[uniqueSymbol] });
}

/**
 * Checks JSON against a contract, or what a page's plain form sends without scripts. That is answered with a
 * redirect to `done`; why it is refused is told to who shows the page, see `plain-forms`. In the API
 * description it is JSON.
 */
export function jsonOrForm<Schema extends ZodType>(
  schema: Schema,
  { done }: { done: string | ((c: AppContext) => string) },
) {
  const check = validate("json", schema);
  const middleware: MiddlewareHandler<Env> = async (c, next) => {
    const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/x-www-form-urlencoded") return check(c as never, next);
    let typed: Record<string, string> = {};
    try {
      typed = await readFields(c.req.raw);
      const result = schema.safeParse(typed);
      if (!result.success) throw refusalOf(result.error.issues, "json");
      c.req.addValidatedData("json", result.data as object);
      await next();
    } catch (error) {
      c.env.onRefusedForm?.({ typed, error });
      throw error;
    }
    // What is refused further in has been made an answer by then.
    if (c.error) c.env.onRefusedForm?.({ typed, error: c.error });
    else c.res = c.redirect(typeof done === "string" ? done : done(c), 303);
  };
  return Object.assign(middleware as unknown as typeof check, {
    [uniqueSymbol]: check[uniqueSymbol],
  });
}

/** The fields of a plain form, each once. */
async function readFields(request: Request): Promise<Record<string, string>> {
  const bytes = await readBody(request, JSON_LIMIT_BYTES);
  const form = [...new URLSearchParams(new TextDecoder().decode(bytes))];
  const fields = Object.fromEntries(form);
  if (Object.keys(fields).length < form.length) throw new AppError("request.malformed");
  return fields;
}

/** Reads the form and leaves it where Hono's validator looks first. */
async function readForm(c: AppContext, limits: FormLimits): Promise<void> {
  const type = c.req.header("content-type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== "multipart/form-data")
    throw new AppError("request.wrong_type");
  const bytes = await readSlowly(c.req.raw, limits);
  const form = await parse(bytes, type);
  const names = [...form.keys()];
  if (names.length > limits.parts || new Set(names).size < names.length)
    throw new AppError("request.malformed");
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string" || value === null || value.size > 0) continue;
    // A file input without a file sends a part without a name.
    if (value.name) throw new AppError("request.invalid", { fields: { [name]: "It is empty." } });
    form.delete(name);
  }
  (c as Context).req.bodyCache.formData = form;
}

async function parse(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new AppError("request.malformed");
  }
}

async function readSlowly(request: Request, limits: FormLimits): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new AppError(limits.tooLarge ?? "request.too_large");
  if (Number(request.headers.get("content-length") ?? 0) > limits.bytes) throw tooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const end = Date.now() + LONGEST_MS;
  while (reader) {
    const { done, value } = await inTime(reader.read(), Math.min(STALL_MS, end - Date.now()));
    if (done) break;
    length += value.length;
    if (length > limits.bytes) {
      void reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
  return new Uint8Array(Buffer.concat(chunks));

  async function inTime<T>(read: Promise<T>, milliseconds: number): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new AppError("request.timeout")), Math.max(0, milliseconds));
    });
    try {
      return await Promise.race([read, late]);
    } catch (error) {
      void reader?.cancel().catch(() => {});
      throw error instanceof AppError ? error : new AppError("request.malformed");
    } finally {
      clearTimeout(timer);
    }
  }
}
