/** API keys for tests, made as an owner makes them, and programs that use them. */
import type { CreatedApiKey, MakeApiKey } from "../../src/accounts/keys/key-contract";
import type { Browser } from "./server";

/** Makes a key, by default with the scopes for quotes, bookings, reading and events. */
export async function createApiKey(
  owner: Pick<Browser, "post">,
  overrides: Partial<MakeApiKey> = {},
): Promise<CreatedApiKey> {
  const answer = await owner.post("/admin/api-keys", {
    name: "Hotel website",
    scopes: ["quotes", "bookings", "read", "events"],
    ...overrides,
  });
  if (answer.status !== 201) throw new Error(`api-keys: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as CreatedApiKey;
}

/** Returns a browser that acts as a program and sends the key with every request. */
export function withApiKey(browser: Browser, token: string): Browser {
  const request: Browser["request"] = (path, options = {}) =>
    browser.request(path, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    });
  return {
    ...browser,
    request,
    get: (path, headers) => request(path, headers ? { headers } : {}),
    post: (path, json = {}, headers) =>
      request(path, { method: "POST", json, ...(headers && { headers }) }),
    put: (path, json) => request(path, { method: "PUT", json }),
    delete: (path, json = {}) => request(path, { method: "DELETE", json }),
  };
}
