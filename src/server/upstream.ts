/**
 * Requests of this server to other servers by HTTP. The host comes from the configuration. No input can change
 * it: parameters are encoded, redirects are not followed.
 *
 * An answer must arrive whole within three seconds, be within a limit of bytes, and be JSON. After two failures
 * in a row, an upstream is not called for half a minute, so that nobody waits for a server that is down.
 */
import { version } from "../process/version";

/** The whole answer must arrive within this time. */
const UPSTREAM_TIMEOUT_MS = 3_000;
/** The largest answer, unless the caller sets another limit. */
const MAX_UPSTREAM_ANSWER_BYTES = 64 * 1024;
/** How long a failed upstream is not called. */
const UPSTREAM_PAUSE_MS = 30_000;
const FAILURES_BEFORE_PAUSE = 2;

/** The upstream answered that there is no such thing (400, 404, 410, 422), or answered nothing useful. */
export class UpstreamRefusal extends Error {
  constructor(
    readonly status: number,
    message = `The service answered ${status}`,
  ) {
    super(message);
  }
}

/** The upstream did not answer, was too slow, or sent an invalid answer. */
class UpstreamFailure extends Error {}

/** The answer is larger than the limit. The upstream is not down; the caller may have asked for too much. */
export class UpstreamTooLargeError extends UpstreamFailure {}

/** The caller has left. This is no failure of the upstream. */
class UpstreamAbortedError extends Error {}

/**
 * Calls another server. Redirects are not followed unless `init` says so. The body stays compressed: some
 * kilobytes could become gigabytes in memory before any limit counts them.
 */
export function fetchUncompressed(
  url: string | URL,
  init: BunFetchRequestInit = {},
): Promise<Response> {
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
 * Sends one request. Returns the JSON of a 200, or null for a 204. Throws `UpstreamRefusal`, `UpstreamFailure`,
 * or `UpstreamAbortedError` when `signal` was aborted.
 */
export async function fetchUpstreamJson(url: URL, request: UpstreamRequest = {}): Promise<unknown> {
  const { headers, limitBytes = MAX_UPSTREAM_ANSWER_BYTES, signal } = request;
  const timeout = AbortSignal.timeout(UPSTREAM_TIMEOUT_MS);
  try {
    const response = await fetchUncompressed(url, {
      headers: { accept: "application/json", "user-agent": `Livery/${version}`, ...headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    // An empty answer is valid too.
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
    if (signal?.aborted) throw new UpstreamAbortedError();
    if (timeout.aborted) throw new UpstreamFailure("The service took more than 3 seconds");
    throw new UpstreamFailure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Returns the text of an answer. Throws `UpstreamTooLargeError` as soon as it exceeds the limit, and `TypeError` if it
 * is not UTF-8.
 */
export async function readLimited(response: Response, limitBytes: number): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    // Throwing inside the loop cancels the stream, and so the connection.
    if (size > limitBytes) throw new UpstreamTooLargeError("The answer is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** An upstream that is called at every keystroke or every price, and may be down. */
export interface Upstream {
  /**
   * Requests `path` under the configured URL, whose own query stays. `read` converts the JSON. It throws if the JSON is
   * invalid, which counts as a failure. It throws `UpstreamRefusal` if the question may be the reason, so that no
   * caller can switch the upstream off with unusual questions.
   *
   * Throws like `fetchUpstreamJson`, and `UpstreamFailure` at once while the upstream is paused.
   */
  ask<T>(
    path: string,
    query: Record<string, string>,
    read: (json: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T>;
}

/** Makes an upstream. `now` is in ms. `failed` is called with the reason each time the upstream is paused. */
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
        // One call tries the upstream. In the meantime all others fail at once.
        pausedUntil = now() + UPSTREAM_PAUSE_MS;
      }
      const url = new URL(base);
      url.pathname = base.pathname.replace(/\/+$/, "") + path;
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      try {
        const parsedAnswer = read(
          await fetchUpstreamJson(url, { signal, ...(limitBytes && { limitBytes }) }),
        );
        failures = 0;
        return parsedAnswer;
      } catch (error) {
        if (error instanceof UpstreamRefusal) {
          failures = 0;
          throw error;
        }
        if (error instanceof UpstreamAbortedError) {
          // The caller that tried the upstream has left without an answer, so the next call tries again.
          pausedUntil = Math.min(pausedUntil, now());
          throw error;
        }
        if (error instanceof UpstreamTooLargeError) {
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
