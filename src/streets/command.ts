/** `livery streets`: imports an extract, shows what is in use, or removes it. */
import type { Config } from "../config";
import { changeOwnerToFolder } from "../process/folder-owner";
import { readCurrentVersion, type StreetsManifest } from "./folder";
import { importStreets, removeStreets } from "./import-actions";
import type { Bounds } from "./reading/extract";
import { ExtractError } from "./reading/pbf";
import { UNREADABLE_STREETS } from "./rules";

const USAGE_EXIT_CODE = 2;
/** How often a progress line is printed, in ms. Each step prints one too. */
const PROGRESS_INTERVAL_MS = 2_000;
/** Compiles frequently run code, because an import is long and has few loops. */
const JIT_POLICY = 1;

const usage = `Usage: livery streets FILE.osm.pbf [--bbox=WEST,SOUTH,EAST,NORTH] [--no-ferries]
       livery streets
       livery streets --remove
`;

/** Runs the command and returns the process's exit code. */
export function runStreetsCommand(args: readonly string[], readConfig: () => Config): number {
  const requestedImport = argumentsOf(args);
  if (!requestedImport) {
    process.stderr.write(usage);
    return USAGE_EXIT_CODE;
  }
  const { dataDir } = readConfig();
  process.umask(0o077);
  try {
    if (requestedImport.remove) {
      removeStreets(dataDir);
      process.stdout.write("The streets are removed. Distances are estimates now.\n");
      return 0;
    }
    if (requestedImport.file === null) {
      const manifest = readCurrentVersion(dataDir);
      process.stdout.write(
        manifest === "unreadable"
          ? `The streets cannot be used. ${UNREADABLE_STREETS} Import them again.\n`
          : manifest
            ? manifestText(manifest)
            : "No streets are imported.\n",
      );
      return 0;
    }
    Bun.unsafe.setJITPolicy(JIT_POLICY);
    const manifest = importStreets(
      {
        dataDir,
        file: requestedImport.file,
        bounds: requestedImport.bounds,
        ferries: requestedImport.ferries,
        now: Date.now(),
      },
      createProgressPrinter(performance.now()),
    );
    changeOwnerToFolder(dataDir);
    process.stdout.write(`The streets are in use.\n${manifestText(manifest)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function argumentsOf(args: readonly string[]) {
  const requestedImport = {
    file: null as string | null,
    bounds: null as Bounds | null,
    ferries: true,
    remove: false,
  };
  for (const argument of args) {
    const box = /^--bbox=(.*)$/.exec(argument)?.[1];
    if (argument === "--no-ferries") requestedImport.ferries = false;
    else if (argument === "--remove") requestedImport.remove = true;
    else if (box !== undefined) {
      const bounds = boundsIn(box);
      if (!bounds) return null;
      requestedImport.bounds = bounds;
    } else if (argument.startsWith("--") || requestedImport.file !== null) return null;
    else requestedImport.file = argument;
  }
  const isRemoveAlone = args.length === 1 || !requestedImport.remove;
  const isComplete = requestedImport.file !== null || args.length === 0 || requestedImport.remove;
  return isRemoveAlone && isComplete ? requestedImport : null;
}

function boundsIn(text: string): Bounds | null {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...more] =
    text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const isArea = west < east && south < north && more.length === 0;
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isArea && isOnEarth ? [west, south, east, north] : null;
}

/** Prints `42 % routes, 1 min left`. */
function createProgressPrinter(startedAt: number) {
  let lastPrintedAt = Number.NEGATIVE_INFINITY;
  let lastStep = "";
  return (step: string, done: number) => {
    const now = performance.now();
    if (step === lastStep && now - lastPrintedAt < PROGRESS_INTERVAL_MS) return;
    lastPrintedAt = now;
    lastStep = step;
    const left =
      done > 0.02 ? `, ${timeLeftText(((now - startedAt) * (1 - done)) / done)} left` : "";
    process.stdout.write(`${String(Math.floor(done * 100)).padStart(3)} % ${step}${left}\n`);
  };
}

function timeLeftText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function manifestText({ source, importedAt, bounds, counts, credit }: StreetsManifest): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return `${source}, imported ${importedAt}, from ${bounds.map((at) => at.toFixed(2)).join(", ")}
${parts.join(", ")}
${credit}
`;
}
