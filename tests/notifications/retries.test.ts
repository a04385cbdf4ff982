/** Failed messages keep their encrypted text as long as it is useful, and dispatch can send them again. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { riders } from "../../db/schema/accounts";
import { auditLog } from "../../db/schema/audit";
import { outbox } from "../../db/schema/notifications";
import { contactChangeDone } from "../../src/notifications/texts/account-texts";
import type { FailedMessages, Outbox, RetryMessages } from "../../src/notifications/contract";
import { queueMessage } from "../../src/notifications/outbox";
import { retryUntil } from "../../src/notifications/retry-rules";
import { bookingConfirmed, driverArrived } from "../../src/notifications/texts/trip-texts";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import { createOutboxWorker } from "../../src/notifications/worker";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { until } from "../support/eventually";

const DAY = 86_400_000;
const endings: (() => unknown)[] = [];
let server: TestServer;
let worker: ReturnType<typeof createOutboxWorker>;
let staff: Awaited<ReturnType<typeof signInAdmin>>;
/** The status that the SMS provider answers with, and the numbers that it sent to. */
let status: number;
let sent: string[];

beforeEach(async () => {
  status = 400;
  sent = [];
  const provider = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const to = new URLSearchParams(await request.text()).get("To") ?? "";
      if (status === 201) sent.push(to);
      return Response.json({}, { status });
    },
  });
  endings.push(() => provider.stop(true));
  server = await createTestServer({
    RATE_LIMITS: "off",
    TWILIO_ACCOUNT_SID: "AC123",
    TWILIO_AUTH_TOKEN: "secret-token",
    TWILIO_FROM: "+250780000000",
    TWILIO_API_URL: `http://127.0.0.1:${provider.port}/`,
  });
  endings.push(() => server.close());
  staff = await signInAdmin(server, { role: "dispatcher" });
  worker = createOutboxWorker(server.deps, { receiptOf, print: () => {} });
  endings.push(() => worker.stop());
  worker.start();
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const trip = {
  language: "en" as const,
  brand: "Livery",
  url: "http://localhost:3000/trips/1",
  number: 1001,
  pickupTime: "Fri 20 Nov 2026, 14:30",
  pickup: "Kigali International Airport",
  dropoff: "Hotel",
  fare: "RWF 12,000",
};
const driver = { firstName: "Eric", vehicle: "Toyota", plate: "RAD 1", color: "white" };

const row = (id: string) => server.deps.db.select().from(outbox).where(eq(outbox.id, id)).all()[0];
const states = () =>
  server.deps.db
    .select()
    .from(outbox)
    .all()
    .map((one) => one.state);

/** Queues a message to a number and waits until it has failed. */
async function failMessage(
  value: string,
  message = bookingConfirmed(trip),
  riderId?: string,
): Promise<string> {
  const id = await server.deps.write((tx) =>
    queueMessage(tx, server.deps, { to: { type: "phone", value }, message, riderId }),
  );
  await until("The worker's work", () => row(id)?.state === "failed");
  return id;
}
const retry = async (which: RetryMessages) => {
  const answer = await staff.post("/admin/outbox/retries", which);
  return ((await answer.json()) as { retried: number }).retried;
};
const list = async () => (await (await staff.get("/admin/outbox/failed")).json()) as FailedMessages;

test("staff read why a message failed and resend it once, which removes it from the list", async () => {
  const receivedEvents: string[] = [];
  server.deps.bus.listen(({ type }) => void receivedEvents.push(type));
  const id = await failMessage("+250788000001");
  expect(receivedEvents).toContain("outbox_failed");
  expect(row(id)?.body).not.toBeNull();
  expect(await list()).toEqual({
    count: 1,
    groups: [
      {
        kind: "booking_confirmed",
        channel: "sms",
        count: 1,
        reason: "The SMS provider answered 400",
      },
    ],
  });
  const shown = (await (await staff.get("/admin/outbox?failed=true")).json()) as Outbox;
  expect(shown.messages).toMatchObject([{ id, body: null, state: "failed" }]);
  expect(shown.messages[0]?.retryUntil).toBe(new Date(server.deps.now() + 7 * DAY).toISOString());
  status = 201;
  expect(await Promise.all([retry({ id }), retry({ id })])).toEqual([1, 0]);
  await until("The worker's work", () => row(id)?.state === "sent");
  expect(sent).toEqual(["+250788000001"]);
  expect(row(id)).toMatchObject({ body: null, lastError: null });
  expect([await retry({ id }), (await list()).count]).toEqual([0, 0]);
  const lines = server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "outbox.retried"))
    .all();
  expect(lines.map(({ actorName, summary }) => [actorName, summary])).toEqual([
    ["Ada Uwase", "Resent a failed message"],
  ]);
  expect(JSON.stringify(lines)).not.toContain("250788");
});

test("staff resend all failed messages of one kind, and the others stay failed", async () => {
  const two = [await failMessage("+250788000001"), await failMessage("+250788000002")];
  const other = await failMessage("+250788000003", driverArrived(trip, driver));
  status = 201;
  expect(await retry({ kind: "booking_confirmed", channel: "email" })).toBe(0);
  expect(await retry({ kind: "booking_confirmed", channel: "sms" })).toBe(2);
  await until("The worker's work", () => two.every((id) => row(id)?.state === "sent"));
  expect(row(other)?.state).toBe("failed");
  expect(sent.toSorted()).toEqual(["+250788000001", "+250788000002"]);
});

test("a resent message reaches the rider's current number, unless it is about the old one", async () => {
  const { rider } = await signInRider(server, "+250788000001");
  const to = { type: "phone" as const, value: "+250788000001" };
  const news = await failMessage(to.value, bookingConfirmed(trip), rider.id);
  const about = await failMessage(
    to.value,
    contactChangeDone({ language: "en", brand: "Livery", to }),
    rider.id,
  );
  server.deps.db.update(riders).set({ phone: "+250788999999" }).run();
  status = 201;
  for (const id of [news, about]) expect(await retry({ id })).toBe(1);
  await until("The worker's work", () => [news, about].every((id) => row(id)?.state === "sent"));
  expect(sent.toSorted()).toEqual(["+250788000001", "+250788999999"]);
});

test("after a rider withdraws consent to SMS, only messages about the account can be resent", async () => {
  const { browser, rider } = await signInRider(server, "+250788000001");
  const to = { type: "phone" as const, value: "+250788000001" };
  const news = await failMessage(to.value, bookingConfirmed(trip), rider.id);
  const about = await failMessage(
    to.value,
    contactChangeDone({ language: "en", brand: "Livery", to }),
    rider.id,
  );
  const answer = await browser.put("/users/consents", { kind: "sms", given: false });
  expect(answer.status).toBe(200);
  status = 201;
  expect([await retry({ id: news }), await retry({ id: about })]).toEqual([0, 1]);
  await until("The worker's work", () => row(about)?.state === "sent");
  expect(sent).toEqual([to.value]);
  // Its text is deleted, and the list does not offer to send it again.
  expect(row(news)).toMatchObject({ state: "failed", body: null });
  expect((await list()).groups.map(({ kind }) => kind)).not.toContain("booking_confirmed");
});

test("the server wipes a failed message that has expired, and does not resend it", async () => {
  const news = await failMessage("+250788000001");
  const urgentMessage = await failMessage("+250788000002", driverArrived(trip, driver));
  server.advance(DAY);
  worker.wake();
  await until("The worker's work", () => row(urgentMessage)?.body === null);
  expect(row(news)?.body).not.toBeNull();
  const secondSession = await signInAdmin(server);
  const answer = await secondSession.post("/admin/outbox/retries", { id: urgentMessage });
  expect(await answer.json()).toEqual({ retried: 0 });
  server.advance(6 * DAY);
  worker.wake();
  await until("The worker's work", () => row(news)?.body === null);
  expect(states()).toEqual(["failed", "failed"]);
});

test("a code is wiped when it expires; other messages can be resent after a day's outage", async () => {
  status = 503;
  await server.browser().post("/auth/send-otp", { identifier: "+250788123456" });
  const id = await server.deps.write((tx) =>
    queueMessage(tx, server.deps, {
      to: { type: "phone", value: "+250788000001" },
      message: bookingConfirmed(trip),
    }),
  );
  await until("The worker's work", () =>
    server.deps.db
      .select()
      .from(outbox)
      .all()
      .every((one) => one.attempts === 1),
  );
  server.advance(DAY);
  worker.wake();
  await until("The worker's work", () => !states().includes("waiting"));
  const code = server.deps.db.select().from(outbox).where(eq(outbox.kind, "code")).all()[0];
  expect(code).toMatchObject({ state: "expired", body: null });
  expect(row(id)).toMatchObject({ state: "failed", lastError: "The SMS provider answered 503" });
  status = 201;
  const desk = await signInAdmin(server);
  await desk.post("/admin/outbox/retries", { id });
  await until("The worker's work", () => row(id)?.state === "sent");
});

test("a failed code can be resent only while it is valid", async () => {
  await server.browser().post("/auth/send-otp", { identifier: "+250788123456" });
  await until("The worker's work", () => states().includes("failed"));
  expect((await list()).count).toBe(1);
  server.advance(5 * 60_000);
  worker.wake();
  await until(
    "The worker's work",
    () => server.deps.db.select().from(outbox).all()[0]?.body === null,
  );
  expect((await list()).count).toBe(0);
});

test("an accountant lists failed messages but cannot resend them", async () => {
  const id = await failMessage("+250788000001");
  const accountant = await signInAdmin(server, { role: "accountant" });
  expect((await accountant.get("/admin/outbox/failed")).status).toBe(200);
  expect((await accountant.post("/admin/outbox/retries", { id })).status).toBe(403);
});

test.each([
  ["code", 300, 300],
  ["driver_arrived", undefined, DAY],
  ["offer", undefined, DAY],
  ["receipt", undefined, 7 * DAY],
] as const)("retryUntil lets %s be resent for the period of its kind", (kind, expiresAt, ends) =>
  expect(retryUntil(kind, 0, expiresAt)).toBe(ends),
);
