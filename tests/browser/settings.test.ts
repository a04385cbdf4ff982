/** An owner changes the colour, the hours and a message's text, and closes booking; riders see it at once. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Browser } from "playwright-core";
import { accentTokens } from "../../client/ui/accent";
import { outbox } from "../../db/schema/notifications";
import { type RunningServer, startServer } from "../../src/server/server";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { png } from "../support/pictures";
import { openWindow, tickByLabel, stateOf } from "../support/screen";
import { createTestServer, type TestServer, type Browser as Visitor } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let chromium: Browser;
let server: TestServer;
let runningServer: RunningServer;
let origin: string;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

async function windowOf(visitor: Visitor, size: "phone" | "desktop") {
  return openWindow(chromium, origin, size, stateOf(visitor.cookies));
}

test("an owner's settings apply to riders at once", async () => {
  const owner = await windowOf(await signInAdmin(server), "desktop");
  const { page } = owner;
  const save = async (confirmation: string) => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(confirmation).waitFor();
  };
  const settings = "/dispatch/dashboard/settings";
  await owner.go(`${settings}/brand`);
  await page.getByLabel("# and six digits").fill("#b4232a");
  await owner.look("settings-brand");
  await save("Colour saved");
  await page.waitForSelector('link[href="/assets/accent-b4232a.css"]', { state: "attached" });
  const logo = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(png(300, 100)) };
  await page.getByLabel("Upload logo: On light pages, file").setInputFiles(logo);
  await page.getByRole("img", { name: "The logo of Livery, on light pages" }).waitFor();
  await owner.look("settings-logo");
  await owner.go(`${settings}/hours`);
  await page.getByText("Different each day").click();
  await owner.look("settings-hours");
  await page.getByText("Day and night").click();
  await save("Opening hours saved");
  await owner.go(`${settings}/texts?message=received`);
  await page.getByLabel("Subject").fill("Ride {number} is with us");
  await page.getByRole("heading", { name: /^Ride 1042 is with us/ }).waitFor();
  await owner.look("settings-texts");
  await save("Text saved");

  const { browser: rider } = await signInRider(server);
  const { number } = await book(rider);
  const notices = server.deps.db
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "booking_received"))
    .all();
  expect(notices.map(({ subject }) => subject)).toEqual([`Ride ${number} is with us`]);

  const phone = await windowOf(rider, "phone");
  await phone.go("/");
  await phone.page.getByRole("img", { name: "Livery" }).first().waitFor({ state: "attached" });
  await phone.page.getByRole("button", { name: "See prices" }).waitFor();
  await owner.go(`${settings}/online`);
  await tickByLabel(page.getByRole("radio", { name: /^Closed/ }));
  await page.getByLabel("Text shown while closed").fill("Snow. Back on Monday.");
  await owner.look("settings-online");
  await save("Online booking saved");
  await owner.go(`${settings}/providers`);
  await owner.look("settings-providers");

  await phone.go("/");
  await phone.page.getByText("Snow. Back on Monday.").waitFor();
  expect(await phone.page.getByRole("button", { name: "See prices" }).count()).toBe(0);
  await phone.page.getByRole("contentinfo").getByText("Day and night").waitFor();
  const accent = await phone.page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--accent").trim(),
  );
  expect(accent).toBe(accentTokens("#b4232a", "light").accent);
  await phone.go("/booking");
  await phone.page.getByText("Snow. Back on Monday.").waitFor();
  await phone.look("booking-closed");

  expect([...owner.faults, ...phone.faults]).toEqual([]);
  await owner.close();
  await phone.close();
});
