/** What the rider's page tests share: a server on today's clock, and answers that a test puts in. */
import { act } from "@testing-library/react";
import { type Browser, createTestServer, START } from "../../support/server";

/** A server whose clock is the browser's: the booking form proposes times from its own. */
export async function createRiderServer() {
  const server = await createTestServer({ RATE_LIMITS: "off" });
  server.advance(Date.now() - START);
  localStorage.clear();
  return server;
}

type Answer = (json: unknown, headers: Headers) => Response | Promise<Response> | undefined;

/**
 * A browser in which `answers`, by "METHOD /path", take the server's place; one that gives nothing
 * lets the request through. A thrown error is a network that failed.
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

/** Milliseconds until `happened` says so; fails after `timeoutMs`. */
export async function timeUntil(happened: () => boolean, timeoutMs = 4000): Promise<number> {
  const startedAt = performance.now();
  while (!happened()) {
    if (performance.now() - startedAt > timeoutMs) throw new Error("It did not happen in time.");
    await act(() => Bun.sleep(10));
  }
  return performance.now() - startedAt;
}
