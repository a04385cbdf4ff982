/**
 * Makes a chosen file ready: says what cannot be sent, and makes pictures smaller, as a phone's camera takes more
 * than a server wants.
 */

/** A chosen file. */
export interface ChosenFile {
  name: string;
  type: string;
  /** What is sent: a picture already made smaller. */
  blob: Blob;
  /** Tells this choice from another for the same field. */
  key: string;
  /** Where the server has it, and since when (ms). */
  upload: { id: string; at: number } | null;
}

/** What one file may have. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Why a file cannot be taken, in words for the applicant. */
export class UnusableFileError extends Error {}

/** The words, which `t.known` translates. */
export const fileFaults = {
  empty: "This file is empty. Please choose another one.",
  heic: "This is a HEIC photo, which we cannot read. Take the photo here instead, or save it as JPG. On an iPhone: Settings, Camera, Formats, “Most Compatible”.",
  noDocument: "Documents can be PDF, JPG or PNG files. Please choose one of these.",
  noPhoto: "This is not a photo. Please choose a JPG or PNG file.",
  unreadable: "This photo cannot be read. Please choose a JPG or PNG file.",
  tooLarge:
    "This file is larger than 10 MB. Please choose a smaller one, or take a photo of the page.",
};

/**
 * Reads the chosen file. A picture comes out as a JPEG of at most 2560 pixels; where the browser
 * cannot do that, it stays as it is. Throws `UnusableFileError`.
 */
export async function readChosenFile(file: File, kind: "document" | "photo"): Promise<ChosenFile> {
  const name = file.name || "photo.jpg";
  if (file.size === 0) throw new UnusableFileError(fileFaults.empty);
  const bytes = await file.slice(0, 16).arrayBuffer();
  if (isHeic(name, file.type, new Uint8Array(bytes))) throw new UnusableFileError(fileFaults.heic);
  const isPicture = /\.(jpe?g|png)$/i.test(name) || /^image\/(jpeg|png)$/.test(file.type);
  const isPdf = /\.pdf$/i.test(name);
  if (kind === "document" && !isPicture && !isPdf)
    throw new UnusableFileError(fileFaults.noDocument);
  if (kind === "photo" && !file.type.startsWith("image/") && !isPicture)
    throw new UnusableFileError(fileFaults.noPhoto);
  const picture = isPdf ? null : await shrinkPicture(file);
  if (kind === "photo" && !isPicture && !picture)
    throw new UnusableFileError(fileFaults.unreadable);
  const blob = picture ?? file;
  if (blob.size > MAX_FILE_BYTES) throw new UnusableFileError(fileFaults.tooLarge);
  return {
    name: picture ? `${name.replace(/\.\w+$/, "")}.jpg` : name,
    type: blob.type,
    // Read now: the file may be moved or deleted before it is sent.
    blob: new Blob([await blob.arrayBuffer()], { type: blob.type }),
    key: crypto.randomUUID(),
    upload: null,
  };
}

/** By its name, its type or its beginning: browsers do not all know the type. */
function isHeic(name: string, type: string, bytes: Uint8Array): boolean {
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)) return true;
  const brand = String.fromCharCode(...bytes.subarray(4, 12));
  return /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(brand);
}

/** The longest side of a picture, and from how many bytes on it is made smaller. */
const MAX_SIDE_PX = 2560;
const MAX_UNCONVERTED_BYTES = 1024 * 1024;
const JPEG_QUALITY = 0.85;

/** The background: white for a photo, transparent for a logo. */
type PictureBackground = "paper" | "clear";

/**
 * The picture with at most 2560 pixels a side, as a JPEG, or as a PNG where its ground stays clear; null when it
 * is small already, or cannot be drawn here.
 */
async function shrinkPicture(
  file: File,
  background: PictureBackground = "paper",
): Promise<Blob | null> {
  if (typeof createImageBitmap !== "function") return null;
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(
    () => null,
  );
  if (!bitmap) return null;
  try {
    const longestSidePx = Math.max(bitmap.width, bitmap.height);
    const isCommonFormat = /^image\/(jpeg|png)$/.test(file.type);
    if (isCommonFormat && file.size <= MAX_UNCONVERTED_BYTES && longestSidePx <= MAX_SIDE_PX)
      return null;
    const scale = Math.min(1, MAX_SIDE_PX / longestSidePx);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const pen = canvas.getContext("2d");
    if (!pen) return null;
    if (background === "paper") {
      // What is clear in a PNG becomes paper, not night.
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
    }
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const drawnPicture = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, background === "paper" ? "image/jpeg" : "image/png", JPEG_QUALITY),
    );
    // Fewer pixels may weigh more, and are what the server can take.
    return drawnPicture && (drawnPicture.size < file.size || !isCommonFormat || scale < 1)
      ? drawnPicture
      : null;
  } finally {
    bitmap.close();
  }
}

/** The picture as it is sent: smaller where it can be, and as it is where the server is to say what is wrong. */
export async function readPicture(
  file: File,
  background: PictureBackground = "paper",
): Promise<File> {
  const smallerPicture = await shrinkPicture(file, background);
  if (!smallerPicture) return file;
  const extension = smallerPicture.type === "image/png" ? "png" : "jpg";
  return new File([smallerPicture], `${file.name.replace(/\.\w+$/, "") || "photo"}.${extension}`, {
    type: smallerPicture.type,
  });
}
