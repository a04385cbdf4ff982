/** Paying before the trip, through real calls: the rider's view, the provider's charges and the ledger. */
import { afterAll, afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { outbox, staffNews } from "../../db/schema/notifications";
import { payLinks, paymentAttempts, paymentDifferences } from "../../db/schema/payment-links";
import { payments } from "../../db/schema/payments";
import { prepayments } from "../../db/schema/prepayments";
import type { TripMoneyAnswer } from "../../src/payments/contract";
import type { PayPage } from "../../src/payments/links/link-contract";
import { openProvider } from "../../src/payment-providers/open-providers";
import { checkAttempt, recordedPaymentOf } from "../../src/payments/online/attempt-actions";
import { reconcilePayments } from "../../src/payments/online/reconcile-actions";
import { followUpPrepayments } from "../../src/payments/prepaying/follow-up-actions";
import { startBackground } from "../../src/process/background";
import type { RiderReservation } from "../../src/reservations/contract";
import type {
  PaymentRule,
  PaymentRulesAnswer,
} from "../../src/reservations/prepaying/prepay-contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { createDriverScene, type DriverScene, drive } from "../pages/driver/scene";
import { trip as request } from "../support/booking";
import { createCompany } from "../support/companies";
import { fareLine } from "../support/fare-lines";
import { startFlutterwave } from "../support/payments/flutterwave";
import { anyTrip, setPaymentRules } from "../support/payments/rules";
import { startStripe } from "../support/payments/stripe";
import type { Browser } from "../support/server";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

let scene: DriverScene;
let owner: Browser;
const stripe = startStripe();
const flutterwave = startFlutterwave();
beforeEach(async () => {
  scene = await createDriverScene();
  owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
  connect("stripe", "flutterwave");
});
afterEach(() => {
  scene.server.close();
  for (const fake of [stripe, flutterwave]) {
    fake.failureMode = "well";
    expect(fake.faults).toEqual([]);
  }
});
afterAll(() => Promise.all([stripe, flutterwave].map((fake) => fake.stop())));

function connect(...names: ("stripe" | "flutterwave")[]) {
  const all = {
    // A request without an answer is made three times, so the timeout is short.
    stripe: { ...stripe.connection, timeoutMs: 2_000 },
    flutterwave: flutterwave.connection,
  };
  for (const name of ["stripe", "flutterwave"] as const)
    Object.assign(scene.server.deps.config, { [name]: names.includes(name) ? all[name] : null });
}
const rules = async () => json<PaymentRulesAnswer>(await owner.get("/admin/payment-rules"));
const setRules = (...changed: Partial<PaymentRule>[]) => setPaymentRules(owner, ...changed);
const quoteOf = async (overrides: object = {}) =>
  json<QuoteAnswer>(await scene.rider.post("/quotes", request({ ...overrides })));
async function book(overrides: object = {}, more: object = {}) {
  const quote = await quoteOf(overrides);
  const [option] = quote.options;
  const back = quote.returnTrip;
  const agreedBeforeMinor =
    (option?.before?.amountMinor ?? 0) + (back?.options[0]?.before?.amountMinor ?? 0);
  const answer = await scene.rider.post("/reservations", {
    quote: quote.quote,
    vehicleClassId: option?.vehicleClass.id,
    agreedBeforeMinor,
    ...(back && { returnTrip: { quote: back.quote } }),
    ...more,
  });
  return (await json<{ reservation: RiderReservation }>(answer)).reservation;
}
const seen = async (id: string) =>
  (await json<{ reservation: RiderReservation }>(await scene.rider.get(`/reservations/${id}`)))
    .reservation;
const prepay = (id: string) => scene.rider.post(`/reservations/${id}/prepayment`);
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
const page = async (token: string) => json<PayPage>(await scene.rider.get(`/pay/${token}`));
const start = (token: string, method = "card_online") =>
  scene.rider.post(`/pay/${token}`, { method });
const attempts = () => scene.server.deps.db.select().from(paymentAttempts).all();
const newest = () => attempts().at(-1)?.id ?? "";
const rows = () => scene.server.deps.db.select().from(payments).all();
const did = () => rows().map(({ kind, state, amountMinor }) => [kind, state, amountMinor]);
const prepaymentRows = () => scene.server.deps.db.select().from(prepayments).all();
const differences = () => scene.server.deps.db.select().from(paymentDifferences).all();
const messages = () =>
  scene.server.deps.db
    .select()
    .from(outbox)
    .all()
    .map(({ kind, body }) => ({ kind, body: scene.server.deps.keys.decrypt(body ?? "") }));
const followUp = () => followUpPrepayments(scene.server.deps);
const minutes = (count: number) => scene.server.advance(count * 60_000);
const DAY = 24 * 60;

/** Opens the payment page, pays there and returns. */
async function pay(id: string, amount?: number) {
  const { url } = await json<{ url: string }>(await prepay(id));
  await json(await start(tokenOf(url)));
  const payment = newest();
  stripe.pay(payment, amount === undefined ? {} : { amount });
  scene.server.advance(10_000);
  await page(tokenOf(url));
  return { payment, token: tokenOf(url) };
}
/** Confirms a trip, assigns the driver, and drives it to its end. */
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
  await drive(
    scene,
    given.reservation,
    "en_route",
    "on_location",
    "passenger_on_board",
    "completed",
  );
}
const cancel = async (id: string) => {
  const { version } = await seen(id);
  await json(await scene.rider.post(`/reservations/${id}/cancellation`, { version }));
};

describe("payment rules", () => {
  test("are saved only by owners, with the version that was read", async () => {
    const before = await rules();
    expect(before).toMatchObject({ version: 0, can: { charge: true, hold: true } });
    await setRules({ take: "all" });
    const staleSettings = { ...before.settings, version: 0 };
    expect((await owner.put("/admin/payment-rules", staleSettings)).status).toBe(409);
    expect((await scene.rider.put("/admin/payment-rules", staleSettings)).status).toBe(401);
    const dispatcher = await signInAdmin(scene.server, { role: "dispatcher", email: "d@x.com" });
    expect((await dispatcher.put("/admin/payment-rules", staleSettings)).status).toBe(403);
    const wrongRules = {
      rules: [{ ...anyTrip, depositPercent: 0 }],
      payWithinMinutes: 30,
      version: 1,
    };
    expect((await owner.put("/admin/payment-rules", wrongRules)).status).toBe(400);
  });

  test("are skipped if no provider can carry them out", async () => {
    await setRules({ take: "hold" }, { take: "deposit" });
    const fare = (await quoteOf()).options[0];
    expect(fare?.before).toEqual({
      take: "hold",
      amountMinor: fare?.fareMinor ?? 0,
      requestAt: null,
    });
    connect("flutterwave");
    expect((await rules()).can).toEqual({ charge: true, hold: false });
    expect((await quoteOf()).options[0]?.before?.take).toBe("deposit");
    connect();
    expect((await quoteOf()).options[0]?.before).toBeUndefined();
    expect((await book()).prepayment).toBeUndefined();
    expect(prepaymentRows()).toEqual([]);
  });

  test("never ask a rider for more than the quote showed", async () => {
    const quote = await quoteOf();
    const [option] = quote.options;
    expect(option?.before).toBeUndefined();
    await setRules({ take: "deposit" });
    const answer = await scene.rider.post("/reservations", {
      quote: quote.quote,
      vehicleClassId: option?.vehicleClass.id,
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: "quote.expired" });
    expect(prepaymentRows()).toEqual([]);
  });
});

describe("a booking that must be prepaid", () => {
  test("waits for its deposit, which is paid once even from several tabs", async () => {
    await setRules({ take: "deposit", depositPercent: 30 });
    const { id, fareMinor, prepayment, state } = await book();
    const deposit = Math.round(fareMinor * 0.3);
    expect(state).toBe("pending");
    expect(prepayment).toMatchObject({ take: "deposit", amountMinor: deposit, state: "waiting" });
    const body = messages().find(({ kind }) => kind === "booking_received")?.body;
    expect(body).toContain("Otherwise we’ll cancel the booking");
    const [one, two] = await Promise.all([prepay(id), prepay(id)]);
    const { url } = await json<{ url: string }>(one);
    expect(await json<{ url: string }>(two)).toEqual({ url });
    const token = tokenOf(url);
    expect(await page(token)).toMatchObject({ amountMinor: deposit, isHold: false, state: "open" });
    await Promise.all([start(token), start(token)]);
    expect(attempts()).toHaveLength(1);
    stripe.pay(newest());
    await reconcilePayments(scene.server.deps);
    await reconcilePayments(scene.server.deps);
    expect((await seen(id)).prepayment?.state).toBe("paid");
    expect(did()).toEqual([["charge", "succeeded", deposit]]);
    minutes(31);
    await followUp();
    expect((await seen(id)).state).toBe("pending");
    scene.staff = await signInAdmin(scene.server, { email: "other@example.com" });
    await complete(id);
    await followUp();
    expect(prepaymentRows()[0]?.state).toBe("closed");
    expect((await seen(id)).dueMinor).toBe(fareMinor - deposit);
  });

  test("is cancelled at no cost if it is not paid in time, and the rider gets a message", async () => {
    await setRules({ take: "all" });
    const { id } = await book();
    const { url } = await json<{ url: string }>(await prepay(id));
    await start(tokenOf(url));
    minutes(29);
    await followUp();
    expect((await seen(id)).state).toBe("pending");
    minutes(2);
    await followUp();
    const trip = await seen(id);
    expect(trip).toMatchObject({ state: "cancelled", cancellationFeeMinor: 0, dueMinor: 0 });
    expect(trip.prepayment?.state).toBe("lapsed");
    expect(stripe.sessionOf(newest())?.status).toBe("expired");
    expect((await page(tokenOf(url))).state).toBe("ended");
    expect((await prepay(id)).status).toBe(409);
    const body = messages().find(({ kind }) => kind === "booking_cancelled")?.body;
    expect(body).toContain("The trip was not paid in time.");
    expect(body).toContain("The cancellation costs nothing.");
  });

  test("is followed up to its end before the server's background work stops", async () => {
    await setRules({ take: "all" });
    const { id } = await book();
    const { url } = await json<{ url: string }>(await prepay(id));
    await start(tokenOf(url));
    minutes(31);
    const rounds: (() => void)[] = [];
    const intervals = spyOn(globalThis, "setInterval").mockImplementation(((round: () => void) => {
      rounds.push(round);
      return 0;
    }) as typeof setInterval);
    const background = startBackground(scene.server.deps);
    intervals.mockRestore();
    for (const round of rounds) round();
    await background.stop();
    expect(prepaymentRows()[0]?.state).toBe("lapsed");
  });

  test("is no longer requested once dispatch bills the trip to a company", async () => {
    await setRules({ take: "all" });
    const { id } = await book();
    const { url } = await json<{ url: string }>(await prepay(id));
    await start(tokenOf(url));
    const changePayer = async (payer: object) => {
      const { version } = await seen(id);
      await json(await scene.staff.put(`/admin/reservations/${id}/payment`, { version, ...payer }));
    };
    const { id: companyId } = await createCompany(owner);
    await changePayer({ payment: "account", billTo: { companyId } });
    expect(await seen(id)).not.toHaveProperty("prepayment");
    // The provider cannot end the payment in progress yet.
    stripe.failureMode = "down";
    await followUp();
    expect(prepaymentRows()[0]?.state).toBe("waiting");
    stripe.failureMode = "well";
    await followUp();
    expect(prepaymentRows()[0]?.state).toBe("closed");
    expect(stripe.sessionOf(newest())?.status).toBe("expired");
    expect((await page(tokenOf(url))).state).toBe("ended");
    expect((await prepay(id)).status).toBe(409);
    // Nothing was paid, also if the rider pays in the car after all.
    await changePayer({ payment: "cash" });
    expect(await seen(id)).not.toHaveProperty("prepayment");
  });

  test("can be paid again after a failed attempt", async () => {
    await setRules({ take: "all" });
    const { id } = await book();
    const { url } = await json<{ url: string }>(await prepay(id));
    connect("flutterwave");
    await start(tokenOf(url));
    flutterwave.decline(newest());
    scene.server.advance(10_000);
    expect(await page(tokenOf(url))).toMatchObject({ state: "open", hasFailed: true });
    connect("stripe");
    await pay(id);
    expect((await seen(id)).prepayment?.state).toBe("paid");
  });

  test("is kept while the provider is down, and is paid afterwards", async () => {
    await setRules({ take: "all" });
    const { id, fareMinor } = await book();
    const { url } = await json<{ url: string }>(await prepay(id));
    stripe.failureMode = "500 after it";
    expect((await start(tokenOf(url))).status).toBe(502);
    expect((await seen(id)).state).toBe("pending");
    stripe.failureMode = "well";
    // Stripe repeats its 500 for the same key. After a minute, the check expires the attempt and the rider makes
    // another payment.
    minutes(2);
    await reconcilePayments(scene.server.deps);
    await pay(id);
    expect(attempts().map(({ state }) => state)).toEqual(["expired", "paid"]);
    expect(did()).toEqual([["charge", "succeeded", fareMinor]]);
  }, 30_000);

  test("is kept while the outcome is unknown, and a payment that comes too late is refunded", async () => {
    await setRules({ take: "all" });
    const { id, fareMinor } = await book();
    const { url } = await json<{ url: string }>(await prepay(id));
    await start(tokenOf(url));
    minutes(31);
    stripe.failureMode = "down";
    await followUp();
    expect((await seen(id)).state).toBe("pending");
    minutes(16);
    await followUp();
    expect((await seen(id)).state).toBe("cancelled");
    stripe.failureMode = "well";
    stripe.pay(newest());
    await reconcilePayments(scene.server.deps);
    await followUp();
    expect(did()).toEqual([
      ["charge", "succeeded", fareMinor],
      ["refund", "succeeded", -fareMinor],
    ]);
    expect(stripe.ledger()[newest()]).toBe(0);
    expect((await seen(id)).dueMinor).toBe(0);
  }, 60_000);

  test("is not prepaid by another amount, which is refunded", async () => {
    await setRules({ take: "all" });
    const { id } = await book();
    await pay(id, 700);
    expect((await seen(id)).prepayment?.state).toBe("waiting");
    expect(differences()).toMatchObject([{ kind: "amount", foundMinor: 700 }]);
    minutes(31);
    await followUp();
    await followUp();
    expect((await seen(id)).state).toBe("cancelled");
    expect(did()).toEqual([
      ["charge", "succeeded", 700],
      ["refund", "succeeded", -700],
    ]);
  });

  test("requests only its own refund when cancelled, not the pending ones of other bookings", async () => {
    await setRules({ take: "all" });
    const refundWhen = async (failureMode: "down" | "well") => {
      const { id } = await book();
      await pay(id);
      stripe.failureMode = failureMode;
      await cancel(id);
      await followUp();
      stripe.failureMode = "well";
      return () => rows().find((row) => row.kind === "refund" && row.reservationId === id)?.state;
    };
    const states = [await refundWhen("down"), await refundWhen("well")];
    expect(states.map((state) => state())).toEqual(["pending", "succeeded"]);
    await reconcilePayments(scene.server.deps);
    expect(states.map((state) => state())).toEqual(["succeeded", "succeeded"]);
  });

  test("refunds the payment when it is cancelled", async () => {
    await setRules({ take: "all" });
    const { id, fareMinor } = await book();
    await pay(id);
    await cancel(id);
    await followUp();
    await followUp();
    expect(did().at(-1)).toEqual(["refund", "succeeded", -fareMinor]);
  });

  test("is refunded after its cancellation once the disconnected provider is connected again", async () => {
    await setRules({ take: "all" });
    const { id, fareMinor } = await book();
    const { payment } = await pay(id);
    connect("flutterwave");
    await cancel(id);
    await followUp();
    expect(did().at(-1)).toEqual(["refund", "pending", -fareMinor]);
    connect("stripe", "flutterwave");
    await reconcilePayments(scene.server.deps);
    expect(did().at(-1)).toEqual(["refund", "succeeded", -fareMinor]);
    expect(stripe.ledger()[payment]).toBe(0);
  });

  test("is not cancelled if dispatch has confirmed it unpaid", async () => {
    await setRules({ take: "all" });
    const { id } = await book();
    const { version } = await seen(id);
    await json(await scene.staff.post(`/admin/reservations/${id}/confirmation`, { version }));
    minutes(31);
    await followUp();
    expect(await seen(id)).toMatchObject({ state: "confirmed", prepayment: { state: "waiting" } });
    expect((await pay(id)).token).not.toBe("");
    expect((await seen(id)).prepayment?.state).toBe("paid");
  });

  test("has a prepayment for each leg of a return trip", async () => {
    await setRules({ take: "all" });
    const { id } = await book({ returnTrip: { pickupLocal: "2026-11-21T19:00" } });
    expect(prepaymentRows()).toHaveLength(2);
    await pay(id);
    minutes(31);
    await followUp();
    expect(
      prepaymentRows()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(["lapsed", "paid"]);
    expect((await seen(id)).state).toBe("pending");
  });
});

describe("a hold on a card", () => {
  test("is captured once for the final price, and the rest is released", async () => {
    await setRules({ take: "hold", marginPercent: 20 });
    const { id, fareMinor, prepayment } = await book();
    const held = Math.round(fareMinor * 1.2);
    expect(prepayment?.amountMinor).toBe(held);
    const { payment, token } = await pay(id);
    expect(await page(token)).toMatchObject({ state: "paid", isHold: true });
    expect(await seen(id)).toMatchObject({
      dueMinor: 0,
      paidMinor: 0,
      prepayment: { state: "held", heldMinor: held, payBy: null },
    });
    await complete(id);
    const tripAnswer = await scene.phone.get(`/driver/reservations/${id}`);
    expect((await json<{ reservation: RiderReservation }>(tripAnswer)).reservation.dueMinor).toBe(
      0,
    );
    await Promise.all([followUp(), followUp()]);
    await followUp();
    expect(did()).toEqual([
      ["hold", "succeeded", held],
      ["capture", "succeeded", fareMinor],
    ]);
    expect(stripe.ledger()[payment]).toBe(fareMinor);
    expect(await seen(id)).toMatchObject({ paidMinor: fareMinor, dueMinor: 0 });
    expect(prepaymentRows()[0]).toMatchObject({ state: "closed", heldMinor: 0 });
    expect(differences()).toEqual([]);
  });

  test.each(["500 after it", "silent after it", "down"] as const)(
    "is captured only once by a provider that is %s",
    async (failureMode) => {
      await setRules({});
      const { id, fareMinor } = await book();
      const { payment } = await pay(id);
      await complete(id);
      stripe.failureMode = failureMode;
      await followUp();
      stripe.failureMode = "well";
      await followUp();
      await followUp();
      expect(did()).toEqual([
        ["hold", "succeeded", fareMinor],
        ["capture", "succeeded", fareMinor],
      ]);
      expect(stripe.ledger()[payment]).toBe(fareMinor);
    },
    120_000,
  );

  test("is released when the trip is cancelled", async () => {
    await setRules({});
    const { id, fareMinor } = await book();
    const { payment } = await pay(id);
    await cancel(id);
    await followUp();
    expect(did()).toEqual([
      ["hold", "succeeded", fareMinor],
      ["release", "succeeded", -fareMinor],
    ]);
    expect(stripe.ledger()[payment]).toBe(0);
    expect((await seen(id)).dueMinor).toBe(0);
  });

  test("that arrives after the trip was cancelled is released", async () => {
    await setRules({});
    const { id, fareMinor } = await book();
    const { url } = await json<{ url: string }>(await prepay(id));
    await start(tokenOf(url));
    const late = newest();
    await cancel(id);
    stripe.failureMode = "down";
    await followUp();
    expect(prepaymentRows()[0]?.state).toBe("closed");
    stripe.failureMode = "well";
    stripe.pay(late);
    await reconcilePayments(scene.server.deps);
    await followUp();
    expect(did()).toEqual([
      ["hold", "succeeded", fareMinor],
      ["release", "succeeded", -fareMinor],
    ]);
    expect(prepaymentRows()[0]).toMatchObject({ state: "closed", heldMinor: 0 });
  }, 30_000);

  test.each(["marked as resolved", "connected again"] as const)(
    "is reported a day after the trip if its provider was disconnected, until it is %s",
    async (end) => {
      await setRules({});
      const { id, fareMinor } = await book();
      const { payment } = await pay(id);
      await complete(id);
      connect("flutterwave");
      const warning = spyOn(scene.server.deps.log, "warning");
      await followUp();
      expect(warning).not.toHaveBeenCalled();
      expect(did().at(-1)).toEqual(["capture", "pending", fareMinor]);
      expect(differences()).toEqual([]);
      minutes(DAY);
      await followUp();
      await followUp();
      expect(warning).toHaveBeenCalledTimes(1);
      warning.mockRestore();
      const [difference] = differences();
      expect(differences()).toMatchObject([
        { kind: "hold_unconfirmed", reservationId: id, expectedMinor: fareMinor },
      ]);
      if (end === "connected again") connect("stripe", "flutterwave");
      else {
        owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
        const path = `/admin/payment-differences/${difference?.id}/resolution`;
        await json(await owner.post(path, { note: "The hold was released there" }));
      }
      await followUp();
      expect(differences()).toMatchObject([{ resolvedAt: expect.any(Number) }]);
      expect(prepaymentRows()[0]).toMatchObject({ state: "closed", heldMinor: 0 });
      const openLinks = scene.server.deps.db
        .select()
        .from(payLinks)
        .all()
        .filter((link) => link.end === null && !link.isTip);
      if (end === "connected again") {
        expect(did().slice(1)).toEqual([["capture", "succeeded", fareMinor]]);
        expect(stripe.ledger()[payment]).toBe(fareMinor);
        expect(openLinks).toEqual([]);
      } else {
        expect(did().slice(1)).toEqual([
          ["capture", "failed", fareMinor],
          ["release", "succeeded", -fareMinor],
        ]);
        expect(openLinks).toMatchObject([{ amountMinor: fareMinor }]);
        // The hold was captured there, and the provider tells it later.
        connect("stripe", "flutterwave");
        const { deps } = scene.server;
        const attempt = attempts().find((one) => one.id === payment);
        if (attempt)
          await openProvider(deps, "stripe")?.capture(
            recordedPaymentOf(deps, attempt),
            fareMinor,
            "captured-there",
          );
        await reconcilePayments(deps);
        await checkAttempt(deps, payment);
        expect(did()).toHaveLength(3);
        expect(differences().slice(1)).toMatchObject([
          { kind: "unknown", reservationId: id, foundMinor: fareMinor },
        ]);
      }
    },
  );

  test("pays the fee of a late cancellation", async () => {
    await setRules({});
    const { id } = await book();
    const { payment } = await pay(id);
    const { version } = await seen(id);
    await json(await scene.staff.post(`/admin/reservations/${id}/confirmation`, { version }));
    scene.server.advance(Date.parse((await seen(id)).pickupAt) - scene.server.deps.now() - 60_000);
    await cancel(id);
    await followUp();
    const fee = (await seen(id)).cancellationFeeMinor ?? 0;
    expect(fee).toBeGreaterThan(0);
    expect(did().at(-1)).toEqual(["capture", "succeeded", fee]);
    expect(stripe.ledger()[payment]).toBe(fee);
  });

  test("that has expired before the trip is requested again", async () => {
    await setRules({});
    const { id, fareMinor } = await book();
    const { payment } = await pay(id);
    stripe.endHold(payment);
    await reconcilePayments(scene.server.deps);
    expect(did().at(-1)).toEqual(["release", "succeeded", -fareMinor]);
    await followUp();
    expect((await seen(id)).prepayment).toMatchObject({
      state: "waiting",
      heldMinor: 0,
      payBy: null,
    });
    expect(messages().at(-1)?.body).toContain("held on your card");
    await pay(id);
    expect((await seen(id)).prepayment?.state).toBe("held");
  });

  test("that has expired at the end of the trip leaves a link for the amount due", async () => {
    await setRules({});
    const { id, fareMinor } = await book();
    const { payment } = await pay(id);
    await complete(id);
    stripe.endHold(payment);
    await followUp();
    expect(did()).toEqual([
      ["hold", "succeeded", fareMinor],
      ["capture", "failed", fareMinor],
      ["release", "succeeded", -fareMinor],
    ]);
    expect((await seen(id)).dueMinor).toBe(fareMinor);
    expect(scene.server.deps.db.select().from(staffNews).all().at(-1)).toMatchObject({
      topic: "payment_fault",
      subjectId: id,
    });
    expect(prepaymentRows()[0]?.state).toBe("closed");
    const links = scene.server.deps.db.select().from(payLinks).all();
    expect(links.at(-1)).toMatchObject({ isHold: false, amountMinor: fareMinor, end: null });
    expect(messages().filter(({ kind }) => kind === "pay_link")).toHaveLength(1);
    await followUp();
    expect(messages().filter(({ kind }) => kind === "pay_link")).toHaveLength(1);
  });

  test("that expired days before the trip is shown as released, and the rider gets a link", async () => {
    await setRules({});
    const { id, fareMinor } = await book({ pickupLocal: "2026-11-24T09:30" });
    const { payment } = await pay(id);
    minutes(8 * DAY);
    scene.staff = await signInAdmin(scene.server, { email: "later@example.com" });
    // Stripe releases the hold after seven days, and its webhook was missed.
    stripe.endHold(payment);
    await complete(id);
    await followUp();
    owner = await signInAdmin(scene.server, { role: "owner", email: "owner2@example.com" });
    const { money } = await json<TripMoneyAnswer>(
      await owner.get(`/admin/reservations/${id}/payments`),
    );
    expect(money).toMatchObject({ paidMinor: 0, dueMinor: fareMinor });
    expect(money.payments.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
      ["hold", "succeeded", ""],
      ["capture", "failed", ""],
      ["release", "succeeded", "The hold has expired at the provider"],
    ]);
    const sent = messages().filter(({ kind }) => kind === "pay_link");
    expect(sent).toHaveLength(1);
    await json(await start(/\/pay\/([\w-]+)/.exec(sent[0]?.body ?? "")?.[1] ?? ""));
    stripe.pay(newest());
    await reconcilePayments(scene.server.deps);
    expect((await seen(id)).dueMinor).toBe(0);
    expect(stripe.ledger()[newest()]).toBe(fareMinor);
  });

  test("that is being captured can be refunded only afterwards, and once", async () => {
    await setRules({});
    const { id, fareMinor } = await book();
    const { payment } = await pay(id);
    await complete(id);
    const refund = async (amountMinor: number) => {
      const capture = rows().find(({ kind }) => kind === "capture");
      const { version } = await seen(id);
      const body = { version, amountMinor, reason: "Late" };
      return owner.post(`/admin/reservations/${id}/payments/${capture?.id}/refund`, body);
    };
    let answerDuringHold: Response | null = null;
    stripe.intercept = async (moment, path) => {
      if (moment === "before" || !path.endsWith("/capture")) return;
      stripe.intercept = null;
      answerDuringHold = await refund(500);
      return;
    };
    await followUp();
    expect(await (answerDuringHold as Response | null)?.json()).toMatchObject({
      code: "payment.refund_too_much",
    });
    expect((await refund(500)).status).toBe(201);
    expect((await refund(fareMinor)).status).toBe(422);
    expect(stripe.ledger()[payment]).toBe(fareMinor - 500);
  });

  test("in a currency with three decimals is captured in an amount that the provider supports", async () => {
    await setRules({});
    const { id } = await book();
    const { db } = scene.server.deps;
    const lines = JSON.stringify([fareLine("base", 12_345)]);
    db.$client.run("UPDATE reservations SET currency = 'KWD', fare_minor = 12345, fare_lines = ?", [
      lines,
    ]);
    db.update(prepayments).set({ amountMinor: 12_350 }).run();
    const { payment } = await pay(id);
    await complete(id);
    await followUp();
    await followUp();
    expect(did()).toEqual([
      ["hold", "succeeded", 12_350],
      ["capture", "succeeded", 12_340],
    ]);
    expect(stripe.ledger()[payment]).toBe(12_340);
    expect((await seen(id)).dueMinor).toBe(5);
    expect(messages().filter(({ kind }) => kind === "pay_link")).toEqual([]);
    expect(prepaymentRows()[0]?.state).toBe("closed");
  });

  test("is requested five days before a distant pickup", async () => {
    await setRules({});
    const { id, prepayment } = await book({ pickupLocal: "2026-12-15T09:30" });
    expect(prepayment).toMatchObject({ state: "later", payBy: null });
    expect((await prepay(id)).status).toBe(409);
    await followUp();
    expect(messages().filter(({ kind }) => kind === "pay_link")).toEqual([]);
    scene.server.advance(Date.parse(prepayment?.requestAt ?? "") - scene.server.deps.now());
    await followUp();
    await followUp();
    expect(messages().filter(({ kind }) => kind === "pay_link")).toHaveLength(1);
    expect((await seen(id)).prepayment?.state).toBe("waiting");
  });

  test("that was captured can be refunded", async () => {
    await setRules({});
    const { id, fareMinor } = await book();
    const { payment } = await pay(id);
    await complete(id);
    await followUp();
    const capture = rows().find(({ kind }) => kind === "capture");
    const { version } = await seen(id);
    const body = { version, amountMinor: 500, reason: "Late" };
    const path = `/admin/reservations/${id}/payments/${capture?.id}/refund`;
    expect((await owner.post(path, body)).status).toBeLessThan(300);
    expect(stripe.ledger()[payment]).toBe(fareMinor - 500);
  });
});

describe("bookings that need no prepayment", () => {
  test("include those of riders with an earlier trip if the rule is for new riders", async () => {
    await setRules({ newRiders: true, take: "all" });
    const { id } = await book();
    expect(prepaymentRows()).toHaveLength(1);
    await pay(id);
    await complete(id);
    minutes(DAY);
    expect((await quoteOf({ pickupLocal: "2026-11-28T09:30" })).options[0]?.before).toBeUndefined();
  });
});
