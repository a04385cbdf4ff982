/** What answers heavy calls: a process of its own that has the database open for reading. */
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
import { forgetVersions } from "../fares/queries";
import { createBus } from "../live";
import { emptyMap } from "../maps/operator-map";
import { emptyGazetteer } from "../places/gazetteer";
import { declarationOf } from "../server/calls";
import type { Env } from "../server/http";
import { noStreets } from "../streets/streets";
import { createTally } from "../server/tally";
import { loadKeys } from "./keys";
import type { FromReader, ReaderAnswer, ReadRequest, ReaderRequest } from "./readers";
import { createRecentLines } from "./recent-lines";

/** Below the server, whose other answers come first. */
const PRIORITY = 5;
/** Bytes that travel at once, unless a piece of an answer alone is larger. */
const CHUNK_BYTES = 131_072;

type PendingRead = ReadableStreamDefaultReader<Uint8Array>;

/** `livery read`: answers what the server asks by the line between them, and ends with it. */
export async function runReadProcess(): Promise<void> {
  try {
    setPriority(PRIORITY);
  } catch {
    // Where the system forbids it the work is done all the same, beside the server.
  }
  // The server ends it, once nobody waits for it any more: a terminal and systemd tell both to stop.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const tell = (message: FromReader) => void process.send?.(message);
  let answer: ((request: ReadRequest) => Promise<Response>) | undefined;
  const open = new Map<number, PendingRead>();

  async function read(message: Exclude<ReaderRequest, { config: Config }>): Promise<FromReader> {
    const { id } = message;
    let head = { status: 200, headers: [] as [string, string][] };
    if ("request" in message) {
      if (!answer) throw new Error("Nothing was configured");
      const { status, headers, body } = await answer(message.request);
      head = { status, headers: [...headers] };
      if (body) open.set(id, body.getReader());
    }
    const { bytes, more } = await take(open.get(id));
    if (!more) open.delete(id);
    return { ...head, bytes, more };
  }

  process.on("message", (message: ReaderRequest) => {
    if ("config" in message) answer = openReadHandler(message.config);
    else if ("rest" in message && message.rest === "stop") {
      void open.get(message.id)?.cancel();
      open.delete(message.id);
    } else read(message).then(tell, (error) => tell(toFailure(error)));
  });
  process.on("disconnect", () => process.exit(0));
  tell("ready");
}

/** What is there of an answer, some bytes of it at least. */
async function take(rest: PendingRead | undefined): Promise<Pick<ReaderAnswer, "bytes" | "more">> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (rest && length < CHUNK_BYTES) {
    const { done, value } = await rest.read();
    if (done) return { bytes: new Uint8Array(Buffer.concat(pieces)), more: false };
    pieces.push(value);
    length += value.length;
  }
  return { bytes: new Uint8Array(Buffer.concat(pieces)), more: rest !== undefined };
}

function toFailure(error: unknown): FromReader {
  if (error instanceof AppError) {
    const { code, message, fields, phone, meanwhile, retryAfterSeconds } = error;
    return { refused: { code, details: { message, fields, phone, meanwhile, retryAfterSeconds } } };
  }
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** What the API answers by reading alone, on a database that is only read. */
function openReadHandler(config: Config): (request: ReadRequest) => Promise<Response> {
  const db = openForReading(join(config.dataDir, "livery.sqlite"));
  let now = 0;
  const deps: Deps = {
    config,
    db,
    write: () => Promise.reject(new Error("A heavy call only reads")),
    readers: null,
    now: () => now,
    keys: loadKeys(config.dataDir),
    bus: createBus(),
    gazetteer: emptyGazetteer,
    map: emptyMap,
    streets: noStreets,
    log: getLogger("livery"),
    tally: createTally(),
    lines: createRecentLines(),
    shutdown: new AbortController().signal,
  };
  let askedRequest: ReadRequest | undefined;
  let failure: unknown;
  const calls = new Hono<Env>({ router: new LinearRouter() }).use((c, next) => {
    c.set("deps", deps);
    // The server's own: nobody else has the line.
    if (askedRequest?.session) c.set("session", askedRequest.session as Session);
    c.set("requestId", askedRequest?.requestId ?? "");
    return next();
  });
  for (const { method, path, handler } of createApp(deps).routes)
    if (method === "GET" && declarationOf(handler)) calls.on(method, path, handler);
  calls.onError((error) => {
    failure = error;
    return new Response(null, { status: 500 });
  });
  // One at a time: the server asks the next when it has an answer.
  return async (request) => {
    askedRequest = request;
    now = request.now;
    failure = undefined;
    // What another process has published since is not known here.
    forgetVersions(db);
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
