/** The browser of `support/server.ts` over a real connection, for code that uses its interface. */
import type { Browser } from "../support/server";
import { createVisitor } from "../support/visitor";

/** Creates a new browser for the server at this address. */
export function createRemoteBrowser(url: string): Browser {
  const visitor = createVisitor(url);
  const request: Browser["request"] = (path, options = {}) => {
    const headers = new Headers(options.headers);
    if (options.json !== undefined) headers.set("content-type", "application/json");
    const sends = options.json !== undefined || options.form !== undefined;
    return visitor.request(path, {
      method: options.method ?? (sends ? "POST" : "GET"),
      headers,
      body: options.form ?? (options.json === undefined ? null : JSON.stringify(options.json)),
    });
  };
  return {
    cookies: visitor.cookies,
    request,
    get: (path, headers) => request(path, headers ? { headers } : {}),
    post: (path, json = {}, headers = {}) => request(path, { method: "POST", json, headers }),
    put: (path, json) => request(path, { method: "PUT", json }),
    delete: (path, json = {}) => request(path, { method: "DELETE", json }),
  };
}
