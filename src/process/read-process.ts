/** The read-only process that answers heavy calls. */
import { setPriority } from "node:os";
import { join } from "node:path";
import { getLogger } from "@logtape/logtape";
import { Hono } from "hono";
import { LinearRouter } from "hono/router/linear-router";
import { openForReading } from "../../db/open";
import type { Session } from "../accounts/sessions/session-queries";
import { createApp } from "../app";
import type { Config } from "../config";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { clearVersionCache } from "../fares/queries";
import { createEventBus } from "../live-events";
import { emptyMap } from "../maps/operator-map";
import { emptyGazetteer } from "../places/gazetteer";
import { declarationOf } from "../server/calls";
import type { Env } from "../server/http";
import { noStreets } from "../streets/streets";
import { createTally } from "../server/tally";
import { loadKeys } from "./keys";
import type { ReaderMessage, ReaderAnswer, ReadRequest, ReaderRequest } from "./readers";
import { createRecentLogLines } from "./recent-log-lines";

/** The process runs at a lower priority than the server, so that the server's other answers come first. */
const PROCESS_NICENESS = 5;
/** How many bytes are sent in one message, unless a single piece of an answer is larger. */
const CHUNK_BYTES = 131_072;

type PendingRead = ReadableStreamDefaultReader<Uint8Array>;

/** `livery read`: answers the server's requests over the connection between them, and ends with the server. */
export async function runReadProcess(): Promise<void> {
  try {
    setPriority(PROCESS_NICENESS);
  } catch {
    // If the system forbids it, the process works at the server's priority.
  }
  // The server ends this process when it is no longer needed. A terminal and systemd send these signals to both.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const sendToParent = (message: ReaderMessage) => void process.send?.(message);
  let handleRead: ((request: ReadRequest) => Promise<Response>) | undefined;
  const pendingReads = new Map<number, PendingRead>();

  async function read(message: Exclude<ReaderRequest, { config: Config }>): Promise<ReaderMessage> {
    const { id } = message;
    let head = { status: 200, headers: [] as [string, string][] };
    if ("request" in message) {
      if (!handleRead) throw new Error("A request reached the process before its configuration");
      const { status, headers, body } = await handleRead(message.request);
      head = { status, headers: [...headers] };
      if (body) pendingReads.set(id, body.getReader());
    }
    const { bytes, more } = await readChunk(pendingReads.get(id));
    if (!more) pendingReads.delete(id);
    return { ...head, bytes, more };
  }

  process.on("message", (message: ReaderRequest) => {
    if ("config" in message) handleRead = openReadHandler(message.config);
    else if ("rest" in message && message.rest === "stop") {
      void pendingReads.get(message.id)?.cancel();
      pendingReads.delete(message.id);
    } else read(message).then(sendToParent, (error) => sendToParent(toFailure(error)));
  });
  process.on("disconnect", () => process.exit(0));
  sendToParent("ready");
}

/** Returns the next bytes of an answer, at least one piece. */
async function readChunk(
  pendingRead: PendingRead | undefined,
): Promise<Pick<ReaderAnswer, "bytes" | "more">> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (pendingRead && length < CHUNK_BYTES) {
    const { done, value } = await pendingRead.read();
    if (done) return { bytes: new Uint8Array(Buffer.concat(pieces)), more: false };
    pieces.push(value);
    length += value.length;
  }
  return { bytes: new Uint8Array(Buffer.concat(pieces)), more: pendingRead !== undefined };
}

function toFailure(error: unknown): ReaderMessage {
  if (error instanceof AppError) {
    const { code, message, fields, phone, meanwhile, retryAfterSeconds } = error;
    return { refused: { code, details: { message, fields, phone, meanwhile, retryAfterSeconds } } };
  }
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Makes a function that answers GET calls of the API on a read-only database. */
function openReadHandler(config: Config): (request: ReadRequest) => Promise<Response> {
  const db = openForReading(join(config.dataDir, "livery.sqlite"));
  let now = 0;
  const deps: Deps = {
    config,
    db,
    write: () => Promise.reject(new Error("A heavy call must not write to the database")),
    readers: null,
    now: () => now,
    keys: loadKeys(config.dataDir),
    bus: createEventBus(),
    gazetteer: emptyGazetteer,
    map: emptyMap,
    streets: noStreets,
    log: getLogger("livery"),
    tally: createTally(),
    lines: createRecentLogLines(),
    shutdown: new AbortController().signal,
  };
  let currentRequest: ReadRequest | undefined;
  let failure: unknown;
  const calls = new Hono<Env>({ router: new LinearRouter() }).use((c, next) => {
    c.set("deps", deps);
    // The session comes from the server. Nobody else can send to this process.
    if (currentRequest?.session) c.set("session", currentRequest.session as Session);
    c.set("requestId", currentRequest?.requestId ?? "");
    return next();
  });
  for (const { method, path, handler } of createApp(deps).routes)
    if (method === "GET" && declarationOf(handler)) calls.on(method, path, handler);
  calls.onError((error) => {
    failure = error;
    return new Response(null, { status: 500 });
  });
  // One request at a time: the server sends the next one after the first bytes of the answer.
  return async (request) => {
    currentRequest = request;
    now = request.now;
    failure = undefined;
    // Another process may have published a price list since the last request.
    clearVersionCache(db);
    db.$client.run("BEGIN");
    try {
      const answer = await calls.fetch(new Request(request.url), {});
      if (failure !== undefined) throw failure;
      return answer;
    } finally {
      db.$client.run("COMMIT");
    }
  };
}

if (import.meta.main && !Bun.isStandaloneExecutable) await runReadProcess();
