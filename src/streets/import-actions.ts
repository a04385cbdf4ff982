/** Imports an OpenStreetMap extract and puts it into use, completely or not at all. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { FolderInUseError, lockFolder } from "../../db/lock";
import { writeAddresses } from "./addresses/address-file";
import { gatherAddresses } from "./addresses/gather-addresses";
import {
  currentFile,
  readCurrentVersionName,
  STREETS_FORMAT,
  type StreetsManifest,
  streetsFolder,
  versionFiles,
  writeFileAtomically,
} from "./folder";
import { type Bounds, type Extract, loadExtract } from "./reading/extract";
import { ExtractError } from "./reading/pbf";
import { makeHierarchy } from "./roads/hierarchy";
import { makeGraph } from "./roads/road-graph";
import { packRoads, writeRoads } from "./roads/roads-file";
import { cutStretches } from "./roads/stretches";
import { writeTiles } from "./tiles/write-tiles";
import { forbiddenTurns } from "./roads/turns";

interface ImportOptions {
  dataDir: string;
  /** The path of the extract. */
  file: string;
  /** Only elements within these bounds are read; null reads all. */
  bounds: Bounds | null;
  /** Whether routes may take ferries. */
  ferries: boolean;
  now: number;
}

/** Receives the name of the current step, and how much of the whole work is done, from 0 to 1. */
type ImportProgress = (step: string, done: number) => void;

/** Each step's share of the work. */
const stepShares = {
  reading: 0.03,
  roads: 0.05,
  routes: 0.39,
  rereading: 0.03,
  addresses: 0.05,
  search: 0.05,
  tiles: 0.4,
};
/** Begins a step, and returns a function that reports the step's progress. */
type BeginStep = (name: keyof typeof stepShares) => (done: number, of: number) => void;
type VersionFiles = ReturnType<typeof versionFiles>;
const CREDIT = "© OpenStreetMap contributors";
/** The layers of the tiles follow the OpenMapTiles schema, which requires this credit. */
const TILES_CREDIT = `<a href="https://openmaptiles.org/">© OpenMapTiles</a> <a href="https://www.openstreetmap.org/copyright">${CREDIT}</a>`;

/**
 * Imports an extract and puts it into use. The previous streets stay in use until the switch, and remain if anything
 * fails. Throws `ExtractError` with a sentence for the operator.
 */
export function importStreets(options: ImportOptions, progress: ImportProgress): StreetsManifest {
  const { dataDir, file, now } = options;
  const release = lockForImport(dataDir, file);
  const version = new Date(now).toISOString().replace(/\D/g, "");
  const newFiles = versionFiles(dataDir, `importing-${version}-${process.pid}`);
  try {
    // Removes the files of an import that was killed.
    deleteOtherVersions(dataDir, readCurrentVersionName(dataDir));
    mkdirSync(newFiles.folder, { recursive: true, mode: 0o700 });
    const manifest = makeVersion(options, version, newFiles, progress);
    syncFolder(newFiles.folder);
    const { folder } = versionFiles(dataDir, version);
    rmSync(folder, { recursive: true, force: true });
    renameSync(newFiles.folder, folder);
    writeFileAtomically(currentFile(dataDir), `${version}\n`);
    deleteOtherVersions(dataDir, version);
    return manifest;
  } catch (error) {
    rmSync(newFiles.folder, { recursive: true, force: true });
    throw toReadableError(error);
  } finally {
    release();
  }
}

/** Takes the streets out of use and deletes them. */
export function removeStreets(dataDir: string): void {
  const release = lock(dataDir);
  try {
    rmSync(currentFile(dataDir), { force: true });
    deleteOtherVersions(dataDir, null);
  } finally {
    release();
  }
}

function lockForImport(dataDir: string, file: string): () => void {
  const fileStats = statSync(file, { throwIfNoEntry: false });
  if (!fileStats) throw new ExtractError(`There is no file ${file}.`);
  if (!fileStats.isFile()) throw new ExtractError(`${file} is not a file.`);
  return lock(dataDir);
}

function lock(dataDir: string): () => void {
  mkdirSync(streetsFolder(dataDir), { recursive: true, mode: 0o700 });
  try {
    return lockFolder(join(streetsFolder(dataDir), "lock"));
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw toReadableError(error);
    throw new ExtractError("Another import of streets is running. Wait until it has ended.");
  }
}

/** Deletes all versions but one. A server that has an old version open continues to use it. */
function deleteOtherVersions(dataDir: string, keptVersion: string | null): void {
  const folder = streetsFolder(dataDir);
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== keptVersion && !entry.name.startsWith("received-"))
      try {
        rmSync(join(folder, entry.name), { recursive: true, force: true });
      } catch {
        // Windows cannot delete open files; the next import deletes them.
      }
}

function makeVersion(
  options: ImportOptions,
  version: string,
  files: VersionFiles,
  progress: ImportProgress,
): StreetsManifest {
  let shareBefore = 0;
  /** Begins a step and returns a function that reports its progress. */
  const beginStep: BeginStep = (name) => {
    const start = shareBefore;
    shareBefore += stepShares[name];
    progress(name, start);
    return (done: number, of: number) =>
      progress(name, start + (of > 0 ? done / of : 1) * stepShares[name]);
  };
  const { file } = options;
  // Roads need more memory than everything else, so they are made first, and the extract is read again afterwards.
  const roads = makeRoads(options, files.roads, beginStep);
  Bun.gc(true);
  const extract = loadExtract(file, options.bounds, beginStep("rereading"));
  const addresses = makeAddresses(extract, files, beginStep);
  Bun.gc(true);
  const tiles = writeTiles(files.tiles, extract, TILES_CREDIT, beginStep("tiles"));
  const manifest: StreetsManifest = {
    format: STREETS_FORMAT,
    version,
    source: basename(file),
    sourceBytes: statSync(file).size,
    sha256: hashOf(file),
    importedAt: new Date(options.now).toISOString(),
    credit: CREDIT,
    bounds: extract.bounds,
    ferries: options.ferries,
    counts: {
      nodes: extract.nodes.count,
      ways: extract.ways.count,
      ...roads,
      ...addresses,
      tiles,
    },
  };
  writeFileSync(files.manifest, JSON.stringify(manifest, null, 2), { mode: 0o600 });
  return manifest;
}

/** Makes the address files. The gathered addresses are released before the tiles are made. */
function makeAddresses(extract: Extract, files: VersionFiles, beginStep: BeginStep) {
  const gatheredAddresses = gatherAddresses(extract, beginStep("addresses"));
  Bun.gc(true);
  writeAddresses(files, gatheredAddresses, beginStep("search"));
  return {
    names: gatheredAddresses.places.length,
    houses: gatheredAddresses.houses.numbers.length,
  };
}

/** Makes the roads file. */
function makeRoads(options: ImportOptions, path: string, beginStep: BeginStep) {
  const { stretches, graph } = readRoads(options, beginStep);
  Bun.gc(true);
  const hierarchy = makeHierarchy(graph, beginStep("routes"));
  Bun.gc(true);
  writeRoads(path, packRoads(stretches, graph, hierarchy));
  return { roads: stretches.count, junctions: stretches.junctions };
}

/** Reads what the roads file is made of, and releases the extract. */
function readRoads({ file, bounds, ferries }: ImportOptions, beginStep: BeginStep) {
  const extract = loadExtract(file, bounds, beginStep("reading"));
  beginStep("roads");
  const { stretches, origin } = cutStretches(extract, { ferries });
  if (stretches.count === 0)
    throw new ExtractError("There is no road for cars in this file, or within these bounds.");
  const turns = forbiddenTurns(extract, stretches, origin);
  Bun.gc(true);
  return { stretches, graph: makeGraph(stretches, turns) };
}

/** Flushes the files to disk, so that they are complete even if the power fails after they come into use. */
function syncFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = openSync(join(folder, name), "r+");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

function hashOf(path: string): string {
  const hash = new Bun.CryptoHasher("sha256");
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(1 << 20);
    for (let count = readSync(file, bytes); count > 0; count = readSync(file, bytes))
      hash.update(bytes.subarray(0, count));
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

/** Turns an error of the disk or the memory into a sentence for the operator. */
function toReadableError(error: unknown): unknown {
  if (error instanceof ExtractError) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG" || code === "SQLITE_FULL")
    return new ExtractError(
      "The disk is full. The streets in use are unchanged. Free some space, or cut the area with --bbox.",
    );
  if (error instanceof RangeError && /memory|length|size/i.test(String(message)))
    return new ExtractError(
      "The file needs more memory than there is. Use a smaller extract, or cut the area with --bbox.",
    );
  return error;
}
