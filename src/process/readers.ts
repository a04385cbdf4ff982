/** Reads that take long: done by processes that have the database open for reading, one thing at a time each. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Logger } from "@logtape/logtape";
import type { Config } from "../config";
import { AppError, type ErrorCode } from "../errors";

/** A call whose caller, limits and parameters the server has checked already. */
export interface ReadRequest {
  url: string;
  /** As the server found it; of those who need none undefined. */
  session: unknown;
  requestId: string;
  /** The server's clock, ms. */
  now: number;
}

/** What a reader is told: first the configuration, then what to answer, to go on with or to give up. */
export type ReaderRequest =
  { config: Config } | { id: number; request: ReadRequest } | { id: number; rest: "more" | "stop" };

/** A refusal as it travels between processes. */
type Refusal = { code: ErrorCode; details: Record<string, unknown> };

/** The answer, or its next bytes; or why there is none. */
export type FromReader = "ready" | ReaderAnswer | { refused: Refusal } | { fault: string };

export interface ReaderAnswer {
  status: number;
  headers: [name: string, value: string][];
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether more bytes follow when they are asked for. */
  more: boolean;
}

/** An answer whose rest is read as it is wanted. */
interface StreamedAnswer extends ReaderAnswer {
  /** The next bytes; null after the last ones. */
  next(): Promise<Uint8Array | null>;
  /** Gives the rest up. */
  stop(): void;
}

export interface Readers {
  /** Throws what the read refused, or `server.busy` where too much waits, it takes too long or its process ends. */
  ask(request: ReadRequest, signal: AbortSignal): Promise<StreamedAnswer>;
  /** Ends all processes. */
  stop(): void;
}

export interface ReaderOptions {
  command: readonly string[];
  concurrency: number;
  maxWaiting: number;
  /** What an answer may take once it is begun, and how long it may wait before. */
  longestMs: number;
  /** A process that nobody has needed for so long ends. */
  idleMs: number;
}

/** The executable runs itself. */
const defaultOptions: ReaderOptions = {
  command: Bun.isStandaloneExecutable
    ? [process.execPath, "read"]
    : [process.execPath, join(import.meta.dir, "read-process.ts")],
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 32,
  longestMs: 30_000,
  idleMs: 120_000,
};

/** What nobody waits for any more may still take so long before its process is ended. */
const ABORT_DELAY_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;

type Job = {
  id: number;
  message: ReaderRequest;
  /** The process that holds what this goes on with. */
  of: Reader | null;
  settle: (answer: ReaderAnswer | Error) => void;
  timer: Timer | undefined;
};

type Reader = {
  child: Bun.Subprocess;
  isReady: boolean;
  job: Job | null;
  /** Answers whose rest it holds. */
  open: Set<number>;
  idleTimer: Timer | undefined;
};

/** Makes the readers of a data folder; none starts before it is needed. */
export function createReaders(
  config: Config,
  log: Logger,
  options: Partial<ReaderOptions> = {},
): Readers {
  const { command, concurrency, maxWaiting, longestMs, idleMs } = { ...defaultOptions, ...options };
  const readers = new Set<Reader>();
  const waitingJobs: Job[] = [];
  let lastId = 0;
  let isStopped = false;

  function start(): void {
    const child = Bun.spawn([...command], {
      cwd: "/",
      env: {},
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "advanced",
      ipc: (message: FromReader) => onMessage(reader, message),
      onExit: (_child, code, signal) => onReaderEnd(reader, signal ?? code),
    });
    child.unref();
    const reader: Reader = {
      child,
      isReady: false,
      job: null,
      open: new Set(),
      idleTimer: undefined,
    };
    readers.add(reader);
  }

  function onMessage(reader: Reader, message: FromReader): void {
    if (message === "ready") {
      reader.isReady = true;
      reader.child.send({ config } satisfies ReaderRequest);
    } else {
      const { job } = reader;
      reader.job = null;
      if (job) {
        if ("more" in message && message.more) reader.open.add(job.id);
        else reader.open.delete(job.id);
        finish(job, answerOf(message));
      }
    }
    startWaitingReads();
  }

  function onReaderEnd(reader: Reader, how: string | number | null): void {
    readers.delete(reader);
    clearTimeout(reader.idleTimer);
    // What waits does not make one that cannot start be started again and again.
    const lostJobs = waitingJobs.filter(
      ({ of }) => of === reader || (of === null && !reader.isReady),
    );
    if (reader.job) lostJobs.push(reader.job);
    for (const job of lostJobs) finish(job, busy());
    if (!isStopped && (lostJobs.length > 0 || reader.open.size > 0))
      log.error("A read worker exited with {how}; {count} requests failed with the worker.", {
        how,
        count: Math.max(lostJobs.length, reader.open.size),
      });
    startWaitingReads();
  }

  function finish(job: Job, answer: ReaderAnswer | Error): void {
    clearTimeout(job.timer);
    const at = waitingJobs.indexOf(job);
    if (at !== -1) waitingJobs.splice(at, 1);
    job.settle(answer);
  }

  /** Gives each process that is free what has waited longest. */
  function startWaitingReads(): void {
    if (isStopped) return;
    for (const reader of readers) {
      clearTimeout(reader.idleTimer);
      if (!reader.isReady || reader.job) continue;
      const job = waitingJobs.find(({ of }) => of === null || of === reader);
      if (job) assignJob(reader, job);
      else if (reader.open.size === 0) {
        reader.idleTimer = setTimeout(() => stopReader(reader), idleMs);
        reader.idleTimer.unref();
      }
    }
    const isReaderStarting = [...readers].some(({ isReady }) => !isReady);
    if (
      !isReaderStarting &&
      readers.size < concurrency &&
      waitingJobs.some(({ of }) => of === null)
    )
      start();
  }

  /** It ends once its connection is cut. */
  function stopReader(reader: Reader): void {
    readers.delete(reader);
    reader.child.disconnect();
  }

  function assignJob(reader: Reader, job: Job): void {
    waitingJobs.splice(waitingJobs.indexOf(job), 1);
    reader.job = job;
    limit(job, longestMs);
    reader.child.send(job.message);
  }

  /** Ends what takes longer: its process, where it is begun. */
  function limit(job: Job, ms: number): void {
    clearTimeout(job.timer);
    job.timer = setTimeout(() => {
      const reader = readerOf(job);
      if (reader) reader.child.kill("SIGKILL");
      else finish(job, busy());
    }, ms);
  }

  const readerOf = (job: Job) => readers.values().find((each) => each.job === job);

  function send(
    id: number,
    message: ReaderRequest,
    of: Reader | null,
    signal?: AbortSignal,
  ): Promise<ReaderAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
    const job: Job = {
      id,
      message,
      of,
      timer: undefined,
      settle: (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)),
    };
    signal?.addEventListener("abort", () => {
      // A process with unfinished answers for others may finish.
      if (waitingJobs.includes(job)) finish(job, busy());
      else if (readerOf(job)?.open.size === 0) limit(job, ABORT_DELAY_MS);
    });
    waitingJobs.push(job);
    limit(job, longestMs);
    startWaitingReads();
    return promise;
  }

  return {
    async ask(request, signal) {
      if (isStopped || waitingJobs.length >= maxWaiting) throw busy();
      const id = ++lastId;
      const first = await send(id, { id, request }, null, signal);
      const holder = [...readers].find(({ open }) => open.has(id)) ?? null;
      let more = first.more;
      return {
        ...first,
        async next() {
          if (!more) return null;
          if (!holder || !readers.has(holder))
            throw new Error("The process that was reading the answer has ended.");
          const answer = await send(id, { id, rest: "more" }, holder);
          more = answer.more;
          return answer.bytes;
        },
        stop() {
          if (!more || !holder || !readers.has(holder)) return;
          more = false;
          holder.open.delete(id);
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

const busy = () => new AppError("server.busy", { retryAfterSeconds: RETRY_AFTER_SECONDS });

function answerOf(message: Exclude<FromReader, "ready">): ReaderAnswer | Error {
  if ("refused" in message) return new AppError(message.refused.code, message.refused.details);
  return "fault" in message ? new Error(message.fault) : message;
}
