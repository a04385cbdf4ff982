/** The licences of everything in the executable. The build puts them beside the code. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The name of the compressed text beside the code. */
export const LICENCES_FILE = "licences.zst";

/** Returns all packages and data sets in the executable, with their licences. Returns null if run from source. */
export function readLicences(): string | null {
  const path = join(import.meta.dir, LICENCES_FILE);
  return existsSync(path) ? Bun.zstdDecompressSync(readFileSync(path)).toString() : null;
}
