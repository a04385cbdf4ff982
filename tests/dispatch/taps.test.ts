/** Drivers' taps that arrive late or twice, through the real calls. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { boardings } from "../../db/schema/dispatch";
import type { ContactRulesAnswer } from "../../src/settings/contact-contract";
import { book, look as lookAs, offer } from "../pages/driver/scene";
import { messagesTo, signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { createScene, go, json, type Scene } from "../tracking/scene";
import { refusal } from "../support/server";

const MINUTE = 60_000;

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.server.close());

const now = () => scene.server.deps.now();
const ago = (minutes: number) => new Date(now() - minutes * MINUTE).toISOString();

function tap(key: string, body: object, what = "progress", id = scene.trip.id) {
  return scene.phone.post(`/driver/reservations/${id}/${what}`, body, { "idempotency-key": key });
}
/**
 * Returns the trip as dispatch sees it. It signs in again, because the session has locked while the phone was offline.
 */
const look = async (id: string) => lookAs({ staff: await signInAdmin(scene.server) }, id);
const steps = async () =>
  (await look(scene.trip.id)).timeline
    .filter(({ from, to }) => from !== to)
    .map(({ to, at, receivedAt }) => [to, at, receivedAt]);

test("three steps tapped offline are recorded once each, with the times of tap and arrival", async () => {
  const { version } = scene.trip;
  scene.server.advance(60 * MINUTE);
  const bodies = [
    { version, to: "en_route", tappedAt: ago(40), followed: true },
    { version: version + 1, to: "on_location", tappedAt: ago(25), followed: true },
    { version: version + 2, to: "passenger_on_board", tappedAt: ago(20) },
  ];
  const arrived = new Date(now()).toISOString();
  for (const [at, body] of bodies.entries()) {
    expect((await tap(`key-${at}`, body)).status).toBe(200);
    // The answer was lost, so the phone sends the same again.
    expect((await tap(`key-${at}`, body)).status).toBe(200);
  }
  expect((await steps()).slice(-3)).toEqual(
    bodies.map(({ to, tappedAt }) => [to, tappedAt, arrived]) as never,
  );
});

test("a rider gets no message for a step that another follows, only for the last one", async () => {
  const { version } = scene.trip;
  await tap("a", { version, to: "en_route", tappedAt: ago(0), followed: true });
  expect(messagesTo(scene.server, "rider@example.com").map(({ kind }) => kind)).not.toContain(
    "driver_on_the_way",
  );
  await tap("b", { version: version + 1, to: "on_location", tappedAt: ago(0) });
  expect(messagesTo(scene.server, "rider@example.com")[0]?.kind).toBe("driver_arrived");
});

test("waiting is charged by the times of the taps, not of their arrival on the server", async () => {
  await go(scene, "en_route");
  const { version } = scene.trip;
  const pickup = Date.parse(scene.trip.pickupAt);
  scene.server.advance(pickup - now() + 200 * MINUTE);
  const at = (minutes: number) => new Date(pickup + minutes * MINUTE).toISOString();
  await tap("a", { version, to: "on_location", tappedAt: at(0) });
  await tap("b", { version: version + 1, to: "passenger_on_board", tappedAt: at(5) });
  await tap("c", { version: version + 2, to: "completed", tappedAt: at(30) });
  const { lines, state } = await look(scene.trip.id);
  expect(state).toBe("completed");
  expect(lines.filter(({ kind }) => kind === "wait")).toEqual([]);
});

test.each([
  ["to come", -3, 422, "tap.in_future"],
  ["before the former step", 63, 422, "tap.before_former_step"],
] as const)(
  "a tap with a time %s is refused and leaves the trip unchanged",
  async (_, minutes, status, code) => {
    scene.server.advance(60 * MINUTE);
    const { version } = scene.trip;
    const answer = await tap("a", { version, to: "en_route", tappedAt: ago(minutes) });
    expect(await refusal(answer)).toEqual([status, code]);
    expect((await look(scene.trip.id)).state).toBe("assigned");
    // The key is still unused: with a possible time, the tap counts.
    const secondAnswer = await tap("a", { version, to: "en_route", tappedAt: ago(1) });
    expect(secondAnswer.status).toBe(200);
  },
);

test("a tap made more than a day ago is refused", async () => {
  scene.server.advance(25 * 60 * MINUTE);
  const { version } = scene.trip;
  const { browser } = await signInDriver(scene.server, "eric@example.com");
  const answer = await browser.post(
    `/driver/reservations/${scene.trip.id}/progress`,
    { version, to: "en_route", tappedAt: ago(24 * 60 + 1) },
    { "idempotency-key": "a" },
  );
  expect(await refusal(answer)).toEqual([422, "tap.too_old"]);
});

test("a late tap does not overwrite a change by dispatch", async () => {
  const { version } = scene.trip;
  await scene.staff.post(`/admin/reservations/${scene.trip.id}/cancellation`, { version });
  const answer = await tap("a", { version, to: "en_route", tappedAt: ago(0) });
  expect(await refusal(answer)).toEqual([409, "reservation.stale"]);
});

test("a key serves for one tap, and another body or a malformed key is refused", async () => {
  const { version } = scene.trip;
  expect((await tap("a", { version, to: "en_route" })).status).toBe(200);
  const other = await tap("a", { version: version + 1, to: "on_location" });
  expect(await refusal(other)).toEqual([422, "idempotency.reused"]);
  expect(await refusal(await tap("no spaces", { version, to: "en_route" }))).toEqual([
    400,
    "request.invalid",
  ]);
});

test("a wrong boarding code that the phone sends again counts as one try", async () => {
  const rules = await json<ContactRulesAnswer>(await scene.staff.get("/admin/settings/contact"));
  const savedAnswer = await scene.staff.put("/admin/settings/contact", {
    ...rules.rules,
    boardingCodes: "required",
    version: rules.version,
  });
  expect(savedAnswer.status).toBe(200);
  await go(scene, "en_route", "on_location");
  const answer = (await json(await scene.rider.get(`/reservations/${scene.trip.id}`))) as {
    reservation: { boarding: { code: string } };
  };
  const { code } = answer.reservation.boarding;
  const wrongCode = code === "0000" ? "0001" : "0000";
  const body = {
    version: scene.trip.version,
    to: "passenger_on_board",
    boarding: { code: wrongCode },
  };
  for (let time = 0; time < 3; time++)
    expect(await refusal(await tap("a", body))).toEqual([422, "boarding.wrong_code"]);
  expect(scene.server.deps.db.select().from(boardings).all()[0]?.wrongCodes).toBe(1);
  const right = await tap("b", { ...body, boarding: { code } });
  expect(right.status).toBe(200);
});

test("an offer that is accepted twice is assigned once, and a late acceptance is refused", async () => {
  const other = await offer(scene, await book(scene, { pickupLocal: "2026-11-21T09:00" }), 60);
  const body = { version: other.version, tappedAt: ago(0) };
  for (let time = 0; time < 2; time++)
    expect((await tap("a", body, "acceptance", other.id)).status).toBe(200);
  expect((await look(other.id)).state).toBe("assigned");

  const third = await offer(scene, await book(scene, { pickupLocal: "2026-11-22T09:00" }), 60);
  const tappedAt = ago(0);
  scene.server.advance(2 * MINUTE);
  const late = await tap("b", { version: third.version, tappedAt }, "acceptance", third.id);
  expect(await refusal(late)).toEqual([409, "offer.gone"]);
});

test("an offer that is declined twice is recorded once", async () => {
  const other = await offer(scene, await book(scene, { pickupLocal: "2026-11-21T09:00" }), 60);
  const body = { version: other.version, tappedAt: ago(0), reason: "Too far" };
  for (let time = 0; time < 2; time++)
    expect((await tap("a", body, "refusal", other.id)).status).toBe(200);
  const { timeline } = await look(other.id);
  expect(timeline.filter(({ reason }) => reason === "Too far")).toHaveLength(1);
});
