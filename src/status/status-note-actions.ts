import type { z } from "zod";
import { statusNotes } from "../../db/schema/status";
import type { Tx } from "../../db/writer";
import type { NoteName, noteSchemas } from "./status-note-queries";

/** Stores a note in place of the previous one, inside the caller's transaction. `at` is in ms UTC. */
export function writeStatusNote<Name extends NoteName>(
  tx: Tx,
  name: Name,
  at: number,
  detail: z.infer<(typeof noteSchemas)[Name]>,
): void {
  tx.insert(statusNotes)
    .values({ name, at, detail })
    .onConflictDoUpdate({ target: statusNotes.name, set: { at, detail } })
    .run();
}
