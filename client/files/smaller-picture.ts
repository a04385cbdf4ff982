/** Pictures are made smaller before they are sent: a phone's camera takes more than a server wants. */

/** The longest side of a picture, and from how many bytes on it is made smaller. */
const LONGEST_SIDE = 2560;
const SMALL_BYTES = 1024 * 1024;
const QUALITY = 0.85;

/** What the picture stands on: a photo on paper, a logo on whatever lies behind it. */
type Ground = "paper" | "clear";

/**
 * The picture with at most 2560 pixels a side, as a JPEG, or as a PNG where its ground stays clear; null when it
 * is small already, or cannot be drawn here.
 */
export async function smallerPicture(file: File, ground: Ground = "paper"): Promise<Blob | null> {
  if (typeof createImageBitmap !== "function") return null;
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(
    () => null,
  );
  if (!bitmap) return null;
  try {
    const longest = Math.max(bitmap.width, bitmap.height);
    const isCommon = /^image\/(jpeg|png)$/.test(file.type);
    if (isCommon && file.size <= SMALL_BYTES && longest <= LONGEST_SIDE) return null;
    const scale = Math.min(1, LONGEST_SIDE / longest);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const pen = canvas.getContext("2d");
    if (!pen) return null;
    if (ground === "paper") {
      // What is clear in a PNG becomes paper, not night.
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
    }
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, ground === "paper" ? "image/jpeg" : "image/png", QUALITY),
    );
    // Fewer pixels may weigh more, and are what the server can take.
    return made && (made.size < file.size || !isCommon || scale < 1) ? made : null;
  } finally {
    bitmap.close();
  }
}

/** The picture as it is sent: smaller where it can be, and as it is where the server is to say what is wrong. */
export async function readPicture(file: File, ground: Ground = "paper"): Promise<File> {
  const made = await smallerPicture(file, ground);
  if (!made) return file;
  const ending = made.type === "image/png" ? "png" : "jpg";
  return new File([made], `${file.name.replace(/\.\w+$/, "") || "photo"}.${ending}`, {
    type: made.type,
  });
}
