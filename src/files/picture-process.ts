/** What decodes and encodes pictures: a process of its own, with nothing in it but the picture. */
import { setPriority } from "node:os";

/** Nobody needs more; a decoder takes four bytes of memory for each. */
export const MOST_PIXELS = 40_000_000;

export interface Reencoding {
  as: "webp" | "jpeg" | "png";
  /** Longer side of what comes out; smaller pictures stay as they are. */
  side: number;
  /** Where it has to be lower than wide: its height. */
  height?: number;
  quality: number;
}

/** Exit code for what is no picture. */
export const UNREADABLE = 3;

/** Below the server: a page does not wait for a picture. */
const PRIORITY = 10;

/**
 * `livery picture`: standard input is a picture, standard output what becomes of it. `how` is a `Reencoding` as the
 * server writes it. Returns the exit code.
 */
export async function runPictureProcess(how: string): Promise<number> {
  setPriority(PRIORITY);
  const { as, side, height, quality } = JSON.parse(how) as Reencoding;
  const given = await Bun.stdin.bytes();
  let made: Uint8Array;
  try {
    const fitted = new Bun.Image(given, { maxPixels: MOST_PIXELS }).resize(side, height ?? side, {
      fit: "inside",
      withoutEnlargement: true,
    });
    if (as === "png") made = await fitted.png().bytes();
    else made = await (as === "webp" ? fitted.webp({ quality }) : fitted.jpeg({ quality })).bytes();
  } catch (error) {
    process.stderr.write(`${error}\n`);
    return UNREADABLE;
  }
  await Bun.write(Bun.stdout, made);
  return 0;
}

if (import.meta.main && !Bun.isStandaloneExecutable)
  process.exit(await runPictureProcess(process.argv[2] ?? ""));
