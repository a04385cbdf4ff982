/**
 * Papers and photos that somebody sends to prove something. What they are is read from their content,
 * never from their name. Pictures are decoded and encoded anew as JPEG; a PDF is kept as it is and only
 * ever sent to be saved, since nothing here can make one harmless.
 */
import { open, readFile } from "node:fs/promises";
import { AppError } from "../errors";
import type { Deps } from "../deps";
import { turns, workElsewhere } from "./file-work";
import { beginsAsPdf, type PdfFault } from "./pdf-content";
import { type Reencode, reencode } from "./pictures";
import { adoptFile, type WrittenFile, storeFile } from "./store";
import type { Sender } from "./turns";

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
type PaperKind = "document" | "photo";

/** Pictures longer than this are made smaller: small print stays legible. */
const encodings: Record<PaperKind, Reencode> = {
  document: { as: "jpeg", side: 3_000, quality: 85, accepted: ["jpeg", "png"] },
  photo: { as: "jpeg", side: 2_560, quality: 82, accepted: ["jpeg", "png", "webp"] },
};

/** Endings of names that may be sent; a name without one is judged by its content alone. */
const endings = new Set(["pdf", "jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif"]);

/**
 * Stores a received file. Throws `paper.wrong_type`, `paper.heic`, `paper.damaged`, `paper.locked`,
 * `paper.no_pages` (415), `paper.too_large`, `picture.too_many_pixels` (413), and `server.busy` while too many
 * files wait. Give it a row in the transaction that needs it, or discard it.
 */
export async function storePaper(
  deps: Deps,
  received: ReceivedFile,
  kind: PaperKind,
  sender: Sender,
): Promise<WrittenFile> {
  const ending = /\.([^.]*)$/.exec(paperName(received.name))?.[1]?.trim().toLowerCase();
  if (ending && !endings.has(ending)) throw new AppError("paper.wrong_type");
  const content = await contentOf(received);
  if (content === "pdf" && kind === "document") {
    const fault = await faultOf(received.path, sender);
    if (fault) throw new AppError(pdfFaults[fault]);
    return adoptFile(deps, received.path, received.bytes, "application/pdf");
  }
  if (content === "heic") throw new AppError("paper.heic");
  if (content === "webp" && kind === "document") throw new AppError("paper.wrong_type");
  if (content !== "picture" && content !== "webp") throw new AppError("paper.wrong_type");
  const bytes = await picturePart(received.path, encodings[kind], sender);
  return storeFile(deps, bytes, "image/jpeg");
}

const pdfFaults = {
  damaged: "paper.damaged",
  locked: "paper.locked",
  no_pages: "paper.no_pages",
} as const satisfies Record<PdfFault, string>;

/** What is the matter with a PDF, once it is its sender's turn. */
async function faultOf(path: string, sender: Sender): Promise<PdfFault | null> {
  const told = await turns.take(sender, () => workElsewhere(Bun.file(path), { as: "fault" }));
  return JSON.parse(new TextDecoder().decode(told)) as PdfFault | null;
}

/** The name of a file as people may read it: no folders, no control characters, of bearable length. */
export function paperName(name: string): string {
  const last =
    name
      .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
      .split(/[/\\]/)
      .at(-1) ?? "";
  const clean = last.toWellFormed().replace(/\s+/g, " ").trim();
  const letters = [...clean];
  return letters.length > 100
    ? `${letters.slice(0, 60).join("")}…${letters.slice(-30).join("")}`
    : clean;
}

async function picturePart(path: string, how: Reencode, sender: Sender): Promise<Uint8Array> {
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
    return beginsAsPdf(head.subarray(0, bytesRead)) ? "pdf" : null;
  } finally {
    await file.close();
  }
}
