/**
 * Runs an import inside its process: a dry run in slices that are rolled back, applying in one transaction, undoing in
 * one. The dry run writes what the import would write, so that both refuse the same lines.
 */
import { desc, eq } from "drizzle-orm";
import { imports, importRows, type StoredImport } from "../../db/schema/imports";
import { vehicleClasses } from "../../db/schema/vehicles";
import { insertFullRow, updateRow } from "../../db/rows";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { readOperator } from "../settings/queries";
import type { DayOrder, ImportOptions, ImportReport, ColumnMapping } from "./contract";
import { importFields, missingFields } from "./field-rules";
import { kindOf } from "./kinds/all";
import {
  RecordInUseError,
  type ImportContext,
  type Kind,
  LineReader,
  LineRefusedError,
} from "./kinds/kind";
import { lineCountText } from "./line-words";
import { linesOf, type TableSummary } from "./table-file";

/** The input of an import. */
interface ImportWork {
  row: StoredImport;
  /** The path of the file that `readTable` has written. */
  rows: string;
  summary: TableSummary;
  mapping: ColumnMapping;
  options: ImportOptions;
  actor: Actor;
  /** Called now and then with the number of processed lines. */
  onProgress: (done: number) => void;
}

const MAX_LISTED_FAULTS = 200;
const MAX_LISTED_DUPLICATES = 50;
const SAMPLE_LINES = 5;
/** How many lines a dry run processes between two rollbacks, so that other writes can run in between. */
const LINES_PER_ROLLBACK = 2_000;
const LINES_PER_PROGRESS = 500;
/**
 * How many lines are processed between two collections of memory. Without them, tens of megabytes accumulate during the
 * work.
 */
const LINES_PER_GARBAGE_COLLECTION = 1_000;

/** Thrown to roll back a dry run, or an import with a fault. */
class RolledBackError extends Error {}

/** Tries an import without storing anything. Returns what it would do, and the faults of all lines. */
export async function tryImport(deps: Deps, work: ImportWork): Promise<ImportReport> {
  const run = startRun(deps, work);
  if (run.report.ambiguousDays.length > 0 || run.report.faults.length > 0) return run.report;
  const lines = linesOf(work.rows);
  for (let next = lines.next(); !next.done;) {
    await deps
      .write((tx) => {
        const processLine = run.begin(tx);
        for (let count = 0; count < LINES_PER_ROLLBACK && !next.done; count++, next = lines.next())
          processLine(next.value.number, next.value.cells);
        throw new RolledBackError();
      })
      .catch((error) => {
        if (!(error instanceof RolledBackError)) throw error;
      });
  }
  return run.end();
}

/** Imports all lines or none. If there are faults, nothing is stored and the report lists them. */
export async function applyImport(deps: Deps, work: ImportWork): Promise<ImportReport> {
  const run = startRun(deps, work);
  const { report } = run;
  if (report.ambiguousDays.length > 0 || report.faults.length > 0) return report;
  try {
    await deps.write((tx) => {
      const processLine = run.begin(tx, (row) =>
        insertFullRow(tx, importRows, { importId: work.row.id, ...row }),
      );
      for (const { number, cells } of linesOf(work.rows)) {
        processLine(number, cells);
        if (report.faulty > 0) throw new RolledBackError();
      }
      run.end();
      updateRow(tx, imports, work.row.id, {
        state: "applied",
        counts: report.counts,
        appliedAt: deps.now(),
      });
      appendAudit(tx, deps, {
        actor: work.actor,
        action: "import.applied",
        subject: { kind: "import", id: work.row.id },
        summary: `Imported ${work.row.kind} from ${work.row.fileName}`,
        detail: { ...report.counts },
      });
    });
  } catch (error) {
    if (!(error instanceof RolledBackError)) throw error;
  }
  return report;
}

type WrittenRow = {
  line: number;
  rowId: string;
  sourceNumber: string | null;
  before: Record<string, unknown> | null;
  print: string;
};

/**
 * Prepares a run over the lines of an import: reads the order of its days, and returns its report and the functions
 * that begin a transaction and end the run.
 */
function startRun(deps: Deps, { row, summary, mapping, options, actor, onProgress }: ImportWork) {
  const kind = kindOf(row.kind);
  const report: ImportReport = {
    counts: { added: 0, changed: 0, skipped: 0 },
    faulty: 0,
    faults: missingFields(row.kind, mapping).map((field) => ({
      line: 1,
      field,
      text: "No column is chosen for this field",
    })),
    duplicates: [],
    samples: [],
    ambiguousDays: [],
    notes: [],
  };
  report.faulty = report.faults.length;
  const dayOrderByField = readDayOrders(row, summary, mapping, options, report);
  const lineByKey = new Map<string, number>();
  const runValues = new Map<string, unknown>();
  let done = 0;

  function begin(tx: Tx, onWritten?: (row: WrittenRow) => void) {
    // Rows of the previous slice were rolled back, so nothing looked up there may be reused.
    const notes = runValues.get("notes");
    runValues.clear();
    if (notes) runValues.set("notes", notes);
    const context: ImportContext = {
      deps: { ...deps, db: tx },
      tx,
      actor,
      now: deps.now(),
      options,
      orderOf: (field) => dayOrderByField.get(field) ?? "dmy",
      operator: readOperator({ db: tx }),
      classes: tx.select().from(vehicleClasses).orderBy(vehicleClasses.position).all(),
      sharedValues: runValues,
    };
    return (number: number, cells: readonly string[]) => {
      readAndWriteLine(kind, context, number, cells, onWritten);
      if (++done % LINES_PER_PROGRESS === 0) onProgress(done);
      if (done % LINES_PER_GARBAGE_COLLECTION === 0) Bun.gc(true);
    };
  }

  function readAndWriteLine(
    of: Kind<unknown>,
    context: ImportContext,
    number: number,
    cells: readonly string[],
    onWritten?: (row: WrittenRow) => void,
  ): void {
    const reportFault = (field: string | null, text: string) => {
      if (report.faults.length < MAX_LISTED_FAULTS)
        report.faults.push({ line: number, field, text });
    };
    const cellOf = (field: string) => cells[mapping[field] ?? -1] ?? "";
    const values = of.read(new LineReader(cellOf, context, reportFault), context);
    if (values === null) {
      report.faulty++;
      return;
    }
    try {
      writeLine(of, context, number, values, onWritten);
    } catch (error) {
      if (!(error instanceof LineRefusedError)) throw error;
      report.faulty++;
      reportFault(error.field, error.message);
    }
  }

  function writeLine(
    of: Kind<unknown>,
    context: ImportContext,
    number: number,
    values: unknown,
    onWritten?: (row: WrittenRow) => void,
  ): void {
    const { counts } = report;
    const keys = of.keys(values);
    const repeatedLine = keys.map((key) => lineByKey.get(key)).find((line) => line !== undefined);
    for (const key of keys) if (!lineByKey.has(key)) lineByKey.set(key, number);
    const existingId = of.find(values, context);
    const recordWritten = (rowId: string, previousValues: WrittenRow["before"]) =>
      onWritten?.({
        line: number,
        rowId,
        sourceNumber: (previousValues === null && of.sourceNumber?.(values)) || null,
        before: previousValues,
        print: fingerprintOf(of, context.tx, rowId),
      });
    if (existingId === null && repeatedLine === undefined) {
      const id = of.insert(values, context);
      counts.added++;
      if (report.samples.length < SAMPLE_LINES)
        report.samples.push({ line: number, text: of.describe(values) });
      recordWritten(id, null);
      return;
    }
    if (report.duplicates.length < MAX_LISTED_DUPLICATES)
      report.duplicates.push({
        line: number,
        text:
          repeatedLine === undefined
            ? of.describe(values)
            : `${of.describe(values)} (the same as line ${repeatedLine})`,
      });
    const canMerge = of.merge && context.options.duplicates !== "skip";
    // In a dry run, the line that this one repeats may have been rolled back.
    const previousValues =
      canMerge && existingId !== null ? of.merge?.(existingId, values, context) : null;
    if (previousValues || (canMerge && existingId === null)) counts.changed++;
    else counts.skipped++;
    if (previousValues && existingId !== null) recordWritten(existingId, previousValues);
  }

  function end(): ImportReport {
    // The kinds of import write these notes: a text for the report and its number of lines.
    const notes = (runValues.get("notes") ?? new Map()) as Map<string, number>;
    report.notes = [...notes].map(([text, count]) => `${lineCountText(count)} ${text}`);
    onProgress(done);
    return report;
  }

  return { report, begin, end };
}

/**
 * Returns the order in which the days of each field are written, from its column or the options. Columns whose order is
 * unknown are reported.
 */
function readDayOrders(
  { kind }: StoredImport,
  { columns }: TableSummary,
  mapping: ColumnMapping,
  { dates }: ImportOptions,
  report: ImportReport,
): Map<string, DayOrder> {
  const dayOrderByField = new Map<string, DayOrder>();
  for (const { name, isDay } of importFields[kind]) {
    const column = columns[mapping[name] ?? -1];
    if (!isDay || !column) continue;
    const { dmy, mdy, either } = column.days;
    if (dmy > 0 && mdy === 0) dayOrderByField.set(name, "dmy");
    else if (mdy > 0 && dmy === 0) dayOrderByField.set(name, "mdy");
    else if (dates) dayOrderByField.set(name, dates);
    // If the column has both orders, the more frequent one applies, and each line that does not fit is a fault.
    else if (dmy + mdy > 0) dayOrderByField.set(name, dmy >= mdy ? "dmy" : "mdy");
    else if (either > 0) report.ambiguousDays.push(column.header);
  }
  return dayOrderByField;
}

function fingerprintOf(kind: Kind<unknown>, tx: Tx, id: string): string {
  return new Bun.CryptoHasher("sha256")
    .update(JSON.stringify(kind.stateForUndo(tx, id)))
    .digest("base64url")
    .slice(0, 22);
}

/**
 * Undoes a whole import or nothing, the last line first. 409 `import.built_on` with the line of a record that has
 * changed since, or that something else refers to.
 */
export async function undoImport(
  deps: Deps,
  actor: Actor,
  row: StoredImport,
  onProgress: (done: number) => void,
): Promise<void> {
  const kind = kindOf(row.kind);
  await deps.write((tx) => {
    // From now on the triggers allow its rows to be deleted.
    updateRow(tx, imports, row.id, { state: "undoing" });
    const context = { tx, now: deps.now(), sharedValues: new Map() } as ImportContext;
    let done = 0;
    const finishUndo = kind.beginUndo?.(tx);
    const writtenRows = tx
      .select()
      .from(importRows)
      .where(eq(importRows.importId, row.id))
      .orderBy(desc(importRows.line))
      .all();
    for (const { line, rowId, before, print } of writtenRows) {
      if (kind.stateForUndo(tx, rowId) === null && before !== null) continue;
      const recordInUseText = (why: string) => {
        const verb = before === null ? "removed" : "restored";
        const message = `This import cannot be undone: the record from line ${line} cannot be ${verb} (${why}).`;
        return new AppError("import.built_on", { message });
      };
      if (fingerprintOf(kind, tx, rowId) !== print) throw recordInUseText("it has changed since");
      try {
        if (before === null) kind.remove(tx, rowId, context);
        else kind.restore?.(tx, rowId, before, context);
      } catch (error) {
        if (error instanceof RecordInUseError || isReferenceError(error))
          throw recordInUseText("something else refers to it");
        throw error;
      }
      if (++done % LINES_PER_PROGRESS === 0) onProgress(done);
    }
    finishUndo?.();
    tx.delete(importRows).where(eq(importRows.importId, row.id)).run();
    updateRow(tx, imports, row.id, { state: "undone", undoneAt: deps.now() });
    appendAudit(tx, deps, {
      actor,
      action: "import.undone",
      subject: { kind: "import", id: row.id },
      summary: `Undid the import of ${row.kind} from ${row.fileName}`,
    });
  });
}

function isReferenceError(error: unknown): boolean {
  const texts = [error, error instanceof Error ? error.cause : null].map(String).join(" ");
  return /FOREIGN KEY|append-only/.test(texts);
}
