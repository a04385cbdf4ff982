/** Calls to endpoints: signed, attempted for three days, independent for each endpoint, and never lost. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { eq } from "drizzle-orm";
import { apiKeys } from "../../db/schema/api-keys";
import { staffNews } from "../../db/schema/notifications";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks";
import type { Deliveries } from "../../src/webhooks/contract";
import { outboundOptions } from "../../src/webhooks/delivery-actions";
import { type OutboundOptions, retryAfterMs } from "../../src/webhooks/post-webhook";
import { recordWebhook } from "../../src/webhooks/record-actions";
import { retryDelayMs } from "../../src/webhooks/rules";
import { sweepDeliveries } from "../../src/webhooks/sweep-actions";
import { createWebhookWorker } from "../../src/webhooks/worker";
import { openDeps } from "../support/deps";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { addEndpoint, findEndpoint, startReceiver } from "../support/webhooks";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
let owner: Browser;
const endings: (() => unknown)[] = [];
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  server.deps.config.allowsLoopback = true;
  // The package that verifies signatures uses the real time.
  server.advance(Date.now() - START);
  owner = await signInAdmin(server);
  endings.push(() => server.close());
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

function startTestReceiver(...answer: Parameters<typeof startReceiver>) {
  const made = startReceiver(...answer);
  endings.push(() => made.close());
  return made;
}

function work(outbound: Partial<OutboundOptions> = {}) {
  const worker = createWebhookWorker(server.deps, {
    ...outboundOptions(server.deps),
    ...outbound,
  });
  endings.push(() => worker.stop());
  worker.start();
  return worker;
}

const soon = (holds: () => boolean) => expectEventually(holds).toBe(true);

/** Moves the clock, and signs the owner in again. */
async function later(ms: number) {
  server.advance(ms);
  owner = await signInAdmin(server);
}

const record = (id = "r1") =>
  server.deps.write((tx) => {
    const now = server.deps.now();
    recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id }));
  });
const rows = () => server.deps.db.select().from(webhookDeliveries).all();
const states = () => rows().map(({ state, attempts }) => `${state} ${attempts}`);

test("an endpoint receives its events, signed so that the standard's own package verifies them", async () => {
  const box = startTestReceiver();
  const { secret } = await addEndpoint(owner, box.url);
  await addEndpoint(owner, `${box.url}/other`, ["payment.failed"]);
  work();
  await record();
  await soon(() => states().join() === "delivered 1");
  const [call] = box.calls;
  expect(box.calls).toHaveLength(1);
  expect(new Webhook(secret).verify(call?.body ?? "", call?.headers ?? {})).toEqual({
    type: "rider.created",
    timestamp: expect.stringMatching(/Z$/),
    data: { id: "r1" },
  });
  expect(call?.headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": rows()[0]?.eventId,
    host: new URL(box.url).host,
  });
  expect(rows()[0]).toMatchObject({ status: 200, answer: "taken", error: null });
});

test("a delivered call is not repeated while its result cannot be stored", async () => {
  const box = startTestReceiver();
  await addEndpoint(owner, box.url);
  let failures = 0;
  const write: typeof server.deps.write = (job) =>
    failures++ < 2 ? Promise.reject(new Error("disk full")) : server.deps.write(job);
  const worker = createWebhookWorker({ ...server.deps, write });
  endings.push(() => worker.stop());
  await record();
  worker.start();
  await soon(() => states().join() === "delivered 1");
  expect([failures, box.calls.length]).toEqual([3, 1]);
});

test("calls are signed with both secrets for a day after a change of the secret", async () => {
  const box = startTestReceiver();
  const { id, secret, version } = await addEndpoint(owner, box.url);
  const answer = await owner.post(`/admin/webhooks/${id}/secret`, { version });
  const { secret: next } = (await answer.json()) as { secret: string };
  expect(next).not.toBe(secret);
  await owner.post(`/admin/webhooks/${id}/test`);
  const verified = (one: string, at = box.calls.length - 1) => {
    const { body = "", headers = {} } = box.calls[at] ?? {};
    return () => new Webhook(one).verify(body, headers);
  };
  expect(verified(secret)).not.toThrow();
  expect(verified(next)).not.toThrow();
  await later(DAY);
  await owner.post(`/admin/webhooks/${id}/test`);
  expect(box.calls[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
});

test("a failed call is repeated for three days with the same id and body, then given up", async () => {
  const box = startTestReceiver(() => new Response("no room", { status: 503 }));
  const { id } = await addEndpoint(owner, box.url);
  const worker = work();
  await record();
  const start = server.deps.now();
  for (let tries = 1; tries <= 10; tries++) {
    await soon(() => states().join() === (tries < 10 ? `waiting ${tries}` : "failed 10"));
    expect(box.calls).toHaveLength(tries);
    await later((rows()[0]?.nextAttemptAt ?? 0) - server.deps.now());
    worker.wake();
  }
  const tookMs = server.deps.now() - start;
  expect(tookMs).toBeGreaterThan(2.9 * DAY);
  expect(tookMs).toBeLessThan(3.4 * DAY);
  expect(new Set(box.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(box.calls.map(({ body }) => body)).size).toBe(1);
  expect(rows()[0]).toMatchObject({ status: 503, answer: "no room" });
  expect(await findEndpoint(owner, id)).toMatchObject({ isOn: true, failed: 1 });
  // An event that is sent again keeps its id.
  box.answer = () => new Response(null, { status: 204 });
  const replay = await owner.post(`/admin/webhooks/${id}/replays`, {
    failedSince: new Date(start).toISOString(),
  });
  expect(await replay.json()).toEqual({ replayed: 1 });
  worker.wake();
  await soon(() => states().join() === "delivered 1");
  expect(box.calls.at(-1)?.headers["webhook-id"]).toBe(rows()[0]?.eventId);
  expect((await findEndpoint(owner, id)).failingSince).toBeNull();
});

test.each([
  [429, "3600", HOUR],
  [503, "3600", HOUR],
  [503, "31536000", DAY],
  [429, "1", 5_000],
  [429, "soon", 5_000],
  [500, "3600", 5_000],
] as const)(
  "a call answered with %i and Retry-After %p is repeated after %i ms",
  async (status, after, ms) => {
    const box = startTestReceiver(
      () => new Response(null, { status, headers: { "retry-after": after } }),
    );
    await addEndpoint(owner, box.url);
    work();
    await record();
    await soon(() => states().join() === "waiting 1");
    const pause = (rows()[0]?.nextAttemptAt ?? 0) - server.deps.now();
    expect(pause).toBeGreaterThanOrEqual(ms);
    expect(pause).toBeLessThanOrEqual(ms * 1.1);
  },
);

test("Retry-After may be a date", () => {
  const now = Date.parse("2026-11-20T08:00:00Z");
  expect(retryAfterMs("Fri, 20 Nov 2026 08:10:00 GMT", now)).toBe(600_000);
  expect(retryAfterMs("Fri, 20 Nov 2026 07:10:00 GMT", now)).toBeNull();
});

test("the pauses between attempts grow and are spread", () => {
  expect(retryDelayMs(1, 0)).toBe(5_000);
  expect(retryDelayMs(1, 1)).toBe(5_500);
  expect(retryDelayMs(9, 0)).toBe(22 * HOUR);
  expect(retryDelayMs(10, 0)).toBeNull();
});

test("an endpoint that fails for five days is turned off, and owners are notified", async () => {
  const box = startTestReceiver(() => new Response("", { status: 500 }));
  const { id } = await addEndpoint(owner, box.url);
  const worker = work();
  await record();
  await soon(() => states().join() === "waiting 1");
  await later(4 * DAY);
  worker.wake();
  await soon(() => states().join() === "waiting 2");
  expect((await findEndpoint(owner, id)).isOn).toBe(true);
  await later(DAY);
  await record("r2");
  worker.wake();
  await soon(() => rows().every(({ state }) => state === "failed"));
  const off = await findEndpoint(owner, id);
  expect(off).toMatchObject({ isOn: false, offReason: "failing", failed: 2, waiting: 0 });
  expect(server.deps.db.select().from(staffNews).all()).toMatchObject([{ topic: "webhook_off" }]);
  // While the endpoint is off, no events are recorded for it, and none can be sent again.
  await record("r3");
  expect(rows()).toHaveLength(2);
  const failedSince = new Date(START).toISOString();
  expect((await owner.post(`/admin/webhooks/${id}/replays`, { failedSince })).status).toBe(422);
  const { url, description, types, version } = off;
  const on = await owner.put(`/admin/webhooks/${id}`, {
    ...{ url, description, types, version },
    isOn: true,
  });
  expect(await on.json()).toMatchObject({
    endpoints: [{ isOn: true, offReason: null, offAt: null, failingSince: null }],
  });
});

test("an endpoint that answers 410 is turned off at once", async () => {
  const box = startTestReceiver(() => new Response("", { status: 410 }));
  const { id } = await addEndpoint(owner, box.url);
  work();
  await record();
  await expectEventually(async () => (await findEndpoint(owner, id)).offReason).toBe("gone");
});

test("a slow endpoint does not delay others and gets only two calls at a time", async () => {
  let open = 0;
  let most = 0;
  const slowReceiver = startTestReceiver(async () => {
    most = Math.max(most, ++open);
    await Bun.sleep(400);
    open--;
    return new Response("");
  });
  const fastReceiver = startTestReceiver();
  await addEndpoint(owner, slowReceiver.url);
  await addEndpoint(owner, fastReceiver.url);
  await server.deps.write((tx) => {
    const now = server.deps.now();
    for (let i = 0; i < 2_000; i++)
      recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id: `r${i}` }));
  });
  const worker = work();
  await expectEventually(() => fastReceiver.calls.length).toBeGreaterThan(200);
  expect(slowReceiver.calls.length).toBeLessThan(100);
  expect(most).toBe(2);
  await worker.stop();
});

test("a call without an answer in time fails, and only the start of a huge answer is read", async () => {
  const box = startTestReceiver(() => new Promise<Response>(() => {}));
  const { id } = await addEndpoint(owner, box.url);
  work({ timeoutMs: 200 });
  await record();
  await soon(() => states().join() === "waiting 1");
  expect(rows()[0]).toMatchObject({ status: null, error: "The server did not answer in time." });
  let sent = 0;
  const endlessStream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(97));
    },
  });
  box.answer = () => new Response(endlessStream);
  const testAnswer = await owner.post(`/admin/webhooks/${id}/test`);
  const { answer, state } = (await testAnswer.json()) as { answer: string; state: string };
  expect([state, answer.length]).toEqual(["delivered", 4_096]);
  expect(sent).toBeLessThan(50_000_000);
  // Even an answer that never ends counts, because its status has accepted the event.
  box.answer = () =>
    new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode("a\0b")) }));
  server.advance(6_000);
  await soon(() => states().includes("delivered 2"));
  expect(rows()[0]?.answer).toBe("a\ufffdb");
});

test("a call does not follow a redirect", async () => {
  const inside = startTestReceiver();
  const box = startTestReceiver((call) =>
    Response.redirect(
      call.path === "/hooks" ? "http://169.254.169.254/latest/meta-data" : inside.url,
      307,
    ),
  );
  const first = await addEndpoint(owner, box.url);
  const second = await addEndpoint(owner, `${box.url}/loopback`);
  for (const { id } of [first, second])
    expect(await (await owner.post(`/admin/webhooks/${id}/test`)).json()).toMatchObject({
      status: 307,
      state: "failed",
      error: "The server answered with a redirect, which Livery does not follow.",
    });
  expect(inside.calls).toHaveLength(0);
});

test("each call looks up the name again and sends nothing to a private address", async () => {
  const box = startTestReceiver();
  const { port } = new URL(box.url);
  const addresses = ["127.0.0.1"];
  const { id, version } = await addEndpoint(owner, box.url);
  // Only the test's own resolver knows the endpoint's name.
  await server.deps.write((tx) =>
    tx.$client.run("UPDATE webhook_endpoints SET url = ? WHERE id = ?", [
      `http://hooks.example:${port}/hooks`,
      id,
    ]),
  );
  expect(version).toBe(1);
  let lookups = 0;
  const resolve = async () => {
    lookups++;
    return addresses;
  };
  const worker = work({ resolve });
  await record();
  await soon(() => states().join() === "delivered 1");
  // The connection uses the checked address, because the name was looked up only once.
  expect([lookups, box.calls[0]?.headers.host]).toEqual([1, `hooks.example:${port}`]);
  addresses.splice(0, 1, "10.0.0.4");
  await record("r2");
  worker.wake();
  await soon(() => states().includes("waiting 1"));
  expect(rows()[1]?.error).toMatch(/private network/);
  // One private address among others is enough for a refusal.
  addresses.splice(0, 1, "127.0.0.1", "169.254.169.254");
  await record("r3");
  worker.wake();
  await soon(() => states().filter((state) => state === "waiting 1").length === 2);
  // So is one that DNS64 made from a private address.
  addresses.splice(0, 2, "64:ff9b::a00:4");
  await record("r4");
  worker.wake();
  await soon(() => states().filter((state) => state === "waiting 1").length === 3);
  expect(rows().at(-1)?.error).toMatch(/private network/);
  expect(box.calls).toHaveLength(1);
});

test("events for an API key's webhook are not sent after the key is revoked", async () => {
  const box = startTestReceiver();
  const other = startTestReceiver();
  const { id } = await addEndpoint(owner, box.url);
  await addEndpoint(owner, other.url);
  const { db } = server.deps;
  const key = { id: "k", name: "Books", tokenHash: "h", prefix: "p", scopes: [], networks: [] };
  db.insert(apiKeys)
    .values({ ...key, createdAt: START, createdBy: "Ada" })
    .run();
  db.update(webhookEndpoints).set({ apiKeyId: "k" }).where(eq(webhookEndpoints.id, id)).run();
  await record();
  db.update(apiKeys).set({ revokedAt: START }).run();
  const worker = work();
  await soon(() => other.calls.length === 1);
  worker.wake();
  expect(box.calls).toHaveLength(0);
  // Without the revocation, it is sent.
  db.update(apiKeys).set({ revokedAt: null }).run();
  worker.wake();
  await soon(() => box.calls.length === 1);
});

test("calls are deleted after 30 days", async () => {
  await addEndpoint(owner, startTestReceiver().url);
  await record();
  server.advance(29 * DAY);
  await record("r2");
  await sweepDeliveries(server.deps);
  expect(rows()).toHaveLength(2);
  server.advance(2 * DAY);
  await sweepDeliveries(server.deps);
  expect(rows().map(({ body }) => body)).toEqual([expect.stringContaining('"r2"')]);
});

test("a restarted server delivers the calls before or during which it was killed", async () => {
  let isHanging = true;
  const box = startTestReceiver(() =>
    isHanging ? new Promise<Response>(() => {}) : new Response("", { status: 204 }),
  );
  const { id } = await addEndpoint(owner, box.url);
  const { folder } = server;
  for (const mode of ["committed", "calling"]) {
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "../support/webhook-victim.ts"), folder, mode],
      { stdout: "pipe", stderr: "inherit" },
    );
    endings.push(() => child.kill("SIGKILL"));
    const reader = child.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain("committed");
    if (mode === "calling") await soon(() => box.calls.length > 0);
    child.kill("SIGKILL");
    await child.exited;
  }
  isHanging = false;
  const reopened = openDeps(folder);
  reopened.config.allowsLoopback = true;
  const worker = createWebhookWorker(reopened);
  worker.start();
  await expectEventually(async () => {
    const list = await owner.get(`/admin/webhooks/${id}/deliveries`);
    return ((await list.json()) as Deliveries).deliveries.map(({ state }) => state).join();
  }).toBe("delivered,delivered");
  await worker.stop();
  reopened.db.$client.close();
  const ids = new Set(box.calls.map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(2);
});
