/** A browser's way to a sign-in provider and back, step by step, so that each can be tampered with. */
import type { OpenidProvider } from "./openid-provider";
import { startOpenidProvider } from "./openid-provider";
import { type Browser, createTestServer, START, type TestServer } from "./server";

export type Which = "google" | "apple";

/** What the provider sends the browser back with. */
export type Reply = { which: Which; posted: boolean; fields: URLSearchParams };

/** A server that offers these providers, with the clock of the machine: theirs is no other. */
export async function createProviderServer(
  which: readonly Which[],
  environment: Record<string, string> = {},
): Promise<{ server: TestServer; providers: Record<Which, OpenidProvider> }> {
  const providers = {} as Record<Which, OpenidProvider>;
  for (const kind of which)
    providers[kind] = await startOpenidProvider(kind, "http://localhost:3000");
  const server = await createTestServer({
    ...Object.assign({}, ...Object.values(providers).map((each) => each.environment)),
    ...environment,
  });
  server.advance(Date.now() - START);
  return { server, providers };
}

/** Presses the button: the address of the provider's page. */
export async function setOut(browser: Browser, which: Which): Promise<URL> {
  const answer = await browser.get(`/auth/${which}`);
  if (answer.status !== 302) throw new Error(`${answer.status} ${answer.headers.get("location")}`);
  return new URL(answer.headers.get("location") ?? "");
}

/** Goes through the provider's pages, with cookies of its own, to the answer they send back. */
export async function signInThere(which: Which, start: URL): Promise<Reply> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; steps < 8; steps++) {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (!location) return { which, posted: true, fields: await readForm(answer) };
    url = new URL(location, url);
    if (url.pathname.startsWith("/backend/"))
      return { which, posted: false, fields: url.searchParams };
  }
  throw new Error("The provider sends the browser in circles.");
}

/** The fields of the form that the provider's page posts by itself. */
async function readForm(answer: Response): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  const text = await answer.text();
  for (const [, name = "", value = ""] of text.matchAll(/name="(\w+)" value="([^"]*)"/g))
    fields.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  if (!fields.has("state")) throw new Error(`No form: ${answer.status} ${text.slice(0, 500)}`);
  return fields;
}

/** Posts an answer as the provider's page does: from another site, without our cookies. */
export function post(
  server: TestServer,
  fields: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response> {
  return Promise.resolve(
    server.app.fetch(
      new Request("http://livery.test/backend/auth/apple/callback", {
        method: "POST",
        headers: {
          host: "livery.test",
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "cross-site",
          ...headers,
        },
        body: fields.toString(),
      }),
      { address: "203.0.113.7" },
    ),
  );
}

/** Brings a provider's answer home, as the browser does. */
export async function bringBack(
  server: TestServer,
  browser: Browser,
  reply: Reply,
  origin?: string,
): Promise<Response> {
  if (!reply.posted) return browser.get(`/auth/${reply.which}/callback?${reply.fields}`);
  const answer = await post(server, reply.fields, { origin: origin ?? "null" });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location) return answer;
  return browser.get(location.replace("/backend", ""));
}

/** The whole way; the answer is the callback's. */
export async function signInBy(
  server: TestServer,
  browser: Browser,
  which: Which,
): Promise<Response> {
  return bringBack(server, browser, await signInThere(which, await setOut(browser, which)));
}
