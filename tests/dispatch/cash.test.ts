/** Drivers confirm how much cash they collected, through the real calls. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { driverStatementLines } from "../../db/schema/payouts";
import { closeDueWeeks } from "../../src/payouts/close-actions";
import type { OpenAccount } from "../../src/payouts/contract";
import type { Reservation } from "../../src/reservations/contract";
import { look } from "../pages/driver/scene";
import { createCompany } from "../support/companies";
import { createDriver } from "../support/fleet";
import { payDue } from "../support/reservations";
import { refusal } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { createScene, go, json, type Scene } from "../tracking/scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
});
afterEach(() => scene.server.close());

function confirm(key: string, body: object, phone = scene.phone) {
  const version = scene.trip.version;
  const path = `/driver/reservations/${scene.trip.id}/cash`;
  return phone.post(path, { version, ...body }, { "idempotency-key": key });
}
const held = async () => {
  const { sums } = await json<OpenAccount>(await scene.phone.get("/driver/billing"));
  return sums[0]?.heldMinor;
};

test("the amount due that a driver confirms twice is counted once as held by the driver", async () => {
  const { fareMinor } = scene.trip;
  // Until the driver confirms it, the amount due counts as held by the driver.
  expect(await held()).toBe(fareMinor);
  for (let time = 0; time < 2; time++)
    expect((await confirm("a", { collectedMinor: fareMinor, dueMinor: fareMinor })).status).toBe(
      200,
    );
  const trip = await look(scene, scene.trip.id);
  expect(trip).toMatchObject({ isCollected: true, paidMinor: fareMinor, dueMinor: 0 });
  expect(trip.timeline.filter(({ event }) => event.kind === "cash_collected")).toHaveLength(1);
  expect(await held()).toBe(fareMinor);
});

test("another amount is on the driver's account, and only dispatch sees its reason", async () => {
  const { fareMinor, id } = scene.trip;
  const collectedMinor = fareMinor - 1_500;
  const body = { collectedMinor, dueMinor: fareMinor, reason: "Had no more with her" };
  expect((await confirm("a", body)).status).toBe(200);
  expect(await held()).toBe(collectedMinor);
  const line = (await look(scene, id)).timeline.at(-1);
  expect(line).toMatchObject({
    reason: "Had no more with her",
    event: {
      kind: "cash_collected",
      collectedMinor,
      dueMinor: fareMinor,
      currency: "RWF",
      method: "cash",
    },
  });
  const { reservation } = await json<{ reservation: Reservation }>(
    await scene.rider.get(`/reservations/${id}`),
  );
  expect(reservation).toMatchObject({ paidMinor: collectedMinor, dueMinor: 1_500 });
  expect(JSON.stringify(reservation)).not.toContain("Had no more");

  // The rider adds a tip later, and the driver hands over the tip and the rest; then the trip can be settled.
  const tip = await scene.rider.put(`/reservations/${id}/tip`, {
    version: reservation.version,
    tipMinor: 500,
  });
  expect(tip.status).toBe(200);
  expect(await held()).toBe(collectedMinor);
  const settle = async () => {
    const { version } = await look(scene, id);
    return scene.staff.post(`/admin/reservations/${id}/settlement`, { version });
  };
  expect(await refusal(await settle())).toEqual([409, "reservation.amount_due"]);
  await payDue(scene.staff, await look(scene, id), { heldBy: "driver" });
  expect(await held()).toBe(fareMinor + 500);
  expect((await settle()).status).toBe(200);
});

test("a driver must give a reason for an amount other than the one due", async () => {
  const { fareMinor: dueMinor } = scene.trip;
  for (const body of [
    { collectedMinor: dueMinor - 1, dueMinor },
    { collectedMinor: dueMinor - 1, dueMinor, reason: "  " },
    { collectedMinor: -1, dueMinor, reason: "Because" },
    { collectedMinor: 0.5, dueMinor, reason: "Because" },
  ])
    expect((await confirm("a", body)).status).toBe(400);
  expect((await look(scene, scene.trip.id)).isCollected).toBe(false);
});

test("the server refuses a second amount, another driver's trip and a stale version", async () => {
  const { fareMinor, version, id } = scene.trip;
  const body = { collectedMinor: fareMinor, dueMinor: fareMinor };
  createDriver(scene.server, { email: "jean@example.com", phone: "+250780010002" });
  const { browser } = await signInDriver(scene.server, "jean@example.com");
  expect(await refusal(await confirm("a", body, browser))).toEqual([404, "request.not_found"]);
  const staleAnswer = await confirm("b", { ...body, version: version - 1 });
  expect(await refusal(staleAnswer)).toEqual([409, "reservation.stale"]);
  expect((await confirm("c", body)).status).toBe(200);
  const secondAnswer = await confirm("d", { ...body, version: version + 1 });
  expect(await refusal(secondAnswer)).toEqual([409, "cash.confirmed"]);
  expect((await look(scene, id)).version).toBe(version + 1);
});

test("a driver cannot confirm cash for a trip that is billed to a company", async () => {
  const { version, id, fareMinor } = scene.trip;
  const companyId = (await createCompany(scene.staff, { name: "Acme Ltd" })).id;
  const changedAnswer = await scene.staff.put(`/admin/reservations/${id}/payment`, {
    version,
    payment: "account",
    billTo: { companyId },
  });
  expect(changedAnswer.status).toBe(200);
  const body = { collectedMinor: fareMinor, dueMinor: fareMinor, version: version + 1 };
  expect(await refusal(await confirm("a", body))).toEqual([409, "cash.not_due"]);
});

test.each([
  ["operator", 0],
  ["driver", 1],
] as const)(
  "a card at the %s's terminal is paid, and held by the driver only if the terminal is theirs",
  async (sharedBy, share) => {
    scene.server.deps.config.cardTerminal = sharedBy;
    const { fareMinor, id } = scene.trip;
    const body = { method: "card_terminal", collectedMinor: fareMinor, dueMinor: fareMinor };
    expect((await confirm("a", body)).status).toBe(200);
    expect(await look(scene, id)).toMatchObject({ isCollected: true, dueMinor: 0 });
    expect(await held()).toBe(fareMinor * share);
  },
);

describe("cash that a driver has confirmed", () => {
  const acme = async () => (await createCompany(scene.staff, { name: "Acme Ltd" })).id;
  const pay = (body: object) =>
    look(scene, scene.trip.id).then(({ version }) =>
      scene.staff.put(`/admin/reservations/${scene.trip.id}/payment`, { version, ...body }),
    );

  test("stays on account and statement, and the trip can no longer be billed to a company", async () => {
    const { fareMinor, id } = scene.trip;
    await confirm("a", { collectedMinor: fareMinor, dueMinor: fareMinor });
    const answer = await pay({ payment: "account", billTo: { companyId: await acme() } });
    expect(await refusal(answer)).toEqual([409, "payment.paid_already"]);
    expect(await look(scene, id)).toMatchObject({ payment: "cash", billing: null });
    expect(await held()).toBe(fareMinor);
    scene.server.advance(14 * 86_400_000);
    await closeDueWeeks(scene.server.deps);
    const [line] = scene.server.deps.db.select().from(driverStatementLines).all();
    expect(line).toMatchObject({ reservationId: id, payment: "cash", heldMinor: fareMinor });
  });

  test("is held by the driver, even if the rider meant to pay by card", async () => {
    const { fareMinor, id } = scene.trip;
    expect((await pay({ payment: "card" })).status).toBe(200);
    const { version } = await look(scene, id);
    await confirm("a", { version, collectedMinor: fareMinor, dueMinor: fareMinor });
    expect((await pay({ payment: "cash" })).status).toBe(200);
    expect(await held()).toBe(fareMinor);
  });
});
