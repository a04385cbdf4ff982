/**
 * Files that anyone may send. Their type is read from their content, never from their name. Pictures are decoded and
 * encoded again, so the result holds only pixels: no location of a photo and no second file behind the first. A PDF is
 * stored unchanged and only ever sent as a download, because it cannot be made harmless. Only a few files are processed
 * at once, each in a separate process.
 */
import { open, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { AppError } from "../errors";
import type { Deps } from "../deps";
import { type FileWork, MAX_PIXELS, type Reencoding, UNREADABLE_EXIT_CODE } from "./file-process";
import { hasPdfHeader, type PdfFault } from "./pdf-content";
import { storeTemporaryFile, type WrittenFile, storeFile } from "./store";
import { createJobQueue, type Sender } from "./job-queue";

/** A received file under a temporary name. */
export type ReceivedFile = {
  path: string;
  /** The name that the sender gave it. It is never used as a name on the server. */
  name: string;
  bytes: number;
  /** The SHA-256 hash of its content, in hex. */
  contentHash: string;
};

/** Documents may be PDF, JPEG or PNG. Photos may be JPEG, PNG or WebP. */
type ReceivedFileKind = "document" | "photo";

/** Larger pictures are scaled down to sizes at which small print stays legible. */
const encodings: Record<ReceivedFileKind, ReencodeOptions> = {
  document: { as: "jpeg", side: 3_000, quality: 85, accepted: ["jpeg", "png"] },
  photo: { as: "jpeg", side: 2_560, quality: 82, accepted: ["jpeg", "png", "webp"] },
};

/** The file extensions that are accepted. A name without one is judged by its content alone. */
const allowedExtensions = new Set([
  "pdf",
  "jpg",
  "jpeg",
  "jpe",
  "jfif",
  "png",
  "webp",
  "heic",
  "heif",
]);

/**
 * Stores a received file. Throws `paper.wrong_type`, `paper.heic`, `paper.damaged`, `paper.locked`, `paper.no_pages`
 * (415), `paper.too_large`, `picture.too_many_pixels` (413), and `server.busy` if too many files wait. The caller must
 * give it a row in its transaction, or discard it.
 */
export async function storeDocumentFile(
  deps: Deps,
  receivedFile: ReceivedFile,
  kind: ReceivedFileKind,
  sender: Sender,
): Promise<WrittenFile> {
  const extension = /\.([^.]*)$/.exec(safeFileName(receivedFile.name))?.[1]?.trim().toLowerCase();
  if (extension && !allowedExtensions.has(extension)) throw new AppError("paper.wrong_type");
  const contentKind = await contentKindOf(receivedFile);
  if (contentKind === "pdf" && kind === "document") {
    const fault = await faultOf(receivedFile.path, sender);
    if (fault) throw new AppError(pdfFaults[fault]);
    return storeTemporaryFile(deps, receivedFile.path, receivedFile.bytes, "application/pdf");
  }
  if (contentKind === "heic") throw new AppError("paper.heic");
  if (contentKind === "webp" && kind === "document") throw new AppError("paper.wrong_type");
  if (contentKind !== "picture" && contentKind !== "webp") throw new AppError("paper.wrong_type");
  const bytes = await reencodeForStorage(receivedFile.path, encodings[kind], sender);
  return storeFile(deps, bytes, "image/jpeg");
}

const pdfFaults = {
  damaged: "paper.damaged",
  locked: "paper.locked",
  no_pages: "paper.no_pages",
} as const satisfies Record<PdfFault, string>;

/** Returns the fault of a PDF, once it is the sender's turn. */
async function faultOf(path: string, sender: Sender): Promise<PdfFault | null> {
  const faultJson = await fileQueue.run(sender, () =>
    runFileProcessFor(Bun.file(path), { as: "fault" }),
  );
  return JSON.parse(new TextDecoder().decode(faultJson)) as PdfFault | null;
}

/** Returns a file name for display: without folders or control characters, and shortened. */
export function safeFileName(name: string): string {
  const last =
    name
      .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
      .split(/[/\\]/)
      .at(-1) ?? "";
  const cleanName = last.toWellFormed().replace(/\s+/g, " ").trim();
  const letters = [...cleanName];
  return letters.length > 100
    ? `${letters.slice(0, 60).join("")}…${letters.slice(-30).join("")}`
    : cleanName;
}

async function reencodeForStorage(
  path: string,
  how: ReencodeOptions,
  sender: Sender,
): Promise<Uint8Array> {
  try {
    return await reencode(() => readFile(path), sender, how);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "picture.too_large") throw new AppError("paper.too_large");
    if (error.code === "picture.unreadable") throw new AppError("paper.damaged");
    throw error;
  }
}

async function contentKindOf({
  path,
}: ReceivedFile): Promise<"pdf" | "picture" | "webp" | "heic" | null> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(1_024);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const text = head.toString("latin1", 0, bytesRead);
    if (/^....ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/s.test(text)) return "heic";
    if (/^RIFF....WEBP/s.test(text)) return "webp";
    // Checked before PDF, because a photo's metadata may contain the header of a PDF.
    const isPicture = text.startsWith("\xff\xd8\xff") || text.startsWith("\x89PNG\r\n\x1a\n");
    if (isPicture) return "picture";
    return hasPdfHeader(head.subarray(0, bytesRead)) ? "pdf" : null;
  } finally {
    await file.close();
  }
}

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/**
 * The most pixels per byte. A file of a few kilobytes can claim as many pixels as the largest photo and cost as much
 * work. No real picture has that many: a page of black and white text has about 200 per byte.
 */
const MAX_PIXELS_PER_BYTE = 500;
/** Up to this many pixels the number of bytes does not matter. */
const MAX_UNCHECKED_PIXELS = 4_000_000;
/** The longer side of a stored picture. */
const MAX_SIDE_PX = 1_024;
const WEBP_QUALITY = 85;

export const STORED_MEDIA_TYPE = "image/webp";

/** The accepted formats, and how to re-encode the picture. */
type ReencodeOptions = Reencoding & { accepted: readonly string[] };

/**
 * Returns a picture as WebP of at most 1024 pixels a side, upright, without metadata. Throws 413 over 5 MB or too many
 * pixels, 415 for anything that is not a complete JPEG, PNG or WebP, 503 if too many files wait.
 */
export async function reencodePicture(bytes: Uint8Array, sender: Sender): Promise<Uint8Array> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new AppError("picture.too_large");
  return reencode(async () => bytes, sender, {
    as: "webp",
    side: MAX_SIDE_PX,
    quality: WEBP_QUALITY,
    accepted: ["jpeg", "png", "webp"],
  });
}

/**
 * Re-encodes a picture, upright and without metadata, once it is the sender's turn. `read` is called only then. Throws
 * `picture.too_large` over 40 megapixels, `picture.too_many_pixels` for more than its bytes can show,
 * `picture.unreadable` if it is incomplete or not accepted, `server.busy` if too many files wait.
 */
export function reencode(
  read: () => Promise<Uint8Array>,
  sender: Sender,
  { accepted, ...how }: ReencodeOptions,
): Promise<Uint8Array> {
  return fileQueue.run(sender, async () => {
    const bytes = await read();
    await refuseHostileFile(bytes, accepted);
    return runFileProcessFor(bytes, how);
  });
}

/** Checks only the header, without decoding anything. */
async function refuseHostileFile(bytes: Uint8Array, accepted: readonly string[]): Promise<void> {
  if (!isWhole(bytes)) throw new AppError("picture.unreadable");
  const { width, height, format } = await headerOf(bytes);
  if (!accepted.includes(format)) throw new AppError("picture.unreadable");
  const pixels = width * height;
  if (pixels > MAX_PIXELS) throw new AppError("picture.too_large");
  if (pixels > MAX_UNCHECKED_PIXELS && pixels > MAX_PIXELS_PER_BYTE * bytes.length)
    throw new AppError("picture.too_many_pixels");
}

async function headerOf(bytes: Uint8Array) {
  try {
    return await new Bun.Image(bytes, { maxPixels: MAX_PIXELS }).metadata();
  } catch (error) {
    const hasTooManyPixels =
      error instanceof Error && "code" in error && error.code === "ERR_IMAGE_TOO_MANY_PIXELS";
    throw new AppError(hasTooManyPixels ? "picture.too_large" : "picture.unreadable");
  }
}

/** Whether the end of the file is present. Decoders do not refuse an incomplete file but fill the rest with grey. */
function isWhole(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return hasJpegEnd(view);
  if (bytes[0] === 0x89) return hasPngEnd(view);
  // RIFF: the header holds the length of the rest.
  if (bytes[0] === 0x52 && bytes.length >= 12) return view.getUint32(4, true) + 8 <= bytes.length;
  return false;
}

/** Walks through a JPEG's segments to its end-of-image marker (ITU T.81, annex B). */
function hasJpegEnd(view: DataView): boolean {
  let at = 2;
  while (at + 1 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) {
      at++;
      continue;
    }
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9) return true;
    // Stuffed bytes, fill bytes, restarts and the start of the image have no length.
    const hasNoLength = marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at++;
    else if (hasNoLength) at += 2;
    else if (at + 3 < view.byteLength) at += 2 + Math.max(2, view.getUint16(at + 2));
    else return false;
  }
  return false;
}

/** Walks through a PNG's chunks to IEND. */
function hasPngEnd(view: DataView): boolean {
  const IEND = 0x49454e44;
  let at = 8;
  while (at + 12 <= view.byteLength) {
    if (view.getUint32(at + 4) === IEND) return true;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** The largest picture takes seconds on a busy machine. */
const PROCESSING_TIMEOUT_MS = 60_000;

/** One process per core, but at most four, because the largest picture takes 230 MB of memory. */
const fileQueue = createJobQueue({
  maxRunning: Math.min(4, Math.max(2, availableParallelism())),
  maxWaiting: { accounts: 24, strangers: 16, perSender: 8 },
  retryAfterSeconds: 5,
});

/** The executable runs itself. From source, the module needs no other part of the server. */
const command = Bun.isStandaloneExecutable
  ? [process.execPath, "file"]
  : [process.execPath, join(import.meta.dir, "file-process.ts")];

/**
 * Runs the work in a separate process without the server's environment. Reading a PDF would block all requests.
 * Pictures would be decoded by the threads that read and write files, and two large ones would occupy them all. Throws
 * `picture.unreadable` for anything that is not a picture.
 */
async function runFileProcessFor(
  file: Uint8Array | Bun.BunFile,
  how: FileWork,
): Promise<Uint8Array> {
  const child = Bun.spawn([...command, JSON.stringify(how)], {
    cwd: "/",
    env: {},
    stdin: file,
    stdout: "pipe",
    stderr: "pipe",
    timeout: PROCESSING_TIMEOUT_MS,
  });
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === UNREADABLE_EXIT_CODE) throw new AppError("picture.unreadable");
  if (code !== 0)
    throw new Error(
      `The process that reads files ended with ${child.signalCode ?? code}: ${errors}`,
    );
  return output;
}
