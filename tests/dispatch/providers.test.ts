/** Third-party providers: what is configured, and a real test of each. */
import { afterEach, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import type { ProviderList, ProviderTest } from "../../src/dispatch/providers/provider-contract";
import { startFlights } from "../support/flights";
import { type Postbox, startMailbox, startSmsGateway } from "../support/postbox";
import { createPhone, createPushService } from "../support/push-phone";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer | null = null;
let postbox: Postbox | null = null;
afterEach(async () => {
  server?.close();
  await postbox?.close();
  server = null;
  postbox = null;
});

async function start(env: Record<string, string>) {
  const made = await createTestServer({ RATE_LIMITS: "off", ...env });
  server = made;
  return { made, owner: await signInAdmin(made) };
}
const testConnection = async (owner: Browser, id: string, json: object = {}) => {
  const answer = await owner.post(`/admin/settings/providers/${id}/test`, json);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ProviderTest;
};

test("an owner cannot test a provider that is not configured", async () => {
  const { owner } = await start({});
  const { providers } = (await (
    await owner.get("/admin/settings/providers")
  ).json()) as ProviderList;
  expect(providers.filter(({ configured }) => configured).map(({ id }) => id)).toEqual(["push"]);
  expect(await testConnection(owner, "push")).toMatchObject({
    ok: false,
    outcome: expect.stringMatching(/^Turn on notifications in your profile first/),
  });
  for (const { id } of providers.filter((one) => one.id !== "push")) {
    const answer = await owner.post(`/admin/settings/providers/${id}/test`, {});
    expect([id, answer.status]).toEqual([id, 409]);
  }
});

test("the owner sees the configured providers without their secrets, and a dispatcher cannot", async () => {
  const { owner } = await start({
    SMTP_URL: "smtp://user:hunter2@mail.example.com:587",
    MAIL_FROM: "rides@example.com",
    TWILIO_ACCOUNT_SID: "AC77",
    TWILIO_AUTH_TOKEN: "token-hunter3",
    TWILIO_FROM: "+15550001111",
    GEOCODER_URL: "https://geo.example.com/x?key=hunter4",
    VEHICLE_DATA_URL: "https://vin.example.com/key-hunter5",
    VEHICLE_DATA_HEADERS: '{"x-key":"hunter6"}',
  });
  const text = await (await owner.get("/admin/settings/providers")).text();
  expect(text).not.toMatch(/hunter|AC77/);
  expect(text).toContain("Sends from rides@example.com through mail.example.com:587");
  expect(text).toContain("geo.example.com");
  const dispatcher = await signInAdmin(server as TestServer, { role: "dispatcher" });
  expect((await dispatcher.get("/admin/settings/providers")).status).toBe(403);
});

test("a test e-mail goes to the owner who asks for it, and the audit log records the test", async () => {
  postbox = await startMailbox();
  const { made, owner } = await start({ SMTP_URL: postbox.url, MAIL_FROM: "rides@example.com" });
  const found = await testConnection(owner, "mail");
  const { email } = (await (await owner.get("/admin/profile")).json()) as { email: string };
  expect(found).toMatchObject({ ok: true });
  expect(found.outcome).toContain(email);
  await postbox.wait(email, /this is a test/);
  const line = made.deps.db
    .select()
    .from(auditLog)
    .all()
    .find(({ action }) => action === "settings.provider_tested");
  expect(JSON.parse(line?.detail ?? "")).toEqual({ provider: "mail", worked: true });
});

test("a test notification goes to the owner's own phones and shows the push service's answer", async () => {
  const { made, owner } = await start({});
  made.deps.config.push.allowsLoopback = true;
  const service = createPushService((request) => (request === 1 ? 201 : 503));
  const phone = createPhone(`${service.url}/p/1`);
  expect((await owner.put("/admin/push", phone.subscription)).status).toBe(200);
  expect(await testConnection(owner, "push")).toMatchObject({
    ok: true,
    outcome: expect.stringContaining("1 device"),
  });
  expect(phone.read(service.deliveredPushes[0]?.body ?? new Uint8Array())).toMatchObject({
    title: expect.stringMatching(/^Test from/),
    path: "/dispatch/dashboard/settings/providers",
  });
  expect(await testConnection(owner, "push")).toMatchObject({
    ok: false,
    outcome: "The push service answered 503",
  });
  await service.close();
});

test("a test shows the SMTP error if the mail server cannot be reached", async () => {
  const { owner } = await start({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "rides@example.com" });
  const { ok, outcome } = await testConnection(owner, "mail");
  expect(ok).toBe(false);
  expect(outcome).toMatch(/^SMTP (ECONN|ESOCKET)/);
});

test("a test SMS goes to the given phone number, and the server refuses an invalid one", async () => {
  postbox = startSmsGateway("AC1", "secret");
  const { owner } = await start({
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_AUTH_TOKEN: "secret",
    TWILIO_FROM: "+15550001111",
    TWILIO_API_URL: postbox.url,
  });
  const answer = await owner.post("/admin/settings/providers/sms/test", { phone: "me@x.org" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { phone: expect.any(String) } });
  expect(await testConnection(owner, "sms", { phone: "+250 788 123 456" })).toMatchObject({
    ok: true,
  });
  await postbox.wait("+250788123456", /this is a test/);
});

test("a test calls the flight provider with its key, and shows the answer 401 to a wrong key", async () => {
  for (const kind of ["aeroapi", "aerodatabox"] as const) {
    const fakeProvider = startFlights(kind);
    const { owner } = await start({
      FLIGHT_PROVIDER: kind,
      FLIGHT_API_KEY: fakeProvider.key,
      FLIGHT_API_URL: fakeProvider.url,
    });
    const text = await (await owner.get("/admin/settings/providers")).text();
    expect(text).not.toContain(fakeProvider.key);
    expect(await testConnection(owner, "flights")).toMatchObject({ ok: true });
    fakeProvider.failureMode = "refusing the key";
    expect(await testConnection(owner, "flights")).toMatchObject({
      ok: false,
      outcome: "The service answered 401",
    });
    await fakeProvider.stop();
    server?.close();
    server = null;
  }
});

test("a test shows what the geocoder, the vehicle data service and the router answer", async () => {
  let status = 200;
  const fakeProvider = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      Response.json(
        { type: "FeatureCollection", features: [], data: { make: "Honda" } },
        { status },
      ),
  });
  const url = `http://127.0.0.1:${fakeProvider.port}`;
  const { owner } = await start({ GEOCODER_URL: url, VEHICLE_DATA_URL: url, ROUTER_URL: url });
  expect(await testConnection(owner, "geocoder")).toMatchObject({
    ok: false,
    outcome: "The service answered but knows no place called Kigali.",
  });
  expect(await testConnection(owner, "vehicle_data")).toMatchObject({ ok: true });
  status = 503;
  for (const id of ["geocoder", "vehicle_data", "router"])
    expect(await testConnection(owner, id)).toMatchObject({
      ok: false,
      outcome: "The service answered 503",
    });
  await fakeProvider.stop(true);
});
