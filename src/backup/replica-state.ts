/** How far the second place has followed, in a file: the status page and `livery check` both read it. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Times in ms. */
const ReplicaState = z.object({
  /** When this was noted; a server that runs notes it twice a minute. */
  at: z.number(),
  /** Since when not all is there; null where it is. */
  behindSince: z.number().nullable(),
  uploadsWaiting: z.number(),
  failure: z.string().nullable(),
  /** The server stopped in good order: nothing is written until it starts again. */
  stopped: z.boolean(),
});
export type ReplicaState = z.infer<typeof ReplicaState>;

/** A server that runs notes more often than this. */
const SILENT_MS = 120_000;

/** What the second place lacks now: null where it has all. Where nobody has noted anything it is behind since then. */
export function lagOf(
  state: ReplicaState | null,
  now: number,
): { behindSince: number; failure: string | null } | null {
  if (state === null) return { behindSince: now, failure: null };
  const { at, behindSince, failure, stopped } = state;
  if (behindSince !== null) return { behindSince, failure };
  return !stopped && now - at > SILENT_MS
    ? { behindSince: at, failure: "Nobody looks after it." }
    : null;
}

/** Beside the database, and of no other one. */
export const REPLICA_STATE = "replica.json";

/** Null where nothing was noted yet. */
export function replicaState(dataDir: string): ReplicaState | null {
  try {
    return ReplicaState.parse(JSON.parse(readFileSync(join(dataDir, REPLICA_STATE), "utf8")));
  } catch {
    // Not there, or cut short by a power cut: it is written anew within half a minute.
    return null;
  }
}

export function noteReplica(dataDir: string, state: ReplicaState): void {
  const path = join(dataDir, REPLICA_STATE);
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
