/** Imports of files from other systems: upload, mapping, dry run, apply, undo. */
import { z } from "zod";
import { line } from "../settings/text-contract";

export const ImportKind = z.enum([
  "vehicles",
  "drivers",
  "companies",
  "riders",
  "places",
  "repeating",
  "reservations",
  "payments",
]);
export type ImportKind = z.infer<typeof ImportKind>;

/** The order in which days are written: 31/12/2026 or 12/31/2026. */
export const DayOrder = z.enum(["dmy", "mdy"]);
export type DayOrder = z.infer<typeof DayOrder>;

/**
 * What happens to a line whose record already exists. Reservations, repeating trips and payments are always skipped.
 */
export const DuplicateHandling = z.enum(["skip", "fill", "update"]);
export type DuplicateHandling = z.infer<typeof DuplicateHandling>;

/** How a file is read. */
export const ImportOptions = z.object({
  /** If null, the columns show the order. If they do not, it must be set. */
  dates: DayOrder.nullable().default(null),
  duplicates: DuplicateHandling.default("skip"),
  /** For reservations: whether to keep the file's numbers, if they are whole numbers and free, or to give new ones. */
  numbers: z.enum(["keep", "new"]).default("keep"),
  /** For reservations: whether past trips count as paid unless the file says otherwise. */
  pastPaid: z.boolean().default(true),
});
export type ImportOptions = z.output<typeof ImportOptions>;

/** The position of each field's column, from 0. */
export const ColumnMapping = z.record(z.string().max(80), z.number().int().min(0).max(499));
export type ColumnMapping = z.infer<typeof ColumnMapping>;

/** A form with the file in the field `file`. */
export const UploadImport = z.object({ kind: ImportKind, file: z.file() });

export const TryImport = z.object({
  mapping: ColumnMapping,
  options: ImportOptions.default(ImportOptions.parse({})),
  /** The name under which to save the mapping. It replaces an earlier mapping with this name. */
  saveAs: line.max(60).optional(),
});
export type TryImport = z.input<typeof TryImport>;

const count = z.number().int();
export const ImportCounts = z.object({ added: count, changed: count, skipped: count });
export type ImportCounts = z.infer<typeof ImportCounts>;

/** Why a line cannot be imported. */
const LineFault = z.object({
  line: count,
  /** Null if the fault is about the whole line. */
  field: z.string().nullable(),
  text: z.string(),
});

/** The result of a dry run or an import. */
export const ImportReport = z.object({
  counts: ImportCounts,
  /** How many lines have a fault. `faults` has the first 200 faults. */
  faulty: count,
  faults: z.array(LineFault),
  /** The first 50 lines whose records already exist. */
  duplicates: z.array(z.object({ line: count, text: z.string() })),
  samples: z.array(z.object({ line: count, text: z.string() })),
  /** Columns of days that can be read in both orders, so that the order must be set. */
  ambiguousDays: z.array(z.string()),
  notes: z.array(z.string()),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const ImportColumn = z.object({
  header: z.string(),
  /** The first values of the column that are not empty. */
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

const ImportState = z.enum(["ready", "applied", "undone"]);

export const ImportRow = z.object({
  id: z.string(),
  kind: ImportKind,
  fileName: z.string(),
  state: ImportState,
  lines: count,
  counts: ImportCounts.nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  appliedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const Import = ImportRow.extend({
  /** Empty once the file has been deleted, which happens when it is applied, or after a day. */
  columns: z.array(ImportColumn),
  /** The mapping in use, at first the guessed one. */
  mapping: ColumnMapping,
  options: ImportOptions,
  /** The report of the last dry run with this mapping, or null before it. */
  report: ImportReport.nullable(),
  /** The progress, while the import is being processed. */
  working: z.object({ step: z.enum(["try", "apply", "undo"]), done: count, of: count }).nullable(),
  /** Why the last step failed, in words. */
  failure: z.string().nullable(),
});
export type Import = z.infer<typeof Import>;
export const ImportAnswer = z.object({ import: Import });
export type ImportAnswer = z.infer<typeof ImportAnswer>;

export const SavedMapping = z.object({
  id: z.string(),
  kind: ImportKind,
  name: z.string(),
  columns: z.record(z.string(), z.string()),
});
export type SavedMapping = z.infer<typeof SavedMapping>;

export const Imports = z.object({
  /** The last 50 imports, the latest first. */
  imports: z.array(ImportRow),
  mappings: z.array(SavedMapping),
});
export type Imports = z.infer<typeof Imports>;
export const ExportParam = z.object({ kind: ImportKind });
