/** Accounts at Google and Apple that riders link and unlink, and attempts to capture them. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { riderIdentities, riders, sessions } from "../../db/schema/accounts";
import type { Identities, RecentSignIns } from "../../src/accounts/providers/provider-contract";
import type { OpenidProvider } from "../support/openid-provider";
import { startSignIn, signInAtProvider, type ProviderName } from "../support/provider-steps";
import { deliverReply, createProviderServer, signInBy } from "../support/provider-walk";
import type { Browser, TestServer } from "../support/server";
import { lastMessage, messagesTo, signInRider } from "../support/sign-in";

let server: TestServer;
let providers: Record<ProviderName, OpenidProvider>;
beforeEach(async () => {
  ({ server, providers } = await createProviderServer(["google", "apple"]));
});
afterEach(async () => {
  server.close();
  await Promise.all([providers.google.close(), providers.apple.close()]);
});

const identitiesOf = async (browser: Browser) =>
  (await (await browser.get("/auth/identities")).json()) as Identities;
const allIdentities = () => server.deps.db.select().from(riderIdentities).all();

/** Begins linking, as the security screen does, and returns the address of the provider's page. */
async function startLinking(browser: Browser, provider: ProviderName): Promise<URL> {
  const answer = await browser.post("/auth/identities", { provider });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return new URL(((await answer.json()) as { location: string }).location);
}

async function link(browser: Browser, provider: ProviderName): Promise<Response> {
  const reply = await signInAtProvider(provider, await startLinking(browser, provider));
  return deliverReply(server, browser, reply);
}

test("a rider links a provider account only within 10 minutes of a sign-in or after a code", async () => {
  const { browser } = await signInRider(server, "rider@example.com");
  server.advance(10 * 60_000);
  const refusedAnswer = await browser.post("/auth/identities", { provider: "google" });
  expect([refusedAnswer.status, ((await refusedAnswer.json()) as { code: string }).code]).toEqual([
    403,
    "account.confirm_first",
  ]);
  await browser.post("/users/confirmation-code");
  const { code } = lastMessage(server, "rider@example.com");
  expect((await browser.post("/users/confirmation", { otp: code })).status).toBe(200);
  expect((await link(browser, "google")).headers.get("location")).toBe(
    "/profile/security?linked=google",
  );
});

describe.each(["google", "apple"] as const)("linking an account at %s", (which) => {
  test("ties the account to the signed-in rider, even if its e-mail address differs", async () => {
    const { browser, rider } = await signInRider(server, "+250788123456");
    const cookie = browser.cookies.get("livery_rider");
    providers[which].person = { sub: "work", email: "work@example.org", email_verified: true };
    const answer = await link(browser, which);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/profile/security?linked=${which}`,
    ]);
    expect(browser.cookies.get("livery_rider")).toBe(cookie ?? "");
    expect(await identitiesOf(browser)).toMatchObject({
      identities: [{ provider: which, email: "work@example.org" }],
      offered: ["google", "apple"],
    });
    expect(messagesTo(server, "+250788123456")[0]?.kind).toBe("identity_linked");
    // The rider's own contacts do not change.
    expect(server.deps.db.select().from(riders).all()).toMatchObject([
      { id: rider.id, email: null, phone: "+250788123456" },
    ]);
    const otherBrowser = server.browser("198.51.100.7");
    await signInBy(server, otherBrowser, which);
    expect(await (await otherBrowser.get("/auth/current-user")).json()).toMatchObject({
      id: rider.id,
    });
  });

  test("is refused if the account belongs to another rider", async () => {
    const owner = server.browser();
    await signInBy(server, owner, which);
    const { browser } = await signInRider(server, "other@example.com");
    const answer = await link(browser, which);
    expect(answer.headers.get("location")).toBe(`/profile/security?fault=taken&provider=${which}`);
    expect((await identitiesOf(browser)).identities).toEqual([]);
    expect((await identitiesOf(owner)).identities).toHaveLength(1);
  });

  test("allows one account per provider", async () => {
    const { browser } = await signInRider(server, "aline@example.com");
    // The rider begins twice, in two tabs.
    const first = await startLinking(browser, which);
    const second = await startLinking(browser, which);
    await deliverReply(server, browser, await signInAtProvider(which, first));
    providers[which].person = { sub: "second", email: "b@example.com", email_verified: true };
    const late = await deliverReply(server, browser, await signInAtProvider(which, second));
    expect(late.headers.get("location")).toBe(
      `/profile/security?fault=other_account&provider=${which}`,
    );
    const third = await browser.post("/auth/identities", { provider: which });
    expect(third.status).toBe(409);
    expect(await third.json()).toMatchObject({ code: "identity.already_linked" });
    expect(allIdentities()).toMatchObject([{ subject: "someone" }]);
  });

  test("fails if the session that started it has ended", async () => {
    const { browser } = await signInRider(server, "aline@example.com");
    const reply = await signInAtProvider(which, await startLinking(browser, which));
    await browser.post("/auth/logout");
    const answer = await deliverReply(server, browser, reply);
    expect(answer.headers.get("location")).toBe(
      `/liveryClient?notice=signed_out&provider=${which}`,
    );
    // Another rider in the same browser does not get the account either.
    server.advance(60_000);
    await signInRider(server, "aline@example.com", { browser });
    const secondReply = await signInAtProvider(which, await startLinking(browser, which));
    server.advance(60_000);
    await signInRider(server, "other@example.com", { browser });
    const other = await deliverReply(server, browser, secondReply);
    expect(other.headers.get("location")).toBe(
      `/profile/security?fault=signed_out&provider=${which}`,
    );
    expect(allIdentities()).toEqual([]);
  });

  test("does not happen when the answer belongs to a sign-in", async () => {
    const { browser, rider } = await signInRider(server, "aline@example.com");
    providers[which].person = { sub: "else", email: "else@example.com", email_verified: true };
    await deliverReply(
      server,
      browser,
      await signInAtProvider(which, await startSignIn(browser, which)),
    );
    const now = (await (await browser.get("/auth/current-user")).json()) as { id: string };
    expect(now.id).not.toBe(rider.id);
    expect(allIdentities()).toMatchObject([{ riderId: now.id }]);
  });

  test("cannot be started by a page of another site", async () => {
    const { browser } = await signInRider(server, "aline@example.com");
    const answer = await browser.request("/auth/identities", {
      method: "POST",
      json: { provider: which },
      headers: { origin: providers[which].issuer },
    });
    expect(answer.status).toBe(403);
  });
});

describe("protection against capturing an account before its owner signs in", () => {
  test("an unconfirmed contact does not lead its owner to the account that asked for it", async () => {
    const { browser: attacker, rider } = await signInRider(server, "attacker@example.com");
    const form = new FormData();
    form.set("email", "victim@example.com");
    await attacker.request("/users/update-profile", { method: "PUT", form });
    const [row] = server.deps.db.select().from(riders).where(eq(riders.id, rider.id)).all();
    expect(row?.pendingEmail).toBe("victim@example.com");

    providers.google.person = { sub: "victim", email: "victim@example.com", email_verified: true };
    const victimBrowser = server.browser("198.51.100.7");
    await signInBy(server, victimBrowser, "google");
    const me = (await (await victimBrowser.get("/auth/current-user")).json()) as { id: string };
    expect(me.id).not.toBe(rider.id);
    // The pending change can no longer be confirmed either.
    server.advance(60_000);
    const otherForm = new FormData();
    otherForm.set("email", "victim@example.com");
    expect(
      (await attacker.request("/users/update-profile", { method: "PUT", form: otherForm })).status,
    ).toBe(409);
  });

  test("a provider account with an unconfirmed e-mail address neither signs in nor links", async () => {
    providers.google.person = {
      sub: "attacker",
      email: "victim@example.com",
      email_verified: false,
    };
    await signInBy(server, server.browser(), "google");
    expect(server.deps.db.select().from(riders).all()).toEqual([]);
    // It cannot be linked to the attacker's own account either.
    const { browser } = await signInRider(server, "attacker@example.com");
    const answer = await link(browser, "google");
    expect(answer.headers.get("location")).toContain("fault=unverified");
    expect(allIdentities()).toEqual([]);
  });

  test("the e-mail address of a linked account does not sign its new owner in as that rider", async () => {
    const { browser: attacker, rider } = await signInRider(server, "attacker@example.com");
    // The attacker once had the address, and linked the provider account of that time.
    providers.google.person = { sub: "old", email: "shared@example.com", email_verified: true };
    await link(attacker, "google");
    providers.google.person = { sub: "new", email: "shared@example.com", email_verified: true };
    const owner = server.browser("198.51.100.7");
    await signInBy(server, owner, "google");
    const me = (await (await owner.get("/auth/current-user")).json()) as { id: string };
    expect(me.id).not.toBe(rider.id);
  });

  test("another provider account with a rider's e-mail address does not sign in as that rider", async () => {
    await signInBy(server, server.browser(), "google");
    providers.google.person = {
      sub: "successor",
      email: "aline@example.com",
      email_verified: true,
    };
    const successorBrowser = server.browser("198.51.100.7");
    const answer = await signInBy(server, successorBrowser, "google");
    expect(answer.headers.get("location")).toBe(
      "/liveryClient?notice=other_account&provider=google",
    );
    expect(successorBrowser.cookies.has("livery_rider")).toBe(false);
  });

  test("the same subject at another provider is another rider", async () => {
    await signInBy(server, server.browser(), "google");
    providers.apple.person = { sub: "someone", email: "other@example.com", email_verified: true };
    const browser = server.browser("198.51.100.7");
    await signInBy(server, browser, "apple");
    expect(await (await browser.get("/auth/current-user")).json()).toMatchObject({
      email: "other@example.com",
    });
  });
});

describe("unlinking a provider account", () => {
  test("ends sign-in by it, notifies the rider and keeps the session", async () => {
    const { browser } = await signInRider(server, "rider@example.com");
    providers.google.person.sub = "mine";
    providers.google.person.email = "mine@example.com";
    await link(browser, "google");
    const [identity] = (await identitiesOf(browser)).identities;
    const answer = await browser.delete(`/auth/identities/${identity?.id}`);
    expect(answer.status).toBe(200);
    expect((await identitiesOf(browser)).identities).toEqual([]);
    expect(messagesTo(server, "rider@example.com")[0]?.kind).toBe("identity_unlinked");
    expect((await browser.get("/auth/current-user")).status).toBe(200);
    const otherBrowser = server.browser("198.51.100.7");
    await signInBy(server, otherBrowser, "google");
    expect(await (await otherBrowser.get("/auth/current-user")).json()).toMatchObject({
      email: "mine@example.com",
    });
    expect((await browser.delete(`/auth/identities/${identity?.id}`)).status).toBe(404);
  });

  test("is refused to another rider", async () => {
    const owner = server.browser();
    await signInBy(server, owner, "google");
    const [identity] = (await identitiesOf(owner)).identities;
    const { browser } = await signInRider(server, "other@example.com");
    expect((await browser.delete(`/auth/identities/${identity?.id}`)).status).toBe(404);
    expect((await identitiesOf(owner)).identities).toHaveLength(1);
  });

  test("is refused for the last sign-in method", async () => {
    const browser = server.browser();
    await signInBy(server, browser, "google");
    // The rider has no contacts left, as after their withdrawal.
    await server.deps.write((tx) => tx.update(riders).set({ email: null }).run());
    const [google] = (await identitiesOf(browser)).identities;
    const refusedAnswer = await browser.delete(`/auth/identities/${google?.id}`);
    expect(refusedAnswer.status).toBe(409);
    expect(await refusedAnswer.json()).toMatchObject({ code: "identity.last_way" });
    await link(browser, "apple");
    expect((await browser.delete(`/auth/identities/${google?.id}`)).status).toBe(200);
    const [apple] = (await identitiesOf(browser)).identities;
    expect((await browser.delete(`/auth/identities/${apple?.id}`)).status).toBe(409);
  });

  test("keeps one sign-in method if both are unlinked at once", async () => {
    const browser = server.browser();
    await signInBy(server, browser, "google");
    await link(browser, "apple");
    await server.deps.write((tx) => tx.update(riders).set({ email: null }).run());
    const { identities } = await identitiesOf(browser);
    const statuses = await Promise.all(
      identities.map(async ({ id }) => (await browser.delete(`/auth/identities/${id}`)).status),
    );
    expect(statuses.sort()).toEqual([200, 409]);
    expect(allIdentities()).toHaveLength(1);
  });

  test("deleting a rider deletes their linked accounts", async () => {
    const browser = server.browser();
    await signInBy(server, browser, "google");
    await server.deps.write((tx) => {
      tx.delete(sessions).run();
      tx.delete(riders).run();
    });
    expect(allIdentities()).toEqual([]);
  });
});

test("recent sign-ins show the method of each, and only to the rider who signed in", async () => {
  const { browser } = await signInRider(server, "aline@example.com");
  server.advance(1_000);
  await signInBy(server, browser, "google");
  server.advance(1_000);
  await signInBy(server, browser, "apple");
  const { signIns } = (await (await browser.get("/auth/sign-ins")).json()) as RecentSignIns;
  expect(signIns.map(({ method }) => method)).toEqual(["apple", "google", "email"]);
  const { browser: other } = await signInRider(server, "+250788123456");
  const theirs = (await (await other.get("/auth/sign-ins")).json()) as RecentSignIns;
  expect(theirs.signIns.map(({ method }) => method)).toEqual(["phone"]);
});

test("the server offers no linking and refuses it if no provider is configured", async () => {
  const { server: plain } = await createProviderServer([]);
  const { browser } = await signInRider(plain, "aline@example.com");
  expect(await identitiesOf(browser)).toEqual({ identities: [], offered: [] });
  const answer = await browser.post("/auth/identities", { provider: "google" });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ code: "identity.not_offered" });
  expect((await browser.post("/auth/identities", { provider: "myspace" })).status).toBe(400);
  const callback = await plain.browser().get("/auth/google/callback?state=x&code=y");
  expect(callback.headers.get("location")).toBe("/liveryClient?notice=provider");
  plain.close();
});
