/** An owner downloads a page that takes bookings. Saved to the disk, it shows prices and places a booking. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { AIRPORT } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { openWindow, sizes, stateOf } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(120_000);

const pictures = process.env.LIVERY_PICTURES;

let chromium: Browser;
let server: TestServer;
let runningServer: RunningServer;
let url: string;
const folder = mkdtempSync(join(tmpdir(), "livery-page-"));
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
  rmSync(folder, { recursive: true });
});

test("an owner downloads a booking page with its key, and the page books from the disk", async () => {
  const owner = await signInAdmin(server);
  await owner.post("/admin/places", { ...AIRPORT, kind: "airport", notes: "" });
  const office = await openWindow(chromium, url, "laptop", stateOf(owner.cookies));
  await office.go("/dispatch/dashboard/settings/api-keys");
  await office.page.getByRole("button", { name: "Add key" }).click();
  const dialog = office.page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Our website");
  await dialog.getByLabel("For a web page").click();
  await office.look("booking-page-key");
  await dialog.getByRole("button", { name: "Add key" }).click();
  const [download] = await Promise.all([
    office.page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download booking page" }).click(),
  ]);
  await office.look("booking-page-made");
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await dialog.getByRole("button", { name: "Done" }).click();
  await office.page
    .getByRole("row", { name: /Our website/ })
    .getByText("Booking page")
    .waitFor();
  expect(office.faults).toEqual([]);
  await office.close();

  const context = await chromium.newContext({ ...sizes.phone, timezoneId: "Africa/Kigali" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`file://${file}`);
  await page.getByRole("heading", { name: "Book a ride with Livery" }).waitFor();
  await page.getByLabel("Pickup").fill("Kigali Intern");
  const suggestion = page.locator("#pickups option").first();
  await suggestion.waitFor({ state: "attached" });
  await page.getByLabel("Pickup").fill((await suggestion.getAttribute("value")) ?? "");
  await page.getByLabel("Drop-off").fill("Kigali");
  await page.locator("#dropoffs option").first().waitFor({ state: "attached" });
  const city = page.locator("#dropoffs option").last();
  await page.getByLabel("Drop-off").fill((await city.getAttribute("value")) ?? "");
  await page.getByLabel("Day and time").fill("2026-11-19T09:30");
  await page.getByRole("button", { name: "Show prices" }).click();
  // The time is in the past by the server's clock.
  await page.locator("#said.error").waitFor();
  await page.getByLabel("Day and time").fill("2026-11-21T09:30");
  await page.getByRole("button", { name: "Show prices" }).click();
  await page
    .getByText(/: RWF [\d,]+/)
    .first()
    .waitFor();
  expect(await page.getByLabel("I accept").isVisible()).toBe(false);
  await page.getByLabel("Name").fill("Aline Uwase");
  await page.getByLabel("Phone").fill("1");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText("Enter a valid phone number.").waitFor();
  await page.getByLabel("Phone").fill("+250788123456");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    if (pictures)
      await page.screenshot({
        path: join(pictures, `booking-page-${colorScheme}.png`),
        fullPage: true,
      });
  }
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText(/Your booking 1001 has arrived/).waitFor();
  expect(faults.filter((fault) => !/\b4\d\d\b/.test(fault))).toEqual([]);
  await context.close();
  const { reservations } = (await (await owner.get("/admin/reservations")).json()) as {
    reservations: { number: number; state: string; pickup: { name: string } }[];
  };
  expect(reservations).toMatchObject([{ number: 1001, state: "pending" }]);
});
