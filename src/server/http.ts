/** Shared by all routes: validation, sessions and roles, limits. */
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { z, ZodType } from "zod";
import { type Download, logDownload } from "../audit/actions";
import type { SubjectKind } from "../audit/contract";
import { networkOf } from "./addresses";
import { may, type Permission } from "../accounts/permission-rules";
import { type Audience, findSession, type Session } from "../accounts/sessions/session-queries";
import { updateLastSeen } from "../accounts/sessions/session-actions";
import { recordKeyUse } from "../accounts/keys/key-actions";
import type { KeyScope } from "../accounts/keys/key-contract";
import { type AcceptedKey, acceptKey } from "../accounts/keys/key-queries";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { fieldWords } from "./field-words";
import { parseStrictJson } from "../formats/json";
import type { Paper } from "../formats/pdf";

/** The context of a handler. */
export type Env = {
  Bindings: {
    /** The client's address, from the socket. */
    address?: string;
    /**
     * The id of the page that makes this call while it is rendered. So the log shows both under one request.
     */
    requestId?: string;
    /**
     * Switches off the idle timeout of this request's connection, for streams and uploads. Returns a function
     * that switches it on again; otherwise the connection would stay open for as long as the client likes.
     */
    keepOpen?: () => () => void;
    /**
     * Waits after the checks of a page's call and before its work. `isDecisive` says whether the answer may decide the
     * page's status, because it is the row that the address names, or the signed-in account.
     */
    hold?: (isDecisive: boolean) => Promise<void> | undefined;
    /**
     * Receives the answer of a page's call as an object instead of JSON, because the page is rendered in the
     * same process.
     */
    passAnswerObject?: (answer: unknown) => void;
    /**
     * Called with the reason why a page's plain form was refused, so that the page can be shown again with the
     * input.
     */
    onRefusedForm?: (refused: RefusedForm) => void;
  };
  Variables: {
    deps: Deps;
    /** The request's id: in the log, in the answer's header and in error messages. */
    requestId: string;
    /** The client's address, read according to `TRUST_PROXY`. */
    address: string;
    /** Set by `requireRider` and similar. */
    session: Session;
    /** Set by `requireApiKey`. */
    key: AcceptedKey;
  };
};

/** The input of a page's plain form, and why it was refused. */
export interface RefusedForm {
  /** The input as it was typed, by the names of the fields. Empty if it could not be read. */
  typed: Record<string, string>;
  error: unknown;
}

export type AppContext = Context<Env>;

/** Larger JSON bodies are refused without being read. */
export const JSON_LIMIT_BYTES = 64 * 1024;

/** The name of the header that lists characters that a PDF could not show. */
const UNWRITABLE_HEADER = "Unwritable";

/**
 * Sends a PDF to be saved. Keeps the session's `no-store`. A header lists characters that no typeface has, so that the
 * screen can warn before anybody prints the PDF.
 */
export function sendPdf(
  c: AppContext,
  { name, bytes, unwritableCharacters }: Paper & { name: string },
): Response {
  c.header("Content-Type", "application/pdf");
  c.header("Content-Disposition", `attachment; filename="${name}"`);
  if (unwritableCharacters.length > 0)
    c.header(
      UNWRITABLE_HEADER,
      encodeURIComponent(unwritableCharacters.slice(0, 40).join("").toWellFormed()),
    );
  return c.body(bytes);
}

/** Hides an address that contains a token from robots and other sites. */
export const hideSecretAddress = createMiddleware<Env>((c, next) => {
  c.header("X-Robots-Tag", "noindex, nofollow");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cache-Control", "no-store");
  return next();
});

type Target = "json" | "query" | "param" | "form";

/** Reads `value` by the contract. Throws 400 with the fields' errors if it does not match. */
export function parse<Part extends ZodType>(
  schema: Part,
  value: unknown,
  target: Target,
): z.output<Part> {
  const result = schema.safeParse(value, { error: fieldWords });
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join(".") || target;
    fields[path] ??= issue.message;
  }
  throw new AppError("request.invalid", { fields });
}

/** Returns the query's parameters: a text if it is given once, a list if it is given more often. */
export function readQuery(c: Context): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
}

/**
 * Returns the JSON of the body. Throws 413 if it is larger than `limitBytes`, 415 if it is not JSON, and 400 if it is
 * cut short.
 */
export async function readJson(c: Context, limitBytes: number): Promise<unknown> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("request.wrong_type");
  const bytes = await readBody(c.req.raw, limitBytes);
  const parsed = parseStrictJson(bytes);
  if (!parsed) throw new AppError("request.malformed");
  return parsed.value;
}

/** Returns the body. Throws 413 as soon as it exceeds the limit, whatever its header said. */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  const declaredLength = Number(request.headers.get("content-length") ?? 0);
  if (declaredLength > limitBytes) throw new AppError("request.too_large");
  if (!request.body) return new Uint8Array();
  try {
    if (declaredLength > 0) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > limitBytes) throw new AppError("request.too_large");
      return bytes;
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of request.body) {
      length += chunk.length;
      if (length > limitBytes) throw new AppError("request.too_large");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    // The client disconnected in the middle. This is not an error of the server.
    throw error instanceof AppError ? error : new AppError("request.malformed");
  }
}

/** Returns the name of an area's session cookie. */
export function sessionCookieName(deps: Deps, audience: Audience): string {
  return `${deps.config.isHttps ? "__Host-" : ""}livery_${audience}`;
}

/** Returns the session of the request's cookie for an area. Null without one. */
export function readSession(c: AppContext, audience: Audience): Session | null {
  const deps = c.get("deps");
  const token = getCookie(c, sessionCookieName(deps, audience));
  return token ? findSession(deps, audience, token) : null;
}

function requireSession(audience: Audience, accept: (c: AppContext, session: Session) => void) {
  // This runs before nearly every answer, so it awaits nothing unnecessarily.
  return createMiddleware<Env>((c, next) => {
    const session = readSession(c, audience);
    if (!session) throw new AppError("request.unauthenticated");
    accept(c, session);
    c.set("session", session);
    c.header("Cache-Control", "no-store");
    const lastSeenUpdate = isUserPresent(c) ? updateLastSeen(c.get("deps"), session) : null;
    return lastSeenUpdate ? lastSeenUpdate.then(next) : next();
  });
}

/**
 * Whether a person is at the screen. Pages that refresh automatically send a header if nobody is, and event
 * streams reconnect automatically. Neither may keep an idle session from locking.
 */
function isUserPresent(c: AppContext): boolean {
  return (
    c.req.header("livery-unattended") === undefined &&
    c.req.header("accept") !== "text/event-stream"
  );
}

/** Requires a signed-in rider, otherwise 401. */
export const requireRider = requireSession("rider", () => {});

/** Requires a signed-in rider (401) with a first and a last name (403). */
export const requireNamedRider = requireSession("rider", (_c, session) => {
  if (!session.profileComplete) throw new AppError("profile.incomplete");
});

/** Requires a signed-in driver, otherwise 401. */
export const requireDriver = requireSession("driver", () => {});

/** Requires signed-in staff, even with a locked session. Only for profile, lock, unlock and logout. */
export const requireAdminEvenLocked = requireSession("admin", () => {});

/**
 * Requires an API key with the scope in `Authorization: Bearer`, otherwise 401 or 403. No cookie counts here,
 * and a key counts nowhere else.
 */
export function requireApiKey(scope: KeyScope) {
  return createMiddleware<Env>((c, next) => {
    const { deps, address } = c.var;
    c.header("Cache-Control", "no-store");
    c.header("WWW-Authenticate", "Bearer");
    const [, token] = /^bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "") ?? [];
    if (token === undefined) throw new AppError("request.unauthenticated");
    const key = acceptKey(deps, token, { scope, address });
    c.header("WWW-Authenticate", undefined);
    c.set("key", key);
    const keyUseUpdate = recordKeyUse(deps, key);
    return keyUseUpdate ? keyUseUpdate.then(next) : next();
  });
}

/** The property of a guard that names its permission. */
export const requiredPermission = Symbol("permission");

/**
 * Requires signed-in staff (401) whose session is not locked (423) and whose role has the permission (403).
 * Staff who have not set up a required second factor can only use their own profile.
 */
export function requirePermission(permission: Permission) {
  const guard = requireSession("admin", (_c, session) => assertPermission(session, permission));
  return Object.assign(guard, { [requiredPermission]: permission });
}

/** Throws like `requirePermission`, in a call that is not only for staff. */
export function assertPermission(session: Session, permission: Permission): void {
  if (session.lockedAt !== null) throw new AppError("admin.locked");
  if (session.lacksSecondFactor && permission !== "profile.edit")
    throw new AppError("second_factor.missing");
  if (!hasPermission(session, permission)) throw new AppError("request.forbidden");
}

/** Whether the session's role has a permission, for calls that answer with less without it. */
export function hasPermission({ role }: Session, permission: Permission): boolean {
  return role !== null && role !== undefined && may(role, permission);
}

/** Returns the session's account, as logs and timelines name it. */
export function actorOf(session: Session): Actor & { id: string } {
  return { kind: session.audience, id: session.accountId, name: session.name };
}

/**
 * Records in the audit log which file the call sends, after the check of the session. If the entry cannot be
 * written, the call fails and no file is sent.
 */
export function auditDownload(
  kind: SubjectKind,
  what: string,
  action: Download["action"] = "export.downloaded",
) {
  return createMiddleware<Env>(async (c, next) => {
    await next();
    if (c.res.status !== 200) return;
    const subject = { kind, id: c.req.param("id") ?? null };
    const query = c.req.query();
    await logDownload(c.var.deps, actorOf(c.var.session), { action, subject, what, query });
  });
}

/** The most networks or sessions that a limit remembers, so that a flood cannot fill the memory. */
const MAX_LIMITED_CLIENTS = 10_000;

/** Returns the request's `Idempotency-Key`. Null without one. Throws 400 for an invalid one. */
export function readIdempotencyKey(c: AppContext): string | null {
  const key = c.req.header("idempotency-key") ?? null;
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError("request.invalid", {
      fields: { "Idempotency-Key": "Use up to 200 visible ASCII characters." },
    });
  return key;
}

/**
 * Throws 429 after `limit` requests of an address (of IPv6, a /64) in a window. It counts in memory, which is
 * enough to slow a flood down. The limits that protect accounts are counted in the database.
 */
export function limitPerAddress(limit: number, windowSeconds: number) {
  return limitPer((c) => networkOf(c.var.address), limit, windowSeconds);
}

/** Like `limitPerAddress`, but for each session, because phones of one carrier share an address. */
export function limitPerSession(limit: number, windowSeconds: number) {
  return limitPer((c) => c.var.session.id, limit, windowSeconds);
}

/** Like `limitPerAddress`, but for each API key. */
export const limitPerApiKey = (limit: number, windowSeconds: number) =>
  limitPer((c) => c.var.key.id, limit, windowSeconds);

/**
 * Like `limitPerAddress`, but for each `:token` of a path, because services that fetch for many people share an
 * address.
 */
export const limitPerToken = (limit: number, windowSeconds: number) =>
  limitPer((c) => c.req.param("token") ?? "", limit, windowSeconds);

const limits = new WeakSet<object>();

/** Whether a middleware is one of the limits. */
export const isLimit = (middleware: object): boolean => limits.has(middleware);

function limitPer(keyOf: (c: AppContext) => string, limit: number, windowSeconds: number) {
  // Routes are made once, but a process may have several servers. Each server counts separately.
  const countsByServer = new WeakMap<Deps, Map<string, { count: number; until: number }>>();
  const limitRequests = createMiddleware<Env>(async (c, next) => {
    const deps = c.var.deps;
    if (!deps.config.hasRateLimits) return next();
    const counts = countsByServer.get(deps) ?? new Map<string, { count: number; until: number }>();
    countsByServer.set(deps, counts);
    const now = deps.now();
    const key = keyOf(c);
    let entry = counts.get(key);
    if (!entry || entry.until <= now) {
      counts.delete(key);
      entry = { count: 0, until: now + windowSeconds * 1000 };
      counts.set(key, entry);
      // The oldest entries come first, and they also expire first.
      for (const [oldKey, { until }] of counts) {
        if (until > now && counts.size <= MAX_LIMITED_CLIENTS) break;
        counts.delete(oldKey);
      }
    }
    entry.count++;
    if (entry.count > limit)
      throw new AppError("request.too_many", {
        retryAfterSeconds: Math.ceil((entry.until - now) / 1000),
      });
    await next();
  });
  limits.add(limitRequests);
  return limitRequests;
}

/** Waits for slow work without the connection's idle timeout, because nothing is sent in the meantime. */
export async function withoutIdleTimeout<Answer>(
  c: AppContext,
  wait: () => Promise<Answer>,
): Promise<Answer> {
  const limitIdle = c.env?.keepOpen?.();
  try {
    return await wait();
  } finally {
    limitIdle?.();
  }
}
