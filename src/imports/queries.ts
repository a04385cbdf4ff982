import { asc, desc } from "drizzle-orm";
import { importMappings, imports, type StoredImport } from "../../db/schema/imports";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Deps } from "../deps";
import { CSV_BOM, csvLine } from "../formats/csv";
import { iso } from "../formats/instants";
import { requireRow } from "../rows";
import { readOperator } from "../settings/queries";
import { SYSTEM_ACTOR } from "../deps";
import {
  ImportCounts,
  type Import,
  type ImportKind,
  ImportOptions,
  type ImportRow,
  type Imports,
} from "./contract";
import { importFields } from "./field-rules";
import { readNotes, readProgress } from "./import-files";
import { latestRunOf } from "./jobs";
import { kindOf } from "./kinds/all";

const MAX_LISTED_IMPORTS = 50;
/** How many lines an export writes at once. */
const LINES_PER_WRITE = 200;

/** Lists the latest imports and the saved column mappings. */
export function listImports({ db }: Deps): Imports {
  return {
    imports: db
      .select()
      .from(imports)
      .orderBy(desc(imports.createdAt), desc(imports.id))
      .limit(MAX_LISTED_IMPORTS)
      .all()
      .map(rowOf),
    mappings: db
      .select()
      .from(importMappings)
      .orderBy(asc(importMappings.name))
      .all()
      .map(({ id, kind, name, columns }) => ({ id, kind, name, columns })),
  };
}

function rowOf({
  id,
  kind,
  fileName,
  state,
  lines,
  counts,
  createdBy,
  ...row
}: StoredImport): ImportRow {
  return {
    id,
    kind,
    fileName,
    state: state === "undoing" ? "applied" : state,
    lines,
    counts: counts && ImportCounts.parse(counts),
    createdAt: iso(row.createdAt),
    createdBy,
    appliedAt: iso(row.appliedAt),
    undoneAt: iso(row.undoneAt),
  };
}

/** Returns an import with its columns and its last report. Throws 404 if it doesn't exist. */
export function readImport(deps: Deps, id: string): Import {
  const row = requireRow(deps.db, imports, { id });
  const notes = readNotes(deps, id);
  const latestRun = latestRunOf(deps, id);
  const step = latestRun?.step;
  return {
    ...rowOf(row),
    columns: notes?.summary.columns.map(({ header, samples }) => ({ header, samples })) ?? [],
    mapping: notes?.mapping ?? {},
    options: notes?.options ?? ImportOptions.parse({}),
    report: notes?.report ?? null,
    working:
      latestRun && !latestRun.isOver && step && step !== "look"
        ? { step, done: Math.min(readProgress(deps, id), row.lines), of: row.lines }
        : null,
    failure: latestRun?.failure ?? null,
  };
}

/** Yields all rows of a kind as pieces of a CSV file, in the columns that an import of the kind reads. */
export function* exportAsCsv(deps: Deps, kind: ImportKind): Generator<string> {
  const fields = importFields[kind]
    .filter(({ isImportOnly }) => !isImportOnly)
    .map(({ name }) => name);
  yield CSV_BOM + csvLine(fields);
  const { db } = deps;
  const lines = kindOf(kind).lines({
    deps,
    tx: db,
    actor: SYSTEM_ACTOR,
    now: deps.now(),
    options: ImportOptions.parse({}),
    orderOf: () => "dmy",
    operator: readOperator(deps),
    classes: db.select().from(vehicleClasses).orderBy(vehicleClasses.position).all(),
    sharedValues: new Map(),
  });
  let piece = "";
  let count = 0;
  for (const line of lines) {
    piece += csvLine(fields.map((name) => line[name] ?? ""));
    if (++count % LINES_PER_WRITE !== 0) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
