/** Shared by the rider's page tests: a server on today's clock, and answers that a test provides. */
import { act } from "@testing-library/react";
import { type Browser, createTestServer, START } from "../../support/server";

/** Creates a server on the browser's time, because the booking form proposes times from the browser's clock. */
export async function createRiderServer() {
  const server = await createTestServer({ RATE_LIMITS: "off" });
  server.advance(Date.now() - START);
  localStorage.clear();
  return server;
}

type Answer = (json: unknown, headers: Headers) => Response | Promise<Response> | undefined;

/**
 * Returns a browser in which `answers`, keyed by "METHOD /path", replace the server. If one returns nothing, the
 * request reaches the server. A thrown error acts as a failed network.
 */
export function interceptedBrowser(browser: Browser, answers: Record<string, Answer>): Browser {
  return {
    ...browser,
    request: async (path, options = {}) => {
      const method =
        options.method ??
        (options.json !== undefined || options.form !== undefined ? "POST" : "GET");
      const answer = answers[`${method} ${path.split("?")[0]}`];
      const customResponse = await answer?.(options.json, new Headers(options.headers));
      return customResponse ?? browser.request(path, options);
    },
  };
}

/** Returns how many milliseconds pass until `happened` is true. Fails after `timeoutMs`. */
export async function timeUntil(happened: () => boolean, timeoutMs = 4000): Promise<number> {
  const startedAt = performance.now();
  while (!happened()) {
    if (performance.now() - startedAt > timeoutMs) throw new Error("It did not happen in time.");
    await act(() => Bun.sleep(10));
  }
  return performance.now() - startedAt;
}
