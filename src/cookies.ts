/** The cookies that areas keep a person's session and browser by. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Audience } from "./accounts/session-queries";
import { type AppContext, sessionCookie } from "./http";

/** How long a browser is remembered as one that signed in before. */
const DEVICE_SECONDS = 390 * 86_400;

function attributes(c: AppContext) {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: c.var.deps.config.secure,
  } as const;
}

/** Hands the browser a session that was just started; it lives as long as the session. */
export function giveSession(
  c: AppContext,
  audience: Audience,
  session: { token: string; expiresAt: number },
): void {
  const { deps } = c.var;
  setCookie(c, sessionCookie(deps, audience), session.token, {
    ...attributes(c),
    maxAge: Math.max(1, Math.floor((session.expiresAt - deps.now()) / 1000)),
  });
}

/** Takes the session's cookie back. */
export function dropSession(c: AppContext, audience: Audience): void {
  deleteCookie(c, sessionCookie(c.var.deps, audience), attributes(c));
}

/** The token of the session the browser presents for an area, unchecked, if there is one. */
export function presentedSession(c: AppContext, audience: Audience): string | undefined {
  return getCookie(c, sessionCookie(c.var.deps, audience));
}

function deviceCookie(c: AppContext, audience: Audience): string {
  return `${sessionCookie(c.var.deps, audience)}_device`;
}

/** Remembers the browser as one that signed in to an area. */
export function giveDevice(c: AppContext, audience: Audience, token: string): void {
  setCookie(c, deviceCookie(c, audience), token, { ...attributes(c), maxAge: DEVICE_SECONDS });
}

/** The token of `giveDevice`, unchecked, if the browser has one. */
export function presentedDevice(c: AppContext, audience: Audience): string | undefined {
  return getCookie(c, deviceCookie(c, audience));
}
