/**
 * Google or Apple on the loopback address: a real OpenID provider (`oidc-provider`) behind a proxy that can change its
 * answers. As Apple it answers with `form_post`, sends the name only with the first sign-in, and accepts only a JWT
 * signed with the operator's key as the client's secret.
 */
import { generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

const CLIENT_SECRET = "what-only-the-operator-knows-and-nobody-else";

/** The person at the provider's page. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  given_name?: string;
  family_name?: string;
}

/** A key of the provider, as it signs with it and as it publishes it. */
export interface SigningKey {
  kid: string;
  alg: "RS256" | "ES256";
  privateKey: KeyObject;
  jwk: Record<string, unknown>;
}

type Claims = Record<string, unknown>;

/** Changes to the provider's answers. Everything else is as the real provider sends it. */
export interface FakeClaims {
  /** Changes the discovery document, or returns another answer. */
  discovery?: (document: Claims) => Claims | Response;
  /** Changes the claims of the next ID tokens, which are signed again. */
  claims?: (claims: Claims) => Claims;
  /** Changes the header of the ID tokens, for example the algorithm or the key's name. */
  header?: (header: Claims) => Claims;
  /** Signs the ID tokens instead. The published keys stay the same. */
  signer?: SigningKey | "nobody";
  /** Answers the token request instead of the real provider. */
  token?: () => Response | Promise<Response>;
  keys?: () => Response;
}

export interface OpenidProvider {
  issuer: string;
  /** The environment variables with which an operator offers this provider. */
  environment: Record<string, string>;
  person: Person;
  fakeClaims: FakeClaims;
  /** Shows a page with a button instead of signing `person` in at once. */
  asksConsent: boolean;
  /** How often each was requested. */
  requests: { discovery: number; keys: number; token: number };
  /** Replaces its key, as providers do. */
  replaceKey: () => void;
  close: () => Promise<void>;
}

/** Returns a key pair with a name. */
export function createSigningKey(kid: string, alg: SigningKey["alg"] = "RS256"): SigningKey {
  const { privateKey, publicKey } =
    alg === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid, alg, use: "sig" };
  return { kid, alg, privateKey, jwk };
}

/** The first key is made only once, because making one takes time and any key will do. */
let firstKey: SigningKey | undefined;

/** Starts the provider for the Livery at `publicUrl`, on its own port. */
export async function startOpenidProvider(
  kind: "google" | "apple",
  publicUrl: string,
): Promise<OpenidProvider> {
  const clientId = `livery-at-${kind}`;
  const operator = generateKeyPairSync("ec", { namedCurve: "P-256" });
  firstKey ??= createSigningKey("first");
  let key = firstKey;
  const requests = { discovery: 0, keys: 0, token: 0 };
  const signedInSubjects = new Set<string>();

  const inner = createServer();
  await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
  const innerUrl = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
  const door = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => answer(request),
  });
  const issuer = `http://127.0.0.1:${door.port}`;
  const provider = createProvider(issuer, kind, clientId, publicUrl, key, () => self.person);
  inner.on("request", (request: IncomingMessage, response: ServerResponse) => {
    void handle(request, response);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    if (!pathname.startsWith("/interaction/")) return provider.callback()(request, response);
    const how = searchParams.get("do");
    if (self.asksConsent && how === null) {
      response.setHeader("content-type", "text/html");
      response.end(consentPage(kind, self.person));
      return;
    }
    const result =
      how === "cancel" ? { error: "access_denied" } : { login: { accountId: self.person.sub } };
    await provider.interactionFinished(request, response, result);
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/.well-known/openid-configuration") {
      requests.discovery++;
      const document = (await (await forward(request)).json()) as Claims;
      const told = self.fakeClaims.discovery?.(document) ?? document;
      return told instanceof Response ? told : Response.json(told);
    }
    if (pathname === "/jwks") {
      requests.keys++;
      return self.fakeClaims.keys?.() ?? Response.json({ keys: [key.jwk] });
    }
    if (pathname === "/token") {
      requests.token++;
      return token(request);
    }
    const response = await forward(request);
    // The real provider's form, to which Apple adds the name the first time.
    const isHtmlPage =
      response.status === 200 && response.headers.get("content-type")?.includes("text/html");
    if (kind !== "apple" || !isHtmlPage || pathname.startsWith("/interaction/")) return response;
    const { sub, email, given_name, family_name } = self.person;
    const user = JSON.stringify({ name: { firstName: given_name, lastName: family_name }, email });
    const first = !signedInSubjects.has(sub) && given_name !== undefined;
    signedInSubjects.add(sub);
    const html = await response.text();
    return new Response(
      first ? html.replace("</form>", `${hiddenText("user", user)}</form>`) : html,
      response,
    );
  }

  /** Passes a request to the real provider behind the proxy, without following its redirects. */
  async function forward(request: Request, body?: string): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set("host", new URL(issuer).host);
    headers.delete("content-length");
    headers.delete("accept-encoding");
    const { pathname, search } = new URL(request.url);
    const text = request.method === "POST" ? (body ?? (await request.text())) : null;
    const response = await fetch(innerUrl + pathname + search, {
      method: request.method,
      headers,
      body: text,
      redirect: "manual",
    });
    const passedHeaders = new Headers(response.headers);
    passedHeaders.delete("content-length");
    return new Response(response.body, { status: response.status, headers: passedHeaders });
  }

  async function token(request: Request): Promise<Response> {
    if (self.fakeClaims.token) return self.fakeClaims.token();
    const form = new URLSearchParams(await request.text());
    if (kind === "apple") {
      if (!isAppleSecret(form.get("client_secret") ?? "", operator.publicKey, issuer, clientId))
        return Response.json({ error: "invalid_client" }, { status: 400 });
      form.set("client_secret", CLIENT_SECRET);
    }
    const response = await forward(request, form.toString());
    const tokens = (await response.json()) as Claims;
    if (typeof tokens.id_token === "string") tokens.id_token = resignToken(tokens.id_token);
    return Response.json(tokens, { status: response.status });
  }

  /** Returns the ID token with the test's false claims. */
  function resignToken(idToken: string): string {
    const { claims, header, signer = key } = self.fakeClaims;
    const [head = "", body = ""] = idToken.split(".");
    const signed = signer === "nobody" ? key : signer;
    const newHead = { ...decode(head), kid: signed.kid, alg: signed.alg };
    const text = `${encode(header?.(newHead) ?? newHead)}.${encode(claims?.(decode(body)) ?? decode(body))}`;
    if (signer === "nobody") return `${text}.`;
    const signature = sign("sha256", Buffer.from(text), {
      key: signed.privateKey,
      dsaEncoding: "ieee-p1363",
    });
    return `${text}.${signature.toString("base64url")}`;
  }

  const environment: Record<string, string> =
    kind === "google"
      ? { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: CLIENT_SECRET, GOOGLE_ISSUER: issuer }
      : {
          APPLE_CLIENT_ID: clientId,
          APPLE_TEAM_ID: "TEAM123456",
          APPLE_KEY_ID: "KEY1234567",
          APPLE_PRIVATE_KEY: operator.privateKey
            .export({ format: "pem", type: "pkcs8" })
            .toString(),
          APPLE_ISSUER: issuer,
        };

  const self: OpenidProvider = {
    issuer,
    environment,
    person: { sub: "someone", email: "aline@example.com", email_verified: true },
    fakeClaims: {},
    asksConsent: false,
    requests,
    replaceKey: () => {
      key = createSigningKey(`after ${key.kid}`);
    },
    close: async () => {
      await door.stop(true);
      await new Promise((resolve) => inner.close(resolve));
    },
  };
  return self;
}

function createProvider(
  issuer: string,
  kind: "google" | "apple",
  clientId: string,
  publicUrl: string,
  key: SigningKey,
  person: () => Person,
): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/backend/auth/${kind}/callback`],
        token_endpoint_auth_method: kind === "apple" ? "client_secret_post" : "client_secret_basic",
      },
    ],
    jwks: { keys: [{ ...key.privateKey.export({ format: "jwk" }), kid: key.kid, alg: key.alg }] },
    cookies: { keys: ["a cookie key of this test"] },
    // As with Google and Apple, the ID token contains all claims.
    conformIdTokenClaims: false,
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      // Apple's ID tokens contain no name.
      ...(kind === "google" && { profile: ["given_name", "family_name"] }),
    },
    scopes: ["openid", "email", "profile", "name"],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      // Serialising to JSON leaves out undefined claims.
      claims: () => JSON.parse(JSON.stringify({ ...person(), sub })),
    }),
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile name");
      await grant.save();
      return grant;
    },
  });
  // Every sign-in asks for the person again, because it may be another one.
  provider.use(async (ctx, next) => {
    if (ctx.path === "/auth") ctx.headers.cookie = "";
    await next();
  });
  return provider;
}

/** Whether the secret is the JWT that Apple requires: ES256, signed with the team's key, for this client, valid now. */
function isAppleSecret(secret: string, key: KeyObject, issuer: string, clientId: string): boolean {
  const [head = "", body = "", tail = ""] = secret.split(".");
  const signature = Buffer.from(tail, "base64url");
  const signedText = Buffer.from(`${head}.${body}`);
  if (!verify("sha256", signedText, { key, dsaEncoding: "ieee-p1363" }, signature)) return false;
  const { alg, kid } = decode(head);
  const { iss, sub, aud, iat, exp } = decode(body);
  const HALF_YEAR_SECONDS = 15_777_000;
  return (
    alg === "ES256" &&
    kid === "KEY1234567" &&
    iss === "TEAM123456" &&
    sub === clientId &&
    aud === issuer &&
    Number(exp) > Number(iat) &&
    Number(exp) - Number(iat) < HALF_YEAR_SECONDS
  );
}

function consentPage(kind: string, person: Person): string {
  return `<!doctype html><html lang="en"><title>${kind}</title><h1>Sign in with ${kind}</h1>
    <p>${person.email ?? person.sub}</p>
    <a href="?do=sign-in">Continue as ${person.given_name ?? person.sub}</a>
    <a href="?do=cancel">Cancel</a></html>`;
}

function hiddenText(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${Bun.escapeHTML(value)}">`;
}

function encode(part: Claims): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function decode(part: string): Claims {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Claims;
}
