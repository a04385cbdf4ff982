/** Every call of the app, as it is mounted and as `/backend/openapi.json` describes it. */
import type { Security } from "../../src/server/calls";
import type { Browser, TestServer } from "./server";

/** A mounted call; `path` is under `/backend` and still holds its parameters (`/x/:id`). */
export type Call = { method: string; path: string };

type Operation = {
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, unknown> };
};

/** What is mounted, each call once. */
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
  /** Names of the parameters of its query. */
  query: string[];
  acceptsJson: boolean;
};

/** What the API's own description says, in the form of `mountedCalls`. */
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

/** `GET /x/:id`, to compare and to read in a failure. */
export const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

/** The path of a call with something in the place of its parameters. */
export const examplePath = ({ path }: Call): string =>
  path.replace(/:\w+/g, "0195d3e0-0000-7000-8000-000000000000");

/** Makes a call with something in the place of its parameters. */
export function make(browser: Browser, call: Call, options: RequestOptions = {}) {
  return browser.request(examplePath(call), { method: call.method, ...options });
}

type RequestOptions = Parameters<Browser["request"]>[1];
