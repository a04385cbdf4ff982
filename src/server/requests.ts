/** What is decided about a request before and after its route: origin, address, failures. */
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
 * Refuses a state-changing request from another site (403): its `Origin` must be ours; without
 * one, `Sec-Fetch-Site` must say `same-origin`; with neither it may carry no cookie of ours.
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
 * Lets pages of other websites, and pages saved to a disk, make the calls that are meant for them: whether this is such a
 * call. They take a key that everybody may read, and no cookie. `headers` gets what browsers want to know.
 */
export function setWebsiteCors(path: string, headers: (name: string, value: string) => void) {
  if (!path.startsWith("/backend/website/v1/")) return false;
  headers("Access-Control-Allow-Origin", "*");
  headers("Access-Control-Allow-Methods", "GET, POST");
  headers("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key");
  headers("Access-Control-Expose-Headers", "Retry-After");
  headers("Access-Control-Max-Age", "86400");
  return true;
}

/**
 * The one answer that another site's page posts: Apple's, at the end of a sign-in. It is only kept;
 * what it is worth shows when the browser comes for it by GET, with its cookies. A page that hides
 * where it is sends `null`.
 */
function isAppleAnswer(request: Request, origin: string | null, deps: Deps): boolean {
  if (request.method !== "POST") return false;
  if (new URL(request.url).pathname !== "/backend/auth/apple/callback") return false;
  const { apple } = connectedConfig(deps);
  if (!apple) return false;
  return origin === null || origin === "null" || origin === new URL(apple.issuer).origin;
}

function ownOrigin(request: Request, config: Config): string {
  if (config.publicUrlIsSet) return config.publicUrl;
  const host = request.headers.get("host");
  return host ? `http://${host}` : new URL(request.url).origin;
}

/** The methods that some route answers on this path; HEAD goes with GET. */
export function allowedMethods(app: Hono<Env>, path: string): string[] {
  const methods = new Set(
    app.routes.filter((route) => route.method !== "ALL").map((route) => route.method),
  );
  const allowed = [...methods].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return allowed.includes("GET") ? [...allowed, "HEAD"] : allowed;
}

/** The one place where a failure becomes an answer; what is unexpected is logged, without detail outside. */
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
  // The rest of the body may never come.
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

/** A path as logs may have it: one-time tokens are left out. */
export function redactPath(path: string): string {
  return path.replace(
    /^((?:\/backend)?\/+(?:signin|track|calendars|pay|quote|approve|affiliate|flights\/+alerts|driver-appl(?:y|ication)\/+status)\/+)[^/]+/i,
    "$1…",
  );
}
