/**
 * The only way to write. All jobs that wait in the same tick share one `BEGIN IMMEDIATE … COMMIT`. If there are
 * several, each gets a savepoint. With `synchronous=FULL` the disk is then flushed once for all of them, and answers
 * are sent only after the commit. See docs/decisions for the figures.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { type Db, longWriteMarkerPath } from "./open";
import { databaseTimes } from "./times";

/** A write transaction: the same synchronous drizzle handle, inside the writer's transaction. */
export type Tx = Db;

/** Runs `job` in a transaction. Resolves with its result once it is on disk. */
export type Write = <T>(job: (tx: Tx) => T) => Promise<T>;

/** The error that another process held the write lock for too long. Nothing was written. */
export class DatabaseBusyError extends Error {}

type QueuedJob = {
  run: (tx: Tx) => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
  queuedAt: number;
};

const RETRY_MS = 5;
const MAX_WAIT_MS = 5_000;
/** The longest wait while another process writes an import. */
const MAX_WAIT_FOR_LONG_WRITE_MS = 120_000;
/** The most jobs in a commit, so that no reader waits long behind one. Others wait for the next commit. */
const JOBS_PER_COMMIT = 256;

/**
 * Makes the writer of a connection. While another process holds the lock, the writer retries without blocking
 * the event loop. After 5 s, or two minutes during a long write, it rejects with `DatabaseBusyError`.
 */
export function createWriter(db: Db): Write {
  const client = db.$client;
  const waiting: QueuedJob[] = [];
  // A commit runs outside the context of any request, because its jobs come from several; each job runs in the context
  // of its own request.
  const outsideRequest = AsyncLocalStorage.snapshot();
  let isScheduled = false;

  function begin(): boolean {
    client.run("PRAGMA busy_timeout = 0");
    try {
      client.run("BEGIN IMMEDIATE");
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    } finally {
      client.run("PRAGMA busy_timeout = 5000");
    }
  }

  function flush(): void {
    const startedAt = performance.now();
    databaseTimes.isWriting = true;
    try {
      commit();
    } finally {
      databaseTimes.isWriting = false;
      databaseTimes.waitingJobs = waiting.length;
      databaseTimes.writeMs += performance.now() - startedAt;
    }
  }

  function commit(): void {
    isScheduled = false;
    try {
      if (!begin()) {
        const isLongWrite = existsSync(longWriteMarkerPath(db));
        const deadline = Date.now() - (isLongWrite ? MAX_WAIT_FOR_LONG_WRITE_MS : MAX_WAIT_MS);
        while (waiting[0] && waiting[0].queuedAt < deadline)
          waiting.shift()?.reject(new DatabaseBusyError("The database is busy."));
        if (waiting.length > 0) schedule(RETRY_MS);
        return;
      }
    } catch (error) {
      for (const job of waiting.splice(0)) job.reject(error);
      return;
    }
    const batch = waiting.splice(0, JOBS_PER_COMMIT);
    const now = Date.now();
    databaseTimes.commits++;
    databaseTimes.jobs += batch.length;
    for (const { queuedAt } of batch) {
      const wait = Math.max(0, now - queuedAt);
      databaseTimes.waitMs += wait;
      databaseTimes.maxWaitMs = Math.max(databaseTimes.maxWaitMs, wait);
    }
    const settleCallbacks: (() => void)[] = [];
    try {
      for (const job of batch) settleCallbacks.push(batch.length > 1 ? runJob(job) : runAlone(job));
      client.run("COMMIT");
    } catch (error) {
      if (client.inTransaction) client.run("ROLLBACK");
      for (const job of batch) job.reject(error);
      settleCallbacks.length = 0;
    }
    for (const settle of settleCallbacks) settle();
    if (waiting.length > 0) schedule(0);
  }

  /**
   * Gives the whole transaction to one job. Inside a savepoint, each statement would take longer with every earlier
   * write: undoing an import of 5,000 trips took 100 s instead of 4 s.
   */
  function runAlone(job: QueuedJob): () => void {
    const value = job.run(db);
    return () => job.resolve(value as never);
  }

  function runJob(job: QueuedJob): () => void {
    client.run("SAVEPOINT job");
    try {
      const value = job.run(db);
      client.run("RELEASE job");
      return () => job.resolve(value as never);
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction, and the savepoint with it.
      if (!client.inTransaction) throw error;
      client.run("ROLLBACK TO job");
      client.run("RELEASE job");
      return () => job.reject(error);
    }
  }

  function schedule(delay: number): void {
    if (isScheduled) return;
    isScheduled = true;
    outsideRequest(() => {
      if (delay > 0) setTimeout(flush, delay);
      else setImmediate(flush);
    });
  }

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ run: AsyncLocalStorage.bind(job), resolve, reject, queuedAt: Date.now() });
      databaseTimes.waitingJobs = waiting.length;
      schedule(0);
    });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
