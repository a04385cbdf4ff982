/** The first hour: from the one-time link to the board, in Berlin, with no environment and no restart. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Locator } from "playwright-core";
import { versionInForce } from "../../src/fares/queries";
import { ensureFirstOwner } from "../../src/accounts/staff/staff-invites";
import { type RunningServer, startServer } from "../../src/server/server";
import { readStarting } from "../../src/desk/starting-queries";
import { readOperator } from "../../src/settings/queries";
import { launchChromium } from "../support/chromium";
import { png } from "../support/pictures";
import { openWindow, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";

let chromium: Browser;
let server: TestServer;
let running: RunningServer;
let origin: string;

beforeAll(async () => {
  server = await createTestServer(
    { PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" },
    { fresh: true },
  );
  running = startServer(server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  server?.close();
});

/** What the owner does with their hands. */
const hands = { presses: 0, letters: 0 };
async function press(what: Locator) {
  hands.presses++;
  await what.click();
}
async function type(what: Locator, text: string) {
  hands.letters += text.length;
  await what.fill(text);
}
async function choose(what: Locator, value: string) {
  // Opens the list and takes one.
  hands.presses += 2;
  await what.selectOption(value);
}

const at = (window: Window, step: string) => window.page.waitForURL(`**/dispatch/setup/${step}`);

test("a chauffeur in Berlin is on the board with a business of their own", async () => {
  const owner = await openWindow(chromium, origin, "desktop");
  const { page } = owner;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const save = () => press(page.getByRole("button", { name: "Save and continue" }));

  const link = new URL((await ensureFirstOwner(server.deps)) ?? "", origin);
  await owner.go(link.pathname + link.search);
  await type(field("First name"), "Jonas");
  await type(field("Last name"), "Weber");
  await type(field("Email"), "jonas@example.com");
  await type(field("Password"), "a long enough password");
  await press(page.getByRole("button", { name: "Open dispatch" }));

  await at(owner, "name");
  await type(field("Name of the business"), "Spree Cars");
  await owner.look("setup-name");
  await save();

  await at(owner, "place");
  await type(field("Town or region"), "Berlin");
  await choose(field("Country"), "DE");
  await owner.look("setup-place");
  await save();
  const dialog = page.getByRole("dialog");
  if (await dialog.isVisible()) await press(dialog.getByRole("button", { name: "Change it" }));

  await at(owner, "contact");
  expect(readOperator(server.deps)).toMatchObject({
    brand: "Spree Cars",
    brandSlug: "spreecars",
    town: "Berlin",
    country: "DE",
    currency: "EUR",
    timeZone: "Europe/Berlin",
    distanceUnit: "km",
  });
  await type(field("Phone of dispatch"), "+49 30 1234567");
  await type(page.getByLabel("Address of the office"), "Torstraße 1\n10119 Berlin");
  // Whoever closes the tab on what is not saved is asked first.
  const asked = page.waitForEvent("dialog");
  void page.close({ runBeforeUnload: true });
  const leaving = await asked;
  expect(leaving.type()).toBe("beforeunload");
  await leaving.dismiss();
  await owner.look("setup-contact");
  await save();

  await at(owner, "look");
  const picture = page.getByLabel("Upload: By day, file");
  await picture.setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from("This is no picture."),
  });
  await page.getByText(/could not be read/).waitFor();
  await picture.setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from(png(300, 100)),
  });
  hands.presses += 2;
  await page.getByRole("img", { name: "The logo of Spree Cars, by day" }).waitFor();
  await owner.look("setup-look");
  await save();

  await at(owner, "services");
  await press(page.getByLabel(/^Roadside help/));
  await press(page.getByLabel(/^Interpreters/));
  await owner.look("setup-services");
  await save();

  await at(owner, "vehicle");
  await page.getByRole("heading", { name: "New vehicle" }).waitFor();
  await choose(page.getByLabel("Class"), "Standard");
  await type(page.getByLabel("Plate"), "B SC 100");
  await type(page.getByLabel("Make"), "Mercedes");
  await type(page.getByLabel("Model"), "E 220");
  await type(page.getByLabel("Year"), "2024");
  await type(page.getByLabel("Colour"), "black");
  await owner.look("setup-vehicle");
  await save();

  await at(owner, "driver");
  await type(field("First name"), "Jonas");
  await type(field("Last name"), "Weber");
  await type(field("Email"), "jonas@example.com");
  await type(field("Licence number"), "B072");
  await type(field("Licence valid until"), "2031-01-01");
  await save();

  await at(owner, "hours");
  await press(page.getByText("Day and night"));
  await page.getByRole("heading", { name: "Opening hours" }).waitFor();
  await owner.look("setup-hours");
  await save();

  await at(owner, "area");
  await page.getByRole("heading", { name: "Service area" }).waitFor();
  await owner.look("setup-area");
  await save();

  await at(owner, "cancellation");
  await press(page.getByText("Moderate"));
  await owner.look("setup-cancellation");
  await save();

  // Left in the middle and taken up again: the tab is closed, and what was saved is there.
  await at(owner, "prices");
  await page.goto(`${origin}/dispatch/setup/prices`);
  // Two trips and an hour; nothing was in force until now.
  expect(versionInForce(server.deps.db, server.deps.now())).toBeNull();
  const trip = async (at: number, facts: Record<string, string>) => {
    for (const [label, value] of Object.entries(facts))
      await type(page.getByLabel(label, { exact: true }).nth(at), value);
  };
  await trip(0, { "Price, EUR": "55", "Distance, km": "30", Minutes: "35" });
  await trip(1, { "Price, EUR": "20", "Distance, km": "6", Minutes: "15" });
  await type(field("An hour of the car, EUR"), "60");
  await page.getByRole("region", { name: "What trips cost, in EUR" }).waitFor();
  await owner.look("setup-prices");
  await press(page.getByRole("button", { name: "Publish this list" }));
  await at(owner, "messages");
  await page.getByRole("heading", { name: "Messages", exact: true }).waitFor();
  await owner.look("setup-messages");
  await press(page.getByRole("button", { name: "Do this later" }));
  await at(owner, "open");
  await owner.look("setup-open");
  expect((await fetch(origin)).url).toEndWith("/opening");
  await press(page.getByRole("button", { name: "Open for business" }));
  await page.getByText("You are open: the website takes bookings.").waitFor();
  expect((await fetch(origin)).url).toBe(`${origin}/`);
  await press(page.getByRole("link", { name: "To the board" }));
  await page.getByRole("heading", { name: "Reservations" }).waitFor();

  expect(versionInForce(server.deps.db, server.deps.now())).not.toBeNull();
  const { steps } = readStarting(server.deps);
  expect(steps.filter(({ done }) => !done).map(({ step }) => step)).toEqual(["messages"]);
  expect(steps.find(({ step }) => step === "messages")?.left).toBe(true);
  // The file that was no picture, which the page has said in words.
  expect(owner.faults.filter((fault) => !fault.includes("415"))).toEqual([]);
  console.log(`The first hour: ${hands.presses} presses, ${hands.letters} letters`);
  expect(hands.presses).toBeLessThan(50);
  expect(hands.letters).toBeLessThan(300);

  const phone = await openWindow(chromium, origin, "phone", await owner.context.storageState());
  for (const step of [
    "name",
    "place",
    "look",
    "services",
    "hours",
    "cancellation",
    "prices",
    "open",
  ]) {
    await phone.go(`/dispatch/setup/${step}`);
    await phone.page.getByRole("heading", { level: 1 }).waitFor();
    await phone.look(`setup-${step}`);
  }
  expect(phone.faults).toEqual([]);
  await phone.close();
  await owner.close();
}, 240_000);
