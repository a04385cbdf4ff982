/** The link that shows a trip without a sign-in: its owner, its content and its end. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import { trackingLinks } from "../../db/schema/tracking";
import { keysFrom } from "../../src/process/keys";
import type {
  ReservationTracking,
  TrackedTrip,
  TrackingLinkAnswer,
  TripTracking,
} from "../../src/tracking/contract";
import { look as lookAs, market, museum } from "../pages/driver/scene";
import { messagesTo, signInRider } from "../support/sign-in";
import { at, createScene, go, json, report, type Scene, share } from "./scene";

const MINUTE = 60_000;

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.server.close());

const path = () => `/reservations/${scene.trip.id}/tracking-link`;
const look = (token: string) => scene.server.browser("198.51.100.9").get(`/track/${token}`);
const seen = async (token: string) => json<TrackedTrip>(await look(token));
const rows = () => scene.server.deps.db.select().from(trackingLinks).all();

describe("the rider's tracking link", () => {
  test("can be created, read again, revoked and created again", async () => {
    const { rider } = scene;
    expect(await json<TrackingLinkAnswer>(await rider.get(path()))).toEqual({ link: null });
    const made = await json<TrackingLinkAnswer>(await rider.post(path()));
    expect(made.link).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/track\/[\w-]{22}$/),
      createdAt: "2026-11-20T08:00:00.000Z",
      expiresAt: null,
    });
    expect(await json<TrackingLinkAnswer>(await rider.post(path()))).toEqual(made);
    expect(await json<TrackingLinkAnswer>(await rider.get(path()))).toEqual(made);
    const token = await share(scene);
    expect((await look(token)).status).toBe(200);

    expect((await rider.delete(path())).status).toBe(200);
    expect(await json<TrackingLinkAnswer>(await rider.get(path()))).toEqual({ link: null });
    expect((await look(token)).status).toBe(404);
    expect((await rider.delete(path())).status).toBe(200);

    const other = await share(scene);
    expect(other).not.toBe(token);
    expect([(await look(other)).status, (await look(token)).status]).toEqual([200, 404]);
    expect(rows().filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  });

  test("is created only once by simultaneous requests", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => scene.rider.post(path())));
    const urls = await Promise.all(
      answers.map(async (answer) => (await json<TrackingLinkAnswer>(answer)).link?.url),
    );
    expect(new Set(urls).size).toBe(1);
    expect(rows()).toHaveLength(1);
  });

  test("answers 404 to another rider", async () => {
    const { server, trip } = scene;
    const token = await share(scene);
    const { browser } = await signInRider(server, "other@example.com");
    expect((await browser.get(path())).status).toBe(404);
    expect((await browser.post(path())).status).toBe(404);
    expect((await browser.delete(path())).status).toBe(404);
    expect((await browser.get(`/reservations/${trip.id}/tracking`)).status).toBe(404);
    expect((await look(token)).status).toBe(200);
  });

  test("cannot be created once the trip is over", async () => {
    await go(scene, "en_route", "on_location", "no_show");
    await scene.rider.delete(path());
    const answer = await scene.rider.post(path());
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: "tracking.trip_over" },
    ]);
    const tracking = await json<TripTracking>(
      await scene.rider.get(`/reservations/${scene.trip.id}/tracking`),
    );
    expect(tracking).toMatchObject({ position: null, arrival: null, link: null, linkable: false });
  });
});

describe("the page of a tracking link", () => {
  test("shows the driver's first name, the car, the state and the position while under way", async () => {
    const { server, car, phone } = scene;
    const token = await share(scene);
    const fixedLink = {
      pickupAt: "2026-11-20T12:30:00.000Z",
      driver: { firstName: "Eric" },
      vehicle: { make: car.make, model: car.model, color: car.color, plate: car.plate },
      stop: null,
      expiresAt: null,
      now: "2026-11-20T08:00:00.000Z",
    };
    expect(await seen(token)).toEqual({
      ...fixedLink,
      state: "assigned",
      position: null,
      arrival: null,
    });
    await go(scene, "en_route");
    await report(phone, at(server, 2_000));
    expect(await seen(token)).toEqual({
      ...fixedLink,
      state: "en_route",
      position: at(server, 2_000),
      arrival: { at: expect.any(String), minutes: 6, estimate: true },
    });
  });

  test("shows the number of the next stop and the arrival through the remaining stops", async () => {
    const { server, phone, staff } = scene;
    server.deps.db
      .update(reservations)
      .set({ stops: [market, museum] })
      .run();
    const token = await share(scene);
    await go(scene, "en_route", "on_location", "passenger_on_board");
    await report(phone, at(server, 0));
    const first = await seen(token);
    expect(first.stop).toEqual({ n: 1, count: 2, isThere: false });
    const visit = async (stop: number, did: string) => {
      const { version } = await lookAs({ staff }, scene.trip.id);
      const path = `/driver/reservations/${scene.trip.id}/stops`;
      const key = { "idempotency-key": `${did}-${stop}-key` };
      expect((await phone.post(path, { version, stop, action: did }, key)).status).toBe(200);
      server.advance(MINUTE);
    };
    await visit(1, "arrived");
    expect((await seen(token)).stop).toEqual({ n: 1, count: 2, isThere: true });
    await visit(1, "left");
    expect((await seen(token)).stop).toEqual({ n: 2, count: 2, isThere: false });
    await visit(2, "arrived");
    await visit(2, "left");
    await report(phone, at(server, 0));
    const last = await seen(token);
    expect(last.stop).toBeNull();
    expect(last.arrival?.minutes).toBeLessThan(first.arrival?.minutes ?? 0);
  });

  test("contains no other name, no address and no price", async () => {
    const { server, phone } = scene;
    const token = await share(scene);
    await go(scene, "en_route");
    await report(phone, at(server, 0));
    const text = await (await look(token)).text();
    for (const secret of ["Uwase", "Aline", "Mugisha", "+250", "Marriott", "Airport", "fare", "id"])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  test("shows no driver while none is assigned", async () => {
    const { staff, trip } = scene;
    const token = await share(scene);
    await staff.delete(`/admin/reservations/${trip.id}/assignment`, { version: trip.version });
    expect(await seen(token)).toMatchObject({ state: "confirmed", driver: null, vehicle: null });
  });

  test("never shows a position from before or after the trip", async () => {
    const { server, phone } = scene;
    const token = await share(scene);
    await phone.post("/driver/shift", { on: true });
    await report(phone, at(server, 5_000));
    expect((await seen(token)).position).toBeNull();
    server.advance(1_000);
    await go(scene, "en_route");
    expect(await seen(token)).toMatchObject({ state: "en_route", position: null, arrival: null });
    await report(phone, at(server, 4_000));
    for (const step of ["on_location", "passenger_on_board"]) {
      await go(scene, step);
      expect((await seen(token)).position).not.toBeNull();
    }
    await go(scene, "completed");
    await report(phone, at(server, 3_000));
    expect(await seen(token)).toMatchObject({ state: "completed", position: null, arrival: null });
  });
});

describe("the end of a tracking link", () => {
  test("comes two hours after the trip", async () => {
    const { server } = scene;
    const token = await share(scene);
    await go(scene, "en_route", "on_location", "passenger_on_board");
    server.advance(3_600_000);
    await go(scene, "completed");
    const expiresAt = new Date(server.deps.now() + 7_200_000).toISOString();
    expect(await seen(token)).toMatchObject({ expiresAt });
    server.advance(7_200_000 - 1);
    expect((await look(token)).status).toBe(200);
    server.advance(1);
    expect((await look(token)).status).toBe(404);
    expect(await json<TrackingLinkAnswer>(await scene.rider.get(path()))).toEqual({ link: null });
  });

  test("gives the same 404 as an unknown link", async () => {
    const token = await share(scene);
    await scene.rider.delete(path());
    const bodies = new Set<string>();
    for (const gone of [token, "A".repeat(22), "x", "'", "%00", "..%2f..", `${token}A`]) {
      for (const suffix of ["", "/events"]) {
        const answer = await look(gone + suffix);
        expect([gone, answer.status]).toEqual([gone, 404]);
        bodies.add(await answer.text());
        expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
        expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    }
    expect([...bodies]).toEqual([
      '{"message":"This link no longer works.","code":"tracking.link_gone"}',
    ]);
  });

  test("comes with a new key file, after which the rider gets a new link", async () => {
    const { server, rider } = scene;
    const token = await share(scene);
    server.deps.keys = keysFrom(new Uint8Array(32).fill(7));
    expect(await json<TrackingLinkAnswer>(await rider.get(path()))).toEqual({ link: null });
    const other = await share(scene);
    expect(other).not.toBe(token);
    expect((await look(other)).status).toBe(200);
  });
});

test("the database stores no token of a link and nothing that gives one without the key", async () => {
  const token = await share(scene);
  const [link] = rows();
  expect(JSON.stringify(link)).not.toContain(token);
  expect(Buffer.from(token, "base64url")).toHaveLength(16);
  const guess = keysFrom(new Uint8Array(32)).sign("tracking", link?.id ?? "");
  expect(guess.startsWith(token.slice(0, 8))).toBe(false);
});

test("dispatch sees the state of a link but not its address, and can revoke it", async () => {
  const { staff, trip } = scene;
  const of = `/admin/reservations/${trip.id}`;
  const token = await share(scene);
  const text = await (await staff.get(`${of}/tracking`)).text();
  expect(text).not.toContain(token);
  expect((JSON.parse(text) as ReservationTracking).link).toEqual({
    state: "active",
    createdAt: "2026-11-20T08:00:00.000Z",
    createdBy: "rider",
    revokedAt: null,
    revokedBy: null,
    expiresAt: null,
  });
  const revoked = await json<ReservationTracking>(await staff.delete(`${of}/tracking-link`));
  expect(revoked.link).toMatchObject({ state: "revoked", revokedBy: "admin" });
  expect((await look(token)).status).toBe(404);
  expect((await staff.delete(`/admin/reservations/x/tracking-link`)).status).toBe(404);
});

describe("the message that the driver is on the way", () => {
  const message = () =>
    messagesTo(scene.server, "rider@example.com").find(({ kind }) => kind === "driver_on_the_way");

  test("contains a tracking link", async () => {
    await go(scene, "en_route");
    const token = /\/track\/([\w-]{22})/.exec(message()?.text ?? "")?.[1] ?? "";
    expect(await seen(token)).toMatchObject({ state: "en_route" });
    expect(rows()).toMatchObject([{ createdBy: "system" }]);
    expect(await share(scene)).toBe(token);
  });

  test("contains the rider's own link if there is one", async () => {
    const token = await share(scene);
    await go(scene, "en_route");
    expect(message()?.text).toContain(`/track/${token}`);
    expect(message()?.subject).not.toContain(token);
  });

  test("contains no link once the rider has revoked it", async () => {
    await share(scene);
    await scene.rider.delete(path());
    await go(scene, "en_route");
    expect(message()?.text).not.toContain("/track/");
    expect(message()?.text).toContain(`/trips/${scene.trip.id}`);
    expect(rows()).toHaveLength(1);
  });
});
