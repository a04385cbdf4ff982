/** Checks and answers that are the same for every route: origin, allowed methods, errors. */
import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { DatabaseBusyError } from "../../db/writer";
import type { Config } from "../config";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { connectedConfig } from "../settings/connections/connection-queries";
import type { Env } from "./http";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Throws 403 for a state-changing request from another site. Its `Origin` must be ours. Without an `Origin`,
 * `Sec-Fetch-Site` must be `same-origin`. Without both, the request may have no cookie of ours.
 */
export function guardOrigin(request: Request, deps: Deps): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get("origin");
  if (isAppleAnswer(request, origin, deps)) return;
  if (origin !== null) {
    if (origin === ownOrigin(request, deps.config)) return;
    throw new AppError("request.foreign_origin");
  }
  const site = request.headers.get("sec-fetch-site");
  if (site === "same-origin") return;
  if (site === null && !request.headers.get("cookie")?.includes("livery_")) return;
  throw new AppError("request.foreign_origin");
}

/**
 * Allows pages of other websites, and pages saved to a disk, to make the calls for websites, by setting CORS
 * headers with `setHeader`. Returns whether this is such a call. They take a key that everybody may read, and no
 * cookie.
 */
export function setWebsiteCors(path: string, setHeader: (name: string, value: string) => void) {
  if (!path.startsWith("/backend/website/v1/")) return false;
  setHeader("Access-Control-Allow-Origin", "*");
  setHeader("Access-Control-Allow-Methods", "GET, POST");
  setHeader("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key");
  setHeader("Access-Control-Expose-Headers", "Retry-After");
  setHeader("Access-Control-Max-Age", "86400");
  return true;
}

/**
 * Whether this is Apple's answer at the end of a sign-in, the only POST that we accept from another site. It is
 * only stored. The browser then requests it by GET, with its cookies, and only that request is checked. A page
 * that hides its origin sends `null`.
 */
function isAppleAnswer(request: Request, origin: string | null, deps: Deps): boolean {
  if (request.method !== "POST") return false;
  if (new URL(request.url).pathname !== "/backend/auth/apple/callback") return false;
  const { apple } = connectedConfig(deps);
  if (!apple) return false;
  return origin === null || origin === "null" || origin === new URL(apple.issuer).origin;
}

function ownOrigin(request: Request, config: Config): string {
  if (config.isPublicUrlSet) return config.publicUrl;
  const host = request.headers.get("host");
  return host ? `http://${host}` : new URL(request.url).origin;
}

/** Returns the methods of all routes with this path. HEAD is allowed wherever GET is. */
export function allowedMethods(app: Hono<Env>, path: string): string[] {
  const methods = new Set(
    app.routes.filter((route) => route.method !== "ALL").map((route) => route.method),
  );
  const allowed = [...methods].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return allowed.includes("GET") ? [...allowed, "HEAD"] : allowed;
}

/** Turns every error into an answer. Unexpected errors are logged, and the client gets no details. */
export function renderError(error: unknown, c: Context<Env>, deps: Deps): Response {
  const failure = toAppError(error);
  const requestId = c.get("requestId") ?? Bun.randomUUIDv7();
  if (failure.status >= 500)
    deps.log.error("{method} {path} failed: {error}", {
      method: c.req.method,
      path: redactPath(c.req.path),
      requestId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  c.header("Cache-Control", "no-store");
  if (failure.retryAfterSeconds !== undefined)
    c.header("Retry-After", String(Math.max(1, Math.ceil(failure.retryAfterSeconds))));
  if (failure.allow) c.header("Allow", failure.allow);
  // The rest of the body may never arrive.
  if (failure.status === 408) c.header("Connection", "close");
  return c.json(
    {
      message: failure.message,
      code: failure.code,
      ...(failure.fields && { fields: failure.fields }),
      ...(failure.phone && { phone: failure.phone }),
      ...(failure.meanwhile && { meanwhile: failure.meanwhile }),
      ...(failure.status >= 500 && { requestId }),
    },
    failure.status as 400,
  );
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status < 500)
    return new AppError("request.malformed");
  if (error instanceof DatabaseBusyError)
    return new AppError("server.busy", { retryAfterSeconds: 1 });
  if (error instanceof Error && "code" in error) {
    if (error.code === "SQLITE_FULL" || error.code === "ENOSPC")
      return new AppError("server.disk_full");
    if (String(error.code).startsWith("SQLITE_BUSY"))
      return new AppError("server.busy", { retryAfterSeconds: 1 });
  }
  return new AppError("server.error");
}

/** Returns a path for the log, without one-time tokens. */
export function redactPath(path: string): string {
  return path.replace(
    /^((?:\/backend)?\/+(?:signin|track|calendars|pay|quote|approve|affiliate|flights\/+alerts|driver-appl(?:y|ication)\/+status)\/+)[^/]+/i,
    "$1…",
  );
}
