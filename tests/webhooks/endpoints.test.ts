/** The owner's calls for endpoints: adding, changing, testing, sending again, deleting. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks";
import type { Deliveries, Delivery } from "../../src/webhooks/contract";
import { recordWebhook } from "../../src/webhooks/record-actions";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
import { addEndpoint, findEndpoint, startReceiver } from "../support/webhooks";

let server: TestServer;
let owner: Browser;
let box: ReturnType<typeof startReceiver>;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  server.deps.config.allowsLoopback = true;
  owner = await signInAdmin(server);
  box = startReceiver();
});
afterEach(() => {
  server.close();
  return box.close();
});

const record = (id: string) =>
  server.deps.write((tx) => {
    const now = server.deps.now();
    recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id }));
  });
const list = async (id: string, query = "") =>
  (await (await owner.get(`/admin/webhooks/${id}/deliveries?${query}`)).json()) as Deliveries;

test("only the first answer has the secret, which is sealed in the database and not logged", async () => {
  const { id, secret } = await addEndpoint(owner, `${box.url}?key=hidden`);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const all = await (await owner.get("/admin/webhooks")).text();
  expect(all).not.toContain("whsec_");
  const [row] = server.deps.db.select().from(webhookEndpoints).all();
  expect(JSON.stringify(row)).not.toContain(secret);
  const log = JSON.stringify(server.deps.db.select().from(auditLog).all());
  expect(log).toContain(`webhooks/${id}`);
  expect(log).not.toContain("hidden");
});

test("only owners can see webhooks", async () => {
  const { id } = await addEndpoint(owner, box.url);
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  for (const path of ["/admin/webhooks", `/admin/webhooks/${id}/deliveries`]) {
    expect((await dispatcher.get(path)).status).toBe(403);
    expect((await server.browser().get(path)).status).toBe(401);
  }
  expect((await dispatcher.post(`/admin/webhooks/${id}/test`)).status).toBe(403);
});

test("an address that may not be called is refused when it is saved", async () => {
  const add = async (url: string, types: unknown = null) => {
    const answer = await owner.post("/admin/webhooks", { url, description: "", types });
    return [answer.status, ((await answer.json()) as { fields?: object }).fields];
  };
  server.deps.config.allowsLoopback = false;
  const field = (text: string) => [400, { url: expect.stringContaining(text) }];
  expect(await add("https://127.0.0.1/")).toEqual(field("private network"));
  expect(await add("https://localhost/")).toEqual(field("private network"));
  expect(await add("https://169.254.169.254/latest")).toEqual(field("private network"));
  expect(await add("http://8.8.8.8/")).toEqual(field("https://"));
  expect(await add("ftp://8.8.8.8/")).toEqual(field("https://"));
  expect(await add("hooks")).toEqual(field("https://"));
  expect(await add("https://ada:secret@8.8.8.8/")).toEqual(field("Remove"));
  expect((await add("https://8.8.8.8/", []))[0]).toBe(400);
  expect((await add("https://8.8.8.8/", ["trip.lost"]))[0]).toBe(400);
  expect(await add("https://8.8.8.8/hooks", ["rider.created"])).toEqual([201, undefined]);
  // An address that was saved while it was allowed is refused when it is called.
  server.deps.config.allowsLoopback = true;
  const { id } = await addEndpoint(owner, box.url);
  server.deps.config.allowsLoopback = false;
  expect(await (await owner.post(`/admin/webhooks/${id}/test`)).json()).toMatchObject({
    state: "failed",
    status: null,
    error: "The address must start with https://.",
  });
  expect(box.calls).toHaveLength(0);
  // The endpoint can still be turned off, but not moved to another private address.
  const { url, version } = await findEndpoint(owner, id);
  const save = (more: object) =>
    owner.put(`/admin/webhooks/${id}`, {
      ...{ url, version, description: "", types: null, isOn: false },
      ...more,
    });
  expect((await save({ url: "https://10.0.0.4/" })).status).toBe(400);
  expect((await save({})).status).toBe(200);
});

test("more than twenty endpoints are refused", async () => {
  for (let i = 0; i < 20; i++) await addEndpoint(owner, box.url);
  const input = { url: box.url, description: "", types: null };
  expect(await refusal(await owner.post("/admin/webhooks", input))).toEqual([
    422,
    "webhook.too_many",
  ]);
});

test("saving over another owner's change gets a 409", async () => {
  const { id, version, url } = await addEndpoint(owner, box.url);
  const save = (more: object) =>
    owner.put(`/admin/webhooks/${id}`, {
      ...{ url, version, description: "Books", types: ["rider.created"], isOn: true },
      ...more,
    });
  expect((await save({})).status).toBe(200);
  expect(await refusal(await save({}))).toEqual([409, "request.conflict"]);
  expect(await refusal(await owner.delete(`/admin/webhooks/${id}`, { version }))).toEqual([
    409,
    "request.conflict",
  ]);
  await record("r1");
  expect((await save({ version: 2, isOn: false })).status).toBe(200);
  expect(await findEndpoint(owner, id)).toMatchObject({
    ...{ isOn: false, offReason: "owner", waiting: 0, failed: 1, version: 3 },
    description: "Books",
    types: ["rider.created"],
  });
  expect((await owner.delete(`/admin/webhooks/${id}`, { version: 3 })).status).toBe(200);
  expect(server.deps.db.select().from(webhookDeliveries).all()).toEqual([]);
  expect((await owner.get(`/admin/webhooks/${id}/deliveries`)).status).toBe(404);
});

test("a test call shows the endpoint's real answer and appears in the list of calls", async () => {
  box.answer = () => new Response("no such hook", { status: 404 });
  const { id } = await addEndpoint(owner, box.url, ["payment.failed"]);
  const answer = (await (await owner.post(`/admin/webhooks/${id}/test`)).json()) as Delivery;
  expect(answer).toMatchObject({
    type: "webhook.test",
    state: "failed",
    status: 404,
    answer: "no such hook",
    attempts: 1,
  });
  expect(box.types()).toEqual(["webhook.test"]);
  expect((await list(id)).deliveries).toEqual([answer]);
  // A test does not count towards the endpoint's state.
  expect((await findEndpoint(owner, id)).failingSince).toBeNull();
});

test("the audit log records each action of an owner once", async () => {
  const { id, version, url } = await addEndpoint(owner, box.url);
  const path = `/admin/webhooks/${id}`;
  await owner.put(path, { url, description: "Books", types: null, isOn: true, version });
  await owner.post(`${path}/secret`, { version: version + 1 });
  await owner.post(`${path}/test`);
  await owner.post(`${path}/replays`, { failedSince: new Date(0).toISOString() });
  const [made] = (await list(id)).deliveries;
  await owner.post(`${path}/replays`, { deliveryId: made?.id });
  await owner.delete(path, { version: version + 2 });
  const rows = server.deps.db.select().from(auditLog).all();
  expect(rows.map(({ action }) => action).filter((one) => one.startsWith("webhook."))).toEqual([
    "webhook.added",
    "webhook.changed",
    "webhook.secret_changed",
    "webhook.tested",
    "webhook.replayed",
    "webhook.removed",
  ]);
});

test("the list of calls has pages, and one call or all failed ones can be repeated", async () => {
  const { id } = await addEndpoint(owner, box.url);
  for (const name of ["r1", "r2", "r3"]) {
    await record(name);
    server.advance(1_000);
  }
  await server.deps.write((tx) =>
    tx.update(webhookDeliveries).set({ state: "failed", attempts: 10 }).run(),
  );
  const first = await list(id, "failed=true&limit=2");
  expect(first.deliveries.map(({ body }) => JSON.parse(body).data.id)).toEqual(["r3", "r2"]);
  const second = await list(id, `failed=true&limit=2&cursor=${first.nextCursor}`);
  expect(second.deliveries.map(({ body }) => JSON.parse(body).data.id)).toEqual(["r1"]);
  const replay = async (what: object) => {
    const createdAnswer = await owner.post(`/admin/webhooks/${id}/replays`, what);
    return [createdAnswer.status, ((await createdAnswer.json()) as { replayed?: number }).replayed];
  };
  expect(await replay({ deliveryId: second.deliveries[0]?.id })).toEqual([200, 1]);
  expect(await replay({ deliveryId: "none" })).toEqual([404, undefined]);
  expect(await replay({ failedSince: "yesterday" })).toEqual([400, undefined]);
  expect(await replay({ failedSince: first.deliveries[0]?.createdAt })).toEqual([200, 1]);
  expect(await findEndpoint(owner, id)).toMatchObject({ waiting: 2, failed: 1 });
});
