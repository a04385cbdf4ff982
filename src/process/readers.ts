/**
 * Runs long reads in separate processes that open the database for reading. Each process does one thing at a
 * time.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Logger } from "@logtape/logtape";
import type { Config } from "../config";
import { AppError, type ErrorCode } from "../errors";

/** A call whose caller, limits and parameters the server has checked already. */
export interface ReadRequest {
  url: string;
  /** The session that the server found. Undefined for calls that need none. */
  session: unknown;
  requestId: string;
  /** The server's time (ms). */
  now: number;
}

/**
 * A message to a read process: first the configuration, then requests, and whether to continue an answer or
 * stop it.
 */
export type ReaderRequest =
  { config: Config } | { id: number; request: ReadRequest } | { id: number; rest: "more" | "stop" };

/** A refusal in the form in which processes send it to each other. */
type Refusal = { code: ErrorCode; details: Record<string, unknown> };

/** A message from a read process: the answer or its next bytes, or why it failed. */
export type ReaderMessage = "ready" | ReaderAnswer | { refused: Refusal } | { fault: string };

export interface ReaderAnswer {
  status: number;
  headers: [name: string, value: string][];
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether more bytes follow on request. */
  more: boolean;
}

/** An answer whose rest is read on demand. */
interface StreamedAnswer extends ReaderAnswer {
  /** Returns the next bytes. Null after the last ones. */
  next(): Promise<Uint8Array | null>;
  /** Drops the rest of the answer. */
  stop(): void;
}

export interface Readers {
  /**
   * Answers a request. Throws the read's refusal, or `server.busy` if too many requests wait, the read takes too long
   * or its process ends.
   */
  ask(request: ReadRequest, signal: AbortSignal): Promise<StreamedAnswer>;
  /** Ends all processes. */
  stop(): void;
}

export interface ReaderOptions {
  command: readonly string[];
  concurrency: number;
  maxWaiting: number;
  /** The longest time that an answer may take, and that a request may wait before it starts. */
  timeoutMs: number;
  /** A process ends after it has not been used for this long. */
  idleMs: number;
}

/** The executable starts itself as `livery read`. */
const defaultOptions: ReaderOptions = {
  command: Bun.isStandaloneExecutable
    ? [process.execPath, "read"]
    : [process.execPath, join(import.meta.dir, "read-process.ts")],
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 32,
  timeoutMs: 30_000,
  idleMs: 120_000,
};

/** If nobody waits for an answer any longer, its process may still run this long before it is killed. */
const ABORT_DELAY_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;

type Job = {
  id: number;
  message: ReaderRequest;
  /** The process that holds the answer to continue. Null for a new request. */
  holder: Reader | null;
  settle: (answer: ReaderAnswer | Error) => void;
  timer: Timer | undefined;
};

type Reader = {
  child: Bun.Subprocess;
  isReady: boolean;
  job: Job | null;
  /** The ids of answers whose rest this process holds. */
  openAnswerIds: Set<number>;
  idleTimer: Timer | undefined;
};

/** Makes the readers of a data folder. A process starts when it is first needed. */
export function createReaders(
  config: Config,
  log: Logger,
  options: Partial<ReaderOptions> = {},
): Readers {
  const { command, concurrency, maxWaiting, timeoutMs, idleMs } = { ...defaultOptions, ...options };
  const readers = new Set<Reader>();
  const waitingJobs: Job[] = [];
  let lastId = 0;
  let isStopped = false;

  function startReader(): void {
    const child = Bun.spawn([...command], {
      cwd: "/",
      env: {},
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "advanced",
      ipc: (message: ReaderMessage) => onMessage(reader, message),
      onExit: (_child, code, signal) => onReaderEnd(reader, signal ?? code),
    });
    child.unref();
    const reader: Reader = {
      child,
      isReady: false,
      job: null,
      openAnswerIds: new Set(),
      idleTimer: undefined,
    };
    readers.add(reader);
  }

  function onMessage(reader: Reader, message: ReaderMessage): void {
    if (message === "ready") {
      reader.isReady = true;
      reader.child.send({ config } satisfies ReaderRequest);
    } else {
      const { job } = reader;
      reader.job = null;
      if (job) {
        if ("more" in message && message.more) reader.openAnswerIds.add(job.id);
        else reader.openAnswerIds.delete(job.id);
        finish(job, answerOf(message));
      }
    }
    startWaitingReads();
  }

  function onReaderEnd(reader: Reader, how: string | number | null): void {
    readers.delete(reader);
    clearTimeout(reader.idleTimer);
    // Waiting requests fail too, so that a process that cannot start is not started again and again.
    const lostJobs = waitingJobs.filter(
      ({ holder }) => holder === reader || (holder === null && !reader.isReady),
    );
    if (reader.job) lostJobs.push(reader.job);
    for (const job of lostJobs) finish(job, busyError());
    if (!isStopped && (lostJobs.length > 0 || reader.openAnswerIds.size > 0))
      log.error("A read worker exited with {how}; {count} requests failed with the worker.", {
        how,
        count: Math.max(lostJobs.length, reader.openAnswerIds.size),
      });
    startWaitingReads();
  }

  function finish(job: Job, answer: ReaderAnswer | Error): void {
    clearTimeout(job.timer);
    const at = waitingJobs.indexOf(job);
    if (at !== -1) waitingJobs.splice(at, 1);
    job.settle(answer);
  }

  /** Gives each free process the request that has waited longest. */
  function startWaitingReads(): void {
    if (isStopped) return;
    for (const reader of readers) {
      clearTimeout(reader.idleTimer);
      if (!reader.isReady || reader.job) continue;
      const job = waitingJobs.find(({ holder }) => holder === null || holder === reader);
      if (job) assignJob(reader, job);
      else if (reader.openAnswerIds.size === 0) {
        reader.idleTimer = setTimeout(() => stopReader(reader), idleMs);
        reader.idleTimer.unref();
      }
    }
    const isReaderStarting = [...readers].some(({ isReady }) => !isReady);
    if (
      !isReaderStarting &&
      readers.size < concurrency &&
      waitingJobs.some(({ holder }) => holder === null)
    )
      startReader();
  }

  /** The process ends when its connection is closed. */
  function stopReader(reader: Reader): void {
    readers.delete(reader);
    reader.child.disconnect();
  }

  function assignJob(reader: Reader, job: Job): void {
    waitingJobs.splice(waitingJobs.indexOf(job), 1);
    reader.job = job;
    limitTime(job, timeoutMs);
    reader.child.send(job.message);
  }

  /** Limits the time of a job. If it has started, its process is killed. */
  function limitTime(job: Job, ms: number): void {
    clearTimeout(job.timer);
    job.timer = setTimeout(() => {
      const reader = readerOf(job);
      if (reader) reader.child.kill("SIGKILL");
      else finish(job, busyError());
    }, ms);
  }

  const readerOf = (job: Job) => readers.values().find((each) => each.job === job);

  function enqueueJob(
    id: number,
    message: ReaderRequest,
    holder: Reader | null,
    signal?: AbortSignal,
  ): Promise<ReaderAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
    const job: Job = {
      id,
      message,
      holder,
      timer: undefined,
      settle: (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)),
    };
    signal?.addEventListener("abort", () => {
      // A process that holds other unfinished answers is not ended.
      if (waitingJobs.includes(job)) finish(job, busyError());
      else if (readerOf(job)?.openAnswerIds.size === 0) limitTime(job, ABORT_DELAY_MS);
    });
    waitingJobs.push(job);
    limitTime(job, timeoutMs);
    startWaitingReads();
    return promise;
  }

  return {
    async ask(request, signal) {
      if (isStopped || waitingJobs.length >= maxWaiting) throw busyError();
      const id = ++lastId;
      const first = await enqueueJob(id, { id, request }, null, signal);
      const holder = [...readers].find(({ openAnswerIds }) => openAnswerIds.has(id)) ?? null;
      let more = first.more;
      return {
        ...first,
        async next() {
          if (!more) return null;
          if (!holder || !readers.has(holder))
            throw new Error("The process that was reading the answer has ended.");
          const answer = await enqueueJob(id, { id, rest: "more" }, holder);
          more = answer.more;
          return answer.bytes;
        },
        stop() {
          if (!more || !holder || !readers.has(holder)) return;
          more = false;
          holder.openAnswerIds.delete(id);
          holder.child.send({ id, rest: "stop" } satisfies ReaderRequest);
          startWaitingReads();
        },
      };
    },
    stop() {
      isStopped = true;
      for (const { child, idleTimer } of readers) {
        clearTimeout(idleTimer);
        child.kill("SIGKILL");
      }
    },
  };
}

const busyError = () => new AppError("server.busy", { retryAfterSeconds: RETRY_AFTER_SECONDS });

function answerOf(message: Exclude<ReaderMessage, "ready">): ReaderAnswer | Error {
  if ("refused" in message) return new AppError(message.refused.code, message.refused.details);
  return "fault" in message ? new Error(message.fault) : message;
}
