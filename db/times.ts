/**
 * How long the database takes, summed for the whole process. Reads outside a write are counted one by one, and
 * some of them are timed. A write is timed as a whole, from its `BEGIN` to its `COMMIT`.
 */
import type { Statement } from "bun:sqlite";

/** Sums since the process started. Times are in ms. */
export const databaseTimes = {
  /** The number of statements outside a write. */
  reads: 0,
  /** Their total time, estimated from the statements that were timed. */
  readMs: 0,
  /** The number of group commits, the number of jobs in them, and their total time. */
  commits: 0,
  jobs: 0,
  writeMs: 0,
  /** How long jobs waited for their commit: the total and the longest wait. */
  waitMs: 0,
  maxWaitMs: 0,
  /** The number of jobs that are waiting now. */
  waitingJobs: 0,
  /** Whether a write is running. Statements that run during it are part of it. */
  isWriting: false,
};

/** One statement out of this many is timed, because reading the clock also takes time. */
const SAMPLE_INTERVAL = 16;

/** Counts the calls of a statement, and times some of them. */
export function withTiming(statement: Statement): Statement {
  for (const name of ["all", "get", "values", "run"] as const) {
    const call = statement[name] as (...given: unknown[]) => unknown;
    statement[name] = ((...parameters: unknown[]) => {
      if (databaseTimes.isWriting || ++databaseTimes.reads % SAMPLE_INTERVAL !== 0)
        return call.apply(statement, parameters);
      const startedAt = performance.now();
      try {
        return call.apply(statement, parameters);
      } finally {
        databaseTimes.readMs += (performance.now() - startedAt) * SAMPLE_INTERVAL;
      }
    }) as never;
  }
  return statement;
}
