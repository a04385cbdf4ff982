/** Riders choose which messages they receive, where and when. Codes always arrive. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { outbox, riderConsents } from "../../db/schema/notifications";
import type {
  Consents,
  NotificationChoices,
} from "../../src/notifications/choices/choice-contract";
import {
  channelsFor,
  quietUntil,
  readClockTime,
} from "../../src/notifications/choices/choice-rules";
import { queueRiderMessage } from "../../src/notifications/outbox";
import type { Message } from "../../src/notifications/message";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";

let server: TestServer;
let browser: Browser;
let riderId: string;
beforeEach(async () => {
  server = await createTestServer({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@example.com" });
  const signedIn = await signInRider(server, "rider@example.com");
  browser = signedIn.browser;
  riderId = signedIn.rider.id;
});
afterEach(() => server.close());

const choices = async () =>
  (await (await browser.get("/users/notification-choices")).json()) as NotificationChoices;
const choose = (body: unknown) => browser.put("/users/notification-choices", body);
const topic = (name: string, ways: object) => ({
  topic: name,
  email: false,
  sms: false,
  push: false,
  ...ways,
});
const giveRiderPhone = () =>
  server.deps.write((tx) =>
    tx.update(riders).set({ phone: "+250788123456" }).where(eq(riders.id, riderId)).run(),
  );

/** Queues a message of a kind to the rider, and returns its channels with the minutes that each waits. */
async function tell(kind: string): Promise<{ channel: string; waitMinutes: number }[]> {
  const message: Message = { kind, subject: kind, text: "t", html: "h", sms: "s" };
  await server.deps.write((tx) => {
    tx.delete(outbox).run();
    queueRiderMessage(tx, server.deps, { riderId }, () => message);
  });
  return server.deps.db
    .select()
    .from(outbox)
    .all()
    .map((row) => ({
      channel: row.channel,
      waitMinutes: row.state === "kept" ? 0 : (row.nextAttemptAt - server.deps.now()) / 60_000,
    }));
}
const ways = async (kind: string) => (await tell(kind)).map(({ channel }) => channel).sort();

test("riders get all topics but offers by e-mail until they choose", async () => {
  await giveRiderPhone();
  expect(await choices()).toEqual({
    topics: [
      topic("trip_updates", { email: true, push: true }),
      topic("receipts", { email: true, push: true }),
      topic("reminders", { email: true, push: true }),
      topic("offers", {}),
    ] as NotificationChoices["topics"],
    quiet: null,
    reach: { email: "rider@example.com", sms: "+250788123456", push: false },
    smsAllowed: true,
  });
  expect(await ways("booking_confirmed")).toEqual(["email"]);
});

test("a choice applies only to its topic and channel, and a topic can have both channels", async () => {
  await giveRiderPhone();
  await choose({ topics: [topic("trip_updates", { email: true, sms: true })] });
  await choose({ topics: [topic("receipts", {})] });
  expect(await ways("booking_confirmed")).toEqual(["email", "sms"]);
  expect(await ways("receipt")).toEqual([]);
  expect(await ways("reminder")).toEqual(["email"]);
});

test("the server refuses trip updates without a channel that reaches the rider", async () => {
  for (const wanted of [{}, { sms: true }, { push: true }]) {
    const answer = await choose({ topics: [topic("trip_updates", wanted)] });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: "notifications.no_way_left" });
  }
  expect((await choices()).topics[0]).toMatchObject({ email: true });
});

test("the server sends a sign-in code whatever the rider has chosen", async () => {
  await giveRiderPhone();
  await choose({ topics: [topic("receipts", {}), topic("reminders", {})] });
  await browser.put("/users/consents", { kind: "sms", given: false });
  server.advance(31_000);
  const sentAnswer = await server.browser().post("/auth/send-otp", { identifier: "+250788123456" });
  expect(sentAnswer.status).toBe(200);
  expect(lastMessage(server, "+250788123456").code).toMatch(/^\d{4}$/);
});

test("text messages wait for the end of quiet hours; e-mail and urgent messages do not", async () => {
  await giveRiderPhone();
  await choose({
    topics: [topic("trip_updates", { email: true, sms: true })],
    quiet: { from: "22:00", until: "07:00" },
  });
  expect((await choices()).quiet).toEqual({ from: "22:00", until: "07:00" });
  server.deps.config.twilio = {
    accountSid: "AC",
    authToken: "t",
    from: "+15550100",
    apiUrl: "http://127.0.0.1:9",
  };
  // It is 10:00 in Kigali, and 23:00 is 13 hours later.
  expect((await tell("booking_confirmed")).map((m) => m.waitMinutes)).toEqual([0, 0]);
  server.advance(13 * 3_600_000);
  expect(await tell("booking_confirmed")).toEqual([
    { channel: "email", waitMinutes: 0 },
    { channel: "sms", waitMinutes: 480 },
  ]);
  expect((await tell("driver_on_the_way")).map((m) => m.waitMinutes)).toEqual([0, 0]);
  await choose({ quiet: null });
  expect((await tell("booking_confirmed")).map((m) => m.waitMinutes)).toEqual([0, 0]);
});

test("the server answers 400 to invalid quiet hours and to an unknown topic", async () => {
  for (const quiet of [
    { from: "22:00", until: "22:00" },
    { from: "24:00", until: "07:00" },
    { from: "22:00" },
    "always",
  ])
    expect((await choose({ quiet })).status).toBe(400);
  expect((await choose({ topics: [topic("gossip", {})] })).status).toBe(400);
});

describe("consents", () => {
  const read = async () => (await (await browser.get("/users/consents")).json()) as Consents;

  test("are recorded at the first sign-in, with their text and time", async () => {
    const { consents } = await read();
    expect(consents).toMatchObject([
      { kind: "calls", given: true, textVersion: 1, at: new Date(START).toISOString() },
      { kind: "sms", given: true, textVersion: 1 },
    ]);
    expect(consents[1]?.text).toContain("text messages");
    server.advance(31_000);
    await signInRider(server, "rider@example.com");
    expect(server.deps.db.select().from(riderConsents).all()).toHaveLength(2);
  });

  test("can be withdrawn and given again, which stops and restarts SMS, and the history is kept", async () => {
    await giveRiderPhone();
    await choose({ topics: [topic("trip_updates", { email: true, sms: true })] });
    server.advance(60_000);
    const answer = await browser.put("/users/consents", { kind: "sms", given: false });
    expect(((await answer.json()) as Consents).consents[1]).toMatchObject({
      given: false,
      at: new Date(START + 60_000).toISOString(),
    });
    expect(await ways("booking_confirmed")).toEqual(["email"]);
    expect((await choices()).smsAllowed).toBe(false);
    await browser.put("/users/consents", { kind: "sms", given: false });
    server.advance(60_000);
    await browser.put("/users/consents", { kind: "sms", given: true });
    expect(await ways("booking_confirmed")).toEqual(["email", "sms"]);
    const kept = server.deps.db.select().from(riderConsents).all();
    expect(kept.filter(({ kind }) => kind === "sms").map(({ given }) => given)).toEqual([
      true,
      false,
      true,
    ]);
  });
});

test("a rider's choices do not change another rider's", async () => {
  await choose({ topics: [topic("receipts", {})], quiet: { from: "21:00", until: "06:00" } });
  const { browser: other } = await signInRider(server, "other@example.com");
  const theirs = (await (
    await other.get("/users/notification-choices")
  ).json()) as NotificationChoices;
  expect(theirs.quiet).toBeNull();
  expect(theirs.topics[1]).toMatchObject({ topic: "receipts", email: true });
});

describe("channelsFor and quietUntil", () => {
  test("channelsFor chooses SMS for a rider who has only a phone number", () => {
    const rider = { chosen: [], contacts: { email: null, phone: "+2507" }, smsAllowed: true };
    expect(channelsFor("trip_updates", rider)).toEqual(["sms"]);
    expect(channelsFor("receipts", rider)).toEqual(["sms"]);
    expect(channelsFor("offers", rider)).toEqual([]);
    expect(channelsFor("trip_updates", { ...rider, smsAllowed: false })).toEqual([]);
  });

  test.each([
    ["21:59", null],
    ["22:00", 9 * 60],
    ["23:30", 7 * 60 + 30],
    ["06:59", 1],
    ["07:00", null],
  ])("quietUntil finds the end of quiet hours from 22:00 to 07:00, at %s", (time, minutes) => {
    const quiet = { fromMinute: readClockTime("22:00"), untilMinute: readClockTime("07:00") };
    const now = Date.parse(`2026-11-20T${time}:00Z`);
    expect(quietUntil(quiet, now, "UTC")).toBe(minutes === null ? null : now + minutes * 60_000);
  });

  test("quietUntil ends quiet hours within one day at a whole minute", () => {
    const quiet = { fromMinute: readClockTime("13:00"), untilMinute: readClockTime("14:00") };
    expect(quietUntil(quiet, Date.parse("2026-11-20T13:20:30Z"), "UTC")).toBe(
      Date.parse("2026-11-20T14:00:00Z"),
    );
    expect(quietUntil(quiet, Date.parse("2026-11-20T14:00:00Z"), "UTC")).toBeNull();
  });
});
