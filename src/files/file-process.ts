/**
 * What decodes pictures and reads PDFs that anybody may send: a process of its own, with nothing in it but the
 * file.
 */
import { getPriority, setPriority } from "node:os";
import { faultOf } from "./pdf-content";

/** Nobody needs more; a decoder takes four bytes of memory for each. */
export const MAX_PIXELS = 40_000_000;

/** A picture is encoded again. */
export interface Reencoding {
  as: "webp" | "jpeg" | "png";
  /** Longer side of what comes out; smaller pictures stay as they are. */
  side: number;
  /** Where it has to be lower than wide: its height. */
  height?: number;
  quality: number;
}

/** A picture becomes another; of a PDF the fault is told, as JSON. */
export type FileWork = Reencoding | { as: "fault" };

/** Exit code for what is no picture. */
export const UNREADABLE_EXIT_CODE = 3;

/** Below the server: a page does not wait for a file. */
const PROCESS_NICENESS = 10;

/**
 * `livery file`: standard input is a file, standard output what becomes of it. `work` is a `FileWork` as the
 * server writes it. Returns the exit code.
 */
export async function runFileProcess(work: string): Promise<number> {
  lowerPriority();
  const fileWork = JSON.parse(work) as FileWork;
  const givenBytes = await Bun.stdin.bytes();
  if (fileWork.as === "fault") {
    await Bun.write(Bun.stdout, JSON.stringify(faultOf(givenBytes)));
    return 0;
  }
  let madeBytes: Uint8Array;
  try {
    madeBytes = await encode(givenBytes, fileWork);
  } catch (error) {
    process.stderr.write(`${error}\n`);
    return UNREADABLE_EXIT_CODE;
  }
  await Bun.write(Bun.stdout, madeBytes);
  return 0;
}

function lowerPriority(): void {
  try {
    // A server that is lower already may not raise it.
    if (getPriority() < PROCESS_NICENESS) setPriority(PROCESS_NICENESS);
  } catch {
    // Where the system forbids it the work is done all the same, beside the server.
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
