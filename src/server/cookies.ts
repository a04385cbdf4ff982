/** The cookies that areas keep a person's session and browser by. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Requester } from "../accounts/codes/code-actions";
import { LANGUAGE_COOKIE, visitorLanguage } from "../accounts/language-rules";
import type { Audience } from "../accounts/sessions/session-queries";
import type { SignInResult } from "../accounts/sign-in/signed-in-actions";
import { type AppContext, sessionCookie } from "./http";
import { newToken } from "../process/keys";
import { offeredLanguages, readOperator } from "../settings/queries";

/** How long a browser is remembered as one that signed in before. */
const DEVICE_SECONDS = 390 * 86_400;

/** How long a browser is known as the one that asked for a code: longer than any code lives. */
const BROWSER_SECONDS = 3_600;

function attributes(c: AppContext) {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: c.var.deps.config.secure,
  } as const;
}

/** Hands the browser a session that was just started; it lives as long as the session. */
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
export function setDeviceCookie(c: AppContext, audience: Audience, token: string): void {
  setCookie(c, deviceCookie(c, audience), token, { ...attributes(c), maxAge: DEVICE_SECONDS });
}

/** Removes the cookie of `setDeviceCookie`. */
export function dropDevice(c: AppContext, audience: Audience): void {
  deleteCookie(c, deviceCookie(c, audience), attributes(c));
}

/** The token of `setDeviceCookie`, unchecked, if the browser has one. */
export function presentedDevice(c: AppContext, audience: Audience): string | undefined {
  return getCookie(c, deviceCookie(c, audience));
}

function browserCookie(c: AppContext): string {
  return `${c.var.deps.config.secure ? "__Host-" : ""}livery_browser`;
}

/** Who asks, by the cookies of an area. `browser` is empty when it has not asked for a code. */
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

/** As `requesterOf`, and marks the browser: the code about to be sent is good in it alone. */
export function markRequester(c: AppContext, audience: "rider" | "driver"): Requester {
  const requester = requesterOf(c, audience);
  const browser = requester.browser || newToken();
  setCookie(c, browserCookie(c), browser, { ...attributes(c), maxAge: BROWSER_SECONDS });
  return { ...requester, browser };
}

/** Gives the browser what a sign-in made. */
export function setSignInCookies(
  c: AppContext,
  audience: "rider" | "driver",
  signedIn: SignInResult,
): void {
  setSessionCookie(c, audience, signedIn.session);
  setDeviceCookie(c, audience, signedIn.device);
}
