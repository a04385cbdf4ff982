/** Riders are reminded of a trip once, at a time of use, however often somebody looks. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import { remindRiders } from "../../src/reservations/reminder-actions";
import { isReminderDue, remindAt } from "../../src/reservations/reminder-rules";
import {
  assign,
  book,
  cancel,
  createDriverScene,
  type DriverScene,
  drive,
} from "../pages/driver/trips";
import { messagesTo } from "../support/sign-in";

const at = (time: string) => Date.parse(`${time}:00+02:00`);

describe("the time", () => {
  test.each([
    ["2026-11-21T14:30", "2026-11-21T11:30"],
    ["2026-11-21T10:00", "2026-11-21T07:00"],
    ["2026-11-21T09:59", "2026-11-20T19:00"],
    ["2026-11-21T03:00", "2026-11-20T19:00"],
    ["2026-11-21T00:30", "2026-11-20T19:00"],
    ["2026-11-21T23:59", "2026-11-21T20:59"],
  ])("for a pickup at %s is %s", (pickup, reminder) => {
    expect(remindAt(at(pickup), "Africa/Kigali")).toBe(at(reminder));
  });
  test("is over an hour before the pickup", () => {
    const due = (now: string) => isReminderDue(at("2026-11-21T14:30"), "Africa/Kigali", at(now));
    expect(
      ["2026-11-21T11:29", "2026-11-21T11:30", "2026-11-21T13:30", "2026-11-21T13:31"].map(due),
    ).toEqual([false, true, true, false]);
  });
});

describe("a reminder", () => {
  let scene: DriverScene;
  beforeEach(async () => {
    scene = await createDriverScene();
  });
  afterEach(() => scene.server.close());
  const reminders = () =>
    messagesTo(scene.server, "rider@example.com").filter(({ kind }) => kind === "reminder");
  const goTo = (time: string) => scene.server.advance(at(time) - scene.server.deps.now());
  const look = () => remindRiders(scene.server.deps);
  const inAWeek = { pickupLocal: "2026-11-27T14:30" };

  test("comes once, to two that look at the same time and to one that starts anew", async () => {
    const trip = await book(scene, inAWeek);
    goTo("2026-11-27T11:29");
    await look();
    expect(reminders()).toEqual([]);
    goTo("2026-11-27T11:30");
    await Promise.all([look(), look()]);
    await look();
    const [reminder, ...more] = reminders();
    expect(more).toEqual([]);
    expect(reminder?.subject).toBe(`Your trip ${trip.number}: Fri 27 Nov 2026, 14:30`);
    expect(reminder?.text).toContain("We tell you who drives you");
  });

  test("names the driver who is known", async () => {
    await assign(scene, await book(scene, inAWeek));
    goTo("2026-11-27T12:00");
    await look();
    expect(reminders()[0]?.text).toContain("Driver: Eric");
  });

  test("is not sent of a trip that was cancelled, has begun, or waits for a call", async () => {
    await cancel(scene, await book(scene, inAWeek));
    const begun = await assign(scene, await book(scene, inAWeek));
    await drive(scene, begun, "en_route");
    const waits = await book(scene, { pickupLocal: "2026-11-27T14:40" });
    scene.server.deps.db
      .update(reservations)
      .set({ willCall: true })
      .where(eq(reservations.id, waits.id))
      .run();
    goTo("2026-11-27T12:00");
    await look();
    expect(reminders()).toEqual([]);
  });

  test("is not sent where the booking itself is fresh, but comes for another pickup time", async () => {
    const trip = await book(scene, inAWeek);
    const fresh = await book(scene, { pickupLocal: "2026-11-28T15:30" });
    goTo("2026-11-27T11:30");
    await look();
    expect(reminders()).toHaveLength(1);
    const moved = at("2026-11-28T16:00");
    scene.server.deps.db
      .update(reservations)
      .set({ pickupAt: moved })
      .where(eq(reservations.id, trip.id))
      .run();
    await look();
    expect(reminders()).toHaveLength(1);
    goTo("2026-11-28T13:00");
    scene.server.deps.db
      .update(reservations)
      .set({ createdAt: at("2026-11-28T12:10") })
      .where(eq(reservations.id, fresh.id))
      .run();
    await look();
    expect(reminders().map(({ subject }) => subject.includes(String(trip.number)))).toEqual([
      true,
      true,
    ]);
  });

  test("is not sent to who chose to hear of none", async () => {
    const topics = [{ topic: "reminders", email: false, sms: false, push: false }];
    const answer = await scene.rider.request("/users/notification-choices", {
      method: "PUT",
      json: { topics },
    });
    expect(answer.status).toBe(200);
    await book(scene, inAWeek);
    goTo("2026-11-27T12:00");
    await look();
    expect(reminders()).toEqual([]);
  });
});
