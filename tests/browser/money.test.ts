/**
 * Amounts are read in only one way. Chromium's currency tables differ from Livery's in dozens of places and must not be
 * used. The browser formats and reads every currency as the server does; then riders and the owner see an operator in
 * currencies with 0, 2 and 3 decimals.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { data as iso4217 } from "currency-codes";
import type { Browser } from "playwright-core";
import { readMoney } from "../../client/ui/amount";
import { formatMoney } from "../../client/ui/money";
import type { Say } from "../../client/words/words";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { startServer } from "../../src/server/server";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { formatAmount } from "../../src/settings/money-rules";
import { AIRPORT, HOTEL, trip } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { openWindow, stateOf } from "../support/screen";
import { createTestServer } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(120_000);

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const languages = languageCodes;
const amounts = [0, 5, 1_050, 14_300, 123_456_789, -275];
const codes = [
  ...new Set([...iso4217.map(({ code }) => code), ...Intl.supportedValuesOf("currency")]),
].toSorted();

/** Returns how amounts in a currency are shown, and what typing "5000" and "0.5" gives. */
function compileForBrowser(code: string) {
  return {
    shown: languages.map((language) =>
      amounts.map((minor) => formatMoney(minor, code, { language } as Say)),
    ),
    written: amounts.map((minor) => formatAmount(minor, code)),
    read: ["5000", "0.5"].map((text) => readMoney(text, code)),
  };
}

/** Bundles the client's own modules under these names, as a browser loads them. */
async function clientScript(): Promise<string> {
  const root = new URL("../..", import.meta.url).pathname;
  const entry = `${root}/client/money-under-test.ts`;
  const buildResult = await Bun.build({
    entrypoints: [entry],
    files: {
      [entry]: `import { formatAmount } from "../src/settings/money-rules";
import { readMoney } from "./ui/amount";
import { formatMoney } from "./ui/money";
Object.assign(globalThis, { readMoney, formatAmount, formatMoney });`,
    },
    target: "browser",
    format: "iife",
    define: { "process.env.NODE_ENV": '"production"', IN_BROWSER: "true" },
    throw: true,
  });
  return (await buildResult.outputs[0]?.text()) ?? "";
}

test("Chromium writes and reads every currency of ISO 4217 as the server does", async () => {
  const page = await browser.newPage();
  await page.addScriptTag({ content: await clientScript() });
  const seen = await page.evaluate(
    `((languages, amounts, codes) => {
      ${compileForBrowser.toString()}
      return codes.map(compileForBrowser);
    })(${[languages, amounts, codes].map((each) => JSON.stringify(each)).join()})`,
  );
  expect(codes.length).toBeGreaterThan(170);
  expect(codes.map((code, at) => [code, (seen as unknown[])[at]])).toEqual(
    codes.map((code) => [code, compileForBrowser(code)]),
  );
  await page.close();
});

describe.each([
  { currency: "COP", typed: "5000", minor: 500_000, shown: "5,000.00", text: "COP 5,000.00" },
  { currency: "RWF", typed: "5000", minor: 5_000, shown: "5,000", text: "RWF 5,000" },
  { currency: "KWD", typed: "1.25", minor: 1_250, shown: "1.250", text: "KWD 1.250" },
  { currency: "EUR", typed: "12.5", minor: 1_250, shown: "12.50", text: "€12.50" },
  { currency: "IQD", typed: "7500", minor: 7_500_000, shown: "7,500.000", text: "IQD 7,500.000" },
])("an operator in $currency", ({ currency, typed, minor, shown, text }) => {
  test("the owner types a price, and riders read the same price everywhere", async () => {
    const server = await createTestServer({
      PORT: "0",
      HOST: "127.0.0.1",
      RATE_LIMITS: "off",
      CURRENCY: currency,
    });
    server.advance(Date.now() - server.deps.now());
    const runningServer = startServer(server.deps, new AbortController());
    const origin = `http://localhost:${runningServer.port}`;
    try {
      // The owner types a base fare; it is stored in minor units and shown with the currency's decimals.
      const owner = await signInAdmin(server);
      const desk = await openWindow(browser, origin, "desktop", stateOf(owner.cookies));
      await desk.go("/dispatch/dashboard/FeeManagement");
      const base = desk.page.getByRole("textbox", { name: "Base fare, Standard" });
      await base.fill(typed);
      await base.press("Enter");
      await desk.page.getByText("Saved", { exact: true }).waitFor();
      await expectEventually(() => base.inputValue()).toBe(shown);
      const draft = (await (await owner.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
      expect(draft.schedule.rates[0]?.baseMinor).toBe(minor);
      expect(desk.faults).toEqual([]);
      await desk.close();

      // A trip of exactly that price, which the owner agrees on the telephone with a rider, who then gets a message.
      const { browser: rider, rider: known } = await signInRider(server);
      const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
      const ride = { serviceType: "point_to_point", pickup: HOTEL, dropoff: AIRPORT };
      const quoteResponse = await owner.post(
        "/admin/quotes",
        trip({ ...ride, pickupLocal: `${day}T10:00` }),
      );
      const { quote, options } = (await quoteResponse.json()) as QuoteAnswer;
      const bookingResponse = await owner.post("/admin/reservations", {
        quote,
        vehicleClassId: options[0]?.vehicleClass.id,
        caller: { riderId: known.id },
        agreed: { fareMinor: minor, reason: "As agreed on the telephone" },
      });
      expect([bookingResponse.status, await bookingResponse.text()]).toEqual([
        201,
        expect.any(String),
      ]);
      // Messages name the currency by its code, because every phone and mail program must be able to show it.
      expect(lastMessage(server, "rider@example.com").text).toContain(text.replace("€", "EUR "));
      const state = stateOf(rider.cookies);
      const plain = await browser.newContext({ storageState: state, javaScriptEnabled: false });
      const window = await openWindow(browser, origin, "phone", state);
      const trips = (await (await rider.get("/reservations")).json()) as {
        reservations: { id: string }[];
      };
      for (const path of ["/trips", `/trips/${trips.reservations[0]?.id}`]) {
        const page = await plain.newPage();
        await page.goto(origin + path);
        await window.go(path);
        // Only the page uses no-break spaces.
        const words = [page, window.page].map(async (each) =>
          ((await each.locator("main").textContent()) ?? "").replaceAll("\u00a0", " "),
        );
        const [serverTexts, browserTexts] = await Promise.all(words);
        expect(serverTexts).toContain(text);
        expect(browserTexts).toContain(text);
        await page.close();
      }
      expect(window.faults).toEqual([]);
      await window.close();
      await plain.close();
    } finally {
      await runningServer.stop();
      server.close();
    }
  });
});
