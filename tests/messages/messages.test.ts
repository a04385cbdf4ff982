/** Messages between the people of a trip, through real calls. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { tripMessages, tripThreads } from "../../db/schema/messages";
import { outbox } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type { MessagesNeedingAttention, Thread, UnreadMessages } from "../../src/messages/contract";
import { OPEN_AFTER_TRIP_MS } from "../../src/messages/rules";
import { periods } from "../../src/settings/retention-contract";
import { notifyOfUnreadMessages } from "../../src/messages/notify-actions";
import type { Reservation } from "../../src/reservations/contract";
import { assign, book, drive, look } from "../pages/driver/scene";
import { createDriver, createVehicle } from "../support/fleet";
import type { Browser } from "../support/server";
import { messagesTo, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { createScene, go, json, listen, type Scene } from "../tracking/scene";

let scene: Scene;
let path: string;
beforeEach(async () => {
  scene = await createScene({ RATE_LIMITS: "on" });
  path = `/reservations/${scene.trip.id}/messages`;
});
afterEach(() => scene.server.close());

let keys = 0;
const write = (browser: Browser, at: string, text: string, more: object = {}) =>
  browser.post(at, { text, key: `key-${String(++keys).padStart(8, "0")}`, ...more });
const writeAsRider = (text: string, more?: object) => write(scene.rider, path, text, more);
const writeAsDriver = (text: string, more?: object) =>
  write(scene.phone, `/driver${path}`, text, more);
const writeAsDispatch = (text: string, more?: object) =>
  write(scene.staff, `/admin${path}`, text, more);

const threadOf = async (browser: Browser, at: string) =>
  (await json<{ thread: Thread }>(await browser.get(at))).thread;
const texts = ({ messages }: Thread) => messages.map(({ text }) => text);
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe("readers of a message", () => {
  test("rider and driver read each other's messages; dispatch reads all and writes to either", async () => {
    await writeAsRider("I have a red hat.");
    await writeAsDriver("5 minutes");
    await writeAsDispatch("Eric, take gate B.", { to: "driver" });
    await writeAsDispatch("Your car is a grey Camry.", { to: "rider" });
    await writeAsDispatch("Have a good trip, both of you.");
    expect(texts(await threadOf(scene.rider, path))).toEqual([
      "I have a red hat.",
      "5 minutes",
      "Your car is a grey Camry.",
      "Have a good trip, both of you.",
    ]);
    expect(texts(await threadOf(scene.phone, `/driver${path}`))).toEqual([
      "I have a red hat.",
      "5 minutes",
      "Eric, take gate B.",
      "Have a good trip, both of you.",
    ]);
    expect((await threadOf(scene.staff, `/admin${path}`)).messages).toHaveLength(5);
  });

  test("a message to dispatch only is hidden from the other side", async () => {
    await writeAsRider("I do not feel safe.", { to: "dispatch" });
    await writeAsDriver("Nobody opens.", { to: "dispatch" });
    expect(texts(await threadOf(scene.rider, path))).toEqual(["I do not feel safe."]);
    expect(texts(await threadOf(scene.phone, `/driver${path}`))).toEqual(["Nobody opens."]);
  });

  test("a conversation shows no contact or full name, and calls staff Dispatch", async () => {
    await writeAsDriver("I'm here");
    await writeAsRider("Coming");
    await writeAsDispatch("Fine");
    for (const at of [path, `/driver${path}`] as const) {
      const browser = at === path ? scene.rider : scene.phone;
      const threadText = JSON.stringify(await threadOf(browser, at));
      for (const secret of ["@example.com", "+250", "Mugisha", "Uwase", "Ada"])
        expect(threadText).not.toContain(secret);
      expect(threadText).toContain("Dispatch");
    }
  });

  test("the messages of a trip are 404 for another rider and another driver", async () => {
    const { server } = scene;
    const { browser: rider } = await signInRider(server, "else@example.com");
    createDriver(server, { email: "other@example.com" });
    const { browser: driver } = await signInDriver(server, "other@example.com");
    for (const [browser, at] of [
      [rider, path],
      [driver, `/driver${path}`],
    ] as const) {
      expect((await browser.get(at)).status).toBe(404);
      expect((await write(browser, at, "Hello")).status).toBe(404);
      expect((await browser.post(`${at}/read`, { id: 1 })).status).toBe(404);
    }
    expect((await scene.staff.get("/admin/reservations/none/messages")).status).toBe(404);
  });

  test("an accountant reads messages but cannot write or close the conversation", async () => {
    const accountant = await signInAdmin(scene.server, { role: "accountant" });
    expect((await accountant.get(`/admin${path}`)).status).toBe(200);
    expect((await write(accountant, `/admin${path}`, "Hello")).status).toBe(403);
    const closeRequest = { method: "PUT", json: { closed: true } };
    expect((await accountant.request(`/admin${path}/closing`, closeRequest)).status).toBe(403);
  });

  test("a new driver starts with an empty conversation, and the previous driver can't read it", async () => {
    await writeAsRider("Only for Eric");
    const { server, staff, trip } = scene;
    const car = createVehicle(server);
    const other = createDriver(server, { firstName: "Jean", email: "jean@example.com" });
    const { version } = await look(scene, trip.id);
    await staff.delete(`/admin/reservations/${trip.id}/assignment`, { version });
    expect(await codeOf(await writeAsRider("Anybody?"))).toBe("messages.not_open");
    const postedAnswer = await staff.post(`/admin/reservations/${trip.id}/assignment`, {
      version: version + 1,
      driverId: other.id,
      vehicleId: car.id,
    });
    expect(postedAnswer.status).toBe(200);
    const { browser: jean } = await signInDriver(server, "jean@example.com");
    expect((await threadOf(jean, `/driver${path}`)).messages).toEqual([]);
    expect((await threadOf(jean, `/driver${path}`)).unread).toBe(0);
    expect(await json<UnreadMessages>(await jean.get("/driver/messages/unread"))).toEqual({
      trips: [],
    });
    expect((await scene.phone.get(`/driver${path}`)).status).toBe(404);
    expect(texts(await threadOf(scene.rider, path))).toEqual(["Only for Eric"]);
  });

  test("a driver's messages reach only dispatch if the trip has no rider's account", async () => {
    scene.server.deps.db
      .update(reservations)
      .set({ riderId: null })
      .where(eq(reservations.id, scene.trip.id))
      .run();
    await writeAsDriver("I'm here");
    const thread = await threadOf(scene.staff, `/admin${path}`);
    expect(thread.rider).toBeNull();
    expect(thread.messages[0]?.to).toBe("dispatch");
    expect(await codeOf(await writeAsDispatch("Hello", { to: "rider" }))).toBe("messages.nobody");
    await writeAsDispatch("We told them.");
    expect((await threadOf(scene.phone, `/driver${path}`)).messages[1]?.to).toBe("driver");
  });
});

describe("writing a message", () => {
  test("the server stores a repeated key once, and refuses it with another text", async () => {
    const json = { text: "Once", key: "the-same-key" };
    expect((await scene.rider.post(path, json)).status).toBe(200);
    expect((await scene.rider.post(path, json)).status).toBe(200);
    expect(texts(await threadOf(scene.rider, path))).toEqual(["Once"]);
    const other = await scene.rider.post(path, { ...json, text: "Twice" });
    expect([other.status, await codeOf(other)]).toEqual([422, "idempotency.reused"]);
  });

  test("a message is 1 to 1,000 characters of plain text", async () => {
    expect((await writeAsRider("x".repeat(1_000))).status).toBe(200);
    expect((await writeAsRider("Two\nlines")).status).toBe(200);
    for (const text of ["x".repeat(1_001), "  ", "bell\u0007", "turn\u202earound"])
      expect((await writeAsRider(text)).status).toBe(400);
  });

  test("the server refuses a writer's eleventh message in a minute, but not another writer's", async () => {
    for (let n = 1; n <= 10; n++) expect((await writeAsRider(`${n}`)).status).toBe(200);
    const refusedAnswer = await writeAsRider("11");
    expect([refusedAnswer.status, refusedAnswer.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await writeAsDriver("I'm here")).status).toBe(200);
    scene.server.advance(60_001);
    expect((await writeAsRider("Later")).status).toBe(200);
  });

  test("rider and driver cannot write before a driver is assigned or four hours after the end", async () => {
    const waiting = await book(scene, { pickupLocal: "2026-11-22T09:00" });
    const earlyAnswer = await write(scene.rider, `/reservations/${waiting.id}/messages`, "Hello?");
    expect([earlyAnswer.status, await codeOf(earlyAnswer)]).toEqual([409, "messages.not_open"]);
    await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
    expect((await writeAsRider("I left my hat.")).status).toBe(200);
    scene.server.advance(OPEN_AFTER_TRIP_MS);
    for (const late of [await writeAsRider("Still there?"), await writeAsDriver("No")])
      expect([late.status, await codeOf(late)]).toEqual([409, "messages.over"]);
    expect((await threadOf(scene.rider, path)).writable).toBe("over");
  });

  test("dispatch closes a conversation and opens it again", async () => {
    const closingAnswer = (closed: boolean) =>
      scene.staff.request(`/admin${path}/closing`, { method: "PUT", json: { closed } });
    expect((await closingAnswer(true)).status).toBe(200);
    const refusedAnswer = await writeAsDriver("Rude words");
    expect([refusedAnswer.status, await codeOf(refusedAnswer)]).toEqual([409, "messages.closed"]);
    expect((await threadOf(scene.rider, path)).writable).toBe("closed");
    expect((await writeAsDispatch("Please call us.")).status).toBe(200);
    await closingAnswer(false);
    await closingAnswer(false);
    expect((await writeAsDriver("Sorry")).status).toBe(200);
    const steps = ({ timeline }: Reservation) =>
      timeline.flatMap(({ actor, event }) =>
        event.kind.startsWith("conversation_") ? [[actor.kind, event.kind]] : [],
      );
    expect(steps(await look(scene, scene.trip.id))).toEqual([
      ["admin", "conversation_closed"],
      ["admin", "conversation_opened"],
    ]);
    const own = await json<{ reservation: Reservation }>(
      await scene.rider.get(`/reservations/${scene.trip.id}`),
    );
    expect(steps(own.reservation)).toEqual([]);
  });
});

describe("unread messages", () => {
  const unread = async () => [
    (await json<UnreadMessages>(await scene.rider.get("/messages/unread"))).trips,
    (await json<UnreadMessages>(await scene.phone.get("/driver/messages/unread"))).trips,
    (await json<MessagesNeedingAttention>(await scene.staff.get("/admin/messages"))).unread.map(
      ({ number }) => number,
    ),
  ];
  const here = (n: number) => [{ reservationId: scene.trip.id, unread: n }];

  test("the count rises with each message and falls when the message is read", async () => {
    await writeAsDriver("One");
    await writeAsDriver("Two");
    expect(await unread()).toEqual([here(2), [], [scene.trip.number]]);
    const { messages } = await threadOf(scene.rider, path);
    await scene.rider.post(`${path}/read`, { id: messages[0]?.id });
    expect(await unread()).toEqual([here(1), [], [scene.trip.number]]);
    await scene.rider.post(`${path}/read`, { id: messages[1]?.id });
    // The recipient has read it, so no message waits for dispatch any more.
    expect(await unread()).toEqual([[], [], []]);
    const [first] = (await threadOf(scene.phone, `/driver${path}`)).messages;
    expect(first?.readBy).toEqual(["rider"]);
  });

  test("a message to dispatch only stays unread until dispatch reads it", async () => {
    await writeAsRider("Help", { to: "dispatch" });
    expect(await unread()).toEqual([[], [], [scene.trip.number]]);
    const { messages } = await threadOf(scene.staff, `/admin${path}`);
    await scene.staff.post(`/admin${path}/read`, { id: messages[0]?.id });
    expect(await unread()).toEqual([[], [], []]);
  });

  test("a long conversation comes in pages", async () => {
    scene.server.deps.db
      .insert(tripMessages)
      .values(
        Array.from({ length: 70 }, (_, at) => ({
          reservationId: scene.trip.id,
          sender: "driver" as const,
          senderId: scene.row.id,
          senderName: "Eric",
          recipient: "rider" as const,
          driverId: scene.row.id,
          body: `${at}`,
          sendKey: `k${at}`,
          createdAt: at,
        })),
      )
      .run();
    const last = await threadOf(scene.rider, path);
    expect([last.messages.length, last.messages.at(-1)?.text]).toEqual([50, "69"]);
    const first = await threadOf(scene.rider, `${path}?before=${last.earlier}`);
    expect([first.messages.length, first.messages[0]?.text, first.earlier]).toEqual([
      20,
      "0",
      null,
    ]);
  });
});

test("all event streams announce a message, except the rider's for one to the driver only", async () => {
  const accept = { accept: "text/event-stream" };
  const [rider, driver, staff] = [
    listen(await scene.rider.get("/reservations/events", accept)),
    listen(await scene.phone.get("/driver/events", accept)),
    listen(await scene.staff.get("/admin/events", accept)),
  ];
  await Bun.sleep(20);
  await writeAsDispatch("Only you", { to: "driver" });
  const news = { reservationId: scene.trip.id, number: scene.trip.number };
  expect(await driver.next("message")).toEqual(news);
  expect(await staff.next("message")).toEqual(news);
  expect(rider.named("message")).toEqual([]);
  await writeAsDriver("For the rider");
  expect(await rider.next("message")).toEqual(news);
  expect(JSON.stringify([...rider.events, ...driver.events])).not.toContain("For the rider");
  for (const stream of [rider, driver, staff]) await stream.close();
});

describe("notifying people of unread messages", () => {
  const mails = () =>
    messagesTo(scene.server, "rider@example.com").filter(({ kind }) => kind === "trip_message");

  test("e-mails the rider after a minute and at most every five minutes, with the text and a link", async () => {
    await writeAsDriver("I'm here");
    scene.server.advance(59_000);
    await notifyOfUnreadMessages(scene.server.deps);
    expect(mails()).toEqual([]);
    scene.server.advance(1_000);
    await notifyOfUnreadMessages(scene.server.deps);
    await notifyOfUnreadMessages(scene.server.deps);
    expect(mails().map(({ subject }) => subject)).toEqual([
      `Eric wrote to you about trip ${scene.trip.number}`,
    ]);
    expect(mails()[0]?.text).toContain("I'm here");
    expect(mails()[0]?.text).toContain(`/trips/${scene.trip.id}`);
    await writeAsDriver("Blue door");
    scene.server.advance(100_000);
    await notifyOfUnreadMessages(scene.server.deps);
    expect(mails()).toHaveLength(1);
    scene.server.advance(200_000);
    await notifyOfUnreadMessages(scene.server.deps);
    expect(mails()).toHaveLength(2);
  });

  test("e-mails the rider once, whether dispatch reads the message or closes the conversation", async () => {
    const notifyLater = async () => {
      scene.server.advance(310_000);
      await notifyOfUnreadMessages(scene.server.deps);
    };
    await writeAsDriver("I'm here");
    await notifyLater();
    const { messages } = await threadOf(scene.staff, `/admin${path}`);
    await scene.staff.post(`/admin${path}/read`, { id: messages[0]?.id });
    await notifyLater();
    for (const closed of [true, false]) {
      await scene.staff.request(`/admin${path}/closing`, { method: "PUT", json: { closed } });
      await notifyLater();
    }
    await writeAsDispatch("Eric, take gate B.", { to: "driver" });
    await notifyLater();
    expect(mails()).toHaveLength(1);
  });

  test("sends no e-mail if the rider has read the message", async () => {
    await writeAsDriver("I'm here");
    const { messages } = await threadOf(scene.rider, path);
    await scene.rider.post(`${path}/read`, { id: messages[0]?.id });
    scene.server.advance(120_000);
    await notifyOfUnreadMessages(scene.server.deps);
    expect(mails()).toEqual([]);
  });

  test("notifies the driver by their own contact and the bell, and hides the text in the bell", async () => {
    await writeAsRider("I am at the blue door");
    scene.server.advance(60_000);
    await notifyOfUnreadMessages(scene.server.deps);
    const rows = scene.server.deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.kind, "trip_message"))
      .all();
    expect(rows.map(({ recipient }) => recipient)).toEqual(["eric@example.com"]);
    const bellText = await (await scene.phone.get("/driver/notifications")).text();
    expect(bellText).toContain(`Message about trip ${scene.trip.number}`);
    expect(bellText).not.toContain("blue door");
  });
});

test("the server deletes messages after six months, and not earlier", async () => {
  await writeAsRider("Keep me");
  scene.server.advance(periods.tripMessages.days * 86_400_000);
  await sweepExpiredRecords(scene.server.deps);
  const left = () => [
    scene.server.deps.db.select().from(tripMessages).all().length,
    scene.server.deps.db.select().from(tripThreads).all().length,
  ];
  expect(left()).toEqual([1, 1]);
  scene.server.advance(1);
  await sweepExpiredRecords(scene.server.deps);
  expect(left()).toEqual([0, 0]);
});

test("two trips of the same rider and driver have separate conversations", async () => {
  await writeAsRider("About the first");
  await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
  const second = await assign(scene, await book(scene, { pickupLocal: "2026-11-22T09:00" }));
  await drive(scene, second, "en_route");
  const thread = await threadOf(scene.phone, `/driver/reservations/${second.id}/messages`);
  expect(thread.messages).toEqual([]);
});
