/** The server's streets: which are in use, and requests about them. */
import { statSync } from "node:fs";
import type { Place, Point } from "../places/contract";
import type { RoutePoint } from "../routing/contract";
import { currentFile, readCurrentVersion, type StreetsManifest, versionFiles } from "./folder";
import { UNREADABLE_STREETS } from "./rules";
import type { StreetsReply, Question, Questions, StreetsRequest } from "./worker-messages";

export interface Streets {
  /** Returns the streets in use now; null without streets. It notices an import within a second. */
  current(): StreetsManifest | null;
  /** Finds the route through the points, or says why there is none. Rejects if the answer takes too long. */
  route(points: readonly RoutePoint[], alternatives: number): Promise<Questions["route"]["answer"]>;
  /** Finds addresses and places that match typed text, the best first. Those near the point come before others. */
  search(q: string, near: Point | null, limit: number): Promise<Place[]>;
  /** Finds the address of a point; null if no house or street is near. */
  addressAt(point: Point): Promise<{ name: string; detail: string } | null>;
  /** Returns the path of the file of map tiles; null without streets. */
  tilesFile(): string | null;
  close(): void;
}

/** Used without imported streets: it finds no routes, addresses or tiles. */
export const noStreets: Streets = {
  current: () => null,
  route: () => Promise.reject(new Error("There are no streets")),
  search: () => Promise.resolve([]),
  addressAt: () => Promise.resolve(null),
  tilesFile: () => null,
  close: () => {},
};

const ANSWER_TIMEOUT_MS = 3_000;
/** How many requests may wait; the answers to more would come too late. */
const MAX_WAITING_REQUESTS = 200;

/** For how long the server does not check again which streets are in use. */
const VERSION_CHECK_INTERVAL_MS = 100;

type PendingRequest = {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  timer: Timer;
};

/** Opens the streets of a data folder. It reads nothing and starts no thread before the first request. */
export function openStreets(dataDir: string, report: (reason: string) => void): Streets {
  const waitingCalls = new Map<number, PendingRequest>();
  let lastId = 0;
  let lastFileMark = "";
  let manifest: StreetsManifest | null = null;
  let worker: Worker | null = null;
  let nextVersionCheckAt = 0;

  function current(): StreetsManifest | null {
    // Each page names the map's server in its content security policy. Without this limit, half of its time would be
    // spent on checking the file.
    const now = performance.now();
    if (now < nextVersionCheckAt) return manifest;
    nextVersionCheckAt = now + VERSION_CHECK_INTERVAL_MS;
    const fileStats = statSync(currentFile(dataDir), { throwIfNoEntry: false, bigint: true });
    const mark = fileStats ? `${fileStats.mtimeNs} ${fileStats.ino}` : "";
    if (mark === lastFileMark) return manifest;
    lastFileMark = mark;
    const version = fileStats ? readCurrentVersion(dataDir) : null;
    const newManifest = version === "unreadable" ? null : version;
    if (newManifest?.version !== manifest?.version) stop(new Error("The streets were replaced"));
    if (version === "unreadable")
      report(`${UNREADABLE_STREETS} Import them again: livery streets FILE`);
    manifest = newManifest;
    return manifest;
  }

  function stop(reason: Error): void {
    worker?.terminate();
    worker = null;
    for (const [id, { reject }] of waitingCalls) {
      removeWaitingCall(id);
      reject(reason);
    }
  }

  function removeWaitingCall(id: number): PendingRequest | undefined {
    const waitingCall = waitingCalls.get(id);
    clearTimeout(waitingCall?.timer);
    waitingCalls.delete(id);
    return waitingCall;
  }

  function start(version: string): Worker {
    // The worker is next to this file in the source, and next to the bundled script in the executable.
    const name = Bun.isStandaloneExecutable ? "./streets-worker.js" : "./streets-worker.ts";
    const newWorker = new Worker(new URL(name, import.meta.url), { smol: true, ref: false });
    newWorker.onmessage = ({ data }: { data: StreetsReply }) => {
      const waitingCall = removeWaitingCall(data.id);
      if ("answer" in data) waitingCall?.resolve(data.answer);
      else waitingCall?.reject(new Error(data.fault));
    };
    newWorker.onerror = (event) => {
      if (worker !== newWorker) return;
      report(event.message);
      stop(new Error(event.message));
    };
    newWorker.postMessage({ open: { dataDir, version } } satisfies StreetsRequest);
    return newWorker;
  }

  function ask<Kind extends keyof Questions>(
    question: Extract<Question, { kind: Kind }>,
  ): Promise<Questions[Kind]["answer"]> {
    const currentStreets = current();
    if (!currentStreets) return Promise.reject(new Error("There are no streets"));
    if (waitingCalls.size >= MAX_WAITING_REQUESTS)
      return Promise.reject(new Error("Too many requests are waiting"));
    worker ??= start(currentStreets.version);
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(
      () => removeWaitingCall(id)?.reject(new Error("The search took too long")),
      ANSWER_TIMEOUT_MS,
    );
    waitingCalls.set(id, { resolve, reject, timer });
    worker.postMessage({ id, question } satisfies StreetsRequest);
    // The thread answers each kind of request as `Questions` describes.
    return promise as Promise<Questions[Kind]["answer"]>;
  }

  return {
    current,
    route: (points, alternatives) =>
      ask<"route">({ kind: "route", points: [...points], alternatives }),
    search: (q, near, limit) => ask<"search">({ kind: "search", q, near, limit }),
    addressAt: (point) => ask<"address">({ kind: "address", point }),
    tilesFile() {
      const currentStreets = current();
      return currentStreets && versionFiles(dataDir, currentStreets.version).tiles;
    },
    close: () => stop(new Error("The server is stopping")),
  };
}
