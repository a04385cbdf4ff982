/** An owner adds a key on the screen, a program books with it, and is refused once the key is revoked. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { trip } from "../support/booking";
import { violations } from "../support/axe";
import { launchChromium } from "../support/chromium";
import { createApiKey } from "../support/api-keys";
import { createCompany } from "../support/companies";
import { openWindow, sizes, stateOf } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(120_000);

const pictures = process.env.LIVERY_PICTURES;

let chromium: Browser;
let server: TestServer;
let runningServer: RunningServer;
let url: string;
beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(server.deps, new AbortController());
  url = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

const SCREEN_PATH = "/dispatch/dashboard/settings/api-keys";

test("an owner adds, copies, renames and revokes an API key, and a program books with it", async () => {
  const owner = await signInAdmin(server);
  await createCompany(owner, { name: "Acme Travel" });
  const office = await openWindow(chromium, url, "desktop", stateOf(owner.cookies));
  const { page } = office;
  await office.go(SCREEN_PATH);
  await page.getByText(/^No API keys yet/).waitFor();
  await office.look("api-keys-none");
  await page.getByRole("button", { name: "Add key" }).click();
  const dialog = page.getByRole("dialog");
  const make = dialog.getByRole("button", { name: "Add key" });
  await make.click();
  await dialog.getByText("This field is required.").waitFor();
  await dialog.getByLabel("Name").fill("Hotel website");
  await dialog.getByLabel("Allowed IP addresses").fill("here");
  await make.click();
  await dialog.getByText(/^“here” is not an address/).waitFor();
  await office.look("api-keys-make");
  await dialog.getByLabel("Allowed IP addresses").fill("127.0.0.0/8\n::1");
  await make.click();
  await dialog.getByRole("heading", { name: "Your new API key" }).waitFor();
  await office.look("api-keys-made");
  const token = (await dialog.locator("code").textContent()) ?? "";
  expect(token).toMatch(/^livery_[\w-]{43}$/);
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await page.content()).not.toContain(token);

  const ask = (path: string, body?: object, headers = {}) =>
    fetch(`${url}/backend/partner/v1${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: {
        ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...headers,
      },
    });
  const { quote, options } = (await (await ask("/quotes", trip())).json()) as {
    quote: string;
    options: { vehicleClass: { id: string } }[];
  };
  const bookingResponse = await ask(
    "/bookings",
    {
      ...{ quote, vehicleClassId: options[0]?.vehicleClass.id },
      passenger: { name: "Aline Uwase", phone: "+250788123456" },
    },
    { "idempotency-key": "order-1" },
  );
  expect(bookingResponse.status).toBe(201);
  const { booking } = (await bookingResponse.json()) as { booking: { id: string } };
  await office.go(`/dispatch/dashboard/reservation/${booking.id}`);
  await page.getByText("Hotel website, API key").first().waitFor();

  await office.go(SCREEN_PATH);
  const row = page.getByRole("row", { name: /Hotel website/ });
  await row.getByText("Active").waitFor();
  await office.look("api-keys");
  const act = async (name: string) => {
    await page.getByRole("button", { name: /^Actions for / }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Rename key");
  await dialog.getByLabel("Name").fill("Front desk");
  await dialog.getByRole("button", { name: "Rename key" }).click();
  await page.getByRole("row", { name: /Front desk/ }).waitFor();
  await act("Revoke key");
  await office.look("api-keys-revoke");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await page
    .getByRole("row", { name: /Front desk/ })
    .getByText("Revoked")
    .waitFor();
  const refusalResponse = await ask("/bookings");
  expect(refusalResponse.status).toBe(401);
  expect(await refusalResponse.json()).toMatchObject({ code: "key.refused" });
  expect(office.faults.filter((fault) => !/\b40[01]\b/.test(fault))).toEqual([]);
  await office.close();

  const phone = await openWindow(chromium, url, "phone", stateOf(owner.cookies));
  await phone.go(SCREEN_PATH);
  await phone.page.getByText("Front desk").first().waitFor();
  await phone.look("api-keys-phone");
  await phone.page.getByRole("button", { name: "Add key" }).click();
  await phone.look("api-keys-make-phone");
  expect(phone.faults).toEqual([]);
  await phone.close();
});

test("the page for developers exists only while the owner publishes it", async () => {
  const owner = await signInAdmin(server);
  const developersStatus = async () => (await fetch(`${url}/developers`)).status;
  expect(await developersStatus()).toBe(404);
  const office = await openWindow(chromium, url, "desktop", stateOf(owner.cookies));
  await office.go(SCREEN_PATH);
  const published = office.page.getByLabel("Publish the page for developers");
  await published.click();
  await office.page.getByRole("link", { name: "/developers" }).waitFor();
  const { token } = await createApiKey(owner, { scopes: ["quotes"] });
  const faults: string[] = [];
  for (const [size, { viewport }] of Object.entries(sizes))
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await chromium.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      page.on("console", (message) => faults.push(`${size}: ${message.text()}`));
      const look = async (shown: string) => {
        const at = `developers-${shown}-${size}-${colorScheme}`;
        faults.push(...(await violations(page)).map((fault) => `${at}: ${fault}`));
        const hasOverflow = () => document.documentElement.scrollWidth > window.innerWidth;
        if (await page.evaluate(hasOverflow)) faults.push(`${at}: too wide`);
        if (pictures) await page.screenshot({ path: `${pictures}/${at}.png`, fullPage: true });
      };
      await page.goto(`${url}/developers`);
      await page.getByRole("heading", { level: 1, name: "Developers" }).waitFor();
      await page.getByRole("button", { name: "Authorize" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").fill(token);
      await look("key");
      await dialog.getByRole("button", { name: "Authorize" }).click();
      await dialog.getByRole("button", { name: "Close" }).first().click();
      await page.getByRole("button", { name: /prices of a trip/ }).click();
      await page.getByRole("button", { name: "Try it out" }).click();
      await page.getByLabel("Request body").fill(JSON.stringify(trip()));
      await page.getByRole("button", { name: "Execute" }).click();
      await page
        .locator(".live-responses-table")
        .getByText(/"vehicleClass"/)
        .first()
        .waitFor();
      await look("call");
      await context.close();
    }
  expect(faults).toEqual([]);
  await published.click();
  await office.page.getByText("Page hidden").waitFor();
  expect(await developersStatus()).toBe(404);
  expect(office.faults).toEqual([]);
  await office.close();
});
