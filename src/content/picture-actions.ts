/** Stores pictures for the public site: re-encoded in several widths, under the hash of their contents. */
import { eq } from "drizzle-orm";
import { contentPictureFiles, contentPictures, type PictureSize } from "../../db/schema/content";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { MAX_PICTURE_BYTES, reencode } from "../files/received-files";
import { senderOf } from "../files/job-queue";
import { discardFile, insertFileRow, type WrittenFile, storeFile } from "../files/store";
import { insertRow } from "../../db/rows";
import { readPng } from "../formats/png";
import { cellGrid, lightnessValues } from "./overlay-rules";

/** Widths from a phone to a large screen. A picture is never enlarged. */
const PICTURE_WIDTHS_PX = [480, 960, 1_600];
const JPEG_QUALITY = 80;
const formats = [
  { as: "webp", type: "image/webp" },
  { as: "jpeg", type: "image/jpeg" },
] as const;

type StoredPictureFile = { name: string; file: WrittenFile };

/**
 * Stores a picture and returns its id. The same picture is stored only once. 413 if the file is too large, 415 if it is
 * not a picture. If storing fails, its files are deleted.
 */
export async function addPicture(deps: Deps, actor: Actor, file: File): Promise<string> {
  if (file.size > MAX_PICTURE_BYTES) throw new AppError("picture.too_large");
  const uploadedBytes = new Uint8Array(await file.arrayBuffer());
  const widestPx = PICTURE_WIDTHS_PX.at(-1) ?? 1_600;
  const fullSizePng = await reencode(async () => uploadedBytes, senderOf(actor), {
    as: "png",
    side: widestPx,
    quality: 100,
    accepted: ["jpeg", "png", "webp"],
  });
  const id = new Bun.CryptoHasher("sha256").update(fullSizePng).digest("hex").slice(0, 32);
  if (isPictureStored(deps, id)) return id;
  const { width, height } = await new Bun.Image(fullSizePng).metadata();
  const storedFiles: StoredPictureFile[] = [];
  try {
    const sizes: PictureSize[] = [];
    for (const requestedWidth of [...PICTURE_WIDTHS_PX.filter((each) => each < width), width]) {
      const scaledHeight = Math.max(1, Math.round((height * requestedWidth) / width));
      const names = { webp: `${id}-${requestedWidth}.webp`, jpeg: `${id}-${requestedWidth}.jpeg` };
      for (const { as, type } of formats) {
        const bytes = await reencode(async () => fullSizePng, senderOf(actor), {
          as,
          side: requestedWidth,
          height: scaledHeight,
          quality: JPEG_QUALITY,
          accepted: ["png"],
        });
        storedFiles.push({ name: names[as], file: await storeFile(deps, bytes, type) });
      }
      const lights = sizes.length === 0 && { lights: await lightnessOf(fullSizePng, actor) };
      sizes.push({ width: requestedWidth, height: scaledHeight, ...names, ...lights });
    }
    const isInserted = await deps.write((tx) => {
      // Somebody else may have uploaded the same picture in the meantime.
      if (isPictureStored({ db: tx }, id)) return false;
      const now = deps.now();
      insertRow(tx, contentPictures, {
        id,
        width,
        height,
        sizes,
        byName: actor.name,
        createdAt: now,
      });
      for (const { name, file: stored } of storedFiles) {
        insertFileRow(tx, stored, { ownerKind: "operator", ownerId: "1", purpose: "website" }, now);
        insertRow(tx, contentPictureFiles, {
          name,
          pictureId: id,
          fileId: stored.id,
          contentType: stored.contentType,
        });
      }
      appendAudit(tx, deps, {
        actor,
        action: "website.picture_added",
        subject: { kind: "website", id: "pictures" },
        summary: "Uploaded a picture for the website",
        detail: { picture: id, width, height },
      });
      return true;
    });
    if (!isInserted) await discard(deps, storedFiles);
  } catch (error) {
    if (!isPictureStored(deps, id)) await discard(deps, storedFiles);
    throw error;
  }
  return id;
}

/** Measures the brightness of each cell of a picture on a small copy. */
async function lightnessOf(picture: Uint8Array, actor: Actor): Promise<number[]> {
  const smallCopy = await reencode(async () => picture, senderOf(actor), {
    as: "png",
    side: 4 * cellGrid.columns,
    quality: 100,
    accepted: ["png"],
  });
  return lightnessValues(readPng(smallCopy));
}

function isPictureStored({ db }: Pick<Deps, "db">, id: string): boolean {
  const row = db
    .select({ id: contentPictures.id })
    .from(contentPictures)
    .where(eq(contentPictures.id, id))
    .get();
  return row !== undefined;
}

async function discard(deps: Deps, storedFiles: readonly StoredPictureFile[]): Promise<void> {
  for (const { file } of storedFiles) await discardFile(deps, file.id);
}
