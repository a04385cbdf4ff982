/** Files of other systems: uploaded, mapped, tried, applied, undone. */
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

/** In which order days are written: 31/12/2026 or 12/31/2026. */
export const DayOrder = z.enum(["dmy", "mdy"]);
export type DayOrder = z.infer<typeof DayOrder>;

/** What is done with a line that is here already. Reservations, repeating trips and payments are always skipped. */
export const DuplicateHandling = z.enum(["skip", "fill", "update"]);
export type DuplicateHandling = z.infer<typeof DuplicateHandling>;

/** How a file is read. */
export const ImportOptions = z.object({
  /** Null leaves it to the columns; where no column decides, it has to be said. */
  dates: DayOrder.nullable().default(null),
  duplicates: DuplicateHandling.default("skip"),
  /** Reservations: keep the numbers of the file where they are free whole numbers, or give new ones. */
  numbers: z.enum(["keep", "new"]).default("keep"),
  /** Reservations: past trips count as paid unless the file says otherwise. */
  pastPaid: z.boolean().default(true),
});
export type ImportOptions = z.output<typeof ImportOptions>;

/** Field to the position of its column, from 0. */
export const ColumnMapping = z.record(z.string().max(80), z.number().int().min(0).max(499));
export type ColumnMapping = z.infer<typeof ColumnMapping>;

/** A form with the file as `file`. */
export const UploadImport = z.object({ kind: ImportKind, file: z.file() });

export const TryImport = z.object({
  mapping: ColumnMapping,
  options: ImportOptions.default(ImportOptions.parse({})),
  /** Keeps the mapping under this name; another of the name is replaced. */
  saveAs: line.max(60).optional(),
});
export type TryImport = z.input<typeof TryImport>;

const count = z.number().int();
export const ImportCounts = z.object({ added: count, changed: count, skipped: count });
export type ImportCounts = z.infer<typeof ImportCounts>;

/** Why a line cannot be imported. */
const LineFault = z.object({
  line: count,
  /** Null where it is about the whole line. */
  field: z.string().nullable(),
  text: z.string(),
});

/** What a dry run, or an import, found. */
export const ImportReport = z.object({
  counts: ImportCounts,
  /** Lines with a fault, and the first 200 faults of them. */
  faulty: count,
  faults: z.array(LineFault),
  /** Lines that are here already, the first 50. */
  duplicates: z.array(z.object({ line: count, text: z.string() })),
  samples: z.array(z.object({ line: count, text: z.string() })),
  /** Columns of days that could be read both ways: somebody has to say which it is. */
  ambiguousDays: z.array(z.string()),
  notes: z.array(z.string()),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const ImportColumn = z.object({
  header: z.string(),
  /** The first values that are not empty. */
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
  /** Empty once the file is no longer here: it is deleted when it was applied, or after a day. */
  columns: z.array(ImportColumn),
  /** The mapping that is in use; at first the one that was guessed. */
  mapping: ColumnMapping,
  options: ImportOptions,
  /** Of the last dry run with this mapping; null before. */
  report: ImportReport.nullable(),
  /** While it is worked on. */
  working: z.object({ step: z.enum(["try", "apply", "undo"]), done: count, of: count }).nullable(),
  /** Why the last work on it did not end, in words. */
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
  /** The last 50, the latest first. */
  imports: z.array(ImportRow),
  mappings: z.array(SavedMapping),
});
export type Imports = z.infer<typeof Imports>;
export const ExportParam = z.object({ kind: ImportKind });
