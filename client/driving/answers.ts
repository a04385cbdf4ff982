/**
 * How the driver's screens load. A driver loses the network in the middle of a trip: a screen that
 * was seen before is shown again as it was, instead of a fault, until the network returns.
 */
import { redirect } from "@tanstack/react-router";
import { ApiError } from "../api-error";
import { clearOfflineData } from "../pwa/clear-offline-data";

const inBrowser = typeof document !== "undefined";
/** The last answer of each call, in the browser only: on the server it would be another's. */
const kept = new Map<string, unknown>();
const inFlight = new Map<string, Promise<unknown>>();

/**
 * Makes a loader's call. No session leads to the public page for drivers-to-be; no network gives the
 * last answer under the same `key`, if there is one. Two loaders that ask at once share one call.
 */
export async function loadAnswer<T>(key: string, call: () => Promise<T>): Promise<T> {
  if (!inBrowser) return signedIn(call());
  let asked = inFlight.get(key) as Promise<T> | undefined;
  if (!asked) {
    asked = signedIn(call()).finally(() => inFlight.delete(key));
    inFlight.set(key, asked);
  }
  try {
    const answer = await asked;
    kept.set(key, answer);
    return answer;
  } catch (error) {
    const last = kept.get(key) as T | undefined;
    if (last !== undefined && error instanceof ApiError && error.status === 0) return last;
    throw error;
  }
}

/** Forgets everything: the next driver at this device must see nothing of the last. */
export function forgetAnswers(): void {
  clearOfflineData("driver");
  kept.clear();
  inFlight.clear();
}

/** Where a protected page sends somebody who is not signed in, to the letter. */
export function toJoinUs() {
  return redirect({ href: "/JoinUs" });
}

async function signedIn<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      clearOfflineData("driver");
      throw toJoinUs();
    }
    throw error;
  }
}
