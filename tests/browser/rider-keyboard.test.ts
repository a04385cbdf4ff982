/**
 * The whole rider area by keyboard alone on the smallest phone: everything that can be pressed is reached by Tab (the
 * choices of a group by arrow keys), shows when it is focused, and is visible. A trip is booked, changed and cancelled,
 * and the account is edited, without a pointer.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { focused, press, reach, walk } from "../support/keys";
import { openWindow, type Window } from "../support/screen";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(120_000);

let demo: Demo;
let browser: Browser;
let rider: Session;
beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  rider = await demo.signIn(browser, "rider");
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

/** Opens the smallest phone for `use`, and expects no faults in it afterwards. */
async function withWindow(use: (window: Window) => Promise<void>, state: Session | null = rider) {
  const window = await openWindow(browser, demo.url, "small", state ?? undefined);
  try {
    await use(window);
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
}

/** Types into a search and selects a result with the arrow keys. */
async function choose(page: Page, field: RegExp, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.type(text);
  const unfoundPlaceText = "We’ll find it";
  await page
    .getByRole("option", { name: text })
    .filter({ hasNotText: unfoundPlaceText })
    .first()
    .waitFor();
  for (let steps = 0; steps < 10; steps++) {
    await page.keyboard.press("ArrowDown");
    const active = await page.evaluate(async () => {
      await new Promise((onDrawn) => requestAnimationFrame(() => requestAnimationFrame(onDrawn)));
      const id = document.activeElement?.getAttribute("aria-activedescendant");
      return (id && document.getElementById(id)?.textContent) ?? "";
    });
    if (active.includes(text) && !active.includes(unfoundPlaceText)) break;
  }
  await page.keyboard.press("Enter");
}

test("a new rider signs in with a code and enters a name, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/liveryClient");
    await walk(window, "login");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await reach(page, /^E-mail or phone/);
    await page.keyboard.type("walk@example.com");
    await page.keyboard.press("Enter");
    await page.getByLabel("Digit 1 of 4").waitFor();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.activeElement?.ariaLabel === "Digit 1 of 4");
    await page.keyboard.type(await demo.code("walk@example.com", 0));
    await page.getByRole("heading", { name: "User Info" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "firstName");
    await page.keyboard.type("Aline");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Uwase");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/booking");
  }, null);
});

test("a rider books, changes and cancels a trip, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/booking");
    await page.getByRole("list", { name: "Your places" }).waitFor();
    await walk(window, "booking: where");
    await choose(page, /^Pickup/, "Kigali Marriott Hotel");
    await choose(page, /^Drop-off/, "Amahoro Stadium");
    await press(page, /^Continue/);
    await page.getByRole("button", { name: "See cars and prices" }).waitFor();
    await walk(window, "booking: when");
    await press(page, /^Tomorrow/);
    await press(page, /^See cars and prices/);
    await page.getByRole("heading", { name: "Choose your car" }).waitFor();
    await walk(window, "booking: car");
    await press(page, /^Continue ·/);
    await page.getByRole("button", { name: "Book now" }).waitFor();
    await walk(window, "booking: confirm");
    await press(page, /^Book now/);
    await page.getByText("Booked. Thank you!").waitFor();
    await walk(window, "trip");

    await press(page, /^Change trip/);
    await page.getByRole("button", { name: "More: passengers" }).waitFor();
    await walk(window, "trip: change");
    await press(page, /^More: passengers/);
    await press(page, /^See the new price/);
    await page.getByText("New total").waitFor();
    await press(page, /^Change( the)? trip/);
    await page.getByText("Your trip has been changed.").waitFor();

    await press(page, /^Cancel trip/);
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await walk(window, "trip: cancel");
    await press(page, /^Cancel trip/);
    await page
      .getByText(/cancelled/i)
      .first()
      .waitFor();
  });
});

test.each([
  "/reservation",
  "/trips",
  "/trips?when=past",
  "/trips?when=cancelled",
  "/trips/repeating",
  "/trips/lost",
])("%s works by keyboard", async (path) => {
  await withWindow(async (window) => {
    await window.go(path);
    const names = await walk(window, path);
    expect(names.length).toBeGreaterThan(5);
  });
});

test("a rider's trips in all states work by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    const paths = new Set<string>();
    for (const list of ["/trips", "/trips?when=past", "/trips/repeating"]) {
      await window.go(list);
      const links = page.locator("main a[href^='/trips/']");
      for (const link of (await links.all()).slice(0, 4))
        paths.add((await link.getAttribute("href")) ?? list);
    }
    expect(paths.size).toBeGreaterThan(5);
    for (const path of paths) {
      await window.go(path);
      // Also waits for what loads right after the page, which the keyboard must reach too.
      await window.rest();
      await walk(window, path);
    }
  });
});

test("a rider rates and tips a completed trip and reports a lost item, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/trips?when=past");
    await page.locator("main a[href^='/trips/']").first().waitFor();
    const links = await page.locator("main a[href^='/trips/']").all();
    const paths = await Promise.all(links.map((link) => link.getAttribute("href")));
    const over = page.getByRole("region", { name: /How was your trip|Your rating/ });
    const tipButton = over.getByRole("button", { name: "Add a tip" });
    for (const path of paths) {
      await window.go(path ?? "");
      await window.rest();
      if (await tipButton.isVisible()) break;
    }
    await tipButton.waitFor();
    const waitForStatus = (words: string) =>
      page.getByRole("status").filter({ hasText: words }).waitFor();

    await press(page, /^(Rate this trip|Change your rating)/);
    const rating = page.getByRole("dialog", { name: "How was your trip?" });
    await rating.waitFor();
    await walk(window, "trip: rate");
    await reach(page, /^[1-5] stars?/);
    for (let stars = 0; stars < 5; stars++) {
      await page.keyboard.press("ArrowRight");
      if (await rating.getByRole("radio", { name: "4 stars" }).isChecked()) break;
    }
    await rating.getByText("What was good?").waitFor();
    await walk(window, "trip: rate, with what was good");
    await press(page, /^On time/);
    await press(page, /^Send$/);
    await waitForStatus("Thank you for your rating.");

    // Escape gives no tip, and returns the focus to the button.
    await press(page, /^Add a tip/);
    const tip = page.getByRole("dialog", { name: "A tip for your driver" });
    await tip.waitFor();
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
    await expectEventually(async () => (await page.evaluate(focused))?.name).toBe("Add a tip");
    await page.keyboard.press("Enter");
    await tip.waitFor();
    await walk(window, "trip: tip");
    await reach(page, /^\d+ %/);
    await page.keyboard.press("ArrowUp");
    const amount = tip.getByLabel(/^Amount in/);
    await amount.waitFor();
    await walk(window, "trip: tip of another amount");
    await reach(page, /^Amount in/);
    await page.keyboard.type("500");
    await page.keyboard.press("Enter");
    await waitForStatus("Thank you for your tip.");

    await press(page, /^I lost something/);
    await page.getByRole("dialog", { name: "I lost something" }).waitFor();
    await walk(window, "trip: lost");
    await press(page, /^Send the report/);
    await page.getByText("This field is required.").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "what");
    await page.keyboard.type("Grey umbrella");
    await reach(page, /^How can we reach you/);
    await page.keyboard.type("+250788123456");
    await reach(page, /^How do you want it back/);
    await press(page, /^Send the report/);
    await waitForStatus("Thank you. We’ll tell you as soon as we find your item.");
    await page.getByRole("link", { name: "Grey umbrella" }).waitFor();
  });
});

const account = ["AccountInfo", "places", "company", "notifications", "privacy", "security"];

test.each(account)("the account's %s works by keyboard", async (screen) => {
  await withWindow(async (window) => {
    await window.go(`/profile/${screen}`);
    const names = await walk(window, screen);
    expect(names.length).toBeGreaterThan(5);
  });
});

test("a rider adds a saved place and signs out, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/profile/places");
    await press(page, /^Add a place/);
    await page.getByRole("combobox", { name: "Place" }).waitFor();
    await walk(window, "place form");
    await reach(page, /^Name/);
    await page.keyboard.type("Football");
    await choose(page, /^Place/, "Amahoro Stadium");
    await press(page, /^Save/);
    await page.getByRole("listitem").filter({ hasText: "Football" }).waitFor();
    await window.go("/profile/security");
    await press(page, /^Sign out/);
    await page.waitForURL((url) => !url.pathname.startsWith("/profile"));
  });
});
