/** `livery import`: imports files from the command line, with the same rules. */
import { basename } from "node:path";
import { and, eq } from "drizzle-orm";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { imports } from "../../db/schema/imports";
import { requireRow } from "../rows";
import { insertImport, requireMapping } from "./actions";
import {
  DayOrder,
  DuplicateHandling,
  ImportKind,
  ImportOptions,
  type ImportReport,
} from "./contract";
import { applyImport, tryImport, undoImport } from "./engine";
import { importFields, mappingOf } from "./field-rules";
import { readNotes, removeFiles, rowsFilePath } from "./import-files";
import { withLongWriteMarker } from "./import-process";
import { lineCountText } from "./line-words";
import { readTable } from "./table-file";

const COMMAND_LINE_ACTOR: Actor = { kind: "system", id: null, name: "livery import" };
/** The most faults that are printed. */
const MAX_PRINTED_FAULTS = 20;

/** The arguments of the command line. */
interface ImportCommand {
  kind: ImportKind;
  path: string;
  isDryRun: boolean;
  mapping: string | null;
  options: ImportOptions;
}

/** Reads the arguments after `livery import`. Null if they are invalid. */
export function readArguments(args: readonly string[]): ImportCommand | null {
  const [kindText, path, ...rest] = args;
  const kind = ImportKind.safeParse(kindText);
  if (!kind.success || !path || path.startsWith("--")) return null;
  const optionValues: Record<string, unknown> = {};
  let isDryRun = false;
  let mapping: string | null = null;
  for (let at = 0; at < rest.length; at++) {
    const [option, value] = [rest[at], rest[at + 1]];
    if (option === "--dry-run") isDryRun = true;
    else if (option === "--unpaid") optionValues.pastPaid = false;
    else if (option === "--new-numbers") optionValues.numbers = "new";
    else if (option === "--dates" && DayOrder.safeParse(value).success)
      optionValues.dates = rest[++at];
    else if (option === "--duplicates" && DuplicateHandling.safeParse(value).success)
      optionValues.duplicates = rest[++at];
    else if (option === "--mapping" && value) mapping = rest[++at] ?? null;
    else return null;
  }
  return { kind: kind.data, path, isDryRun, mapping, options: ImportOptions.parse(optionValues) };
}

/**
 * Tries a file and, unless only a dry run was requested, imports it. Returns the exit code, which is 1 if there are
 * faults.
 */
export async function runImportCommand(
  deps: Deps,
  { kind, path, isDryRun, mapping: mappingName, options }: ImportCommand,
  printLine: (text: string) => void,
): Promise<number> {
  const id = Bun.randomUUIDv7();
  try {
    const summary = await readTable(path, rowsFilePath(deps, id));
    await insertImport(deps, COMMAND_LINE_ACTOR, { id, kind, fileName: basename(path), summary });
    const guessedMapping = readNotes(deps, id)?.mapping ?? {};
    const headers = summary.columns.map(({ header }) => header);
    const mapping =
      mappingName === null
        ? guessedMapping
        : mappingOf(requireMapping(deps, kind, mappingName).columns, headers);
    printLine(`The file has ${lineCountText(summary.lines)}. These columns are imported:`);
    for (const { name } of importFields[kind]) {
      const at = mapping[name];
      if (at !== undefined) printLine(`  ${name}: ${headers[at]}`);
    }
    const usedColumns = new Set(Object.values(mapping));
    const unusedHeaders = headers.filter((header, at) => header !== "" && !usedColumns.has(at));
    if (unusedHeaders.length > 0)
      printLine(`These columns are not imported: ${unusedHeaders.join(", ")}`);
    const row = requireRow(deps.db, imports, { id });
    const work = {
      row,
      rows: rowsFilePath(deps, id),
      summary,
      mapping,
      options,
      actor: COMMAND_LINE_ACTOR,
      onProgress: () => {},
    };
    const dryRunReport = await tryImport(deps, work);
    printReport(dryRunReport, printLine);
    if (dryRunReport.faulty > 0 || dryRunReport.ambiguousDays.length > 0) {
      printLine("Nothing was imported.");
      return 1;
    }
    if (isDryRun) {
      printLine("Nothing was imported: this was a dry run.");
      return 0;
    }
    const report = await withLongWriteMarker(deps, () => applyImport(deps, work));
    if (report.faulty > 0) {
      printReport(report, printLine);
      printLine("Nothing was imported.");
      return 1;
    }
    printLine(`Imported. To undo it: livery import --undo ${id}`);
    return 0;
  } finally {
    await deps.write((tx) => {
      tx.delete(imports)
        .where(and(eq(imports.id, id), eq(imports.state, "ready")))
        .run();
    });
    removeFiles(deps, id);
  }
}

/** Undoes an import. */
export async function undoFromCommand(
  deps: Deps,
  id: string,
  printLine: (text: string) => void,
): Promise<number> {
  const row = requireRow(deps.db, imports, { id });
  if (row.state !== "applied") throw new AppError("import.not_ready");
  await withLongWriteMarker(deps, () => undoImport(deps, COMMAND_LINE_ACTOR, row, () => {}));
  printLine(`The import of ${row.kind} from ${row.fileName} is undone.`);
  return 0;
}

function printReport(
  { counts, faulty, faults, duplicates, ambiguousDays, notes }: ImportReport,
  printLine: (text: string) => void,
): void {
  for (const column of ambiguousDays)
    printLine(
      `The dates in “${column}” could be day or month first. Add --dates dmy (31/12/2026) or --dates mdy (12/31/2026).`,
    );
  for (const { line, field, text } of faults.slice(0, MAX_PRINTED_FAULTS))
    printLine(`Line ${line}${field ? `, ${field}` : ""}: ${text}`);
  if (faults.length > MAX_PRINTED_FAULTS) printLine("…");
  if (faulty > 0) printLine(`Lines with errors: ${faulty.toLocaleString("en")}.`);
  for (const note of notes) printLine(note);
  for (const { line, text } of duplicates.slice(0, 5))
    printLine(`The record in line ${line} already exists here: ${text}`);
  if (ambiguousDays.length === 0)
    printLine(`${counts.added} to add, ${counts.changed} to change, ${counts.skipped} to skip.`);
}
