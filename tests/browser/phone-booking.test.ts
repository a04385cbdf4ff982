/**
 * A known caller is booked in under half a minute by keyboard alone. Only a person's time counts: 80 ms for each key
 * and 400 ms of thought for each field, so the machine's speed does not matter.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow, type Window } from "../support/screen";
import { expectEventually } from "../support/eventually";

const MS_PER_KEY = 80;
const TYPING_PAUSE_MS = 400;
const BUDGET_MS = 30_000;

let demo: Demo;
let chromium: Browser;
let desk: Session;
beforeAll(async () => {
  [demo, chromium] = await Promise.all([startDemo(), launchChromium()]);
  desk = await demo.signIn(chromium, "dispatcher");
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await demo?.close();
});

/** Simulates a person at the keyboard, and counts keys and fields. */
function createTypist({ page }: Window) {
  let keys = 0;
  let fields = 0;
  return {
    /** Waits until the cursor is in the field, thinks, and types; `last` are the keys that end the field. */
    async field(name: string, text: string, ...last: string[]) {
      await page.waitForFunction(
        (wanted) => {
          const active = document.activeElement;
          return active?.getAttribute("name") === wanted || active?.id === wanted;
        },
        name,
        { polling: 20 },
      );
      fields++;
      await page.keyboard.type(text);
      for (const key of last) await page.keyboard.press(key);
      // A key held together with another counts as one more.
      keys += text.length + last.flatMap((key) => key.split("+")).length;
    },
    async key(key: string) {
      await page.keyboard.press(key);
      keys += key.split("+").length;
    },
    measureEffort: () => ({ keys, fields, ms: keys * MS_PER_KEY + fields * TYPING_PAUSE_MS }),
  };
}

test("a dispatcher books a known caller's new trip in under 30 seconds of typing", async () => {
  const window = await openWindow(chromium, demo.url, "desktop", desk);
  const { page } = window;
  await window.go("/dispatch/dashboard/reservation");
  const typist = createTypist(window);
  await typist.key("n");
  await typist.field("caller", "0780000322");
  await page.getByRole("option", { name: /Ange Uwase/ }).waitFor();
  await typist.key("Enter");
  // The latest trip is not repeated: the typed time replaces it, and no letter is lost.
  await typist.field("latest-trip", "tomorrow 8");
  expect(await page.locator("#when").inputValue()).toBe("tomorrow 8");
  await typist.field("when", "", "Enter");
  await typist.field("from", "marriott", "Enter");
  await typist.field("to", "airport", "Enter");
  // The field appears once the place is known to be an airport, sooner than a person could read.
  await page.locator("#flightNumber").waitFor();
  await typist.field("kind", "", "Enter");
  await typist.field("flightNumber", "wb203", "Enter");
  await typist.field("passengers", "2", "Enter");
  const price = page.getByRole("region", { name: "Price" });
  await price.getByText(/RWF, about .* minutes, .* kilometres/).waitFor();
  await window.look("phone-booking");
  await typist.key("Control+Enter");
  await page.getByRole("heading", { name: /^Reservation \d+ is confirmed/ }).waitFor();
  await window.look("phone-booked");
  const { keys, fields, ms } = typist.measureEffort();
  console.log(`${keys} keys, ${fields} fields: ${(ms / 1000).toFixed(1)} s of a person`);
  expect(ms).toBeLessThan(BUDGET_MS);
  // A lower number would mean that the count is wrong.
  expect(keys).toBeGreaterThan(40);
  expect(window.faults).toEqual([]);
  await window.close();
}, 120_000);

test("repeating the caller's trip takes a third of that time, and the draft survives a reload", async () => {
  const window = await openWindow(chromium, demo.url, "desktop", desk);
  const { page } = window;
  await window.go("/dispatch/dashboard/new");
  const typist = createTypist(window);
  await typist.field("caller", "uwase");
  await page.getByRole("option", { name: /Ange Uwase/ }).waitFor();
  await typist.key("Enter");
  // Some of the demo's trips leave a field to fill in, such as a fault of the car or a flight number.
  const latest = page.getByRole("button", { name: /^Repeat: / });
  await latest.first().waitFor();
  const noQuestionIndex = (await latest.allTextContents()).findIndex(
    (text) => !/Roadside|Airport pickup|Interpreter|care/.test(text),
  );
  expect(noQuestionIndex).not.toBe(-1);
  await typist.field(
    "latest-trip",
    "",
    ...Array<string>(noQuestionIndex).fill("ArrowDown"),
    "Enter",
  );
  await typist.field("when", "fri 0930");
  await page.reload();
  await page.getByRole("textbox", { name: "When" }).waitFor();
  await expectEventually(() => page.getByRole("textbox", { name: "When" }).inputValue()).toBe(
    "fri 0930",
  );
  await page.getByRole("textbox", { name: "When" }).focus();
  await page.getByText(/RWF, about/).waitFor();
  await typist.key("Control+Enter");
  await page.getByRole("heading", { name: /^Reservation \d+ is confirmed/ }).waitFor();
  const { ms } = typist.measureEffort();
  console.log(`Repeated in ${(ms / 1000).toFixed(1)} s of a person`);
  expect(ms).toBeLessThan(BUDGET_MS / 3);
  expect(window.faults).toEqual([]);
  await window.close();
}, 120_000);

test("the phone booking passes axe and fits on a phone, in both themes", async () => {
  const window = await openWindow(chromium, demo.url, "phone", desk);
  const { page } = window;
  await window.go("/dispatch/dashboard/new");
  await page.locator("#caller").fill("uwase");
  await page.getByRole("option", { name: /Ange Uwase/ }).click();
  await page
    .getByRole("button", { name: /^Repeat:/ })
    .first()
    .waitFor();
  const typist = createTypist(window);
  await typist.field("latest-trip", "", "Tab");
  await typist.field("when", "+20", "Enter");
  await typist.field("from", "marriott", "Enter");
  await typist.field("to", "faisal", "Enter");
  await page.getByText(/RWF, about/).waitFor();
  await window.look("phone-booking-small");
  expect(window.faults).toEqual([]);
  await window.close();
}, 120_000);
