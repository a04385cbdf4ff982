/** What every route is built with: validation, sessions and roles, limits. */
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { z, ZodType } from "zod";
import { type Download, logDownload } from "../audit/actions";
import type { SubjectKind } from "../audit/contract";
import { networkOf } from "./addresses";
import { may, type Permission } from "../accounts/permission-rules";
import { type Audience, findSession, type Session } from "../accounts/sessions/session-queries";
import { touchSession } from "../accounts/sessions/session-actions";
import { recordKeyUse } from "../accounts/keys/key-actions";
import type { KeyScope } from "../accounts/keys/key-contract";
import { type AcceptedKey, acceptKey } from "../accounts/keys/key-queries";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { fieldWords } from "./field-words";
import { parseStrictJson } from "../formats/json";
import type { Paper } from "../formats/pdf";

/** What handlers find in their context. */
export type Env = {
  Bindings: {
    /** The peer's address, as the socket has it. */
    address?: string;
    /** Of the page that makes this call while it is rendered: logs show both under one request. */
    requestId?: string;
    /**
     * Lifts the idle limit of this request's connection, for streams and uploads. Returns what
     * puts it back: without, the connection would stay open for as long as the other side likes.
     */
    keepOpen?: () => () => void;
    /**
     * What an admitted call of a page waits for before it works. `isDecisive` says whether its answer may decide
     * about the page: the row that the address names, who is signed in.
     */
    hold?: (isDecisive: boolean) => Promise<void> | undefined;
    /** Takes what a page's call answers, in place of the JSON of it: the page is made in the same process. */
    passObject?: (answer: unknown) => void;
    /** Told why a page's plain form was refused, so that the page can be shown again as it was. */
    onRefusedForm?: (refused: RefusedForm) => void;
  };
  Variables: {
    deps: Deps;
    /** Names the request in the log, in its answer's header and in what a failure tells. */
    requestId: string;
    /** The client's address as `TRUST_PROXY` lets us see it. */
    address: string;
    /** Set by `requireRider` and its like. */
    session: Session;
    /** Set by `requireKey`. */
    key: AcceptedKey;
  };
};

/** What a page's plain form brought and why it was refused. */
export interface RefusedForm {
  /** By the fields' names, as it was typed; empty where it could not be read. */
  typed: Record<string, string>;
  error: unknown;
}

export type AppContext = Context<Env>;

/** JSON bodies above this are refused unread. */
export const JSON_LIMIT_BYTES = 64 * 1024;

/** Names the header with what a PDF could not be written with. */
const UNWRITABLE_HEADER = "Unwritable";

/**
 * A PDF to be kept; the session's own `no-store` stays. Characters that no typeface has are told in a header,
 * so that the screen can say so before anybody prints it.
 */
export function sendPdf(
  c: AppContext,
  { name, bytes, unwritableCharacters: unwritable }: Paper & { name: string },
): Response {
  c.header("Content-Type", "application/pdf");
  c.header("Content-Disposition", `attachment; filename="${name}"`);
  if (unwritable.length > 0)
    c.header(
      UNWRITABLE_HEADER,
      encodeURIComponent(unwritable.slice(0, 40).join("").toWellFormed()),
    );
  return c.body(bytes);
}

/** Keeps an address with a token from robots and other sites. */
export const secretAddress = createMiddleware<Env>((c, next) => {
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

/** What is given once as a text, what is given more often as a list. */
export function readQuery(c: Context): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
}

/** The JSON of the body: 413 and 415 when it is larger than `limitBytes` or no JSON, 400 when it is cut short. */
export async function readJson(c: Context, limitBytes: number): Promise<unknown> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("request.wrong_type");
  const bytes = await readBody(c.req.raw, limitBytes);
  const parsed = parseStrictJson(bytes);
  if (!parsed) throw new AppError("request.malformed");
  return parsed.value;
}

/** The body, refused with 413 as soon as it passes the limit, whatever its header said. */
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
    // The client went away in the middle: no fault of the server's.
    throw error instanceof AppError ? error : new AppError("request.malformed");
  }
}

/** Name of the session cookie of an area. */
export function sessionCookie(deps: Deps, audience: Audience): string {
  return `${deps.config.secure ? "__Host-" : ""}livery_${audience}`;
}

/** The session of the request's cookie for an area, or null. */
export function readSession(c: AppContext, audience: Audience): Session | null {
  const deps = c.get("deps");
  const token = getCookie(c, sessionCookie(deps, audience));
  return token ? findSession(deps, audience, token) : null;
}

function requireSession(audience: Audience, accept: (c: AppContext, session: Session) => void) {
  // Runs before nearly every answer: nothing is awaited that isn't there to wait for.
  return createMiddleware<Env>((c, next) => {
    const session = readSession(c, audience);
    if (!session) throw new AppError("request.unauthenticated");
    accept(c, session);
    c.set("session", session);
    c.header("Cache-Control", "no-store");
    const touchedSession = isUserPresent(c) ? touchSession(c.get("deps"), session) : null;
    return touchedSession ? touchedSession.then(next) : next();
  });
}

/**
 * Whether somebody sits before the screen. A page that refreshes itself says when nobody does, and
 * event streams reconnect automatically: neither may keep an idle session from locking.
 */
function isUserPresent(c: AppContext): boolean {
  return (
    c.req.header("livery-unattended") === undefined &&
    c.req.header("accept") !== "text/event-stream"
  );
}

/** Lets a signed-in rider through: 401 else. */
export const requireRider = requireSession("rider", () => {});

/** Lets a signed-in rider with first and last name through: 401 or 403 else. */
export const requireNamedRider = requireSession("rider", (_c, session) => {
  if (!session.profileComplete) throw new AppError("profile.incomplete");
});

/** Lets a signed-in driver through: 401 else. */
export const requireDriver = requireSession("driver", () => {});

/** Lets signed-in staff through, locked sessions too: for profile, lock, unlock and logout alone. */
export const requireAdminEvenLocked = requireSession("admin", () => {});

/**
 * Lets another program through whose `Authorization: Bearer` is an API key with the scope: 401 or 403 else. No cookie
 * counts here, and a key counts nowhere else.
 */
export function requireKey(scope: KeyScope) {
  return createMiddleware<Env>((c, next) => {
    const { deps, address } = c.var;
    c.header("Cache-Control", "no-store");
    c.header("WWW-Authenticate", "Bearer");
    const [, token] = /^bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "") ?? [];
    if (token === undefined) throw new AppError("request.unauthenticated");
    const key = acceptKey(deps, token, { scope, address });
    c.header("WWW-Authenticate", undefined);
    c.set("key", key);
    const touchedSession = recordKeyUse(deps, key);
    return touchedSession ? touchedSession.then(next) : next();
  });
}

/** Where a guard says which permission it asks for. */
export const requiredPermission = Symbol("permission");

/**
 * Lets signed-in staff through whose session is not locked and whose role has the permission: 401,
 * 423 or 403 else. Staff who still lack a required second factor reach their own
 * profile alone.
 */
export function requirePermission(permission: Permission) {
  const guard = requireSession("admin", (_c, session) => assertPermission(session, permission));
  return Object.assign(guard, { [requiredPermission]: permission });
}

/** The refusals of `requirePermission`, for a call that others than staff make too. */
export function assertPermission(session: Session, permission: Permission): void {
  if (session.lockedAt !== null) throw new AppError("admin.locked");
  if (session.secondFactorMissing && permission !== "profile.edit")
    throw new AppError("second_factor.missing");
  if (!hasPermission(session, permission)) throw new AppError("request.forbidden");
}

/** Whether the session's role has a permission: asked where a call answers those without it with less. */
export function hasPermission({ role }: Session, permission: Permission): boolean {
  return role !== null && role !== undefined && may(role, permission);
}

/** The session's account as the logs and timelines name it. */
export function actorOf(session: Session): Actor & { id: string } {
  return { kind: session.audience, id: session.accountId, name: session.name };
}

/**
 * Tells the audit log of the file that the call answers with, after the guard of the session. No file
 * goes out without its line: where that cannot be written, the call fails.
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

/** A flood from more networks or sessions than this takes no more memory. */
const MAX_LIMITED_CLIENTS = 10_000;

/** The request's `Idempotency-Key`, or null without one. Throws 400 for an invalid one. */
export function readIdempotencyKey(c: AppContext): string | null {
  const key = c.req.header("idempotency-key") ?? null;
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError("request.invalid", {
      fields: { "Idempotency-Key": "Use up to 200 visible ASCII characters." },
    });
  return key;
}

/**
 * Refuses with 429 past `limit` requests an address (of IPv6, a /64) and window. Counts in memory:
 * these limits slow a flood down, what protects accounts is counted in the database.
 */
export function limitPerAddress(limit: number, windowSeconds: number) {
  return limitPer((c) => networkOf(c.var.address), limit, windowSeconds);
}

/** As `limitPerAddress`, for each session: phones of one carrier share an address. */
export function limitPerSession(limit: number, windowSeconds: number) {
  return limitPer((c) => c.var.session.id, limit, windowSeconds);
}

/** As `limitPerAddress`, for each API key: all its calls together. */
export const limitPerKey = (limit: number, windowSeconds: number) =>
  limitPer((c) => c.var.key.id, limit, windowSeconds);

/** As `limitPerAddress`, for each `:token` of a path: those who fetch for many share an address. */
export const limitPerToken = (limit: number, windowSeconds: number) =>
  limitPer((c) => c.req.param("token") ?? "", limit, windowSeconds);

const limits = new WeakSet<object>();

/** Whether a middleware is one of the limits. */
export const isLimit = (middleware: object): boolean => limits.has(middleware);

function limitPer(keyOf: (c: AppContext) => string, limit: number, windowSeconds: number) {
  // Routes are made once, servers may be many in one process: each counts for itself.
  const countsByServer = new WeakMap<Deps, Map<string, { count: number; until: number }>>();
  const countAnswers = createMiddleware<Env>(async (c, next) => {
    const deps = c.var.deps;
    if (!deps.config.rateLimits) return next();
    const counts = countsByServer.get(deps) ?? new Map<string, { count: number; until: number }>();
    countsByServer.set(deps, counts);
    const now = deps.now();
    const key = keyOf(c);
    let entry = counts.get(key);
    if (!entry || entry.until <= now) {
      counts.delete(key);
      entry = { count: 0, until: now + windowSeconds * 1000 };
      counts.set(key, entry);
      // In the order they were begun, which is the order they end in.
      for (const [old, { until }] of counts) {
        if (until > now && counts.size <= MAX_LIMITED_CLIENTS) break;
        counts.delete(old);
      }
    }
    entry.count++;
    if (entry.count > limit)
      throw new AppError("request.too_many", {
        retryAfterSeconds: Math.ceil((entry.until - now) / 1000),
      });
    await next();
  });
  limits.add(countAnswers);
  return countAnswers;
}

/** Waits for what takes long: the connection is not closed for it, though nothing goes over the line. */
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
