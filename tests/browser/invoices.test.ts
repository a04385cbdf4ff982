/**
 * Companies' bills in dispatch: trips settled together, invoices of all companies by state and age, one payment for
 * several invoices, the e-mail, reminders and files for the books.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { createCompany } from "../support/companies";
import { addAccountTrip, createInvoice } from "../support/invoices";
import { openWindow, stateOf } from "../support/screen";
import {
  createTestServer,
  START,
  type Browser as Visitor,
  type TestServer,
} from "../support/server";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(120_000);

let chromium: Browser;
let server: TestServer;
let runningServer: RunningServer;
let origin: string;
let owner: Visitor;
let companyId: string;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  // Invoices from up to 100 days ago, because browsers use the real clock.
  const days = Math.floor((Date.now() - START) / 86_400_000);
  server.advance((days - 100) * 86_400_000);
  let staff = await signInAdmin(server, { role: "owner" });
  const later = async (more: number, email: string) => {
    server.advance(more * 86_400_000);
    staff = await signInAdmin(server, { role: "owner", email });
  };
  const acme = await createCompany(staff, {
    name: "Acme Hotels and Conference Centre Ltd",
    billingEmail: "books@acme.example",
    paymentTermDays: 14,
  });
  const volcano = await createCompany(staff, { name: "Volcano Tours", paymentTermDays: 0 });
  companyId = acme.id;
  await createInvoice(server, staff, acme.id, 184_000);
  await later(50, "then@example.com");
  await createInvoice(server, staff, volcano.id, 96_500);
  const paid = await createInvoice(server, staff, volcano.id, 12_000);
  await later(50, "now@example.com");
  await createInvoice(server, staff, acme.id, 240_000);
  await staff.post(`/admin/invoices/${paid.id}/payments`, {
    amountMinor: 12_000,
    method: "bank_transfer",
    paidOn: new Date(server.deps.now()).toISOString().slice(0, 10),
  });
  for (let count = 0; count < 12; count++)
    addAccountTrip(server, acme.id, 15_000 + count, {
      state: "completed",
      pickupAt: server.deps.now() - (count + 1) * 3_600_000,
    });
  owner = staff;
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

test.each(["desktop", "phone"] as const)(
  "the screens of invoices pass axe and fit on a %s",
  async (size) => {
    const window = await openWindow(chromium, origin, size, stateOf(owner.cookies));
    const { page } = window;
    const press = (name: string | RegExp) =>
      page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
    const close = async (name: string) => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name }).waitFor({ state: "hidden" });
    };

    await window.go(`/dispatch/dashboard/companies/${companyId}`);
    await press("Settle completed trips");
    await page.getByRole("button", { name: /^Settle \d+ trips?$/ }).waitFor();
    await window.look("invoices-settle");
    if (size === "desktop") await close("Settle completed trips");
    else {
      await page.getByRole("button", { name: /^Settle \d+ trips$/ }).click();
      await page.getByText("12 trips settled").waitFor();
    }
    await page.getByRole("heading", { name: "Statement of account" }).scrollIntoViewIfNeeded();
    await window.look("invoices-company");

    await window.go("/dispatch/dashboard/invoices");
    await window.look("invoices-open");
    for (const [link, name] of [
      ["Overdue", "overdue"],
      ["Paid", "paid"],
      ["By company", "companies"],
    ] as const) {
      await page.getByRole("link", { name: link, exact: true }).click();
      await page.getByRole("link", { name: link, exact: true, includeHidden: false }).waitFor();
      await page.waitForURL(/show=/);
      await window.rest();
      await window.look(`invoices-${name}`);
    }
    await press("Record payment from Acme Hotels and Conference Centre Ltd");
    await page.getByLabel("For invoice 1 (RWF)").waitFor();
    await window.look("invoices-payment");
    await close("Payment from Acme Hotels and Conference Centre Ltd");
    await press("Export");
    await page.getByLabel("Accounting program").waitFor();
    await window.look("invoices-export");
    const href = await page
      .getByRole("dialog")
      .getByRole("link", { name: "Download CSV" })
      .getAttribute("href");
    expect((await window.context.request.get(origin + href)).status()).toBe(200);
    await close("Export for your books");
    await press("Reminders");
    await page.getByLabel("Remind after (days)").waitFor();
    await window.look("invoices-reminders");
    await close("Invoice reminders");

    await page.getByRole("link", { name: "Overdue", exact: true }).click();
    await page
      .getByRole("link", { name: /^Invoice 1$/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Invoice 1" }).waitFor();
    await window.look("invoices-one");
    expect(window.faults).toEqual([]);
    await window.close();
  },
);
