/**
 * A trip's money from its booking to the books: by card with a hold that is made on the booking screen, by mobile
 * money, and without a provider. Each has waiting time, a toll, a tip and a partial refund. Receipt, driver's
 * statement, report and journal have the same amounts as the screens.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser as Chromium, Locator, Page } from "playwright-core";
import { paymentAttempts } from "../../db/schema/payment-links";
import { prepayments } from "../../db/schema/prepayments";
import type { Takings, TripMoneyAnswer } from "../../src/payments/contract";
import type { PayLinkAnswer, PayPage } from "../../src/payments/links/link-contract";
import { followUpPrepayments } from "../../src/payments/prepaying/follow-up-actions";
import type { OpenAccount, StatementAnswer, StatementList } from "../../src/payouts/contract";
import type { Report } from "../../src/reports/contract";
import type { RiderReservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { formatMoney } from "../../src/settings/money-rules";
import { createDriverScene, type DriverScene, look } from "../pages/driver/scene";
import { trip as request } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { startFlutterwave } from "../support/payments/flutterwave";
import { setPaymentRules } from "../support/payments/rules";
import { startStripe } from "../support/payments/stripe";
import { textOfPdf } from "../support/pdf";
import {
  waitUntilReady,
  choosePlace,
  openWindow,
  type Size,
  stateOf,
  waitForText,
  waitForThanks,
  type Window,
} from "../support/screen";
import type { Browser } from "../support/server";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

setDefaultTimeout(180_000);

const ways = ["card", "mobile money", "cash and terminal"] as const;
type Way = (typeof ways)[number];
const HOUR = 3_600_000;
const PHONE = "+250788123456";
const TOLL_MINOR = 1_500;
const TIP_MINOR = 1_000;
const REFUND_MINOR = 500;
const TERMINAL_MINOR = 2_000;
const WAIT_MINUTES = 7;

let scene: DriverScene;
let owner: DriverScene["staff"];
let running: RunningServer;
let chromium: Chromium;
let origin: string;
let count = 0;
/** The amounts of each trip in the driver's account. */
const stated: { number: number; payMinor: number; heldMinor: number }[] = [];
const stripe = startStripe();
const flutterwave = startFlutterwave();

beforeAll(async () => {
  scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" }, Date.now());
  running = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  scene.server.deps.config.publicUrl = origin;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  await Promise.all([stripe.stop(), flutterwave.stop()]);
  scene?.server.close();
});

const moneyText = (minor: number) => formatMoney(minor, "RWF");
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
const newest = () => scene.server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "";
const day = (daysLater: number) =>
  new Date(scene.server.deps.now() + daysLater * 24 * HOUR).toISOString().slice(0, 10);
const period = () => `from=${day(-20)}&to=${day(20)}`;

/** Signs in staff again with new accounts, because sessions end after half a day. */
async function signInStaff(): Promise<void> {
  count++;
  owner = await signInAdmin(scene.server, { role: "owner", email: `owner${count}@example.com` });
  scene.staff = owner;
}
async function windowOf(browser: Browser, size: Size, path: string): Promise<Window> {
  const window = await openWindow(chromium, origin, size, stateOf(browser.cookies));
  await window.go(path);
  return window;
}
const press = ({ page }: Window, name: string, within: Page | Locator = page) =>
  within.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
const closeWithoutFaults = async (window: Window) => {
  expect(window.faults).toEqual([]);
  await window.close();
};
/** Opens a screen, and expects each of these texts on it. */
async function expectShown(
  browser: Browser,
  size: Size,
  path: string,
  ...texts: (string | RegExp)[]
) {
  const window = await windowOf(browser, size, path);
  for (const text of texts) await waitForText(window, text);
  await closeWithoutFaults(window);
}

async function connect(way: Way): Promise<void> {
  Object.assign(scene.server.deps.config, {
    stripe: way === "card" ? stripe.connection : null,
    flutterwave: way === "mobile money" ? flutterwave.connection : null,
  });
  const take = way === "card" ? "hold" : way === "mobile money" ? "all" : "nothing";
  await setPaymentRules(owner, { take, marginPercent: 40 });
}
/** Books for tomorrow on the screen, after checking the displayed hold. */
async function bookOnScreen(): Promise<string> {
  const window = await windowOf(scene.rider, "phone", "/booking");
  const { page } = window;
  await waitUntilReady(page);
  const choose = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  await choosePlace(page, "Pickup", "Kigali Marriott");
  await choosePlace(page, "Drop-off", "Amahoro Stadium");
  await choose("Continue");
  await choose("Tomorrow");
  await choose("See cars and prices");
  await choose(/^Continue ·/);
  await waitForText(window, /held on your card/);
  await choose("Book now");
  await page.waitForURL(/\/pay\//);
  expect(window.faults).toEqual([]);
  await window.close();
  const [row] = scene.server.deps.db.select().from(prepayments).all();
  return row?.reservationId ?? "";
}
async function book(way: Way): Promise<string> {
  if (way === "card") return bookOnScreen();
  const pickup = new Date(scene.server.deps.now() + 5 * HOUR).toISOString().slice(0, 16);
  const quote = await json<QuoteAnswer>(
    await scene.rider.post(
      "/quotes",
      request({ serviceType: "point_to_point", pickupLocal: pickup }),
    ),
  );
  const [option] = quote.options;
  const { reservation } = await json<{ reservation: RiderReservation }>(
    await scene.rider.post("/reservations", {
      quote: quote.quote,
      vehicleClassId: option?.vehicleClass.id,
      agreedBeforeMinor: option?.before?.amountMinor ?? 0,
      payment: way === "cash and terminal" ? "cash" : "card",
    }),
  );
  return reservation.id;
}
/** Pays through a link in the browser, and on the provider's page or the phone. */
async function payOnPage(url: string, way: Way, button: RegExp, tip?: number): Promise<void> {
  const window = await openWindow(chromium, origin, "phone");
  const { page } = window;
  await window.go(new URL(url).pathname);
  if (tip !== undefined) {
    await page.getByText("Another amount", { exact: true }).click();
    await page.getByLabel("Amount in RWF").fill(`${tip}`);
  }
  if (way === "mobile money") {
    await page.getByText("Mobile money", { exact: true }).first().click();
    await page.getByLabel("Mobile money number").fill(PHONE);
  }
  await page.getByRole("button", { name: button }).click();
  const provider = way === "card" ? stripe : flutterwave;
  await page.waitForURL(`${provider.url}/**`);
  provider.pay(newest());
  await page.goto(url);
  await waitUntilReady(page);
  await waitForThanks(window, /Thank you!/, scene.server);
  // Faults on the provider's page do not count.
  expect(window.faults.filter((fault) => !/\/(?:c\/pay|otp|hosted)\//.test(fault))).toEqual([]);
  await window.close();
}
/** Requests whatever is due through a link, and pays it. */
async function payDueByLink(id: string, way: Way): Promise<void> {
  const answer = await owner.post(`/admin/reservations/${id}/pay-link`, { send: true });
  const { link } = await json<PayLinkAnswer>(answer);
  await payOnPage(link?.url ?? "", way, /^Pay /);
}
const money = async (id: string) =>
  (await json<TripMoneyAnswer>(await owner.get(`/admin/reservations/${id}/payments`))).money;
const seen = (id: string) => look(scene, id);

/** Confirms the trip and drives it, with a wait at the pickup and a toll that dispatch approves. */
async function drive(id: string): Promise<void> {
  const act = async (path: string, body: object = {}) => {
    const { version } = await seen(id);
    return json(await owner.post(`/admin/reservations/${id}/${path}`, { version, ...body }));
  };
  const step = async (to: string) => {
    const { version } = await seen(id);
    await json(await scene.phone.post(`/driver/reservations/${id}/progress`, { version, to }));
  };
  const { pickupAt } = await seen(id);
  await act("confirmation");
  scene.server.advance(Math.max(0, Date.parse(pickupAt) - scene.server.deps.now() - 5 * HOUR));
  await signInStaff();
  await act("assignment", { driverId: scene.row.id, vehicleId: scene.car.id });
  await step("en_route");
  await step("on_location");
  const free = 10;
  scene.server.advance(
    Date.parse(pickupAt) - scene.server.deps.now() + (free + WAIT_MINUTES) * 60_000,
  );
  // A session that is idle for that long is locked.
  await signInStaff();
  await step("passenger_on_board");
  scene.server.advance(5 * 60_000);
  await step("completed");
  await addToll(id);
}
/** The driver adds the toll on the phone, and dispatch approves it on the trip's page. */
async function addToll(id: string): Promise<void> {
  const phone = await windowOf(scene.phone, "phone", `/driver/dashboard/trips/${id}`);
  await press(phone, "Add an expense");
  await phone.page.getByLabel("Amount, RWF").fill(`${TOLL_MINOR}`);
  await press(phone, "Send to dispatch");
  await waitForText(phone, "Waiting for dispatch");
  await closeWithoutFaults(phone);
  const desk = await windowOf(owner, "desktop", `/dispatch/dashboard/reservation/${id}`);
  await press(desk, "Approve");
  await press(desk, "Approve", desk.page.getByRole("dialog"));
  await waitForText(desk, /Charged to the customer/);
  await closeWithoutFaults(desk);
}
/**
 * Records the payment for the ride in the ledger: the hold is captured, or the driver has cash and the terminal has the
 * rest.
 */
async function payRide(id: string, way: Way): Promise<void> {
  if (way === "card") return followUpPrepayments(scene.server.deps);
  if (way === "mobile money") return payDueByLink(id, way);
  const { version, dueMinor } = await seen(id);
  await json(
    await scene.phone.post(`/driver/reservations/${id}/cash`, {
      version,
      method: "cash",
      dueMinor,
      collectedMinor: dueMinor - TERMINAL_MINOR,
      reason: "The rest by card",
    }),
  );
  await record(id, "card_terminal", "office");
}
async function record(id: string, method: string, heldBy: string): Promise<void> {
  const { version, dueMinor } = await money(id);
  const paid = { version, amountMinor: dueMinor, method, heldBy, paidOn: day(0) };
  await json(await owner.post(`/admin/reservations/${id}/payments`, paid));
}
/** Gives a tip, either online through its own link or in cash. */
async function tip(id: string, way: Way): Promise<void> {
  if (way === "cash and terminal") {
    const { version } = await seen(id);
    await json(await scene.rider.put(`/reservations/${id}/tip`, { version, tipMinor: TIP_MINOR }));
    expect((await money(id)).dueMinor).toBe(TIP_MINOR);
    return record(id, "cash", "driver");
  }
  const link = await scene.rider.post(`/reservations/${id}/tip-link`);
  await payOnPage((await json<{ url: string }>(link)).url, way, /^Pay /, TIP_MINOR);
}
/** Refunds on the trip's page, either through the provider or by hand. */
async function refund(id: string, way: Way): Promise<void> {
  const { payments } = await money(id);
  const desk = await windowOf(owner, "desktop", `/dispatch/dashboard/reservation/${id}`);
  if (way === "cash and terminal") {
    await press(desk, "More actions");
    await desk.page.getByRole("menuitem", { name: "Refund rider" }).click();
  } else {
    const [taken] = payments
      .filter(({ kind }) => kind === "charge" || kind === "capture")
      .toSorted((a, b) => b.amountMinor - a.amountMinor);
    const row = desk.page
      .getByRole("listitem")
      .filter({ hasText: moneyText(taken?.amountMinor ?? 0) });
    await press(desk, "Refund", row);
  }
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByLabel("Amount (RWF)").fill(`${REFUND_MINOR}`);
  await dialog.getByLabel("Reason").fill("The car was not clean");
  await press(desk, "Refund", dialog);
  await waitForText(desk, /^Refunded, /);
  // The payment is shown before the provider has answered.
  await expectEventually(async () =>
    (await money(id)).payments.some(({ state }) => state === "pending"),
  ).toBe(false);
  await closeWithoutFaults(desk);
}

/** Returns the totals of the report and of the takings, to compare before and after a trip. */
async function sums() {
  const report = await json<Report>(await owner.get(`/admin/reports?by=driver&${period()}`));
  const takings = await json<Takings>(await owner.get(`/admin/takings?${period()}`));
  const all = (of: (row: Takings["methods"][number]) => number) =>
    takings.methods.reduce((sum, row) => sum + of(row), 0);
  return {
    charged: report.total.money?.[0]?.chargedMinor ?? 0,
    tips: report.total.money?.[0]?.tipsMinor ?? 0,
    received: all(({ receivedMinor }) => receivedMinor),
    refunded: all(({ refundedMinor }) => refundedMinor),
    fees: all(({ feesMinor }) => feesMinor),
    held: all(({ heldByDriversMinor }) => heldByDriversMinor),
  };
}
/** Returns a trip's totals in the journal by account; debits are positive. */
async function booked(number: number): Promise<Record<string, number>> {
  const file = await (await owner.get(`/admin/books/journal.csv?${period()}`)).text();
  const accounts: Record<string, number> = {};
  for (const line of file.split("\r\n").slice(1)) {
    const [, account = "", debit, credit, , document] = line.split(",");
    if (document !== `Trip ${number}`) continue;
    accounts[account] = (accounts[account] ?? 0) + Number(debit) - Number(credit);
  }
  return accounts;
}

test.each(ways)(
  "a trip paid by %s has the same amounts on its screens, receipt, statement, report and journal",
  async (way) => {
    await signInStaff();
    await connect(way);
    const before = await sums();
    const id = await book(way);
    if (way !== "cash and terminal") {
      const { url } = await json<{ url: string }>(
        await scene.rider.post(`/reservations/${id}/prepayment`),
      );
      await payOnPage(url, way, way === "card" ? /^Hold / : /^Pay /);
      expect((await json<PayPage>(await scene.rider.get(`/pay/${tokenOf(url)}`))).state).toBe(
        "paid",
      );
    }
    const { fareMinor: agreedMinor, number } = await seen(id);
    await drive(id);
    const driven = await seen(id);
    const waitMinor = driven.lines.find(({ kind }) => kind === "wait")?.amountMinor ?? 0;
    expect(waitMinor).toBeGreaterThan(0);
    expect(driven.fareMinor).toBeGreaterThanOrEqual(agreedMinor + waitMinor + TOLL_MINOR);
    await payRide(id, way);
    expect((await money(id)).dueMinor).toBe(0);

    const account = async () => {
      const { lines } = await json<OpenAccount>(await scene.phone.get("/driver/billing"));
      return lines.find(({ reservationId }) => reservationId === id);
    };
    const payMinorBefore = (await account())?.payMinor ?? 0;
    await tip(id, way);
    await refund(id, way);

    const billedMinor = driven.fareMinor + TIP_MINOR - REFUND_MINOR;
    expect(await money(id)).toMatchObject({ billedMinor, paidMinor: billedMinor, dueMinor: 0 });

    const receipt = await scene.rider.get(`/reservations/${id}/receipt.pdf`);
    const paper = textOfPdf(new Uint8Array(await receipt.arrayBuffer()))
      .map(({ text }) => text)
      .join(" ");
    for (const text of [moneyText(billedMinor), moneyText(TOLL_MINOR), moneyText(TIP_MINOR)])
      expect(paper).toContain(text);

    // The refund does not reduce the driver's pay; the tip and the toll are added to it.
    const line = await account();
    const heldMinor =
      way === "cash and terminal" ? driven.fareMinor - TERMINAL_MINOR + TIP_MINOR : 0;
    expect(line).toMatchObject({
      chargedMinor: billedMinor,
      payMinor: payMinorBefore + TIP_MINOR,
      heldMinor,
    });
    expect(line?.payLines).toContainEqual(
      expect.objectContaining({ kind: "expense", amountMinor: TOLL_MINOR }),
    );
    stated.push({ number, payMinor: line?.payMinor ?? 0, heldMinor });

    const after = await sums();
    const added = Object.fromEntries(
      Object.entries(after).map(([name, minor]) => [
        name,
        minor - before[name as keyof typeof before],
      ]),
    );
    const accounts = await booked(number);
    const fees = accounts["Payment provider fees"] ?? 0;
    expect(added).toEqual({
      charged: billedMinor,
      tips: TIP_MINOR,
      received: billedMinor + REFUND_MINOR,
      refunded: REFUND_MINOR,
      fees,
      held: heldMinor,
    });
    expect(accounts).toEqual(
      way === "card"
        ? {
            Stripe: billedMinor - fees,
            "Payment provider fees": fees,
            "Rides paid by riders": -billedMinor,
          }
        : way === "mobile money"
          ? {
              Flutterwave: billedMinor - fees,
              "Payment provider fees": fees,
              "Rides paid by riders": -billedMinor,
            }
          : {
              "Money held by drivers": heldMinor,
              "Card terminal": TERMINAL_MINOR,
              Cash: -REFUND_MINOR,
              "Rides paid by riders": -billedMinor,
            },
    );
    expect(fees > 0).toBe(way !== "cash and terminal");
    const provider: Record<string, Record<string, number>> = {
      card: stripe.ledger(),
      "mobile money": flutterwave.ledger(),
    };
    if (way !== "cash and terminal")
      expect(Object.values(provider[way] ?? {}).reduce((sum, minor) => sum + minor, 0)).toBe(
        billedMinor,
      );

    await expectShown(scene.rider, "phone", `/trips/${id}`, moneyText(billedMinor));
    await expectShown(
      scene.phone,
      "phone",
      "/driver/dashboard/billing",
      moneyText(line?.payMinor ?? 0),
    );
    await expectShown(
      owner,
      "desktop",
      `/dispatch/dashboard/reservation/${id}`,
      moneyText(billedMinor),
      moneyText(REFUND_MINOR),
      "The car was not clean",
    );
    expect([...stripe.faults, ...flutterwave.faults]).toEqual([]);
  },
);

test("the driver's statements list the same pay for each trip as the driver's account", async () => {
  scene.server.advance(8 * 24 * HOUR);
  await signInStaff();
  const path = `/admin/drivers/${scene.row.id}/statements`;
  await json(await owner.post(path));
  const { statements } = await json<StatementList>(await owner.get(path));
  const all = await Promise.all(
    statements.map(
      async ({ id }) =>
        (await json<StatementAnswer>(await owner.get(`/admin/statements/${id}`))).statement,
    ),
  );
  const lines = all.flatMap((statement) =>
    statement.lines.map(({ reservationNumber: number, payMinor, heldMinor }) => ({
      number,
      payMinor,
      heldMinor,
    })),
  );
  expect(lines.toSorted((a, b) => a.number - b.number)).toEqual(stated);
  const [first] = statements;
  await expectShown(
    scene.phone,
    "phone",
    `/driver/dashboard/statements/${first?.id}`,
    `Statement ${first?.number}`,
    moneyText(stated.at(-1)?.payMinor ?? 0),
  );
});
