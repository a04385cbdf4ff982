/**
 * Files that anybody may send. What they are is read from their content, never from their name. Pictures are
 * decoded and encoded again: what comes out holds pixels and nothing else, no place where a photo was taken and no
 * second file behind the first. A PDF is kept as it is and only ever sent to be saved, since nothing here can make
 * one harmless. A few files at once are worked on, each in a process of its own.
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

/** A file as it came, under a temporary name. */
export type ReceivedFile = {
  path: string;
  /** What the sender calls it; never the name of anything here. */
  name: string;
  bytes: number;
  /** SHA-256 of its content, as hex. */
  contentHash: string;
};

/** Documents may be PDF, JPEG or PNG; photos JPEG, PNG or WebP. */
type ReceivedFileKind = "document" | "photo";

/** Pictures longer than this are made smaller: small print stays legible. */
const encodings: Record<ReceivedFileKind, ReencodeOptions> = {
  document: { as: "jpeg", side: 3_000, quality: 85, accepted: ["jpeg", "png"] },
  photo: { as: "jpeg", side: 2_560, quality: 82, accepted: ["jpeg", "png", "webp"] },
};

/** Endings of names that may be sent; a name without one is judged by its content alone. */
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
 * Stores a received file. Throws `paper.wrong_type`, `paper.heic`, `paper.damaged`, `paper.locked`,
 * `paper.no_pages` (415), `paper.too_large`, `picture.too_many_pixels` (413), and `server.busy` while too many
 * files wait. Give it a row in the transaction that needs it, or discard it.
 */
export async function storeDocumentFile(
  deps: Deps,
  receivedFile: ReceivedFile,
  kind: ReceivedFileKind,
  sender: Sender,
): Promise<WrittenFile> {
  const extension = /\.([^.]*)$/.exec(safeFileName(receivedFile.name))?.[1]?.trim().toLowerCase();
  if (extension && !allowedExtensions.has(extension)) throw new AppError("paper.wrong_type");
  const content = await contentOf(receivedFile);
  if (content === "pdf" && kind === "document") {
    const fault = await faultOf(receivedFile.path, sender);
    if (fault) throw new AppError(pdfFaults[fault]);
    return storeTemporaryFile(deps, receivedFile.path, receivedFile.bytes, "application/pdf");
  }
  if (content === "heic") throw new AppError("paper.heic");
  if (content === "webp" && kind === "document") throw new AppError("paper.wrong_type");
  if (content !== "picture" && content !== "webp") throw new AppError("paper.wrong_type");
  const bytes = await reencodeForStorage(receivedFile.path, encodings[kind], sender);
  return storeFile(deps, bytes, "image/jpeg");
}

const pdfFaults = {
  damaged: "paper.damaged",
  locked: "paper.locked",
  no_pages: "paper.no_pages",
} as const satisfies Record<PdfFault, string>;

/** What is the matter with a PDF, once it is its sender's turn. */
async function faultOf(path: string, sender: Sender): Promise<PdfFault | null> {
  const faultJson = await imageQueue.take(sender, () =>
    runFileProcessFor(Bun.file(path), { as: "fault" }),
  );
  return JSON.parse(new TextDecoder().decode(faultJson)) as PdfFault | null;
}

/** The name of a file as people may read it: no folders, no control characters, of bearable length. */
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

async function contentOf({
  path,
}: ReceivedFile): Promise<"pdf" | "picture" | "webp" | "heic" | null> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(1_024);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const text = head.toString("latin1", 0, bytesRead);
    if (/^....ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/s.test(text)) return "heic";
    if (/^RIFF....WEBP/s.test(text)) return "webp";
    // After the pictures: what is said of a photo may hold these letters.
    const isPicture = text.startsWith("\xff\xd8\xff") || text.startsWith("\x89PNG\r\n\x1a\n");
    if (isPicture) return "picture";
    return hasPdfHeader(head.subarray(0, bytesRead)) ? "pdf" : null;
  } finally {
    await file.close();
  }
}

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/**
 * A few kilobytes can claim as many pixels as the largest photo has, and cost as much. No picture of something has
 * so many for a byte: a page of text in black and white has about 200.
 */
const MAX_PIXELS_PER_BYTE = 500;
/** Up to so many it does not matter how few bytes they come in. */
const MAX_UNCHECKED_PIXELS = 4_000_000;
/** Longer side of what is stored. */
const MAX_SIDE_PX = 1_024;
const WEBP_QUALITY = 85;

export const STORED_MEDIA_TYPE = "image/webp";

/** What is taken, and what is made of it. */
type ReencodeOptions = Reencoding & { accepted: readonly string[] };

/**
 * A picture as WebP of at most 1024 pixels a side, upright, without metadata. Throws 413 over 5 MB
 * or too many pixels, 415 for anything that is no whole JPEG, PNG or WebP, 503 while too many wait.
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
 * A picture encoded again, upright and without metadata, once it is its sender's turn: `read` is asked for it
 * then. Throws `picture.too_large` over 40 megapixels, `picture.too_many_pixels` for more than its bytes can
 * show, `picture.unreadable` for anything that is not whole or not accepted, `server.busy` while too many wait.
 */
export function reencode(
  read: () => Promise<Uint8Array>,
  sender: Sender,
  { accepted, ...how }: ReencodeOptions,
): Promise<Uint8Array> {
  return imageQueue.take(sender, async () => {
    const bytes = await read();
    await refuseHostileFile(bytes, accepted);
    return runFileProcessFor(bytes, how);
  });
}

/** Looks at the header alone: nothing is decoded. */
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

/** Whether the file has its end: decoders fill what is missing with grey instead of refusing. */
function isWhole(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return hasJpegEnd(view);
  if (bytes[0] === 0x89) return hasPngEnd(view);
  // RIFF: the header holds the length of all that follows.
  if (bytes[0] === 0x52 && bytes.length >= 12) return view.getUint32(4, true) + 8 <= bytes.length;
  return false;
}

/** Walks a JPEG's segments up to its end-of-image marker (ITU T.81, annex B). */
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

/** Walks a PNG's chunks up to IEND. */
function hasPngEnd(view: DataView): boolean {
  const IEND = 0x49454e44;
  let at = 8;
  while (at + 12 <= view.byteLength) {
    if (view.getUint32(at + 4) === IEND) return true;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** The largest takes seconds on a busy machine. */
const PROCESSING_TIMEOUT_MS = 60_000;

/** As many processes as there are cores, and not more than memory is there for: the largest takes 230 MB. */
const imageQueue = createJobQueue({
  maxRunning: Math.min(4, Math.max(2, availableParallelism())),
  maxWaiting: { accounts: 24, strangers: 16, perSender: 8 },
  retryAfterSeconds: 5,
});

/** The executable runs itself; from source this needs nothing else of the server. */
const command = Bun.isStandaloneExecutable
  ? [process.execPath, "file"]
  : [process.execPath, join(import.meta.dir, "file-process.ts")];

/**
 * Does the work in a process of its own, without our environment: reading a PDF would hold up everybody, and the
 * threads that decode are those that read and write files, so that two large pictures would leave none of them.
 * Throws `picture.unreadable` for what is no picture.
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
  const [madeBytes, errors, code] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === UNREADABLE_EXIT_CODE) throw new AppError("picture.unreadable");
  if (code !== 0)
    throw new Error(
      `The process that reads files ended with ${child.signalCode ?? code}: ${errors}`,
    );
  return madeBytes;
}
