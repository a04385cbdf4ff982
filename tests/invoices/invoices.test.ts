/** Invoices: numbered without gaps, immutable, each trip once; credit notes, payments, and the month as CSV. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { invoiceLines, invoices } from "../../db/schema/invoices";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Company } from "../../src/companies/contract";
import type {
  AccountTrips,
  Invoice,
  InvoiceAnswer,
  InvoiceList,
} from "../../src/invoices/contract";
import { sumOf } from "../../src/fares/money-rules";
import { addCostCentre, createCompany, invite, loadCompanyRecord } from "../support/companies";
import { textOfPdf } from "../support/pdf";
import { recordStatements } from "../support/query-plans";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, refusal, START, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { fareLine } from "../support/fare-lines";

let server: TestServer;
let accountant: Browser;
let company: Company;
let classId: string;
let centre: string;
beforeEach(async () => {
  server = await createTestServer({
    RATE_LIMITS: "off",
    INVOICE_ADDRESS: "KN 4 Ave, Kigali",
    INVOICE_TAX_NUMBER: "TIN 998877",
    INVOICE_PAYMENT: "Bank of Kigali 000-111",
  });
  accountant = await signInAdmin(server, { role: "accountant" });
  company = await createCompany(accountant, {
    name: "Acme Ltd",
    taxNumber: "102030",
    paymentTermDays: 14,
  });
  centre = await addCostCentre(accountant, company.id, "Sales");
  classId = server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
});
afterEach(() => server.close());

const DAY = 86_400_000;
let number = 2_000;
/** Adds a settled trip of the company, two days ago. */
function trip(values: Partial<typeof reservations.$inferInsert> = {}): string {
  const id = Bun.randomUUIDv7();
  server.deps.db
    .insert(reservations)
    .values(
      reservationValues({
        id,
        number: ++number,
        pickupAt: START - 2 * DAY,
        vehicleClassId: classId,
        state: "settled",
        payment: "account",
        companyId: company.id,
        costCentreId: centre,
        billingReference: "PO 7",
        ...values,
      }),
    )
    .run();
  return id;
}
const fare = (amountMinor: number, currency = "RWF") => ({
  fareMinor: amountMinor,
  currency,
  fareLines: [fareLine("base", amountMinor)],
});
const issue = (body: object = {}, browser = accountant) =>
  browser.post(`/admin/companies/${company.id}/invoices`, {
    currency: "RWF",
    until: "2026-11-20",
    ...body,
  });
const made = async (answer: Response): Promise<Invoice> => {
  expect([answer.status, answer.status === 201 ? "" : await answer.text()]).toEqual([201, ""]);
  return ((await answer.json()) as InvoiceAnswer).invoice;
};
const look = async (id: string) =>
  ((await (await accountant.get(`/admin/invoices/${id}`)).json()) as InvoiceAnswer).invoice;

describe("an invoice", () => {
  test("lists all vehicles of one booking together, also one added later", async () => {
    const order = { ...fare(1_000), orderId: "a" };
    trip({ ...order, id: "a" });
    trip({ ...fare(2_000), id: "b" });
    trip({ ...order, id: "c" });
    const { lines } = await made(await issue());
    expect(lines.map(({ amountMinor }) => amountMinor)).toEqual([1_000, 1_000, 2_000]);
  });

  test("bills every closed trip of one currency up to a day, and its total is the sum of their lines", async () => {
    const first = trip(fare(10_001));
    trip({ ...fare(5_000), state: "completed" });
    trip(fare(700, "USD"));
    trip({ ...fare(9_000), pickupAt: START + DAY });
    trip({
      ...fare(8_000),
      state: "no_show",
      cancellationFeeMinor: 3_000,
      feeLines: [fareLine("no_show", 3_000)],
    });
    const invoice = await made(await issue());
    expect(invoice).toMatchObject({
      kind: "invoice",
      number: 1,
      currency: "RWF",
      totalMinor: 13_001,
      balanceMinor: 13_001,
      issuedOn: "2026-11-20",
      dueOn: "2026-12-04",
      state: "open",
      overdueDays: 0,
    });
    expect(invoice.lines[0]).toMatchObject({
      reservationId: first,
      costCentre: "Sales",
      reference: "PO 7",
      ended: "driven",
    });
    expect(sumOf(invoice.lines.flatMap(({ lines }) => lines))).toBe(13_001);
    expect(JSON.stringify(invoice)).not.toContain("Aline Uwase");
    const dollarInvoice = await made(await issue({ currency: "USD" }));
    expect([dollarInvoice.number, dollarInvoice.totalMinor]).toEqual([2, 700]);
    expect(await refusal(await issue())).toEqual([422, "invoice.nothing"]);
    server.advance(15 * DAY);
    accountant = await signInAdmin(server, { role: "accountant" });
    expect(await look(invoice.id)).toMatchObject({ state: "overdue", overdueDays: 1 });
  });

  test("is issued by owners and accountants; dispatchers can only read it", async () => {
    trip();
    const dispatcher = await signInAdmin(server, { role: "dispatcher" });
    expect(await refusal(await issue({}, dispatcher))).toEqual([403, "request.forbidden"]);
    const owner = await signInAdmin(server, { role: "owner" });
    const { id } = await made(await issue({}, owner));
    expect((await dispatcher.get(`/admin/invoices/${id}`)).status).toBe(200);
    for (const at of ["payments", "credit-notes"])
      expect((await dispatcher.post(`/admin/invoices/${id}/${at}`, {})).status).toBe(403);
    expect((await dispatcher.get("/admin/invoices/none")).status).toBe(404);
  });

  test("bills each trip once if several invoices are issued at once, and the numbers have no gap", async () => {
    for (let count = 0; count < 5; count++) trip(fare(1_000));
    const answers = await Promise.all([issue(), issue(), issue()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    trip(fare(2_000));
    await made(await issue());
    const rows = server.deps.db.select().from(invoices).orderBy(invoices.number).all();
    expect(rows.map((row) => [row.number, row.totalMinor])).toEqual([
      [1, 5_000],
      [2, 2_000],
    ]);
  });

  test("bills the first 2,000 trips and reads no others when there are more", async () => {
    // Trips cancelled without a charge do not count towards the 2,000.
    for (let count = 0; count < 3; count++)
      trip({ ...fare(9_000), state: "cancelled", pickupAt: START - 4 * DAY });
    const first = trip({ ...fare(5), pickupAt: START - 3 * DAY });
    for (let count = 0; count < 2_000; count++) trip(fare(1));
    const { statements, stop } = recordStatements(server.deps.db.$client);
    const invoice = await made(await issue());
    stop();
    expect([invoice.lines.length, invoice.totalMinor]).toEqual([2_000, 2_004]);
    expect(invoice.lines[0]?.reservationId).toBe(first);
    const [read, ...more] = [...statements].filter((sql) =>
      /^select .*from "reservations" .*"invoice_id" is null/.test(sql),
    );
    expect([read, more]).toEqual([expect.stringMatching(/ limit \?$/), []]);
    expect((await made(await issue())).lines).toHaveLength(1);
  });

  test("cannot be changed or deleted in the database, and no trip is on two invoices", async () => {
    const id = trip();
    const invoice = await made(await issue());
    const { db } = server.deps;
    expect(() => db.update(invoices).set({ totalMinor: 1 }).run()).toThrow("issued once");
    expect(() => db.delete(invoices).run()).toThrow("issued once");
    expect(() => db.update(invoiceLines).set({ amountMinor: 1 }).run()).toThrow("issued once");
    expect(() => db.delete(invoiceLines).run()).toThrow("issued once");
    const [line] = db.select().from(invoiceLines).all();
    if (!line) throw new Error("no line");
    expect(() =>
      db
        .insert(invoiceLines)
        .values({ ...line, id: "other", position: 9 })
        .run(),
    ).toThrow("UNIQUE");
    // An issued invoice does not change with a fare or a company.
    db.update(reservations).set(fare(1)).where(eq(reservations.id, id)).run();
    await accountant.put(`/admin/companies/${company.id}`, {
      name: "Other",
      billingAddress: "Elsewhere",
      version: 1,
    });
    const after = await look(invoice.id);
    expect(after.totalMinor).toBe(invoice.totalMinor);
    expect(after.parties.to.name).toBe("Acme Ltd");
    const pay = await accountant.put(`/admin/reservations/${id}/payment`, {
      version: 1,
      payment: "cash",
    });
    expect(await refusal(pay)).toEqual([409, "company.invoiced"]);
  });

  test("names both parties, each trip and the total in its PDF, but no passenger", async () => {
    trip(fare(12_345));
    const { id } = await made(await issue());
    const answer = await accountant.get(`/admin/invoices/${id}/invoice.pdf`);
    expect([answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual(
      ["application/pdf", 'attachment; filename="invoice-1.pdf"'],
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = textOfPdf(bytes)
      .map((run) => run.text)
      .join("\n");
    for (const words of [
      "Invoice",
      "No. 1",
      "Acme Ltd",
      "KG 7 Ave 12",
      "102030",
      "KN 4 Ave, Kigali",
      "TIN 998877",
      "Bank of Kigali 000-111",
      "Fri 4 Dec 2026",
      `Trip ${number}: Kigali International Airport`,
      "Sales, reference PO 7",
      "RWF 12,345",
    ])
      expect([words, text.includes(words)]).toEqual([words, true]);
    expect(text).not.toContain("Uwase");
    const secondAnswer = await accountant.get(`/admin/invoices/${id}/invoice.pdf`);
    expect(new Uint8Array(await secondAnswer.arrayBuffer())).toEqual(bytes);
  });
});

describe("a payment of an invoice", () => {
  const pay = (id: string, amountMinor: number) =>
    accountant.post(`/admin/invoices/${id}/payments`, {
      paidOn: "2026-11-20",
      amountMinor,
      method: "bank_transfer",
      reference: "BK 1",
    });

  test("can be made in parts up to the balance, and lowers the amount that the company owes", async () => {
    trip(fare(10_000));
    const { id } = await made(await issue());
    expect((await loadCompanyRecord(accountant, company.id)).owedMinor).toBe(10_000);
    expect((await made(await pay(id, 4_000))).balanceMinor).toBe(6_000);
    expect(await refusal(await pay(id, 6_001))).toEqual([422, "invoice.too_much"]);
    const bothAnswers = await Promise.all([pay(id, 6_000), pay(id, 6_000)]);
    expect(bothAnswers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await loadCompanyRecord(accountant, company.id)).owedMinor).toBe(0);
    expect(() => server.deps.db.update(payments).set({ amountMinor: 1 }).run()).toThrow(
      "append-only",
    );
  });

  test("can be reversed once, by an entry that offsets it", async () => {
    trip(fare(10_000));
    const { id } = await made(await issue());
    const { payments } = await made(await pay(id, 10_000));
    const path = `/admin/invoices/${id}/payments/${payments[0]?.id}/reversal`;
    const after = await made(await accountant.post(path));
    expect(after.balanceMinor).toBe(10_000);
    expect(after.payments.map(({ amountMinor, reversal }) => [amountMinor, reversal])).toEqual([
      [10_000, "reversed"],
      [-10_000, "reverses"],
    ]);
    expect(await refusal(await accountant.post(path))).toEqual([409, "invoice.reversed"]);
    const reversal = `/admin/invoices/${id}/payments/${after.payments[1]?.id}/reversal`;
    expect((await accountant.post(reversal)).status).toBe(404);
  });
});

describe("a credit note", () => {
  test("credits up to the remaining amount of a trip, has its own number and lowers the balance", async () => {
    const id = trip(fare(10_000));
    const other = trip(fare(2_000));
    const invoice = await made(await issue());
    server.deps.db.update(reservations).set(fare(7_000)).where(eq(reservations.id, id)).run();
    expect((await look(invoice.id)).lines[0]).toMatchObject({
      amountMinor: 10_000,
      openMinor: -3_000,
    });
    const credit = (reservationId: string, amountMinor: number, headers = {}) =>
      accountant.post(
        `/admin/invoices/${invoice.id}/credit-notes`,
        { reason: "Waiting was charged twice", lines: [{ reservationId, amountMinor }] },
        headers,
      );
    const idempotencyHeaders = { "idempotency-key": "lost-answer" };
    const note = await made(await credit(id, 3_000, idempotencyHeaders));
    expect(await made(await credit(id, 3_000, idempotencyHeaders))).toMatchObject({ id: note.id });
    expect(await refusal(await credit(id, 2_000, idempotencyHeaders))).toEqual([
      422,
      "idempotency.reused",
    ]);
    expect(note).toMatchObject({
      kind: "credit_note",
      number: 1,
      totalMinor: 3_000,
      balanceMinor: 0,
      related: [{ id: invoice.id, number: 1 }],
    });
    expect(await refusal(await credit(id, 7_001))).toEqual([422, "invoice.too_much"]);
    expect((await credit("elsewhere", 1)).status).toBe(404);
    const bothAnswers = await Promise.all([credit(other, 1_500), credit(other, 1_500)]);
    expect(bothAnswers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await look(invoice.id)).balanceMinor).toBe(7_500);
    expect((await loadCompanyRecord(accountant, company.id)).owedMinor).toBe(7_500);
    const pdf = await accountant.get(`/admin/invoices/${note.id}/invoice.pdf`);
    const text = textOfPdf(new Uint8Array(await pdf.arrayBuffer())).map((run) => run.text);
    expect(text).toContain("Credit note");
    expect(text).toContain("Invoice 1");
    expect(text).toContain("Waiting was charged twice");
    const list = (await (
      await accountant.get(`/admin/companies/${company.id}/invoices?limit=2`)
    ).json()) as InvoiceList;
    expect(list.invoices.map((row) => [row.kind, row.number])).toEqual([
      ["credit_note", 2],
      ["credit_note", 1],
    ]);
    const more = (await (
      await accountant.get(`/admin/companies/${company.id}/invoices?cursor=${list.nextCursor}`)
    ).json()) as InvoiceList;
    expect(more.invoices.map((row) => [row.kind, row.number])).toEqual([["invoice", 1]]);
  });
});

describe("the tax on credit notes", () => {
  const taxedLine = (amountMinor: number, taxMinor: number) => {
    const { fareLines, ...rest } = fare(amountMinor);
    return { ...rest, fareLines: [...fareLines, fareLine("tax", taxMinor, false)] };
  };
  const credit = async (invoiceId: string, lines: [reservationId: string, amountMinor: number][]) =>
    made(
      await accountant.post(`/admin/invoices/${invoiceId}/credit-notes`, {
        reason: "Waiting was charged twice",
        lines: lines.map(([reservationId, amountMinor]) => ({ reservationId, amountMinor })),
      }),
    );
  const taxOf = ({ taxes }: Invoice) =>
    taxes.map(({ params, amountMinor }) => ["name" in params && params.name, amountMinor]);
  const words = async (id: string) => {
    const pdf = await accountant.get(`/admin/invoices/${id}/invoice.pdf`);
    return textOfPdf(new Uint8Array(await pdf.arrayBuffer())).map((run) => run.text);
  };

  test("is shown in the PDF and the API, and the taxes of all notes add up to the invoice's", async () => {
    const id = trip(taxedLine(21_311, 3_251));
    const invoice = await made(await issue());
    expect(taxOf(invoice)).toEqual([["VAT", 3_251]]);
    const notes: Invoice[] = [];
    for (const part of [7_000, 1, 9_999, 4_311]) notes.push(await credit(invoice.id, [[id, part]]));
    expect(notes.map(({ totalMinor }) => totalMinor)).toEqual([7_000, 1, 9_999, 4_311]);
    expect(notes.flatMap(taxOf)).toEqual([
      ["VAT", 1_068],
      ["VAT", 1_525],
      ["VAT", 658],
    ]);
    expect(sumOf(notes[0]?.lines[0]?.lines ?? [])).toBe(7_000);
    const paper = await words(notes[0]?.id ?? "");
    expect(paper).toContain("Taxes credited");
    expect(paper.join(" ")).toContain("RWF 1,068");
    // The tax in one franc is less than one franc.
    expect(await words(notes[1]?.id ?? "")).not.toContain("Taxes credited");
  });

  test("of one note for several trips is the sum of the trips' taxes", async () => {
    const [one, other, invoiceWithoutTax] = [
      trip(taxedLine(1_000, 153)),
      trip(taxedLine(500, 76)),
      trip(fare(700)),
    ];
    const invoice = await made(await issue());
    const note = await credit(invoice.id, [
      [one, 1_000],
      [other, 250],
      [invoiceWithoutTax, 700],
    ]);
    expect(taxOf(note)).toEqual([["VAT", 191]]);
    expect(taxOf(await credit(invoice.id, [[other, 250]]))).toEqual([["VAT", 38]]);
  });

  test("on a new note includes the tax that an older note left out", async () => {
    const id = trip(taxedLine(10_000, 1_525));
    const invoice = await made(await issue());
    const { db } = server.deps;
    const old = await credit(invoice.id, [[id, 3_000]]);
    db.$client.run("DROP TRIGGER invoice_lines_no_update");
    db.update(invoiceLines).set({ fareLines: [] }).where(eq(invoiceLines.invoiceId, old.id)).run();
    expect(taxOf(await look(old.id))).toEqual([]);
    expect(taxOf(await credit(invoice.id, [[id, 2_000]]))).toEqual([["VAT", 436]]);
    expect(taxOf(await credit(invoice.id, [[id, 5_000]]))).toEqual([["VAT", 1_089]]);
  });
});

describe("the trips of a company", () => {
  const list = async (query: string, browser = accountant, area = "/admin") =>
    (await (
      await browser.get(`${area}/companies/${company.id}/trips?${query}`)
    ).json()) as AccountTrips;

  test("come in pages, with totals by currency over all pages", async () => {
    for (let count = 1; count <= 3; count++)
      trip({ ...fare(1_000 * count), pickupAt: START - count * DAY });
    trip({ ...fare(500), state: "completed" });
    trip({ ...fare(700), state: "cancelled", cancellationFeeMinor: 0 });
    trip(fare(900, "USD"));
    const first = await list("open=yes&limit=3");
    expect(first.trips).toHaveLength(3);
    expect(first.sums).toEqual([
      { currency: "RWF", trips: 4, amountMinor: 6_500, readyTrips: 3, readyMinor: 6_000 },
      { currency: "USD", trips: 1, amountMinor: 900, readyTrips: 1, readyMinor: 900 },
    ]);
    const second = await list(`open=yes&limit=3&cursor=${first.nextCursor}`);
    expect(second.trips).toHaveLength(2);
    await made(await issue());
    expect((await list("open=yes")).trips.map(({ amountMinor }) => amountMinor).sort()).toEqual([
      500, 900,
    ]);
    const all = await list("");
    expect(all.trips.filter(({ invoiceNumber }) => invoiceNumber === 1)).toHaveLength(3);
  });

  test("of a month follow the operator's time zone, also as CSV, and only the manager reads them", async () => {
    // Kigali is two hours ahead of UTC: the last hour of October there, and the first of November.
    trip({ pickupAt: Date.parse("2026-10-31T21:30:00Z"), pickupLocal: "2026-10-31T23:30" });
    trip({
      pickupAt: Date.parse("2026-10-31T22:30:00Z"),
      pickupLocal: "2026-11-01T00:30",
      passengerName: "=cmd()",
      ...fare(1_250, "USD"),
    });
    await invite(accountant, company.id, "rider@example.com", "manager");
    const { browser: boss } = await signInRider(server);
    await boss.get("/companies");
    expect((await list("month=2026-11", boss, "")).trips).toHaveLength(1);
    const csv = await boss.get(`/companies/${company.id}/trips.csv?month=2026-11`);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await csv.text()).split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe(
      `${number},2026-11-01 00:30,Kigali International Airport,Hôtel des Mille Collines,'=cmd(),,Sales,PO 7,settled,12.5,USD,`,
    );
    const { browser: stranger } = await signInRider(server, "stranger@example.com");
    for (const path of ["trips", "trips.csv?month=2026-11"])
      expect((await stranger.get(`/companies/${company.id}/${path}`)).status).toBe(404);
    expect((await accountant.get(`/admin/companies/none/trips`)).status).toBe(404);
    expect((await boss.get(`/companies/${company.id}/trips?month=2026-13`)).status).toBe(400);
  });
});
