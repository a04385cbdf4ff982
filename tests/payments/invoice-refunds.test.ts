/** An overpaid invoice is refunded the way it was paid, once, and never more than the excess. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import { companyEvents } from "../../db/schema/companies";
import { paymentAttempts, paymentDifferences } from "../../db/schema/payment-links";
import { payments } from "../../db/schema/payments";
import type { Company } from "../../src/companies/contract";
import type { Invoice, InvoiceAnswer } from "../../src/invoices/contract";
import type { Takings } from "../../src/payments/contract";
import type { PayLinkAnswer } from "../../src/payments/links/link-contract";
import { notifyStaff } from "../../src/notifications/staff/staff-notification-actions";
import type { DifferenceList } from "../../src/payments/online/online-contract";
import { reconcilePayments } from "../../src/payments/online/reconcile-actions";
import { createCompany } from "../support/companies";
import { createInvoice } from "../support/invoices";
import { startMomo } from "../support/payments/mtn-momo";
import { startStripe } from "../support/payments/stripe";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { messagesTo } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

const ACCOUNTANT_EMAIL = "accountant@example.com";
let server: TestServer;
let accountant: Browser;
let company: Company;
let invoice: Invoice;
const stripe = startStripe();
const otherStripe = startStripe();
const momo = startMomo();
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  Object.assign(server.deps.config, {
    stripe: { ...stripe.connection, timeoutMs: 2_000 },
    momo: momo.connection,
  });
  accountant = await signInAdmin(server, { role: "accountant", email: ACCOUNTANT_EMAIL });
  company = await createCompany(accountant, { name: "Acme Ltd" });
  invoice = await createInvoice(server, accountant, company.id, 9_000);
});
afterEach(() => {
  server.close();
  for (const fake of [stripe, momo]) {
    fake.failureMode = "well";
    fake.intercept = null;
    expect(fake.faults).toEqual([]);
  }
});
afterAll(() => Promise.all([stripe, otherStripe, momo].map((fake) => fake.stop())));

const at = (what: string) => `/admin/invoices/${invoice.id}/${what}`;
const look = async () =>
  (await json<InvoiceAnswer>(await accountant.get(`/admin/invoices/${invoice.id}`))).invoice;
const newest = () => server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "";
const refund = (id: string, amountMinor: number, key?: string) =>
  accountant.post(
    at(`payments/${id}/refund`),
    { amountMinor, reason: "Paid twice" },
    key === undefined ? {} : { "idempotency-key": key },
  );
const refuseRefunds = (status: number, message: string) => {
  const error = { type: "invalid_request_error", message };
  stripe.intercept = (_moment, path) =>
    path === "POST /v1/refunds" ? Response.json({ error }, { status }) : undefined;
};
/** Pays an invoice by link and by bank transfer, so 4,000 too much. Returns the id of the online payment. */
async function payTwice(method: "card_online" | "mobile_money"): Promise<string> {
  const { link } = await json<PayLinkAnswer>(await accountant.post(at("pay-link"), {}));
  const token = link?.url.split("/").at(-1);
  await server.browser("198.51.100.9").post(`/pay/${token}`, { method, phone: "+250 788 123 456" });
  const paid = { amountMinor: 4_000, method: "bank_transfer", paidOn: "2026-11-20" };
  expect((await accountant.post(at("payments"), paid)).status).toBe(201);
  (method === "card_online" ? stripe : momo).pay(newest());
  await reconcilePayments(server.deps);
  const { payments: rows, ...after } = await look();
  expect(after).toMatchObject({ state: "refund_due", balanceMinor: -4_000 });
  return rows.find(({ provider }) => provider !== null)?.id ?? "";
}

test("a refund of an invoice goes back through the provider, once per request", async () => {
  const charge = await payTwice("card_online");
  const bothAnswers = await Promise.all([refund(charge, 1_500, "k1"), refund(charge, 1_500, "k1")]);
  expect(bothAnswers.map(({ status }) => status)).toEqual([201, 201]);
  expect(await look()).toMatchObject({ balanceMinor: -2_500 });
  expect(await refusal(await refund(charge, 2_501))).toEqual([422, "payment.refund_too_much"]);
  expect((await refund(charge, 2_500)).status).toBe(201);
  expect(await look()).toMatchObject({ state: "paid", balanceMinor: 0 });
  expect(Object.values(stripe.ledger())).toContain(5_000);
  const events = server.deps.db.select().from(companyEvents).all();
  expect(events.filter(({ act }) => act === "payment_refunded")).toHaveLength(2);
  const auditEntries = server.deps.db.select().from(auditLog).all();
  expect(auditEntries.filter(({ action }) => /refunded/.test(action))).toMatchObject([
    { action: "payment.refunded_online", summary: expect.stringContaining("RWF 1,500 of invoice") },
    { action: "payment.refunded_online" },
  ]);
});

test("an invoice that was paid twice is listed as a difference", async () => {
  await payTwice("card_online");
  const { differences } = await json<DifferenceList>(
    await accountant.get("/admin/payment-differences"),
  );
  expect(differences).toMatchObject([
    { kind: "paid_twice", trip: null, invoice: { id: invoice.id, number: invoice.number } },
  ]);
});

test("a refund whose answer was lost is pending, and is made once", async () => {
  const charge = await payTwice("card_online");
  stripe.failureMode = "down";
  expect((await refund(charge, 4_000)).status).toBe(201);
  expect((await look()).payments.at(-1)).toMatchObject({ state: "pending", amountMinor: -4_000 });
  stripe.failureMode = "well";
  // A refund that is on its way cannot be made a second time.
  expect(await refusal(await refund(charge, 1))).toEqual([422, "payment.refund_too_much"]);
  await reconcilePayments(server.deps);
  await reconcilePayments(server.deps);
  expect(await look()).toMatchObject({ state: "paid", balanceMinor: 0 });
  expect(Object.values(stripe.ledger())).toContain(5_000);
});

test("a refund that the provider refused stays refused if its request is repeated", async () => {
  const charge = await payTwice("card_online");
  refuseRefunds(400, "The balance is too low.");
  expect(await refusal(await refund(charge, 4_000, "k1"))).toEqual([409, "payment.refund_refused"]);
  stripe.intercept = null;
  expect(await refusal(await refund(charge, 4_000, "k1"))).toEqual([409, "payment.refund_refused"]);
  expect(await look()).toMatchObject({ state: "refund_due", balanceMinor: -4_000 });
  expect((await refund(charge, 4_000, "k2")).status).toBe(201);
  expect(Object.values(stripe.ledger())).toContain(5_000);
});

test("a refund that the key may not make fails, and can be made again later", async () => {
  const charge = await payTwice("card_online");
  refuseRefunds(403, "This key may not create refunds.");
  const answer = await refund(charge, 4_000);
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { code: "payment.refund_refused", message: "This key may not create refunds." },
  ]);
  expect((await look()).payments.at(-1)).toMatchObject({ state: "failed", amountMinor: -4_000 });
  stripe.intercept = null;
  expect((await refund(charge, 4_000)).status).toBe(201);
  expect(Object.values(stripe.ledger())).toContain(5_000);
});

test("accountants get an e-mail if a refund fails later", async () => {
  const charge = await payTwice("card_online");
  await notifyStaff(server.deps, false);
  stripe.failureMode = "down";
  await refund(charge, 4_000);
  stripe.failureMode = "well";
  refuseRefunds(400, "The balance is too low.");
  await reconcilePayments(server.deps);
  const after = await look();
  expect(after).toMatchObject({ state: "refund_due", balanceMinor: -4_000 });
  expect(after.payments.at(-1)).toMatchObject({ state: "failed", amountMinor: -4_000 });
  await notifyStaff(server.deps, false);
  const [mail] = messagesTo(server, ACCOUNTANT_EMAIL);
  expect(mail?.subject).toBe(`A refund of invoice ${invoice.number} failed`);
  expect(mail?.text).toContain(`/dispatch/dashboard/invoices/${invoice.id}\n`);
});

test.each([
  ["a key that is refused", { ...stripe.connection, secretKey: "sk_test_other" }],
  ["a key of another account", otherStripe.connection],
])("a refund whose answer was lost stays pending with %s", async (_, connection) => {
  const charge = await payTwice("card_online");
  let isRefundMade = false;
  stripe.failureMode = "500 after it";
  stripe.intercept = (moment, path) => {
    if (isRefundMade && moment === "before") return new Response(null, { status: 503 });
    isRefundMade ||= path === "POST /v1/refunds" && moment === "after";
    return undefined;
  };
  expect((await refund(charge, 4_000)).status).toBe(201);
  stripe.intercept = null;
  stripe.failureMode = "well";
  const connected = server.deps.config.stripe;
  Object.assign(server.deps.config, { stripe: connection });
  await reconcilePayments(server.deps);
  expect((await look()).payments.at(-1)).toMatchObject({ state: "pending", amountMinor: -4_000 });
  expect(await refusal(await refund(charge, 1))).toEqual([422, "payment.refund_too_much"]);
  Object.assign(server.deps.config, { stripe: connected });
  await reconcilePayments(server.deps);
  expect(await look()).toMatchObject({ state: "paid", balanceMinor: 0 });
  expect(Object.values(stripe.ledger())).toContain(5_000);
});

describe("a refund whose outcome nobody can confirm", () => {
  const differences = async () =>
    (await json<DifferenceList>(await accountant.get("/admin/payment-differences"))).differences;
  const open = async () => (await differences()).filter(({ kind }) => kind !== "paid_twice");
  /** Makes a refund whose answer is lost, and moves to the day after the account was switched. */
  const loseRefund = async () => {
    const charge = await payTwice("card_online");
    stripe.failureMode = "down";
    expect((await refund(charge, 4_000)).status).toBe(201);
    stripe.failureMode = "well";
    const connected = server.deps.config.stripe;
    Object.assign(server.deps.config, { stripe: otherStripe.connection });
    await reconcilePayments(server.deps);
    expect(await open()).toEqual([]);
    server.advance(86_400_000);
    accountant = await signInAdmin(server, { role: "accountant", email: ACCOUNTANT_EMAIL });
    await notifyStaff(server.deps, false);
    await reconcilePayments(server.deps);
    await reconcilePayments(server.deps);
    return { charge, connected, id: (await look()).payments.at(-1)?.id };
  };

  test("is one difference that accountants hear of once, and resolving it marks the refund failed", async () => {
    const { charge, id } = await loseRefund();
    const [difference, ...more] = await open();
    expect(more).toEqual([]);
    expect(difference).toMatchObject({
      kind: "refund_unconfirmed",
      provider: "stripe",
      reference: id,
      invoice: { id: invoice.id },
      expected: { amountMinor: 4_000, currency: "RWF" },
      found: null,
    });
    const sent = messagesTo(server, ACCOUNTANT_EMAIL).length;
    await notifyStaff(server.deps, false);
    expect(messagesTo(server, ACCOUNTANT_EMAIL).length).toBe(sent + 1);
    expect(await refusal(await refund(charge, 1))).toEqual([422, "payment.refund_too_much"]);
    const path = `/admin/payment-differences/${difference?.id}/resolution`;
    expect((await accountant.post(path, { note: "Sent by bank transfer" })).status).toBe(200);
    const after = await look();
    expect(after).toMatchObject({ state: "refund_due", balanceMinor: -4_000 });
    expect(after.payments.at(-1)).toMatchObject({ id, state: "failed" });
    const transfer = after.payments.find(({ provider }) => provider === null)?.id ?? "";
    expect((await refund(transfer, 4_000)).status).toBe(201);
    await reconcilePayments(server.deps);
    expect([await open(), (await look()).balanceMinor]).toEqual([[], 0]);
  });

  test("is no longer a difference once the provider answers", async () => {
    const { connected } = await loseRefund();
    expect(await open()).toHaveLength(1);
    Object.assign(server.deps.config, { stripe: connected });
    await reconcilePayments(server.deps);
    expect([await open(), (await look()).balanceMinor]).toEqual([[], 0]);
  });

  test("is a difference even if its provider is not connected", async () => {
    await loseRefund();
    server.deps.db.delete(paymentDifferences).run();
    Object.assign(server.deps.config, { stripe: null });
    await reconcilePayments(server.deps);
    expect(await open()).toMatchObject([{ kind: "refund_unconfirmed" }]);
  });
});

test("a refund is refused and not recorded while its provider is not connected", async () => {
  const charge = await payTwice("card_online");
  const connected = server.deps.config.stripe;
  Object.assign(server.deps.config, { stripe: null });
  expect(await refusal(await refund(charge, 4_000))).toEqual([409, "payment.cannot_refund"]);
  expect(await look()).toMatchObject({ state: "refund_due", balanceMinor: -4_000 });
  Object.assign(server.deps.config, { stripe: connected });
  expect((await refund(charge, 4_000)).status).toBe(201);
  expect(Object.values(stripe.ledger())).toContain(5_000);
});

test("a refund that the provider cannot make is recorded as made by hand", async () => {
  const charge = await payTwice("mobile_money");
  expect((await refund(charge, 4_000)).status).toBe(201);
  expect(await look()).toMatchObject({ state: "paid", balanceMinor: 0 });
  expect(server.deps.db.select().from(payments).all().at(-1)).toMatchObject({
    kind: "refund",
    method: "mobile_money",
    provider: null,
    amountMinor: -4_000,
    reason: "Paid twice",
  });
});

test("a paid invoice can be refunded only up to the amount of its credit note", async () => {
  const { link } = await json<PayLinkAnswer>(await accountant.post(at("pay-link"), {}));
  await server
    .browser("198.51.100.9")
    .post(`/pay/${link?.url.split("/").at(-1)}`, { method: "card_online" });
  stripe.pay(newest());
  await reconcilePayments(server.deps);
  const [charge] = (await look()).payments;
  expect(await refusal(await refund(charge?.id ?? "", 1))).toEqual([
    422,
    "payment.refund_too_much",
  ]);
  const lines = [{ reservationId: invoice.lines[0]?.reservationId, amountMinor: 2_000 }];
  const creditAnswer = await accountant.post(at("credit-notes"), { reason: "Late", lines });
  expect(creditAnswer.status).toBe(201);
  expect((await refund(charge?.id ?? "", 2_000)).status).toBe(201);
  expect(await look()).toMatchObject({ state: "paid", balanceMinor: 0, creditedMinor: 2_000 });
});

test("a payment recorded by hand is refunded by hand, unless it was reversed", async () => {
  await payTwice("card_online");
  const transfer = (await look()).payments.find(({ provider }) => provider === null)?.id ?? "";
  expect((await refund(transfer, 1_000)).status).toBe(201);
  const after = await look();
  expect(after).toMatchObject({ balanceMinor: -3_000 });
  const back = after.payments.at(-1);
  expect(back).toMatchObject({ method: "bank_transfer", provider: null, amountMinor: -1_000 });
  expect(await refusal(await refund(back?.id ?? "", 5))).toEqual([422, "payment.refund_too_much"]);
  // A wrongly recorded refund is reversed like any entry.
  expect((await accountant.post(at(`payments/${back?.id}/reversal`))).status).toBe(201);
  expect(await look()).toMatchObject({ balanceMinor: -4_000 });
  expect((await accountant.post(at(`payments/${transfer}/reversal`))).status).toBe(201);
  expect(await refusal(await refund(transfer, 5))).toEqual([422, "payment.refund_too_much"]);
});

test("the server refuses a refund of 0, of an unknown payment, and by a dispatcher", async () => {
  const charge = await payTwice("card_online");
  expect(await refusal(await refund("none", 5))).toEqual([404, "request.not_found"]);
  expect((await refund(charge, 0)).status).toBe(400);
  accountant = await signInAdmin(server, { role: "dispatcher" });
  expect((await refund(charge, 5)).status).toBe(403);
});

test("takings show invoice payments by provider with fees, and expect them on the due day", async () => {
  const charge = await payTwice("card_online");
  await json(await refund(charge, 4_000));
  const { dueOn } = await look();
  const takings = await json<Takings>(
    await accountant.get(`/admin/takings?from=2026-11-20&to=${dueOn}`),
  );
  const feesMinor = takings.providers.find(({ provider }) => provider === "stripe")?.feesMinor ?? 0;
  expect(feesMinor).toBeGreaterThan(0);
  expect(takings.providers).toMatchObject([
    { provider: "stripe", payments: 2, receivedMinor: 9_000, refundedMinor: 4_000, feesMinor },
    { provider: null, payments: 1, receivedMinor: 4_000, refundedMinor: 0, feesMinor: 0 },
  ]);
  expect(takings.days).toMatchObject([
    { day: "2026-11-20", expectedMinor: 0, receivedMinor: 13_000, refundedMinor: 4_000, feesMinor },
    { day: dueOn, expectedMinor: 9_000, openMinor: 0, receivedMinor: 0 },
  ]);
});
