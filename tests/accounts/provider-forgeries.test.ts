/**
 * Every answer that the provider did not give to this server, now and in this browser, is refused: with a screen that
 * says so, without a session and without an account.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { riderIdentities, riders, sessions } from "../../db/schema/accounts";
import { createSigningKey, type FakeClaims, type OpenidProvider } from "../support/openid-provider";
import { startSignIn, signInAtProvider, type ProviderName } from "../support/provider-steps";
import { deliverReply, createProviderServer, post, signInBy } from "../support/provider-walk";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

let server: TestServer;
let providers: Record<ProviderName, OpenidProvider>;
beforeEach(async () => {
  ({ server, providers } = await createProviderServer(["google", "apple"]));
});
afterEach(async () => {
  server.close();
  await Promise.all([providers.google.close(), providers.apple.close()]);
});

const signInProviders = ["google", "apple"] as const;

/** Expects the answer to lead to the login screen with this notice, and to leave nothing behind. */
async function expectRefusal(
  answer: Response,
  which: ProviderName,
  notice: string,
  browser: Browser,
) {
  expect([answer.status, answer.headers.get("location")]).toEqual([
    303,
    `/liveryClient?notice=${notice}&provider=${which}`,
  ]);
  expect(browser.cookies.has("livery_rider")).toBe(false);
  expect(browser.cookies.has("livery_rider_device")).toBe(false);
  expect(server.deps.db.select().from(sessions).all()).toEqual([]);
  expect(server.deps.db.select().from(riders).all()).toEqual([]);
  expect(server.deps.db.select().from(riderIdentities).all()).toEqual([]);
}

describe.each(signInProviders)("the state of a sign-in by %s", (which) => {
  const replyTo = async (browser: Browser) =>
    signInAtProvider(which, await startSignIn(browser, which));

  test.each([
    ["missing", (fields: URLSearchParams) => fields.delete("state")],
    ["a different value", (fields: URLSearchParams) => fields.set("state", "A".repeat(43))],
    ["malformed", (fields: URLSearchParams) => fields.set("state", "../../etc")],
    ["empty", (fields: URLSearchParams) => fields.set("state", "")],
    ["sent twice", (fields: URLSearchParams) => fields.append("state", "A".repeat(43))],
  ])("is refused if it is: %s", async (_name, tamperToken) => {
    const browser = server.browser();
    const reply = await replyTo(browser);
    tamperToken(reply.fields);
    await expectRefusal(await deliverReply(server, browser, reply), which, "expired", browser);
  });

  test("is refused if it was used before", async () => {
    const browser = server.browser();
    const reply = await replyTo(browser);
    await deliverReply(server, browser, reply);
    expect((await browser.post("/auth/logout")).status).toBe(200);
    const secondAnswer = await deliverReply(server, browser, reply);
    expect(secondAnswer.headers.get("location")).toBe(
      `/liveryClient?notice=expired&provider=${which}`,
    );
    expect(server.deps.db.select().from(sessions).all()).toEqual([]);
  });

  test("signs in only once if it is used twenty times at the same moment", async () => {
    const browser = server.browser();
    const reply = await replyTo(browser);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const copy = server.browser();
        for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
        return deliverReply(server, copy, reply);
      }),
    );
    const places = answers.map((answer) => answer.headers.get("location") ?? "");
    expect(places.filter((place) => place.endsWith("fillUserInfo"))).toHaveLength(1);
    expect(places.filter((place) => place.includes("notice=expired"))).toHaveLength(19);
    expect(server.deps.db.select().from(sessions).all()).toHaveLength(1);
    expect(providers[which].requests.token).toBe(1);
  });

  test("is refused after 10 minutes or if the clock was set back", async () => {
    const browser = server.browser();
    const late = await replyTo(browser);
    server.advance(600_000);
    await expectRefusal(await deliverReply(server, browser, late), which, "expired", browser);
    const earlyReply = await replyTo(browser);
    server.advance(-3_600_000);
    await expectRefusal(await deliverReply(server, browser, earlyReply), which, "expired", browser);
  });

  test("is refused in another browser and is then void", async () => {
    const mine = server.browser();
    const reply = await replyTo(mine);
    const theirs = server.browser("198.51.100.7");
    await expectRefusal(await deliverReply(server, theirs, reply), which, "other_browser", theirs);
    // Nobody can use the reply any more.
    await expectRefusal(await deliverReply(server, mine, reply), which, "expired", mine);
  });

  test("is refused in another browser that has started its own sign-in", async () => {
    const reply = await replyTo(server.browser());
    const theirs = server.browser("198.51.100.7");
    await startSignIn(theirs, which);
    await expectRefusal(await deliverReply(server, theirs, reply), which, "other_browser", theirs);
  });
});

test("an answer of one provider is refused at the callback of the other", async () => {
  const browser = server.browser();
  const reply = await signInAtProvider("google", await startSignIn(browser, "google"));
  await expectRefusal(
    await deliverReply(server, browser, { ...reply, which: "apple", isPosted: true }),
    "apple",
    "expired",
    browser,
  );
});

test("an answer with another issuer or without an issuer is refused", async () => {
  for (const tamperToken of [
    (fields: URLSearchParams) => fields.set("iss", providers.apple.issuer),
    (fields: URLSearchParams) => fields.delete("iss"),
  ]) {
    const browser = server.browser();
    const reply = await signInAtProvider("google", await startSignIn(browser, "google"));
    tamperToken(reply.fields);
    await expectRefusal(await deliverReply(server, browser, reply), "google", "refused", browser);
  }
});

describe.each(signInProviders)("the ID token of %s", (which) => {
  const refused: [string, FakeClaims, string?][] = [
    ["with another nonce", { claims: (c) => ({ ...c, nonce: "another" }) }],
    ["without a nonce", { claims: ({ nonce: _, ...c }) => c }],
    ["for another audience", { claims: (c) => ({ ...c, aud: "another" }) }],
    ["for another audience too", { claims: (c) => ({ ...c, aud: [String(c.aud), "another"] }) }],
    ["made for another client", { claims: (c) => ({ ...c, azp: "another" }) }],
    ["of another issuer", { claims: (c) => ({ ...c, iss: "https://accounts.example" }) }],
    ["of the issuer with a slash", { claims: (c) => ({ ...c, iss: `${c.iss}/` }) }],
    ["that has expired", { claims: (c) => ({ ...c, exp: Number(c.iat) - 61 }) }],
    ["without an end", { claims: ({ exp: _, ...c }) => c }],
    ["from the future", { claims: (c) => ({ ...c, iat: Number(c.iat) + 120 }) }],
    ["older than the question", { claims: (c) => ({ ...c, iat: Number(c.iat) - 700 }) }],
    ["that does not count yet", { claims: (c) => ({ ...c, nbf: Number(c.iat) + 120 }) }],
    ["of another access token", { claims: (c) => ({ ...c, at_hash: "A".repeat(22) }) }],
    ["without a subject", { claims: ({ sub: _, ...c }) => c }],
    ["with an empty subject", { claims: (c) => ({ ...c, sub: "" }) }],
    ["with a subject that is a number", { claims: (c) => ({ ...c, sub: 1 }) }],
    ["of alg none", { header: (h) => ({ ...h, alg: "none" }), signer: "nobody" }],
    ["without a signature", { signer: "nobody" }],
    ["of alg HS256", { header: (h) => ({ ...h, alg: "HS256" }) }],
    ["with an extension nobody knows", { header: (h) => ({ ...h, crit: ["exp"] }) }],
    ["of a key nobody published", { signer: createSigningKey("stranger") }],
    ["of a key under the name of theirs", { signer: createSigningKey("first") }],
    [
      "of a key without a name",
      { signer: createSigningKey("first"), header: ({ kid: _, ...h }) => h },
    ],
    ["of another kind of key", { signer: createSigningKey("first", "ES256") }],
    [
      "with an e-mail address that is not confirmed",
      { claims: (c) => ({ ...c, email_verified: false }) },
      "unverified",
    ],
    ['that says "false"', { claims: (c) => ({ ...c, email_verified: "false" }) }, "unverified"],
    ["that does not say", { claims: ({ email_verified: _, ...c }) => c }, "unverified"],
    ["that says 1", { claims: (c) => ({ ...c, email_verified: 1 }) }],
    ["without an e-mail address", { claims: ({ email: _, ...c }) => c }, "unverified"],
    [
      "with two addresses in one",
      { claims: (c) => ({ ...c, email: "a@x.example,b@y.example" }) },
      "unverified",
    ],
  ];
  test.each(refused)("is refused: %s", async (_name, forgedClaims, notice = "refused") => {
    providers[which].fakeClaims = forgedClaims;
    const browser = server.browser();
    await expectRefusal(await signInBy(server, browser, which), which, notice, browser);
  });

  test("with an unconfirmed e-mail address does not sign in the rider who has it", async () => {
    const { rider } = await signInRider(server, "aline@example.com");
    providers[which].fakeClaims = { claims: (c) => ({ ...c, email_verified: false }) };
    const browser = server.browser();
    const answer = await signInBy(server, browser, which);
    expect(answer.headers.get("location")).toContain("notice=unverified");
    expect(browser.cookies.has("livery_rider")).toBe(false);
    expect(server.deps.db.select().from(sessions).all()).toMatchObject([{ accountId: rider.id }]);
  });

  test("signed with a new key makes the server fetch the keys again", async () => {
    await signInBy(server, server.browser(), which);
    expect(providers[which].requests).toEqual({ discovery: 1, keys: 1, token: 1 });
    await signInBy(server, server.browser(), which);
    expect(providers[which].requests).toEqual({ discovery: 1, keys: 1, token: 2 });
    providers[which].replaceKey();
    const browser = server.browser();
    await signInBy(server, browser, which);
    expect(browser.cookies.has("livery_rider")).toBe(true);
    expect(providers[which].requests).toEqual({ discovery: 1, keys: 2, token: 3 });
    providers[which].fakeClaims = { signer: createSigningKey("stranger") };
    await signInBy(server, server.browser(), which);
    expect(providers[which].requests.keys).toBe(3);
  });

  test("may be signed with ES256", async () => {
    const signer = createSigningKey("curve", "ES256");
    providers[which].fakeClaims = {
      signer,
      keys: () => Response.json({ keys: [{ kty: "OKP" }, signer.jwk] }),
    };
    const browser = server.browser();
    await signInBy(server, browser, which);
    expect(browser.cookies.has("livery_rider")).toBe(true);
  });
});

describe.each(signInProviders)("answers of the provider %s", (which) => {
  const redirectElsewhere = (status: number) => () =>
    new Response(null, { status, headers: { location: `${providers[which].issuer}/elsewhere` } });
  const large = () => new Response(`{"a":"${"x".repeat(70_000)}"}`);
  /** Sends headers at once, and never finishes the body. */
  const serveSlowly = () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      }),
    );

  test.each([
    [
      "of another issuer",
      () => ({ discovery: (d) => ({ ...d, issuer: "https://evil.example" }) }),
      "refused",
    ],
    ["that redirects", () => ({ discovery: redirectElsewhere(302) }), "unreachable"],
    ["too large", () => ({ discovery: large }), "unreachable"],
    ["not in JSON", () => ({ discovery: () => new Response("<html>") }), "unreachable"],
    ["that is a list", () => ({ discovery: () => Response.json([]) }), "unreachable"],
    ["that fails", () => ({ discovery: () => new Response(null, { status: 500 }) }), "unreachable"],
    [
      "without a token endpoint",
      () => ({ discovery: ({ token_endpoint: _, ...d }) => d }),
      "unreachable",
    ],
    [
      "that leads to a file",
      () => ({ discovery: (d) => ({ ...d, jwks_uri: "file:///etc/passwd" }) }),
      "unreachable",
    ],
  ] as [string, () => FakeClaims, string][])(
    "a discovery document %s is refused and not cached",
    async (_name, forgedClaims, notice) => {
      providers[which].fakeClaims = forgedClaims();
      const browser = server.browser();
      await expectRefusal(await browser.get(`/auth/${which}`), which, notice, browser);
      // A refused document is not cached.
      providers[which].fakeClaims = {};
      expect((await browser.get(`/auth/${which}`)).status).toBe(302);
    },
  );

  test.each([
    ["that redirects", () => ({ token: redirectElsewhere(307) }), "unreachable"],
    ["too large", () => ({ token: large }), "unreachable"],
    ["without tokens", () => ({ token: () => Response.json({}) }), "refused"],
    [
      "that refuses",
      () => ({ token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) }),
      "refused",
    ],
    [
      "that does not know us",
      () => ({ token: () => Response.json({ error: "invalid_client" }, { status: 401 }) }),
      "failed",
    ],
  ] as [string, () => FakeClaims, string][])(
    "a token endpoint %s makes the sign-in fail",
    async (_name, forgedClaims, notice) => {
      providers[which].fakeClaims = forgedClaims();
      const browser = server.browser();
      await expectRefusal(await signInBy(server, browser, which), which, notice, browser);
    },
  );

  test.each([
    ["never answers", () => new Promise<Response>(() => {})],
    ["never finishes its answer", serveSlowly],
  ])(
    "the server gives up after 3 seconds on a token endpoint that %s",
    async (_name, token) => {
      providers[which].fakeClaims = { token };
      const browser = server.browser();
      const startedAt = performance.now();
      await expectRefusal(await signInBy(server, browser, which), which, "unreachable", browser);
      expect(performance.now() - startedAt).toBeLessThan(6_000);
    },
    15_000,
  );

  test("the sign-in fails if the provider's keys cannot be fetched", async () => {
    providers[which].fakeClaims = { keys: () => new Response(null, { status: 503 }) };
    const browser = server.browser();
    await expectRefusal(await signInBy(server, browser, which), which, "unreachable", browser);
  });

  test("a person who cancels at the provider gets a notice on the login screen", async () => {
    const browser = server.browser();
    const start = await startSignIn(browser, which);
    const fields = new URLSearchParams({
      state: start.searchParams.get("state") ?? "",
      error: which === "apple" ? "user_cancelled_authorize" : "access_denied",
      iss: providers[which].issuer,
    });
    const answer = await deliverReply(server, browser, {
      which,
      isPosted: which === "apple",
      fields,
    });
    await expectRefusal(answer, which, "cancelled", browser);
  });

  test("a code from another person's sign-in is refused", async () => {
    const theirs = server.browser("198.51.100.7");
    const stolenAnswer = await signInAtProvider(which, await startSignIn(theirs, which));
    const browser = server.browser();
    const mine = await signInAtProvider(which, await startSignIn(browser, which));
    mine.fields.set("code", stolenAnswer.fields.get("code") ?? "");
    await expectRefusal(await deliverReply(server, browser, mine), which, "refused", browser);
  });

  test("an answer with no code, two codes or a code too long is refused", async () => {
    for (const tamperToken of [
      (fields: URLSearchParams) => fields.delete("code"),
      (fields: URLSearchParams) => fields.append("code", "another"),
      (fields: URLSearchParams) => fields.set("code", "x".repeat(5_000)),
    ]) {
      const browser = server.browser();
      const reply = await signInAtProvider(which, await startSignIn(browser, which));
      tamperToken(reply.fields);
      await expectRefusal(await deliverReply(server, browser, reply), which, "refused", browser);
    }
    expect(providers[which].requests.token).toBe(0);
  });
});

describe("Apple's posted answer", () => {
  const validAnswer = async (browser: Browser) =>
    (await signInAtProvider("apple", await startSignIn(browser, "apple"))).fields;

  test("is accepted only from Apple's origin or without a visible origin", async () => {
    const { issuer } = providers.apple;
    for (const origin of [issuer, "null", ""])
      expect(
        (await post(server, await validAnswer(server.browser()), origin ? { origin } : {})).status,
      ).toBe(303);
    for (const origin of [
      "https://evil.example",
      `${issuer}.evil.example`,
      issuer.replace("http:", "https:"),
      providers.google.issuer,
    ]) {
      const answer = await post(server, await validAnswer(server.browser()), { origin });
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(await answer.json()).toMatchObject({ code: "request.foreign_origin" });
    }
  });

  test("goes to the only call that accepts Apple's origin", async () => {
    const from = (path: string, method: string, headers: Record<string, string> = {}) =>
      server.app.fetch(
        new Request(`http://livery.test/backend${path}`, {
          method,
          headers: { host: "livery.test", origin: providers.apple.issuer, ...headers },
        }),
        { address: "203.0.113.7" },
      );
    for (const [path, method] of [
      ["/auth/logout", "POST"],
      ["/auth/apple", "POST"],
      ["/auth/google/callback", "POST"],
      ["/auth/apple/callback", "PUT"],
      ["/auth/apple/callback", "DELETE"],
      ["/auth/apple/callback/", "POST"],
      ["/auth/apple/callback/x", "POST"],
      ["/auth/identities", "POST"],
      ["/AUTH/APPLE/CALLBACK", "POST"],
    ] as const)
      expect([path, method, (await from(path, method)).status]).toEqual([path, method, 403]);
    const plain = await createTestServer();
    expect(
      (await post(plain, new URLSearchParams(), { origin: providers.apple.issuer })).status,
    ).toBe(403);
    plain.close();
  });

  test("stays valid if another answer with its state follows", async () => {
    const browser = server.browser();
    const fields = await validAnswer(browser);
    await post(server, fields);
    const forgedForm = new URLSearchParams({
      state: fields.get("state") ?? "",
      error: "access_denied",
    });
    await post(server, forgedForm);
    const answer = await browser.get(`/auth/apple/callback?state=${fields.get("state")}`);
    expect(answer.headers.get("location")).toBe("/liveryClient/fillUserInfo");
  });

  test("is refused if it comes in the address instead of a post", async () => {
    const browser = server.browser();
    const fields = await validAnswer(browser);
    const answer = await browser.get(`/auth/apple/callback?${fields}`);
    await expectRefusal(answer, "apple", "refused", browser);
  });

  test("is refused as JSON or if it is too large", async () => {
    const fields = await validAnswer(server.browser());
    const json = await post(server, fields, { "content-type": "application/json" });
    expect(json.status).toBe(415);
    fields.set("user", "x".repeat(20_000));
    expect((await post(server, fields)).status).toBe(413);
  });
});

test("too many sign-ins from one browser lead back to the login screen", async () => {
  const browser = server.browser();
  const answers = [];
  for (let n = 0; n < 601; n++) answers.push(await browser.get("/auth/google/callback"));
  const last = answers.at(-1);
  expect(last?.status).toBe(303);
  expect(last?.headers.get("location")).toBe("/liveryClient?notice=busy&provider=google");
});

test("a sign-in that cannot be stored leads to the login screen and shows no detail", async () => {
  const browser = server.browser();
  server.deps.write = () => Promise.reject(new Error("the disk is gone"));
  const answer = await browser.get("/auth/google");
  expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([
    303,
    "/liveryClient?notice=failed&provider=google",
    "",
  ]);
});
