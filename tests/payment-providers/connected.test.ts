/**
 * Payment providers on the screen: connected with encrypted keys, tested, and test keys distinguished from live ones.
 */
import { afterEach, expect, test } from "bun:test";
import { checkProviders } from "../../src/backup/provider-checks";
import type { ProviderList, ProviderTest } from "../../src/dispatch/providers/provider-contract";
import { connectedConfig } from "../../src/settings/connections/connection-queries";
import { startFlutterwave } from "../support/payments/flutterwave";
import { startMomo } from "../support/payments/mtn-momo";
import { startStripe } from "../support/payments/stripe";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function start(keys: Record<string, string> = {}) {
  const fakeProviders = {
    stripe: startStripe(),
    flutterwave: startFlutterwave(),
    momo: startMomo(),
  };
  const server: TestServer = await createTestServer({
    RATE_LIMITS: "off",
    STRIPE_API_URL: fakeProviders.stripe.url,
    FLUTTERWAVE_API_URL: fakeProviders.flutterwave.url,
    MTN_MOMO_API_URL: fakeProviders.momo.url,
    ...keys,
  });
  endings.push(() => server.close());
  for (const fake of Object.values(fakeProviders)) endings.push(() => fake.stop());
  return { server, owner: await signInAdmin(server), fakes: fakeProviders };
}

const typed = {
  stripe: { secretKey: "sk_test_1", webhookSecret: "whsec_hunter1" },
  flutterwave: { secretKey: "FLWSECK_TEST-1-X", secretHash: "hunter2" },
  mtn_momo: {
    environment: "sandbox",
    apiUser: "user-1",
    apiKey: "key-1",
    subscriptionKey: "sub-1",
  },
};
const path = (id: string) => `/admin/settings/providers/${id}`;
const shown = async (owner: Browser, id: string) => {
  const answer = await owner.get("/admin/settings/providers");
  const { providers } = (await answer.json()) as ProviderList;
  return providers.find((one) => one.id === id);
};
const tryConnection = async (owner: Browser, id: string, fields?: object) => {
  const answer = await owner.post(`${path(id)}/test`, fields ? { fields } : {});
  return (await answer.json()) as ProviderTest;
};

test.each(Object.entries(typed))(
  "an owner tests the connection to %s and then saves it",
  async (id, fields) => {
    const { server, owner } = await start();
    expect(await shown(owner, id)).toMatchObject({ configured: false, mode: null });
    expect(await tryConnection(owner, id, fields)).toMatchObject({
      ok: true,
      outcome: expect.stringMatching(/accepts .* it does not take real money\.$/),
    });
    expect((await owner.put(path(id), { fields, version: 0 })).status).toBe(200);
    const text = await (await owner.get("/admin/settings/providers")).text();
    expect(text).not.toMatch(/hunter|sk_test|FLWSECK|key-1|sub-1/);
    expect(await shown(owner, id)).toMatchObject({ configured: true, mode: "test" });
    expect((await tryConnection(owner, id)).ok).toBe(true);
    const findings = await checkProviders(connectedConfig(server.deps));
    expect(findings.map(({ faults }) => faults)).toEqual([[]]);
  },
);

test.each([
  ["stripe", { secretKey: "sk_test_other", webhookSecret: "whsec_1" }, /Invalid API Key/],
  ["flutterwave", { secretKey: "FLWSECK-other", secretHash: "x" }, /Invalid authorization key/],
  ["mtn_momo", { ...typed.mtn_momo, apiKey: "other" }, /refuses the key \(401\)/],
])("the test of a wrong key for %s shows the provider's message", async (id, fields, words) => {
  const { owner } = await start();
  const { ok, outcome } = await tryConnection(owner, id, fields);
  expect(ok).toBe(false);
  expect(outcome).toMatch(words);
});

test("live keys are shown as live, and keys from the environment cannot be changed", async () => {
  const { owner } = await start({
    STRIPE_SECRET_KEY: "rk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  });
  expect(await shown(owner, "stripe")).toMatchObject({
    configured: true,
    mode: "live",
    connection: { locked: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] },
  });
  const fields = typed.stripe;
  expect((await owner.put(path("stripe"), { fields, version: 0 })).status).toBe(422);
  expect((await shown(owner, "flutterwave"))?.mode).toBeNull();
});
