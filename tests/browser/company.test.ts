/**
 * A trip on a company's account: a member books it, the driver collects nothing, and dispatch invoices it and records
 * the payment.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Browser } from "playwright-core";
import { reservations } from "../../db/schema/reservations";
import { type RunningServer, startServer } from "../../src/server/server";
import { assign, createDriverScene, type DriverScene, drive, look } from "../pages/driver/scene";
import { addCostCentre, bookOnAccount, createCompany, invite } from "../support/companies";
import { launchChromium } from "../support/chromium";
import { textOfPdf } from "../support/pdf";
import { openWindow, type Size, stateOf, waitForText } from "../support/screen";
import type { Browser as Visitor } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let chromium: Browser;
let scene: DriverScene;
let runningServer: RunningServer;
let origin: string;
let companyId: string;

beforeAll(async () => {
  // The form suggests times from the browser's clock.
  scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" }, Date.now());
  companyId = (await createCompany(scene.staff, { name: "Acme Ltd" })).id;
  await addCostCentre(scene.staff, companyId, "Sales");
  await invite(scene.staff, companyId, "rider@example.com");
  runningServer = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  scene?.server.close();
});

async function windowOf(visitor: Visitor, size: Size) {
  return openWindow(chromium, origin, size, stateOf(visitor.cookies));
}

/** Returns the stored trip. */
function stored(of = companyId) {
  const [row] = scene.server.deps.db
    .select()
    .from(reservations)
    .where(eq(reservations.companyId, of))
    .all();
  if (!row) throw new Error("Nothing was booked on the account.");
  return row;
}

test("a trip on a company's account goes from the booking to the paid invoice", async () => {
  const form = await windowOf(scene.rider, "phone");
  const { page } = form;
  await form.go("/profile/company");
  await page.getByText("Acme Ltd").first().waitFor();
  await form.look("rider-company");
  await form.go("/booking?from=Kigali%20International%20Airport&to=Amahoro%20Stadium");
  await page.getByRole("button", { name: "Tomorrow" }).click();
  await page.getByRole("button", { name: "See cars and prices" }).click();
  await page.getByRole("button", { name: /^Continue ·/ }).click();
  await page.getByText("Bill to Acme Ltd").click();
  await page.getByRole("combobox", { name: /Cost centre/ }).selectOption("Sales");
  await page.getByRole("textbox", { name: /Reference/ }).fill("PO 7");
  await form.look("rider-booking-on-account");
  await page.getByRole("button", { name: "Book now" }).click();
  await page.getByText("Booked. Thank you!").waitFor();
  const { id, number } = stored();

  // Dispatch confirms it, and the driver sees that there is nothing to collect in the car.
  await scene.staff.post(`/admin/reservations/${id}/confirmation`, { version: stored().version });
  const trip = await assign(scene, await look(scene, id));
  const wheel = await windowOf(scene.phone, "phone");
  await wheel.go(`/driver/dashboard/trips/${id}`);
  await wheel.page.getByText("On account: nothing to collect").waitFor();
  expect(await wheel.page.getByText("Cash in the car").count()).toBe(0);
  await wheel.look("driver-trip-on-account");
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");

  // On the next day, dispatch settles the trip and bills it.
  scene.staff = await signInAdmin(scene.server, { email: "next-day@example.com" });
  const { version } = await look(scene, id);
  const settlementResponse = await scene.staff.post(`/admin/reservations/${id}/settlement`, {
    version,
  });
  expect(settlementResponse.status).toBe(200);
  const day = stored().pickupLocal.slice(0, 10);
  const desk = await windowOf(scene.staff, "desktop");
  await desk.go("/dispatch/dashboard/companies");
  await desk.page
    .getByRole("link", { name: /Acme Ltd/ })
    .first()
    .click();
  const issue = desk.page.getByRole("form", { name: "Issue invoice" });
  await issue.getByLabel("Pickups until").fill(day);
  await desk.look("company-uninvoiced");
  await issue.getByRole("button", { name: "Issue invoice" }).click();
  await desk.page.getByRole("heading", { level: 1, name: "Invoice 1" }).waitFor();
  await desk.look("company-invoice");
  const href = await desk.page.getByRole("link", { name: "Download PDF" }).getAttribute("href");
  const pdf = await desk.context.request.get(origin + href);
  const text = textOfPdf(new Uint8Array(await pdf.body()))
    .map((run) => run.text)
    .join(" ");
  for (const words of ["Acme Ltd", String(number), "Kigali International Airport", "Sales", "PO 7"])
    expect(text).toContain(words);

  const payment = desk.page.getByRole("form", { name: "Record payment" });
  await payment.getByLabel("Payment reference").fill("BK 4411");
  await payment.getByRole("button", { name: "Record payment" }).click();
  await waitForText(desk, "Bank transfer, BK 4411");
  await desk.page.getByText("Paid", { exact: true }).waitFor();
  await desk.look("company-invoice-paid");

  expect([...form.faults, ...wheel.faults, ...desk.faults]).toEqual([]);
  for (const window of [form, wheel, desk]) await window.close();
}, 120_000);

test("the board has a view of trips waiting for approval, by keyboard and on a phone", async () => {
  scene.staff = await signInAdmin(scene.server, { email: "approvals@example.com" });
  const company = await createCompany(scene.staff, { name: "Careful Ltd", approval: "always" });
  await invite(scene.staff, company.id, "rider@example.com");
  const day = new Date(scene.server.deps.now() + 86_400_000).toISOString().slice(0, 10);
  const pickup = { trip: { pickupLocal: `${day}T10:00` } };
  const bookingResponse = await bookOnAccount(scene.rider, { companyId: company.id }, pickup);
  expect([bookingResponse.status, bookingResponse.ok || (await bookingResponse.text())]).toEqual([
    201,
    true,
  ]);
  for (const size of ["laptop", "phone"] as const) {
    const desk = await windowOf(scene.staff, size);
    const { page } = desk;
    await desk.go("/dispatch/dashboard/reservation");
    const view = page.getByRole("button", { name: "Waiting for approval 1" });
    await view.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/approval=true/);
    await view.and(page.locator("[aria-current=true]")).waitFor();
    // The mark is on the view and in the row.
    const mark = page.getByText("Waiting for approval", { exact: true }).filter({ visible: true });
    await mark.nth(1).waitFor();
    await desk.look("board-approval");
    expect(desk.faults).toEqual([]);
    await desk.close();
  }
}, 120_000);

test("a manager books for a member, who sees who booked the trip", async () => {
  scene.staff = await signInAdmin(scene.server, { email: "colleagues@example.com" });
  const company = await createCompany(scene.staff, { name: "Colleagues Ltd" });
  await invite(scene.staff, company.id, "rider@example.com");
  await invite(scene.staff, company.id, "boss@example.com", "manager");
  await scene.rider.get("/companies");
  const names = { firstName: "Diane", lastName: "Mutoni" };
  const bossClient = (await signInRider(scene.server, "boss@example.com", { names })).browser;
  const form = await windowOf(bossClient, "phone");
  const { page } = form;
  await form.go("/booking?from=Kigali%20International%20Airport&to=Amahoro%20Stadium");
  await page.getByRole("button", { name: "Tomorrow" }).click();
  await page.getByRole("button", { name: "See cars and prices" }).click();
  await page.getByRole("button", { name: /^Continue ·/ }).click();
  await page.getByText("Bill to Colleagues Ltd").click();
  await page.getByRole("combobox", { name: "Book for" }).selectOption("Aline Uwase");
  await page.getByText("Aline Uwase sees the trip under Trips.").waitFor();
  await form.look("rider-booking-for-member");
  await page.getByRole("button", { name: "Book now" }).click();
  await page.getByText(/^Trip \d+ is booked/).waitFor();
  await form.look("rider-booked-for-member");

  const { id } = stored(company.id);
  const member = await windowOf(scene.rider, "phone");
  await member.go(`/trips/${id}`);
  await member.page.getByText("Booked by Diane Mutoni").waitFor();
  await member.look("rider-trip-booked-by");
  const desk = await windowOf(scene.staff, "laptop");
  await desk.go(`/dispatch/dashboard/reservation/${id}`);
  await desk.page.getByText("Diane Mutoni").waitFor();
  await desk.look("reservation-booked-by");
  expect([...form.faults, ...member.faults, ...desk.faults]).toEqual([]);
  for (const window of [form, member, desk]) await window.close();
}, 120_000);
