/** Where imported streets lie: `DATA_DIR/streets/current` names the folder of the version in use. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Raised with every change to what the files hold. */
export const STREETS_FORMAT = 5;
const versionNamePattern = /^[\w-]{1,80}$/;

/** What is known of imported streets. */
export const StreetsManifest = z.object({
  format: z.number().int(),
  version: z.string().regex(versionNamePattern),
  /** The name of the file that was read, its size, and its SHA-256. */
  source: z.string(),
  sourceBytes: z.number(),
  sha256: z.string(),
  importedAt: z.string(),
  /** Whom the data comes from. */
  credit: z.string(),
  /** West, south, east, north in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  ferries: z.boolean(),
  counts: z.record(z.string(), z.number()),
});
export type StreetsManifest = z.infer<typeof StreetsManifest>;

export const streetsFolder = (dataDir: string) => join(dataDir, "streets");
export const currentFile = (dataDir: string) => join(streetsFolder(dataDir), "current");

/** The files of a version. */
export function versionFiles(dataDir: string, version: string) {
  const folder = join(streetsFolder(dataDir), version);
  return {
    folder,
    manifest: join(folder, "manifest.json"),
    roads: join(folder, "roads.bin"),
    addresses: join(folder, "addresses.sqlite"),
    words: join(folder, "words.bin"),
    tiles: join(folder, "tiles.mbtiles"),
  };
}

/** The version in use, also one that this Livery cannot read; null without streets. Throws where nobody can tell. */
export function readCurrentVersionName(dataDir: string): string | null {
  const path = currentFile(dataDir);
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, "utf8").trim() : null;
}

/** What is in use; null without streets. */
export function readCurrentVersion(dataDir: string): StreetsManifest | "unreadable" | null {
  try {
    const version = readCurrentVersionName(dataDir);
    if (version === null) return null;
    if (!versionNamePattern.test(version)) return "unreadable";
    const text = readFileSync(versionFiles(dataDir, version).manifest, "utf8");
    const manifest = StreetsManifest.parse(JSON.parse(text));
    return manifest.format === STREETS_FORMAT ? manifest : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** Writes a file so that it is there as a whole or not at all, also after a power cut. */
export function writeFileAtomically(path: string, text: string): void {
  const temporaryPath = `${path}.new`;
  const file = openSync(temporaryPath, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporaryPath, path);
}
