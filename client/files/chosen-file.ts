/** Makes a chosen file ready: says what cannot be sent, and makes pictures smaller. */
import { smallerPicture } from "./smaller-picture";

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
const MOST_FILE_BYTES = 10 * 1024 * 1024;

/** Why a file cannot be taken, in words for the applicant. */
export class UnfitFile extends Error {}

/**
 * Reads what was chosen. A picture comes out as a JPEG of at most 2560 pixels; where the browser
 * cannot do that, it stays as it is. Throws `UnfitFile`.
 */
export async function readChosen(file: File, kind: "document" | "photo"): Promise<ChosenFile> {
  const name = file.name || "photo.jpg";
  if (file.size === 0) throw new UnfitFile("This file is empty. Please choose another one.");
  const bytes = await file.slice(0, 16).arrayBuffer();
  if (isHeic(name, file.type, new Uint8Array(bytes)))
    throw new UnfitFile(
      "This is a HEIC photo, which we cannot read. Take the photo here instead, or save it as JPG. On an iPhone: Settings, Camera, Formats, “Most Compatible”.",
    );
  const isPicture = /\.(jpe?g|png)$/i.test(name) || /^image\/(jpeg|png)$/.test(file.type);
  const isPdf = /\.pdf$/i.test(name);
  if (kind === "document" && !isPicture && !isPdf)
    throw new UnfitFile("Documents can be PDF, JPG or PNG files. Please choose one of these.");
  if (kind === "photo" && !file.type.startsWith("image/") && !isPicture)
    throw new UnfitFile("This is no photo. Please choose a JPG or PNG file.");
  const picture = isPdf ? null : await smallerPicture(file);
  if (kind === "photo" && !isPicture && !picture)
    throw new UnfitFile("This photo cannot be read. Please choose a JPG or PNG file.");
  const blob = picture ?? file;
  if (blob.size > MOST_FILE_BYTES)
    throw new UnfitFile(
      "This file is larger than 10 MB. Please choose a smaller one, or take a photo of the page.",
    );
  return {
    name: picture ? `${name.replace(/\.\w+$/, "")}.jpg` : name,
    type: blob.type,
    // Read now: what was chosen may be moved or deleted before it is sent.
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
