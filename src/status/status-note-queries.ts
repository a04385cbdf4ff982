/** Notes about what the server last did automatically. */
import { z } from "zod";
import { statusNotes } from "../../db/schema/status";
import type { Deps } from "../deps";
import { findRow } from "../../db/rows";

/** The contents of each note. */
export const noteSchemas = {
  /** Since when the server has watched this folder. */
  watching: z.object({}),
  /** The last daily check. */
  check: z.object({ faults: z.array(z.object({ of: z.string(), text: z.string() })) }),
  /** The last deletion of expired data: the number of each kind. */
  retention: z.object({ removed: z.record(z.string(), z.number()) }),
} as const;

export type NoteName = keyof typeof noteSchemas;

/** Reads a note and its time (ms UTC); null if there is no note. */
export function readStatusNote<Name extends NoteName>(
  { db }: Pick<Deps, "db">,
  name: Name,
): { at: number; detail: z.infer<(typeof noteSchemas)[Name]> } | null {
  const row = findRow(db, statusNotes, { name });
  if (!row) return null;
  const detail = noteSchemas[name].parse(row.detail) as z.infer<(typeof noteSchemas)[Name]>;
  return { at: row.at, detail };
}
