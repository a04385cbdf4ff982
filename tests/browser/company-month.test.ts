/**
 * A company's month in dispatch: sixty trips are settled in three presses, invoiced and e-mailed; one is credited, a
 * part is paid through a link, the rest by bank transfer. Ageing and the files for the books show the same amounts at
 * each step.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser as Chromium } from "playwright-core";
import { outbox } from "../../db/schema/notifications";
import { paymentAttempts } from "../../db/schema/payment-links";
import type { Company } from "../../src/companies/contract";
import type { FareLine } from "../../src/fares/contract";
import type { Ageing, Invoice, InvoiceAnswer, InvoiceList } from "../../src/invoices/contract";
import type { PayLinkAnswer } from "../../src/payments/links/link-contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { formatMoney } from "../../src/settings/money-rules";
import { launchChromium } from "../support/chromium";
import { createCompany } from "../support/companies";
import { fareLine } from "../support/fare-lines";
import { addAccountTrip } from "../support/invoices";
import { startStripe } from "../support/payments/stripe";
import {
  waitUntilReady,
  openWindow,
  stateOf,
  waitForText,
  waitForThanks,
  type Window,
} from "../support/screen";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

setDefaultTimeout(180_000);

const DAY = 86_400_000;
const TRIP_COUNT = 60;
const FARE_MINOR = 11_800;
const TAX = 1_800;
const CREDIT = 5_900;
const PAID_BY_LINK_MINOR = 250_000;
const TOTAL_MINOR = TRIP_COUNT * FARE_MINOR;
const REMAINING_MINOR = TOTAL_MINOR - CREDIT - PAID_BY_LINK_MINOR;

let server: TestServer;
let runningServer: RunningServer;
let chromium: Chromium;
let origin: string;
let owner: Browser;
let company: Company;
const stripe = startStripe();
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  // Twenty days before today, so that browsers with the real clock see an invoice of that age.
  server.advance((Math.floor((Date.now() - START) / DAY) - 20) * DAY);
  await signIn();
  company = await createCompany(owner, {
    name: "Volcano Hotels",
    billingEmail: "books@volcano.example",
    paymentTermDays: 14,
  });
  const tax: FareLine = {
    kind: "tax",
    params: { name: "VAT", percent: 18, of: "fare", within: "price" },
    amountMinor: TAX,
  };
  for (let at = 0; at < TRIP_COUNT; at++)
    addAccountTrip(server, company.id, FARE_MINOR, {
      state: "completed",
      pickupAt: server.deps.now() - (1 + at / 3) * DAY,
      fareLines: [fareLine("base", FARE_MINOR), tax],
    });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  Object.assign(server.deps.config, {
    publicUrl: origin,
    stripe: stripe.connection,
  });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  await stripe.stop();
  server?.close();
});

let count = 0;
async function signIn(): Promise<void> {
  count++;
  owner = await signInAdmin(server, { role: "owner", email: `owner${count}@example.com` });
}
async function desk(path: string): Promise<Window> {
  const window = await openWindow(chromium, origin, "desktop", stateOf(owner.cookies));
  await window.go(path);
  return window;
}
const inRwf = (minor: number) => formatMoney(minor, "RWF");
const press = ({ page }: Window, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
const invoices = async () =>
  (await json<InvoiceList>(await owner.get(`/admin/companies/${company.id}/invoices`))).invoices;
const invoiceOf = async (id: string): Promise<Invoice> =>
  (await json<InvoiceAnswer>(await owner.get(`/admin/invoices/${id}`))).invoice;
const ageing = async () => json<Ageing>(await owner.get("/admin/ageing"));
const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const period = () => `from=${day(Date.now() - 60 * DAY)}&to=${day(Date.now() + 2 * DAY)}`;
const file = async (path: string) => {
  const answer = await owner.get(`/admin/${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.text()).replace("\ufeff", "").trimEnd().split("\r\n");
};
/** Returns the journal's totals by account; debits are positive. */
async function booked(): Promise<Record<string, number>> {
  const accounts: Record<string, number> = {};
  for (const line of (await file(`books/journal.csv?${period()}`)).slice(1)) {
    const [, account = "", debit, credit] = line.split(",");
    accounts[account] = (accounts[account] ?? 0) + Number(debit) - Number(credit);
  }
  return accounts;
}

test("a company's sixty trips are settled, invoiced, partly credited and paid, and the books balance", async () => {
  const office = await desk(`/dispatch/dashboard/companies/${company.id}`);
  const { page } = office;
  // Two presses are enough, because the dialog has all trips selected.
  await press(office, "Settle completed trips");
  await press(office, `Settle ${TRIP_COUNT} trips`);
  await waitForText(office, `${TRIP_COUNT} trips settled`);
  await waitForText(office, `${inRwf(TOTAL_MINOR)} ready to invoice`);
  await page.getByLabel("Pickups until").fill(day(server.deps.now()));
  await press(office, "Issue invoice");
  await page.getByRole("heading", { level: 1, name: "Invoice 1" }).waitFor();
  await press(office, "E-mail invoice");
  await waitForText(office, "E-mail queued");
  const [row] = await invoices();
  const id = row?.id ?? "";
  expect(await invoiceOf(id)).toMatchObject({ totalMinor: TOTAL_MINOR, balanceMinor: TOTAL_MINOR });
  expect((await invoiceOf(id)).lines).toHaveLength(TRIP_COUNT);
  expect((await ageing()).sums).toMatchObject([{ invoices: 1, notDueMinor: TOTAL_MINOR }]);
  const mail = server.deps.db
    .select()
    .from(outbox)
    .all()
    .find(({ kind }) => kind === "invoice");
  expect(mail?.recipient).toBe("books@volcano.example");
  expect(server.deps.keys.decrypt(mail?.body ?? "")).toMatch(/\/pay\/[\w-]{22}/);

  await page.getByLabel("Trip", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(/^Amount to credit/).fill(`${CREDIT}`);
  await page.getByLabel("Reason", { exact: true }).fill("Half the trip was not driven");
  await press(office, "Issue credit note");
  await page.getByRole("heading", { level: 1, name: "Credit note 1" }).waitFor();
  expect((await invoiceOf(id)).balanceMinor).toBe(TOTAL_MINOR - CREDIT);

  // Part of it is paid through a link: the recipient pays on the provider's page.
  const payLinkResponse = await owner.post(`/admin/invoices/${id}/pay-link`, {
    amountMinor: PAID_BY_LINK_MINOR,
  });
  const { link } = await json<PayLinkAnswer>(payLinkResponse);
  const payer = await openWindow(chromium, origin, "phone");
  await payer.go(new URL(link?.url ?? "").pathname);
  await waitForText(payer, "Invoice 1");
  await press(payer, `Pay ${inRwf(PAID_BY_LINK_MINOR)}`);
  await payer.page.waitForURL(`${stripe.url}/**`);
  stripe.pay(server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "");
  await payer.page.goto(link?.url ?? "");
  await waitUntilReady(payer.page);
  await waitForThanks(payer, "Paid. Thank you!", server);
  expect(payer.faults.filter((fault) => !/\/c\/pay\//.test(fault))).toEqual([]);
  await payer.close();
  expect(await invoiceOf(id)).toMatchObject({ balanceMinor: REMAINING_MINOR, state: "part_paid" });
  await office.close();

  // Today the invoice is six days overdue.
  server.advance(Date.now() - server.deps.now());
  await signIn();
  expect((await ageing()).companies).toMatchObject([
    {
      name: company.name,
      notDueMinor: 0,
      to30Minor: REMAINING_MINOR,
      to60Minor: 0,
      totalMinor: REMAINING_MINOR,
    },
  ]);
  const later = await desk("/dispatch/dashboard/invoices?show=companies");
  await waitForText(later, inRwf(REMAINING_MINOR));
  await press(later, `Record payment from ${company.name}`);
  await later.page.getByLabel(/^For invoice 1/).waitFor();
  await later.page.getByLabel(/reference/i).fill("BK 4711");
  await press(later, "Record payment");
  await waitForText(later, "Payment recorded");
  expect(later.faults).toEqual([]);
  await later.close();

  expect(await invoiceOf(id)).toMatchObject({ balanceMinor: 0, state: "paid" });
  expect((await ageing()).sums.every(({ totalMinor }) => totalMinor === 0)).toBe(true);
  const accounts = await booked();
  const fees = accounts["Payment provider fees"] ?? 0;
  expect(fees).toBeGreaterThan(0);
  const creditedTaxMinor = (CREDIT * TAX) / FARE_MINOR;
  expect(accounts).toEqual({
    "Accounts receivable": 0,
    Sales: -(TRIP_COUNT * (FARE_MINOR - TAX) - (CREDIT - creditedTaxMinor)),
    "Tax: VAT 18%": -(TRIP_COUNT * TAX - creditedTaxMinor),
    Stripe: PAID_BY_LINK_MINOR - fees,
    "Payment provider fees": fees,
    "Bank transfer": REMAINING_MINOR,
  });
  const names = "sales=200&noTax=Tax%20Exempt";
  const quickbooks = await file(`books/quickbooks.csv?${period()}&${names}`);
  expect(quickbooks.filter((line) => line.startsWith("INV-1,"))).toHaveLength(TRIP_COUNT);
  const xero = await file(`books/xero.csv?${period()}&${names}`);
  expect(xero.filter((line) => line.includes(",INV-1,"))).toHaveLength(TRIP_COUNT);
  expect(xero.filter((line) => line.includes(",CN-1,"))).toHaveLength(1);
  const statement = await file(`companies/${company.id}/account.csv?currency=RWF&${period()}`);
  expect(statement).toContainEqual(expect.stringContaining(`,${TOTAL_MINOR},,`));
  expect(statement.at(-1)).toEndWith(",0,RWF");
  expect(stripe.faults).toEqual([]);
});
