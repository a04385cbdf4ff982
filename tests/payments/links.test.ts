/** Paying by link with each provider, through real calls: in the end, the provider's ledger and Livery's agree. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import { reservations } from "../../db/schema/reservations";
import type { InvoiceAnswer } from "../../src/invoices/contract";
import { createCompany } from "../support/companies";
import { fareLine } from "../support/fare-lines";
import { reservationValues } from "../support/reservations";
import { outbox, staffNews } from "../../db/schema/notifications";
import {
  payLinks,
  paymentAttempts,
  paymentDifferences,
  paymentWebhooks,
} from "../../db/schema/payment-links";
import { payments } from "../../db/schema/payments";
import type { TripMoneyAnswer } from "../../src/payments/contract";
import type { PayLinkAnswer, PayPage } from "../../src/payments/links/link-contract";
import type { DifferenceList, Reconciliation } from "../../src/payments/online/online-contract";
import { reconcilePayments } from "../../src/payments/online/reconcile-actions";
import { processWebhooks } from "../../src/payments/online/webhook-actions";
import { startFlutterwave } from "../support/payments/flutterwave";
import { startMomo } from "../support/payments/mtn-momo";
import { startStripe } from "../support/payments/stripe";
import { planOf, recordStatements } from "../support/query-plans";
import { type Browser, refusal } from "../support/server";
import { messagesTo } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { createScene, go, json, type Scene } from "../tracking/scene";

let scene: Scene;
let owner: Browser;
let payer: Browser;
const stripe = startStripe();
const flutterwave = startFlutterwave();
const momo = startMomo();
beforeEach(async () => {
  scene = await createScene();
  const { config } = scene.server.deps;
  Object.assign(config, {
    // A request without an answer is made three times, so the timeout is short.
    stripe: { ...stripe.connection, timeoutMs: 2_000 },
    flutterwave: flutterwave.connection,
  });
  await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
  owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
  payer = scene.server.browser("198.51.100.9");
});
afterEach(() => {
  scene.server.close();
  for (const fake of [stripe, flutterwave, momo]) {
    fake.failureMode = "well";
    expect(fake.faults).toEqual([]);
  }
});
afterAll(() => Promise.all([stripe, flutterwave, momo].map((fake) => fake.stop())));
/** Connects MTN instead of Flutterwave. */
const connectMomo = () => Object.assign(scene.server.deps.config, { momo: momo.connection });

const at = (what: string) => `/admin/reservations/${scene.trip.id}/${what}`;
const makeLink = async (body: object = {}) => {
  const answer = await owner.post(at("pay-link"), body);
  const { link } = await json<PayLinkAnswer>(answer);
  if (!link) throw new Error("No link was made");
  return { ...link, token: link.url.split("/").at(-1) ?? "" };
};
const page = async (token: string) => json<PayPage>(await payer.get(`/pay/${token}`));
const start = (token: string, method: string, phone?: string, browser = payer) =>
  browser.post(`/pay/${token}`, { method, ...(phone && { phone }) });
const attempts = () => scene.server.deps.db.select().from(paymentAttempts).all();
const newest = () => attempts().at(-1)?.id ?? "";
const money = async () => (await json<TripMoneyAnswer>(await owner.get(at("payments")))).money;
const rows = () => scene.server.deps.db.select().from(payments).all();
const differences = () => scene.server.deps.db.select().from(paymentDifferences).all();
const refundMessages = () =>
  messagesTo(scene.server, "rider@example.com").filter(({ kind }) => kind === "refund");
const later = () => scene.server.advance(10_000);
const PHONE = "+250 788 123 456";

async function deliver(event = stripe.events.at(-1), id = "evt_1") {
  if (!event) throw new Error("Nothing happened");
  const { body, headers } = await stripe.deliver(event, { id });
  return post("stripe", body, headers);
}
function post(provider: string, body: string, headers: Record<string, string> = {}, query = "") {
  return scene.server.app.request(`/backend/payments/${provider}/webhook${query}`, {
    method: "POST",
    headers,
    body,
  });
}

test("the audit log records payment links, refunds and resolved differences", async () => {
  const actions = () => {
    const lines = scene.server.deps.db.select().from(auditLog).all();
    return new Set(lines.map(({ action }) => action));
  };
  await makeLink();
  await json(await owner.post(at("pay-link/message")));
  await json(await owner.delete(at("pay-link")));
  const links = scene.server.deps.db.select().from(auditLog).all();
  expect(links.filter(({ action }) => action === "payment.link")).toHaveLength(3);
  const { token } = await makeLink();
  await start(token, "card_online");
  stripe.pay(newest(), { amount: 700 });
  await json(await owner.post("/admin/payments/reconciliation"));
  const [difference] = differences();
  await json(
    await owner.post(`/admin/payment-differences/${difference?.id}/resolution`, { note: "Cash" }),
  );
  const { version } = await money();
  const charge = rows().at(-1)?.id;
  await json(
    await owner.post(at(`payments/${charge}/refund`), { version, amountMinor: 5, reason: "Late" }),
  );
  for (const action of [
    "payment.reconciled",
    "payment.difference_resolved",
    "payment.refunded_online",
  ] as const)
    expect(actions()).toContain(action);
});

test("an invoice is paid by a link that is sent to its company", async () => {
  const { deps } = scene.server;
  const company = await createCompany(owner, {
    name: "Volcano Hotels",
    billingEmail: "books@volcano.example",
  });
  deps.db
    .insert(reservations)
    .values(
      reservationValues({
        id: "account-trip",
        number: 2_001,
        pickupAt: deps.now() - 2 * 86_400_000,
        vehicleClassId: scene.trip.vehicleClass.id,
        state: "settled",
        payment: "account",
        companyId: company.id,
        fareMinor: 9_000,
        currency: "RWF",
        fareLines: [fareLine("base", 9_000)],
      }),
    )
    .run();
  const { invoice } = await json<InvoiceAnswer>(
    await owner.post(`/admin/companies/${company.id}/invoices`, {
      currency: "RWF",
      until: "2026-11-20",
    }),
  );
  const path = `/admin/invoices/${invoice.id}/pay-link`;
  const { link } = await json<PayLinkAnswer>(await owner.post(path, { send: true }));
  const token = link?.url.split("/").at(-1) ?? "";
  expect(await page(token)).toMatchObject({
    what: "invoice",
    number: String(invoice.number),
    amountMinor: 9_000,
  });
  await start(token, "card_online");
  stripe.pay(newest());
  later();
  expect((await page(token)).state).toBe("paid");
  expect(rows().at(-1)).toMatchObject({ invoiceId: invoice.id, amountMinor: 9_000 });
  expect(await refusal(await owner.post(path, {}))).toEqual([409, "payment.nothing_due"]);
});

describe("a payment link", () => {
  test("shows the amount due, the ways to pay, and the receipt after the payment", async () => {
    const { fareMinor, number } = scene.trip;
    const { token, url } = await makeLink();
    expect(url).toEndWith(`/pay/${token}`);
    expect(await page(token)).toMatchObject({
      what: "trip",
      number: String(number),
      amountMinor: fareMinor,
      currency: "RWF",
      state: "open",
      methods: [
        { method: "card_online", needsPhone: false, isTest: true },
        { method: "mobile_money", needsPhone: true, isTest: true },
      ],
      receipt: null,
    });
    const { url: there } = await json<{ url: string }>(await start(token, "card_online"));
    expect(there).toStartWith(stripe.url);
    expect((await page(token)).waiting).toEqual({ method: "card_online", url: there });
    stripe.pay(newest());
    later();
    expect(await page(token)).toMatchObject({
      state: "paid",
      methods: [],
      receipt: { amountMinor: fareMinor, method: "card_online" },
    });
    expect(await money()).toMatchObject({ paidMinor: fareMinor, dueMinor: 0 });
    expect(stripe.ledger()[newest()]).toBe(fareMinor);
    expect(rows().at(-1)).toMatchObject({
      kind: "charge",
      provider: "stripe",
      feeMinor: expect.any(Number),
    });
    expect(await refusal(await start(token, "card_online"))).toEqual([409, "payment.paid"]);
    expect(await refusal(await owner.post(at("pay-link"), {}))).toEqual([
      409,
      "payment.nothing_due",
    ]);
  });

  test("replaces the one before, can be revoked, expires, and its token is not stored", async () => {
    const first = await makeLink({ amountMinor: 1_000 });
    expect(await page(first.token)).toMatchObject({ amountMinor: 1_000 });
    await start(first.token, "card_online");
    const open = newest();
    const second = await makeLink();
    expect(second.token).not.toBe(first.token);
    expect((await page(first.token)).state).toBe("ended");
    expect(await refusal(await start(first.token, "card_online"))).toEqual([
      409,
      "payment.link_ended",
    ]);
    expect(stripe.sessionOf(open)?.status).toBe("expired");
    const stored = JSON.stringify(scene.server.deps.db.select().from(payLinks).all());
    for (const { token } of [first, second]) expect(stored).not.toContain(token);
    await json(await owner.delete(at("pay-link")));
    expect((await page(second.token)).state).toBe("ended");
    const third = await makeLink();
    scene.server.advance(15 * 86_400_000);
    expect((await page(third.token)).state).toBe("expired");
    expect(await refusal(await start(third.token, "card_online"))).toEqual([
      409,
      "payment.link_ended",
    ]);
    expect(await refusal(await payer.get("/pay/AAAAAAAAAAAAAAAAAAAAAA"))).toEqual([
      404,
      "payment.link_unknown",
    ]);
  });

  test("is sent to the rider, and sent again with the same URL", async () => {
    const { url } = await makeLink({ send: true });
    await json(await owner.post(at("pay-link/message")));
    const sent = scene.server.deps.db
      .select()
      .from(outbox)
      .all()
      .filter(({ kind }) => kind === "pay_link");
    expect(sent).toHaveLength(2);
    for (const { body } of sent) expect(scene.server.deps.keys.decrypt(body ?? "")).toContain(url);
  });

  test("cannot ask for more than is due, and refuses bad input and strangers", async () => {
    const { fareMinor } = scene.trip;
    expect(await refusal(await owner.post(at("pay-link"), { amountMinor: fareMinor + 1 }))).toEqual(
      [422, "payment.link_too_much"],
    );
    for (const body of [{ amountMinor: 0 }, { amountMinor: 1.5 }, { amountMinor: "x" }, []])
      expect((await owner.post(at("pay-link"), body)).status).toBe(400);
    expect((await payer.post(at("pay-link"), {})).status).toBe(401);
    const { token } = await makeLink();
    for (const body of [{}, { method: "cash" }, { method: "mobile_money", phone: "12" }])
      expect((await payer.post(`/pay/${token}`, body)).status).toBe(400);
    expect(attempts()).toEqual([]);
  });

  test("is paid only once from two tabs", async () => {
    const { token } = await makeLink();
    const other = scene.server.browser("198.51.100.10");
    const [one, two] = await Promise.all([
      start(token, "card_online"),
      start(token, "card_online", undefined, other),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await json(one)).toEqual(await json(two));
    expect(attempts()).toHaveLength(1);
  });

  test("can be paid in another way after its page is left, which closes that page", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    const card = newest();
    expect((await start(token, "mobile_money", PHONE)).status).toBe(200);
    expect(stripe.sessionOf(card)?.status).toBe("expired");
    flutterwave.pay(newest());
    later();
    expect((await page(token)).state).toBe("paid");
    expect((await money()).dueMinor).toBe(0);
  });

  test("asks only for the rest after another payment", async () => {
    const { fareMinor } = scene.trip;
    const { token } = await makeLink();
    const { version } = await money();
    const paid = { method: "cash", paidOn: "2026-11-20", amountMinor: 400, version };
    expect((await owner.post(at("payments"), paid)).status).toBe(201);
    expect((await page(token)).amountMinor).toBe(fareMinor - 400);
    await start(token, "card_online");
    stripe.pay(newest());
    later();
    await page(token);
    expect(await money()).toMatchObject({ paidMinor: fareMinor, dueMinor: 0 });
    expect(differences()).toEqual([]);
  });
});

describe("payment webhooks", () => {
  test("count once if they arrive repeatedly and in any order", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    const before = stripe.events.length;
    stripe.pay(newest());
    const [intent, session] = stripe.events.slice(before);
    for (const [event, id] of [
      [session, "evt_b"],
      [intent, "evt_a"],
      [session, "evt_b"],
      [intent, "evt_a"],
    ] as const)
      expect((await deliver(event, id)).status).toBe(200);
    await processWebhooks(scene.server.deps);
    expect(scene.server.deps.db.select().from(paymentWebhooks).all()).toHaveLength(2);
    expect(rows().filter(({ provider }) => provider === "stripe")).toHaveLength(1);
    expect((await money()).dueMinor).toBe(0);
  });

  test("with a wrong signature or from a provider that is not connected are refused, not stored", async () => {
    await makeLink();
    const body = JSON.stringify({ id: "evt_1", object: "event" });
    expect((await post("stripe", body, { "stripe-signature": "t=1,v1=2" })).status).toBe(400);
    expect((await post("flutterwave", body, { "verif-hash": "no" })).status).toBe(400);
    expect((await post("mtn_momo", body)).status).toBe(404);
    expect((await post("paypal", body)).status).toBe(400);
    expect(scene.server.deps.db.select().from(paymentWebhooks).all()).toEqual([]);
  });

  test("of another account or of the other mode, test or live, are refused", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    stripe.pay(newest());
    const event = stripe.events.at(-1);
    if (!event) throw new Error("Nothing happened");
    for (const other of [{ secret: "whsec_other" }, { live: true }]) {
      const { body, headers } = await stripe.deliver(event, other);
      expect(await refusal(await post("stripe", body, { ...headers }))).toEqual([
        400,
        "payment.webhook_refused",
      ]);
    }
    await start((await makeLink()).token, "mobile_money", PHONE);
    flutterwave.pay(newest());
    const { body, headers } = flutterwave.webhook(newest(), "hash-of-another");
    expect(await refusal(await post("flutterwave", body, headers))).toEqual([
      400,
      "payment.webhook_refused",
    ]);
    expect(scene.server.deps.db.select().from(paymentWebhooks).all()).toEqual([]);
    expect(rows()).toEqual([]);
  });

  test("that arrive while the provider is down are processed later", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    stripe.pay(newest());
    const { config } = scene.server.deps;
    const working = config.stripe;
    expect((await deliver()).status).toBe(200);
    await processWebhooks(scene.server.deps);
    config.stripe = working;
    await reconcilePayments(scene.server.deps);
    expect((await money()).dueMinor).toBe(0);
  });

  test("of a provider that is down do not block the others, and are processed one at a time", async () => {
    await start((await makeLink()).token, "mobile_money", PHONE);
    const attemptId = newest();
    const { deps } = scene.server;
    for (let number = 0; number < 100; number++)
      deps.db
        .insert(paymentWebhooks)
        .values({
          ...{ id: Bun.randomUUIDv7(), provider: "flutterwave", eventId: `${number}`, attemptId },
          ...{ type: "charge.completed", body: "{}", receivedAt: deps.now() },
        })
        .run();
    later();
    await start((await makeLink()).token, "card_online");
    stripe.pay(newest());
    let running = 0;
    let mostAtOnce = 0;
    flutterwave.calls.length = 0;
    flutterwave.intercept = async () => {
      mostAtOnce = Math.max(mostAtOnce, ++running);
      await Bun.sleep(20);
      running--;
      return "gone" as const;
    };
    await deliver();
    await Promise.all([processWebhooks(deps), processWebhooks(deps)]);
    flutterwave.intercept = null;
    expect((await money()).dueMinor).toBe(0);
    expect(mostAtOnce).toBe(1);
    expect(flutterwave.calls.length).toBeLessThan(30);
    const waiting = deps.db.select().from(paymentWebhooks).all();
    expect(waiting.filter(({ processedAt }) => processedAt === null)).toHaveLength(100);
  }, 60_000);

  test("of a burst are all processed, also after some whose answers cannot be read", async () => {
    await start((await makeLink()).token, "mobile_money", PHONE);
    const attemptId = newest();
    const { deps } = scene.server;
    for (let number = 0; number < 130; number++)
      deps.db
        .insert(paymentWebhooks)
        .values({
          ...{ id: Bun.randomUUIDv7(), provider: "flutterwave", eventId: `${number}` },
          ...{ attemptId: number < 4 ? attemptId : null, receivedAt: deps.now() + number },
          ...{ type: "charge.completed", body: "{}" },
        })
        .run();
    flutterwave.intercept = (moment) => (moment === "before" ? Response.json([]) : undefined);
    const { statements, stop } = recordStatements(deps.db.$client);
    await processWebhooks(deps);
    stop();
    flutterwave.intercept = null;
    const waiting = deps.db.select().from(paymentWebhooks).all();
    expect(waiting.filter(({ processedAt }) => processedAt === null)).toHaveLength(4);
    const [read = ""] = [...statements].filter((sql) => sql.includes("FROM payment_webhooks"));
    expect(planOf(deps.db.$client, read)).toBe(
      "SCAN payment_webhooks USING INDEX payment_webhooks_waiting",
    );
    await processWebhooks(deps);
    const after = deps.db.select().from(paymentWebhooks).all();
    expect(after.filter(({ processedAt }) => processedAt === null)).toEqual([]);
  });

  test("get a 500 until they are stored, so that the provider sends them again", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    stripe.pay(newest());
    const { deps } = scene.server;
    const { write } = deps;
    deps.write = () => Promise.reject(new Error("The disk is full"));
    expect((await deliver()).status).toBe(500);
    deps.write = write;
    expect(deps.db.select().from(paymentWebhooks).all()).toEqual([]);
    expect((await deliver()).status).toBe(200);
    await processWebhooks(deps);
    expect((await money()).dueMinor).toBe(0);
  });

  test("are deleted after 30 days", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    stripe.pay(newest());
    await deliver();
    await processWebhooks(scene.server.deps);
    scene.server.advance(31 * 86_400_000);
    await reconcilePayments(scene.server.deps);
    expect(scene.server.deps.db.select().from(paymentWebhooks).all()).toEqual([]);
  });

  test("of an unknown Livery payment become a difference, and those of other systems do not", async () => {
    const event = {
      type: "payment_intent.succeeded",
      object: { id: "pi_9", metadata: { livery_payment: crypto.randomUUID() } },
    };
    await deliver(event, "evt_u");
    await deliver(
      { type: "payment_intent.succeeded", object: { id: "pi_8", metadata: {} } },
      "evt_o",
    );
    await processWebhooks(scene.server.deps);
    expect(differences()).toMatchObject([{ kind: "unknown", ref: "pi_9" }]);
  });
});

describe("payment differences", () => {
  test("another amount is recorded as paid, listed, reported to staff and resolved", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    stripe.pay(newest(), { amount: 700 });
    later();
    await page(token);
    await reconcilePayments(scene.server.deps);
    expect(rows().at(-1)).toMatchObject({ kind: "charge", amountMinor: 700 });
    const { differences: open } = await json<DifferenceList>(
      await owner.get("/admin/payment-differences"),
    );
    expect(open).toMatchObject([
      {
        kind: "amount",
        expected: { amountMinor: scene.trip.fareMinor },
        found: { amountMinor: 700, currency: "RWF" },
        trip: { id: scene.trip.id },
      },
    ]);
    const [{ id } = { id: "" }] = open;
    expect(scene.server.deps.db.select().from(staffNews).all()).toContainEqual(
      expect.objectContaining({ topic: "payment_fault", subjectId: id, number: null }),
    );
    const resolve = () =>
      owner.post(`/admin/payment-differences/${id}/resolution`, { note: "The rest came in cash" });
    expect((await resolve()).status).toBe(200);
    expect(await refusal(await resolve())).toEqual([409, "payment.difference_resolved"]);
    const dispatcher = await signInAdmin(scene.server, {
      role: "dispatcher",
      email: "desk@example.com",
    });
    expect((await dispatcher.get("/admin/payment-differences")).status).toBe(403);
  });

  test("a payment in another currency does not count as paid", async () => {
    const { token } = await makeLink();
    await start(token, "mobile_money", PHONE);
    flutterwave.pay(newest(), { currency: "UGX" });
    await reconcilePayments(scene.server.deps);
    expect(differences()).toMatchObject([{ kind: "currency", foundCurrency: "UGX" }]);
    expect((await money()).paidMinor).toBe(0);
  });

  test("a dispute and a refund in the provider's dashboard are each listed once", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    const id = newest();
    stripe.pay(id);
    later();
    await page(token);
    stripe.dispute(id);
    await deliver(stripe.events.at(-1), "evt_d");
    stripe.refundAtProvider(id, 300);
    await deliver(stripe.events.at(-1), "evt_r");
    await processWebhooks(scene.server.deps);
    await deliver(stripe.events.at(-1), "evt_r2");
    await processWebhooks(scene.server.deps);
    expect(
      differences()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(["disputed", "refunded_there"]);
    expect((await money()).paidMinor).toBe(scene.trip.fareMinor - 300);
    expect(refundMessages()).toHaveLength(1);
    expect(stripe.ledger()[id]).toBe(scene.trip.fareMinor - 300);
  });

  test.each(["refund", "dispute"] as const)(
    "a %s without a webhook is found within a day",
    async (what) => {
      const { token } = await makeLink();
      await start(token, "card_online");
      const id = newest();
      stripe.pay(id);
      later();
      await page(token);
      if (what === "refund") stripe.refundAtProvider(id, 300);
      else stripe.dispute(id);
      // The hourly check leaves out payments that have arrived.
      const { checkedCount } = await reconcilePayments(scene.server.deps);
      expect([checkedCount, differences()]).toEqual([0, []]);
      scene.server.advance(86_400_000);
      await reconcilePayments(scene.server.deps);
      const kind = what === "refund" ? "refunded_there" : "disputed";
      expect(differences()).toMatchObject([{ kind }]);
    },
  );

  test.each([
    ["lost", "by webhook"],
    ["lost", "by the hourly look"],
    ["won", "by webhook"],
  ] as const)("the server books a dispute that is %s and found %s", async (end, way) => {
    const { fareMinor } = scene.trip;
    const { token } = await makeLink();
    await start(token, "card_online");
    const id = newest();
    stripe.pay(id);
    later();
    await page(token);
    stripe.dispute(id, 700);
    await deliver(stripe.events.at(-1), "evt_d");
    await processWebhooks(scene.server.deps);
    expect(await money()).toMatchObject({ paidMinor: fareMinor, dueMinor: 0 });
    expect(await reconcilePayments(scene.server.deps)).toMatchObject({ checkedCount: 1 });
    stripe.closeDispute(id, end);
    if (way === "by webhook") await deliver(stripe.events.at(-1), "evt_e");
    await reconcilePayments(scene.server.deps);
    await reconcilePayments(scene.server.deps);
    const returnedMinor = end === "lost" ? 700 : 0;
    // The money was taken back, so the trip must be paid again.
    expect(await money()).toMatchObject({
      billedMinor: fareMinor,
      paidMinor: fareMinor - returnedMinor,
      dueMinor: returnedMinor,
    });
    expect(stripe.ledger()[id]).toBe(fareMinor - returnedMinor);
    expect(refundMessages()).toEqual([]);
    expect(differences().map(({ kind, foundMinor }) => [kind, foundMinor])).toEqual(
      end === "lost"
        ? [
            ["disputed", fareMinor],
            ["charged_back", 700],
          ]
        : [["disputed", fareMinor]],
    );
    // After the decision nobody waits for the payment, and the hourly check leaves it out.
    expect(await reconcilePayments(scene.server.deps)).toMatchObject({ checkedCount: 0 });
    const { differences: open } = await json<DifferenceList>(
      await owner.get("/admin/payment-differences"),
    );
    expect(open.map(({ kind }) => kind)).toEqual(end === "lost" ? ["charged_back"] : []);
    // Money that the bank took back cannot be refunded as well.
    const { version, payments } = await money();
    const charge = payments.find(({ kind }) => kind === "charge")?.id ?? "";
    const refund = { version, amountMinor: fareMinor, reason: "Late driver" };
    const answer = await owner.post(at(`payments/${charge}/refund`), refund);
    expect(answer.status).toBe(end === "lost" ? 422 : 201);
  });

  test("a refund at the provider after a lost dispute is recorded as a refund", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    const id = newest();
    stripe.pay(id);
    await reconcilePayments(scene.server.deps);
    stripe.dispute(id, 700);
    stripe.closeDispute(id, "lost");
    await deliver(stripe.events.at(-1), "evt_d");
    await processWebhooks(scene.server.deps);
    stripe.refundAtProvider(id, 300);
    await deliver(stripe.events.at(-1), "evt_r");
    await processWebhooks(scene.server.deps);
    const returned = () =>
      rows()
        .filter(({ kind }) => kind === "refund")
        .map(({ amountMinor, reason }) => [amountMinor, reason]);
    expect(returned()).toEqual([
      [-700, "Charged back by the payer’s bank"],
      [-300, "Refunded at the provider"],
    ]);
    expect(differences().map(({ kind }) => kind)).toEqual([
      "disputed",
      "charged_back",
      "refunded_there",
    ]);
    expect(refundMessages()).toHaveLength(1);
    // Both at once, found by the same report.
    stripe.refundAtProvider(id, 20);
    stripe.dispute(id, 50);
    stripe.closeDispute(id, "lost");
    await deliver(stripe.events.at(-1), "evt_e");
    await processWebhooks(scene.server.deps);
    expect(returned().slice(2)).toEqual([
      [-20, "Refunded at the provider"],
      [-50, "Charged back by the payer’s bank"],
    ]);
    expect(refundMessages()).toHaveLength(2);
    expect((await money()).paidMinor).toBe(scene.trip.fareMinor - 1_070);
  });

  test("a second dispute reopens the difference that the end of the first one resolved", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    const id = newest();
    stripe.pay(id);
    await reconcilePayments(scene.server.deps);
    const open = async () =>
      (await json<DifferenceList>(await owner.get("/admin/payment-differences"))).differences.map(
        ({ kind }) => kind,
      );
    const deliverAndProcess = async (name: string) => {
      await deliver(stripe.events.at(-1), name);
      await processWebhooks(scene.server.deps);
    };
    stripe.dispute(id, 700);
    await deliverAndProcess("evt_d");
    stripe.closeDispute(id, "won");
    await deliverAndProcess("evt_e");
    expect(await open()).toEqual([]);
    stripe.dispute(id, 300);
    await deliverAndProcess("evt_f");
    expect(await open()).toEqual(["disputed"]);
  });

  test("a lost Flutterwave dispute, which sends no webhook, is charged back within a day", async () => {
    const { token } = await makeLink();
    await start(token, "mobile_money", PHONE);
    const id = newest();
    flutterwave.pay(id);
    await reconcilePayments(scene.server.deps);
    flutterwave.dispute(id, 700);
    flutterwave.closeDispute(id, "lost");
    scene.server.advance(86_400_000);
    await reconcilePayments(scene.server.deps);
    expect(differences().map(({ kind }) => kind)).toEqual(["disputed", "charged_back"]);
    expect(rows().at(-1)).toMatchObject({ kind: "refund", amountMinor: -700 });
  });

  test("a double payment is listed as a difference", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    const { version } = await money();
    const paid = {
      method: "cash",
      paidOn: "2026-11-20",
      amountMinor: scene.trip.fareMinor,
      version,
    };
    expect((await owner.post(at("payments"), paid)).status).toBe(201);
    stripe.pay(newest());
    await reconcilePayments(scene.server.deps);
    expect(differences()).toMatchObject([{ kind: "paid_twice" }]);
    expect((await money()).dueMinor).toBe(-scene.trip.fareMinor);
  });
});

describe("failing payment providers", () => {
  test("a payment fails while its provider is down, and the payer can start it again", async () => {
    connectMomo();
    momo.failureMode = "down";
    const { token } = await makeLink();
    expect(await refusal(await start(token, "mobile_money", PHONE))).toEqual([
      502,
      "payment.no_answer",
    ]);
    expect(momo.requests.has(newest())).toBe(false);
    momo.failureMode = "well";
    expect(await json(await start(token, "mobile_money", PHONE))).toEqual({ url: null });
    expect(attempts()).toHaveLength(1);
    momo.pay(newest());
    later();
    expect((await page(token)).state).toBe("paid");
  });

  test("a payment that never reached the provider expires, and the payer can choose another way", async () => {
    connectMomo();
    momo.failureMode = "down";
    const { token } = await makeLink();
    await start(token, "mobile_money", PHONE);
    momo.failureMode = "well";
    const requestCount = momo.requests.size;
    expect((await page(token)).state).toBe("waiting");
    scene.server.advance(30_000);
    expect((await page(token)).state).toBe("open");
    scene.server.advance(60_000);
    await reconcilePayments(scene.server.deps);
    expect(momo.requests.size).toBe(requestCount);
    expect((await start(token, "card_online")).status).toBe(200);
    expect(attempts().map(({ state }) => state)).toEqual(["expired", "open"]);
  });

  test("a payment confirmed minutes late counts, and the one begun in its place expires", async () => {
    connectMomo();
    momo.failureMode = "late";
    const { token } = await makeLink();
    expect((await start(token, "mobile_money", PHONE)).status).toBe(502);
    const late = newest();
    scene.server.advance(90_000);
    await reconcilePayments(scene.server.deps);
    expect((await start(token, "card_online")).status).toBe(200);
    await momo.catchUp();
    momo.failureMode = "well";
    momo.pay(late);
    await reconcilePayments(scene.server.deps);
    expect((await page(token)).state).toBe("paid");
    expect(attempts().map(({ state }) => state)).toEqual(["paid", "expired"]);
    expect(stripe.sessionOf(newest())?.status).toBe("expired");
    expect(rows()).toMatchObject([{ kind: "charge", amountMinor: scene.trip.fareMinor }]);
    expect([(await money()).dueMinor, differences()]).toEqual([0, []]);
  });

  test("a payment that belongs to another account expires", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    const { deps } = scene.server;
    deps.db.update(paymentAttempts).set({ providerRef: "cs_of_another" }).run();
    scene.server.advance(2 * 3_600_000);
    await reconcilePayments(deps);
    expect(attempts()[0]?.state).toBe("expired");
  });

  test("one unanswered payment does not stop the check of the others, three in a row do", async () => {
    connectMomo();
    for (let n = 0; n < 5; n++) {
      const { token } = await makeLink({ amountMinor: 100 });
      await start(token, "mobile_money", PHONE);
      momo.pay(newest());
      await reconcilePayments(scene.server.deps);
    }
    const countChecksWhile = async (isSilent: (path: string) => boolean) => {
      scene.server.advance(86_400_000);
      momo.calls.length = 0;
      momo.intercept = (_moment, path) =>
        isSilent(path) ? new Response(null, { status: 503 }) : undefined;
      const { silent, checkedCount } = await reconcilePayments(scene.server.deps);
      momo.intercept = null;
      expect(silent).toEqual(["mtn_momo"]);
      return [checkedCount, momo.calls.filter((path) => path.startsWith("GET ")).length];
    };
    const first = attempts()[0]?.id ?? "";
    expect(await countChecksWhile((path) => path.endsWith(first))).toEqual([4, 5]);
    expect(await countChecksWhile((path) => path.startsWith("GET "))).toEqual([0, 3]);
  });

  test("a payment that the provider answers with a 500 is not requested twice", async () => {
    connectMomo();
    momo.failureMode = "500 after it";
    const { token } = await makeLink();
    const before = momo.requests.size;
    expect((await start(token, "mobile_money", PHONE)).status).toBe(200);
    momo.failureMode = "well";
    momo.pay(newest());
    const { checkedCount } = await json<Reconciliation>(
      await owner.post("/admin/payments/reconciliation"),
    );
    expect(checkedCount).toBe(1);
    expect(momo.requests.size).toBe(before + 1);
    expect((await money()).dueMinor).toBe(0);
  });

  test("the hourly check finds a payment whose browser was closed on the provider's page", async () => {
    const { token } = await makeLink();
    await start(token, "card_online");
    stripe.pay(newest());
    expect(await reconcilePayments(scene.server.deps)).toEqual({
      checkedCount: 1,
      silent: [],
      differences: 0,
    });
    expect((await page(token)).state).toBe("paid");
    expect(await reconcilePayments(scene.server.deps)).toMatchObject({ checkedCount: 0 });
  });

  test("the server accepts MTN's callback only at its signed address", async () => {
    connectMomo();
    const { token } = await makeLink();
    await start(token, "mobile_money", PHONE);
    momo.pay(newest());
    const { url, body } = momo.callback(newest());
    const { search } = new URL(url);
    expect((await post("mtn_momo", body, {}, "?payment=x&signature=y")).status).toBe(400);
    expect((await post("mtn_momo", body, {}, search)).status).toBe(200);
    await processWebhooks(scene.server.deps);
    expect((await money()).dueMinor).toBe(0);
    expect(momo.ledger()[newest()]).toBe(scene.trip.fareMinor);
  });

  test("the payer can choose another way if the provider refuses the key", async () => {
    connectMomo();
    const { token } = await makeLink();
    stripe.intercept = async (_, path) =>
      path === "POST /v1/checkout/sessions"
        ? Response.json({ error: { message: "Invalid API Key" } }, { status: 401 })
        : undefined;
    expect(await refusal(await start(token, "card_online"))).toEqual([502, "payment.refused"]);
    expect(await json(await start(token, "mobile_money", PHONE))).toEqual({ url: null });
  });

  test("the payer is not sent to a provider's page that comes after the payment has expired", async () => {
    const { token } = await makeLink();
    stripe.intercept = async (moment, path) => {
      if (moment === "before" || path !== "POST /v1/checkout/sessions") return;
      stripe.intercept = null;
      scene.server.advance(61_000);
      await reconcilePayments(scene.server.deps);
      return;
    };
    expect(await refusal(await start(token, "card_online"))).toEqual([502, "payment.no_answer"]);
    const lost = newest();
    expect(attempts()).toMatchObject([{ state: "expired", providerRef: expect.any(String) }]);
    // If the money arrives through it after all, the check finds it.
    stripe.pay(lost);
    await reconcilePayments(scene.server.deps);
    expect(await money()).toMatchObject({ paidMinor: scene.trip.fareMinor, dueMinor: 0 });
  });

  test("a declined payment can be tried again", async () => {
    connectMomo();
    const { token } = await makeLink();
    await start(token, "mobile_money", PHONE);
    expect(await refusal(await start(token, "card_online"))).toEqual([409, "payment.under_way"]);
    momo.decline(newest());
    later();
    expect(await page(token)).toMatchObject({ state: "open", hasFailed: true });
    expect((await start(token, "card_online")).status).toBe(200);
  });
});

describe("a currency with three decimals", () => {
  test("is paid up to an amount that providers support, and the remainder stays due", async () => {
    scene.server.deps.db.$client.run(
      "UPDATE reservations SET currency = 'KWD', fare_minor = 12345, fare_lines = ? WHERE id = ?",
      [JSON.stringify([fareLine("base", 12_345)]), scene.trip.id],
    );
    const { token, amountMinor } = await makeLink();
    expect(amountMinor).toBe(12_340);
    expect(await page(token)).toMatchObject({ amountMinor: 12_340, currency: "KWD" });
    await start(token, "card_online");
    expect(stripe.sessionOf(newest())).toMatchObject({ amount_total: 12_340, currency: "kwd" });
    stripe.pay(newest());
    later();
    expect((await page(token)).receipt?.amountMinor).toBe(12_340);
    expect(await money()).toMatchObject({ paidMinor: 12_340, dueMinor: 5 });
    expect(await refusal(await owner.post(at("pay-link"), {}))).toEqual([
      409,
      "payment.nothing_due",
    ]);
    expect(differences()).toEqual([]);
  });
});

describe("refunds", () => {
  const refund = async (paymentId: string, body: object, key?: string) => {
    const { version } = await money();
    return owner.post(
      at(`payments/${paymentId}/refund`),
      { version, reason: "Late driver", ...body },
      key === undefined ? {} : { "idempotency-key": key },
    );
  };
  const pay = async (method = "card_online") => {
    const { token } = await makeLink();
    await start(token, method, PHONE);
    const id = newest();
    (method === "card_online" ? stripe : flutterwave).pay(id);
    later();
    await page(token);
    return { id, charge: rows().at(-1)?.id ?? "" };
  };

  test("a partial refund goes back through the provider once and lowers the price", async () => {
    const { fareMinor } = scene.trip;
    const { id, charge } = await pay();
    const { version } = await money();
    const sendTwice = () =>
      owner.post(
        at(`payments/${charge}/refund`),
        { version, reason: "Late driver", amountMinor: 500 },
        { "idempotency-key": "r1" },
      );
    expect((await sendTwice()).status).toBe(201);
    expect((await sendTwice()).status).toBe(201);
    for (const correction of [{ lowersPay: true }, { reason: "Late" }])
      expect(
        await refusal(await refund(charge, { amountMinor: 500, ...correction }, "r1")),
      ).toEqual([422, "idempotency.reused"]);
    expect(await money()).toMatchObject({
      billedMinor: fareMinor - 500,
      paidMinor: fareMinor - 500,
      dueMinor: 0,
    });
    expect(stripe.ledger()[id]).toBe(fareMinor - 500);
    expect(refundMessages()).toHaveLength(1);
  });

  test("a refund of more than the payment is refused", async () => {
    const { charge } = await pay();
    const { fareMinor } = scene.trip;
    expect(await refusal(await refund(charge, { amountMinor: fareMinor + 1 }))).toEqual([
      422,
      "payment.refund_too_much",
    ]);
    expect((await refund(charge, { amountMinor: fareMinor })).status).toBe(201);
    expect(await refusal(await refund(charge, { amountMinor: 1 }))).toEqual([
      422,
      "payment.refund_too_much",
    ]);
    expect((await refund(charge, { amountMinor: 1, reason: "" })).status).toBe(400);
  });

  test("refunds by hand and through the provider together cannot exceed the payment", async () => {
    const { id, charge } = await pay();
    const { fareMinor } = scene.trip;
    const refundByHand = async (amountMinor: number) =>
      owner.post(at("refunds"), {
        version: (await money()).version,
        amountMinor,
        method: "cash",
        paidOn: "2026-11-20",
        reason: "Late driver",
      });
    expect((await refundByHand(500)).status).toBe(201);
    expect(await refusal(await refund(charge, { amountMinor: fareMinor - 499 }))).toEqual([
      422,
      "payment.refund_too_much",
    ]);
    stripe.failureMode = "down";
    expect((await refund(charge, { amountMinor: fareMinor - 500 })).status).toBe(201);
    stripe.failureMode = "well";
    // It is on its way, so it cannot be made a second time.
    expect(await refusal(await refundByHand(1))).toEqual([422, "payment.refund_too_much"]);
    await reconcilePayments(scene.server.deps);
    expect(stripe.ledger()[id]).toBe(500);
    expect((await money()).paidMinor).toBe(0);
  }, 20_000);

  test.each(["card_online", "mobile_money"])(
    "the hourly check completes a refund once if its answer was lost: %s",
    async (method) => {
      const { id, charge } = await pay(method);
      const fake = method === "card_online" ? stripe : flutterwave;
      fake.failureMode = "down";
      expect((await refund(charge, { amountMinor: 500 })).status).toBe(201);
      expect(rows().at(-1)).toMatchObject({ kind: "refund", state: "pending" });
      // The rider is told once the refund is made.
      expect(refundMessages()).toEqual([]);
      fake.failureMode = "well";
      await reconcilePayments(scene.server.deps);
      await reconcilePayments(scene.server.deps);
      expect(rows().at(-1)).toMatchObject({ kind: "refund", state: "succeeded" });
      expect(fake.ledger()[id]).toBe(scene.trip.fareMinor - 500);
      expect((await money()).paidMinor).toBe(scene.trip.fareMinor - 500);
      expect(refundMessages()).toHaveLength(1);
      expect(differences()).toEqual([]);
    },
  );

  test.each([
    ["card_online", "by webhook"],
    ["card_online", "by the daily look"],
    ["mobile_money", "by the daily look"],
  ])(
    "a refund that the bank returns later is reversed and listed once: %s, %s",
    async (method, way) => {
      const { id, charge } = await pay(method);
      expect((await refund(charge, { amountMinor: 500 })).status).toBe(201);
      const refundRow = rows().at(-1);
      const { paidMinor } = await money();
      // Weeks after the payment.
      scene.server.advance(29 * 86_400_000);
      if (method === "card_online")
        for (const one of stripe.refunds.values()) stripe.failRefund(one, way !== "by webhook");
      else for (const one of flutterwave.refunds) one.status = "failed";
      const fake = method === "card_online" ? stripe : flutterwave;
      expect(fake.ledger()[id]).toBe(scene.trip.fareMinor);
      for (const day of [1, 2]) {
        if (way === "by webhook") await deliver(stripe.events.at(-1), `evt_f${day}`);
        else scene.server.advance(86_400_000);
        await reconcilePayments(scene.server.deps);
      }
      expect(differences()).toMatchObject([
        {
          kind: "refund_failed",
          ref: refundRow?.id,
          reservationId: scene.trip.id,
          expectedMinor: 500,
        },
      ]);
      expect(rows().at(-1)).toMatchObject({
        ...{ kind: "refund", state: "succeeded", amountMinor: 500 },
        reversesId: refundRow?.id,
      });
      owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
      expect((await money()).paidMinor).toBe(paidMinor + 500);
      // It can be refunded again, through the same payment or in another way.
      expect((await refund(charge, { amountMinor: scene.trip.fareMinor })).status).toBe(201);
      expect(fake.ledger()[id]).toBe(0);
      expect(differences()).toHaveLength(1);
    },
  );

  test("a refund that nobody can confirm is marked failed and can be made by hand", async () => {
    const { charge } = await pay();
    stripe.failureMode = "down";
    expect((await refund(charge, { amountMinor: 500 })).status).toBe(201);
    Object.assign(scene.server.deps.config, { stripe: null });
    scene.server.advance(86_400_000);
    await reconcilePayments(scene.server.deps);
    const [difference] = differences();
    expect(difference).toMatchObject({
      kind: "refund_unconfirmed",
      reservationId: scene.trip.id,
      ref: rows().at(-1)?.id,
    });
    owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
    const { version, paidMinor, dueMinor } = await money();
    const path = `/admin/payment-differences/${difference?.id}/resolution`;
    await json(await owner.post(path, { note: "It was not made" }));
    expect(rows().at(-1)).toMatchObject({ kind: "refund", state: "failed" });
    const manualRefund = {
      amountMinor: 500,
      method: "cash",
      paidOn: "2026-11-21",
      reason: "Late driver",
    };
    const refundByHand = (seen: number) =>
      owner.post(at("refunds"), { ...manualRefund, version: seen });
    // The trip's log records it, so the version has changed.
    expect((await refundByHand(version)).status).toBe(409);
    expect((await refundByHand((await money()).version)).status).toBe(201);
    expect(await money()).toMatchObject({ paidMinor: paidMinor - 500, dueMinor: dueMinor + 500 });
  });

  test.each(["500 after it", "silent after it"] as const)(
    "a refund answered by %s is made once",
    async (failureMode) => {
      const { id, charge } = await pay();
      stripe.failureMode = failureMode;
      expect((await refund(charge, { amountMinor: 500 })).status).toBe(201);
      stripe.failureMode = "well";
      await reconcilePayments(scene.server.deps);
      expect(rows().filter(({ kind }) => kind === "refund")).toMatchObject([
        { state: "succeeded", amountMinor: -500 },
      ]);
      expect(stripe.ledger()[id]).toBe(scene.trip.fareMinor - 500);
    },
    90_000,
  );

  test("a payment by MTN MoMo can only be refunded by hand", async () => {
    connectMomo();
    const { token } = await makeLink();
    await start(token, "mobile_money", PHONE);
    momo.pay(newest());
    later();
    await page(token);
    expect(await refusal(await refund(rows().at(-1)?.id ?? "", { amountMinor: 5 }))).toEqual([
      409,
      "payment.cannot_refund",
    ]);
  });
});
