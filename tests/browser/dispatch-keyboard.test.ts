/**
 * Every dispatch screen by keyboard alone: everything that can be pressed is reached by Tab, has a name and shows when
 * it is focused. The palette leads to a trip, acts on it and opens another screen without a pointer.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { screensOfRole } from "../../client/office/navigation";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { focused, reach, walk } from "../support/keys";
import { openWindow, type Window } from "../support/screen";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(120_000);

let demo: Demo;
let browser: Browser;
let owner: Session;
beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  owner = await demo.signIn(browser, "dispatcher");
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

/** All screens are visited in one window, because a new window would load the shared parts each time. */
let keyboardWindow: Window | undefined;

/** Opens a desktop window for `use`, and expects no faults in it afterwards. */
async function withWindow(use: (window: Window) => Promise<void>): Promise<void> {
  const window = await openWindow(browser, demo.url, "desktop", owner);
  try {
    await use(window);
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
}

const paths = screensOfRole("owner").flatMap(({ items }) => items.map(({ to }) => to));

test.each([
  ...paths,
  "/dispatch/dashboard/new",
  "/dispatch/dashboard/profile",
  // A page that is longer than the window, next to a menu that is too.
  "/dispatch/dashboard/settings/contact",
])("%s works by keyboard", async (path) => {
  keyboardWindow ??= await openWindow(browser, demo.url, "laptop", owner);
  await keyboardWindow.go(path);
  await keyboardWindow.rest();
  const names = await walk(keyboardWindow, path);
  for (const { title, items } of screensOfRole("owner")) {
    expect(names).toContain(title);
    for (const { label } of items) expect(names.some((name) => name.startsWith(label))).toBe(true);
  }
  expect(keyboardWindow.faults.splice(0)).toEqual([]);
});

test("the menu of the settings shows its last topic, and the page is not scrolled", async () => {
  keyboardWindow ??= await openWindow(browser, demo.url, "laptop", owner);
  const { page } = keyboardWindow;
  await keyboardWindow.go("/dispatch/dashboard/settings/webhooks");
  await keyboardWindow.rest();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const here = page.getByRole("navigation", { name: "Settings" }).getByText("Webhooks");
  expect((await here.boundingBox())?.y).toBeLessThan(780);
});

test("the palette opens a trip, acts on it and opens another screen, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    const answer = await window.context.request.get(
      `${demo.url}/backend/admin/reservations?state=pending&limit=1`,
    );
    const [trip] = ((await answer.json()) as { reservations: { number: number }[] }).reservations;
    const number = trip?.number ?? 0;
    await window.go("/dispatch/dashboard/companies");
    const palette = page.getByRole("dialog", { name: "Find anything" });
    const call = async () => {
      await page.keyboard.press("Control+k");
      await palette.waitFor();
    };
    await call();
    await window.look("palette");
    // Typed and confirmed at once, because the palette waits for the answer.
    await page.keyboard.type(`${number}`);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `Reservation ${number}` }).waitFor();
    await call();
    await page.keyboard.type("confirm");
    await palette.getByRole("option", { name: /^Confirm booking/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(`Reservation ${number} confirmed`).waitFor();
    await call();
    await page.keyboard.type("assign");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send offer" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send offer" }).waitFor({ state: "hidden" });
    await call();
    await page.keyboard.type("vehic");
    await window.look("palette-typed");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/VehicleManagement");
    // Escape returns the focus to where it was.
    await page.getByRole("heading", { name: "Vehicles" }).waitFor();
    await reach(page, /^Drivers$/);
    await call();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });
    await expectEventually(async () => (await page.evaluate(focused))?.name).toBe("Drivers");
  });
});

test("the notices keep their height when the board opens again, so no row moves", async () => {
  await withWindow(async ({ page, go }) => {
    await page.addInitScript(() => {
      localStorage.setItem("livery.dispatch.notices", "true");
      const seen = { tops: [] as number[] };
      Object.assign(window, { seen });
      const look = () => {
        const table = document.querySelector("main table");
        if (table) seen.tops.push(Math.round(table.getBoundingClientRect().top));
        requestAnimationFrame(look);
      };
      look();
    });
    const strips = page.locator("main .grid", { has: page.locator("ul") }).first();
    const waitUntilSettled = async () => {
      // Which of these texts appears depends on what earlier tests have opened.
      await strips
        .getByText(/low rating|car not searched/)
        .first()
        .waitFor();
      await strips.getByText(/unread message|with unread messages/).waitFor();
      await strips.getByText(/documents? expiring/).waitFor();
    };
    await go("/dispatch/dashboard/reservation");
    await waitUntilSettled();
    const savedHeight = () => localStorage.getItem("livery.dispatch.height.attention");
    await page.waitForFunction(() => localStorage.getItem("livery.dispatch.height.attention"));
    expect(Number((await page.evaluate(savedHeight))?.split(":")[1])).toBeGreaterThan(100);
    await page.reload();
    await waitUntilSettled();
    const visibleTops = () =>
      page.evaluate(() => (window as unknown as { seen: { tops: number[] } }).seen.tops);
    await expectEventually(async () => (await visibleTops()).length).toBeGreaterThan(5);
    const tops = await visibleTops();
    // The demo's trips continue during the test: one row of notices may appear or disappear, but not several.
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(44);
  });
});
