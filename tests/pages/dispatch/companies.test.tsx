/** Dispatch keeps a company, changes who pays, issues its invoice and records the payment. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { companies, companyMembers } from "../../../db/schema/companies";
import { invoices } from "../../../db/schema/invoices";
import { payments as ledger } from "../../../db/schema/payments";
import { reservations } from "../../../db/schema/reservations";
import { settings } from "../../../db/schema/settings";
import { addCostCentre, createCompany, invite } from "../../support/companies";
import { createInvoice } from "../../support/invoices";
import { signInAdmin } from "../../support/staff";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { browserThatLosesAnswer, createScene, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (page: string) => openPage(scene.server, `/dispatch/dashboard/${page}`, scene.desk);
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const db = () => scene.server.deps.db;

test("staff add a company from the list, then invite members and add cost centres", async () => {
  const router = await open("companies");
  await userEvent.click(await screen.findByRole("link", { name: "Add company" }));
  await screen.findByRole("heading", { name: "New company", level: 1 });
  await press("Save");
  await waitFor(() => expect(screen.getAllByText("This field is required.")).toHaveLength(2));
  await userEvent.type(field("Name"), "Acme Ltd");
  await userEvent.type(field("Billing address"), "KG 7 Ave");
  await userEvent.type(field(/^Credit limit/), "250,000");
  await userEvent.click(
    screen.getByRole("checkbox", { name: "Require a reference for each trip" }),
  );
  await press("Save");
  await waitFor(() => expect(router.state.location.pathname).toContain("/companies/0"));
  expect(db().select().from(companies).all()).toMatchObject([
    { name: "Acme Ltd", creditLimitMinor: 250_000, requiresReference: true },
  ]);
  // The amount owed comes first, and the form is below it.
  const owedHeading = await screen.findByText("Owed now");
  expect(owedHeading.compareDocumentPosition(field("Billing address"))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await userEvent.type(await screen.findByLabelText("E-mail or phone number"), "x@example.com");
  await press("Send invitation");
  await screen.findByRole("row", { name: /x@example.com/ });
  expect(db().select().from(companyMembers).all()).toMatchObject([{ role: "member" }]);
  await userEvent.type(field("Cost centre name"), "Sales");
  await press("Add cost centre");
  await screen.findByRole("button", { name: "Turn off Sales" });
});

test("staff invoice settled trips, record a payment and credit a trip", async () => {
  const company = await createCompany(scene.desk, { name: "Acme Ltd" });
  await invite(scene.desk, company.id, "x@example.com");
  scene.addTrip({
    state: "settled",
    payment: "account",
    companyId: company.id,
    pickupAt: START - 3_600_000,
  });
  const router = await open(`companies/${company.id}`);
  expect(screen.getByText(/ready to invoice, out of/).textContent).toContain("13,900");
  await press("Issue invoice");
  await waitFor(() => expect(router.state.location.pathname).toContain("/invoices/"));
  await screen.findByRole("heading", { level: 1, name: "Invoice 1" });
  const [invoice] = db().select().from(invoices).all();
  expect(screen.getByRole("link", { name: "Download PDF" }).getAttribute("href")).toBe(
    `/backend/admin/invoices/${invoice?.id}/invoice.pdf`,
  );
  await userEvent.clear(field(/^Amount \(RWF\)/));
  await userEvent.type(field(/^Amount \(RWF\)/), "3,900");
  await press("Record payment");
  const payments = () => within(screen.getByRole("table", { name: "Payments" }));
  await waitFor(() => expect(payments().getByText(/3,900/)).toBeTruthy());
  expect(db().select().from(ledger).all()).toMatchObject([{ amountMinor: 3_900 }]);
  const [trip] = db().select().from(reservations).all();
  await userEvent.selectOptions(field("Trip"), trip?.id ?? "");
  await userEvent.type(field(/^Amount to credit/), "10,000");
  await userEvent.type(field("Reason"), "A detour");
  await press("Issue credit note");
  await screen.findByRole("heading", { level: 1, name: "Credit note 1" });
  expect(await screen.findByText("A detour")).toBeTruthy();
  // The heading names its kind. Nothing is owed, so it has no state.
  expect(screen.queryByText("State")).toBeNull();
  // A phone shows the trips as cards.
  const cards = within(screen.getByRole("list", { name: "Trips" }));
  expect(cards.getByText(/^\w+.* to /)).toBeTruthy();
});

test("a payment and a credit note are recorded once when their answers are lost", async () => {
  const company = await createCompany(scene.desk, { name: "Acme Ltd" });
  const mine = { payment: "account", companyId: company.id, state: "settled" } as const;
  const { id } = scene.addTrip({ ...mine, pickupAt: START - 3_600_000 });
  const issue = { currency: "RWF", until: "2026-11-30" };
  await scene.desk.post(`/admin/companies/${company.id}/invoices`, issue);
  const [invoice] = db().select().from(invoices).all();
  const page = `/dispatch/dashboard/invoices/${invoice?.id}`;
  const path = `/admin/invoices/${invoice?.id}`;
  const paid = () =>
    db()
      .select()
      .from(ledger)
      .all()
      .map(({ amountMinor }) => amountMinor);
  await openPage(scene.server, page, browserThatLosesAnswer(scene.desk, `${path}/payments`));
  const payment = within(screen.getByRole("form", { name: "Record payment" }));
  await userEvent.clear(field(/^Amount \(RWF\)/));
  await userEvent.type(field(/^Amount \(RWF\)/), "3,900");
  await press("Record payment");
  await payment.findByRole("alert");
  await press("Record payment");
  await screen.findByText("Payment recorded");
  expect(paid()).toEqual([3_900]);
  closePage();

  await openPage(scene.server, page, browserThatLosesAnswer(scene.desk, `${path}/credit-notes`));
  const credit = within(screen.getByRole("form", { name: "Credit a trip" }));
  await userEvent.selectOptions(field("Trip"), id);
  await userEvent.type(field(/^Amount to credit/), "1,000");
  await userEvent.type(field("Reason"), "A detour");
  await press("Issue credit note");
  await credit.findByRole("alert");
  await userEvent.type(field("Reason"), " by mistake");
  await press("Issue credit note");
  await credit.findByText(/^Your earlier entry was recorded, but this one was not\./);
  expect(db().select().from(invoices).all()).toHaveLength(2);
  await press("Issue credit note");
  await screen.findByRole("heading", { level: 1, name: "Credit note 2" });
});

test("dispatch bills a trip to a company in the details, with the cost centre it requires", async () => {
  const company = await createCompany(scene.desk, { name: "Acme Ltd", requiresCostCentre: true });
  await addCostCentre(scene.desk, company.id, "Sales");
  const { id } = scene.addTrip();
  await open(`reservation?open=${id}`);
  const panel = () => within(screen.getByRole("region", { name: /Reservation 1001/ }));
  await waitFor(() => expect(panel().getByText("Cash in the car")).toBeTruthy());
  await userEvent.click(panel().getByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Change payment" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.selectOptions(await dialog.findByLabelText("Payment"), "account");
  await dialog.findByRole("option", { name: "Acme Ltd" });
  await userEvent.selectOptions(dialog.getByLabelText("Company"), company.id);
  await dialog.findByLabelText("Cost centre");
  expect(dialog.getByText(/^The price stays RWF [\d,]+\./)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect((await dialog.findAllByText("Choose one of the company's cost centres.")).length).toBe(2);
  await userEvent.selectOptions(dialog.getByLabelText("Cost centre"), "Sales");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(panel().getByText("Billed to Acme Ltd, Sales")).toBeTruthy());
  expect(db().select().from(reservations).all()).toMatchObject([
    { payment: "account", companyId: company.id },
  ]);
});

test("the payment of a trip can be changed only once its payer is known", async () => {
  const company = await createCompany(scene.desk, { name: "Acme Ltd" });
  const { id } = scene.addTrip({ payment: "account", companyId: company.id });
  let isOffline = false;
  const browser: typeof scene.desk = {
    ...scene.desk,
    request: (url, options) => {
      if (isOffline && url === `/admin/reservations/${id}`) throw new TypeError("Failed to fetch");
      return scene.desk.request(url, options);
    },
  };
  await openPage(scene.server, `/dispatch/dashboard/reservation?open=${id}`, browser);
  const panel = within(screen.getByRole("region", { name: /Reservation 1001/ }));
  await panel.findByText("Billed to Acme Ltd");
  const openDialog = async () => {
    await userEvent.click(panel.getByRole("button", { name: "More actions" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Change payment" }));
    return within(await screen.findByRole("dialog"));
  };
  isOffline = true;
  const offlineDialog = await openDialog();
  await offlineDialog.findByText("Failed to fetch");
  expect(offlineDialog.queryByRole("button", { name: "Save" })).toBeNull();
  await userEvent.click(offlineDialog.getByRole("button", { name: "Go back" }));
  isOffline = false;
  const dialog = await openDialog();
  expect((await dialog.findByLabelText<HTMLSelectElement>("Payment")).value).toBe("account");
  await userEvent.type(dialog.getByLabelText(/^Reference/), "PO 7");
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLSelectElement>("Company").value).toBe(company.id),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(db().select().from(reservations).all()).toMatchObject([
    { payment: "account", companyId: company.id, billingReference: "PO 7" },
  ]);
});

test("staff settle completed trips together, and each refused trip is named", async () => {
  const company = await createCompany(scene.desk, { name: "Acme Ltd" });
  const mine = { payment: "account", companyId: company.id, state: "completed" } as const;
  scene.addTrip({ ...mine, pickupAt: START - 3_600_000 });
  const staleTrip = scene.addTrip({ ...mine, pickupAt: START - 7_200_000 });
  await open(`companies/${company.id}`);
  await press("Settle completed trips");
  await screen.findByRole("button", { name: "Settle 2 trips" });
  scene.server.deps.db
    .update(reservations)
    .set({ version: 9 })
    .where(eq(reservations.id, staleTrip.id ?? ""))
    .run();
  await press("Settle 2 trips");
  await screen.findByText("1 trip not settled:");
  await screen.findByText(
    `${staleTrip.number}: Somebody else has changed this reservation. Check it again.`,
  );
  await press("Close");
  await press("Settle completed trips");
  await press("Settle 1 trip");
  await waitFor(() =>
    expect(
      db()
        .select()
        .from(reservations)
        .all()
        .map(({ state }) => state),
    ).toEqual(["settled", "settled"]),
  );
});

test("staff e-mail an invoice and set the days of reminders", async () => {
  const staff = await signInAdmin(scene.server, { email: "books@example.com", role: "accountant" });
  const company = await createCompany(staff, { name: "Acme Ltd", billingEmail: "a@example.com" });
  const invoice = await createInvoice(scene.server, staff, company.id, 1_000);
  await openPage(scene.server, `/dispatch/dashboard/invoices/${invoice.id}`, staff);
  await screen.findByText(/Not e-mailed yet/);
  await press("E-mail invoice");
  await screen.findByText(/^Not sent, because no mail provider is connected/);
  await press("E-mail invoice again");
  await screen.findByText("This invoice was e-mailed less than a minute ago.");
  closePage();
  await openPage(scene.server, "/dispatch/dashboard/invoices", staff);
  await press("Reminders");
  await userEvent.click(await screen.findByRole("checkbox", { name: /^E-mail companies/ }));
  await userEvent.clear(field("Remind after (days)"));
  await userEvent.type(field("Remind after (days)"), "x");
  await press("Save reminders");
  await screen.findByText("Enter up to six numbers of days, such as 7, 14, 30.");
  await userEvent.clear(field("Remind after (days)"));
  await userEvent.type(field("Remind after (days)"), "21, 5");
  await press("Save reminders");
  await waitFor(() =>
    expect(db().select().from(settings).all()).toMatchObject([
      { remindInvoices: true, invoiceReminderDays: [5, 21] },
    ]),
  );
});

test("invoices of all companies are listed by state, and one payment covers several", async () => {
  const staff = await signInAdmin(scene.server, { email: "books@example.com", role: "accountant" });
  const company = await createCompany(staff, { name: "Acme Ltd" });
  await createInvoice(scene.server, staff, company.id, 1_000);
  await createInvoice(scene.server, staff, company.id, 2_000);
  await openPage(scene.server, "/dispatch/dashboard/invoices", staff);
  // It is in the table and in the cards for phones.
  await screen.findAllByRole("link", { name: "Invoice 2" });
  await userEvent.click(screen.getByRole("link", { name: "Paid" }));
  await screen.findByText("No paid invoices yet");
  await userEvent.click(screen.getByRole("link", { name: "By company" }));
  const [pay] = await screen.findAllByRole("button", { name: "Record payment from Acme Ltd" });
  await userEvent.click(pay as HTMLElement);
  const amount = await screen.findByLabelText<HTMLInputElement>("Amount (RWF)");
  expect(amount.value).toBe("3,000");
  await userEvent.clear(amount);
  await userEvent.type(amount, "1,500");
  expect([/invoice 1/, /invoice 2/].map((name) => field(name).value)).toEqual(["1,000", "500"]);
  await userEvent.clear(field(/invoice 1/));
  await press("Record payment");
  await screen.findByText("The invoices add up to RWF 500. Enter the same amount.");
  await userEvent.type(field(/invoice 1/), "1,000");
  await press("Record payment");
  await waitFor(() =>
    expect(
      db()
        .select()
        .from(ledger)
        .all()
        .map(({ amountMinor }) => amountMinor),
    ).toEqual([1_000, 500]),
  );
});
