/**
 * After a trip, in a browser: the rider rates it, gives a tip and reports a lost item with a photo; dispatch registers
 * a found item, sees the match and confirms it; the rider is notified.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { ReservationList } from "../../src/reservations/contract";
import { launchChromium } from "../support/chromium";
import { waitUntilReady } from "../support/screen";
import { type Demo, type Session, startDemo } from "../support/demo";
import { jpegWithGps } from "../support/pictures";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let chromium: Browser;
let demo: Demo;
const faults: string[] = [];
beforeAll(async () => {
  chromium = await launchChromium();
  demo = await startDemo();
}, 120_000);
afterAll(async () => {
  await chromium?.close();
  await demo?.close();
});

async function open(session: Session, path: string, viewport: typeof DESK): Promise<Page> {
  const context = await chromium.newContext({
    storageState: session,
    viewport,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  await page.goto(demo.url + path);
  await waitUntilReady(page);
  return page;
}

test("a rider rates a trip, tips, reports a lost item and sees that it was found", async () => {
  const rider = await demo.signIn(chromium, "rider");
  const dispatcher = await demo.signIn(chromium, "dispatcher");
  const phone = await open(rider, "/trips?when=past", PHONE);
  const answer = await phone.request.get(`${demo.url}/backend/reservations?when=past`);
  const { reservations } = (await answer.json()) as ReservationList;
  const trip = reservations.find(({ state }) => state === "completed");
  if (!trip) throw new Error("The demo's rider has no completed trip");

  await phone.goto(`${demo.url}/trips/${trip.id}`);
  await waitUntilReady(phone);
  await phone.getByRole("button", { name: /Rate this trip|Change your rating/ }).click();
  await phone.getByText("5 stars", { exact: true }).locator("..").click();
  await phone.getByRole("button", { name: "Smooth ride" }).click();
  await phone.getByRole("button", { name: "Send", exact: true }).click();
  await phone.getByText("Thank you for your rating.").waitFor();

  await phone.getByRole("button", { name: "Add a tip" }).click();
  await phone.getByRole("button", { name: "Add this tip" }).click();
  await phone.getByRole("status").filter({ hasText: "Thank you for your tip." }).waitFor();
  await phone.getByText(/^Your tip: /).waitFor();

  await phone.getByRole("button", { name: "I lost something" }).click();
  await phone.getByLabel("What is it?").fill("Green umbrella");
  await phone.getByLabel("Kind of item").selectOption("umbrella");
  await phone.getByLabel("Colour and brand").fill("green");
  await phone.getByLabel("Photo").setInputFiles({
    name: "umbrella.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await jpegWithGps()),
  });
  await phone.getByLabel("How can we reach you?").fill("+250788123456");
  await phone.getByRole("button", { name: "Send the report" }).click();
  await phone.getByText(/We’ll tell you as soon as we find your item/).waitFor();

  const desk = await open(dispatcher, "/dispatch/dashboard/FoundProperty", DESK);
  await desk.getByRole("heading", { name: "Found property" }).waitFor();
  await desk.getByRole("button", { name: "Register item" }).click();
  await desk.getByRole("textbox", { name: "Found item" }).fill("Umbrella, green");
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Category").selectOption("umbrella");
  await desk.getByLabel("Trip number").fill(String(trip.number));
  await desk.getByLabel("Stored at").fill("Office, shelf 1");
  await desk.getByRole("button", { name: "Save item" }).click();
  await desk.getByText("Same trip").waitFor();
  await desk.keyboard.press("Escape");

  await desk.getByRole("link", { name: "Lost property" }).click();
  await desk.getByRole("button", { name: /Green umbrella/ }).click();
  await desk.getByRole("img", { name: "Photo: Green umbrella" }).waitFor();
  await desk.getByRole("button", { name: "Confirm match" }).click();
  await desk.getByRole("button", { name: "Undo match" }).waitFor();

  await phone.goto(`${demo.url}/trips/lost`);
  const matchItem = phone.getByRole("listitem").filter({ hasText: "Green umbrella" });
  await matchItem.getByText("We have found it").waitFor();
  await desk.goto(`${demo.url}/dispatch/dashboard/Outbox`);
  await desk.getByText("We have found what you lost: Green umbrella").first().waitFor();
  expect(faults).toEqual([]);
}, 120_000);
