/** A whole server in the test's process, with its own migrated database and a clock that tests move. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../src/app";
import type { Deps } from "../../src/deps";
import { prepareFirstStart } from "../../src/process/start";
import { openDeps } from "./deps";
import { openBusiness } from "./first-prices";

/** 20 November 2026, 10:00 in Kigali: the start of a test's clock. */
export const START = Date.parse("2026-11-20T08:00:00Z");

export type TestServer = Awaited<ReturnType<typeof createTestServer>>;

/**
 * Creates the server. `environment` has the configuration as an operator would write it. It is open for business with
 * prices in force for all times, unless `isUnopened` is set.
 */
export async function createTestServer(
  environment: Record<string, string> = {},
  { isUnopened = false } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "livery-test-"));
  const clock = { now: START };
  const drain = new AbortController();
  const deps: Deps = {
    ...openDeps(folder, environment),
    now: () => clock.now,
    shutdown: drain.signal,
  };
  await prepareFirstStart(deps);
  if (!isUnopened) await openBusiness(deps);
  const app = createApp(deps);
  return {
    app,
    deps,
    folder,
    /** Moves the clock forward. */
    advance: (milliseconds: number) => {
      clock.now += milliseconds;
    },
    close: () => {
      drain.abort();
      deps.map.close();
      deps.streets.close();
      deps.db.$client.close();
      rmSync(folder, { recursive: true, force: true });
    },
    browser: (address = "203.0.113.7") => createBrowser(app, address),
  };
}

/** A browser with a cookie jar that calls the app in the same process. */
export type Browser = ReturnType<typeof createBrowser>;

type RequestOptions = {
  method?: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
};

function createBrowser(app: ReturnType<typeof createApp>, address: string) {
  const cookies = new Map<string, string>();
  async function request(path: string, options: RequestOptions = {}): Promise<Response> {
    const headers = new Headers(options.headers);
    const method =
      options.method ?? (options.json !== undefined || options.form !== undefined ? "POST" : "GET");
    if (cookies.size > 0)
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    if (method !== "GET" && !headers.has("origin")) headers.set("origin", "http://livery.test");
    headers.set("host", "livery.test");
    if (options.json !== undefined) headers.set("content-type", "application/json");
    const response = await app.fetch(
      new Request(`http://livery.test/backend${path}`, {
        method,
        headers,
        body: options.form ?? (options.json === undefined ? null : JSON.stringify(options.json)),
      }),
      { address },
    );
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const isRemoved = attributes.some((a) => /^\s*max-age=0$/i.test(a));
      if (isRemoved) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    cookies,
    request,
    get: (path: string, headers?: Record<string, string>) =>
      request(path, headers ? { headers } : {}),
    post: (path: string, json: unknown = {}, headers?: Record<string, string>) =>
      request(path, { method: "POST", json, ...(headers && { headers }) }),
    put: (path: string, json: unknown) => request(path, { method: "PUT", json }),
    delete: (path: string, json: unknown = {}) => request(path, { method: "DELETE", json }),
  };
}

/** Returns the status and code of a refusal. */
export async function refusal(answer: Response): Promise<(number | string)[]> {
  return [answer.status, ((await answer.json()) as { code: string }).code];
}
