/**
 * Loads the driver's screens. When a driver loses the network in the middle of a trip, a screen
 * they have seen shows its last data instead of an error until the network returns.
 */
import { redirect } from "@tanstack/react-router";
import { ApiError } from "../api-error";
import { endSession } from "../pwa/end-session";

const isBrowser = typeof document !== "undefined";
/** The last answer of each call. Only in the browser, because a server would share it between drivers. */
const lastAnswers = new Map<string, unknown>();
const pendingAnswers = new Map<string, Promise<unknown>>();

/**
 * Makes a loader's call. Without a session, it redirects to `/JoinUs`. Without a network, it returns the last answer
 * for the same `key`, if there is one. Two loaders that request the same data at the same time share one call.
 */
export async function loadAnswer<T>(key: string, call: () => Promise<T>): Promise<T> {
  if (!isBrowser) return redirectIfSignedOut(call());
  let requestedAnswer = pendingAnswers.get(key) as Promise<T> | undefined;
  if (!requestedAnswer) {
    requestedAnswer = redirectIfSignedOut(call()).finally(() => pendingAnswers.delete(key));
    pendingAnswers.set(key, requestedAnswer);
  }
  try {
    const answer = await requestedAnswer;
    lastAnswers.set(key, answer);
    return answer;
  } catch (error) {
    const lastAnswer = lastAnswers.get(key) as T | undefined;
    if (lastAnswer !== undefined && error instanceof ApiError && error.status === 0)
      return lastAnswer;
    throw error;
  }
}

/**
 * Stops what loads automatically and deletes the driver's saved pages and all cached answers, so that the next driver
 * on this device sees none of them.
 */
export function forgetDriverData(): void {
  endSession("driver");
  lastAnswers.clear();
  pendingAnswers.clear();
}

/** Returns the redirect for a protected page without a session. The path is exactly `/JoinUs`. */
export function redirectToJoinUs() {
  return redirect({ href: "/JoinUs" });
}

async function redirectIfSignedOut<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      endSession("driver");
      throw redirectToJoinUs();
    }
    throw error;
  }
}
