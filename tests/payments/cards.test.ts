/** Saved cards, through real calls: the riders' consent, the provider's charges and the ledger. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { outbox } from "../../db/schema/notifications";
import { riders } from "../../db/schema/accounts";
import { payLinks, paymentAttempts, paymentWebhooks } from "../../db/schema/payment-links";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { cardAgreements, savedCards } from "../../db/schema/saved-cards";
import { vehicles } from "../../db/schema/vehicles";
import type { CallerCard } from "../../src/dispatch/phone-booking/phone-contract";
import type { MyCards } from "../../src/payments/cards/card-contract";
import { deleteRemovedCards } from "../../src/payments/cards/card-actions";
import type { TripMoneyAnswer } from "../../src/payments/contract";
import type { PayLinkAnswer, PayPage } from "../../src/payments/links/link-contract";
import { reconcilePayments } from "../../src/payments/online/reconcile-actions";
import { processWebhooks } from "../../src/payments/online/webhook-actions";
import { followUpPrepayments } from "../../src/payments/prepaying/follow-up-actions";
import type { RiderReservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { StandingOrder } from "../../src/reservations/standing-orders/order-contract";
import { createDriverScene, type DriverScene, drive } from "../pages/driver/scene";
import { trip as request } from "../support/booking";
import { setPaymentRules } from "../support/payments/rules";
import { startStripe } from "../support/payments/stripe";
import { type Browser, refusal } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

let scene: DriverScene;
let owner: Browser;
const stripe = startStripe();
beforeEach(async () => {
  stripe.methods.clear();
  scene = await createDriverScene();
  owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
  Object.assign(scene.server.deps.config, { stripe: { ...stripe.connection, timeoutMs: 2_000 } });
});
afterEach(() => {
  scene.server.close();
  stripe.failureMode = "well";
  expect(stripe.faults.splice(0)).toEqual([]);
});
afterAll(() => stripe.stop());

const cards = async (browser: Browser = scene.rider) =>
  json<MyCards>(await browser.get("/users/cards"));
/** Opens the page, types a card there and returns. */
async function save(
  card: object = {},
  bankDecision: Parameters<typeof stripe.saveCard>[1] = "pays",
) {
  const { url } = await json<{ url: string }>(await scene.rider.post("/users/cards"));
  expect(url).toStartWith(stripe.url);
  const method = stripe.saveCard(card, bankDecision);
  return { method, card: (await cards()).cards.at(-1) };
}
async function book(more: object = {}, trip: object = {}) {
  const quote = await json<QuoteAnswer>(await scene.rider.post("/quotes", request({ ...trip })));
  const [option] = quote.options;
  return scene.rider.post("/reservations", {
    quote: quote.quote,
    vehicleClassId: option?.vehicleClass.id,
    agreedBeforeMinor: option?.before?.amountMinor ?? 0,
    payment: "card",
    ...more,
  });
}
async function bookWithCard(cardId: string | undefined) {
  return (await json<{ reservation: RiderReservation }>(await book({ cardId }))).reservation;
}
const seen = async (id: string) =>
  (await json<{ reservation: RiderReservation }>(await scene.rider.get(`/reservations/${id}`)))
    .reservation;
const prepay = (id: string) => scene.rider.post(`/reservations/${id}/prepayment`);
const did = () =>
  scene.server.deps.db
    .select()
    .from(payments)
    .all()
    .map(({ kind, state, amountMinor }) => [kind, state, amountMinor]);
const newest = () => scene.server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "";
const agreement = () => scene.server.deps.db.select().from(cardAgreements).all()[0];
const told = () =>
  scene.server.deps.db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === "pay_link").length;
/** Returns the total of all attempts in the provider's own ledger. */
function taken(): number {
  const there: Record<string, number> = stripe.ledger();
  const attempts = scene.server.deps.db.select().from(paymentAttempts).all();
  return attempts.reduce((sum, { id }) => sum + (there[id] ?? 0), 0);
}
/**
 * Counts how often the provider has taken money, in all tests so far. Its ledger has only the last time of each
 * attempt.
 */
const captureTimes = () =>
  stripe.events.filter(({ type }) => type === "payment_intent.succeeded").length;
/** The messages to the rider about charges. */
const receipts = () =>
  scene.server.deps.db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === "card_charged");
const followUp = () => followUpPrepayments(scene.server.deps);
async function complete(id: string) {
  const act = async (path: string, body: object) => {
    const { version } = await seen(id);
    return json(await scene.staff.post(`/admin/reservations/${id}/${path}`, { version, ...body }));
  };
  await act("confirmation", {});
  await act("assignment", { driverId: scene.row.id, vehicleId: scene.car.id });
  const given = await json<{ reservation: never }>(
    await scene.phone.get(`/driver/reservations/${id}`),
  );
  const steps = ["en_route", "on_location", "passenger_on_board", "completed"] as const;
  await drive(scene, given.reservation, ...steps);
}
async function chargeByStaff(id: string, more: object) {
  const { version } = await seen(id);
  const body = { version, reason: "Agreed on the phone", ...more };
  return owner.post(`/admin/reservations/${id}/card-charge`, body);
}

describe("a saved card", () => {
  test("is saved on the provider's page, and deleted here and at the provider", async () => {
    expect(await cards()).toEqual({ cards: [], canSave: true });
    const { card, method } = await save({ brand: "mastercard", last4: "4444" });
    expect(card).toMatchObject({ brand: "mastercard", last4: "4444", expMonth: 12, expYear: 2031 });
    const { browser: other } = await signInRider(scene.server, "other@example.com");
    expect((await cards(other)).cards).toEqual([]);
    expect((await other.delete(`/users/cards/${card?.id}`)).status).toBe(404);
    expect(stripe.methods.has(method.id)).toBe(true);
    await json(await scene.rider.delete(`/users/cards/${card?.id}`));
    expect((await cards()).cards).toEqual([]);
    expect(stripe.methods.has(method.id)).toBe(false);
    expect(scene.server.deps.db.select().from(savedCards).all()).toEqual([]);
  });

  test("can be set and removed on a booked trip, but not if the trip must be prepaid", async () => {
    const { card } = await save();
    const { id, version } = (
      await json<{ reservation: RiderReservation }>(await book({ payment: "cash" }))
    ).reservation;
    const change = (seenVersion: number, pays: object) =>
      scene.rider.put(`/reservations/${id}`, { version: seenVersion, pays });
    await json(await change(version, { payment: "card", cardId: card?.id }));
    expect((await seen(id)).savedCard).toMatchObject({ last4: card?.last4 });
    expect(agreement()).toMatchObject({ cardId: card?.id, state: "open" });
    await json(await change(version + 1, { payment: "card" }));
    expect(await seen(id)).toMatchObject({ payment: "card", version: version + 2 });
    expect((await seen(id)).savedCard).toBeUndefined();
    expect(agreement()).toBeUndefined();

    await setPaymentRules(owner, {});
    const booking = await json<{ reservation: RiderReservation }>(
      await book({ agreedBeforeMinor: 10_000_000, payment: "cash" }),
    );
    const other = await scene.rider.put(`/reservations/${booking.reservation.id}`, {
      version: 1,
      pays: { payment: "card", cardId: card?.id },
    });
    expect(await refusal(other)).toEqual([409, "payment.by_phone"]);
  });

  test("pays for a trip booked by phone only if it is the caller's own", async () => {
    const { card } = await save();
    const { id: riderId } = scene.server.deps.db.select().from(riders).all()[0] ?? { id: "" };
    const { cards: known } = await json<CallerCard>(
      await scene.staff.get(`/admin/callers/${riderId}`),
    );
    expect(known).toMatchObject([{ id: card?.id, last4: card?.last4 }]);
    const call = async (more: object) => {
      const quote = await json<QuoteAnswer>(await scene.staff.post("/admin/quotes", request({})));
      const vehicleClassId = quote.options[0]?.vehicleClass.id;
      const body = { quote: quote.quote, vehicleClassId, caller: { riderId }, ...more };
      return scene.staff.post("/admin/reservations", body);
    };
    const other = { caller: { phone: "+250788123457", name: "Diane" } };
    const pays = { payment: "card", cardId: card?.id };
    expect(await refusal(await call({ ...pays, ...other }))).toEqual([422, "card.unknown"]);
    expect(await refusal(await call({ cardId: card?.id }))).toEqual([400, "request.invalid"]);
    expect(agreement()).toBeUndefined();
    const { reservation } = await json<{ reservation: RiderReservation }>(await call(pays));
    expect(reservation).toMatchObject({ payment: "card", savedCard: { last4: card?.last4 } });
    expect(agreement()).toMatchObject({ cardId: card?.id, mostMinor: reservation.fareMinor });
  });

  test("that is removed while the provider is down is never charged, and is deleted there later", async () => {
    const { card } = await save();
    const { id } = await bookWithCard(card?.id);
    stripe.failureMode = "down";
    await json(await scene.rider.delete(`/users/cards/${card?.id}`));
    expect((await cards()).cards).toEqual([]);
    expect(stripe.methods.size).toBe(1);
    stripe.failureMode = "well";
    await complete(id);
    await followUp();
    expect(did()).toEqual([]);
    expect(told()).toBe(1);
    await deleteRemovedCards(scene.server.deps);
    expect(stripe.methods.size).toBe(0);
  });

  test("is deleted with its rider's account", async () => {
    const { card } = await save();
    const [row] = scene.server.deps.db.select().from(savedCards).all();
    expect(row).toMatchObject({ id: card?.id, state: "saved" });
    await json(await scene.rider.post("/users/confirmation-code"));
    const otp = lastMessage(scene.server, "rider@example.com").code;
    stripe.failureMode = "down";
    await json(await scene.rider.post("/users/erasure", { otp }));
    const [left] = scene.server.deps.db.select().from(savedCards).all();
    expect(left).toMatchObject({ riderId: null, state: "removed", brand: "", last4: "" });
    stripe.failureMode = "well";
    await reconcilePayments(scene.server.deps);
    expect(scene.server.deps.db.select().from(savedCards).all()).toEqual([]);
    expect(stripe.methods.size).toBe(0);
  });

  test("and its charges leave no webhook about a rider who has erased their account", async () => {
    const { server } = scene;
    const receive = async (event: { type: string; object: object }, id: string) => {
      const { body, headers } = await stripe.deliver(event, { id });
      const url = "/backend/payments/stripe/webhook";
      expect((await server.app.request(url, { method: "POST", headers, body })).status).toBe(200);
    };
    const bodies = () =>
      server.deps.db
        .select()
        .from(paymentWebhooks)
        .all()
        .map((one) => one.body);
    const { card } = await save();
    const [savedRow] = server.deps.db.select().from(savedCards).all();
    const payer = { customer_details: { email: "rider@example.com" } };
    const page = { id: savedRow?.setupRef, metadata: { livery_card: card?.id }, ...payer };
    const { id } = await bookWithCard(card?.id);
    await complete(id);
    await followUp();
    const [attempt] = server.deps.db.select().from(paymentAttempts).all();
    const refund = { id: "ch_1", payment_intent: attempt?.moneyRef, ...payer };
    await receive({ type: "checkout.session.completed", object: page }, "evt_page");
    await receive({ type: "charge.refunded", object: refund }, "evt_refund");
    expect(bodies()).toHaveLength(2);
    await json(await scene.rider.post("/users/confirmation-code"));
    const otp = lastMessage(server, "rider@example.com").code;
    await json(await scene.rider.post("/users/erasure", { otp }));
    expect(bodies()).toEqual([]);
    // The provider reports the deletion of the card after the erasure.
    await receive({ type: "checkout.session.expired", object: page }, "evt_expired");
    await processWebhooks(server.deps);
    expect(bodies()).toEqual([""]);
  });

  test("is not saved if the rider leaves the page, and the page is deleted after a day", async () => {
    await json(await scene.rider.post("/users/cards"));
    expect((await cards()).cards).toEqual([]);
    scene.server.advance(25 * 3_600_000);
    await deleteRemovedCards(scene.server.deps);
    expect(scene.server.deps.db.select().from(savedCards).all()).toEqual([]);
  });

  test("is looked up on the newest pages only, and the hourly check finds it on older ones", async () => {
    const open = async () => {
      await json(await scene.rider.post("/users/cards"));
      scene.server.advance(1_000);
    };
    await open();
    stripe.saveCard({}, "pays");
    for (let page = 0; page < 3; page++) await open();
    expect((await cards()).cards).toEqual([]);
    // The hourly check finds it.
    await deleteRemovedCards(scene.server.deps);
    expect((await cards()).cards).toHaveLength(1);
  });

  test("beyond the maximum is not saved, even from a page that was opened before", async () => {
    const { id: riderId } = scene.server.deps.db.select().from(riders).all()[0] ?? { id: "" };
    for (let number = 0; number < 9; number++)
      scene.server.deps.db
        .insert(savedCards)
        .values({
          ...{ id: crypto.randomUUID(), riderId, provider: "stripe", isLive: false },
          ...{ state: "saved", createdAt: scene.server.deps.now() },
        })
        .run();
    for (let page = 0; page < 2; page++) {
      await json(await scene.rider.post("/users/cards"));
      stripe.saveCard({}, "pays");
      scene.server.advance(1_000);
    }
    expect((await cards()).cards).toHaveLength(10);
    expect((await cards()).canSave).toBe(false);
    await deleteRemovedCards(scene.server.deps);
    expect(stripe.methods.size).toBe(1);
    expect(scene.server.deps.db.select().from(savedCards).all()).toHaveLength(10);
  });

  test("from test mode is not offered once the key is live", async () => {
    await save();
    Object.assign(scene.server.deps.config, {
      stripe: { ...stripe.connection, secretKey: "sk_live_1" },
    });
    expect(await cards()).toEqual({ cards: [], canSave: true });
    Object.assign(scene.server.deps.config, { stripe: null });
    expect(await cards()).toEqual({ cards: [], canSave: false });
    expect(await refusal(await scene.rider.post("/users/cards"))).toEqual([
      422,
      "payment.no_provider",
    ]);
  });
});

describe("a trip paid with a saved card", () => {
  test("is charged once after the trip, and the driver collects nothing", async () => {
    const { card } = await save();
    const { id, fareMinor, savedCard } = await bookWithCard(card?.id);
    expect(savedCard).toEqual({ brand: "visa", last4: "4242" });
    expect(agreement()).toMatchObject({ mostMinor: fareMinor, state: "open" });
    await followUp();
    expect(did()).toEqual([]);
    await complete(id);
    const { reservation } = await json<{ reservation: { dueMinor: number; savedCard: object } }>(
      await scene.phone.get(`/driver/reservations/${id}`),
    );
    expect(reservation).toMatchObject({ dueMinor: 0, savedCard: { brand: "", last4: "" } });
    await followUp();
    await followUp();
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
    expect(stripe.ledger()[newest()]).toBe(fareMinor);
    expect(agreement()?.state).toBe("closed");
    expect((await seen(id)).dueMinor).toBe(0);
    expect(told()).toBe(0);
  });

  test("is charged at most the agreed price, and the rider gets a link for the rest", async () => {
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(card?.id);
    await complete(id);
    const { version } = await seen(id);
    const fareCorrection = { version, fareMinor: fareMinor + 4_000, reason: "A detour" };
    await json(await owner.put(`/admin/reservations/${id}/fare`, fareCorrection));
    await followUp();
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
    expect((await seen(id)).dueMinor).toBe(4_000);
    const { link } = await json<PayLinkAnswer>(
      await owner.get(`/admin/reservations/${id}/pay-link`),
    );
    expect(link).toMatchObject({ amountMinor: 4_000 });
    expect(link?.sentAt).not.toBe(null);
  });

  test("is paid by link if the bank requires the card owner's approval", async () => {
    const { card } = await save({}, "wants its owner");
    const { id, fareMinor } = await bookWithCard(card?.id);
    await complete(id);
    await followUp();
    await followUp();
    expect(did()).toEqual([]);
    expect(scene.server.deps.db.select().from(paymentAttempts).all()).toMatchObject([
      { state: "failed", failure: expect.stringContaining("requires authentication") },
    ]);
    expect(told()).toBe(1);
    const links = scene.server.deps.db.select().from(payLinks).all();
    expect(links.filter(({ isTip }) => !isTip)).toMatchObject([
      { amountMinor: fareMinor, end: null },
    ]);
    expect((await seen(id)).dueMinor).toBe(fareMinor);
  });

  test("is held by the payment rule at booking, and captured after the trip", async () => {
    await setPaymentRules(owner, { take: "hold", marginPercent: 20 });
    const { card } = await save();
    const { id, prepayment, fareMinor } = await bookWithCard(card?.id);
    expect(prepayment).toMatchObject({ take: "hold", state: "waiting" });
    expect(await json<{ url: null }>(await prepay(id))).toEqual({ url: null });
    const held = Math.round(fareMinor * 1.2);
    expect((await seen(id)).prepayment).toMatchObject({ state: "held", heldMinor: held });
    expect(stripe.isHeld(newest())).toBe(true);
    expect((await prepay(id)).status).toBe(409);
    await complete(id);
    await followUp();
    expect(did()).toEqual([
      ["hold", "succeeded", held],
      ["capture", "succeeded", fareMinor],
    ]);
    expect(stripe.ledger()[newest()]).toBe(fareMinor);
    await followUp();
    expect(agreement()?.state).toBe("closed");
    expect(scene.server.deps.db.select().from(paymentAttempts).all()).toHaveLength(1);
  });

  test("is charged the deposit without an open browser, and the rest after the trip", async () => {
    await setPaymentRules(owner, { take: "deposit", depositPercent: 30 });
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(card?.id);
    const deposit = Math.round(fareMinor * 0.3);
    await followUp();
    expect(did()).toEqual([["charge", "succeeded", deposit]]);
    expect((await seen(id)).prepayment?.state).toBe("paid");
    await complete(id);
    expect((await seen(id)).dueMinor).toBe(0);
    await followUp();
    await followUp();
    expect(did()).toEqual([
      ["charge", "succeeded", deposit],
      ["charge", "succeeded", fareMinor - deposit],
    ]);
  });

  test("leads to the payment page if the bank refuses the card at booking", async () => {
    await setPaymentRules(owner, { take: "all" });
    const { card } = await save({}, "declines");
    const { id, fareMinor } = await bookWithCard(card?.id);
    const { url } = await json<{ url: string }>(await prepay(id));
    expect(url).toContain("/pay/");
    expect((await json<{ url: string }>(await prepay(id))).url).toBe(url);
    await json(await scene.rider.post(`/pay/${url.split("/").at(-1)}`, { method: "card_online" }));
    stripe.pay(newest());
    await reconcilePayments(scene.server.deps);
    expect((await seen(id)).prepayment?.state).toBe("paid");
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
    expect(scene.server.deps.db.select().from(paymentAttempts).all()).toHaveLength(2);
  });

  test.each(["500 after it", "silent after it"] as const)(
    "is charged once even if the answer is lost: %s",
    async (failureMode) => {
      const { card } = await save();
      const { id, fareMinor } = await bookWithCard(card?.id);
      await complete(id);
      stripe.failureMode = failureMode;
      await followUp();
      stripe.failureMode = "well";
      await followUp();
      await reconcilePayments(scene.server.deps);
      await followUp();
      expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
      expect(taken()).toBe(fareMinor);
      expect(agreement()?.state).toBe("closed");
    },
    30_000,
  );

  test("waits while the provider is down, and is charged afterwards", async () => {
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(card?.id);
    await complete(id);
    stripe.failureMode = "down";
    await followUp();
    expect(did()).toEqual([]);
    expect(agreement()?.state).toBe("open");
    stripe.failureMode = "well";
    await followUp();
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
  });

  test("is charged once if the provider answers minutes late", async () => {
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(card?.id);
    await complete(id);
    stripe.failureMode = "late";
    await followUp();
    for (const _ of [1, 2]) {
      scene.server.advance(5 * 60_000);
      await reconcilePayments(scene.server.deps);
      await followUp();
    }
    expect([did(), told(), agreement()?.refusedAt]).toEqual([[], 0, null]);
    const { link } = await json<PayLinkAnswer>(
      await owner.get(`/admin/reservations/${id}/pay-link`),
    );
    const page = async () =>
      (await json<PayPage>(await scene.rider.get(`/pay/${link?.url.split("/").at(-1)}`))).state;
    expect(await page()).toBe("waiting");
    await stripe.catchUp();
    stripe.failureMode = "well";
    await reconcilePayments(scene.server.deps);
    await followUp();
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
    expect(taken()).toBe(fareMinor);
    expect([await page(), told(), agreement()?.state]).toEqual(["paid", 0, "closed"]);
  });

  test("is charged once, even if the outcome is unknown for longer than the provider keeps its key", async () => {
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(card?.id);
    await complete(id);
    const before = captureTimes();
    stripe.failureMode = "late";
    await followUp();
    await stripe.catchUp();
    // The server was off for 25 hours.
    scene.server.advance(25 * 3_600_000);
    stripe.forgetKeys();
    stripe.failureMode = "well";
    await followUp();
    expect(captureTimes() - before).toBe(1);
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
    expect(agreement()?.state).toBe("closed");
  });

  test("is charged once in advance, even if the outcome stays unknown past the time to pay", async () => {
    await setPaymentRules(owner, { take: "all" });
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(card?.id);
    const before = captureTimes();
    stripe.failureMode = "late";
    await followUp();
    scene.server.advance(31 * 60_000);
    await followUp();
    await stripe.catchUp();
    stripe.failureMode = "well";
    await followUp();
    await reconcilePayments(scene.server.deps);
    expect(captureTimes() - before).toBe(1);
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
    expect((await seen(id)).prepayment?.state).toBe("paid");
  }, 30_000);

  test("gets neither a second charge nor a link while the outcome of a charge is unknown", async () => {
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(undefined);
    await complete(id);
    const charge = async (amountMinor = fareMinor) =>
      refusal(await chargeByStaff(id, { cardId: card?.id, amountMinor }));
    stripe.failureMode = "late";
    expect(await charge()).toEqual([502, "payment.no_answer"]);
    scene.server.advance(5 * 60_000);
    await reconcilePayments(scene.server.deps);
    expect(await charge(fareMinor - 1)).toEqual([409, "card.under_way"]);
    const link = await owner.post(`/admin/reservations/${id}/pay-link`);
    expect(await refusal(link)).toEqual([409, "card.under_way"]);
    const revoked = await owner.delete(`/admin/reservations/${id}/pay-link`);
    expect(await refusal(revoked)).toEqual([409, "card.under_way"]);
    await stripe.catchUp();
    stripe.failureMode = "well";
    // The next press finds the charge.
    const { version } = await seen(id);
    const body = { version, reason: "Agreed on the phone", cardId: card?.id };
    await json(
      await owner.post(`/admin/reservations/${id}/card-charge`, {
        ...body,
        amountMinor: fareMinor,
      }),
    );
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
    expect(taken()).toBe(fareMinor);
  });

  test("is not charged if it was paid in another way", async () => {
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(card?.id);
    await complete(id);
    const { version } = await seen(id);
    const cash = { version, amountMinor: fareMinor, method: "cash", heldBy: "office" };
    const paidOn = new Date(scene.server.deps.now()).toISOString().slice(0, 10);
    await json(await owner.post(`/admin/reservations/${id}/payments`, { ...cash, paidOn }));
    await followUp();
    expect(did()).toEqual([["manual", "succeeded", fareMinor]]);
    expect(agreement()?.state).toBe("closed");
  });
});

describe("a repeating trip paid with a saved card", () => {
  const everyMonday = { weekdays: [1], everyWeeks: 1, end: { kind: "after", trips: 3 } };
  const trips = () =>
    scene.server.deps.db.select().from(reservations).orderBy(asc(reservations.pickupAt)).all();
  const agreements = () =>
    trips().map(({ id }) =>
      scene.server.deps.db
        .select()
        .from(cardAgreements)
        .where(eq(cardAgreements.reservationId, id))
        .get(),
    );
  async function bookEveryMonday(cardId: string | undefined): Promise<StandingOrder> {
    const answer = await book({ cardId, repeat: everyMonday }, { pickupLocal: "2026-11-23T09:30" });
    const { reservation } = await json<{ reservation: RiderReservation }>(answer);
    return order(reservation.standingOrderId ?? "");
  }
  const order = async (id: string) =>
    (await json<{ standingOrder: StandingOrder }>(await scene.rider.get(`/standing-orders/${id}`)))
      .standingOrder;
  const end = (id: string) =>
    scene.server.deps.db
      .update(reservations)
      .set({ state: "completed" })
      .where(eq(reservations.id, id))
      .run();

  test("is charged after each of its trips, and sends a link if the bank declines", async () => {
    const { card, method } = await save();
    const made = await bookEveryMonday(card?.id);
    expect(made.card).toEqual({ brand: "visa", last4: "4242" });
    expect(agreements()).toMatchObject([1, 2, 3].map(() => ({ cardId: card?.id, state: "open" })));
    const [first, second, third] = trips();
    end(first?.id ?? "");
    await followUp();
    end(second?.id ?? "");
    await followUp();
    const charged = ["charge" as const, "succeeded" as const, first?.fareMinor ?? 0];
    expect(did()).toEqual([charged, charged]);
    expect(receipts()).toMatchObject([
      { subject: expect.stringContaining(`Trip ${first?.number}: RWF`) },
      { subject: expect.stringContaining("charged to your card") },
    ]);
    method.bank = "declines";
    end(third?.id ?? "");
    await followUp();
    await followUp();
    expect([did().length, told()]).toEqual([2, 1]);
    expect(taken()).toBe(2 * (first?.fareMinor ?? 0));
  });

  test("is held as each trip comes near, and captured after it", async () => {
    await setPaymentRules(owner, { covers: ["repeating"] });
    const { card } = await save();
    const answer = await book(
      { cardId: card?.id, repeat: everyMonday, agreedBeforeMinor: 10_000_000 },
      { pickupLocal: "2026-11-23T09:30" },
    );
    await json(answer);
    await followUp();
    const [first, second] = trips();
    const fareMinor = first?.fareMinor ?? 0;
    expect(did()).toEqual([["hold", "succeeded", fareMinor]]);
    scene.server.advance((second?.pickupAt ?? 0) - 4 * 86_400_000 - scene.server.deps.now());
    await followUp();
    expect(did()).toHaveLength(2);
    expect(told()).toBe(0);
    end(second?.id ?? "");
    await followUp();
    expect(did().at(-1)).toEqual(["capture", "succeeded", fareMinor]);
    await reconcilePayments(scene.server.deps);
    // Nothing was charged earlier, and the one charge is reported once.
    expect(receipts()).toMatchObject([
      { subject: expect.stringContaining(`Trip ${second?.number}: `) },
    ]);
  });

  test("is paid by link after the card is removed", async () => {
    const { card } = await save();
    const { id, version } = await bookEveryMonday(card?.id);
    await json(await scene.rider.delete(`/users/cards/${card?.id}`));
    expect((await order(id)).card).toBeNull();
    const changedAnswer = await scene.rider.post(`/standing-orders/${id}/change`, {
      version,
      from: null,
      end: { kind: "after", trips: 4 },
    });
    await json(changedAnswer);
    expect(agreements()).toMatchObject([1, 2, 3, 4].map(() => ({ cardId: null, state: "open" })));
    end(trips()[3]?.id ?? "");
    await followUp();
    expect([did(), told()]).toEqual([[], 1]);
  });

  test("is charged to the card that the rider sets for all of its trips", async () => {
    const { card } = await save();
    const { id } = await bookEveryMonday(undefined);
    expect(agreements()).toEqual([undefined, undefined, undefined]);
    const [first, ...others] = trips();
    const pays = { payment: "card", cardId: card?.id };
    await json(
      await scene.rider.put(`/reservations/${first?.id}`, { version: first?.version, pays }),
    );
    await json(
      await scene.rider.post(`/reservations/${first?.id}/same-change`, {
        change: { pays },
        orderVersion: (await order(id)).version,
        trips: others.map((one) => ({
          id: one.id,
          version: one.version,
          fareMinor: one.fareMinor,
        })),
      }),
    );
    expect(agreements()).toMatchObject([1, 2, 3].map(() => ({ cardId: card?.id })));
    expect((await order(id)).card).toMatchObject({ last4: "4242" });
  });
});

test("several vehicles of one booking are charged together once all have ended", async () => {
  scene.server.deps.db.update(vehicles).set({ passengers: 7, luggage: 8 }).run();
  const { card } = await save();
  const answer = await book(
    { cardId: card?.id },
    { passengers: 14, serviceType: "point_to_point" },
  );
  const { reservation } = await json<{ reservation: RiderReservation }>(answer);
  const ids = reservation.vehicles?.map(({ id }) => id) ?? [];
  expect(ids).toHaveLength(2);
  const end = (id: string) =>
    scene.server.deps.db
      .update(reservations)
      .set({ state: "completed" })
      .where(eq(reservations.id, id))
      .run();
  end(ids[1] ?? "");
  await followUp();
  expect(did()).toEqual([]);
  end(ids[0] ?? "");
  await followUp();
  await followUp();
  const bothTrips = await Promise.all(ids.map(seen));
  expect(
    bothTrips.map(({ dueMinor, fareMinor, paidMinor }) => [dueMinor, paidMinor - fareMinor]),
  ).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(stripe.ledger()[newest()]).toBe(
    bothTrips.reduce((sum, { fareMinor }) => sum + fareMinor, 0),
  );
  expect(scene.server.deps.db.select().from(paymentAttempts).all()).toHaveLength(1);
});

test("several vehicles try a card that the bank declines only once, and then get a link", async () => {
  await setPaymentRules(owner, { take: "deposit", depositPercent: 30 });
  scene.server.deps.db.update(vehicles).set({ passengers: 7, luggage: 8 }).run();
  const { card } = await save({}, "declines");
  const answer = await book(
    { cardId: card?.id },
    { passengers: 14, serviceType: "point_to_point" },
  );
  const { reservation } = await json<{ reservation: RiderReservation }>(answer);
  const { url } = await json<{ url: string }>(await prepay(reservation.id));
  expect(url).toContain("/pay/");
  for (let pass = 0; pass < 3; pass++) await followUp();
  expect(scene.server.deps.db.select().from(paymentAttempts).all()).toHaveLength(1);
});

test("one of several vehicles is not charged alone while the outcome of their charge is unknown", async () => {
  await setPaymentRules(owner, { take: "all" });
  scene.server.deps.db.update(vehicles).set({ passengers: 7, luggage: 8 }).run();
  const { card } = await save();
  const answer = await book(
    { cardId: card?.id },
    { passengers: 14, serviceType: "point_to_point" },
  );
  const { reservation } = await json<{ reservation: RiderReservation }>(answer);
  const [, second = ""] = reservation.vehicles?.map(({ id }) => id) ?? [];
  const before = captureTimes();
  stripe.failureMode = "late";
  await followUp();
  scene.server.deps.db
    .update(reservations)
    .set({ state: "cancelled" })
    .where(eq(reservations.id, second))
    .run();
  for (const _ of [1, 2]) await followUp();
  expect(told()).toBe(0);
  await stripe.catchUp();
  stripe.failureMode = "well";
  for (const _ of [1, 2]) {
    await reconcilePayments(scene.server.deps);
    await followUp();
  }
  expect([captureTimes() - before, told()]).toEqual([1, 0]);
  expect(await seen(reservation.id)).toMatchObject({ prepayment: { state: "paid" } });
}, 30_000);

describe("staff and saved cards", () => {
  test("staff charge the ended one of several vehicles, and the other stays unpaid", async () => {
    scene.server.deps.db.update(vehicles).set({ passengers: 7, luggage: 8 }).run();
    const { card } = await save();
    const answer = await book({}, { passengers: 14, serviceType: "point_to_point" });
    const { reservation } = await json<{ reservation: RiderReservation }>(answer);
    const [first = "", second = ""] = reservation.vehicles?.map(({ id }) => id) ?? [];
    const { fareMinor } = await seen(second);
    scene.server.deps.db
      .update(reservations)
      .set({ state: "completed" })
      .where(eq(reservations.id, second))
      .run();
    await json(await chargeByStaff(second, { cardId: card?.id, amountMinor: fareMinor }));
    expect((await seen(second)).dueMinor).toBe(0);
    expect((await seen(first)).paidMinor).toBe(0);
  });

  test("staff charge a card with a reason for at most the amount due", async () => {
    const { card } = await save();
    const { id, fareMinor } = await bookWithCard(undefined);
    await complete(id);
    const { cards: offered } = await json<PayLinkAnswer>(
      await owner.get(`/admin/reservations/${id}/pay-link`),
    );
    expect(offered).toMatchObject([{ id: card?.id, last4: "4242" }]);
    const charge = (more: object) => chargeByStaff(id, { cardId: card?.id, ...more });
    expect(await refusal(await charge({ amountMinor: fareMinor + 1 }))).toEqual([
      422,
      "payment.link_too_much",
    ]);
    expect((await charge({ amountMinor: fareMinor, reason: " " })).status).toBe(400);
    expect((await charge({ amountMinor: 0 })).status).toBe(400);
    expect(await refusal(await charge({ amountMinor: 1, cardId: "no card" }))).toEqual([
      422,
      "card.unknown",
    ]);
    const answers = await Promise.all([
      charge({ amountMinor: fareMinor - 1_000 }),
      charge({ amountMinor: fareMinor - 1_000 }),
    ]);
    // Two presses make one charge.
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(did()).toEqual([["charge", "succeeded", fareMinor - 1_000]]);
    const { money } = await json<TripMoneyAnswer>(
      await owner.get(`/admin/reservations/${id}/payments`),
    );
    expect(money).toMatchObject({ dueMinor: 1_000 });
    expect(money.payments).toMatchObject([{ reason: "Agreed on the phone" }]);
    expect(scene.server.deps.db.select().from(auditLog).all().at(-1)).toMatchObject({
      action: "payment.card_charged",
      summary: expect.stringContaining("ending in 4242: Agreed on the phone"),
    });
    await json(await charge({ amountMinor: 1_000 }));
    expect(await refusal(await charge({ amountMinor: 1 }))).toEqual([409, "payment.nothing_due"]);
  });

  test("staff get a payment link if the bank refuses the card", async () => {
    const { card } = await save({}, "wants its owner");
    const { id, fareMinor } = await bookWithCard(undefined);
    await complete(id);
    const answer = await chargeByStaff(id, { cardId: card?.id, amountMinor: fareMinor });
    expect(await refusal(answer)).toEqual([422, "card.refused"]);
    const { link } = await json<PayLinkAnswer>(
      await owner.get(`/admin/reservations/${id}/pay-link`),
    );
    expect(link).toMatchObject({ amountMinor: fareMinor, sentAt: null });
    expect(did()).toEqual([]);
  });

  test("riders and drivers cannot use the staff's call that charges a card", async () => {
    const { card } = await save();
    const { id } = await bookWithCard(undefined);
    const body = { version: 1, cardId: card?.id, amountMinor: 1, reason: "x" };
    const path = `/admin/reservations/${id}/card-charge`;
    expect((await scene.rider.post(path, body)).status).toBe(401);
    expect((await scene.phone.post(path, body)).status).toBe(401);
  });
});

test("a booking is refused with another rider's card, a removed one, or a card and cash", async () => {
  const { card } = await save();
  expect(await refusal(await book({ cardId: card?.id, payment: "cash" }))).toEqual([
    400,
    "request.invalid",
  ]);
  expect(await refusal(await book({ cardId: "none" }))).toEqual([422, "card.unknown"]);
  const rider = scene.rider;
  scene.rider = (await signInRider(scene.server, "other@example.com")).browser;
  expect(await refusal(await book({ cardId: card?.id }))).toEqual([422, "card.unknown"]);
  scene.rider = rider;
  await json(await scene.rider.delete(`/users/cards/${card?.id}`));
  expect(await refusal(await book({ cardId: card?.id }))).toEqual([422, "card.unknown"]);
  expect(scene.server.deps.db.select().from(cardAgreements).all()).toEqual([]);
});
