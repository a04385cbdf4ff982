/**
 * Staff who are away from the screen are notified of the actions of riders and drivers: once, in one message, and not
 * at night.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { outbox, staffNews } from "../../db/schema/notifications";
import type { StaffNotificationSettings } from "../../src/notifications/staff/staff-notification-contract";
import { notifyStaff } from "../../src/notifications/staff/staff-notification-actions";
import { digestTitle } from "../../src/notifications/staff/staff-notification-rules";
import { remindOfSteps } from "../../src/dispatch/driver-run/step-actions";
import { decryptBody } from "../../src/notifications/outbox";
import { recordDifference } from "../../src/payments/online/difference-actions";
import { book } from "../support/booking";
import { applyToDrive } from "../support/applicants";
import { createPhone, createPushService } from "../support/push-phone";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { createDriver, createVehicle } from "../support/fleet";
import { signInDriver, signInRider } from "../support/sign-in";
import { createAdmin, signInAdmin } from "../support/staff";
import { createScene, json } from "../tracking/scene";

let server: TestServer;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let rider: Browser;
beforeEach(async () => {
  server = await createTestServer({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@example.com" });
  owner = await signInAdmin(server, { email: "owner@example.com" });
  rider = (await signInRider(server, "rider@example.com")).browser;
  // New staff are notified only of later events, so this run sets their starting point.
  await notifyStaff(server.deps, false);
});
afterEach(() => server.close());

const choose = async (json: unknown) => {
  const answer = await owner.put("/admin/notifications", json);
  return { status: answer.status, body: (await answer.json()) as StaffNotificationSettings };
};
const notifyAfterAbsence = (minutes = 2) => {
  server.advance(minutes * 60_000);
  return notifyStaff(server.deps, false);
};
/** Returns and deletes the messages queued for staff, with channel, recipient, subject and text. */
async function news() {
  const rows = server.deps.db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === "staff_news");
  await server.deps.write((tx) => tx.delete(outbox).run());
  return rows.map(({ channel, recipient, subject, body }) => ({
    channel,
    recipient,
    subject,
    text: decryptBody(server.deps.keys, body ?? "").text,
  }));
}

test("owners and dispatchers get one e-mail with a link about a booking from the web", async () => {
  await createAdmin(server, { email: "dispatcher@example.com", role: "dispatcher" });
  await createAdmin(server, { email: "accountant@example.com", role: "accountant" });
  await notifyStaff(server.deps, false);
  const { id, number } = await book(rider);
  await notifyAfterAbsence();
  const mails = await news();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
    "dispatcher@example.com",
    "owner@example.com",
  ]);
  expect(mails[0]?.subject).toBe(`New booking ${number}`);
  expect(mails[0]?.text).toContain(`/dispatch/dashboard/reservation/${id}`);
  expect(mails[0]?.text).toContain("Sat 21 Nov 2026, 09:30: Kigali International Airport to");
  await notifyAfterAbsence();
  expect(await news()).toEqual([]);
});

test("twenty bookings within a minute come in one message", async () => {
  for (let n = 0; n < 20; n++) await book(rider);
  await notifyAfterAbsence();
  expect((await news()).map(({ subject }) => subject)).toEqual(["20 new bookings"]);
  await book(rider);
  await notifyStaff(server.deps, false);
  expect(await news()).toEqual([]);
  await notifyAfterAbsence();
  expect(await news()).toHaveLength(1);
});

test("staff get no news while a dispatch screen is open, unless they chose to", async () => {
  await book(rider);
  server.advance(120_000);
  await notifyStaff(server.deps, true);
  await notifyAfterAbsence();
  expect(await news()).toEqual([]);
  await choose({ onlyWhenAway: false });
  await book(rider);
  server.advance(120_000);
  await notifyStaff(server.deps, true);
  expect(await news()).toHaveLength(1);
});

test("news in quiet hours is sent in one message when they end", async () => {
  await choose({ quiet: { from: "10:00", until: "11:00" } });
  const first = await book(rider);
  await book(rider);
  await notifyAfterAbsence(30);
  expect(await news()).toEqual([]);
  await notifyAfterAbsence(30);
  expect((await news()).map(({ subject }) => subject)).toEqual(["2 new bookings"]);
  expect(first.state).toBe("pending");
});

test("staff get each topic by the channels that they chose for it", async () => {
  const { body } = await choose({
    channels: { cancellation: ["sms"] },
    phone: "0788 123 456",
  });
  expect(body.phone).toBe("+250788123456");
  const { id, version } = await book(rider);
  await notifyAfterAbsence();
  expect(await news()).toEqual([]);
  expect((await rider.post(`/reservations/${id}/cancellation`, { version })).status).toBe(200);
  await notifyAfterAbsence();
  expect(await news()).toMatchObject([{ channel: "sms", recipient: "+250788123456" }]);
});

test("a push names the trip and its time but no person, and stops after signing out", async () => {
  server.deps.config.push.allowsLoopback = true;
  const service = createPushService();
  const phone = createPhone(`${service.url}/p/1`);
  expect((await owner.put("/admin/push", phone.subscription)).status).toBe(200);
  const { id, number } = await book(rider);
  await notifyAfterAbsence();
  const push = (await news()).find(({ channel }) => channel === "push");
  expect(JSON.parse(push?.text ?? "")).toEqual({
    title: `New booking ${number}`,
    body: "Sat 21 Nov 2026, 09:30",
    path: `/dispatch/dashboard/reservation/${id}`,
  });
  await owner.post("/admin/logout");
  await book(rider);
  await notifyAfterAbsence();
  expect((await news()).map(({ channel }) => channel)).toEqual(["email"]);
  await service.close();
});

test("staff whose access has ended get no news", async () => {
  const { id, version } = await createAdmin(server, { email: "gone@example.com" });
  await notifyStaff(server.deps, false);
  const endedAnswer = await owner.post(`/admin/staff/${id}/deactivation`, { version });
  expect(endedAnswer.status).toBe(200);
  await book(rider);
  await notifyAfterAbsence();
  expect((await news()).map(({ recipient }) => recipient)).toEqual(["owner@example.com"]);
});

test("staff get no news of dispatch's own steps, but of a trip that every driver declined", async () => {
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  await notifyStaff(server.deps, false);
  const { id, number, version } = await book(rider);
  await notifyAfterAbsence();
  await news();
  const confirmedAnswer = await dispatcher.post(`/admin/reservations/${id}/confirmation`, {
    version,
  });
  expect(confirmedAnswer.status).toBe(200);
  await notifyAfterAbsence();
  expect(await news()).toEqual([]);
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "anna", email: "anna@example.com" });
  const { browser: phone } = await signInDriver(server, "anna@example.com");
  const offer = {
    version: version + 1,
    how: "at_once",
    to: [{ driverId: "anna", vehicleId: "car" }],
  };
  expect((await dispatcher.post(`/admin/reservations/${id}/offers`, offer)).status).toBe(200);
  const declinedAnswer = await phone.post(`/driver/reservations/${id}/refusal`, {
    version: version + 2,
  });
  expect(declinedAnswer.status).toBe(200);
  await notifyAfterAbsence();
  expect((await news()).map(({ subject }) => subject)).toEqual([
    `No driver accepted reservation ${number}`,
    `No driver accepted reservation ${number}`,
  ]);
});

describe("news of a payment difference", () => {
  const payments = "/dispatch/dashboard/payment-differences";
  const reportDifference = (ref: string) =>
    server.deps.write((tx) =>
      recordDifference(tx, server.deps, {
        kind: "disputed",
        provider: "stripe",
        ref,
        foundMinor: 1,
      }),
    );

  test("reaches owners and accountants once, even while a dispatch screen is open", async () => {
    await createAdmin(server, { email: "dispatcher@example.com", role: "dispatcher" });
    await createAdmin(server, { email: "accountant@example.com", role: "accountant" });
    await notifyStaff(server.deps, false);
    await reportDifference("pi_1");
    await reportDifference("pi_1");
    await book(rider);
    server.advance(120_000);
    await notifyStaff(server.deps, true);
    const mails = await news();
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      "accountant@example.com",
      "owner@example.com",
    ]);
    expect(mails[0]?.subject).toBe("A payment needs attention");
    expect(mails[0]?.text).toContain(payments);
    await notifyAfterAbsence();
    expect(await news()).toEqual([]);
  });

  test("comes by the channels that staff chose, if any, and links to the list", async () => {
    const phone = "+250788123456";
    await choose({ phone, channels: { new_booking: ["sms"] } });
    await reportDifference("pi_1");
    await reportDifference("pi_2");
    await notifyAfterAbsence();
    expect(await news()).toMatchObject([
      {
        channel: "email",
        subject: "2 payments need attention",
        text: expect.stringContaining(payments),
      },
    ]);
    await choose({ channels: { payment_fault: ["sms"] } });
    await reportDifference("pi_3");
    await notifyAfterAbsence();
    expect(await news()).toMatchObject([{ channel: "sms", recipient: phone }]);
    await choose({ channels: { payment_fault: [] } });
    await reportDifference("pi_4");
    await notifyAfterAbsence();
    expect(await news()).toEqual([]);
  });
});

test("each event creates news of its own topic, from a rider's change to a contact message", async () => {
  const scene = await createScene();
  const { server: theirs, rider: aline, phone, trip } = scene;
  const topics = () =>
    theirs.deps.db
      .select()
      .from(staffNews)
      .all()
      .map(({ topic }) => topic);
  await book(aline, {
    dropoff: { name: "The blue gate", detail: "", latitude: null, longitude: null },
  });
  const booked = await book(aline);
  expect(topics()).toEqual(["new_booking", "price_request", "new_booking"]);
  const changes = { version: booked.version, note: "Ring twice" };
  await json(await aline.put(`/reservations/${booked.id}`, changes));
  const message = { text: "5 minutes", key: "key-00000001" };
  await json(await phone.post(`/driver/reservations/${trip.id}/messages`, message));
  await json(
    await phone.post("/driver/incidents", {
      key: "report-0001",
      kind: "accident",
      what: "A lorry hit the rear door.",
      happenedAt: new Date(theirs.deps.now() - 60_000).toISOString(),
      hurt: false,
      place: "Gishushu roundabout",
      position: null,
      policeNumber: "",
      reservationId: trip.id,
    }),
  );
  await applyToDrive(theirs);
  const letter = { name: "Aline", contact: "aline@example.com", text: "Hello" };
  await json(await theirs.browser().post("/contact", letter));
  theirs.advance(Date.parse(trip.pickupAt) + 6 * 60_000 - theirs.deps.now());
  for (let n = 0; n < 2; n++) await remindOfSteps(theirs.deps);
  expect(topics().slice(3)).toEqual([
    ...(["change", "message", "incident", "application", "contact", "late_driver"] as const),
  ]);
  theirs.close();
});

test("the server deletes news after 30 days", async () => {
  await book(rider);
  expect(server.deps.db.select().from(staffNews).all()).toHaveLength(1);
  server.advance(31 * 86_400_000);
  await notifyStaff(server.deps, false);
  expect(server.deps.db.select().from(staffNews).all()).toEqual([]);
});

describe("invalid notification settings", () => {
  test("an invalid phone number is refused, and the previous one is kept", async () => {
    await choose({ phone: "0788123456" });
    const answer = await owner.put("/admin/notifications", { phone: "12" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      fields: { phone: "Enter a valid phone number." },
    });
    expect((await choose({})).body.phone).toBe("+250788123456");
  });

  test("quiet hours of no length, unknown channels and unknown topics are refused", async () => {
    for (const json of [
      { quiet: { from: "10:00", until: "10:00" } },
      { channels: { new_booking: ["fax"] } },
      { channels: { weather: ["email"] } },
    ])
      expect((await choose(json)).status).toBe(400);
  });
});

test("staff can choose only the topics of their role", async () => {
  const accountant = await signInAdmin(server, { role: "accountant" });
  const answer = (await (
    await accountant.get("/admin/notifications")
  ).json()) as StaffNotificationSettings;
  expect(answer.topics.map(({ topic }) => topic)).toEqual(["payment_fault", "contact"]);
});

test("digestTitle counts several news items of one topic", () => {
  expect(
    digestTitle([
      { topic: "new_booking", number: 1001 },
      { topic: "cancellation", number: 1002 },
      { topic: "new_booking", number: 1003 },
      { topic: "application", number: null },
    ]),
  ).toBe("2 new bookings, Rider cancelled reservation 1002, New driver application");
});
