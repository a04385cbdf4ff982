/** The first step of every call to the API: identifies the request, refuses other websites, counts answers. */
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { clientAddress } from "./addresses";
import type { Deps } from "../deps";
import type { Env } from "./http";
import { withRequestId } from "../process/log";
import { guardOrigin, setWebsiteCors } from "./requests";

/** Makes the first middleware of the API. It fills the context, checks the origin and records the answer. */
export function createContext(deps: Deps): MiddlewareHandler<Env> {
  return createMiddleware<Env>((c, next) => {
    const startedAt = performance.now();
    c.set("deps", deps);
    const requestId = c.env?.requestId ?? Bun.randomUUIDv7();
    c.set("requestId", requestId);
    c.set(
      "address",
      clientAddress(c.req.raw, c.env?.address ?? "127.0.0.1", deps.config.trustProxy),
    );
    // Headers are set first, so that refusals have them too. A route may set a policy of its own.
    c.header("X-Request-Id", requestId);
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Referrer-Policy", "strict-origin-when-cross-origin");
    c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    if (!setWebsiteCors(c.req.path, (name, value) => c.header(name, value)))
      guardOrigin(c.req.raw, deps);
    else if (c.req.method === "OPTIONS") return Promise.resolve(c.body(null, 204));
    return withRequestId(requestId, next).then(() => {
      const seconds = (performance.now() - startedAt) / 1000;
      deps.tally.observeRequest(c.req.method, "backend", c.res.status, seconds);
    });
  });
}
