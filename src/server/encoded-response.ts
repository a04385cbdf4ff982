/**
 * Documents that are the same for everybody, ready to be sent. They are compressed once, and their tag saves
 * sending them again to a browser that has them. All answers share the same bytes, so many slow readers take no
 * more memory than one.
 */
import { Blob } from "node:buffer";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context } from "hono";
import type { Deps } from "../deps";
import { acceptsEncoding } from "./encodings";
import { createResponseCache, type ResponseCache } from "./response-cache";

export interface EncodedResponse {
  type: string;
  tag: string;
  plain: Blob;
  gzip: Blob;
}

const compress = promisify(gzip);

/** Prepares a text to be sent as `type`. */
export async function encodeText(text: string, type: string): Promise<EncodedResponse> {
  const bytes = new TextEncoder().encode(text);
  const compressedBytes = new Uint8Array(await compress(bytes));
  const tag = `W/"${Bun.hash(bytes).toString(36)}"`;
  return { type, tag, plain: new Blob([bytes]), gzip: new Blob([compressedBytes]) };
}

/** Like `encodeText`, for an answer in JSON. */
export function encodeJson<Body>(body: Body): Promise<EncodedResponse> {
  return encodeText(JSON.stringify(body), "application/json");
}

type CachedAnswers<Answer> = { answers: ResponseCache<{ made: Answer }>; revision: number };

/**
 * Returns a function that calls `make` once and gives everybody its result until content or settings change. `make`
 * must not depend on the time.
 */
export function cachedUntilChange<Answer>(
  make: (deps: Deps) => Promise<Answer>,
): (deps: Deps) => Promise<Answer> {
  const cachesByServer = new WeakMap<Deps, CachedAnswers<Answer>>();
  function cacheOfServer(deps: Deps): CachedAnswers<Answer> {
    const existingCache = cachesByServer.get(deps);
    if (existingCache) return existingCache;
    const serverCache: CachedAnswers<Answer> = {
      answers: createResponseCache({ maxEntries: 1, now: deps.now }),
      revision: 0,
    };
    deps.bus.listen(({ type }) => {
      if (type === "settings" || type === "content") serverCache.revision++;
    });
    cachesByServer.set(deps, serverCache);
    return serverCache;
  }
  return async (deps) => {
    const { answers, revision } = cacheOfServer(deps);
    const makeAnswer = async () => ({
      answer: { made: await make(deps) },
      cacheMs: Number.POSITIVE_INFINITY,
    });
    const cachedAnswer = await answers.find(String(revision), makeAnswer, undefined);
    // `find` returns undefined only after an abort signal, and there is none here.
    return cachedAnswer ? cachedAnswer.made : make(deps);
  };
}

/** Sends the document in an encoding that the request accepts, or 304 if the browser has it. */
export function sendEncoded(c: Context, { type, tag, plain, gzip }: EncodedResponse): Response {
  c.header("ETag", tag);
  c.header("Vary", "Accept-Encoding");
  if (c.req.header("if-none-match")?.includes(tag)) return c.body(null, 304);
  const isGzipped = acceptsEncoding(c.req.header("accept-encoding") ?? null, "gzip");
  const body = isGzipped ? gzip : plain;
  c.header("Content-Type", type);
  c.header("Content-Length", String(body.size));
  if (isGzipped) c.header("Content-Encoding", "gzip");
  // Hono's types do not allow a Blob. A Response shares a Blob, but would copy an array.
  return c.body(body as unknown as ReadableStream);
}
