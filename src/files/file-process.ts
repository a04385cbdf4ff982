/** Decodes pictures and checks PDFs that anyone may send, in a separate process that contains nothing but the file. */
import { getPriority, setPriority } from "node:os";
import { faultOf } from "./pdf-content";

/** The largest picture that is decoded. A decoder needs four bytes of memory per pixel. */
export const MAX_PIXELS = 40_000_000;

/** How to re-encode a picture. */
export interface Reencoding {
  as: "webp" | "jpeg" | "png";
  /** The longer side of the result, in pixels. Smaller pictures are not enlarged. */
  side: number;
  /** The height, if it must differ from `side`. */
  height?: number;
  quality: number;
}

/** Either re-encodes a picture, or reports the fault of a PDF as JSON. */
export type FileWork = Reencoding | { as: "fault" };

/** The exit code for a file that is not a picture. */
export const UNREADABLE_EXIT_CODE = 3;

/** A lower priority than the server's, so that pages do not wait for files. */
const PROCESS_NICENESS = 10;

/**
 * Runs `livery file`, which reads a file from standard input and writes the result to standard output. `work` is a
 * `FileWork` as JSON from the server. Returns the exit code.
 */
export async function runFileProcess(workJson: string): Promise<number> {
  lowerPriority();
  const fileWork = JSON.parse(workJson) as FileWork;
  const inputBytes = await Bun.stdin.bytes();
  if (fileWork.as === "fault") {
    await Bun.write(Bun.stdout, JSON.stringify(faultOf(inputBytes)));
    return 0;
  }
  let encodedBytes: Uint8Array;
  try {
    encodedBytes = await encode(inputBytes, fileWork);
  } catch (error) {
    process.stderr.write(`${error}\n`);
    return UNREADABLE_EXIT_CODE;
  }
  await Bun.write(Bun.stdout, encodedBytes);
  return 0;
}

function lowerPriority(): void {
  try {
    // A process that already has a lower priority may not raise it.
    if (getPriority() < PROCESS_NICENESS) setPriority(PROCESS_NICENESS);
  } catch {
    // If the system does not allow it, the work runs at the server's priority.
  }
}

function encode(
  picture: Uint8Array,
  { as, side, height, quality }: Reencoding,
): Promise<Uint8Array> {
  const image = new Bun.Image(picture, { maxPixels: MAX_PIXELS }).resize(side, height ?? side, {
    fit: "inside",
    withoutEnlargement: true,
  });
  if (as === "png") return image.png().bytes();
  return (as === "webp" ? image.webp({ quality }) : image.jpeg({ quality })).bytes();
}

if (import.meta.main && !Bun.isStandaloneExecutable)
  process.exit(await runFileProcess(process.argv[2] ?? ""));
