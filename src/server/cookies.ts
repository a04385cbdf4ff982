/** The cookies of each area for a person's session and browser. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Requester } from "../accounts/codes/code-actions";
import { LANGUAGE_COOKIE, visitorLanguage } from "../accounts/language-rules";
import type { Audience } from "../accounts/sessions/session-queries";
import type { SignInResult } from "../accounts/sign-in/sign-in-session-actions";
import { type AppContext, sessionCookieName } from "./http";
import { newToken } from "../process/keys";
import { offeredLanguages, readOperator } from "../settings/queries";

/** How long Livery remembers a browser that has signed in. */
const DEVICE_COOKIE_SECONDS = 390 * 86_400;

/** How long Livery recognizes the browser that requested a code: longer than any code is valid. */
const BROWSER_COOKIE_SECONDS = 3_600;

function attributes(c: AppContext) {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: c.var.deps.config.isHttps,
  } as const;
}

/** Sets the cookie of a session that has just started. It expires with the session. */
export function setSessionCookie(
  c: AppContext,
  audience: Audience,
  session: { token: string; expiresAt: number },
): void {
  const { deps } = c.var;
  setCookie(c, sessionCookieName(deps, audience), session.token, {
    ...attributes(c),
    maxAge: Math.max(1, Math.floor((session.expiresAt - deps.now()) / 1000)),
  });
}

/** Deletes the session's cookie. */
export function clearSessionCookie(c: AppContext, audience: Audience): void {
  deleteCookie(c, sessionCookieName(c.var.deps, audience), attributes(c));
}

/** Returns the token of the browser's session cookie for an area, unchecked. */
export function readSessionToken(c: AppContext, audience: Audience): string | undefined {
  return getCookie(c, sessionCookieName(c.var.deps, audience));
}

function deviceCookieName(c: AppContext, audience: Audience): string {
  return `${sessionCookieName(c.var.deps, audience)}_device`;
}

/** Marks the browser as one that has signed in to an area. */
export function setDeviceCookie(c: AppContext, audience: Audience, token: string): void {
  setCookie(c, deviceCookieName(c, audience), token, {
    ...attributes(c),
    maxAge: DEVICE_COOKIE_SECONDS,
  });
}

/** Removes the cookie of `setDeviceCookie`. */
export function clearDeviceCookie(c: AppContext, audience: Audience): void {
  deleteCookie(c, deviceCookieName(c, audience), attributes(c));
}

/** Returns the token of `setDeviceCookie`, unchecked. Undefined if the browser has none. */
export function readDeviceToken(c: AppContext, audience: Audience): string | undefined {
  return getCookie(c, deviceCookieName(c, audience));
}

function browserCookieName(c: AppContext): string {
  return `${c.var.deps.config.isHttps ? "__Host-" : ""}livery_browser`;
}

/**
 * Returns the sender of the request, by the cookies of an area. `browser` is empty if this browser has not requested a
 * code.
 */
export function requesterOf(c: AppContext, audience: "rider" | "driver"): Requester {
  const browser = getCookie(c, browserCookieName(c)) ?? "";
  return {
    browser: /^[\w-]{43}$/.test(browser) ? browser : "",
    device: readDeviceToken(c, audience),
    session: readSessionToken(c, audience),
    address: c.var.address,
    userAgent: c.req.header("user-agent") ?? "",
    language: visitorLanguage({
      chosen: getCookie(c, LANGUAGE_COOKIE),
      acceptLanguage: c.req.header("accept-language") ?? "",
      offered: offeredLanguages(c.var.deps),
      defaultLanguage: readOperator(c.var.deps).riderLanguage,
    }),
  };
}

/** Like `requesterOf`, but also marks the browser, because the code to be sent is valid only in it. */
export function setRequesterCookie(c: AppContext, audience: "rider" | "driver"): Requester {
  const requester = requesterOf(c, audience);
  const browser = requester.browser || newToken();
  setCookie(c, browserCookieName(c), browser, { ...attributes(c), maxAge: BROWSER_COOKIE_SECONDS });
  return { ...requester, browser };
}

/** Sets the cookies of a sign-in. */
export function setSignInCookies(
  c: AppContext,
  audience: "rider" | "driver",
  signedIn: SignInResult,
): void {
  setSessionCookie(c, audience, signedIn.session);
  setDeviceCookie(c, audience, signedIn.device);
}
