/**
 * How this server asks others over HTTP. The host is the operator's, from the configuration, and
 * nothing typed by anybody changes it: parameters are encoded, redirects are not followed. An answer
 * has three seconds for all of it, a limit in bytes, and must be JSON. One that fails twice in a row
 * is left alone for half a minute, so that nobody waits for what is down.
 */
import { version } from "../process/version";

/** The whole answer must be there after this long. */
const UPSTREAM_TIMEOUT_MS = 3_000;
/** The most that is read of an answer, unless the caller sets another limit. */
const UPSTREAM_ANSWER_BYTES = 64 * 1024;
/** How long an upstream that failed is not asked. */
const UPSTREAM_PAUSE_MS = 30_000;
const FAILURES_BEFORE_PAUSE = 2;

/** It answered, and said that there is no such thing (400, 404, 410, 422), or nothing of use. */
export class UpstreamRefusal extends Error {
  constructor(
    readonly status: number,
    message = `The service answered ${status}`,
  ) {
    super(message);
  }
}

/** It did not answer in time, not at all, or with what is no answer. */
class UpstreamFailure extends Error {}

/** The answer is larger than the limit. The caller may have asked for too much: the upstream is not down. */
export class UpstreamTooLarge extends UpstreamFailure {}

/** The caller has gone. Says nothing about the upstream. */
class UpstreamAborted extends Error {}

/**
 * A call of a server outside. Redirects are not followed unless `init` says so, and the answer comes as it is on the
 * wire: unpacked, some kilobytes could become gigabytes in memory before any limit counts them.
 */
export function fetchPlain(url: string | URL, init: BunFetchRequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("accept-encoding", "identity");
  return fetch(url, { redirect: "manual", ...init, headers, decompress: false });
}

type UpstreamRequest = {
  headers?: Record<string, string>;
  limitBytes?: number;
  signal?: AbortSignal | undefined;
};

/**
 * Asks once and gives the JSON of a 200, null of a 204. Throws `UpstreamRefusal`, `UpstreamFailure`, or
 * `UpstreamAborted` when `signal` was aborted.
 */
export async function fetchUpstreamJson(url: URL, request: UpstreamRequest = {}): Promise<unknown> {
  const { headers, limitBytes = UPSTREAM_ANSWER_BYTES, signal } = request;
  const timeout = AbortSignal.timeout(UPSTREAM_TIMEOUT_MS);
  try {
    const response = await fetchPlain(url, {
      headers: { accept: "application/json", "user-agent": `Livery/${version}`, ...headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    // Nothing is an answer as well.
    if (response.status === 204) return null;
    if (response.status !== 200) {
      await response.body?.cancel();
      if ([400, 404, 410, 422].includes(response.status))
        throw new UpstreamRefusal(response.status);
      throw new UpstreamFailure(`The service answered ${response.status}`);
    }
    return JSON.parse(await readLimited(response, limitBytes));
  } catch (error) {
    if (error instanceof UpstreamRefusal || error instanceof UpstreamFailure) throw error;
    if (signal?.aborted) throw new UpstreamAborted();
    if (timeout.aborted) throw new UpstreamFailure("The service took more than 3 seconds");
    throw new UpstreamFailure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The text of an answer. Throws `UpstreamTooLarge` as soon as it passes the limit, and `TypeError` when
 * it is no UTF-8.
 */
export async function readLimited(response: Response, limitBytes: number): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    // Leaving the loop by throwing cancels the stream and with it the connection.
    if (size > limitBytes) throw new UpstreamTooLarge("The answer is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** An upstream that is asked with every key pressed or every price, and may be down. */
export interface Upstream {
  /**
   * Asks for `path` under the configured URL, whose own query stays. `read` makes something of the
   * JSON and throws when it is nonsense, which counts as a failure, or `UpstreamRefusal` when what
   * was asked may be the reason: nobody can have the upstream rest by what they ask. Throws as
   * `fetchUpstreamJson` does, and `UpstreamFailure` at once while the upstream rests.
   */
  ask<T>(
    path: string,
    query: Record<string, string>,
    read: (json: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T>;
}

/** `now` is in ms; `failed` is told the reason each time the upstream is given a rest. */
export function createUpstream(options: {
  url: string;
  now: () => number;
  failed: (reason: string) => void;
  limitBytes?: number;
}): Upstream {
  const { now, failed, limitBytes } = options;
  const base = new URL(options.url);
  let failures = 0;
  let pausedUntil = 0;
  return {
    async ask(path, query, read, signal) {
      if (failures >= FAILURES_BEFORE_PAUSE) {
        if (now() < pausedUntil)
          throw new UpstreamFailure("The service failed and will be tried again later");
        // One call probes it; in the meantime the others fail at once.
        pausedUntil = now() + UPSTREAM_PAUSE_MS;
      }
      const url = new URL(base);
      url.pathname = base.pathname.replace(/\/+$/, "") + path;
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      try {
        const found = read(
          await fetchUpstreamJson(url, { signal, ...(limitBytes && { limitBytes }) }),
        );
        failures = 0;
        return found;
      } catch (error) {
        if (error instanceof UpstreamRefusal) {
          failures = 0;
          throw error;
        }
        if (error instanceof UpstreamAborted) {
          // The probing caller has gone without an answer: the next one probes.
          pausedUntil = Math.min(pausedUntil, now());
          throw error;
        }
        if (error instanceof UpstreamTooLarge) {
          pausedUntil = Math.min(pausedUntil, now());
          throw error;
        }
        failures++;
        const reason = error instanceof Error ? error.message : String(error);
        if (failures >= FAILURES_BEFORE_PAUSE) {
          pausedUntil = now() + UPSTREAM_PAUSE_MS;
          failed(reason);
        }
        throw new UpstreamFailure(reason);
      }
    },
  };
}
