/** After a trip: the rider rates it and gives a tip, and driver and dispatch see the parts they may see. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { notifications } from "../../db/schema/notifications";
import { tripRatings } from "../../db/schema/ratings";
import { reservations } from "../../db/schema/reservations";
import type { TripFeedback, RatedTrips } from "../../src/reservations/feedback/feedback-contract";
import type { Reservation } from "../../src/reservations/contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
} from "../pages/driver/scene";
import { type Browser, refusal } from "../support/server";
import { lastMessage, signInDriver, signInRider } from "../support/sign-in";
import { createDriver } from "../support/fleet";
import { payDue } from "../support/reservations";

const DAY = 86_400_000;
const STEPS = ["en_route", "on_location", "passenger_on_board", "completed"];

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

async function driven(options: Parameters<typeof book>[1] = {}): Promise<Reservation> {
  const trip = await assign(scene, await book(scene, options));
  await drive(scene, trip, ...STEPS);
  return look(scene, trip.id);
}

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
const after = (trip: Reservation, browser = scene.rider) =>
  browser.get(`/reservations/${trip.id}/afterwards`);
const rate = (trip: Reservation, feedback: object, browser = scene.rider) =>
  browser.put(`/reservations/${trip.id}/rating`, feedback);
const tip = (trip: Reservation, tipMinor: number, browser: Browser = scene.rider) =>
  browser.put(`/reservations/${trip.id}/tip`, { version: trip.version, tipMinor });
const ratings = async (query: string) =>
  (await read<RatedTrips>(await scene.staff.get(`/admin/ratings?${query}`))).ratings;

test("a rider rates a trip once and can change the rating for a week", async () => {
  const trip = await driven();
  const before = await read<TripFeedback>(await after(trip));
  expect(before).toMatchObject({ rating: null, ratableUntil: expect.any(String) });
  const feedback = { stars: 2, chips: ["late"], words: "  Came late.\nTwice. " };
  const feedbackAfterRating = await read<TripFeedback>(await rate(trip, feedback));
  expect(feedbackAfterRating.rating).toMatchObject({
    stars: 2,
    chips: ["late"],
    words: "Came late.\nTwice.",
  });
  scene.server.advance(7 * DAY - 1);
  const secondRating = await read<TripFeedback>(await rate(trip, { stars: 4 }));
  expect(secondRating.rating).toMatchObject({ stars: 4, chips: [], words: "" });
  scene.server.advance(1);
  expect(await refusal(await rate(trip, { stars: 1 }))).toEqual([409, "rating.closed"]);
  expect((await read<TripFeedback>(await after(trip))).ratableUntil).toBeNull();
  expect(scene.server.deps.db.select().from(tripRatings).all()).toHaveLength(1);
});

test("the server refuses an invalid rating and any rating of a trip to come", async () => {
  const trip = await driven();
  for (const bad of [
    {},
    { stars: 0 },
    { stars: 6 },
    { stars: 4.5 },
    { stars: 5, chips: ["rude"] },
    { stars: 5, chips: ["late", "late"] },
    { stars: 5, words: "x".repeat(1001) },
    { stars: 5, words: "\u202e" },
  ])
    expect(await refusal(await rate(trip, bad))).toEqual([400, "request.invalid"]);
  const upcomingTrip = await book(scene, { pickupLocal: "2026-11-22T10:00" });
  expect(await refusal(await rate(upcomingTrip, { stars: 5 }))).toEqual([409, "rating.closed"]);
  expect(await refusal(await tip(upcomingTrip, 500))).toEqual([409, "tip.closed"]);
});

test("only the trip's rider can rate and tip it", async () => {
  const trip = await driven();
  const { browser: other } = await signInRider(scene.server, "other@example.com");
  expect((await after(trip, other)).status).toBe(404);
  expect((await rate(trip, { stars: 1 }, other)).status).toBe(404);
  expect((await tip(trip, 100, other)).status).toBe(404);
  for (const browser of [scene.phone, scene.staff, scene.server.browser()]) {
    expect((await after(trip, browser)).status).toBe(401);
    expect((await rate(trip, { stars: 1 }, browser)).status).toBe(401);
    expect((await tip(trip, 100, browser)).status).toBe(401);
  }
  for (const browser of [scene.rider, scene.phone])
    expect((await browser.get(`/admin/ratings?reservationId=${trip.id}`)).status).toBe(401);
});

test("a low rating waits for dispatch until somebody marks it as seen", async () => {
  const trip = await driven();
  await read(await rate(trip, { stars: 3 }));
  expect(await ratings("unseen=true")).toEqual([]);
  await read(await rate(trip, { stars: 2, words: "Too fast" }));
  expect(await ratings("unseen=true")).toMatchObject([
    { reservationId: trip.id, number: trip.number, stars: 2, seen: null, words: "Too fast" },
  ]);
  await read(await scene.staff.post(`/admin/ratings/${trip.id}/seen`));
  expect(await ratings("unseen=true")).toEqual([]);
  expect(await ratings(`reservationId=${trip.id}`)).toMatchObject([
    { seen: { by: expect.any(String) }, driver: { id: scene.row.id, name: "Eric Mugisha" } },
  ]);
  await read(await rate(trip, { stars: 1 }));
  expect(await ratings("unseen=true")).toHaveLength(1);
  expect((await scene.staff.post("/admin/ratings/none/seen")).status).toBe(404);
  expect((await scene.staff.get("/admin/ratings")).status).toBe(400);
});

test("a driver sees only their own average, from five ratings on", async () => {
  const own = async (browser = scene.phone) =>
    read<{ average: number | null; count: number }>(await browser.get("/driver/rating"));
  const trips: Reservation[] = [];
  for (let hour = 0; hour < 5; hour++)
    trips.push(await driven({ pickupLocal: `2026-11-20T1${1 + hour}:30` }));
  for (const [at, trip] of trips.slice(0, 4).entries())
    await read(await rate(trip, { stars: at === 0 ? 4 : 5 }));
  expect(await own()).toEqual({ average: null, count: 4 });
  await read(await rate(trips[4] as Reservation, { stars: 5 }));
  expect(await own()).toEqual({ average: 4.8, count: 5 });
  createDriver(scene.server, { email: "new@example.com" });
  const { browser } = await signInDriver(scene.server, "new@example.com");
  expect(await own(browser)).toEqual({ average: null, count: 0 });
  const first = await read<RatedTrips>(
    await scene.staff.get(`/admin/ratings?driverId=${scene.row.id}&limit=3`),
  );
  const rest = await ratings(`driverId=${scene.row.id}&cursor=${first.nextCursor}`);
  expect(new Set([...first.ratings, ...rest].map(({ number }) => number)).size).toBe(5);
});

test("a tip is a line after the agreed ones, in the price and the driver's pay", async () => {
  const trip = await driven();
  const open = await read<TripFeedback>(await after(trip));
  expect(open.tip).toMatchObject({ tipMinor: 0, payment: "cash", refusal: null });
  const tipMinor = open.tip.choices[0]?.tipMinor ?? 0;
  expect(tipMinor).toBeGreaterThan(0);
  const given = await read<TripFeedback>(await tip(trip, tipMinor));
  expect(given.tip.tipMinor).toBe(tipMinor);
  const now = await look(scene, trip.id);
  expect(now.lines.slice(0, trip.lines.length)).toEqual(trip.lines);
  expect(now.lines.at(-1)).toMatchObject({ kind: "tip", amountMinor: tipMinor });
  expect(now.fareMinor).toBe(trip.fareMinor + tipMinor);
  expect(now.version).toBe(trip.version + 1);
  const share = (of: Reservation) =>
    of.pay?.lines.find(({ kind }) => kind === "gratuity_share")?.amountMinor ?? 0;
  expect(share(now) - share(trip)).toBe(tipMinor);
  expect(now.pay?.totalMinor).toBe((trip.pay?.totalMinor ?? 0) + tipMinor);
  expect(now.timeline.at(-1)).toMatchObject({
    from: "completed",
    to: "completed",
    actor: { kind: "rider" },
    event: { kind: "tip_given", tipMinor, currency: "RWF" },
  });
  const notices = scene.server.deps.db
    .select()
    .from(notifications)
    .where(eq(notifications.title, `Tip for trip ${trip.number}`))
    .all();
  expect(notices).toMatchObject([
    { accountId: scene.row.id, body: expect.stringContaining("in cash") },
  ]);
  const receipt = await scene.rider.get(`/reservations/${trip.id}/receipt.pdf`);
  expect(receipt.status).toBe(200);
  expect(await refusal(await tip(trip, 1))).toEqual([409, "reservation.stale"]);
  const changed = await read<TripFeedback>(await tip(now, 0));
  expect(changed.tip.tipMinor).toBe(0);
  const back = await look(scene, trip.id);
  expect(back).toMatchObject({ lines: trip.lines, fareMinor: trip.fareMinor, pay: trip.pay });
});

test("the server refuses a tip of more than twice the ride, below 0 or with a fraction", async () => {
  const trip = await driven();
  const { tip: open } = await read<TripFeedback>(await after(trip));
  expect(await refusal(await tip(trip, open.mostMinor + 1))).toEqual([422, "tip.too_much"]);
  for (const bad of [-1, 0.5, Number.NaN]) expect((await tip(trip, bad)).status).toBe(400);
  await read(await tip(trip, open.mostMinor));
});

test("a settled trip takes a tip in cash only after it was reopened, within a week", async () => {
  const trip = await driven();
  const path = `/admin/reservations/${trip.id}`;
  const { version } = await payDue(scene.staff, trip);
  await read(await scene.staff.post(`${path}/settlement`, { version }));
  const settled = await look(scene, trip.id);
  expect(await refusal(await tip(settled, 100))).toEqual([409, "tip.settled"]);
  expect((await read<TripFeedback>(await after(trip))).tip.refusal).toBe("settled");
  const why = { version: settled.version, reason: "A tip" };
  const answer = await scene.staff.request(`${path}/settlement`, { method: "DELETE", json: why });
  await read(answer);
  const open = await look(scene, trip.id);
  await read(await tip(open, 100));
  scene.server.advance(7 * DAY);
  const late = await tip({ ...open, version: open.version + 1 }, 200);
  expect(await refusal(late)).toEqual([409, "tip.closed"]);
});

test("a trip billed to a company takes a tip only if the operator allows it", async () => {
  const trip = await driven();
  const { db, config } = scene.server.deps;
  db.update(reservations).set({ payment: "account" }).where(eq(reservations.id, trip.id)).run();
  config.allowsTipsOnAccount = false;
  expect((await read<TripFeedback>(await after(trip))).tip.refusal).toBe("not_on_account");
  expect(await refusal(await tip(trip, 100))).toEqual([409, "tip.closed"]);
  config.allowsTipsOnAccount = true;
  await read(await tip(trip, 100));
  expect((await look(scene, trip.id)).lines.at(-1)?.params).toEqual({ payment: "account" });
});

test("deleting the rider removes the text of a rating and keeps the driver's stars", async () => {
  const trip = await driven();
  await read(await rate(trip, { stars: 5, words: "Aline Uwase says thanks" }));
  await scene.rider.post("/users/confirmation-code");
  const { code } = lastMessage(scene.server, "rider@example.com");
  expect((await scene.rider.post("/users/erasure", { otp: code })).status).toBe(200);
  expect(scene.server.deps.db.select().from(tripRatings).all()).toMatchObject([
    { stars: 5, words: "", driverId: scene.row.id },
  ]);
});
