/** Other services that the owner connects on the screen: in effect at once, with encrypted secrets. */
import { afterEach, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import { connections } from "../../db/schema/connections";
import type { ProviderList, ProviderTest } from "../../src/dispatch/providers/provider-contract";
import { runAllChecks } from "../../src/backup/check-queries";
import { createOutboxWorker } from "../../src/notifications/worker";
import { keysFrom } from "../../src/process/keys";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import type { Connection } from "../../src/settings/connections/connection-contract";
import { checkHost, isBlockedHost } from "../../src/settings/connections/connection-hosts";
import { connectedConfig } from "../../src/settings/connections/connection-queries";
import { openDeps } from "../support/deps";
import { startMailbox, startSmsGateway } from "../support/postbox";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function start(environment: Record<string, string> = {}) {
  const server = await createTestServer({ RATE_LIMITS: "off", ...environment });
  endings.push(() => server.close());
  server.deps.config.allowsLoopback = true;
  return { server, owner: await signInAdmin(server) };
}

async function mailbox(account?: { user: string; password: string }) {
  const box = await startMailbox(0, account);
  endings.push(() => box.close());
  return { box, port: new URL(box.url).port };
}

const path = (id: string) => `/admin/settings/providers/${id}`;
const mail = (port: string, other: object = {}) => ({
  host: "127.0.0.1",
  port,
  security: "offered",
  user: "",
  password: "",
  address: "rides@example.com",
  name: "Berlin, Cars",
  ...other,
});
const connect = async (owner: Browser, id: string, fields: object, version = 0) => {
  const answer = await owner.put(path(id), { fields, version });
  const json = await answer.json();
  expect([answer.status, json]).toEqual([200, expect.anything()]);
  return json as Connection;
};
const shown = async (owner: Browser, id: string) => {
  const { providers } = (await (
    await owner.get("/admin/settings/providers")
  ).json()) as ProviderList;
  return providers.find((one) => one.id === id);
};
const refusal = async (owner: Browser, id: string, fields: object, version = 0) => {
  const answer = await owner.put(path(id), { fields, version });
  return {
    status: answer.status,
    ...((await answer.json()) as { fields?: object; code?: string }),
  };
};
const work = (server: TestServer) => {
  const worker = createOutboxWorker(server.deps, { receiptOf, print: () => {} });
  endings.push(() => worker.stop());
  worker.start();
};
const requestCode = (server: TestServer, identifier: string) =>
  server.browser().post("/auth/send-otp", { identifier });

test("connecting mail takes effect at once, and so does a change of the mail server", async () => {
  const { server, owner } = await start();
  const account = { user: "rides", password: "hunter2 %:@/" };
  const first = await mailbox(account);
  const second = await mailbox();
  work(server);
  await requestCode(server, "before@example.com");
  const { version } = await connect(owner, "mail", mail(first.port, account));
  await requestCode(server, "ada@example.com");
  await first.box.wait("ada@example.com", /\d{4}/);
  await connect(owner, "mail", mail(second.port), version);
  await requestCode(server, "eric@example.com");
  await second.box.wait("eric@example.com", /\d{4}/);
  expect(first.box.received.map(({ to }) => to)).toEqual(["ada@example.com"]);
});

test("connecting text messages takes effect at once", async () => {
  const gateway = startSmsGateway("AC1", "token-hunter3");
  endings.push(() => gateway.close());
  const { server, owner } = await start({ TWILIO_API_URL: gateway.url });
  work(server);
  await connect(owner, "sms", {
    accountSid: "AC1",
    authToken: "token-hunter3",
    from: "+15550001111",
  });
  await requestCode(server, "+250788123456");
  await gateway.wait("+250788123456", /\d{4}/);
});

test("a secret is sealed and appears in no answer, log or audit row", async () => {
  const { server, owner } = await start({ LOG_LEVEL: "debug" });
  const typed = mail("2525", { user: "rides", password: "hunter2" });
  const response = await connect(owner, "mail", typed);
  expect(response).toEqual({
    locked: [],
    fields: expect.objectContaining({ user: "rides", host: "127.0.0.1" }),
    secrets: ["password"],
    version: 1,
  });
  await connect(owner, "geocoder", { url: "https://geo.example.com/x?key=hunter4" });
  const listed = await (await owner.get("/admin/settings/providers")).text();
  expect(listed).toContain("rides@example.com");
  expect(listed).toContain("geo.example.com");
  const rows = server.deps.db.select().from(auditLog).all();
  const connected = rows.find(({ action }) => action === "settings.provider_connected");
  expect(JSON.parse(connected?.detail ?? "")).toEqual({
    changed: "host, port, security, user, password, address, name",
    version: 1,
  });
  const database = Buffer.from(server.deps.db.$client.serialize()).toString("latin1");
  const all = [JSON.stringify(response), listed, database, JSON.stringify(server.deps.lines)];
  expect(all.join()).not.toMatch(/hunter/);
  const status = await (await owner.get("/admin/status")).text();
  expect(status).not.toContain('"fields"');
  // The same folder with its key file, as after a restore, and then without it.
  const secondDeps = openDeps(server.folder);
  endings.push(() => secondDeps.db.$client.close());
  expect(connectedConfig(secondDeps).smtp?.url).toBe("smtp://rides:hunter2@127.0.0.1:2525/");
  const foreignDeps = {
    ...secondDeps,
    keys: keysFrom(new Uint8Array(32)),
    config: { ...secondDeps.config },
  };
  expect(connectedConfig(foreignDeps).smtp).toBeNull();
});

test("an empty secret keeps the stored one, unless the destination changes", async () => {
  const { server, owner } = await start();
  await connect(owner, "mail", mail("2525", { user: "rides", password: "hunter2" }));
  const kept = mail("2525", { user: "rides", address: "hello@example.com" });
  await connect(owner, "mail", kept, 1);
  expect(connectedConfig(server.deps).smtp).toEqual({
    url: "smtp://rides:hunter2@127.0.0.1:2525/",
    from: '"Berlin, Cars" <hello@example.com>',
  });
  for (const other of [{ host: "10.0.0.9" }, { user: "eve" }, { security: "tls" }])
    expect(await refusal(owner, "mail", { ...kept, ...other }, 2)).toMatchObject({
      status: 400,
      fields: { password: expect.stringContaining("again") },
    });
  const movedAnswer = await owner.post(`${path("mail")}/test`, {
    fields: { ...kept, host: "10.0.0.9" },
  });
  expect(movedAnswer.status).toBe(400);
  await connect(owner, "mail", mail("2525", { security: "starttls" }), 2);
  expect(connectedConfig(server.deps).smtp?.url).toBe("smtp://127.0.0.1:2525/?requireTLS=true");
  expect((await shown(owner, "mail"))?.connection?.secrets).toEqual([]);
});

test("a connection set by the environment is locked and names its variables", async () => {
  const { server, owner } = await start({
    SMTP_URL: "smtp://mail.example.com",
    MAIL_FROM: "rides@example.com",
  });
  expect((await shown(owner, "mail"))?.connection).toMatchObject({
    locked: ["SMTP_URL", "MAIL_FROM"],
    fields: null,
  });
  expect(await refusal(owner, "mail", mail("2525"))).toMatchObject({
    status: 422,
    code: "settings.configured",
    message: expect.stringContaining("SMTP_URL, MAIL_FROM"),
  });
  const deletedAnswer = await owner.delete(path("mail"), { version: 0 });
  expect(deletedAnswer.status).toBe(422);
  const testAnswer = await owner.post(`${path("mail")}/test`, { fields: mail("2525") });
  expect(testAnswer.status).toBe(422);
  // A row from before the variable was set does not override it.
  const row = { id: "mail", fields: mail("1"), secrets: null, version: 1, updatedAt: 0 };
  server.deps.db.insert(connections).values(row).run();
  expect(connectedConfig(server.deps).smtp?.url).toBe("smtp://mail.example.com");
});

test("an owner's outdated save is refused and names the other owner's change", async () => {
  const { owner } = await start();
  await connect(owner, "mail", mail("2525"));
  await connect(owner, "mail", mail("2526"), 1);
  expect(await refusal(owner, "mail", mail("2527"), 1)).toMatchObject({
    status: 409,
    code: "request.conflict",
    meanwhile: [{ by: expect.any(String), changes: [{ field: "port" }] }],
  });
  // Another service causes no conflict.
  await connect(owner, "router", { url: "https://router.example.com" });
  await connect(owner, "mail", mail("2527"), 2);
  expect((await owner.delete(path("mail"), { version: 2 })).status).toBe(409);
});

test("disconnecting deletes the secrets, keeps messages and shows no codes", async () => {
  const { server, owner } = await start();
  work(server);
  expect((await owner.delete(path("mail"), { version: 0 })).status).toBe(409);
  const { box, port } = await mailbox();
  await connect(owner, "mail", mail(port));
  const deletedAnswer = await owner.delete(path("mail"), { version: 1 });
  expect(await deletedAnswer.json()).toEqual({ locked: [], fields: null, secrets: [], version: 2 });
  expect(server.deps.db.select().from(connections).all()).toEqual([
    expect.objectContaining({ id: "mail", fields: null, secrets: null }),
  ]);
  expect(await shown(owner, "mail")).toMatchObject({ configured: false, detail: null });
  await requestCode(server, "ada@example.com");
  const { messages } = (await (await owner.get("/admin/outbox")).json()) as {
    messages: { state: string; body: string | null }[];
  };
  expect(messages).toEqual([expect.objectContaining({ state: "kept", body: null })]);
  expect(box.received).toEqual([]);
  // The version continues, so an owner who saw it connected cannot reconnect it by accident.
  expect(await refusal(owner, "mail", mail(port), 1)).toMatchObject({ status: 409 });
  await connect(owner, "mail", mail(port), 2);
});

test("testing a connection uses the typed values and stores nothing", async () => {
  const { server, owner } = await start();
  const { box, port } = await mailbox({ user: "rides", password: "hunter2" });
  const testFields = async (fields: object) => {
    const answer = await owner.post(`${path("mail")}/test`, { fields });
    return (await answer.json()) as ProviderTest;
  };
  expect(await testFields(mail(port, { user: "rides", password: "wrong" }))).toMatchObject({
    ok: false,
    outcome: expect.stringContaining("EAUTH"),
  });
  expect(await testFields(mail(port, { user: "rides", password: "hunter2" }))).toMatchObject({
    ok: true,
  });
  expect(box.received).toHaveLength(1);
  expect(server.deps.db.select().from(connections).all()).toEqual([]);
  expect(JSON.stringify(server.deps.db.select().from(auditLog).all())).not.toContain("hunter2");
  // Stored values do not override typed ones.
  await connect(owner, "mail", mail("9"));
  expect(await testFields(mail(port, { user: "rides", password: "hunter2" }))).toMatchObject({
    ok: true,
  });
});

test.each([
  ["mail", { host: "" }, "host"],
  ["mail", { host: "mail.example.com/x" }, "host"],
  ["mail", { host: "a b" }, "host"],
  ["mail", { port: "99999" }, "port"],
  ["mail", { security: "none" }, "security"],
  ["mail", { user: "rides" }, "password"],
  ["mail", { address: "rides" }, "address"],
  ["mail", { name: 'Eve" <eve@example.com>' }, "name"],
  ["mail", { name: "a\r\nBcc: eve@example.com" }, "name"],
  ["sms", { accountSid: "AC1", from: "+1555" }, "authToken"],
  ["geocoder", { url: "" }, "url"],
  ["geocoder", { url: "file:///etc/passwd" }, "url"],
  ["vehicle_data", { url: "https://vin.example.com", headerName: "x-api-key" }, "headerValue"],
  [
    "vehicle_data",
    { url: "https://vin.example.com", headerName: "a b", headerValue: "c" },
    "headerName",
  ],
  ["google", { clientId: "", clientSecret: "x" }, "clientId"],
  ["stripe", { secretKey: "pk_test_1", webhookSecret: "whsec_1" }, "secretKey"],
  ["stripe", { secretKey: "sk_test_1" }, "webhookSecret"],
  ["flutterwave", { secretKey: "FLWPUBK-1", secretHash: "x" }, "secretKey"],
  [
    "mtn_momo",
    { environment: "MTN Rwanda", apiUser: "u", apiKey: "k", subscriptionKey: "s" },
    "environment",
  ],
  ["apple", { clientId: "a", teamId: "b", keyId: "c", privateKey: "no key" }, "privateKey"],
])("%s refuses %j, naming the field", async (id, fields, field) => {
  const { owner } = await start();
  const typed = id === "mail" ? mail("2525", fields) : fields;
  const { status, fields: faults } = await refusal(owner, id, typed);
  expect([status, Object.keys(faults ?? {})]).toEqual([400, [field]]);
});

test("the server's own addresses are accepted only from the environment", async () => {
  const { server, owner } = await start();
  server.deps.config.allowsLoopback = false;
  for (const host of [
    "127.0.0.1",
    "localhost",
    "127.1",
    "0x7f000001",
    "169.254.169.254",
    "::1",
    "0.0.0.0",
  ])
    expect([host, await refusal(owner, "mail", mail("25", { host }))]).toEqual([
      host,
      expect.objectContaining({
        status: 400,
        fields: { host: expect.stringContaining("SMTP_URL") },
      }),
    ]);
  for (const host of [
    "[::ffff:127.0.0.1]",
    "metadata.google.internal",
    "[fe80::1]",
    "app.localhost.",
  ])
    expect([host, await refusal(owner, "router", { url: `http://${host}:5000` })]).toEqual([
      host,
      expect.objectContaining({
        status: 400,
        fields: { url: expect.stringContaining("ROUTER_URL") },
      }),
    ]);
  const testAnswer = await owner.post(`${path("router")}/test`, {
    fields: { url: "http://localhost" },
  });
  expect(testAnswer.status).toBe(400);
  await connect(owner, "router", { url: "http://10.0.0.7:5000" });
});

test("a name whose addresses are not known in time is not accepted, an unknown one is", async () => {
  const neverFound = () => new Promise<never>(() => {});
  expect(await isBlockedHost("slow.example.com", neverFound)).toBe(true);
  expect(await checkHost("slow.example.com", neverFound)).toBe("timed out");
  expect(await checkHost("127.1")).toBe("blocked");
  const notFound = () => Promise.reject(new Error("ENOTFOUND"));
  expect(await isBlockedHost("unknown.example.com", notFound)).toBe(false);
  const inNetwork = () => Promise.resolve([{ address: "10.0.0.7" }]);
  expect(await isBlockedHost("router.example.com", inNetwork)).toBe(false);
});

test("only owners can connect a service, and only a known one", async () => {
  const { server, owner } = await start();
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  const call = { fields: mail("2525"), version: 0 };
  expect((await dispatcher.put(path("mail"), call)).status).toBe(403);
  expect((await dispatcher.delete(path("mail"), { version: 0 })).status).toBe(403);
  expect((await owner.put(path("push"), call)).status).toBe(400);
  expect((await owner.put(path("mail"), { fields: { host: 7 }, version: 0 })).status).toBe(400);
  expect((await owner.put(path("mail"), { fields: {}, version: -1 })).status).toBe(400);
});

test("address search, routes, vehicle data, the map and sign-in work once connected", async () => {
  const requests: string[] = [];
  const fake = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      requests.push(`${pathname} ${request.headers.get("x-api-key") ?? ""}`.trim());
      if (pathname.endsWith("openid-configuration"))
        return Response.json({
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
        });
      if (pathname === "/style.json") return Response.json({ version: 8, sources: {}, layers: [] });
      return Response.json({ data: { make: "Honda", model: "Accord", year: 2003 }, features: [] });
    },
  });
  endings.push(() => fake.stop(true));
  const url: string = `http://127.0.0.1:${fake.port}`;
  const { server, owner } = await start({ GOOGLE_ISSUER: url });
  await connect(owner, "vehicle_data", { url, headerName: "x-api-key", headerValue: "hunter6" });
  const found = await owner.get("/vehicle-data?vin=1HGCM82633A004352");
  expect(await found.json()).toMatchObject({ data: { model: "Accord", source: "service" } });
  expect(requests).toEqual(["/ hunter6"]);
  await connect(owner, "geocoder", { url });
  await server.browser().get("/places?q=Boulevard");
  expect(requests.at(-1)).toStartWith("/api");
  await connect(owner, "router", { url: `${url}/osrm` });
  expect(connectedConfig(server.deps).routerUrl).toBe(`${url}/osrm`);
  const checkedFindings = await runAllChecks(server.deps.config, Date.now());
  expect(checkedFindings.map(({ checkedPart }) => checkedPart)).toContain("Router");

  expect(server.deps.map.answer().styles).toBeNull();
  await connect(owner, "map", { url: `${url}/style.json` });
  const testAnswer = await owner.post(`${path("map")}/test`, {});
  expect(await testAnswer.json()).toMatchObject({ ok: true });
  for (let tries = 0; tries < 100 && !server.deps.map.answer().styles; tries++) await Bun.sleep(20);
  expect(server.deps.map.answer().styles).not.toBeNull();
  await owner.delete(path("map"), { version: 1 });
  expect(server.deps.map.answer().styles).toBeNull();

  const signIn = async () =>
    (await server.browser().get("/auth/google")).headers.get("location") ?? "";
  expect(await signIn()).not.toStartWith(url);
  await connect(owner, "google", { clientId: "web.apps", clientSecret: "hunter7" });
  expect(await signIn()).toStartWith(`${url}/authorize?`);
});
