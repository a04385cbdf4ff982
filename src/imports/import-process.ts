/**
 * Reads, tries, applies and undoes imports in a separate process, so that requests do not wait while a file of a
 * hundred thousand lines is processed.
 */
import { rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { getLogger } from "@logtape/logtape";
import { longWriteMarkerPath, openDatabase } from "../../db/open";
import { createWriter } from "../../db/writer";
import type { Config } from "../config";
import type { Actor, Deps } from "../deps";
import { AppError, type ErrorCode } from "../errors";
import { createEventBus } from "../live-events";
import { emptyMap } from "../maps/operator-map";
import { emptyGazetteer } from "../places/gazetteer";
import { noStreets } from "../streets/streets";
import { loadKeys } from "../process/keys";
import { createRecentLogLines } from "../process/recent-log-lines";
import { createTally } from "../server/tally";
import { requireRow } from "../rows";
import { imports } from "../../db/schema/imports";
import type { ImportOptions, ImportReport, ColumnMapping } from "./contract";
import { applyImport, tryImport, undoImport } from "./engine";
import { rowsFilePath, writeProgress } from "./import-files";
import { readTable, type TableSummary } from "./table-file";

/** The one job of the process. */
export type ImportJob = { id: string; now: number } & (
  | { step: "look"; path: string }
  | {
      step: "try" | "apply";
      summary: TableSummary;
      mapping: ColumnMapping;
      options: ImportOptions;
      actor: Actor;
    }
  | { step: "undo"; actor: Actor }
);
export type ImporterInput = { config: Config; job: ImportJob };
/** The result of the job. A refusal is sent as its error code. */
export type ImporterMessage =
  | "ready"
  | { summary: TableSummary }
  | { report: ImportReport }
  | { undone: true }
  | { refused: { code: ErrorCode; message: string; fields: Record<string, string> | undefined } }
  | { fault: string };

/** A lower priority than the server's, so that it answers first. */
const PROCESS_NICENESS = 5;

/** Runs `livery import-job`: does the job that the server sends over the channel between them, and ends. */
export function runImportProcess(): void {
  try {
    setPriority(PROCESS_NICENESS);
  } catch {
    // If the system does not allow it, the work runs at the server's priority.
  }
  const sendToParent = (message: ImporterMessage) => void process.send?.(message);
  process.on("message", ({ config, job }: ImporterInput) => {
    void runJob(config, job)
      .catch((error: unknown): ImporterMessage => {
        if (!(error instanceof AppError))
          return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
        const { code, message, fields } = error;
        return { refused: { code, message, fields } };
      })
      .then(sendToParent);
  });
  process.on("disconnect", () => process.exit(0));
  sendToParent("ready");
}

async function runJob(config: Config, job: ImportJob): Promise<ImporterMessage> {
  if (job.step === "look")
    return { summary: await readTable(job.path, rowsFilePath({ config }, job.id)) };
  const db = openDatabase(join(config.dataDir, "livery.sqlite"));
  // The server checkpoints the write-ahead log, so this process must not.
  db.$client.run("PRAGMA wal_autocheckpoint = 0");
  const deps: Deps = {
    config,
    db,
    write: createWriter(db),
    readers: null,
    now: () => job.now,
    keys: loadKeys(config.dataDir),
    bus: createEventBus(),
    gazetteer: emptyGazetteer,
    map: emptyMap,
    streets: noStreets,
    log: getLogger("livery"),
    tally: createTally(),
    lines: createRecentLogLines(),
    shutdown: new AbortController().signal,
  };
  const row = requireRow(db, imports, { id: job.id });
  const onProgress = (done: number) => writeProgress(deps, job.id, done);
  if (job.step === "undo") {
    await withLongWriteMarker(deps, () => undoImport(deps, job.actor, row, onProgress));
    return { undone: true };
  }
  const work = { ...job, row, rows: rowsFilePath(deps, job.id), onProgress };
  return job.step === "try"
    ? { report: await tryImport(deps, work) }
    : { report: await withLongWriteMarker(deps, () => applyImport(deps, work)) };
}

/**
 * Runs a long transaction with its mark on the disk, so that writers of other processes wait for its end and do not
 * give up.
 */
export async function withLongWriteMarker<T>(
  { db }: Pick<Deps, "db">,
  work: () => Promise<T>,
): Promise<T> {
  const markerPath = longWriteMarkerPath(db);
  writeFileSync(markerPath, "", { mode: 0o600 });
  try {
    return await work();
  } finally {
    rmSync(markerPath, { force: true });
  }
}

if (import.meta.main && !Bun.isStandaloneExecutable) runImportProcess();
