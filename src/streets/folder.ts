/** Where imported streets are stored: `DATA_DIR/streets/current` names the folder of the version in use. */
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

/** The version of the file format. Raise it with every change to the files' contents. */
export const STREETS_FORMAT = 5;
const versionNamePattern = /^[\w-]{1,80}$/;

/** The description of imported streets. */
export const StreetsManifest = z.object({
  format: z.number().int(),
  version: z.string().regex(versionNamePattern),
  /** The name of the imported file; its size in bytes and its SHA-256 follow. */
  source: z.string(),
  sourceBytes: z.number(),
  sha256: z.string(),
  importedAt: z.string(),
  /** Who provides the data. */
  credit: z.string(),
  /** West, south, east, north in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  ferries: z.boolean(),
  counts: z.record(z.string(), z.number()),
});
export type StreetsManifest = z.infer<typeof StreetsManifest>;

export const streetsFolder = (dataDir: string) => join(dataDir, "streets");
export const currentFile = (dataDir: string) => join(streetsFolder(dataDir), "current");

/** Returns the paths of a version's files. */
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

/**
 * Returns the name of the version in use, even if this Livery cannot read it; null without streets. Throws if it cannot
 * be determined.
 */
export function readCurrentVersionName(dataDir: string): string | null {
  const path = currentFile(dataDir);
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, "utf8").trim() : null;
}

/** Returns what is in use; `unreadable` if this Livery cannot read it, null without streets. */
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

/** Writes a file completely or not at all, even if the power fails. */
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
