/**
 * Reads forms as strictly as JSON: with limits, timeouts, and each field only once. Multipart and plain forms.
 */
import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import type { ZodType } from "zod";
import { AppError, type ErrorCode } from "../errors";
import type { BodyReader } from "./calls";
import { type AppContext, type Env, JSON_LIMIT_BYTES, parse, readBody, readJson } from "./http";

type FormLimits = {
  /** The most bytes of the whole body, including boundaries. */
  bytes: number;
  /** The most fields and files together. */
  parts: number;
  /** The code of the refusal (413) if the body is larger. */
  tooLarge?: ErrorCode;
};

/** An upload that sends nothing for this long is abandoned. */
const STALL_TIMEOUT_MS = 30_000;
/** The longest that an upload may take, however slow it is. */
const MAX_UPLOAD_MS = 600_000;

/** Why a picture is refused, besides its size. */
const pictureRefusals = ["picture.too_many_pixels", "picture.unreadable", "server.busy"] as const;

/**
 * Reads a multipart form, after the session is checked. Throws 415 for another type, 413 above the limits, 408
 * for a stalled upload, and 400 for a form cut short, a field given twice or an empty file. An empty file field
 * counts as absent. Fields that the contract does not name are dropped.
 */
export function multipart<Form extends ZodType>(
  schema: Form,
  limits: FormLimits,
): BodyReader<Form, "form"> {
  const check = checkForm(schema);
  return {
    schema,
    target: "form",
    refuses: [
      ...(["request.timeout", "request.wrong_type", "request.malformed"] as const),
      ...(limits.tooLarge === "picture.too_large" ? pictureRefusals : []),
      limits.tooLarge ?? "request.too_large",
    ],
    async take(c, use) {
      const limitIdle = c.env.keepOpen?.();
      try {
        await readIntoBodyCache(c, limits);
        // While the form is processed, nothing is sent or received, but the connection is not idle.
        return await check(c, use);
      } finally {
        limitIdle?.();
      }
    },
  };
}

/**
 * Checks the form that `readIntoBodyCache` or `receiveForm` has put where Hono's validator looks first, and answers
 * with `use`.
 */
export function checkForm<Form extends ZodType>(schema: Form): BodyReader<Form, "form">["take"] {
  const check = zValidator("form", schema, undefined, {
    // `parse` throws the errors.
    validationFunction: (contract, form) => ({
      success: true,
      data: parse(contract, form, "form"),
    }),
  });
  return async (c, use) => {
    let answer: Response | undefined;
    await check(c as never, async () => {
      // The validator declares its result for later handlers, but there are none.
      answer = await use(c.req.valid("form" as never));
    });
    return answer ?? c.body(null);
  };
}

/**
 * Reads JSON, or a page's plain form that is sent without scripts.
 *
 * A plain form is answered with a redirect to `done`. A refusal goes to the code that shows the page: see
 * `plain-forms`. The API description shows only JSON. Only valid input counts towards `limit`, because mistyped
 * input is not a message yet.
 */
export function readJsonOrForm<Body extends ZodType>(
  schema: Body,
  { done, limit }: { done: string | ((c: AppContext) => string); limit: MiddlewareHandler<Env> },
): BodyReader<Body> {
  return {
    schema,
    target: "json",
    refuses: ["request.too_many", "request.too_large", "request.wrong_type"],
    async take(c, use) {
      const answer = async (sent: unknown) => {
        const body = parse(schema, sent, "json");
        let response: Response | undefined;
        await limit(c, async () => {
          response = await use(body);
        });
        return response ?? c.body(null);
      };
      const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
      if (type !== "application/x-www-form-urlencoded")
        return answer(await readJson(c, JSON_LIMIT_BYTES));
      let typed: Record<string, string> = {};
      try {
        typed = await readFields(c.req.raw);
        await answer(typed);
      } catch (error) {
        c.env.onRefusedForm?.({ typed, error });
        throw error;
      }
      return c.redirect(typeof done === "string" ? done : done(c), 303);
    },
  };
}

/** Returns the fields of a plain form. Each may appear once. */
async function readFields(request: Request): Promise<Record<string, string>> {
  const bytes = await readBody(request, JSON_LIMIT_BYTES);
  const form = [...new URLSearchParams(new TextDecoder().decode(bytes))];
  const fields = Object.fromEntries(form);
  if (Object.keys(fields).length < form.length) throw new AppError("request.malformed");
  return fields;
}

/** Reads the form and puts it where Hono's validator looks first. */
async function readIntoBodyCache(c: AppContext, limits: FormLimits): Promise<void> {
  const type = c.req.header("content-type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== "multipart/form-data")
    throw new AppError("request.wrong_type");
  const bytes = await readWithTimeout(c.req.raw, limits);
  const form = await parseForm(bytes, type);
  const names = [...form.keys()];
  if (names.length > limits.parts || new Set(names).size < names.length)
    throw new AppError("request.malformed");
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string" || value === null || value.size > 0) continue;
    // A file input without a file sends an empty part without a file name.
    if (value.name)
      throw new AppError("request.invalid", { fields: { [name]: "This file is empty." } });
    form.delete(name);
  }
  (c as Context).req.bodyCache.formData = form;
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new AppError("request.malformed");
  }
}

async function readWithTimeout(
  request: Request,
  limits: FormLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new AppError(limits.tooLarge ?? "request.too_large");
  if (Number(request.headers.get("content-length") ?? 0) > limits.bytes) throw tooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const endsAt = Date.now() + MAX_UPLOAD_MS;
  while (reader) {
    const { done, value } = await awaitWithTimeout(
      reader.read(),
      Math.min(STALL_TIMEOUT_MS, endsAt - Date.now()),
    );
    if (done) break;
    length += value.length;
    if (length > limits.bytes) {
      void reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
  return new Uint8Array(Buffer.concat(chunks));

  async function awaitWithTimeout<T>(read: Promise<T>, timeoutMs: number): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new AppError("request.timeout")), Math.max(0, timeoutMs));
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
