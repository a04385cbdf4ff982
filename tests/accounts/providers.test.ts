/** Sign-in with Google and Apple, against a real OpenID provider on the loopback address. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { providerAttempts, riderIdentities, riders, sessions } from "../../db/schema/accounts";
import type { OpenidProvider } from "../support/openid-provider";
import { startSignIn, signInAtProvider, type ProviderName } from "../support/provider-steps";
import { deliverReply, createProviderServer, post, signInBy } from "../support/provider-walk";
import type { Browser, TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";

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
const rows = () => server.deps.db.select().from(riders).all();
const identities = () => server.deps.db.select().from(riderIdentities).all();
const me = async (browser: Browser) =>
  (await (await browser.get("/auth/me")).json()) as {
    authenticated: boolean;
    getUser: { id: string; email: string; firstName: string | null } | null;
  };

describe.each(signInProviders)("sign-in by %s", (which) => {
  test("starts with state, nonce and PKCE and names the registered callback address", async () => {
    const browser = server.browser();
    const answer = await browser.get(`/auth/${which}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const url = new URL(answer.headers.get("location") ?? "");
    expect(url.origin).toBe(providers[which].issuer);
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: "code",
      client_id: `livery-at-${which}`,
      redirect_uri: `http://localhost:3000/backend/auth/${which}/callback`,
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"])
      expect(query[name]).toMatch(/^[\w-]{43}$/);
    expect(new Set([query.state, query.nonce, query.code_challenge]).size).toBe(3);
    expect(query.response_mode).toBe(which === "apple" ? "form_post" : undefined);
    const secondUrl = await startSignIn(browser, which);
    expect(secondUrl.searchParams.get("state")).not.toBe(query.state ?? null);
    expect(secondUrl.searchParams.get("nonce")).not.toBe(query.nonce ?? null);
    // The state cannot be read from the stored data.
    expect(JSON.stringify(server.deps.db.select().from(providerAttempts).all())).not.toContain(
      query.state ?? "",
    );
  });

  test("creates an account and a session for a new rider and leads to booking", async () => {
    const { person } = providers[which];
    Object.assign(person, { given_name: "Aline", family_name: "Uwase" });
    const browser = server.browser();
    const answer = await signInBy(server, browser, which);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/booking"]);
    expect(await me(browser)).toMatchObject({
      authenticated: true,
      getUser: { email: "aline@example.com", firstName: "Aline", lastName: "Uwase" },
    });
    expect(identities()).toMatchObject([
      { provider: which, issuer: providers[which].issuer, subject: "someone" },
    ]);
    expect(browser.cookies.has("livery_rider_device")).toBe(true);
    expect(messagesTo(server, "aline@example.com")).toEqual([]);
  });

  test("leads to profile completion if a name is missing", async () => {
    providers[which].person.given_name = "Aline";
    const browser = server.browser();
    const answer = await signInBy(server, browser, which);
    expect(answer.headers.get("location")).toBe("/liveryClient/fillUserInfo");
    expect(rows()).toMatchObject([{ firstName: "Aline", lastName: null }]);
  });

  test("finds the account by its subject if its e-mail address has changed", async () => {
    await signInBy(server, server.browser(), which);
    const [before] = rows();
    providers[which].person.email = "moved@example.com";
    const browser = server.browser();
    await signInBy(server, browser, which);
    expect((await me(browser)).getUser?.id).toBe(before?.id ?? "");
    expect(rows()).toHaveLength(1);
    expect(rows()[0]?.email).toBe("aline@example.com");
    expect(identities()).toMatchObject([{ email: "moved@example.com" }]);
  });

  test("links to the rider who has confirmed the same e-mail address and notifies them", async () => {
    const { rider } = await signInRider(server, "aline@example.com");
    providers[which].person.email = "Aline@Example.COM";
    const browser = server.browser();
    await signInBy(server, browser, which);
    expect((await me(browser)).getUser?.id).toBe(rider.id);
    expect(rows()).toHaveLength(1);
    expect(messagesTo(server, "aline@example.com")[0]?.kind).toBe("identity_linked");
  });

  test("adds no last name for a rider who has one name", async () => {
    await signInRider(server, "aline@example.com");
    server.deps.db.update(riders).set({ lastName: null, hasOneName: true }).run();
    Object.assign(providers[which].person, { given_name: "Somebody", family_name: "Else" });
    await signInBy(server, server.browser(), which);
    expect(rows()).toMatchObject([{ firstName: "Aline", lastName: null, hasOneName: true }]);
  });

  test("replaces the session that the browser had", async () => {
    const browser = server.browser();
    await signInRider(server, "aline@example.com", { browser });
    const before = browser.cookies.get("livery_rider") ?? "";
    const [old] = server.deps.db.select().from(sessions).all();
    const ended: string[] = [];
    server.deps.bus.subscribe((event) => {
      if (event.type === "session_ended") ended.push(...event.sessionIds);
    });
    await signInBy(server, browser, which);
    expect(browser.cookies.get("livery_rider")).not.toBe(before);
    expect(server.deps.db.select().from(sessions).all()).toHaveLength(1);
    expect(ended).toEqual([old?.id ?? ""]);
    const fixedCountryBrowser = server.browser();
    fixedCountryBrowser.cookies.set("livery_rider", before);
    expect((await me(fixedCountryBrowser)).authenticated).toBe(false);
  });

  test("leaves no secret in the address where the browser ends up", async () => {
    const browser = server.browser();
    const reply = await signInAtProvider(which, await startSignIn(browser, which));
    const answer = await deliverReply(server, browser, reply);
    expect(answer.headers.get("location")).toBe("/liveryClient/fillUserInfo");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toBe("");
  });
});

test("Google and Apple accounts with one e-mail address sign in the same rider", async () => {
  await signInBy(server, server.browser(), "google");
  await signInBy(server, server.browser(), "apple");
  expect(rows()).toHaveLength(1);
  expect(identities().map(({ provider }) => provider)).toEqual(["google", "apple"]);
});

test("a rider's sign-in by Google gives no access to the driver's area", async () => {
  const browser = server.browser();
  await signInBy(server, browser, "google");
  expect(await (await browser.get("/driver/get-driver")).json()).toMatchObject({
    authenticated: false,
  });
});

describe("sign-in by Apple in particular", () => {
  test("the post sets no cookie, and the browser signs in when it fetches the answer", async () => {
    const browser = server.browser();
    const { fields } = await signInAtProvider("apple", await startSignIn(browser, "apple"));
    const answer = await post(server, fields, { origin: providers.apple.issuer });
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const location = answer.headers.get("location") ?? "";
    expect(location).toBe(`/backend/auth/apple/callback?state=${fields.get("state")}`);
    // The waiting code is encrypted, and is deleted once it has been used.
    const waiting = server.deps.db.select().from(providerAttempts).get()?.answer ?? "";
    expect(waiting).not.toBe("");
    expect(waiting).not.toContain(fields.get("code") ?? "");
    expect((await browser.get(location.replace("/backend", ""))).status).toBe(303);
    expect((await me(browser)).authenticated).toBe(true);
    expect(server.deps.db.select().from(providerAttempts).get()?.answer).toBeNull();
  });

  test("the user field gives only the name, not the e-mail address or subject", async () => {
    const browser = server.browser();
    const reply = await signInAtProvider("apple", await startSignIn(browser, "apple"));
    reply.fields.set(
      "user",
      JSON.stringify({
        name: { firstName: "  Aline ", lastName: "Uwase", role: "owner" },
        email: "victim@example.com",
        email_verified: true,
        sub: "another",
      }),
    );
    await deliverReply(server, browser, reply);
    expect(rows()).toMatchObject([
      { firstName: "Aline", lastName: "Uwase", email: "aline@example.com" },
    ]);
    expect(identities()).toMatchObject([{ subject: "someone" }]);
  });

  test.each([
    "not json",
    '{"name":"Aline"}',
    '{"name":{"firstName":{"$ne":""},"lastName":["x"]}}',
    '{"name":{"firstName":"\\u202eenilA","lastName":"\\u0000"}}',
    `{"name":{"firstName":"${"x".repeat(5_000)}"}}`,
    "null",
  ])("an invalid name is ignored: %p", async (user) => {
    const browser = server.browser();
    const reply = await signInAtProvider("apple", await startSignIn(browser, "apple"));
    reply.fields.set("user", user);
    const answer = await deliverReply(server, browser, reply);
    expect(answer.headers.get("location")).toBe("/liveryClient/fillUserInfo");
    expect(rows()).toMatchObject([{ firstName: null, lastName: null }]);
  });

  test("a name that the rider gave in Livery is kept", async () => {
    await signInRider(server, "aline@example.com");
    providers.apple.person = {
      ...providers.apple.person,
      given_name: "Somebody",
      family_name: "Else",
    };
    await signInBy(server, server.browser(), "apple");
    expect(rows()).toMatchObject([{ firstName: "Aline", lastName: "Uwase" }]);
  });

  test('a relay address counts as an e-mail address, and `"true"` as confirmed', async () => {
    providers.apple.person = {
      sub: "hidden",
      email: "x7k2@privaterelay.appleid.com",
      email_verified: "true",
    };
    const browser = server.browser();
    await signInBy(server, browser, "apple");
    expect((await me(browser)).getUser?.email).toBe("x7k2@privaterelay.appleid.com");
    server.advance(60_000);
    const other = server.browser();
    await signInRider(server, "x7k2@privaterelay.appleid.com", { browser: other });
    expect(rows()).toHaveLength(1);
  });
});
