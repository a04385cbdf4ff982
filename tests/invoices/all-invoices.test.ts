/** Invoices of all companies: listed by state, summed by age, and several paid at once. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { invoiceBalances, invoiceMails } from "../../db/schema/invoices";
import { payments } from "../../db/schema/payments";
import { SYSTEM_ACTOR } from "../../src/deps";
import { concludePayment, writePayment } from "../../src/payments/actions";
import type { Company } from "../../src/companies/contract";
import type { Ageing, Invoice, InvoiceAnswer, InvoiceList } from "../../src/invoices/contract";
import { createCompany } from "../support/companies";
import { createInvoice } from "../support/invoices";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const DAY = 86_400_000;
let server: TestServer;
let accountant: Browser;
let acme: Company;
let volcano: Company;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  accountant = await signInAdmin(server, { role: "accountant" });
  acme = await createCompany(accountant, { name: "Acme Ltd", paymentTermDays: 14 });
  volcano = await createCompany(accountant, { name: "Volcano Hotels", paymentTermDays: 0 });
});
afterEach(() => server.close());

const later = async (days: number) => {
  server.advance(days * DAY);
  accountant = await signInAdmin(server, { role: "accountant" });
};
const list = async (query = "") => {
  const answer = await accountant.get(`/admin/invoices${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as InvoiceList;
};
const numbers = async (query = "") =>
  (await list(query)).invoices.map(({ kind, number }) => (kind === "invoice" ? number : -number));
const ageing = async () => (await (await accountant.get("/admin/ageing")).json()) as Ageing;
const look = async ({ id }: Pick<Invoice, "id">) =>
  ((await (await accountant.get(`/admin/invoices/${id}`)).json()) as InvoiceAnswer).invoice;
const credit = async (invoice: Invoice, amountMinor: number) => {
  const reservationId = invoice.lines[0]?.reservationId;
  const answer = await accountant.post(`/admin/invoices/${invoice.id}/credit-notes`, {
    reason: "Wrong",
    lines: [{ reservationId, amountMinor }],
  });
  expect(answer.status).toBe(201);
};
const part = ({ id }: Pick<Invoice, "id">, amountMinor: number) => ({ invoiceId: id, amountMinor });
const pay = (parts: object[], more: object = {}, key?: string, company = acme) =>
  accountant.post(
    `/admin/companies/${company.id}/payments`,
    { currency: "RWF", parts, method: "bank_transfer", paidOn: "2026-11-20", ...more },
    key === undefined ? {} : { "idempotency-key": key },
  );

describe("the list of invoices", () => {
  test("filters invoices by state and sorts open ones by due day", async () => {
    const one = await createInvoice(server, accountant, acme.id, 1_000);
    const two = await createInvoice(server, accountant, volcano.id, 2_000);
    const three = await createInvoice(server, accountant, acme.id, 3_000);
    await pay([part(three, 1_000)]);
    await later(1);
    const fourthInvoice = await createInvoice(server, accountant, acme.id, 4_000);
    await pay([part(fourthInvoice, 4_000)]);
    await credit(fourthInvoice, 500);
    expect(await numbers()).toEqual([-1, 4, 3, 2, 1]);
    expect(await numbers("?show=open")).toEqual([2, 1, 3]);
    expect(await numbers("?show=overdue")).toEqual([2]);
    expect(await numbers("?show=paid")).toEqual([4]);
    expect(await numbers(`?show=open&company=${acme.id}`)).toEqual([1, 3]);
    expect((await list("?show=overdue")).invoices[0]).toMatchObject({
      companyName: "Volcano Hotels",
      state: "overdue",
      overdueDays: 1,
      balanceMinor: 2_000,
    });
    expect([(await look(one)).state, (await look(two)).state, (await look(three)).state]).toEqual([
      "open",
      "overdue",
      "part_paid",
    ]);
    // After a credit note on a paid invoice, the company is owed a refund.
    expect(await look(fourthInvoice)).toMatchObject({
      state: "refund_due",
      balanceMinor: -500,
      paidMinor: 4_000,
      creditedMinor: 500,
    });
  });

  test("filters by currency before it limits the page", async () => {
    for (const currency of ["USD", "RWF", "USD"])
      await createInvoice(server, accountant, acme.id, 1_000, currency);
    for (const show of ["", "&show=open", "&show=overdue"]) {
      const expected = show === "&show=overdue" ? [] : [2];
      expect([show, await numbers(`?limit=1&currency=RWF${show}`)]).toEqual([show, expected]);
    }
    const mine = `&company=${acme.id}`;
    expect(await numbers(`?limit=1&currency=RWF&show=open${mine}`)).toEqual([2]);
    expect((await list(`?limit=1&currency=USD&show=open${mine}`)).nextCursor).not.toBeNull();
  });

  test("continues on the next page with each filter", async () => {
    for (let count = 1; count <= 5; count++) await createInvoice(server, accountant, acme.id, 100);
    for (const show of ["", "&show=open", "&show=paid", "&show=overdue"]) {
      const seen: number[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: InvoiceList = await list(`?limit=2${show}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.invoices.map(({ number }) => number));
        cursor = page.nextCursor;
      }
      const expected = show === "" ? [5, 4, 3, 2, 1] : show === "&show=open" ? [1, 2, 3, 4, 5] : [];
      expect([show, seen]).toEqual([show, expected]);
    }
    for (const query of ["?cursor=x", "?show=late", "?limit=0"])
      expect((await accountant.get(`/admin/invoices${query}`)).status).toBe(400);
  });
});

describe("the ageing report", () => {
  test("sums open amounts by days overdue, for each company and in total", async () => {
    expect(await ageing()).toEqual({ sums: [], companies: [] });
    for (const days of [31, 30, 30, 30]) {
      await createInvoice(server, accountant, volcano.id, 1_000 + days);
      await later(days);
    }
    await createInvoice(server, accountant, acme.id, 7);
    await createInvoice(server, accountant, volcano.id, 5, "USD");
    const paid = await createInvoice(server, accountant, acme.id, 50);
    await pay([part(paid, 20)]);
    const { sums, companies } = await ageing();
    // 121, 90, 60 and 30 days ago.
    const late = { to30Minor: 1_030, to60Minor: 1_030, to90Minor: 1_030, over90Minor: 1_031 };
    expect(companies).toEqual([
      {
        companyId: volcano.id,
        name: "Volcano Hotels",
        currency: "RWF",
        invoices: 4,
        notDueMinor: 0,
        totalMinor: 4_121,
        ...late,
      },
      expect.objectContaining({ name: "Volcano Hotels", currency: "USD", notDueMinor: 5 }),
      expect.objectContaining({ name: "Acme Ltd", invoices: 2, notDueMinor: 37, totalMinor: 37 }),
    ]);
    expect(sums).toEqual([
      expect.objectContaining({ currency: "RWF", invoices: 6, totalMinor: 4_158, ...late }),
      expect.objectContaining({ currency: "USD", invoices: 1, totalMinor: 5 }),
    ]);
  });
});

describe("one payment for several invoices", () => {
  test("is recorded as a row for each invoice, or not at all", async () => {
    const one = await createInvoice(server, accountant, acme.id, 1_000);
    const two = await createInvoice(server, accountant, acme.id, 2_000);
    const answer = await pay([part(one, 1_000), part(two, 500)], { reference: "BK 1" });
    expect(answer.status).toBe(201);
    expect((await answer.json()) as Ageing).toMatchObject({ sums: [{ totalMinor: 1_500 }] });
    expect(await look(one)).toMatchObject({ state: "paid", payments: [{ reference: "BK 1" }] });
    expect((await look(two)).balanceMinor).toBe(1_500);
    // The second part exceeds its invoice's balance, so the first is not recorded either.
    const three = await createInvoice(server, accountant, acme.id, 300);
    const refusedAnswer = await pay([part(three, 300), part(two, 1_501)]);
    expect(refusedAnswer.status).toBe(422);
    expect(await refusedAnswer.json()).toMatchObject({
      code: "invoice.too_much",
      fields: { "parts.1.amountMinor": expect.any(String) },
    });
    expect((await look(three)).state).toBe("open");
  });

  test("counts once by its key, and another payment with that key is refused", async () => {
    const one = await createInvoice(server, accountant, acme.id, 1_000);
    const two = await createInvoice(server, accountant, acme.id, 2_000);
    const parts = [part(one, 400), part(two, 500)];
    const answers = await Promise.all([1, 2, 3].map(() => pay(parts, {}, "k")));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(server.deps.db.select().from(payments).all()).toHaveLength(2);
    for (const other of [
      [part(one, 400)],
      [part(one, 400), part(two, 501)],
      [part(two, 500), part(one, 400)],
      [...parts, part(await createInvoice(server, accountant, acme.id, 9), 9)],
    ])
      expect(await refusal(await pay(other, {}, "k"))).toEqual([422, "idempotency.reused"]);
  });

  test("takes no more than is open if two arrive at once", async () => {
    const one = await createInvoice(server, accountant, acme.id, 1_000);
    const answers = await Promise.all([pay([part(one, 800)]), pay([part(one, 800)])]);
    expect(answers.map(({ status }) => status)).toEqual([201, 422]);
    expect((await look(one)).balanceMinor).toBe(200);
  });

  test("is refused for another company's invoice, another currency, a credit note and an unknown id", async () => {
    const other = await createInvoice(server, accountant, volcano.id, 1_000);
    const dollarInvoice = await createInvoice(server, accountant, acme.id, 70, "USD");
    const own = await createInvoice(server, accountant, acme.id, 1_000);
    await credit(own, 100);
    const [note] = (await look(own)).related;
    expect(await refusal(await pay([part(other, 1)]))).toEqual([422, "invoice.other_company"]);
    expect(await refusal(await pay([part(dollarInvoice, 1)]))).toEqual([
      422,
      "invoice.other_currency",
    ]);
    for (const id of [note?.id ?? "", "none"])
      expect(await refusal(await pay([part({ id }, 1)]))).toEqual([404, "request.not_found"]);
    expect((await pay([part(own, 1)], {}, undefined, { ...acme, id: "none" })).status).toBe(404);
    for (const parts of [[], [part(own, 0)], [part(own, 1), part(own, 1)]])
      expect((await pay(parts)).status).toBe(400);
    expect((await pay([part(own, 901)])).status).toBe(422);
    expect((await pay([part(own, 900)])).status).toBe(201);
  });

  test("is only for owners and accountants", async () => {
    const one = await createInvoice(server, accountant, acme.id, 1_000);
    accountant = await signInAdmin(server, { role: "dispatcher" });
    expect((await pay([part(one, 1)])).status).toBe(403);
  });
});

test("the balance of an invoice counts credit notes, and pending payments once they succeed", async () => {
  const one = await createInvoice(server, accountant, acme.id, 1_000);
  const by = { actor: SYSTEM_ACTOR, now: server.deps.now() };
  const row = {
    invoiceId: one.id,
    kind: "charge",
    method: "card_online",
    amountMinor: 700,
    currency: "RWF",
    state: "pending",
    provider: "stripe",
    paidOn: "2026-11-20",
  } as const;
  const { payment } = await server.deps.write((tx) => writePayment(tx, row, by));
  expect((await look(one)).balanceMinor).toBe(1_000);
  await server.deps.write((tx) =>
    concludePayment(server.deps, tx, payment.id, { state: "succeeded" }, by),
  );
  await credit(one, 100);
  expect(server.deps.db.select().from(invoiceBalances).all()).toMatchObject([
    { paidMinor: 700, creditedMinor: 100, balanceMinor: 200 },
  ]);
});

test("the database keeps one reminder for each rule and invoice", async () => {
  const { id: invoiceId } = await createInvoice(server, accountant, acme.id, 1_000);
  const remind = (id: string, afterDays: number) =>
    server.deps.db
      .insert(invoiceMails)
      .values({
        id,
        invoiceId,
        kind: "reminder",
        afterDays,
        outboxId: id,
        queuedAt: 1,
        queuedBy: "Livery",
      })
      .run();
  remind("a", 7);
  remind("b", 14);
  expect(() => remind("c", 7)).toThrow("UNIQUE");
});
