/** The state of the replica, in a file that the status page and `livery check` read. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Times in ms UTC. */
const ReplicaState = z.object({
  /** When the state was written. A running server writes it twice a minute. */
  at: z.number(),
  /** Since when the copy has been incomplete; null if it is complete. */
  behindSince: z.number().nullable(),
  uploadsWaiting: z.number(),
  failure: z.string().nullable(),
  /** Whether the server stopped normally, so that nothing is written until it starts again. */
  stopped: z.boolean(),
});
export type ReplicaState = z.infer<typeof ReplicaState>;

/** A state older than this is stale, because a running server writes it more often. */
const STATE_STALE_AFTER_MS = 120_000;

/**
 * Returns how far the replica is behind; null if it is complete. A stale state counts as behind since it was written.
 */
export function replicaLagOf(
  state: ReplicaState | null,
  now: number,
): { behindSince: number; failure: string | null } | null {
  if (state === null) return { behindSince: now, failure: null };
  const { at, behindSince, failure, stopped } = state;
  if (behindSince !== null) return { behindSince, failure };
  return !stopped && now - at > STATE_STALE_AFTER_MS
    ? { behindSince: at, failure: "The server has stopped updating the replica." }
    : null;
}

/** The file name, next to the database it describes. */
export const REPLICA_STATE_FILE_NAME = "replica.json";

/** Reads the state; null if none is stored yet. */
export function readReplicaState(dataDir: string): ReplicaState | null {
  try {
    return ReplicaState.parse(
      JSON.parse(readFileSync(join(dataDir, REPLICA_STATE_FILE_NAME), "utf8")),
    );
  } catch {
    // The file is missing, or incomplete after a power cut. It is written again within 30 seconds.
    return null;
  }
}

export function writeReplicaState(dataDir: string, state: ReplicaState): void {
  const path = join(dataDir, REPLICA_STATE_FILE_NAME);
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
