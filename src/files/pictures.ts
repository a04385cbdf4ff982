/**
 * Pictures are decoded and encoded anew: what comes out holds pixels and nothing else, no place
 * where a photo was taken and no second file behind the first.
 */
import { AppError } from "../errors";

export const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;
/** Longer side of what is stored. */
const LARGEST_SIDE = 1_024;
const QUALITY = 85;

export const STORED_TYPE = "image/webp";

export type Reencoding = {
  as: "webp" | "jpeg" | "png";
  /** Longer side of what comes out; smaller pictures stay as they are. */
  side: number;
  /** Where it has to be lower than wide: its height. */
  height?: number;
  quality: number;
  accepted: readonly string[];
};

/** One picture at a time: the largest takes 160 MB while it is decoded. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * A picture as WebP of at most 1024 pixels a side, upright, without metadata. Throws 413 over 5 MB
 * or 40 megapixels, 415 for anything that is no whole JPEG, PNG or WebP.
 */
export function reencodePicture(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > LARGEST_PICTURE_BYTES)
    return Promise.reject(new AppError("picture.too_large"));
  return reencode(async () => bytes, {
    as: "webp",
    side: LARGEST_SIDE,
    quality: QUALITY,
    accepted: ["jpeg", "png", "webp"],
  });
}

/**
 * A picture encoded anew, upright and without metadata, once it is its turn: `read` is asked for it
 * then. Throws `picture.too_large` over 40 megapixels, `picture.unreadable` for anything that is
 * not whole or not accepted.
 */
export function reencode(read: () => Promise<Uint8Array>, how: Reencoding): Promise<Uint8Array> {
  const turn = queue.then(async () => encodeAnew(await read(), how));
  queue = turn.catch(() => {});
  return turn;
}

async function encodeAnew(bytes: Uint8Array, how: Reencoding): Promise<Uint8Array> {
  if (!isWhole(bytes)) throw new AppError("picture.unreadable");
  try {
    const image = new Bun.Image(bytes, { maxPixels: MOST_PIXELS });
    const { format } = await image.metadata();
    if (!how.accepted.includes(format)) throw new AppError("picture.unreadable");
    const fitted = image.resize(how.side, how.height ?? how.side, {
      fit: "inside",
      withoutEnlargement: true,
    });
    const { as, quality } = how;
    if (as === "png") return await fitted.png().bytes();
    return await (as === "webp" ? fitted.webp({ quality }) : fitted.jpeg({ quality })).bytes();
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
