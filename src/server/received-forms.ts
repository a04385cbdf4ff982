/** Receives the files of a form: writes them to the disk as they arrive, and deletes them if nobody stores them. */
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ZodType } from "zod";
import { networkOf } from "./addresses";
import type { Deps } from "../deps";
import { AppError, type ErrorCode } from "../errors";
import type { ReceivedFile } from "../files/received-files";
import type { BodyReader } from "./calls";
import type { AppContext, Env } from "./http";
import { checkForm } from "./multipart";
import { readUpload, type UploadLimits } from "./uploads";

/** A form that was read: its fields and files by name. */
type ReceivedForm = { fields: Map<string, string>; files: Map<string, ReceivedFile> };

/**
 * Reads a multipart form, passes it to `use`, and always deletes the temporary files afterwards. Throws what
 * `readUpload` throws.
 */
async function withReceivedForm<Done>(
  deps: Deps,
  request: Request,
  limits: UploadLimits,
  use: (form: ReceivedForm) => Promise<Done>,
): Promise<Done> {
  const folder = join(deps.config.dataDir, "uploads");
  const paths: string[] = [];
  const files = new Map<string, ReceivedFile>();
  try {
    const { fields } = await readUpload(request, limits, async ({ field, fileName }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${Bun.randomUUIDv7()}.part`);
      paths.push(path);
      const file = await open(path, "wx", 0o600);
      const hash = new Bun.CryptoHasher("sha256");
      let bytes = 0;
      return {
        async write(chunk) {
          hash.update(chunk);
          bytes += chunk.length;
          for (let at = 0; at < chunk.length;)
            at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
        },
        async close(isComplete) {
          await file.close();
          if (!isComplete) return;
          files.set(field, { path, name: fileName, bytes, contentHash: hash.digest("hex") });
        },
      };
    });
    return await use({ fields, files });
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
}

/**
 * Allows at most `maxConcurrent` requests of a kind at the same time; others get 503. With `maxPerAddress`, one address
 * (of IPv6, a /64) gets 429 earlier. So nobody can keep all others out by sending slowly.
 */
export function limitConcurrentUploads(
  maxConcurrent: number,
  code: ErrorCode,
  retryAfterSeconds: number,
  maxPerAddress = maxConcurrent,
) {
  const countsByServer = new WeakMap<Deps, Map<string, number>>();
  return createMiddleware<Env>(async (c, next) => {
    const { deps, address } = c.var;
    const network = networkOf(address);
    const counts = countsByServer.get(deps) ?? new Map<string, number>();
    countsByServer.set(deps, counts);
    const all = counts.values().reduce((sum, count) => sum + count, 0);
    if (all >= maxConcurrent) throw new AppError(code, { retryAfterSeconds });
    const own = counts.get(network) ?? 0;
    if (deps.config.hasRateLimits && own >= maxPerAddress)
      throw new AppError("request.too_many", { retryAfterSeconds });
    counts.set(network, own + 1);
    try {
      await next();
    } finally {
      const remainingCount = (counts.get(network) ?? 1) - 1;
      if (remainingCount > 0) counts.set(network, remainingCount);
      else counts.delete(network);
    }
  });
}

const filesByRequest = new WeakMap<Request, ReceivedForm["files"]>();

/** Returns the files of a form that `receiveForm` has read, by the name of the field. */
export function receivedFiles(c: AppContext): ReceivedForm["files"] {
  return filesByRequest.get(c.req.raw) ?? new Map();
}

/**
 * Reads a form with large files. They stay on the disk until the answer is sent. The contract sees an empty
 * file of the same name for each.
 */
export function receiveForm<Form extends ZodType>(
  schema: Form,
  limits: UploadLimits,
): BodyReader<Form, "form"> {
  const check = checkForm(schema);
  return {
    schema,
    target: "form",
    refuses: ["request.timeout", "request.too_large", "request.wrong_type", "request.malformed"],
    take(c, use) {
      c.header("Cache-Control", "no-store");
      const limitIdle = c.env?.keepOpen?.();
      return withReceivedForm(c.var.deps, c.req.raw, limits, ({ fields, files }) => {
        const form = new FormData();
        for (const [name, value] of fields) form.set(name, value);
        for (const [name, file] of files) form.set(name, new File([], file.name || name));
        (c as Context).req.bodyCache.formData = form;
        filesByRequest.set(c.req.raw, files);
        return check(c, use);
      }).finally(limitIdle);
    },
  };
}

/** Returns the limits of a form with one file and a few short fields. */
export function singleFileLimits(fileBytes: number): UploadLimits {
  return { parts: 4, files: 1, fileBytes, allFilesBytes: fileBytes, fieldsBytes: 4 * 1024 };
}
