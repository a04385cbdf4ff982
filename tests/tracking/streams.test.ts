/** Who receives a driver's position as soon as it is known. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { startRouter } from "../support/upstreams";
import { createDriver } from "../support/fleet";
import { signInDriver, signInRider } from "../support/sign-in";
import { at, createScene, go, listen, report, type Scene, share, shift } from "./scene";

let scene: Scene;
let opened: ReturnType<typeof listen>[];
beforeEach(async () => {
  scene = await createScene();
  opened = [];
});
afterEach(async () => {
  for (const stream of opened) await stream.close();
  scene.server.close();
});

type Visitor = { get: (path: string) => Promise<Response> };

async function follow(visitor: Visitor, path: string) {
  const answer = await visitor.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  const stream = listen(answer);
  opened.push(stream);
  return stream;
}

const stranger = () => scene.server.browser("198.51.100.9");

/** Waits longer than a position is held back. */
const settle = () => Bun.sleep(2_100);

test("dispatch receives the start and end of a shift at once, and only once", async () => {
  const { staff, phone, rider, row } = scene;
  const board = await follow(staff, "/admin/events");
  const trips = await follow(rider, "/reservations/events");
  await shift(phone, true);
  expect(await board.next("shift")).toEqual({ driverId: row.id, on: true });
  await shift(phone, true);
  await shift(phone, false);
  await board.next("shift", ({ on }: { on: boolean }) => !on);
  expect(board.named("shift")).toEqual([
    { driverId: row.id, on: true },
    { driverId: row.id, on: false },
  ]);
  expect(trips.named("shift")).toEqual([]);
});

describe("a position", () => {
  test("is sent to dispatch for every driver and trip", async () => {
    const { server, staff, phone, row } = scene;
    const board = await follow(staff, "/admin/events");
    await shift(phone, true);
    await report(phone, at(server, 10));
    expect(await board.next("position")).toEqual({
      driverId: row.id,
      position: at(server, 10),
      trips: [],
      now: "2026-11-20T08:00:00.000Z",
    });
  });

  test("is sent every two seconds at most, and the newest one last", async () => {
    const { server, staff, phone } = scene;
    const board = await follow(staff, "/admin/events");
    await shift(phone, true);
    for (let n = 0; n < 10; n++) {
      server.advance(100);
      await report(phone, at(server, n));
    }
    await settle();
    const seen = board.named("position") as { position: { latitude: number } }[];
    expect(seen.map(({ position }) => position.latitude)).toEqual([
      at(server, 0).latitude,
      at(server, 9).latitude,
    ]);
  });

  test("is sent to the rider and the tracking link only from en route to completed", async () => {
    const { server, rider, phone, trip } = scene;
    const { browser: otherRider } = await signInRider(server, "other@example.com");
    createDriver(server, { email: "colleague@example.com" });
    const { browser: colleague } = await signInDriver(server, "colleague@example.com");
    const token = await share(scene);
    const mine = await follow(rider, "/reservations/events");
    const others = await follow(otherRider, "/reservations/events");
    const drivers = await follow(colleague, "/driver/events");
    const link = await follow(stranger(), `/track/${token}/events`);
    const eventsWithPosition = () =>
      (link.named("trip") as { position: unknown }[]).filter(({ position }) => position !== null);

    await shift(phone, true);
    await report(phone, at(server, 1));
    await settle();
    expect([mine.named("position"), eventsWithPosition()]).toEqual([[], []]);

    server.advance(1_000);
    await go(scene, "en_route");
    let meters = 100;
    for (const step of ["en_route", "on_location", "passenger_on_board"]) {
      if (step !== "en_route") await go(scene, step);
      server.advance(1_000);
      meters += 100;
      await report(phone, at(server, meters));
      await settle();
      expect(mine.named("position").at(-1)).toEqual({
        reservationId: trip.id,
        position: at(server, meters),
        arrival: step === "on_location" ? null : expect.objectContaining({ estimate: true }),
        now: new Date(server.deps.now()).toISOString(),
      });
      expect(link.named("trip").at(-1)).toMatchObject({
        state: step,
        position: at(server, meters),
      });
    }
    const before = [mine.named("position").length, eventsWithPosition().length];
    await go(scene, "completed");
    server.advance(1_000);
    await report(phone, at(server, 900));
    await settle();
    expect([mine.named("position").length, eventsWithPosition().length]).toEqual(before);
    expect(link.named("trip").at(-1)).toMatchObject({ state: "completed", position: null });
    expect([...others.events, ...drivers.events.filter((e) => e.event === "position")]).toEqual([]);
  }, 20_000);

  test("is not sent if the trip ends while it is held back", async () => {
    const { server, rider, phone } = scene;
    await go(scene, "en_route");
    const mine = await follow(rider, "/reservations/events");
    await report(phone, at(server, 1));
    await mine.next("position");
    server.advance(1_000);
    // This position is held back for two seconds, and the trip ends before they are over.
    await report(phone, at(server, 2));
    await go(scene, "on_location", "passenger_on_board", "completed");
    await settle();
    expect(mine.named("position")).toHaveLength(1);
  });

  test("of an unassigned driver is not sent to the rider", async () => {
    const { server, rider, phone, staff } = scene;
    await go(scene, "en_route");
    await shift(phone, true);
    await staff.delete(`/admin/reservations/${scene.trip.id}/assignment`, {
      version: scene.trip.version,
    });
    const mine = await follow(rider, "/reservations/events");
    await report(phone, at(server, 1));
    await settle();
    expect(mine.named("position")).toEqual([]);
  });

  test("is not sent to a dispatcher whose session is locked", async () => {
    const { server, staff, phone } = scene;
    const board = await follow(staff, "/admin/events");
    await staff.post("/admin/lock");
    await board.ends();
    await shift(phone, true);
    await report(phone, at(server, 1));
    expect(board.named("position")).toEqual([]);
  });
});

test("the arrival comes from the router, which is asked every 20 seconds at most", async () => {
  const { server, rider, phone } = scene;
  const router = startRouter();
  server.deps.config = { ...server.deps.config, routerUrl: router.url };
  await go(scene, "en_route");
  const mine = await follow(rider, "/reservations/events");
  await report(phone, at(server, 3_000));
  const isEstimate = ({ arrival }: { arrival: { estimate: boolean } }) => arrival.estimate;
  await mine.next("position", isEstimate);
  await mine.next("position", (data: never) => !isEstimate(data));
  for (let seconds = 5; seconds < 20; seconds += 5) {
    server.advance(5_000);
    await report(phone, at(server, 3_000 - seconds));
  }
  await settle();
  expect(router.requests).toHaveLength(1);
  expect(Object.fromEntries(router.requests[0]?.searchParams ?? [])).toMatchObject({
    bearings: "0,60;",
    approaches: "unrestricted;curb",
  });
  expect(
    mine
      .named("position")
      .slice(1)
      .map((data) => isEstimate(data as never)),
  ).not.toContain(true);
  server.advance(5_000);
  await report(phone, at(server, 2_000));
  await settle();
  expect(router.requests).toHaveLength(2);
  await router.stop();
}, 15_000);

describe("the stream of a tracking link", () => {
  test("begins with the current trip and sends each step", async () => {
    const token = await share(scene);
    const link = await follow(stranger(), `/track/${token}/events`);
    expect(await link.next("trip")).toMatchObject({ state: "assigned", position: null });
    await go(scene, "en_route");
    await link.next("trip", ({ state }: { state: string }) => state === "en_route");
  });

  test("ends within a second after the rider revokes the link", async () => {
    const token = await share(scene);
    const link = await follow(stranger(), `/track/${token}/events`);
    await link.next("trip");
    await scene.rider.delete(`/reservations/${scene.trip.id}/tracking-link`);
    await link.next("over");
    await link.ends();
    expect(scene.server.deps.bus.streamCount()).toBe(0);
  });

  test("ends within a second after dispatch revokes the link", async () => {
    const token = await share(scene);
    const link = await follow(stranger(), `/track/${token}/events`);
    await link.next("trip");
    await scene.staff.delete(`/admin/reservations/${scene.trip.id}/tracking-link`);
    await link.ends();
    expect(link.events.at(-1)?.event).toBe("over");
  });

  test("ends within a second after the link expires", async () => {
    const { server, staff } = scene;
    const token = await share(scene);
    const link = await follow(stranger(), `/track/${token}/events`);
    await staff.post(`/admin/reservations/${scene.trip.id}/cancellation`, {
      version: scene.trip.version,
    });
    await link.next("trip", ({ state }: { state: string }) => state === "cancelled");
    server.advance(7_199_000);
    await Bun.sleep(1_100);
    expect(link.isOpen()).toBe(true);
    server.advance(1_000);
    await link.ends(1_200);
    expect(link.events.at(-1)?.event).toBe("over");
  });

  test("is not affected by a revoked link of the same trip", async () => {
    const first = await share(scene);
    await scene.rider.delete(`/reservations/${scene.trip.id}/tracking-link`);
    const token = await share(scene);
    const link = await follow(stranger(), `/track/${token}/events`);
    expect((await stranger().get(`/track/${first}/events`)).status).toBe(404);
    await Bun.sleep(50);
    expect(link.isOpen()).toBe(true);
  });
});

test("a failing stream ends, but no other stream or request ends with it", async () => {
  const { server, rider } = scene;
  const token = await share(scene);
  const link = await follow(stranger(), `/track/${token}/events`);
  const own = await follow(rider, "/reservations/events");
  await go(scene, "en_route");
  await link.next("trip", ({ state }: { state: string }) => state === "en_route");
  // Only the link's stream reads this table for each event.
  server.deps.db.$client.run("ALTER TABLE tracking_links RENAME TO lost");
  await go(scene, "on_location");
  await own.next("reservation", ({ state }: { state: string }) => state === "on_location");
  await link.ends();
  // The other stream checks its session at each heartbeat.
  server.deps.db.$client.run("ALTER TABLE sessions RENAME TO lost_too");
  await own.ends(6_000);
}, 20_000);

test("an IP address can open 40 streams, and other addresses are not affected", async () => {
  scene.server.deps.config = { ...scene.server.deps.config, hasRateLimits: true };
  const token = await share(scene);
  const streams = await Promise.all(
    Array.from({ length: 41 }, () => stranger().get(`/track/${token}/events`)),
  );
  expect(streams.map(({ status }) => status).sort()).toEqual([...Array(40).fill(200), 429]);
  const other = await scene.server.browser("198.51.100.77").get(`/track/${token}/events`);
  expect(other.status).toBe(200);
  for (const stream of [...streams, other]) await stream.body?.cancel();
});
