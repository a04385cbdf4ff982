/**
 * Uploads the chosen files in the background, at most two at a time. A failed file is retried without the others,
 * uploads continue when the network returns, and only one tab uploads at a time.
 */
import { ApiError } from "../api-error";
import type { ChosenFile } from "../files/chosen-file";
import type { Draft } from "./draft";

/** The number of parallel uploads. */
const MAX_PARALLEL_UPLOADS = 2;
/** The first and the longest wait between retries, ms. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
/** A file uploaded longer ago than this is sent again, ms. The server keeps one without an application for 24 hours. */
export const UPLOAD_LIFETIME_MS = 23 * 3_600_000;

type UploadPhase =
  /** Waits for another file or another tab. */
  | "waiting"
  | "sending"
  | "done"
  /** Without a network. It continues automatically. */
  | "offline"
  /** The applicant stopped it. */
  | "stopped"
  /** The server refused the file. */
  | "failed";

export interface UploadState {
  phase: UploadPhase;
  /** 0 to 1. */
  sentShare: number;
  /** The reason for a failure. */
  message?: string;
}

export interface Uploads {
  get(): Readonly<Record<string, UploadState>>;
  subscribe(listener: () => void): () => void;
  /** Stops one upload; `retry` restarts it. */
  stop(field: string): void;
  retry(field: string): void;
  /** Resolves when all uploads are done. Rejects with the first that failed or was stopped. */
  whenSettled(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** An upload that needs the applicant to continue. */
export class UploadStoppedError extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** Posts one file and returns the server's id for it. */
export type PostUpload = (
  field: string,
  file: ChosenFile,
  onProgress: (sentShare: number) => void,
  signal: AbortSignal,
) => Promise<string>;

interface UploadAttempt {
  key: string;
  state: UploadState;
  stop: AbortController | null;
  nextTryAt: number;
  failureCount: number;
}

/** Starts to upload the draft's files, including files chosen later. */
export function startUploads(draft: Draft, name: string, post: PostUpload): Uploads {
  const attempts = new Map<string, UploadAttempt>();
  const listeners = new Set<() => void>();
  let publishedStates: Record<string, UploadState> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends this tab's turn; null while another tab has it. */
  let releaseUploadLock: (() => void) | null = null;
  let isLockRequested = false;
  const closingController = new AbortController();

  const publish = () => {
    publishedStates = Object.fromEntries([...attempts].map(([field, { state }]) => [field, state]));
    for (const listener of [...listeners]) listener();
  };
  const put = (field: string, state: UploadState) => {
    const attempt = attempts.get(field);
    if (!attempt) return;
    attempt.state = state;
    publish();
  };

  const syncUploads = () => {
    if (syncAttemptsWithFiles(attempts, draft.get().files)) publish();
    sendDueFiles();
  };

  const countRunning = () => [...attempts.values()].filter(({ stop }) => stop !== null).length;

  const pendingUploads = () =>
    [...attempts].filter(
      ([
        ,
        {
          state: { phase },
        },
      ]) => phase === "waiting" || phase === "offline",
    );

  /** Sends the files that are due. It first requests this tab's turn and returns it when all is done. */
  const sendDueFiles = (): void => {
    if (closingController.signal.aborted) return;
    clearTimeout(timer);
    const next = pendingUploads();
    if (next.length === 0 && countRunning() === 0) {
      releaseUploadLock?.();
      releaseUploadLock = null;
      return;
    }
    if (!releaseUploadLock) {
      acquireUploadLock();
      return;
    }
    const now = Date.now();
    const readyUploads = next.filter(([, { nextTryAt }]) => nextTryAt <= now);
    for (const [field, attempt] of readyUploads) {
      // Creating the ticket for the first file calls this function again, so others may be running already.
      if (countRunning() >= MAX_PARALLEL_UPLOADS) break;
      if (attempt.stop === null) void send(field);
    }
    if (readyUploads.length === 0 && next.length > 0) {
      const nextAttemptAt = Math.min(...next.map(([, { nextTryAt }]) => nextTryAt));
      timer = setTimeout(sendDueFiles, Math.max(0, nextAttemptAt - now));
    }
  };

  const acquireUploadLock = (): void => {
    if (isLockRequested) return;
    if (!navigator.locks) {
      releaseUploadLock = () => {};
      sendDueFiles();
      return;
    }
    isLockRequested = true;
    const uploadWhileLocked = async () => {
      // Another tab may have sent some files in the meantime.
      await draft.refresh();
      if (closingController.signal.aborted) return;
      await new Promise<void>((resolve) => {
        isLockRequested = false;
        releaseUploadLock = resolve;
        syncUploads();
      });
    };
    navigator.locks
      .request(`${name}-uploads`, { signal: closingController.signal }, uploadWhileLocked)
      .catch(() => {
        isLockRequested = false;
      });
  };

  const send = async (field: string) => {
    const attempt = attempts.get(field);
    const file = draft.get().files[field];
    if (!attempt || !file) return;
    const stop = new AbortController();
    attempt.stop = stop;
    put(field, { phase: "sending", sentShare: 0 });
    try {
      const id = await post(
        field,
        file,
        (sentShare) => stop.signal.aborted || put(field, { phase: "sending", sentShare }),
        stop.signal,
      );
      if (draft.get().files[field]?.key !== file.key) return;
      attempt.state = doneState;
      await draft.setFile(field, { ...file, upload: { id, at: Date.now() } });
    } catch (error) {
      if (stop.signal.aborted) return;
      attempt.failureCount++;
      attempt.state = stateAfterError(error);
      attempt.nextTryAt = Date.now() + retryDelayMs(error, attempt.failureCount);
    } finally {
      if (attempt.stop === stop) attempt.stop = null;
      publish();
      sendDueFiles();
    }
  };

  const onOnline = () => {
    for (const attempt of attempts.values()) attempt.nextTryAt = 0;
    sendDueFiles();
  };
  addEventListener("online", onOnline);
  const unsubscribe = draft.subscribe(syncUploads);
  syncUploads();

  return {
    get: () => publishedStates,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop(field) {
      const attempt = attempts.get(field);
      if (!attempt || attempt.state.phase === "done") return;
      const { stop } = attempt;
      attempt.stop = null;
      stop?.abort();
      put(field, { phase: "stopped", sentShare: 0 });
      sendDueFiles();
    },
    retry(field) {
      const attempt = attempts.get(field);
      if (!attempt) return;
      attempt.nextTryAt = 0;
      attempt.failureCount = 0;
      put(field, waitingState);
      sendDueFiles();
    },
    whenSettled: (signal) => waitForUploads(attempts, listeners, signal),
    close() {
      closingController.abort();
      clearTimeout(timer);
      removeEventListener("online", onOnline);
      unsubscribe();
      for (const { stop } of attempts.values()) stop?.abort();
      releaseUploadLock?.();
      listeners.clear();
    },
  };
}

/** Updates the attempts from the draft's files. Returns whether anything changed. */
function syncAttemptsWithFiles(
  attempts: Map<string, UploadAttempt>,
  files: Readonly<Record<string, ChosenFile>>,
): boolean {
  let isChanged = false;
  for (const [field, { key, stop }] of attempts)
    if (files[field]?.key !== key) {
      attempts.delete(field);
      stop?.abort();
      isChanged = true;
    }
  for (const [field, { key, upload }] of Object.entries(files)) {
    const attempt = attempts.get(field);
    if (!attempt) {
      const state: UploadState = upload ? doneState : waitingState;
      attempts.set(field, { key, state, stop: null, nextTryAt: 0, failureCount: 0 });
      isChanged = true;
    } else if (upload && attempt.state.phase !== "done") {
      // Another tab has sent this file, so stop sending it here.
      attempt.stop?.abort();
      attempt.state = doneState;
      isChanged = true;
    } else if (!upload && attempt.state.phase === "done") {
      attempt.state = waitingState;
      isChanged = true;
    }
  }
  return isChanged;
}

/** Resolves when all uploads are done. Rejects with the first that failed or was stopped. */
function waitForUploads(
  attempts: ReadonlyMap<string, UploadAttempt>,
  listeners: Set<() => void>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const states = [...attempts].map(([field, { state }]) => ({ field, ...state }));
      const stoppedUpload = states.find(({ phase }) => phase === "failed" || phase === "stopped");
      if (!stoppedUpload && states.some(({ phase }) => phase !== "done") && !signal.aborted) return;
      listeners.delete(check);
      if (signal.aborted) reject(signal.reason);
      else if (stoppedUpload)
        reject(new UploadStoppedError(stoppedUpload.field, stoppedUpload.message ?? ""));
      else resolve();
    };
    listeners.add(check);
    signal.addEventListener("abort", check, { once: true });
    check();
  });
}

const waitingState: UploadState = { phase: "waiting", sentShare: 0 };
const doneState: UploadState = { phase: "done", sentShare: 1 };

/** Whether the failure is temporary, so that a retry makes sense. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, retryAfterSeconds } = error;
  if (status === 429) return (retryAfterSeconds ?? 0) <= 120;
  return status === 0 || status === 408 || status >= 500;
}

function stateAfterError(error: unknown): UploadState {
  if (isTransient(error)) return { phase: "offline", sentShare: 0 };
  const message =
    error instanceof Error ? error.message : "This file could not be sent. Please try again.";
  return { phase: "failed", sentShare: 0, message };
}

function retryDelayMs(error: unknown, failureCount: number): number {
  const requestedDelayMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(
    requestedDelayMs,
    Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failureCount - 1)),
  );
}
