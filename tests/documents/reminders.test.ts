/** Drivers are reminded only once of an expiry or a forgotten step, however often the server checks. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/open";
import { documents } from "../../db/schema/documents";
import { drivers } from "../../db/schema/drivers";
import { createWriter } from "../../db/writer";
import type { Deps } from "../../src/deps";
import { remindOfSteps } from "../../src/dispatch/driver-run/step-actions";
import { remindOfDocuments } from "../../src/documents/reminder-actions";
import { assign, book, createDriverScene, type DriverScene, drive } from "../pages/driver/scene";
import { listNotifications } from "../../src/notifications/queries";
import { messagesTo } from "../support/sign-in";

const DAY = 86_400_000;
const MINUTE = 60_000;
let scene: DriverScene;
let second: Deps;
beforeEach(async () => {
  scene = await createDriverScene();
  // Acts like another process on the same file, with separate reads and writes.
  const db = openDatabase(join(scene.server.folder, "livery.sqlite"));
  second = { ...scene.server.deps, db, write: createWriter(db) };
});
afterEach(() => {
  second.db.$client.close();
  scene.server.close();
});

const listBellNotices = () => {
  const { notifications } = listNotifications(scene.server.deps, "driver", scene.row.id);
  // The first three notices are ignored.
  return notifications.slice(0, -3);
};
const mails = () =>
  messagesTo(scene.server, "eric@example.com").filter(({ kind }) => kind === "document_ends");

describe("reminders of a document's expiry", () => {
  const look = () => Promise.all([remindOfDocuments(scene.server.deps), remindOfDocuments(second)]);
  const addLicenceEndingIn = (days: number) =>
    scene.server.deps.db
      .update(documents)
      .set({ expiresAt: scene.server.deps.now() + days * DAY })
      .where(eq(documents.kind, "driving_licence"))
      .run();

  test("reach the driver once each, 30, 14, 7 and 1 days before and on expiry", async () => {
    addLicenceEndingIn(32);
    const remindedDays: number[] = [];
    for (let day = 0; day < 36; day++) {
      const before = mails().length;
      await look();
      await look();
      const sent = mails().length - before;
      expect(sent).toBeLessThanOrEqual(1);
      if (sent === 1) remindedDays.push(32 - day);
      scene.server.advance(DAY);
    }
    expect(remindedDays).toEqual([30, 14, 7, 1, 0]);
    const [newest] = listBellNotices();
    expect(newest).toMatchObject({
      title: "Driving licence has expired",
      href: "/driver/dashboard/management",
    });
    expect(listBellNotices()).toHaveLength(5);
    expect(mails().at(-1)?.text).toContain("/driver/dashboard/management");
  });

  test("are sent again if dispatch corrects the date, but not after a renewal", async () => {
    addLicenceEndingIn(10);
    await look();
    expect(mails()).toHaveLength(1);
    addLicenceEndingIn(5);
    await look();
    expect(mails()).toHaveLength(2);
    addLicenceEndingIn(400);
    await look();
    expect(mails()).toHaveLength(2);
  });

  test("wait until a suspension is lifted, and for the next driver of a vehicle", async () => {
    const { deps } = scene.server;
    const changeDriver = (values: Partial<typeof drivers.$inferInsert>) =>
      deps.db.update(drivers).set(values).where(eq(drivers.id, scene.row.id)).run();
    addLicenceEndingIn(10);
    changeDriver({ state: "suspended" });
    await look();
    changeDriver({ state: "active", vehicleId: null });
    deps.db
      .update(documents)
      .set({ expiresAt: deps.now() - 1 })
      .where(eq(documents.kind, "vehicle_insurance"))
      .run();
    await look();
    expect(mails().map(({ subject }) => subject)).toEqual([expect.stringContaining("licence")]);
    changeDriver({ vehicleId: scene.car.id });
    await look();
    await look();
    expect(mails()).toHaveLength(2);
  });

  test("reach the driver of a vehicle and name its plate", async () => {
    scene.server.deps.db
      .update(documents)
      .set({ expiresAt: scene.server.deps.now() - 1 })
      .where(eq(documents.kind, "vehicle_insurance"))
      .run();
    await look();
    const [notice] = listBellNotices();
    expect(notice?.title).toBe("Vehicle insurance has expired");
    expect(notice?.body).toContain(scene.car.plate);
  });
});

describe("reminders of a forgotten step", () => {
  const look = () => Promise.all([remindOfSteps(scene.server.deps), remindOfSteps(second)]);
  const PICKUP_OFFSET_MS = 4.5 * 60 * MINUTE;

  test("reach the driver once per step and link to the trip", async () => {
    const { server } = scene;
    const trip = await assign(scene, await book(scene));
    await look();
    const before = listBellNotices().length;
    const since = () => listBellNotices().slice(0, listBellNotices().length - before);
    server.advance(PICKUP_OFFSET_MS + 3 * MINUTE);
    await look();
    await look();
    expect(since()).toMatchObject([
      {
        title: `Trip ${trip.number}: are you on the way?`,
        href: `/driver/dashboard/trips/${trip.id}`,
      },
    ]);
    const there = await drive(scene, trip, "en_route", "on_location");
    await look();
    expect(since()).toHaveLength(1);
    server.advance(21 * MINUTE);
    await look();
    expect(since().map(({ title }) => title)).toEqual([
      `Trip ${trip.number}: is your passenger on board?`,
      `Trip ${trip.number}: are you on the way?`,
    ]);
    await drive(scene, there, "passenger_on_board");
    server.advance(3 * 60 * MINUTE);
    await look();
    await look();
    expect(since()).toHaveLength(3);
  });

  test("are not sent while the trip runs as planned", async () => {
    const trip = await assign(scene, await book(scene));
    const before = listBellNotices().length;
    await drive(scene, trip, "en_route");
    scene.server.advance(PICKUP_OFFSET_MS + 10 * MINUTE);
    await look();
    expect(listBellNotices()).toHaveLength(before);
  });
});
