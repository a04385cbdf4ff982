/**
 * The price list in a real browser: an owner changes a rate, sees the price of the test trip change, and publishes.
 * From then on quotes have the new price, and booked trips keep theirs. Then every screen of the price list, at both
 * sizes, in the light and the dark theme.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { APIRequestContext, Browser, Page } from "playwright-core";
import type { FareLine } from "../../src/fares/contract";
import type { FeeDraftAnswer, FeeScheduleList } from "../../src/fares/fee-contract";
import type { ReservationAnswer } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { AIRPORT, HOTEL } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow } from "../support/screen";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(240_000);

const FEES_PATH = "/dispatch/dashboard/FeeManagement";

let demo: Demo;
let browser: Browser;
let owner: Session;
let rider: Session;

beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  owner = await demo.signIn(browser, "dispatcher");
  rider = await demo.signIn(browser, "rider");
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

/** Returns a metered trip in ten days at ten o'clock, from the hotel to the other end of the town. */
function trip() {
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  return {
    serviceType: "point_to_point",
    pickup: HOTEL,
    dropoff: { ...AIRPORT, name: "A gate in Masaka", latitude: -1.99, longitude: 30.2 },
    pickupLocal: `${day}T10:00`,
    passengers: 1,
    luggage: 0,
  };
}

async function quote(request: APIRequestContext) {
  const answer = await request.post(`${demo.url}/backend/quotes`, {
    data: trip(),
    headers: { origin: demo.url },
  });
  expect(answer.status()).toBe(200);
  const found = (await answer.json()) as QuoteAnswer;
  const standardOption = found.options.find(({ vehicleClass }) => vehicleClass.name === "Standard");
  if (!standardOption) throw new Error("No price for Standard");
  return { quote: found.quote, option: standardOption };
}

const base = (lines: readonly FareLine[]) => lines.find(({ kind }) => kind === "base")?.amountMinor;

test("an owner changes, tests and publishes a rate, and booked trips keep their price", async () => {
  const riderContext = await browser.newContext({ storageState: rider });
  const before = await quote(riderContext.request);
  const bookingResponse = await riderContext.request.post(`${demo.url}/backend/reservations`, {
    data: { quote: before.quote, vehicleClassId: before.option.vehicleClass.id },
    headers: { origin: demo.url, "idempotency-key": crypto.randomUUID() },
  });
  expect(bookingResponse.status()).toBe(201);
  const { reservation } = (await bookingResponse.json()) as ReservationAnswer;

  const window = await openWindow(browser, demo.url, "desktop", owner);
  const { page } = window;
  await window.go(FEES_PATH);
  const panel = page.getByRole("complementary", { name: "Test a trip" });
  await panel.getByText("Same price.").waitFor();
  const rate = page.getByRole("textbox", { name: "Base fare, Standard" });
  const old = Number((await rate.inputValue()).replaceAll(",", ""));
  expect(base(before.option.lines)).toBe(old);
  await rate.fill(String(old + 700));
  await panel.getByText(/ more \(\+/).waitFor();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Publish 1 change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish prices" });
  await dialog.getByLabel("Reason").fill("Fuel has become dearer");
  await window.look("fees-publish");
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await page.getByText(/^Version \d+ is in force$/).waitFor();
  await panel.getByText("Same price.").waitFor();
  await expectEventually(() => rate.inputValue()).toBe((old + 700).toLocaleString("en"));

  const after = await quote(riderContext.request);
  expect(base(after.option.lines)).toBe(old + 700);
  const reservationResponse = await riderContext.request.get(
    `${demo.url}/backend/reservations/${reservation.id}`,
  );
  const now = ((await reservationResponse.json()) as ReservationAnswer).reservation;
  expect(now.lines).toEqual(reservation.lines);
  expect([now.fareMinor, base(now.lines)]).toEqual([before.option.fareMinor, old]);

  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("cell", { name: "Fuel has become dearer" }).waitFor();
  expect(window.faults).toEqual([]);
  await window.close();
  await riderContext.close();
});

describe("every screen of the price list", () => {
  for (const size of ["phone", "desktop"] as const)
    test(`passes axe and fits at the size of a ${size}`, async () => {
      const window = await openWindow(browser, demo.url, size, owner);
      const { page } = window;
      await resetFees(window.context.request);
      for (const screen of [
        "",
        "/flat-prices",
        "/surcharges",
        "/extras",
        "/promotions",
        "/taxes",
        "/waiting",
        "/pay",
        "/classes",
        "/history",
      ]) {
        await window.go(FEES_PATH + screen);
        await trySimulator(page, size === "phone");
        await window.look(`fees${screen.replace("/", "-")}`);
      }
      const { versions } = (await (
        await window.context.request.get(`${demo.url}/backend/admin/fees/versions`)
      ).json()) as FeeScheduleList;
      await window.go(`${FEES_PATH}/history/${versions[0]?.id}`);
      await window.look("fees-version");
      await window.go(`${FEES_PATH}/classes`);
      await page.getByRole("button", { name: "Add class" }).click();
      await page.getByRole("dialog", { name: "New class" }).waitFor();
      await window.look("fees-class");

      // With a fault, a new surcharge and one just removed.
      await window.go(`${FEES_PATH}/surcharges`);
      await page.getByRole("button", { name: "Remove Night" }).click();
      await page.getByText("Undo").waitFor();
      const names = await page.getByLabel("Name").count();
      await page.getByRole("button", { name: "Add surcharge" }).click();
      await page.getByLabel("Name").nth(names).waitFor();
      await page.getByRole("textbox", { name: "Amount" }).last().fill("a lot");
      await page.getByText("to correct before you can publish").click();
      await window.look("fees-faults");
      await page.getByRole("button", { name: "Applies to: All trips" }).first().click();
      await window.look("fees-scope");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Night restored.").waitFor();
      if (size === "phone") {
        await page.getByRole("button", { name: /Test a trip/ }).click();
        await page.getByRole("dialog", { name: "Test a trip" }).getByRole("table").waitFor();
        await window.look("fees-try");
      }
      expect(window.faults).toEqual([]);
      await window.close();
    });
});

/** Discards a draft that another window may have left. */
async function resetFees(request: APIRequestContext): Promise<void> {
  const path = `${demo.url}/backend/admin/fees/draft`;
  const { version } = (await (await request.get(path)).json()) as FeeDraftAnswer;
  const deleteResponse = await request.delete(path, {
    data: { version },
    headers: { origin: demo.url },
  });
  expect(deleteResponse.status()).toBe(200);
}

/** Waits for the price of the test trip, if the screen shows one. */
async function trySimulator(page: Page, isPhone: boolean): Promise<void> {
  if (/(classes|history)/.test(page.url())) return;
  const price = isPhone
    ? page.getByRole("button", { name: /^Test a trip.*RWF/ })
    : page.getByRole("complementary", { name: "Test a trip" }).getByRole("table");
  await price.waitFor();
}
