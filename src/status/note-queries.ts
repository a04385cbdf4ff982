/** What the server did last by itself, as it was written down. */
import { z } from "zod";
import { statusNotes } from "../../db/schema/status";
import type { Deps } from "../deps";
import { findRow } from "../../db/rows";

/** What is written down of each. */
export const notes = {
  /** Since when the server looks after this folder. */
  watching: z.object({}),
  /** The last daily check. */
  check: z.object({ faults: z.array(z.object({ of: z.string(), text: z.string() })) }),
  /** The last removal of what is kept no longer: how many of each kind. */
  retention: z.object({ removed: z.record(z.string(), z.number()) }),
} as const;

export type Note = keyof typeof notes;

/** When (ms) something was last noted, and what; null when never. */
export function readNote<Name extends Note>(
  { db }: Pick<Deps, "db">,
  name: Name,
): { at: number; detail: z.infer<(typeof notes)[Name]> } | null {
  const row = findRow(db, statusNotes, { name });
  if (!row) return null;
  const detail = notes[name].parse(row.detail) as z.infer<(typeof notes)[Name]>;
  return { at: row.at, detail };
}
