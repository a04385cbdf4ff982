/** A rider and a driver who work together try to have tips paid out that nobody paid. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { OpenAccount } from "../../src/payouts/contract";
import { type DriverAccountTrip, dueOf } from "../../src/payouts/rules";
import type { Payment, Reservation } from "../../src/reservations/contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
} from "../pages/driver/scene";
import { payDue } from "../support/reservations";
import { signInAdmin } from "../support/staff";

const STEPS = ["en_route", "on_location", "passenger_on_board", "completed"];
const TIP = 22_000;

/** Returns a ride of 20,000, from which the driver earns 14,000 plus all of a gratuity and a tip. */
function completeTrip(
  payment: Payment,
  more: Partial<Pick<DriverAccountTrip, "state" | "fareMinor">> & {
    tip?: number;
    gratuity?: number;
    /** The amount paid, and below it whether the driver holds it. */
    paid?: number;
    held?: boolean;
  } = {},
): DriverAccountTrip {
  const { tip = 0, gratuity = 0, paid = 0, held = false, ...rest } = more;
  const given = tip + gratuity;
  const line = (kind: "fare_share" | "gratuity_share", amountMinor: number) => ({
    kind,
    params: { percent: 100, ofMinor: amountMinor },
    amountMinor,
  });
  return {
    state: "completed",
    payment,
    fareMinor: 20_000 + given,
    paidMinor: paid,
    heldMinor: held ? paid : 0,
    waivedMinor: 0,
    isUnconfirmed: payment === "cash" && !held,
    gratuityMinor: gratuity,
    tipMinor: tip,
    paidTipMinor: 0,
    payMinor: 14_000 + given,
    payLines: [line("fare_share", 14_000), ...(given > 0 ? [line("gratuity_share", given)] : [])],
    ...rest,
  };
}

const tip = TIP;
const settled = { state: "settled" } as const;

test.each<[string, DriverAccountTrip, pay: number, held: number]>([
  ["a tip by card before it is paid", completeTrip("card", { tip }), 14_000, 0],
  [
    "a tip by card when only the ride is paid",
    completeTrip("card", { tip, paid: 20_000 }),
    14_000,
    0,
  ],
  ["a tip by card once it is paid", completeTrip("card", { tip, paid: 42_000 }), 36_000, 0],
  ["a tip by card when half of it is paid", completeTrip("card", { tip, paid: 31_000 }), 25_000, 0],
  [
    "a waived tip by card on a settled trip",
    completeTrip("card", { tip, paid: 20_000, ...settled }),
    14_000,
    0,
  ],
  ["a gratuity by card before it is paid", completeTrip("card", { gratuity: 2_000 }), 14_000, 0],
  [
    "a gratuity by card once it is paid",
    completeTrip("card", { gratuity: 2_000, paid: 22_000 }),
    16_000,
    0,
  ],
  ["a tip on account before the trip is settled", completeTrip("account", { tip }), 14_000, 0],
  [
    "a tip on account once the trip is settled",
    completeTrip("account", { tip, ...settled }),
    36_000,
    0,
  ],
  [
    "a tip by card at the driver's terminal",
    completeTrip("card", { tip, paid: 42_000, held: true }),
    36_000,
    42_000,
  ],
  // Until somebody records the received cash, the driver counts as holding the amount due without the tip.
  ["a ride in cash that nobody confirmed", completeTrip("cash"), 14_000, 20_000],
  ["a tip in cash that nobody confirmed", completeTrip("cash", { tip }), 14_000, 20_000],
  [
    "a gratuity in cash that nobody confirmed",
    completeTrip("cash", { gratuity: 2_000 }),
    16_000,
    22_000,
  ],
  ["a ride in cash that was paid at the office", completeTrip("cash", { paid: 20_000 }), 14_000, 0],
  [
    "a confirmed tip in cash",
    completeTrip("cash", { tip, paid: 42_000, held: true }),
    36_000,
    42_000,
  ],
  [
    "a settled trip whose driver confirmed the fare in cash but no tip",
    completeTrip("cash", { tip, paid: 20_000, held: true, ...settled }),
    14_000,
    20_000,
  ],
  [
    "a tip in cash that was removed after it was confirmed",
    completeTrip("cash", { paid: 42_000, held: true }),
    14_000,
    42_000,
  ],
  // After a refund, the rider was charged less than the tip.
  [
    "a tip by card on a trip that was refunded in full",
    completeTrip("card", { tip, fareMinor: 0, paid: 42_000 }),
    14_000,
    0,
  ],
  [
    "a tip by card on a trip that was refunded except for part of the tip",
    completeTrip("card", { tip, fareMinor: 5_000, paid: 42_000 }),
    19_000,
    0,
  ],
  ["a paid trip without a tip", completeTrip("card", { paid: 20_000 }), 14_000, 0],
])("the amounts on the driver's account for %s", (_, trip, payMinor, heldMinor) => {
  const due = dueOf(trip);
  expect(due).toMatchObject({ payMinor, heldMinor });
  expect(due.payLines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(payMinor);
});

describe("riders and drivers who collude", () => {
  let scene: DriverScene;
  beforeEach(async () => {
    scene = await createDriverScene();
  });
  afterEach(() => scene.server.close());

  async function driven(payment: "cash" | "card"): Promise<Reservation> {
    const trip = await assign(scene, await book(scene, { payment }));
    await drive(scene, trip, ...STEPS);
    return look(scene, trip.id);
  }
  const giveTip = async ({ id }: Reservation, tipMinor: number) => {
    const { version } = await look(scene, id);
    const answer = await scene.rider.put(`/reservations/${id}/tip`, { version, tipMinor });
    return answer.status;
  };
  const recordAtOffice = async (
    method: string,
    { id }: Reservation,
    path: string,
    more: object = {},
  ) => {
    const { version } = await look(scene, id);
    const answer = await scene.staff.request(`/admin/reservations/${id}/${path}`, {
      method,
      json: { version, reason: "A tip", ...more },
    });
    expect([path, answer.status]).toEqual([path, 200]);
  };
  const pay = async ({ id }: Reservation) => payDue(scene.staff, await look(scene, id));
  const settle = (trip: Reservation) => recordAtOffice("POST", trip, "settlement");
  const reopen = (trip: Reservation) => recordAtOffice("DELETE", trip, "settlement");
  const owedTips = async () => {
    const answer = await scene.phone.get("/driver/billing");
    const { sums } = (await answer.json()) as OpenAccount;
    return sums[0]?.closingMinor ?? 0;
  };
  const payOut = async (amountMinor: number) => {
    const answer = await scene.staff.post(`/admin/drivers/${scene.row.id}/payments`, {
      kind: "payout",
      currency: "RWF",
      amountMinor,
      paidOn: "2026-11-20",
      method: "mobile_money",
    });
    return answer.status;
  };

  test("a card tip, or a later raise of it, reaches the driver only after the rider pays", async () => {
    const trip = await driven("card");
    const earnedMinor = trip.pay?.totalMinor ?? 0;
    expect(await owedTips()).toBe(earnedMinor);
    const tipMinor = trip.fareMinor;
    expect(await giveTip(trip, tipMinor)).toBe(200);
    expect(await owedTips()).toBe(earnedMinor);
    expect(await payOut(earnedMinor + 1)).toBe(422);
    // A week that closes in between has a statement without the tip.
    scene.server.advance(4 * 86_400_000);
    scene.staff = await signInAdmin(scene.server);
    expect((await scene.staff.post(`/admin/drivers/${scene.row.id}/statements`)).status).toBe(200);
    expect(await owedTips()).toBe(earnedMinor);
    await pay(trip);
    expect(await owedTips()).toBe(earnedMinor + tipMinor);
    await settle(trip);
    // The tip of a settled trip cannot be raised without the office.
    expect(await giveTip(trip, 1)).toBe(409);
    await reopen(trip);
    expect(await giveTip(trip, tipMinor + 500)).toBe(200);
    // The paid tip stays, and the raise waits.
    expect(await owedTips()).toBe(earnedMinor + tipMinor);
    expect(await giveTip(trip, -1)).toBe(400);
    await pay(trip);
    await settle(trip);
    expect(await owedTips()).toBe(earnedMinor + tipMinor + 500);
  });

  test("a card tip does not reach the driver if the whole price was refunded", async () => {
    const trip = await driven("card");
    const earnedMinor = trip.pay?.totalMinor ?? 0;
    const tipMinor = Math.round(trip.fareMinor / 2);
    expect(await giveTip(trip, tipMinor)).toBe(200);
    await pay(trip);
    await settle(trip);
    expect(await owedTips()).toBe(earnedMinor + tipMinor);
    await reopen(trip);
    await recordAtOffice("PUT", trip, "fare", { fareMinor: 0 });
    await settle(trip);
    // From a ride refunded in full, the driver earns only the pay for distance and for the trip.
    expect(await owedTips()).toBe(0);
  });

  test("a driver who does not report the cash is not paid for the trip as well", async () => {
    const trip = await driven("cash");
    const share = trip.pay?.totalMinor ?? 0;
    expect(await owedTips()).toBe(share - trip.fareMinor);
    scene.server.advance(8 * 86_400_000);
    scene.staff = await signInAdmin(scene.server);
    expect((await scene.staff.post("/admin/payouts/closing", {})).status).toBe(200);
    expect(await owedTips()).toBe(share - trip.fareMinor);
    expect(await payOut(1)).toBe(422);
    // The driver does not owe money that came to the office.
    const { version, dueMinor } = await look(scene, trip.id);
    const paid = { version, amountMinor: 2_000, method: "bank_transfer", paidOn: "2026-11-21" };
    const key = { "idempotency-key": "transfer" };
    const recordAnswer = await scene.staff.post(
      `/admin/reservations/${trip.id}/payments`,
      paid,
      key,
    );
    expect(recordAnswer.status).toBe(201);
    expect(await owedTips()).toBe(share - trip.fareMinor + 2_000);
    expect(dueMinor).toBe(trip.fareMinor);
  });

  test("a cash tip counts only as far as the driver confirms it, and the operator pays nothing", async () => {
    const trip = await driven("cash");
    const before = await owedTips();
    const tipMinor = trip.fareMinor;
    expect(await giveTip(trip, tipMinor)).toBe(200);
    expect(await owedTips()).toBe(before);
    const { version, fareMinor } = await look(scene, trip.id);
    const answer = await scene.phone.post(`/driver/reservations/${trip.id}/cash`, {
      version,
      collectedMinor: trip.fareMinor,
      dueMinor: fareMinor,
      reason: "The passenger had no more",
    });
    expect(answer.status).toBe(200);
    expect(await owedTips()).toBe(before);
    await recordAtOffice("POST", trip, "waiver", { settle: true });
    expect(await owedTips()).toBe(before);
  });
});
