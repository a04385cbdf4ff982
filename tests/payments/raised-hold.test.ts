/** The price of a trip rises after an amount was held: only the rider can have more held, and the rest stays due. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { outbox } from "../../db/schema/notifications";
import { payLinks, paymentAttempts } from "../../db/schema/payment-links";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import type { PayPage } from "../../src/payments/links/link-contract";
import { reconcilePayments } from "../../src/payments/online/reconcile-actions";
import { followUpPrepayments } from "../../src/payments/prepaying/follow-up-actions";
import type { RiderReservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { createDriverScene, type DriverScene, drive, look } from "../pages/driver/scene";
import { trip as request } from "../support/booking";
import { setPaymentRules } from "../support/payments/rules";
import { startStripe } from "../support/payments/stripe";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

const stripe = startStripe();
afterAll(() => stripe.stop());
let scene: DriverScene;
let trip: RiderReservation;
beforeEach(async () => {
  scene = await createDriverScene();
  Object.assign(scene.server.deps.config, { stripe: stripe.connection });
});
afterEach(() => {
  scene.server.close();
  expect(stripe.faults).toEqual([]);
});

/** Books a trip that requires a hold of the price plus a margin, and has the amount held. */
async function hold(marginPercent = 0) {
  const owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
  await setPaymentRules(owner, { marginPercent });
  const quote = await json<QuoteAnswer>(await scene.rider.post("/quotes", request()));
  const [option] = quote.options;
  const bookedAnswer = await scene.rider.post("/reservations", {
    quote: quote.quote,
    vehicleClassId: option?.vehicleClass.id,
    agreedBeforeMinor: option?.before?.amountMinor,
  });
  trip = (await json<{ reservation: RiderReservation }>(bookedAnswer)).reservation;
  await pay();
}
const seen = async () =>
  (await json<{ reservation: RiderReservation }>(await scene.rider.get(`/reservations/${trip.id}`)))
    .reservation;
const ask = () => scene.rider.post(`/reservations/${trip.id}/prepayment`);
async function pay() {
  const { url } = await json<{ url: string }>(await ask());
  const token = url.split("/").at(-1);
  await json(await scene.rider.post(`/pay/${token}`, { method: "card_online" }));
  stripe.pay(newest());
  scene.server.advance(10_000);
  return json<PayPage>(await scene.rider.get(`/pay/${token}`));
}
const newest = () => scene.server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "";
const cost = (fareMinor: number) =>
  scene.server.deps.db
    .update(reservations)
    .set({ fareMinor })
    .where(eq(reservations.id, trip.id))
    .run();
const followUp = () => followUpPrepayments(scene.server.deps);
const links = () =>
  scene.server.deps.db
    .select()
    .from(payLinks)
    .all()
    .filter(({ isTip }) => !isTip)
    .map(({ isHold, amountMinor, end }) => [isHold, amountMinor, end]);
const did = () =>
  scene.server.deps.db
    .select()
    .from(payments)
    .all()
    .map(({ kind, state, amountMinor }) => [kind, state, amountMinor]);
const prepaymentRows = () =>
  scene.server.deps.db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === "pay_link")
    .map(({ body }) => scene.server.deps.keys.decrypt(body ?? ""));
async function complete() {
  const act = async (path: string, body: object) => {
    const { version } = await look(scene, trip.id);
    await json(
      await scene.staff.post(`/admin/reservations/${trip.id}/${path}`, { version, ...body }),
    );
  };
  await act("confirmation", {});
  await act("assignment", { driverId: scene.row.id, vehicleId: scene.car.id });
  const given = await look(scene, trip.id);
  await drive(scene, given, "en_route", "on_location", "passenger_on_board", "completed");
}

test("a higher price requests a second hold once, and both are captured for the final price", async () => {
  await hold();
  const { fareMinor } = trip;
  cost(fareMinor + 2_000);
  await followUp();
  await followUp();
  expect(prepaymentRows()).toHaveLength(1);
  expect(prepaymentRows()[0]).toContain("2,000 more held on your card");
  expect(links()).toEqual([
    [true, fareMinor, "paid"],
    [true, 2_000, null],
  ]);
  expect((await seen()).prepayment).toMatchObject({
    state: "held",
    heldMinor: fareMinor,
    amountMinor: fareMinor + 2_000,
  });
  expect(await pay()).toMatchObject({ state: "paid", isHold: true });
  expect((await seen()).prepayment).toMatchObject({ heldMinor: fareMinor + 2_000 });
  expect((await ask()).status).toBe(409);
  cost(fareMinor + 1_500);
  await followUp();
  await complete();
  cost(fareMinor + 1_500);
  await followUp();
  expect(did().slice(2)).toEqual([
    ["capture", "succeeded", fareMinor],
    ["capture", "succeeded", 1_500],
  ]);
  expect((await look(scene, trip.id)).dueMinor).toBe(0);
});

test("without the second hold a link requests the rest after the trip", async () => {
  await hold();
  const { fareMinor } = trip;
  cost(fareMinor + 2_000);
  await followUp();
  await complete();
  cost(fareMinor + 2_000);
  await followUp();
  expect(did().at(-1)).toEqual(["capture", "succeeded", fareMinor]);
  expect(links()).toEqual([
    [true, fareMinor, "paid"],
    [true, 2_000, "revoked"],
    [false, 2_000, null],
  ]);
});

test("a price within the agreed margin requests no second hold", async () => {
  await hold(20);
  cost(Math.round(trip.fareMinor * 1.2));
  await followUp();
  expect(prepaymentRows()).toEqual([]);
  cost(Math.round(trip.fareMinor * 1.2) + 1_000);
  await followUp();
  expect(prepaymentRows()).toHaveLength(1);
});

test("a price that falls again revokes the second hold, and a company's trip requests none", async () => {
  await hold();
  const { fareMinor } = trip;
  cost(fareMinor + 2_000);
  await followUp();
  cost(fareMinor);
  await followUp();
  expect(links().at(-1)).toEqual([true, 2_000, "revoked"]);
  expect((await seen()).prepayment).toMatchObject({ amountMinor: fareMinor });
  expect((await ask()).status).toBe(409);
  scene.server.deps.db.update(reservations).set({ payment: "account" }).run();
  cost(fareMinor + 2_000);
  await followUp();
  expect(prepaymentRows()).toHaveLength(1);
});

test("the first hold stays when the second one expires", async () => {
  await hold();
  const { fareMinor } = trip;
  cost(fareMinor + 2_000);
  await followUp();
  await pay();
  stripe.endHold(newest());
  await reconcilePayments(scene.server.deps);
  expect((await seen()).prepayment).toMatchObject({ state: "held", heldMinor: fareMinor });
});
