/**
 * Pictures are decoded and encoded again: what comes out holds pixels and nothing else, no place
 * where a photo was taken and no second file behind the first.
 */
import { AppError } from "../errors";
import { MOST_PIXELS, type Reencoding } from "./file-process";
import { turns, workElsewhere } from "./file-work";
import type { Sender } from "./turns";

export const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024;
/**
 * A few kilobytes can claim as many pixels as the largest photo has, and cost as much. No picture of something has
 * so many for a byte: a page of text in black and white has about 200.
 */
const MOST_PIXELS_A_BYTE = 500;
/** Up to so many it does not matter how few bytes they come in. */
const CHEAP_PIXELS = 4_000_000;
/** Longer side of what is stored. */
const LARGEST_SIDE = 1_024;
const QUALITY = 85;

export const STORED_TYPE = "image/webp";

/** What is taken, and what is made of it. */
export type Reencode = Reencoding & { accepted: readonly string[] };

/**
 * A picture as WebP of at most 1024 pixels a side, upright, without metadata. Throws 413 over 5 MB
 * or too many pixels, 415 for anything that is no whole JPEG, PNG or WebP, 503 while too many wait.
 */
export async function reencodePicture(bytes: Uint8Array, sender: Sender): Promise<Uint8Array> {
  if (bytes.length > LARGEST_PICTURE_BYTES) throw new AppError("picture.too_large");
  return reencode(async () => bytes, sender, {
    as: "webp",
    side: LARGEST_SIDE,
    quality: QUALITY,
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
  { accepted, ...how }: Reencode,
): Promise<Uint8Array> {
  return turns.take(sender, async () => {
    const bytes = await read();
    await refuseHostile(bytes, accepted);
    return workElsewhere(bytes, how);
  });
}

/** Looks at the header alone: nothing is decoded. */
async function refuseHostile(bytes: Uint8Array, accepted: readonly string[]): Promise<void> {
  if (!isWhole(bytes)) throw new AppError("picture.unreadable");
  const { width, height, format } = await headerOf(bytes);
  if (!accepted.includes(format)) throw new AppError("picture.unreadable");
  const pixels = width * height;
  if (pixels > MOST_PIXELS) throw new AppError("picture.too_large");
  if (pixels > CHEAP_PIXELS && pixels > MOST_PIXELS_A_BYTE * bytes.length)
    throw new AppError("picture.too_many_pixels");
}

async function headerOf(bytes: Uint8Array) {
  try {
    return await new Bun.Image(bytes, { maxPixels: MOST_PIXELS }).metadata();
  } catch (error) {
    const tooMany =
      error instanceof Error && "code" in error && error.code === "ERR_IMAGE_TOO_MANY_PIXELS";
    throw new AppError(tooMany ? "picture.too_large" : "picture.unreadable");
  }
}

/** Whether the file has its end: decoders fill what is missing with grey instead of refusing. */
function isWhole(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return hasJpegEnd(view);
  if (bytes[0] === 0x89) return hasPngEnd(view);
  // RIFF: the length of all that follows stands in the header.
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
    const bare = marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at++;
    else if (bare) at += 2;
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
