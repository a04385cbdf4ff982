/**
 * Prepares a chosen file for sending: reports a file that cannot be sent, and makes pictures smaller, because a phone's
 * camera makes larger files than a server accepts.
 */

/** A chosen file. */
export interface ChosenFile {
  name: string;
  type: string;
  /** The file to send. A picture has already been made smaller. */
  blob: Blob;
  /** Distinguishes this choice from another one for the same field. */
  key: string;
  /** The id of the file on the server, and the time of the upload (ms). */
  upload: { id: string; at: number } | null;
}

/** The largest size of one file, in bytes. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The reason why a file cannot be sent, as a text for the applicant. */
export class UnusableFileError extends Error {}

/** The texts of the reasons, which `t.known` translates. */
export const fileFaults = {
  empty: "This file is empty. Please choose another one.",
  heic: "This is a HEIC photo, which we cannot read. Take the photo here instead, or save it as JPG. On an iPhone: Settings, Camera, Formats, “Most Compatible”.",
  notADocument: "Documents can be PDF, JPG or PNG files. Please choose one of these.",
  notAPhoto: "This is not a photo. Please choose a JPG or PNG file.",
  unreadable: "This photo cannot be read. Please choose a JPG or PNG file.",
  tooLarge:
    "This file is larger than 10 MB. Please choose a smaller one, or take a photo of the page.",
};

/**
 * Reads the chosen file. Large pictures and those in other formats become JPEGs of at most 2560 pixels a side; small
 * JPEG and PNG files, and pictures that the browser cannot convert, stay unchanged. Throws `UnusableFileError`.
 */
export async function readChosenFile(file: File, kind: "document" | "photo"): Promise<ChosenFile> {
  const name = file.name || "photo.jpg";
  if (file.size === 0) throw new UnusableFileError(fileFaults.empty);
  const bytes = await file.slice(0, 16).arrayBuffer();
  if (isHeic(name, file.type, new Uint8Array(bytes))) throw new UnusableFileError(fileFaults.heic);
  const isOf = (type: RegExp) => type.test(name) || type.test(file.type);
  const isPicture = isOf(/[./](jpe?g|png)$/i);
  const isPdf = isOf(/[./]pdf$/i);
  if (kind === "document" && !isPicture && !isPdf)
    throw new UnusableFileError(fileFaults.notADocument);
  if (kind === "photo" && !file.type.startsWith("image/") && !isPicture)
    throw new UnusableFileError(fileFaults.notAPhoto);
  const picture = isPdf ? null : await shrinkPicture(file);
  if (kind === "photo" && !isPicture && !picture)
    throw new UnusableFileError(fileFaults.unreadable);
  const blob = picture ?? file;
  if (blob.size > MAX_FILE_BYTES) throw new UnusableFileError(fileFaults.tooLarge);
  return {
    name: picture ? `${name.replace(/\.\w+$/, "")}.jpg` : name,
    type: blob.type,
    // Read the bytes now, because the file may be moved or deleted before it is sent.
    blob: new Blob([await blob.arrayBuffer()], { type: blob.type }),
    key: crypto.randomUUID(),
    upload: null,
  };
}

/** Whether a file is HEIC, by its name, its type or its first bytes, because not all browsers know the type. */
function isHeic(name: string, type: string, bytes: Uint8Array): boolean {
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)) return true;
  const brand = String.fromCharCode(...bytes.subarray(4, 12));
  return /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(brand);
}

/** The longest side of a picture, and the size in bytes above which it is made smaller. */
const MAX_SIDE_PX = 2560;
const MAX_UNCONVERTED_BYTES = 1024 * 1024;
const JPEG_QUALITY = 0.85;

/** The background: white for a photo, transparent for a logo. */
type PictureBackground = "paper" | "clear";

/**
 * Returns the picture with at most 2560 pixels a side, as a JPEG, or as a PNG if its background stays transparent. Null
 * if it is small already, or the browser cannot draw it.
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
    const context = canvas.getContext("2d");
    if (!context) return null;
    if (background === "paper") {
      // Transparent parts of a PNG become white instead of black.
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const convertedPicture = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, background === "paper" ? "image/jpeg" : "image/png", JPEG_QUALITY),
    );
    // A picture with fewer pixels may have more bytes, but it is one that the server accepts.
    return convertedPicture && (convertedPicture.size < file.size || !isCommonFormat || scale < 1)
      ? convertedPicture
      : null;
  } finally {
    bitmap.close();
  }
}

/**
 * Returns the picture to send: smaller if possible. Otherwise it is unchanged, so that the server reports the error.
 */
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
