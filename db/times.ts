/**
 * How long the database takes, summed for the whole process. What is read outside of a write is counted
 * statement by statement and timed now and then; a write is one piece, from its `BEGIN` to its `COMMIT`.
 */
import type { Statement } from "bun:sqlite";

/** Sums since the start of the process; times in ms. */
export const databaseTimes = {
  /** Statements outside of a write. */
  reads: 0,
  /** What they took, by those that were timed. */
  readMs: 0,
  /** Group commits, the jobs in them, and how long they took. */
  commits: 0,
  jobs: 0,
  writeMs: 0,
  /** How long jobs waited for their commit, all together and the longest one. */
  waitMs: 0,
  maxWaitMs: 0,
  /** Jobs that wait now. */
  waitingJobs: 0,
  /** A write is under way: what runs now is part of it. */
  isWriting: false,
};

/** One statement in so many is timed for all of them: reading the clock costs time too. */
const SAMPLE_INTERVAL = 16;

/** Has a statement be counted and, now and then, timed. */
export function withTiming(statement: Statement): Statement {
  for (const name of ["all", "get", "values", "run"] as const) {
    const call = statement[name] as (...given: unknown[]) => unknown;
    statement[name] = ((...given: unknown[]) => {
      if (databaseTimes.isWriting || ++databaseTimes.reads % SAMPLE_INTERVAL !== 0)
        return call.apply(statement, given);
      const startedAt = performance.now();
      try {
        return call.apply(statement, given);
      } finally {
        databaseTimes.readMs += (performance.now() - startedAt) * SAMPLE_INTERVAL;
      }
    }) as never;
  }
  return statement;
}
