/** Files for bookkeeping: the journal balances, and invoices have the columns that accounting programs import. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { payments } from "../../db/schema/payments";
import type { Company } from "../../src/companies/contract";
import { createRandom } from "../../src/demo/random";
import type { FareLine } from "../../src/fares/contract";
import type { Invoice, InvoiceAnswer } from "../../src/invoices/contract";
import { invoiceEntry, paymentEntry } from "../../src/payments/books/journal-rules";
import { PaymentMethod } from "../../src/payments/contract";
import { createCompany } from "../support/companies";
import { fareLine } from "../support/fare-lines";
import { addAccountTrip, createInvoice } from "../support/invoices";
import { textOfPdf } from "../support/pdf";
import { addPayment } from "../support/reservations";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const tax = (name: string, percent: number, amountMinor: number): FareLine => ({
  kind: "tax",
  params: { name, percent, of: "fare", within: "price" },
  amountMinor,
});

describe("a journal entry", () => {
  test("adds up to zero for any invoice, credit note or payment", () => {
    const random = createRandom(7);
    const someNumber = (most: number) => random.whole(0, most - 1);
    for (let count = 0; count < 500; count++) {
      const lines = Array.from({ length: 1 + someNumber(4) }, () => ({
        lines: [
          fareLine("base", someNumber(50_000)),
          ...(someNumber(2) ? [tax("VAT", 18, someNumber(9_000) - someNumber(3_000))] : []),
          ...(someNumber(3) ? [] : [tax("Levy", 1.5, someNumber(500))]),
        ],
      }));
      const kind = someNumber(2) ? "invoice" : "credit_note";
      const entry = invoiceEntry({ kind, totalMinor: someNumber(200_000), lines });
      expect(entry.reduce((sum, { minor }) => sum + minor, 0)).toBe(0);
      const paidLines = paymentEntry({
        amountMinor: someNumber(90_000) - someNumber(90_000),
        feeMinor: someNumber(2) ? someNumber(900) : null,
        method: PaymentMethod.options[someNumber(PaymentMethod.options.length)] ?? null,
        provider: someNumber(2) ? "stripe" : null,
        isHeldByDriver: someNumber(2) === 1,
        isOfInvoice: someNumber(2) === 1,
      });
      expect(paidLines.reduce((sum, { minor }) => sum + minor, 0)).toBe(0);
      expect([...entry, ...paidLines].every(({ minor }) => minor !== 0)).toBe(true);
    }
  });

  test("names the accounts of the amount, the tax and the provider's fee", () => {
    const lines = [{ lines: [fareLine("base", 1_000), tax("VAT", 18, 152)] }];
    expect(invoiceEntry({ kind: "invoice", totalMinor: 1_000, lines })).toEqual([
      { account: "Accounts receivable", minor: 1_000 },
      { account: "Sales", minor: -848 },
      { account: "Tax: VAT 18%", minor: -152 },
    ]);
    const row = { method: "card_online", isHeldByDriver: false, isOfInvoice: true } as const;
    expect(paymentEntry({ ...row, amountMinor: 1_000, feeMinor: 30, provider: "stripe" })).toEqual([
      { account: "Stripe", minor: 970 },
      { account: "Payment provider fees", minor: 30 },
      { account: "Accounts receivable", minor: -1_000 },
    ]);
  });
});

describe("the accounting files", () => {
  let server: TestServer;
  let accountant: Browser;
  let company: Company;
  let invoice: Invoice;
  beforeEach(async () => {
    server = await createTestServer({ RATE_LIMITS: "off" });
    accountant = await signInAdmin(server, { role: "accountant" });
    company = await createCompany(accountant, {
      name: "=Acme, Ltd",
      billingEmail: "books@acme.example",
      billingAddress: "KG 7 Ave\nKigali",
      paymentTermDays: 14,
    });
    addAccountTrip(server, company.id, 11_800, {
      fareLines: [fareLine("base", 11_800), tax("VAT", 18, 1_800)],
      billingReference: "PO 7",
    });
    invoice = await createInvoice(server, accountant, company.id, 5_000);
    await accountant.post(`/admin/invoices/${invoice.id}/payments`, {
      amountMinor: 6_000,
      method: "bank_transfer",
      paidOn: "2026-11-20",
      reference: "BK 1",
    });
    await accountant.post(`/admin/invoices/${invoice.id}/credit-notes`, {
      reason: "Wrong",
      lines: [{ reservationId: invoice.lines[1]?.reservationId, amountMinor: 1_000 }],
    });
  });
  afterEach(() => server.close());

  const period = "from=2026-11-01&to=2026-11-30";
  const names = "sales=200&noTax=Tax%20Exempt";
  const file = async (path: string, browser = accountant) => {
    const answer = await browser.get(`/admin/${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.text()).replace("\ufeff", "").trimEnd().split("\r\n");
  };

  test("the journal of all documents balances", async () => {
    const trip = addAccountTrip(server, company.id, 700, { companyId: null, payment: "cash" });
    addPayment(server.deps.db, trip, 700, { feeMinor: null });
    addPayment(server.deps.db, trip, -200, { kind: "refund" });
    addPayment(server.deps.db, trip, 200, { kind: "waiver", method: null });
    const [head, ...lines] = await file(`books/journal.csv?${period}`);
    expect(head).toBe("Date,Account,Debit,Credit,Currency,Document,Description");
    const cells = lines.map((line) => line.split(","));
    const sum = (at: number) => cells.reduce((all, row) => all + Number(row[at]), 0);
    expect(sum(2)).toBe(sum(3));
    expect(sum(2)).toBe(16_800 + 6_000 + 1_000 + 700 + 200);
    expect(lines).toContain('2026-11-20,Bank transfer,6000,,RWF,INV-1,"Paid, BK 1"');
    expect(lines).toContain('2026-11-20,Tax: VAT 18%,,1800,RWF,INV-1,"\'=Acme, Ltd"');
    expect(lines.some((line) => line.includes(",CN-1,"))).toBe(true);
    expect(await file("books/journal.csv?from=2026-12-01&to=2026-12-31")).toHaveLength(1);
  });

  test("the journal contains more payments than one read returns, in order of days", async () => {
    const trip = addAccountTrip(server, company.id, 700, { companyId: null, payment: "cash" });
    for (let count = 0; count < 1_001; count++)
      addPayment(server.deps.db, trip, 1, { paidOn: `2026-11-${10 + (count % 20)}` });
    const [, ...lines] = await file(`books/journal.csv?${period}`);
    expect(lines.filter((line) => line.includes("Rides paid by riders"))).toHaveLength(1_001);
    const days = lines.map((line) => line.slice(0, 10));
    expect(days).toEqual(days.toSorted());
    expect(server.deps.db.select().from(payments).all()).toHaveLength(1_002);
  });

  test("the QuickBooks file lists each trip of an invoice with its net amount and its tax", async () => {
    const [head, first, second, ...more] = await file(`books/quickbooks.csv?${period}&${names}`);
    expect(head).toBe(
      "*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,*ItemTaxCode,ItemTaxAmount,Currency,Service Date",
    );
    expect(first).toStartWith('INV-1,"\'=Acme, Ltd",20/11/2026,04/12/2026,,,,200,"Trip ');
    expect(first).toContain("PO 7");
    expect(first).toEndWith(",1,10000,10000,VAT 18%,1800,RWF,18/11/2026");
    expect(second).toEndWith(",1,5000,5000,Tax Exempt,0,RWF,18/11/2026");
    expect(more).toEqual([]);
  });

  test("QuickBooks credit notes have their own file", async () => {
    const path = `books/quickbooks-credit-notes.csv?${period}&${names}`;
    const [head, note, ...more] = await file(path);
    expect(head).toBe(
      "*CreditNoteNo,*Customer,*CreditNoteDate,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,*ItemTaxCode,ItemTaxAmount,Currency,Service Date",
    );
    expect(note).toStartWith('CN-1,"\'=Acme, Ltd",20/11/2026,Wrong,200,"Trip ');
    expect(note).toEndWith(",1,1000,1000,Tax Exempt,0,RWF,18/11/2026");
    expect(more).toEqual([]);
  });

  test("the Xero file lists invoices, and credit notes as negative amounts", async () => {
    const [head, first, second, note, ...more] = await file(`books/xero.csv?${period}&${names}`);
    expect(head).toBe(
      "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme",
    );
    expect(first).toStartWith(
      '"\'=Acme, Ltd",books@acme.example,KG 7 Ave,Kigali,,,,,,,INV-1,,20/11/2026,04/12/2026,16800,,',
    );
    expect(first).toEndWith(",1,10000,,200,VAT 18%,1800,,,,,RWF,");
    expect(second).toEndWith(",1,5000,,200,Tax Exempt,0,,,,,RWF,");
    expect(note).toContain(",CN-1,Wrong,");
    expect(note).toEndWith(",1,-1000,,200,Tax Exempt,0,,,,,RWF,");
    expect(more).toEqual([]);
    const columns = head?.split(",").length;
    expect(first?.replace(/"[^"]*"/g, "").split(",")).toHaveLength(columns ?? 0);
  });

  test("a statement of account starts with the opening balance and ends with the closing balance", async () => {
    const path = `companies/${company.id}/account.csv?currency=RWF&`;
    const lines = await file(`${path}${period}`);
    expect(lines).toEqual([
      "Date,What,Billed,Paid or credited,Balance,Currency",
      "2026-11-01,Opening balance,,,0,RWF",
      "2026-11-20,Invoice 1,16800,,16800,RWF",
      "2026-11-20,Credit note 1,,1000,15800,RWF",
      '2026-11-20,"Paid, invoice 1, Bank transfer, BK 1",,6000,9800,RWF',
      "2026-11-30,Closing balance,,,9800,RWF",
    ]);
    const { balanceMinor } = (
      (await (await accountant.get(`/admin/invoices/${invoice.id}`)).json()) as InvoiceAnswer
    ).invoice;
    expect(balanceMinor).toBe(9_800);
    expect(await file(`${path}from=2026-11-21&to=2026-11-30`)).toEqual([
      expect.any(String),
      "2026-11-21,Opening balance,,,9800,RWF",
      "2026-11-30,Closing balance,,,9800,RWF",
    ]);
    expect((await file(`${path.replace("RWF", "USD")}${period}`)).at(-1)).toEndWith(",0,USD");
    const paper = await accountant.get(
      `/admin/companies/${company.id}/account.pdf?currency=RWF&${period}`,
    );
    const text = textOfPdf(new Uint8Array(await paper.arrayBuffer()))
      .map((run) => run.text)
      .join(" ");
    for (const words of ["Statement of account", "Closing balance", "RWF 9,800", "Invoice 1"])
      expect(text).toContain(words);
  });

  test("the server refuses invalid periods and names, and refuses dispatchers", async () => {
    for (const path of [
      "books/journal.csv?from=2026-12-01&to=2026-11-30",
      "books/journal.csv?from=2026-11-01",
      `books/xero.csv?${period}`,
      `books/quickbooks.csv?${period}&sales=&noTax=x`,
      `companies/${company.id}/account.csv?${period}&currency=x`,
      `companies/${company.id}/account.pdf?from=2026-12-01&to=2026-11-30&currency=RWF`,
    ])
      expect([path, (await accountant.get(`/admin/${path}`)).status]).toEqual([path, 400]);
    const none = `/admin/companies/none/account.csv?${period}&currency=RWF`;
    expect((await accountant.get(none)).status).toBe(404);
    const dispatcher = await signInAdmin(server, { role: "dispatcher" });
    expect((await dispatcher.get(`/admin/books/journal.csv?${period}`)).status).toBe(403);
  });

  test("the QuickBooks file has one line for an invoice with a negative correction", async () => {
    const trip = addAccountTrip(server, company.id, 4_000);
    await accountant.post(`/admin/companies/${company.id}/invoices`, {
      currency: "RWF",
      until: "2026-11-20",
    });
    server.deps.db.$client.run(
      "UPDATE reservations SET fare_minor = 3000, fare_lines = ? WHERE id = ?",
      [JSON.stringify([fareLine("base", 3_000)]), trip],
    );
    await createInvoice(server, accountant, company.id, 9_000);
    const quickbooks = await file(`books/quickbooks.csv?${period}&${names}`);
    const third = quickbooks.filter((line) => line.startsWith("INV-3,"));
    expect(third).toHaveLength(1);
    expect(third[0]).toContain("with corrections of earlier invoices");
    expect(third[0]).toContain(",8000,8000,");
    const xero = await file(`books/xero.csv?${period}&${names}`);
    expect(xero.filter((line) => line.includes(",INV-3,"))).toHaveLength(2);
  });

  test("the file of an empty period has only its header", async () => {
    for (const name of ["quickbooks", "xero"])
      expect(await file(`books/${name}.csv?from=2025-01-01&to=2025-01-31&${names}`)).toHaveLength(
        1,
      );
  });
});
