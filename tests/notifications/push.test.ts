/** Notifications on phones: the recipients, the push service, and an encryption that only the phone can read. */
import { afterEach, describe, expect, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";
import { eq } from "drizzle-orm";
import { outbox, pushSubscriptions } from "../../db/schema/notifications";
import { notifications } from "../../db/schema/notifications";
import { notifyDriver } from "../../src/notifications/outbox";
import { queueRiderMessage } from "../../src/notifications/outbox";
import type { PushState } from "../../src/notifications/push/push-contract";
import { vapidKeys } from "../../src/notifications/push/push-keys";
import { pushExpiresAt, pushServiceOf, pushUrgency } from "../../src/notifications/push/push-rules";
import { driverArrived, tripReceipt } from "../../src/notifications/texts/trip-texts";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import { createOutboxWorker } from "../../src/notifications/worker";
import { createDriver } from "../support/fleet";
import { createPhone, createPushService } from "../support/push-phone";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { until } from "../support/eventually";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function setUp(status?: (request: number) => number) {
  const server = await createTestServer();
  endings.push(() => server.close());
  server.deps.config.push.allowsLoopback = true;
  const service = createPushService(status);
  endings.push(() => service.close());
  const worker = createOutboxWorker(server.deps, { receiptOf, print: () => {} });
  endings.push(() => worker.stop());
  const { browser, rider } = await signInRider(server, "rider@example.com");
  const phone = createPhone(`${service.url}/p/1`);
  return { server, service, worker, browser, rider, phone };
}

const queuedPushes = ({ deps }: TestServer) =>
  deps.db.select().from(outbox).where(eq(outbox.channel, "push")).all();
const phones = ({ deps }: TestServer) => deps.db.select().from(pushSubscriptions).all();
const turnOnPush = (browser: Browser, body: unknown, path = "/users/push") =>
  browser.request(path, { method: "PUT", json: body });

const trip = {
  language: "en" as const,
  brand: "Livery",
  url: "http://localhost:3000/track/secret-token",
  path: "/trips/1",
  number: 1001,
  pickupTime: "Fri 20 Nov 2026, 14:30",
  pickup: "Kigali International Airport",
  dropoff: "Hotel",
  fare: "RWF 12,000",
};
const arrivedMessage = driverArrived(trip, {
  firstName: "Eric",
  vehicle: "black Audi",
  plate: "RAB 123",
});
const receipt = tripReceipt(trip, { of: "driven", lines: [], total: "RWF 12,000" });
const tell = (server: TestServer, riderId: string, message = arrivedMessage) =>
  server.deps.write((tx) => queueRiderMessage(tx, server.deps, { riderId }, () => message));

test("a push is encrypted for its phone, and the server wipes its text once it is sent", async () => {
  const { server, service, worker, browser, rider, phone } = await setUp();
  const answer = await turnOnPush(browser, phone.subscription);
  expect(answer.status).toBe(200);
  const state = (await answer.json()) as PushState;
  expect(state).toMatchObject({ on: true, hideDetails: false });
  expect(phones(server)[0]?.sealed).not.toContain("127.0.0.1");

  await tell(server, rider.id);
  expect(queuedPushes(server)[0]?.body).not.toContain("Eric");
  worker.start();
  await until("The worker's work", () => queuedPushes(server)[0]?.state === "sent");
  expect(queuedPushes(server)[0]?.body).toBeNull();
  const [deliveredPush] = service.deliveredPushes;
  if (!deliveredPush) throw new Error("Nothing was handed over");
  const notice = phone.read(deliveredPush.body);
  expect(notice).toEqual({
    title: "Your driver is here",
    body: "Eric has arrived and is waiting for you: black Audi, plate RAB 123. Fri 20 Nov 2026, 14:30.",
    path: "/trips/1",
  });
  expect(() => createPhone("x").read(deliveredPush.body)).toThrow();
  expect(deliveredPush.headers.get("content-encoding")).toBe("aes128gcm");
  expect(deliveredPush.headers.get("ttl")).toBe("1800");
  expect(deliveredPush.headers.get("urgency")).toBe("high");
  expect(deliveredPush.headers.get("topic")).toMatch(/^[\w-]{32}$/);

  // RFC 8292: a token for this service only, signed with the key that the browser subscribed with.
  const [, token = "", key] =
    /^vapid t=([^,]+), k=(.+)$/.exec(deliveredPush.headers.get("authorization") ?? "") ?? [];
  expect(key).toBe(state.publicKey);
  const [header = "", claims = "", signature = ""] = token.split(".");
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
  expect(aud).toBe(service.url);
  expect(sub).toBe("mailto:operator@localhost");
  expect(exp * 1_000 - Date.now()).toBeLessThanOrEqual(86_400_000);
  const point = Buffer.from(state.publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect(isSigned).toBe(true);
});

test("a push hides the details if the rider chose that", async () => {
  const { server, service, worker, browser, rider, phone } = await setUp();
  await turnOnPush(browser, { ...phone.subscription, hideDetails: true });
  await tell(server, rider.id);
  await tell(server, rider.id, receipt);
  worker.start();
  await until("The worker's work", () => service.deliveredPushes.length === 2);
  expect(service.deliveredPushes.map(({ body }) => phone.read(body).title)).toEqual([
    "Livery",
    "Livery",
  ]);
  for (const { body } of service.deliveredPushes)
    expect(JSON.stringify(phone.read(body))).not.toMatch(/Eric|RAB|14:30|12,000/);
  await until("The worker's work", () =>
    queuedPushes(server).every(({ state }) => state === "sent"),
  );
});

test("a phone gets pushes until its session ends, its rider turns them off or another signs in", async () => {
  const { server, browser, rider, phone } = await setUp();
  const told = async () => {
    const before = queuedPushes(server).length;
    await tell(server, rider.id);
    return queuedPushes(server).length - before;
  };
  expect(await told()).toBe(0);
  await turnOnPush(browser, phone.subscription);
  await turnOnPush(browser, phone.subscription);
  expect(await told()).toBe(1);
  expect((await browser.delete("/users/push")).status).toBe(200);
  expect(await told()).toBe(0);

  await turnOnPush(browser, phone.subscription);
  const other = await signInRider(server, "other@example.com");
  await turnOnPush(other.browser, phone.subscription);
  expect(phones(server)).toMatchObject([{ accountId: other.rider.id }]);
  expect(await told()).toBe(0);

  await turnOnPush(
    browser,
    createPhone(phone.subscription.endpoint.replace("1", "2")).subscription,
  );
  await browser.post("/auth/logout");
  expect(await told()).toBe(0);

  server.advance(60_000);
  const secondSession = await signInRider(server, "rider@example.com");
  await turnOnPush(secondSession.browser, phone.subscription);
  expect(await told()).toBe(1);
  server.advance(91 * 86_400_000);
  expect(await told()).toBe(0);
});

test("pushes follow the rider's topics, and wait for the end of quiet hours unless urgent", async () => {
  const { server, browser, rider, phone } = await setUp();
  await turnOnPush(browser, phone.subscription);
  const choices = "/users/notification-choices";
  expect(await (await browser.get(choices)).json()).toMatchObject({ reach: { push: true } });
  const topics = [{ topic: "receipts", email: true, sms: false, push: false }];
  expect((await browser.put(choices, { topics })).status).toBe(200);
  await tell(server, rider.id, receipt);
  expect(queuedPushes(server)).toHaveLength(0);
  await browser.put(choices, {
    topics: [{ ...topics[0], push: true }],
    quiet: { from: "09:00", until: "11:30" },
  });
  // It is 10:00 in Kigali.
  await tell(server, rider.id, receipt);
  await tell(server, rider.id);
  expect(queuedPushes(server).map(({ nextAttemptAt }) => nextAttemptAt - START)).toEqual([
    90 * 60_000,
    0,
  ]);
});

test.each([404, 410])(
  "the server deletes a phone's push subscription if its service answers %p",
  async (status) => {
    const { server, worker, browser, rider, phone } = await setUp(() => status);
    await turnOnPush(browser, phone.subscription);
    await tell(server, rider.id);
    worker.start();
    await until("The worker's work", () => queuedPushes(server)[0]?.state === "failed");
    expect(queuedPushes(server)[0]?.body).toBeNull();
    expect(phones(server)).toEqual([]);
    // The e-mail is sent nevertheless.
    expect(
      server.deps.db
        .select()
        .from(outbox)
        .all()
        .some((row) => row.channel === "email"),
    ).toBe(true);
  },
);

test("the server retries a push after a 503, and drops it once it has expired", async () => {
  const { server, service, worker, browser, rider, phone } = await setUp((n) =>
    n < 3 ? 503 : 201,
  );
  await turnOnPush(browser, phone.subscription);
  await tell(server, rider.id);
  worker.start();
  for (const n of [1, 2]) {
    await until("The worker's work", () => queuedPushes(server)[0]?.attempts === n);
    expect(queuedPushes(server)[0]?.lastError).toBe("The push service answered 503");
    server.advance(10_000);
    worker.wake();
  }
  await until("The worker's work", () => queuedPushes(server)[0]?.state === "sent");
  expect(service.deliveredPushes).toHaveLength(3);
  expect(Number(service.deliveredPushes[2]?.headers.get("ttl"))).toBe(1_780);
  await worker.stop();
  await tell(server, rider.id);
  server.advance(31 * 60_000);
  const later = createOutboxWorker(server.deps, { receiptOf, print: () => {} });
  endings.push(() => later.stop());
  later.start();
  await until("The worker's work", () =>
    queuedPushes(server).some(({ state }) => state === "expired"),
  );
  expect(service.deliveredPushes).toHaveLength(3);
});

test("a driver's phone gets the same notification as the bell", async () => {
  const { server, service, worker } = await setUp();
  const { id: driver } = createDriver(server, { email: "driver@example.com" });
  const { browser } = await signInDriver(server, "driver@example.com");
  const phone = createPhone(`${service.url}/p/driver`);
  expect((await turnOnPush(browser, phone.subscription, "/driver/push")).status).toBe(200);
  await server.deps.write((tx) =>
    notifyDriver(tx, server.deps, driver, () => ({
      title: "You’ll drive trip 7",
      body: "Today, 14:30",
      href: "/driver/dashboard/trips/7",
    })),
  );
  worker.start();
  await until("The worker's work", () => service.deliveredPushes.length === 1);
  expect(phone.read(service.deliveredPushes[0]?.body ?? new Uint8Array())).toEqual({
    title: "You’ll drive trip 7",
    body: "Today, 14:30",
    path: "/driver/dashboard/trips/7",
  });
});

test("a driver's phone that hides details shows a text in the driver's language", async () => {
  const { server, service, worker } = await setUp();
  const { id: driver } = createDriver(server, { email: "driver@example.com", language: "fr" });
  const { browser } = await signInDriver(server, "driver@example.com");
  const phone = createPhone(`${service.url}/p/driver`);
  await turnOnPush(browser, { ...phone.subscription, hideDetails: true }, "/driver/push");
  await server.deps.write((tx) =>
    notifyDriver(tx, server.deps, driver, (t) => ({
      title: t("You’ll drive trip {number}", { number: 7 }),
      body: "",
    })),
  );
  worker.start();
  await until("The worker's work", () => service.deliveredPushes.length === 1);
  expect(phone.read(service.deliveredPushes[0]?.body ?? new Uint8Array())).toMatchObject({
    body: "Il y a du nouveau pour vous. Ouvrez l’application pour en lire plus.",
  });
  const [told] = server.deps.db.select().from(notifications).all();
  expect(told?.title).toBe("Vous conduisez le trajet 7");
});

describe("an untrusted push endpoint", () => {
  test("is refused when a phone subscribes", async () => {
    const { server, browser, phone } = await setUp();
    server.deps.config.push.allowsLoopback = false;
    for (const endpoint of [
      phone.subscription.endpoint,
      "https://127.0.0.1/x",
      "https://localhost/x",
      "https://[::1]/x",
      "https://169.254.169.254/latest/meta-data",
      "http://fcm.googleapis.com/fcm/send/x",
      "https://fcm.googleapis.com:8443/x",
      "https://fcm.googleapis.com@127.0.0.1/x",
      "https://user:word@fcm.googleapis.com/x",
      "https://fcm.googleapis.com.example.com/x",
      "https://evilpush.apple.com.example.com/",
      "https://push.services.mozilla.com.evil.test/",
      "file:///etc/passwd",
      "nothing",
    ]) {
      const answer = await turnOnPush(browser, { ...phone.subscription, endpoint });
      expect([endpoint, answer.status]).toEqual([endpoint, 422]);
    }
    expect(phones(server)).toEqual([]);
    const bad = { ...phone.subscription, endpoint: "https://fcm.googleapis.com/fcm/send/x" };
    for (const keys of [
      { ...phone.subscription.keys, auth: "short" },
      { ...phone.subscription.keys, p256dh: phone.subscription.keys.auth },
      { ...phone.subscription.keys, p256dh: "A".repeat(87) },
    ])
      expect((await turnOnPush(browser, { ...bad, keys })).status).toBe(400);
    expect((await turnOnPush(browser, bad)).status).toBe(200);
  });

  test("gets no more pushes once it is no longer allowed, and its redirects are not followed", async () => {
    const { server, service, worker, browser, rider, phone } = await setUp(() => 307);
    await turnOnPush(browser, phone.subscription);
    await tell(server, rider.id);
    worker.start();
    await until(
      "The worker's work",
      () => queuedPushes(server)[0]?.lastError === "The push service answered 307",
    );
    expect(service.deliveredPushes.map(({ path }) => path)).toEqual(["/p/1"]);
    server.deps.config.push.allowsLoopback = false;
    server.advance(10_000);
    worker.wake();
    await until("The worker's work", () => queuedPushes(server)[0]?.state === "failed");
    expect(service.deliveredPushes).toHaveLength(1);
    expect(phones(server)).toEqual([]);
  });

  test("is deleted if its public key is not a point on the curve", async () => {
    const { server, worker, browser, rider, phone } = await setUp();
    const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
    const { keys } = phone.subscription;
    await turnOnPush(browser, { ...phone.subscription, keys: { ...keys, p256dh } });
    await tell(server, rider.id);
    worker.start();
    await until("The worker's work", () => queuedPushes(server)[0]?.state === "failed");
    expect(phones(server)).toEqual([]);
  });
});

test("pushServiceOf knows push services by their hosts, and the operator can add hosts", () => {
  const none = { hosts: [], allowsLoopback: false };
  expect(
    [
      "https://fcm.googleapis.com/fcm/send/a",
      "https://updates.push.services.mozilla.com/wpush/v2/a",
      "https://web.push.apple.com/a",
      "https://wns2-par02p.notify.windows.com/w/?token=a",
      "https://push.example.com/a",
    ].map((endpoint) => pushServiceOf(endpoint, none)),
  ).toEqual([
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    "wns2-par02p.notify.windows.com",
    null,
  ]);
  const hosts = ["push.example.com"];
  expect(pushServiceOf("https://push.example.com/a", { hosts, allowsLoopback: false })).toBe(
    "push.example.com",
  );
});

test("the lifetime and urgency of a push depend on the kind of message", () => {
  expect(
    ["driver_arrived", "driver_on_the_way", "receipt"].map((k) => pushExpiresAt(k, 0)),
  ).toEqual([1_800_000, 7_200_000, 86_400_000]);
  expect(
    ["driver_arrived", "booking_confirmed", "receipt", "driver_news"].map(pushUrgency),
  ).toEqual(["high", "normal", "low", "high"]);
});

test("vapidKeys returns the same keys at every start, or the operator's own", async () => {
  const { server } = await setUp();
  const { config, keys } = server.deps;
  const vapid = vapidKeys({ config, keys: { ...keys, pushSeed: keys.pushSeed.slice() } });
  expect(vapid).toEqual(vapidKeys(server.deps));
  expect(Buffer.from(vapid.publicKey, "base64url")).toHaveLength(65);
  const own = { publicKey: "a", privateKey: "b" };
  const push = { ...config.push, vapid: own };
  expect(vapidKeys({ config: { ...config, push }, keys })).toEqual(own);
});
