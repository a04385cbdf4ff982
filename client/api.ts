import { notFound } from "@tanstack/react-router";
import { hc } from "hono/client";
import type { App } from "../src/app";
import type { Failure } from "../src/settings/contract";
import { markAsJson } from "./answer-data";
import { ApiError, isNotFoundError, unknownFailure } from "./api-error";
import { activityHeaders } from "./user-activity";
import type { Words } from "./words/words";

/** A replaceable `fetch`. On the server, it calls the app in the same process. */
export type Transport = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The typed client of everything under `/backend`. */
export type Api = ReturnType<typeof createApi>;

/**
 * Makes the typed client. In the browser, leave `transport` out: calls then use fetch on the page's own origin, with
 * its cookies. On the server, `transport` runs the app in the same process for the visitor.
 */
export function createApi(origin: string, transport?: Transport) {
  return hc<App>(origin, {
    ...(transport ? { fetch: transport } : { headers: () => activityHeaders() }),
    init: { credentials: "same-origin" },
  }).backend;
}

interface Answer<T> {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<T>;
}

/**
 * Waits for a call's answer and returns its data: `await read(api.trips.$get())`. Throws `ApiError` for a
 * failure, with status 0 if the server can't be reached.
 */
export async function read<T>(call: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await call;
  } catch (cause) {
    const offlineError = new ApiError(0, "network", "You seem to be offline. Please try again.");
    throw Object.assign(await translatedFailure(offlineError), { cause });
  }
  if (answer.ok) return markAsJson(await answer.json());
  const failure: unknown = await answer.json().catch(() => undefined);
  const { message, code, fields, phone, requestId } = (failure ?? {}) as Partial<Failure>;
  // The server always sends `Retry-After` in seconds.
  const retryAfterSeconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  throw await translatedFailure(
    new ApiError(
      answer.status,
      code ?? "unknown",
      message ?? unknownFailure,
      fields,
      Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null,
      requestId,
    ),
    phone,
  );
}

let pageWords: Words | null = null;

/** Makes later failures use the page's language. Only for browsers, which show one page. */
export function setFailureWords(words: Words | null): void {
  pageWords = words;
}

/** Returns the failure in the page's language, or unchanged if its words cannot be loaded. */
export async function translatedFailure(failure: ApiError, phone?: string): Promise<ApiError> {
  const words = pageWords;
  if (!words || words.t.language === "en") return failure;
  const failureWords = await import("./failure-words").catch(() => null);
  return failureWords ? failureWords.translateFailure(words, failure, phone) : failure;
}

/** Marks a missing page that used to exist. */
export const PAGE_REMOVED = "gone";

/** Whether the page used to exist and has been removed. */
export function isPageRemoved(matches: readonly { status: string; error?: unknown }[]): boolean {
  return matches.some(
    ({ status, error }) =>
      status === "notFound" && (error as { data?: unknown })?.data === PAGE_REMOVED,
  );
}

/** Same as `read`, for loaders: a missing record or an impossible address shows the "not found" page. */
export async function load<T>(call: Promise<Answer<T>>): Promise<T> {
  try {
    return await read(call);
  } catch (error) {
    if (isNotFoundError(error)) throw notFound();
    if (error instanceof ApiError && error.status === 410) throw notFound({ data: PAGE_REMOVED });
    throw error;
  }
}
