/**
 * Each payment provider behind the common interface, tested against fakes that check requests against the published
 * reference.
 */
import { afterEach, describe, expect, test } from "bun:test";
import { flutterwaveProvider } from "../../src/payment-providers/flutterwave";
import { momoProvider } from "../../src/payment-providers/mtn-momo";
import {
  type RecordedPayment,
  type PaymentProvider,
  type PaymentRequest,
  ProviderRefusal,
  ProviderNoAnswerError,
  WebhookRefusedError,
} from "../../src/payment-providers/provider";
import { fromStripeAmount, toStripeAmount } from "../../src/payment-providers/provider-money";
import { stripeProvider } from "../../src/payment-providers/stripe";
import { canRefundOnline } from "../../src/payments/rules";
import type { FakeProvider } from "../support/payments/fake-provider";
import { startFlutterwave } from "../support/payments/flutterwave";
import { startMomo } from "../support/payments/mtn-momo";
import { startStripe } from "../support/payments/stripe";

const fakeProviders: FakeProvider[] = [];
afterEach(async () => {
  const over = fakeProviders.splice(0);
  await Promise.all(over.map((fake) => fake.stop()));
  // In every test, the provider accepted every request.
  expect(over.flatMap(({ faults }) => faults)).toEqual([]);
});
const registerFake = <Fake extends FakeProvider>(fake: Fake): Fake => {
  fakeProviders.push(fake);
  return fake;
};

const now = () => Date.now();
const ask = (other: Partial<PaymentRequest> = {}): PaymentRequest => ({
  id: crypto.randomUUID(),
  method: "card_online",
  amountMinor: 12_500,
  currency: "RWF",
  isHold: false,
  description: "Trip LV-1042",
  payer: { name: "Ada O’Brien", email: "ada@example.com", phone: "+250788123456" },
  returnUrl: "https://rides.example.com/pay/token",
  callbackUrl: "https://rides.example.com/backend/payments/mtn_momo/webhook?payment=1&signature=2",
  expiresAt: now() + 3_600_000,
  ...other,
});
const known = ({ id, currency }: PaymentRequest, ref: string | null): RecordedPayment => ({
  id,
  ref,
  currency,
});

function stripe(keys: Parameters<typeof startStripe>[0] = {}) {
  const fake = registerFake(startStripe(keys));
  return { fake, provider: stripeProvider(fake.connection) };
}
function flutterwave() {
  const fake = registerFake(startFlutterwave());
  const house = { now, operatorEmail: "office@example.com", brand: "Kigali Cars" };
  return { fake, provider: flutterwaveProvider(fake.connection, house) };
}
const chargebackOf = (flw_ref: string) =>
  Response.json({ status: "success", data: [{ flw_ref, amount: 5_000, status: "lost" }] });
function momo() {
  const fake = registerFake(startMomo());
  const signs = (id: string, signature: string) => signature === `signed-${id}`;
  return { fake, provider: momoProvider(fake.connection, { now, signs }) };
}
const begin = async (provider: PaymentProvider, request: PaymentRequest) =>
  known(request, (await provider.start(request)).ref);
/** Expects that a refused key counts as no answer, because it says nothing about earlier requests. */
async function expectKeyRefused(provider: PaymentProvider): Promise<void> {
  const request = ask({ method: provider.methods("RWF")[0] ?? "card_online" });
  const payment = known(request, "pi_1");
  const asked: Promise<unknown>[] = [
    provider.check(),
    provider.start(request),
    provider.find(payment),
  ];
  if (canRefundOnline(provider.id)) asked.push(provider.refund(payment, 1, "refund-1"));
  if (provider.canHold) asked.push(provider.capture(payment, 1, "capture-1"));
  for (const answer of await Promise.allSettled(asked))
    expect(answer).toMatchObject({ reason: expect.any(ProviderNoAnswerError) });
}
/** Shortens the timeout of a provider's answer to 300 ms, so that the test does not wait for it. */
const withShortTimeout = (work: () => Promise<unknown>) => {
  const realTimeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = () => realTimeout(300);
  return work().finally(() => {
    AbortSignal.timeout = realTimeout;
  });
};

describe("Stripe", () => {
  test("takes a card payment on its page and reports the amount and the fee", async () => {
    const { fake, provider } = stripe();
    const request = ask();
    const { ref, next } = await provider.start(request);
    expect(next).toEqual({ kind: "redirect", url: `${fake.url}/c/pay/${ref}` });
    const payment = known(request, ref);
    expect(await provider.find(payment)).toMatchObject({ state: "open", receivedMinor: 0 });
    fake.pay(request.id);
    expect(await provider.find(payment)).toEqual({
      ref,
      moneyRef: expect.stringMatching(/^pi_/),
      state: "paid",
      currency: "RWF",
      heldMinor: 0,
      receivedMinor: 12_500,
      refundedMinor: 0,
      feeMinor: 363,
      dispute: null,
      chargedBackMinor: 0,
      isLive: false,
      failure: null,
    });
  });

  test("captures part of a hold, and refunds once for a repeated request", async () => {
    const { fake, provider } = stripe();
    const request = ask({ isHold: true, currency: "USD", amountMinor: 4_000 });
    const payment = await begin(provider, request);
    fake.pay(request.id);
    expect(await provider.find(payment)).toMatchObject({ state: "held", heldMinor: 4_000 });
    await provider.capture(payment, 3_250, "capture-1");
    await provider.refund(payment, 250, "refund-1");
    const secondRefund = await provider.refund(payment, 250, "refund-1");
    expect(secondRefund.state).toBe("done");
    expect(await provider.find(payment)).toMatchObject({
      state: "paid",
      heldMinor: 0,
      receivedMinor: 3_250,
      refundedMinor: 250,
    });
    expect(fake.ledger()).toEqual({ [request.id]: 3_000 });
  });

  test("releases a hold without a charge, and refuses to capture an expired hold", async () => {
    const { fake, provider } = stripe();
    const [first, second] = [ask({ isHold: true }), ask({ isHold: true })];
    const releasedPayment = await begin(provider, first);
    const late = await begin(provider, second);
    for (const { id } of [first, second]) fake.pay(id);
    await provider.release(releasedPayment, "release-1");
    expect(await provider.find(releasedPayment)).toMatchObject({ state: "released", heldMinor: 0 });
    fake.endHold(second.id);
    await expect(provider.capture(late, 12_500, "capture-1")).rejects.toThrow(
      /Send a payment link/,
    );
    expect(fake.ledger()).toEqual({ [first.id]: 0, [second.id]: 0 });
  });

  test("refuses to refund more than was paid or to capture more than is held", async () => {
    const { fake, provider } = stripe();
    const [paidRequest, holdRequest] = [ask(), ask({ isHold: true })];
    const one = await begin(provider, paidRequest);
    const two = await begin(provider, holdRequest);
    for (const { id } of [paidRequest, holdRequest]) fake.pay(id);
    await expect(provider.refund(one, 12_501, "refund-1")).rejects.toBeInstanceOf(ProviderRefusal);
    await expect(provider.capture(two, 12_501, "capture-1")).rejects.toBeInstanceOf(
      ProviderRefusal,
    );
    await expect(provider.refund(two, 1, "refund-2")).rejects.toBeInstanceOf(ProviderRefusal);
  });

  test("accepts no payment on a cancelled page, and does not cancel a paid one", async () => {
    const { fake, provider } = stripe();
    const [left, paidRequest] = [ask(), ask()];
    const one = await begin(provider, left);
    const two = await begin(provider, paidRequest);
    fake.pay(paidRequest.id);
    expect(await provider.cancel(one)).toBe(true);
    expect(await provider.cancel(one)).toBe(true);
    expect(await provider.cancel(two)).toBe(false);
    expect(() => fake.pay(left.id)).toThrow("cannot be paid");
    expect(await provider.find(one)).toMatchObject({ state: "expired" });
  });

  test("captures and refunds only once if its answer is lost", async () => {
    const { fake, provider } = stripe();
    const [paidRequest, holdRequest] = [ask(), ask({ isHold: true })];
    const one = await begin(provider, paidRequest);
    const two = await begin(provider, holdRequest);
    for (const { id } of [paidRequest, holdRequest]) fake.pay(id);
    fake.failureMode = "500 after it";
    await provider.capture(two, 12_000, "capture-1");
    await provider.capture(two, 12_000, "capture-1");
    expect((await provider.refund(one, 500, "refund-1")).state).toBe("done");
    fake.failureMode = "well";
    expect((await provider.refund(one, 500, "refund-1")).state).toBe("done");
    expect(fake.ledger()).toEqual({ [paidRequest.id]: 12_000, [holdRequest.id]: 12_000 });
  });

  test("reports that the outcome is unknown while Stripe is down", async () => {
    const { fake, provider } = stripe();
    const request = ask();
    fake.failureMode = "down";
    await expect(provider.start(request)).rejects.toBeInstanceOf(ProviderNoAnswerError);
    await provider.start(request).catch(() => {});
    fake.failureMode = "well";
    expect((await provider.start(request)).ref).toStartWith("cs_");
  });

  test("accepts only webhooks with its signature and of the same mode, test or live", async () => {
    const { fake, provider } = stripe();
    const request = ask();
    await provider.start(request);
    fake.pay(request.id);
    const [event] = fake.events;
    if (!event) throw new Error("Nothing happened");
    const taken = (sent: { body: string; headers: object }) =>
      provider.readWebhook({
        body: sent.body,
        headers: new Headers(Object.entries(sent.headers)),
        query: new URLSearchParams(),
      });
    const goodDelivery = await fake.deliver(event);
    expect(await taken(goodDelivery)).toEqual({
      eventId: "evt_1",
      type: "payment_intent.succeeded",
      paymentId: request.id,
      ref: expect.stringMatching(/^pi_/),
    });
    const bad = [
      { ...goodDelivery, body: goodDelivery.body.replace("12500", "1") },
      { ...goodDelivery, headers: {} },
      await fake.deliver(event, { secret: "whsec_other" }),
      await fake.deliver(event, { live: true }),
    ];
    for (const each of bad) await expect(taken(each)).rejects.toBeInstanceOf(WebhookRefusedError);
  });

  test.each([
    ["says what was taken back once it is lost", true, 12_500],
    ["is known to a key that may not read disputes, though not its end", false, 0],
  ] as const)("a dispute %s", async (_, readsDisputes, chargedBackMinor) => {
    const { fake, provider } = stripe({ readsDisputes });
    const request = ask();
    const payment = await begin(provider, request);
    fake.pay(request.id);
    fake.dispute(request.id);
    const before = { state: "paid", dispute: "open", chargedBackMinor: 0 };
    expect(await provider.find(payment)).toMatchObject(before);
    fake.closeDispute(request.id, "lost");
    const dispute = readsDisputes ? "decided" : "open";
    expect(await provider.find(payment)).toMatchObject({ ...before, dispute, chargedBackMinor });
  });

  test.each([
    ["are listed with their keys", true, [{ key: "r1", amountMinor: 300, state: "done" }]],
    ["are not known to a key that may not read them, and all else is", false, null],
  ] as const)("refunds %s", async (_, readsRefunds, refunds) => {
    const { fake, provider } = stripe({ readsRefunds });
    const request = ask();
    const payment = await begin(provider, request);
    fake.pay(request.id);
    if (readsRefunds) await provider.refund(payment, 300, "r1");
    expect(await provider.listRefunds(payment)).toEqual(refunds && [...refunds]);
    expect(await provider.find(payment)).toMatchObject({ state: "paid" });
  });

  test("names the disputed payment in the webhook of a dispute", async () => {
    const { fake, provider } = stripe();
    const request = ask();
    const payment = await begin(provider, request);
    fake.pay(request.id);
    fake.dispute(request.id);
    const facts = await provider.find(payment);
    expect(facts).toMatchObject({ state: "paid", dispute: "open" });
    const { body, headers } = await fake.deliver(fake.events.at(-1) ?? { type: "", object: {} });
    const query = new URLSearchParams();
    const read = await provider.readWebhook({ body, headers: new Headers({ ...headers }), query });
    expect(read).toMatchObject({ type: "charge.dispute.created", ref: facts?.moneyRef ?? "" });
  });

  test("tells a live key from a test key, and refuses a wrong one", async () => {
    expect(stripe().provider.isLive).toBe(false);
    expect(stripe({ secretKey: "rk_live_2" }).provider.isLive).toBe(true);
    const { fake, provider } = stripe();
    expect(await provider.check()).toBe("Stripe accepts the test key.");
    const settings = { ...fake.connection, secretKey: "sk_test_other" };
    await expectKeyRefused(stripeProvider(settings));
  });

  test.each([
    ["RWF", 12_500, 12_500],
    ["USD", 2_750, 2_750],
    ["KWD", 1_230, 1_230],
    ["UGX", 5_000, 500_000],
    ["ISK", 900, 90_000],
    ["MGA", 500_000, 5_000],
  ])("converts %s to and from Stripe's units", (currency, minor, sent) => {
    expect(toStripeAmount(minor, currency)).toBe(sent);
    expect(fromStripeAmount(sent, currency)).toBe(minor);
  });

  test.each([
    ["KWD", 1_234],
    ["MGA", 50],
  ])("refuses an amount in %s that Stripe cannot represent", (currency, minor) => {
    expect(() => toStripeAmount(minor, currency)).toThrow(ProviderRefusal);
  });
});

describe("Flutterwave", () => {
  test("takes a card payment on its page and mobile money in Rwanda by a charge", async () => {
    const { fake, provider } = flutterwave();
    const [card, mobilePayment] = [ask(), ask({ method: "mobile_money" })];
    expect((await provider.start(card)).next.kind).toBe("redirect");
    expect((await provider.start(mobilePayment)).next).toEqual({
      kind: "redirect",
      url: `${fake.url}/otp/${mobilePayment.id}`,
    });
    expect(await provider.find(known(card, card.id))).toBeNull();
    expect(await provider.find(known(mobilePayment, mobilePayment.id))).toMatchObject({
      state: "open",
    });
    for (const { id } of [card, mobilePayment]) fake.pay(id);
    for (const request of [card, mobilePayment])
      expect(await provider.find(known(request, request.id))).toMatchObject({
        state: "paid",
        currency: "RWF",
        receivedMinor: 12_500,
        feeMinor: 475,
        failure: null,
      });
    expect(fake.links.get(card.id)).toMatchObject({ payment_options: "card", amount: "12500" });
  });

  test("opens its page for mobile money if the payer must choose a network", async () => {
    const { fake, provider } = flutterwave();
    const request = ask({ method: "mobile_money", currency: "GHS", amountMinor: 1_250 });
    await provider.start(request);
    expect(fake.links.get(request.id)).toMatchObject({
      payment_options: "mobilemoneyghana",
      amount: "12.50",
    });
    expect(provider.methods("GHS")).toEqual(["mobile_money", "card_online"]);
    expect(provider.methods("EUR")).toEqual(["card_online"]);
  });

  test("reports why a payment was declined, and accepts another attempt on the same page", async () => {
    const { fake, provider } = flutterwave();
    const request = ask();
    const payment = await begin(provider, request);
    fake.decline(request.id);
    expect(await provider.find(payment)).toMatchObject({
      state: "failed",
      failure: "Insufficient funds",
    });
    fake.pay(request.id);
    expect(await provider.find(payment)).toMatchObject({ state: "paid" });
  });

  test.each([
    ["initiated", "open", 0],
    ["declined", "open", 0],
    ["won", "decided", 0],
    ["lost", "decided", 5_000],
    ["accepted", "decided", 5_000],
  ] as const)("reports a dispute that is %s", async (status, dispute, chargedBackMinor) => {
    const { fake, provider } = flutterwave();
    const request = ask({ method: "mobile_money" });
    const payment = await begin(provider, request);
    fake.pay(request.id);
    expect(await provider.find(payment)).toMatchObject({ dispute: null, chargedBackMinor: 0 });
    fake.dispute(request.id, 5_000);
    fake.closeDispute(request.id, status);
    expect(await provider.find(payment)).toMatchObject({
      state: "paid",
      dispute,
      receivedMinor: 12_500,
      chargedBackMinor,
    });
  });

  test.each([
    ["cannot be fetched", () => new Response("Cannot GET /v3/chargebacks", { status: 404 })],
    ["has only disputes of other payments", () => chargebackOf("FLW-other")],
    ["has an unexpected shape", () => Response.json({ status: "success", data: { of: "all" } })],
  ])("reports a payment as paid even if the list of disputes %s", async (_, answer) => {
    const { fake, provider } = flutterwave();
    const request = ask({ method: "mobile_money" });
    const payment = await begin(provider, request);
    fake.pay(request.id);
    fake.intercept = (_moment, path) => (path === "GET /v3/chargebacks" ? answer() : undefined);
    expect(await provider.find(payment)).toMatchObject({
      state: "paid",
      receivedMinor: 12_500,
      dispute: null,
      chargedBackMinor: 0,
    });
  });

  test("charges a phone only once if the answer is lost", async () => {
    const { fake, provider } = flutterwave();
    const request = ask({ method: "mobile_money" });
    fake.failureMode = "500 after it";
    expect((await provider.start(request)).next.kind).toBe("prompt");
    fake.failureMode = "well";
    await provider.start(request);
    expect(fake.transactions).toHaveLength(1);
  });

  test("refunds only once if the answer is lost, and never more than was paid", async () => {
    const { fake, provider } = flutterwave();
    const request = ask();
    const payment = await begin(provider, request);
    await expect(provider.refund(payment, 500, "refund-0")).rejects.toBeInstanceOf(
      ProviderNoAnswerError,
    );
    fake.pay(request.id);
    fake.failureMode = "500 after it";
    await expect(provider.refund(payment, 500, "refund-1")).rejects.toBeInstanceOf(
      ProviderNoAnswerError,
    );
    await provider.refund(payment, 500, "refund-1").catch(() => {});
    fake.failureMode = "well";
    // Nobody knows whether the refund was made, and after a refusal somebody would make it again.
    fake.intercept = () =>
      Response.json({ status: "error", message: "Too many requests" }, { status: 429 });
    await expect(provider.refund(payment, 500, "refund-1")).rejects.toBeInstanceOf(
      ProviderNoAnswerError,
    );
    fake.intercept = null;
    expect((await provider.refund(payment, 500, "refund-1")).state).toBe("done");
    await expect(provider.refund(payment, 12_001, "refund-2")).rejects.toBeInstanceOf(
      ProviderRefusal,
    );
    expect(await provider.find(payment)).toMatchObject({ refundedMinor: 500 });
    expect(fake.ledger()).toEqual({ [request.id]: 12_000 });
  });

  test("accepts webhooks only with its secret hash", async () => {
    const { fake, provider } = flutterwave();
    const request = ask();
    await provider.start(request);
    fake.pay(request.id);
    const taken = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      provider.readWebhook({ body, headers: new Headers(headers), query: new URLSearchParams() });
    expect(await taken(fake.webhook(request.id))).toMatchObject({
      type: "charge.completed",
      paymentId: request.id,
    });
    await expect(taken(fake.webhook(request.id, "other"))).rejects.toBeInstanceOf(
      WebhookRefusedError,
    );
    await expect(taken({ body: "{", headers: { "verif-hash": "hash-1" } })).rejects.toBeInstanceOf(
      WebhookRefusedError,
    );
  });

  test("refuses to hold an amount, and checks its key", async () => {
    const { fake, provider } = flutterwave();
    await expect(provider.start(ask({ isHold: true }))).rejects.toBeInstanceOf(ProviderRefusal);
    expect(await provider.check()).toBe("Flutterwave accepts the test key.");
    const wrongProvider = flutterwaveProvider(
      { apiUrl: fake.url, secretKey: "FLWSECK-live", secretHash: "x" },
      { now, operatorEmail: "office@example.com", brand: "Kigali Cars" },
    );
    expect(wrongProvider.isLive).toBe(true);
    await expectKeyRefused(wrongProvider);
  });
});

describe("MTN MoMo", () => {
  test("asks the payer on the phone and reports the answer", async () => {
    const { fake, provider } = momo();
    const [paidRequest, declinedRequest] = [
      ask({ method: "mobile_money" }),
      ask({ method: "mobile_money" }),
    ];
    const one = await begin(provider, paidRequest);
    const two = await begin(provider, declinedRequest);
    expect(fake.requests.get(paidRequest.id)).toMatchObject({
      amount: "12500",
      payer: { partyIdType: "MSISDN", partyId: "250788123456" },
      payerMessage: "Trip LV-1042",
    });
    expect(await provider.find(one)).toMatchObject({ state: "open" });
    fake.pay(paidRequest.id);
    fake.decline(declinedRequest.id);
    expect(await provider.find(one)).toMatchObject({ state: "paid", receivedMinor: 12_500 });
    expect(await provider.find(two)).toMatchObject({
      state: "failed",
      failure: "APPROVAL_REJECTED",
    });
    expect(await provider.find(known(ask(), null))).toBeNull();
  });

  test("reports a request that nobody answers on the phone as expired", async () => {
    const { fake, provider } = momo();
    const request = ask({ method: "mobile_money" });
    const payment = await begin(provider, request);
    fake.decline(request.id, "EXPIRED");
    expect(await provider.find(payment)).toMatchObject({ state: "expired" });
  });

  test.each(["500 after it", "silent after it"] as const)(
    "asks the phone only once if the answer is lost: %s",
    async (failureMode) => {
      const { fake, provider } = momo();
      const request = ask({ method: "mobile_money" });
      await provider.check();
      fake.failureMode = failureMode;
      await withShortTimeout(() => provider.start(request));
      fake.failureMode = "well";
      await provider.start(request);
      expect([...fake.requests.keys()]).toEqual([request.id]);
    },
  );

  test("asks no phone, and reports that the outcome is unknown, while MTN MoMo is down", async () => {
    const { fake, provider } = momo();
    await provider.check();
    fake.failureMode = "down";
    const request = ask({ method: "mobile_money" });
    await expect(provider.start(request)).rejects.toBeInstanceOf(ProviderNoAnswerError);
    await provider.start(request).catch(() => {});
    expect(fake.requests.size).toBe(0);
  });

  test("accepts callbacks only at an address that Livery signed", async () => {
    const { provider } = momo();
    const taken = (signature: string) =>
      provider.readWebhook({
        body: JSON.stringify({ status: "SUCCESSFUL", externalId: "p1" }),
        headers: new Headers(),
        query: new URLSearchParams({ payment: "p1", signature }),
      });
    expect(await taken("signed-p1")).toEqual({
      eventId: "p1:SUCCESSFUL",
      type: "SUCCESSFUL",
      paymentId: "p1",
      ref: "p1",
    });
    await expect(taken("signed-p2")).rejects.toBeInstanceOf(WebhookRefusedError);
  });

  test("needs a phone number, refuses refunds and checks its keys", async () => {
    const { fake, provider } = momo();
    const nobody = { name: null, email: null, phone: null };
    await expect(provider.start(ask({ payer: nobody }))).rejects.toBeInstanceOf(ProviderRefusal);
    await expect(provider.refund(known(ask(), null), 1, "r")).rejects.toBeInstanceOf(
      ProviderRefusal,
    );
    expect(await provider.check()).toBe("MTN accepts the keys for sandbox.");
    const wrongProvider = momoProvider(
      { ...fake.connection, apiKey: "other" },
      { now, signs: () => true },
    );
    await expectKeyRefused(wrongProvider);
  });
});
