import { and, eq, lt, sql } from "drizzle-orm";
import { importMappings, imports } from "../../db/schema/imports";
import { insertRow } from "../../db/rows";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { requireRow } from "../rows";
import type { z } from "zod";
import type { ImportKind, ColumnMapping, TryImport } from "./contract";
import { ImportOptions } from "./contract";
import { guessMapping } from "./field-rules";
import { readNotes, removeFiles, removeOldFiles, writeNotes, writeProgress } from "./import-files";
import { runInChildProcess, refuseConcurrentImport } from "./jobs";
import type { TableSummary } from "./table-file";

const DAY_MS = 86_400_000;

/**
 * Reads a file as a table, guesses its columns and returns the import's id. 422 with the reason if it is not a table.
 */
export async function startImport(
  deps: Deps,
  actor: Actor,
  { kind, path, fileName }: { kind: ImportKind; path: string; fileName: string },
): Promise<string> {
  const id = Bun.randomUUIDv7();
  try {
    const done = await runInChildProcess(deps, { id, now: deps.now(), step: "look", path });
    if (!("summary" in done)) throw new Error("The process returned no summary of the table.");
    await insertImport(deps, actor, { id, kind, fileName, summary: done.summary });
    return id;
  } catch (error) {
    removeFiles(deps, id);
    throw error;
  }
}

/** Stores an import whose table has been read. */
export async function insertImport(
  deps: Deps,
  actor: Actor,
  {
    id,
    kind,
    fileName,
    summary,
  }: { id: string; kind: ImportKind; fileName: string; summary: TableSummary },
): Promise<void> {
  await deps.write((tx) =>
    insertRow(tx, imports, {
      id,
      kind,
      // Only the last part of the path, cleaned for display.
      fileName:
        (fileName.split(/[\\/]/).at(-1) ?? "").replace(/\p{C}/gu, "").slice(0, 120) || "file",
      state: "ready",
      lines: summary.lines,
      createdAt: deps.now(),
      createdBy: actor.name,
    }),
  );
  const headers = summary.columns.map(({ header }) => header);
  writeNotes(deps, id, {
    summary,
    mapping: guessMapping(kind, headers),
    options: ImportOptions.parse({}),
    report: null,
  });
}

/**
 * Starts a dry run of an import with a mapping, in the background. The import shows its progress, and then the result.
 * 409 if it has been applied or removed, or another import is being processed, 400 for a column that does not exist.
 */
export async function beginDryRun(
  deps: Deps,
  actor: Actor,
  id: string,
  { mapping, options, saveAs }: z.output<typeof TryImport>,
): Promise<void> {
  const { row, notes } = requireReadyImport(deps, id);
  refuseConcurrentImport(deps);
  const columns = notes.summary.columns;
  if (Object.values(mapping).some((at) => at >= columns.length))
    throw new AppError("request.invalid", { fields: { mapping: "The file has no such column." } });
  if (saveAs)
    await deps.write((tx) =>
      saveMapping(
        tx,
        row.kind,
        saveAs,
        mapping,
        columns.map(({ header }) => header),
        deps.now(),
      ),
    );
  writeNotes(deps, id, { ...notes, mapping, options, report: null });
  writeProgress(deps, id, 0);
  runInBackground(deps, async () => {
    const done = await runInChildProcess(deps, {
      id,
      now: deps.now(),
      step: "try",
      summary: notes.summary,
      mapping,
      options,
      actor,
    });
    if ("report" in done) writeNotes(deps, id, { ...notes, mapping, options, report: done.report });
  });
}

/**
 * Applies an import whose dry run had no faults, in the background. 409 if there was no dry run, and in the cases of
 * `beginDryRun`.
 */
export async function beginApply(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { notes } = requireReadyImport(deps, id);
  const { report, summary, mapping, options } = notes;
  if (!report || report.faulty > 0 || report.ambiguousDays.length > 0)
    throw new AppError("import.untried");
  refuseConcurrentImport(deps);
  writeProgress(deps, id, 0);
  runInBackground(deps, async () => {
    const done = await runInChildProcess(deps, {
      id,
      now: deps.now(),
      step: "apply",
      summary,
      mapping,
      options,
      actor,
    });
    if (!("report" in done)) return;
    // Records have changed since the dry run, so new faults were found.
    if (done.report.faulty > 0) writeNotes(deps, id, { ...notes, report: done.report });
    else removeFiles(deps, id);
    deps.bus.publish({ type: "content" });
  });
}

/** Undoes an import, in the background. 409 unless it is applied. */
export async function beginUndo(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { state } = requireRow(deps.db, imports, { id });
  if (state !== "applied") throw new AppError("import.not_ready");
  refuseConcurrentImport(deps);
  writeProgress(deps, id, 0);
  runInBackground(deps, async () => {
    await runInChildProcess(deps, { id, now: deps.now(), step: "undo", actor });
    removeFiles(deps, id);
    deps.bus.publish({ type: "content" });
  });
}

/** Removes an import that was not applied, with its file. 409 if it is or was applied. */
export async function dropImport(deps: Deps, id: string): Promise<void> {
  await deps.write((tx) => {
    const { state } = requireRow(tx, imports, { id });
    if (state !== "ready") throw new AppError("import.not_ready");
    tx.delete(imports).where(eq(imports.id, id)).run();
  });
  removeFiles(deps, id);
}

/** Removes imports that nobody has applied within a day, with their files. */
export async function sweepImports(deps: Deps): Promise<void> {
  const before = deps.now() - DAY_MS;
  const droppedImports = await deps.write((tx) =>
    tx
      .delete(imports)
      .where(and(eq(imports.state, "ready"), lt(imports.createdAt, before)))
      .returning({ id: imports.id })
      .all(),
  );
  for (const { id } of droppedImports) removeFiles(deps, id);
  removeOldFiles(deps, before);
}

/**
 * Returns the import and its notes. 404 if it does not exist, 409 if it was applied or undone, or its file has been
 * deleted.
 */
function requireReadyImport(deps: Deps, id: string) {
  const row = requireRow(deps.db, imports, { id });
  const notes = readNotes(deps, id);
  if (row.state !== "ready" || !notes) throw new AppError("import.not_ready");
  return { row, notes };
}

function saveMapping(
  tx: Tx,
  kind: ImportKind,
  name: string,
  mapping: ColumnMapping,
  headers: readonly string[],
  now: number,
): void {
  tx.delete(importMappings)
    .where(and(eq(importMappings.kind, kind), sql`${importMappings.name} = ${name} COLLATE NOCASE`))
    .run();
  insertRow(tx, importMappings, {
    id: Bun.randomUUIDv7(),
    kind,
    name,
    columns: Object.fromEntries(
      Object.entries(mapping).map(([field, at]) => [field, headers[at] ?? ""]),
    ),
    createdAt: now,
  });
}

/** Returns the mapping saved under a name. 404 if it does not exist. */
export function requireMapping(deps: Deps, kind: ImportKind, name: string) {
  const savedMapping = deps.db
    .select()
    .from(importMappings)
    .where(and(eq(importMappings.kind, kind), sql`${importMappings.name} = ${name} COLLATE NOCASE`))
    .all()[0];
  if (!savedMapping) throw new AppError("request.not_found");
  return savedMapping;
}

/** The import's own page shows why it failed. */
function runInBackground(deps: Deps, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    if (!(error instanceof AppError))
      deps.log.error("An import failed: {error}", {
        error: error instanceof Error ? error.message : String(error),
      });
  });
}
