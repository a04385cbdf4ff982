/** A trip's boarding code, through the real calls. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { boardings } from "../../db/schema/dispatch";
import { reservations } from "../../db/schema/reservations";
import type { Boarding } from "../../src/reservations/waiting/boarding-contract";
import type { Reservation } from "../../src/reservations/contract";
import type { ContactRulesAnswer } from "../../src/settings/contact-contract";
import { type Browser, refusal } from "../support/server";
import { messagesTo } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { drive, look } from "../pages/driver/scene";
import { createScene, go, json, type Scene } from "../tracking/scene";
import { findTrip } from "../../src/reservations/links/trip-queries";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.server.close());

async function rules(change: Partial<ContactRulesAnswer["rules"]>): Promise<void> {
  const { rules, version } = await json<ContactRulesAnswer>(
    await scene.staff.get("/admin/settings/contact"),
  );
  const savedAnswer = await scene.staff.put("/admin/settings/contact", {
    ...rules,
    ...change,
    version,
  });
  expect(savedAnswer.status).toBe(200);
}

const seen = async (browser: Browser, at = ""): Promise<Reservation> =>
  (
    await json<{ reservation: Reservation }>(
      await browser.get(`${at}/reservations/${scene.trip.id}`),
    )
  ).reservation;
const boardingOf = async (browser: Browser, at = "") =>
  (await seen(browser, at)).boarding as Boarding;
const readBoardingCode = async () => (await boardingOf(scene.rider)).code ?? "";
const wrongCode = async () => ((await readBoardingCode()) === "0000" ? "0001" : "0000");

async function board(boarding?: { code?: string; reason?: string }) {
  const { version } = await look(scene, scene.trip.id);
  return scene.phone.post(`/driver/reservations/${scene.trip.id}/progress`, {
    version,
    to: "passenger_on_board",
    ...(boarding && { boarding }),
  });
}
const lastTimelineReason = async () => (await look(scene, scene.trip.id)).timeline.at(-1)?.reason;

test("the rider alone sees the boarding code, from the assignment until the passenger is on board", async () => {
  const code = await readBoardingCode();
  expect(code).toMatch(/^\d{4}$/);
  expect((await boardingOf(scene.phone, "/driver")).code).toBeNull();
  expect((await boardingOf(scene.staff, "/admin")).code).toBeNull();
  await go(scene, "en_route", "on_location");
  expect(await readBoardingCode()).toBe(code);
  expect((await board({ code })).status).toBe(200);
  for (const [browser, at] of [
    [scene.rider, ""],
    [scene.phone, "/driver"],
    [scene.staff, "/admin"],
  ] as const)
    expect((await seen(browser, at)).boarding).toBeNull();
  expect(await lastTimelineReason()).toBe("With the trip code");
});

test("the database never stores the code, and deletes the boarding row once the passenger is on board", async () => {
  await rules({ boardingCodes: "required" });
  await go(scene, "en_route", "on_location");
  const code = await readBoardingCode();
  await board({ code: await wrongCode() });
  const { db } = scene.server.deps;
  const [row] = db.select().from(boardings).all();
  expect(row?.wrongCodes).toBe(1);
  expect(Object.values(row ?? {}).map(String)).not.toContain(code);
  await board({ code });
  expect(db.select().from(boardings).all()).toEqual([]);
});

test("each driver has another code for the same trip", async () => {
  const { boardingCode } = await import("../../src/reservations/waiting/boarding-queries");
  const { keys } = scene.server.deps;
  const codes = Array.from({ length: 20 }, (_, at) =>
    boardingCode(keys, { id: scene.trip.id, driverId: String(at) }),
  );
  expect(new Set(codes).size).toBeGreaterThan(15);
  expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true);
});

describe("optional boarding codes", () => {
  beforeEach(() => go(scene, "en_route", "on_location"));

  test("let a driver board without one, and the timeline does not mention it", async () => {
    expect((await board()).status).toBe(200);
    expect(await lastTimelineReason()).toBe("");
  });

  test("become required if the rider insists, and no reason replaces them", async () => {
    const { version } = await seen(scene.rider);
    const boardingAnswer = await scene.rider.put(`/reservations/${scene.trip.id}/boarding`, {
      version,
      onlyWithCode: true,
    });
    expect(boardingAnswer.status).toBe(200);
    expect(await boardingOf(scene.phone, "/driver")).toMatchObject({
      requirement: "must",
      isReasonEnough: false,
    });
    expect(await refusal(await board())).toEqual([422, "boarding.code_required"]);
    expect(await refusal(await board({ reason: "No phone" }))).toEqual([
      422,
      "boarding.code_required",
    ]);
    expect((await board({ code: await readBoardingCode() })).status).toBe(200);
  });
});

describe("required boarding codes", () => {
  beforeEach(async () => {
    await rules({ boardingCodes: "required" });
    await go(scene, "en_route", "on_location");
  });

  test("can be replaced by a reason, which the timeline keeps", async () => {
    expect(await refusal(await board())).toEqual([422, "boarding.code_required"]);
    expect((await board({ reason: "The passenger has no phone" })).status).toBe(200);
    expect(await lastTimelineReason()).toBe("Without the code: The passenger has no phone");
  });

  test("leave boarding to dispatch after three wrong tries, even if the right code follows", async () => {
    const code = await wrongCode();
    expect(await refusal(await board({ code }))).toEqual([422, "boarding.wrong_code"]);
    expect(await refusal(await board({ code }))).toEqual([422, "boarding.wrong_code"]);
    expect(await refusal(await board({ code }))).toEqual([422, "boarding.locked"]);
    expect(await refusal(await board({ code: await readBoardingCode() }))).toEqual([
      422,
      "boarding.locked",
    ]);
    expect(await refusal(await board({ reason: "No phone" }))).toEqual([422, "boarding.locked"]);

    const at = `/reservations/${scene.trip.id}/boarding`;
    const { version } = await seen(scene.phone, "/driver");
    const requestAnswer = await scene.phone.post(`/driver${at}`, { version, reason: "No phone" });
    expect(requestAnswer.status).toBe(200);
    const messageAttention = await json<{ boarding: { number: number }[] }>(
      await scene.staff.get("/admin/messages"),
    );
    expect(messageAttention.boarding.map(({ number }) => number)).toEqual([scene.trip.number]);
    expect((await boardingOf(scene.staff, "/admin")).request?.reason).toBe("No phone");
    const confirmedAnswer = await scene.staff.post(`/admin${at}`, { version: version + 1 });
    expect(confirmedAnswer.status).toBe(200);
    expect((await board()).status).toBe(200);
    expect(await lastTimelineReason()).toBe("Without the code: dispatch confirmed the passenger");
    expect(
      (await seen(scene.rider)).timeline.some(({ event }) => event.kind.startsWith("boarding_")),
    ).toBe(false);
  });

  test("change nothing if they are wrong, and a stale step costs no try", async () => {
    const before = await look(scene, scene.trip.id);
    await board({ code: await wrongCode() });
    expect(await look(scene, scene.trip.id)).toMatchObject({
      state: "on_location",
      version: before.version,
    });
    const staleAnswer = await scene.phone.post(`/driver/reservations/${scene.trip.id}/progress`, {
      version: before.version - 1,
      to: "passenger_on_board",
      boarding: { code: await wrongCode() },
    });
    expect(staleAnswer.status).toBe(409);
    expect((await boardingOf(scene.phone, "/driver")).triesLeft).toBe(2);
  });

  test("cannot be waived by an accountant", async () => {
    const at = `/reservations/${scene.trip.id}/boarding`;
    const accountant = await signInAdmin(scene.server, { role: "accountant" });
    const { version } = await seen(scene.rider);
    expect((await accountant.post(`/admin${at}`, { version })).status).toBe(403);
  });
});

test("trips have no boarding code if the operator turns codes off", async () => {
  await rules({ boardingCodes: "off" });
  await go(scene, "en_route", "on_location");
  expect((await seen(scene.rider)).boarding).toBeNull();
  const { version } = await seen(scene.rider);
  const boardingAnswer = await scene.rider.put(`/reservations/${scene.trip.id}/boarding`, {
    version,
    onlyWithCode: true,
  });
  expect(await refusal(boardingAnswer)).toEqual([409, "boarding.not_now"]);
  expect((await board()).status).toBe(200);
});

test("the message that the driver is on the way contains the code if codes are required", async () => {
  await rules({ boardingCodes: "required" });
  const code = await readBoardingCode();
  await go(scene, "en_route");
  const [message] = messagesTo(scene.server, "rider@example.com");
  expect(message?.kind).toBe("driver_on_the_way");
  expect(message?.text).toContain(`Tell your driver this code when you get in: ${code}.`);
  expect(message?.subject).not.toContain(code);
});

test("rider and driver see each other's number only if the operator allows it, and not after the trip", async () => {
  const numbers = async () => [
    (await seen(scene.rider)).driver?.phone ?? null,
    (await seen(scene.phone, "/driver")).passenger.phone,
  ];
  scene.server.deps.db.$client.run("UPDATE reservations SET passenger_phone = '+250788000001'");
  await go(scene, "en_route");
  expect(await numbers()).toEqual([null, null]);
  await rules({ showDriverPhone: true, showRiderPhone: true });
  expect(await numbers()).toEqual(["+250780010001", "+250788000001"]);
  const list = await (await scene.phone.get("/driver/reservations?when=today")).text();
  expect(list).not.toContain("+250788000001");
  await go(scene, "on_location", "passenger_on_board", "completed");
  expect(await numbers()).toEqual([null, null]);
});

test("only the owner changes how people reach each other, and a stale version is refused", async () => {
  const { rules: now, version } = await json<ContactRulesAnswer>(
    await scene.staff.get("/admin/settings/contact"),
  );
  const dispatcher = await signInAdmin(scene.server, { role: "dispatcher" });
  const change = { ...now, phone: "+250 788 123 456", version };
  expect((await dispatcher.put("/admin/settings/contact", change)).status).toBe(403);
  expect((await scene.staff.put("/admin/settings/contact", change)).status).toBe(200);
  expect((await scene.staff.put("/admin/settings/contact", change)).status).toBe(409);
  const { phone } = await json<{ phone: string }>(await scene.rider.get("/settings"));
  expect(phone).toBe("+250788123456");
  const invalidChange = { ...now, phone: "0788", version: version + 1 };
  expect((await scene.staff.put("/admin/settings/contact", invalidChange)).status).toBe(400);
});

test("a change of the code rule while the driver waits does not shorten the waiting time", async () => {
  const departure = () => findTrip(scene.server.deps.db, scene.trip.id)?.enRouteAt;
  const choose = async (onlyWithCode: boolean) => {
    const { version } = await look(scene, scene.trip.id);
    const path = `/reservations/${scene.trip.id}/boarding`;
    expect((await scene.rider.put(path, { version, onlyWithCode })).status).toBe(200);
  };
  await go(scene, "en_route");
  const before = departure();
  scene.server.advance(60_000);
  await choose(true);
  // The departure time has not changed either.
  expect(departure()).toBe(before ?? 0);
  await drive(scene, await look(scene, scene.trip.id), "on_location");
  const pickupAt = Date.parse((await look(scene, scene.trip.id)).pickupAt);
  /** Advances the clock in steps, because dispatch's session locks. */
  const late = async (minutes: number) => {
    const until = pickupAt + minutes * 60_000;
    for (let left = 1; left > 0;) {
      left = until - scene.server.deps.now();
      scene.server.advance(Math.min(left, 15 * 60_000));
      await look(scene, scene.trip.id);
    }
  };
  await late(180);
  await choose(false);
  await choose(true);
  await scene.staff.put(`/admin/reservations/${scene.trip.id}/messages/closing`, { closed: true });
  expect((await board({ code: await readBoardingCode() })).status).toBe(200);
  await late(240);
  await scene.staff.put(`/admin/reservations/${scene.trip.id}/messages/closing`, { closed: false });
  await drive(scene, await look(scene, scene.trip.id), "completed");
  const [row] = scene.server.deps.db.select().from(reservations).all();
  // The wait counts from the pickup time, without free waiting.
  expect(row?.waitSeconds).toBeGreaterThan(60 * 60);
  expect(row?.waitSeconds).toBeLessThanOrEqual(180 * 60);
});
