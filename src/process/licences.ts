/** The licences of all that the executable is made of, which the build puts beside the code. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Name of the packed text beside the code. */
export const LICENCES_FILE = "licences.zst";

/** Every package and data set that is compiled in, with its licence; null where nothing was compiled. */
export function readLicences(): string | null {
  const path = join(import.meta.dir, LICENCES_FILE);
  return existsSync(path) ? Bun.zstdDecompressSync(readFileSync(path)).toString() : null;
}
