/**
 * Reads multipart forms part by part, with one chunk in memory. It counts and checks the parts while they
 * arrive.
 */
import { AppError } from "../errors";

export type UploadLimits = {
  /** The most fields and files together. More are refused with 400. */
  parts: number;
  files: number;
  /** The most bytes of one file, of all files, and of all fields. More are refused with 413. */
  fileBytes: number;
  allFilesBytes: number;
  fieldsBytes: number;
};

/** The content of a form: its fields, and the size of each file. */
type Upload = { fields: Map<string, string>; files: Map<string, number> };

/** The destination of a file's content. It is always closed; `isComplete` says whether the file is complete. */
type FileTarget = {
  write: (chunk: Uint8Array) => Promise<void>;
  close: (isComplete: boolean) => Promise<void>;
};

/** Opens the target for a file of a form. `fileName` is the sender's name for it. */
type OpenFileTarget = (file: { field: string; fileName: string }) => Promise<FileTarget>;

/** An upload that sends nothing for this long is refused (408). */
const STALL_TIMEOUT_MS = 30_000;
/** The longest that an upload may take, however slow it is. */
const MAX_UPLOAD_MS = 900_000;
const MAX_HEADERS_BYTES = 8 * 1024;

const LINE_END = Buffer.from("\r\n");
const HEADERS_END = Buffer.from("\r\n\r\n");

/**
 * Reads a form to its end and keeps its fields. The contents of files go to their targets; the next chunk is
 * read when the last one is written. An empty file input counts as absent.
 *
 * Throws `request.wrong_type` for another type; `request.malformed` for a form without boundary or cut short, a
 * name given twice or an empty file; `request.too_large`; `request.timeout`.
 */
export async function readUpload(
  request: Request,
  limits: UploadLimits,
  openFileTarget: OpenFileTarget,
): Promise<Upload> {
  const boundary = readBoundary(request.headers.get("content-type") ?? "");
  const maxBytes = limits.allFilesBytes + limits.fieldsBytes + limits.parts * MAX_HEADERS_BYTES;
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes)
    throw new AppError("request.too_large");
  const form = createFormParser(boundary, limits);
  let target: FileTarget | null = null;
  // Includes the bytes before, between and after the parts.
  let receivedBytes = 0;
  try {
    for await (const chunk of chunksOf(request)) {
      receivedBytes += chunk.length;
      if (receivedBytes > maxBytes) throw new AppError("request.too_large");
      form.take(chunk);
      for (const step of form.takePieces()) {
        target ??= await openFileTarget(step);
        if (step.chunk) await target.write(step.chunk);
        else {
          const completedTarget: FileTarget = target;
          target = null;
          await completedTarget.close(true);
        }
      }
    }
    return form.end();
  } finally {
    await target?.close(false);
  }
}

function readBoundary(contentType: string): Buffer {
  if (contentType.split(";")[0]?.trim().toLowerCase() !== "multipart/form-data")
    throw new AppError("request.wrong_type");
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? "";
  if (!/^[\x20-\x7e]{1,70}$/.test(boundary)) throw new AppError("request.malformed");
  return Buffer.from(`\r\n--${boundary}`);
}

type Part = { name: string; fileName: string | null; bytes: number; text: Buffer[] };

/** A piece of a file's content, or null at its end. */
type FilePiece = { field: string; fileName: string; chunk: Buffer | null };

function createFormParser(delimiter: Buffer, limits: UploadLimits) {
  const fields = new Map<string, string>();
  const files = new Map<string, number>();
  let filePieces: FilePiece[] = [];
  // The first boundary has no line before it.
  let rest: Buffer = LINE_END;
  let state: "preamble" | "boundary" | "headers" | "body" | "end" = "preamble";
  let part: Part | null = null;
  let parts = 0;
  let fieldsBytes = 0;
  let filesBytes = 0;

  function take(chunk: Uint8Array): void {
    if (state === "end") return;
    rest = Buffer.concat([rest, chunk]);
    while (processNext());
  }

  /** Processes the bytes that have arrived. False if it needs more. */
  function processNext(): boolean {
    if (state === "preamble" || state === "body") {
      const at = rest.indexOf(delimiter);
      const safeLength = at === -1 ? Math.max(0, rest.length - delimiter.length + 1) : at;
      if (state === "body") add(rest.subarray(0, safeLength));
      if (at === -1) {
        rest = rest.subarray(safeLength);
        return false;
      }
      if (part) close(part);
      part = null;
      rest = rest.subarray(at + delimiter.length);
      state = "boundary";
      return true;
    }
    if (state === "boundary") {
      if (rest.length < 2) return false;
      const mark = rest.toString("latin1", 0, 2);
      if (mark !== "--" && mark !== "\r\n") throw new AppError("request.malformed");
      state = mark === "--" ? "end" : "headers";
      rest = rest.subarray(mark === "--" ? rest.length : 0);
      return state === "headers";
    }
    if (state === "headers") {
      const at = rest.indexOf(HEADERS_END);
      if (at === -1) {
        if (rest.length > MAX_HEADERS_BYTES) throw new AppError("request.malformed");
        return false;
      }
      open(rest.subarray(0, at));
      rest = rest.subarray(at + HEADERS_END.length);
      state = "body";
      return true;
    }
    return false;
  }

  function open(headers: Buffer): void {
    parts++;
    if (parts > limits.parts) throw new AppError("request.malformed");
    part = readHeaders(decode(headers));
    if (fields.has(part.name) || files.has(part.name)) throw new AppError("request.malformed");
  }

  function add(bytes: Buffer): void {
    if (!part || bytes.length === 0) return;
    part.bytes += bytes.length;
    if (part.fileName !== null) {
      filesBytes += bytes.length;
      if (part.bytes > limits.fileBytes || filesBytes > limits.allFilesBytes)
        throw new AppError("request.too_large", {
          fields: { [part.name]: "This file is too large." },
        });
      if (!files.has(part.name)) {
        files.set(part.name, 0);
        if (files.size > limits.files) throw new AppError("request.too_large");
      }
      filePieces.push({ field: part.name, fileName: part.fileName, chunk: bytes });
      return;
    }
    fieldsBytes += bytes.length;
    if (fieldsBytes > limits.fieldsBytes) throw new AppError("request.too_large");
    part.text.push(Buffer.from(bytes));
  }

  function close({ name, fileName, bytes, text }: Part): void {
    if (fileName === null) {
      fields.set(name, decode(Buffer.concat(text)));
      return;
    }
    if (bytes === 0 && fileName === "") return;
    if (bytes === 0)
      throw new AppError("request.malformed", { fields: { [name]: "This file is empty." } });
    files.set(name, bytes);
    filePieces.push({ field: name, fileName, chunk: null });
  }

  /** Returns the pieces of files that have arrived since the last call. */
  function takePieces(): FilePiece[] {
    const arrivedPieces = filePieces;
    filePieces = [];
    return arrivedPieces;
  }

  function end(): Upload {
    if (state !== "end") throw new AppError("request.malformed");
    return { fields, files };
  }
  return { take, takePieces, end };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AppError("request.malformed");
  }
}

/** Returns the name and the kind of a part. Only files have a file name. */
function readHeaders(headers: string): Part {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers)?.[1] ?? "";
  const name = /;\s*name="([^"\r\n]*)"/i.exec(disposition)?.[1];
  if (!name) throw new AppError("request.malformed");
  const quoted = /;\s*filename="((?:[^"\\]|\\.)*)"/is.exec(disposition)?.[1];
  const plain = /;\s*filename\*?=([^;\s"]*)/i.exec(disposition)?.[1];
  return { name, fileName: quoted ?? plain ?? null, bytes: 0, text: [] };
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  const endsAt = performance.now() + MAX_UPLOAD_MS;
  let isComplete = false;
  try {
    while (true) {
      const waitMs = Math.min(STALL_TIMEOUT_MS, endsAt - performance.now());
      const { done, value } = await awaitWithTimeout(reader.read(), waitMs);
      if (done) {
        isComplete = true;
        return;
      }
      yield value;
    }
  } finally {
    // The rest of a refused file is not read.
    if (!isComplete) reader.cancel().catch(() => {});
  }
}

async function awaitWithTimeout<T>(read: Promise<T>, timeoutMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new AppError("request.timeout")),
    Math.max(0, timeoutMs),
  );
  try {
    return await Promise.race([read, late.promise]);
  } catch (error) {
    // A connection that broke in the middle counts as a form cut short.
    throw error instanceof AppError ? error : new AppError("request.malformed");
  } finally {
    clearTimeout(timer);
  }
}
