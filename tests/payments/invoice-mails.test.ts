/** Invoices are e-mailed with their PDF and a link, and reminders follow the rules, never twice. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { companyEvents } from "../../db/schema/companies";
import { invoiceMails } from "../../db/schema/invoices";
import { outbox } from "../../db/schema/notifications";
import { payLinks, paymentAttempts } from "../../db/schema/payment-links";
import type { Company } from "../../src/companies/contract";
import { createCarriers } from "../../src/notifications/carriers";
import { readInvoicePdf } from "../../src/invoices/document-queries";
import type { Invoice, InvoiceAnswer } from "../../src/invoices/contract";
import { decryptBody } from "../../src/notifications/outbox";
import type { PayPage } from "../../src/payments/links/link-contract";
import { remindOfInvoices } from "../../src/payments/invoices/reminder-actions";
import { createCompany } from "../support/companies";
import { createInvoice } from "../support/invoices";
import { startStripe } from "../support/payments/stripe";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const DAY = 86_400_000;
let server: TestServer;
let accountant: Browser;
let company: Company;
const stripe = startStripe();
beforeEach(async () => {
  server = await createTestServer({
    RATE_LIMITS: "off",
    INVOICE_PAYMENT: "Bank of Kigali 000-111",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "Livery <hello@livery.test>",
  });
  Object.assign(server.deps.config, { stripe: stripe.connection });
  accountant = await signInAdmin(server, { role: "accountant" });
  company = await createCompany(accountant, {
    name: "Acme Ltd",
    billingEmail: "books@acme.example",
    paymentTermDays: 14,
  });
});
afterEach(() => server.close());
afterAll(() => stripe.stop());

const later = async (days: number) => {
  server.advance(days * DAY);
  accountant = await signInAdmin(server, { role: "accountant" });
};
const invoice = (minor = 1_000) => createInvoice(server, accountant, company.id, minor);
const mail = ({ id }: Pick<Invoice, "id">) => accountant.post(`/admin/invoices/${id}/mail`);
const look = async ({ id }: Pick<Invoice, "id">) =>
  ((await (await accountant.get(`/admin/invoices/${id}`)).json()) as InvoiceAnswer).invoice;
const pay = ({ id }: Pick<Invoice, "id">, amountMinor: number) =>
  accountant.post(`/admin/invoices/${id}/payments`, {
    amountMinor,
    method: "bank_transfer",
    paidOn: "2026-11-20",
  });
const sent = () =>
  server.deps.db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => /^(invoice|credit_note)/.test(kind))
    .map((row) => ({ ...row, body: decryptBody(server.deps.keys, row.body ?? "") }));
const mails = () => server.deps.db.select().from(invoiceMails).all();
const rule = async (invoiceReminderDays: number[], remindInvoices = true) => {
  const { version } = (await (await accountant.get("/admin/invoice-reminders")).json()) as {
    version: number;
  };
  return accountant.put("/admin/invoice-reminders", {
    remindInvoices,
    invoiceReminderDays,
    version,
  });
};

test("the server e-mails an invoice to the company with its PDF and a payment link", async () => {
  const made = await invoice(9_000);
  expect(await look(made)).toMatchObject({ mail: null, linkOpenedAt: null });
  expect((await mail(made)).status).toBe(201);
  const [message] = sent();
  expect(message).toMatchObject({
    recipient: "books@acme.example",
    kind: "invoice",
    subject: expect.stringMatching(/^Invoice 1 from /),
    body: { invoiceOf: made.id },
  });
  expect(message?.body.text).toContain("RWF 9,000 is attached, due on Fri 4 Dec 2026");
  expect(message?.body.text).toContain("Bank of Kigali 000-111");
  const token = /\/pay\/(\S+)/.exec(message?.body.text ?? "")?.[1] ?? "";
  expect(await look(made)).toMatchObject({
    mail: { state: "waiting", isReminder: false },
    linkOpenedAt: null,
  });
  const payer = server.browser("198.51.100.9");
  const page = async () => (await (await payer.get(`/pay/${token}`)).json()) as PayPage;
  expect(await page()).toMatchObject({ what: "invoice", amountMinor: 9_000, state: "open" });
  expect((await look(made)).linkOpenedAt).not.toBeNull();
  await payer.post(`/pay/${token}`, { method: "card_online" });
  stripe.pay(server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "");
  server.advance(10_000);
  expect((await page()).state).toBe("paid");
  expect(await look(made)).toMatchObject({ state: "paid", balanceMinor: 0 });
  // Sent again after the payment: it has the PDF, and nothing to pay.
  server.advance(60_000);
  expect((await mail(made)).status).toBe(201);
  expect(sent().at(-1)?.body.text).not.toContain("/pay/");
  const acts = server.deps.db.select().from(companyEvents).all();
  expect(acts.filter(({ act }) => act === "invoice_mailed")).toHaveLength(2);
});

test("the e-mail attaches the PDF, and is not sent if the PDF cannot be made", async () => {
  const made = await invoice();
  await mail(made);
  const [row] = sent();
  if (!row) throw new Error("Nothing was queued");
  const message = { ...row, ...row.body, channel: "email" as const };
  const carriers = createCarriers(server.deps, async () => null);
  await expect(carriers.email(message)).rejects.toThrow("no invoice to attach");
  const file = await readInvoicePdf(server.deps, made.id);
  expect([file.name, new TextDecoder().decode(file.bytes.slice(0, 4))]).toEqual([
    "invoice-1.pdf",
    "%PDF",
  ]);
});

test("two clicks at once send one e-mail, and a valid payment link is kept", async () => {
  const made = await invoice();
  const answers = await Promise.all([mail(made), mail(made)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 409]);
  expect(await refusal(await mail(made))).toEqual([409, "invoice.mailed_just_now"]);
  server.advance(60_001);
  await mail(made);
  expect(server.deps.db.select().from(payLinks).all()).toHaveLength(1);
  await later(80);
  await mail(made);
  const links = server.deps.db.select().from(payLinks).all();
  expect(links.map(({ end }) => end)).toEqual(["replaced", null]);
});

test("a credit note is e-mailed without a link", async () => {
  const made = await invoice();
  const creditNoteAnswer = await accountant.post(`/admin/invoices/${made.id}/credit-notes`, {
    reason: "Wrong",
    lines: [{ reservationId: made.lines[0]?.reservationId, amountMinor: 100 }],
  });
  const { invoice: note } = (await creditNoteAnswer.json()) as InvoiceAnswer;
  expect((await mail(note)).status).toBe(201);
  expect(sent()[0]).toMatchObject({ kind: "credit_note", body: { invoiceOf: note.id } });
  expect(sent()[0]?.body.text).not.toContain("/pay/");
});

test("the server e-mails no invoice without an address, and none for a dispatcher", async () => {
  const plainCompany = await createCompany(accountant, { name: "Bare Ltd" });
  const made = await createInvoice(server, accountant, plainCompany.id, 500);
  expect(await refusal(await mail(made))).toEqual([422, "invoice.no_email"]);
  const link = await accountant.post(`/admin/invoices/${made.id}/pay-link`, { send: true });
  expect(await refusal(link)).toEqual([422, "invoice.no_email"]);
  expect(await refusal(await mail({ id: "none" }))).toEqual([404, "request.not_found"]);
  accountant = await signInAdmin(server, { role: "dispatcher" });
  expect((await mail(made)).status).toBe(403);
  expect(sent()).toEqual([]);
});

test("an overdue open invoice gets one reminder per rule, in the morning", async () => {
  const made = await invoice();
  const paid = await invoice(2_000);
  await pay(paid, 2_000);
  const plainCompany = await createCompany(accountant, { name: "Bare Ltd", paymentTermDays: 0 });
  await createInvoice(server, accountant, plainCompany.id, 500);
  expect(await remindOfInvoices(server.deps)).toBe(0);
  expect((await rule([7, 14])).status).toBe(200);
  await later(14 + 6);
  expect(await remindOfInvoices(server.deps)).toBe(0);
  await later(1);
  await pay(made, 300);
  const counts = await Promise.all([remindOfInvoices(server.deps), remindOfInvoices(server.deps)]);
  expect(counts.toSorted()).toEqual([0, 1]);
  expect(await remindOfInvoices(server.deps)).toBe(0);
  const [message] = sent();
  expect(message).toMatchObject({
    kind: "invoice_reminder",
    subject: "Reminder: invoice 1 is overdue",
  });
  expect(message?.body.text).toContain("7 days ago. RWF 700 is still to be paid.");
  expect(await look(made)).toMatchObject({ mail: { isReminder: true, by: "Livery" } });
  await later(40);
  // The second rule applies once, and the days in between have no reminder.
  expect(await remindOfInvoices(server.deps)).toBe(1);
  expect(await remindOfInvoices(server.deps)).toBe(0);
  expect(mails().map(({ afterDays }) => afterDays)).toEqual([7, 14]);
  expect(mails().every(({ invoiceId }) => invoiceId === made.id)).toBe(true);
});

test("if several reminder rules have passed, only the latest one reminds", async () => {
  await invoice();
  await later(14 + 30);
  await rule([7, 14, 30]);
  expect(await remindOfInvoices(server.deps)).toBe(1);
  expect(mails().map(({ afterDays }) => afterDays)).toEqual([30]);
  expect(await remindOfInvoices(server.deps)).toBe(0);
});

test("a reminder that fails does not stop the others, and follows an hour later", async () => {
  const [first, second] = [await invoice(), await invoice(2_000)];
  await later(14 + 7);
  await rule([7]);
  const { write } = server.deps;
  server.deps.write = () => {
    server.deps.write = write;
    return Promise.reject(new Error("The invoice cannot be read"));
  };
  expect(await remindOfInvoices(server.deps)).toBe(1);
  expect(mails().map(({ invoiceId }) => invoiceId)).toEqual([second.id]);
  expect(await remindOfInvoices(server.deps)).toBe(1);
  expect(mails().map(({ invoiceId }) => invoiceId)).toContain(first.id);
});

test("no reminder is sent at night or while reminders are switched off", async () => {
  await invoice();
  await later(60);
  await rule([7], false);
  expect(await remindOfInvoices(server.deps)).toBe(0);
  await rule([7]);
  // From 10:00 in Kigali to 07:59 of the next day.
  server.advance(DAY - 2 * 3_600_000 - 60_000);
  expect(await remindOfInvoices(server.deps)).toBe(0);
  server.advance(60_000);
  expect(await remindOfInvoices(server.deps)).toBe(1);
});

test.each([[[]], [[0]], [[366]], [[7, 7]], [[14, 7]], [[1, 2, 3, 4, 5, 6, 7]], [[1.5]]])(
  "the server refuses a reminder rule with the days %j",
  async (days) => {
    expect((await rule(days)).status).toBe(400);
  },
);

test("the server refuses a reminder rule that somebody else has changed", async () => {
  const body = { remindInvoices: true, invoiceReminderDays: [3], version: 1 };
  const answers = await Promise.all(
    [1, 2].map(() => accountant.put("/admin/invoice-reminders", body)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
});
