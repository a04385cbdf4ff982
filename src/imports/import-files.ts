/** The files of an import in the data folder while it is processed: the table as lines of JSON, and its notes. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Deps } from "../deps";
import type { ImportOptions, ImportReport, ColumnMapping } from "./contract";
import type { TableSummary } from "./table-file";

/** The facts about an import that its row does not have. */
interface ImportNotes {
  summary: TableSummary;
  mapping: ColumnMapping;
  options: ImportOptions;
  /** The report of the last dry run with this mapping and these options, or null before it. */
  report: ImportReport | null;
}

type ImportFolderDeps = Pick<Deps, "config">;

const folderOf = ({ config }: ImportFolderDeps) => join(config.dataDir, "imports");

/** Returns the path of the table's file. */
export function rowsFilePath(deps: ImportFolderDeps, id: string): string {
  mkdirSync(folderOf(deps), { recursive: true, mode: 0o700 });
  return join(folderOf(deps), `${id}.rows`);
}

/** Reads the notes of an import. Null once the file has been deleted. */
export function readNotes(deps: ImportFolderDeps, id: string): ImportNotes | null {
  const path = join(folderOf(deps), `${id}.json`);
  // Written by `writeNotes`.
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as ImportNotes) : null;
}

/** Writes the notes of an import. */
export function writeNotes(deps: ImportFolderDeps, id: string, notes: ImportNotes): void {
  writeFileSync(join(folderOf(deps), `${id}.json`), JSON.stringify(notes), { mode: 0o600 });
}

/**
 * Writes how many lines are done, for the screen that waits. It uses a file because the process that imports cannot
 * answer requests.
 */
export function writeProgress(deps: ImportFolderDeps, id: string, done: number): void {
  writeFileSync(join(folderOf(deps), `${id}.progress`), String(done), { mode: 0o600 });
}

/** Returns how many lines are done. */
export function readProgress(deps: ImportFolderDeps, id: string): number {
  const path = join(folderOf(deps), `${id}.progress`);
  return existsSync(path) ? Number(readFileSync(path, "utf8")) || 0 : 0;
}

/** Deletes the files of an import. */
export function removeFiles(deps: ImportFolderDeps, id: string): void {
  for (const extension of ["rows", "json", "progress"])
    rmSync(join(folderOf(deps), `${id}.${extension}`), { force: true });
}

/** Deletes all files that are older than an instant, ms UTC. */
export function removeOldFiles(deps: ImportFolderDeps, before: number): void {
  if (!existsSync(folderOf(deps))) return;
  for (const name of readdirSync(folderOf(deps))) {
    const path = join(folderOf(deps), name);
    if (statSync(path).mtimeMs < before) rmSync(path, { force: true });
  }
}
