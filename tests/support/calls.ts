/** Every call of the app, as mounted and as described by `/backend/openapi.json`. */
import type { Security } from "../../src/server/calls";
import type { Browser, TestServer } from "./server";

/** A mounted call. `path` is below `/backend` and still contains its parameters (`/x/:id`). */
export type Call = { method: string; path: string };

type Operation = {
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, unknown> };
};

/** Returns the mounted calls, each once. */
export function mountedCalls(server: TestServer): Call[] {
  const calls = new Map<string, Call>();
  for (const { method, path } of server.app.routes) {
    if (method === "ALL") continue;
    calls.set(`${method} ${path}`, { method, path: path.replace(/^\/backend/, "") });
  }
  return [...calls.values()];
}

export type DescribedCall = Call & {
  security: Security;
  /** The names of its query parameters. */
  query: string[];
  acceptsJson: boolean;
};

/** Returns the calls in the API's own description, in the form of `mountedCalls`. */
export async function describedCalls(server: {
  browser(): { get(path: string): Promise<Response> };
}): Promise<DescribedCall[]> {
  const document = (await (await server.browser().get("/openapi.json")).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace(/^\/backend/, "").replace(/\{(\w+)\}/g, ":$1"),
      security: (Object.keys(operation.security?.[0] ?? {})[0] ?? "public") as Security,
      query: (operation.parameters ?? []).filter((p) => p.in === "query").map((p) => p.name),
      acceptsJson: operation.requestBody?.content["application/json"] !== undefined,
    })),
  );
}

/** Returns `GET /x/:id`, to compare calls and to name them in a failure. */
export const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

/** Returns the path of a call with an example id for each parameter. */
export const examplePath = ({ path }: Call): string =>
  path.replace(/:\w+/g, "0195d3e0-0000-7000-8000-000000000000");

/** Makes a call with an example id for each parameter. */
export function make(browser: Browser, call: Call, options: RequestOptions = {}) {
  return browser.request(examplePath(call), { method: call.method, ...options });
}

type RequestOptions = Parameters<Browser["request"]>[1];
