/** Riders are reminded of a trip once, at a useful time, however often the check runs. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { notifications } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import type { ReminderRulesAnswer } from "../../src/reservations/messages/reminder-contract";
import { expireOffers } from "../../src/dispatch/assignment/offer-actions";
import type { ReservationEvent } from "../../src/reservations/event-contract";
import { remindOfTrips } from "../../src/reservations/messages/reminder-actions";
import {
  isRiderNotifiedOf,
  isReminderDue,
  remindAt,
} from "../../src/reservations/messages/reminder-rules";
import {
  assign,
  book,
  cancel,
  createDriverScene,
  type DriverScene,
  drive,
  look as see,
  offer,
} from "../pages/driver/scene";
import { messagesTo } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const at = (time: string) => Date.parse(`${time}:00+02:00`);

describe("the time of a reminder", () => {
  test.each([
    ["2026-11-21T14:30", "2026-11-21T11:30"],
    ["2026-11-21T10:00", "2026-11-21T07:00"],
    ["2026-11-21T09:59", "2026-11-20T19:00"],
    ["2026-11-21T03:00", "2026-11-20T19:00"],
    ["2026-11-21T00:30", "2026-11-20T19:00"],
    ["2026-11-21T23:59", "2026-11-21T20:59"],
  ])("for a pickup at %s is %s", (pickup, reminder) => {
    expect(remindAt(at(pickup), "Africa/Kigali", 3)).toBe(at(reminder));
  });
  test("ends an hour before the pickup", () => {
    const isDue = (now: string) =>
      isReminderDue(at("2026-11-21T14:30"), "Africa/Kigali", at(now), 3);
    expect(
      ["2026-11-21T11:29", "2026-11-21T11:30", "2026-11-21T13:30", "2026-11-21T13:31"].map(isDue),
    ).toEqual([false, true, true, false]);
  });
});

test("a reminder follows the operator's hours, and a one-hour one stays due for half an hour", () => {
  expect(remindAt(at("2026-11-21T14:30"), "Africa/Kigali", 24)).toBe(at("2026-11-20T14:30"));
  expect(remindAt(at("2026-11-21T03:00"), "Africa/Kigali", 24)).toBe(at("2026-11-19T19:00"));
  const isDue = (now: string) => isReminderDue(at("2026-11-21T14:30"), "Africa/Kigali", at(now), 1);
  expect(["2026-11-21T13:29", "2026-11-21T13:30", "2026-11-21T14:00"].map(isDue)).toEqual([
    false,
    true,
    true,
  ]);
  expect(isDue("2026-11-21T14:01")).toBe(false);
});

describe("isRiderNotifiedOf", () => {
  const time = { before: "2026-11-20T12:00:00.000Z", after: "2026-11-20T13:00:00.000Z" };
  test.each<[ReservationEvent, boolean]>([
    [{ kind: "priced", stop: "pickup" }, true],
    [{ kind: "confirmed" }, true],
    [{ kind: "assigned" }, true],
    [{ kind: "offered" }, false],
    [{ kind: "offer_ended", answer: "declined" }, false],
    [{ kind: "unassigned" }, false],
    [{ kind: "changed", time }, true],
    [{ kind: "changed", note: true }, true],
    [{ kind: "changed", flight: { before: null, after: "WB203" } }, false],
    [{ kind: "called", pickupAt: time.after }, true],
    [{ kind: "boarding_requested" }, false],
    [{ kind: "conversation_closed" }, false],
    [{ kind: "payment_changed", payment: "cash" }, false],
  ])("%j notifies the rider: %p", (event, is) => {
    expect(isRiderNotifiedOf(event)).toBe(is);
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
  const setClockTo = (time: string) => scene.server.advance(at(time) - scene.server.deps.now());
  const look = () => remindOfTrips(scene.server.deps);
  /** Staff must sign in again after a week. */
  const signInAgain = async () => {
    scene.staff = await signInAdmin(scene.server);
  };
  const tripNextWeek = { pickupLocal: "2026-11-27T14:30" };

  test("is sent once, even if two workers run at the same time or one runs again", async () => {
    const trip = await book(scene, tripNextWeek);
    setClockTo("2026-11-27T11:29");
    await look();
    expect(reminders()).toEqual([]);
    setClockTo("2026-11-27T11:30");
    await Promise.all([look(), look()]);
    await look();
    const [reminder, ...more] = reminders();
    expect(more).toEqual([]);
    expect(reminder?.subject).toBe(`Your trip ${trip.number}: Fri 27 Nov 2026, 14:30`);
    expect(reminder?.text).toContain("We’ll tell you who is driving you");
  });

  test("names the assigned driver", async () => {
    await assign(scene, await book(scene, tripNextWeek));
    setClockTo("2026-11-27T12:00");
    await look();
    expect(reminders()[0]?.text).toContain("Driver: Eric");
  });

  test("is not sent for a trip that is cancelled, has begun or waits for a call", async () => {
    await cancel(scene, await book(scene, tripNextWeek));
    const startedTrip = await assign(scene, await book(scene, tripNextWeek));
    const waits = await book(scene, { pickupLocal: "2026-11-27T14:40" });
    scene.server.deps.db
      .update(reservations)
      .set({ willCall: true })
      .where(eq(reservations.id, waits.id))
      .run();
    await drive(scene, startedTrip, "en_route");
    setClockTo("2026-11-27T12:00");
    await look();
    expect(reminders()).toEqual([]);
  });

  test("is not sent soon after the booking, and is sent again for a new pickup time", async () => {
    const trip = await book(scene, tripNextWeek);
    const newTrip = await book(scene, { pickupLocal: "2026-11-28T15:30" });
    setClockTo("2026-11-27T11:30");
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
    setClockTo("2026-11-28T13:00");
    scene.server.deps.db
      .update(reservations)
      .set({ createdAt: at("2026-11-28T12:10") })
      .where(eq(reservations.id, newTrip.id))
      .run();
    await look();
    expect(reminders().map(({ subject }) => subject.includes(String(trip.number)))).toEqual([
      true,
      true,
    ]);
  });

  test("is sent although boarding, the conversation or the payment changed within the hour before", async () => {
    const trip = await assign(scene, await book(scene, tripNextWeek));
    setClockTo("2026-11-27T11:00");
    await signInAgain();
    const at = `/reservations/${trip.id}`;
    const done = async (answer: Response) =>
      expect([answer.ok, answer.ok ? "" : await answer.text()]).toEqual([true, ""]);
    const version = async () => (await see(scene, trip.id)).version;
    await done(
      await scene.rider.request(`${at}/boarding`, {
        method: "PUT",
        json: { version: await version(), onlyWithCode: true },
      }),
    );
    await done(await scene.staff.put(`/admin${at}/messages/closing`, { closed: true }));
    await done(
      await scene.staff.put(`/admin${at}/payment`, { version: await version(), payment: "card" }),
    );
    setClockTo("2026-11-27T11:30");
    await look();
    expect(reminders()).toHaveLength(1);
  });

  test("is sent although an offer to a driver has just expired", async () => {
    const trip = await offer(scene, await book(scene, tripNextWeek));
    setClockTo("2026-11-27T11:00");
    await signInAgain();
    await expireOffers(scene.server.deps);
    expect((await see(scene, trip.id)).state).toBe("confirmed");
    setClockTo("2026-11-27T11:30");
    await look();
    expect(reminders()).toHaveLength(1);
  });

  test("is not sent if the rider changed the trip within the hour before", async () => {
    const trip = await book(scene, tripNextWeek);
    setClockTo("2026-11-27T11:00");
    const answer = await scene.rider.request(`/reservations/${trip.id}`, {
      method: "PUT",
      json: { version: trip.version, note: "By the side door" },
    });
    expect(answer.status).toBe(200);
    setClockTo("2026-11-27T11:30");
    await look();
    expect(reminders()).toEqual([]);
  });

  test("follows the operator's rules for the hours and the recipients of each service", async () => {
    const { staff, server, rider } = scene;
    const answer = await staff.get("/admin/trip-reminders");
    const { rules, version } = (await answer.json()) as ReminderRulesAnswer;
    expect(rules).toEqual({ reminder: { hours: 3, to: ["passenger"] }, reminderByService: {} });
    const put = (over: object, who: Pick<typeof staff, "put"> = staff) =>
      who.put("/admin/trip-reminders", { ...rules, version, ...over });
    expect((await put({ reminder: { hours: 0, to: [] } })).status).toBe(400);
    expect((await put({ reminder: { hours: 3, to: ["nobody"] } })).status).toBe(400);
    expect((await put({}, rider)).status).toBe(401);
    const savedAnswer = await put({
      reminder: { hours: 6, to: [] },
      reminderByService: { airport_pickup: { hours: 24, to: ["rider", "driver"] } },
    });
    expect(savedAnswer.status).toBe(200);
    expect((await put({})).status).toBe(409);
    const trip = await assign(scene, await book(scene, tripNextWeek));
    const other = await book(scene, { pickupLocal: "2026-11-27T14:40" });
    server.deps.db
      .update(reservations)
      .set({ serviceType: "point_to_point" })
      .where(eq(reservations.id, other.id))
      .run();
    const told = () =>
      server.deps.db
        .select()
        .from(notifications)
        .all()
        .map(({ title }) => title)
        .filter((title) => title.startsWith("Reminder"));
    setClockTo("2026-11-26T14:29");
    await look();
    expect([reminders().length, told()]).toEqual([0, []]);
    setClockTo("2026-11-26T14:30");
    await look();
    await look();
    expect([reminders().length, told()]).toEqual([1, [`Reminder: trip ${trip.number}`]]);
    setClockTo("2026-11-27T12:00");
    await look();
    expect(reminders()).toHaveLength(1);
  });

  test("is not sent to a rider who turned reminders off", async () => {
    const topics = [{ topic: "reminders", email: false, sms: false, push: false }];
    const answer = await scene.rider.request("/users/notification-choices", {
      method: "PUT",
      json: { topics },
    });
    expect(answer.status).toBe(200);
    await book(scene, tripNextWeek);
    setClockTo("2026-11-27T12:00");
    await look();
    expect(reminders()).toEqual([]);
  });
});
