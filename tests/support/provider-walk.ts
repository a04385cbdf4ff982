/** Signing in with a provider, for a server in the same process. */
import type { OpenidProvider } from "./openid-provider";
import { startOpenidProvider } from "./openid-provider";
import { type Reply, startSignIn, signInAtProvider, type ProviderName } from "./provider-steps";
import { type Browser, createTestServer, START, type TestServer } from "./server";

/** Creates a server that offers these providers. It uses the machine's time, because the providers do. */
export async function createProviderServer(
  which: readonly ProviderName[],
  environment: Record<string, string> = {},
): Promise<{ server: TestServer; providers: Record<ProviderName, OpenidProvider> }> {
  const providers = {} as Record<ProviderName, OpenidProvider>;
  for (const kind of which)
    providers[kind] = await startOpenidProvider(kind, "http://localhost:3000");
  const server = await createTestServer({
    ...Object.assign({}, ...Object.values(providers).map((each) => each.environment)),
    ...environment,
  });
  server.advance(Date.now() - START);
  return { server, providers };
}

/** Posts an answer as the provider's page does: from another site, without Livery's cookies. */
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

/** Delivers a provider's answer to the server, as the browser does. */
export async function deliverReply(
  server: TestServer,
  browser: Browser,
  reply: Reply,
  origin?: string,
): Promise<Response> {
  if (!reply.isPosted) return browser.get(`/auth/${reply.which}/callback?${reply.fields}`);
  const answer = await post(server, reply.fields, { origin: origin ?? "null" });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location) return answer;
  return browser.get(location.replace("/backend", ""));
}

/** Signs in from start to end, and returns the callback's answer. */
export async function signInBy(
  server: TestServer,
  browser: Browser,
  which: ProviderName,
): Promise<Response> {
  return deliverReply(
    server,
    browser,
    await signInAtProvider(which, await startSignIn(browser, which)),
  );
}
