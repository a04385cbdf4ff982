/** The cookies of each area for a person's session and browser. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Requester } from "../accounts/codes/code-actions";
import { LANGUAGE_COOKIE, visitorLanguage } from "../accounts/language-rules";
import type { Audience } from "../accounts/sessions/session-queries";
import type { SignInResult } from "../accounts/sign-in/signed-in-actions";
import { type AppContext, sessionCookie } from "./http";
import { newToken } from "../process/keys";
import { offeredLanguages, readOperator } from "../settings/queries";

/** How long Livery remembers a browser that has signed in. */
const DEVICE_SECONDS = 390 * 86_400;

/** How long Livery recognizes the browser that requested a code: longer than any code is valid. */
const BROWSER_SECONDS = 3_600;

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
  setCookie(c, sessionCookie(deps, audience), session.token, {
    ...attributes(c),
    maxAge: Math.max(1, Math.floor((session.expiresAt - deps.now()) / 1000)),
  });
}

/** Deletes the session's cookie. */
export function dropSession(c: AppContext, audience: Audience): void {
  deleteCookie(c, sessionCookie(c.var.deps, audience), attributes(c));
}

/** The token of the browser's session cookie for an area, unchecked. */
export function presentedSession(c: AppContext, audience: Audience): string | undefined {
  return getCookie(c, sessionCookie(c.var.deps, audience));
}

function deviceCookie(c: AppContext, audience: Audience): string {
  return `${sessionCookie(c.var.deps, audience)}_device`;
}

/** Marks the browser as one that has signed in to an area. */
export function setDeviceCookie(c: AppContext, audience: Audience, token: string): void {
  setCookie(c, deviceCookie(c, audience), token, { ...attributes(c), maxAge: DEVICE_SECONDS });
}

/** Removes the cookie of `setDeviceCookie`. */
export function dropDevice(c: AppContext, audience: Audience): void {
  deleteCookie(c, deviceCookie(c, audience), attributes(c));
}

/** The token of `setDeviceCookie`, unchecked. Undefined if the browser has none. */
export function presentedDevice(c: AppContext, audience: Audience): string | undefined {
  return getCookie(c, deviceCookie(c, audience));
}

function browserCookie(c: AppContext): string {
  return `${c.var.deps.config.isHttps ? "__Host-" : ""}livery_browser`;
}

/**
 * Who sends the request, by the cookies of an area. `browser` is empty if this browser has not requested a
 * code.
 */
export function requesterOf(c: AppContext, audience: "rider" | "driver"): Requester {
  const browser = getCookie(c, browserCookie(c)) ?? "";
  return {
    browser: /^[\w-]{43}$/.test(browser) ? browser : "",
    device: presentedDevice(c, audience),
    session: presentedSession(c, audience),
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
export function markRequester(c: AppContext, audience: "rider" | "driver"): Requester {
  const requester = requesterOf(c, audience);
  const browser = requester.browser || newToken();
  setCookie(c, browserCookie(c), browser, { ...attributes(c), maxAge: BROWSER_SECONDS });
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
