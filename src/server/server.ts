/** Listens for requests, finds the code that answers a path, and closes without failing a request. */
import type { Server } from "bun";
import { type Assets, openAssets } from "../process/assets";
import { openBackend } from "./backend";
import type { Deps } from "../deps";
import type { Env } from "./http";
import { createPages } from "../pages/pages";
import { answerForm, acceptsForms } from "./plain-forms";
import { redactPath } from "./requests";

type Bindings = Env["Bindings"];

export interface RunningServer {
  /** The port on which the server listens. If the configured port is 0, the system chooses one. */
  port: number;
  /** Loads the modules that a start leaves out. Without it, the first request that needs them loads them. */
  warmUp(): Promise<void>;
  /** Stops without failing a request. Resolves when the last answer has been sent, within 9 s. */
  stop(): Promise<void>;
}

/** A connection without traffic is closed after this time. */
const IDLE_TIMEOUT_SECONDS = 10;
/** While stopping, the listening socket closes after this time without a new request. */
const QUIET_MS = 150;
const MAX_QUIET_WAIT_MS = 1000;
const MAX_SHUTDOWN_MS = 8000;

/**
 * Listens on the configured address. When it returns, the server is ready.
 *
 * `shutdown` is the controller behind `deps.shutdown`. Stopping aborts it first, which ends open event streams.
 * Throws if the client is not built or the port is taken.
 */
export function startServer(
  deps: Deps,
  shutdown: AbortController,
  assets: Assets = openAssets(),
): RunningServer {
  const backend = openBackend(deps);
  const pages = createPages({ deps, backend, assets });
  const { signal } = shutdown;
  let lastRequestAt = 0;
  const listenerClosed = Promise.withResolvers<void>();

  function answer(request: Request, server: Server<undefined>): Response | Promise<Response> {
    const { url, method } = request;
    if (!commonUrlPattern.test(url) && !URL.canParse(url)) return plainAnswer(400);
    const pathStart = url.indexOf("/", 8);
    const queryStart = url.indexOf("?", pathStart);
    const path = queryStart === -1 ? url.slice(pathStart) : url.slice(pathStart, queryStart);
    const env: Bindings = {
      get address() {
        return server.requestIP(request)?.address;
      },
      keepOpen() {
        server.timeout(request, 0);
        return () => server.timeout(request, IDLE_TIMEOUT_SECONDS);
      },
    };
    if (path.startsWith("/backend/") || path === "/backend") {
      return method === "HEAD" ? answerHead(request, env) : backend.fetch(request, env);
    }
    if (method === "POST" && acceptsForms(path)) {
      return answerForm(backend, request, path, env, (postedForm) =>
        pages.renderPostedForm(request, path, env, postedForm),
      );
    }
    if (method === "POST" && path === "/widget") return pages.continueBooking(request);
    if (method !== "GET" && method !== "HEAD") return plainAnswer(405, { allow: "GET, HEAD" });
    const asset = assets.respond(path, request, deps.map.origins());
    if (asset) return asset;
    if (path.startsWith("/assets/")) return pages.file(path) ?? plainAnswer(404);
    if (path === "/dev/build" && assets.manifest.development) return openBuildStream(env);
    return pages.respond(request, path, queryStart === -1 ? "" : url.slice(queryStart), env);
  }

  /** At the log level `debug`, writes a line for each request, without query, cookies and one-time tokens. */
  async function answerAndLog(request: Request, server: Server<undefined>): Promise<Response> {
    const startedAt = performance.now();
    const response = await answer(request, server);
    deps.log.debug("{method} {path} {status} in {ms} ms", {
      method: request.method,
      path: redactPath(URL.parse(request.url)?.pathname ?? ""),
      status: response.status,
      ms: Math.round(performance.now() - startedAt),
      requestId: response.headers.get("x-request-id") ?? "",
    });
    return response;
  }
  const respond = deps.config.logLevel === "debug" ? answerAndLog : answer;

  /** Answers HEAD: the headers of the same GET, with the length of its body. */
  async function answerHead(request: Request, env: Bindings): Promise<Response> {
    const answer = await backend.fetch(new Request(request, { method: "GET" }), env);
    const headers = new Headers(answer.headers);
    if (headers.get("content-type")?.startsWith("text/event-stream")) {
      await answer.body?.cancel();
    } else if (!headers.has("content-length")) {
      let length = 0;
      // A file may be large, so its bytes are counted and not kept.
      for await (const chunk of answer.body ?? []) length += chunk.byteLength;
      headers.set("content-length", String(length));
    }
    return new Response(null, { status: answer.status, headers });
  }

  /** In development: tells the page which build is served. The page reloads when it changes. */
  function openBuildStream(env: Bindings): Response {
    env.keepOpen?.();
    const cancelController = new AbortController();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(`retry: 200\nevent: build\ndata: ${assets.manifest.build}\n\n`);
        signal.addEventListener("abort", () => controller.close(), {
          signal: cancelController.signal,
        });
      },
      cancel: () => cancelController.abort(),
    });
    return new Response(body, {
      headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
    });
  }

  /**
   * While stopping, holds each answer until the listening socket is closed. A client that has its answer would
   * return on a new connection, which could then be reset.
   */
  async function answerDuringShutdown(
    request: Request,
    server: Server<undefined>,
  ): Promise<Response> {
    const response = await respond(request, server);
    await listenerClosed.promise;
    const headers = new Headers(response.headers);
    headers.set("connection", "close");
    return new Response(response.body, { status: response.status, headers });
  }

  const server = Bun.serve({
    hostname: deps.config.host,
    port: deps.config.port,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    // Code that reads a body has its own limits and answers with a text. This limit would close the connection
    // without one.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    fetch(request, server) {
      if (!signal.aborted) return respond(request, server);
      lastRequestAt = performance.now();
      return answerDuringShutdown(request, server);
    },
    error(error) {
      deps.log.error("A request failed: {error}", { error: error.stack ?? error.message });
      return plainAnswer(500);
    },
  });

  return {
    port: server.port ?? deps.config.port,
    async warmUp() {
      await backend.load();
    },
    async stop() {
      const startedAt = performance.now();
      lastRequestAt = startedAt;
      shutdown.abort();
      for (;;) {
        const now = performance.now();
        if (now - lastRequestAt > QUIET_MS || now - startedAt > MAX_QUIET_WAIT_MS) break;
        await Bun.sleep(10);
      }
      const stopped = server.stop();
      listenerClosed.resolve();
      await Promise.race([stopped, Bun.sleep(MAX_SHUTDOWN_MS)]);
      await server.stop(true);
    },
  };
}

/**
 * URLs that are certainly valid. `URL.canParse` checks all others, because their host comes from the client. A
 * number is not a host name.
 */
const commonUrlPattern = /^http:\/\/(?:127\.0\.0\.1|(?:[a-z0-9]+\.)*[a-z]+)(?::[1-5]?\d{1,4})?\//;

const texts: Record<number, string> = {
  400: "Bad request",
  404: "Not found",
  405: "Method not allowed",
  500: "Something went wrong",
};

/** Makes a short answer in plain text, for clients that do not show a page. */
function plainAnswer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(`${texts[status]}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      ...headers,
    },
  });
}
