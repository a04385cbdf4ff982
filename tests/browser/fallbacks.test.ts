/**
 * How the executable works where no screenshot shows it: without scripts, by addresses alone, by keyboard alone,
 * without a network, and across a restart of the server.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, startDemo } from "../support/demo";
import { waitUntilReady, openWindow, sizes } from "../support/screen";
import { expectEventually } from "../support/eventually";

let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

describe("addresses", () => {
  for (const [from, to] of [
    ["/booking", "/JoinUs"],
    ["/trips", "/JoinUs"],
    ["/profile", "/JoinUs"],
    ["/profile/security", "/JoinUs"],
    ["/driver/dashboard", "/JoinUs"],
    ["/driver/dashboard/billing", "/JoinUs"],
    ["/dispatch/dashboard/reservation", "/dispatch"],
    ["/rideLogin", "/liveryClient"],
    ["/liveryClient/ClientVerify", "/liveryClient"],
    ["/liveryDriver/DriverVerify", "/liveryDriver"],
  ] as const) {
    test(`${from} redirects a stranger to ${to}`, async () => {
      const answer = await fetch(demo.url + from, { redirect: "manual" });
      expect(answer.status).toBe(303);
      const location = new URL(answer.headers.get("location") ?? "", demo.url);
      expect(location.pathname).toBe(to);
    });
  }

  test("/dispatch/dashboard redirects a stranger to /dispatch", async () => {
    const answer = await fetch(`${demo.url}/dispatch/dashboard`);
    expect([answer.status, new URL(answer.url).pathname]).toEqual([200, "/dispatch"]);
  });

  test("are found in upper and lower case", async () => {
    for (const path of ["/joinus", "/JOINUS", "/LIVERYclient", "/Liverydriver", "/RESERVATION"]) {
      const answer = await fetch(demo.url + path);
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  test("of another brand or of no page get a 404", async () => {
    for (const path of ["/otherClient", "/otherDriver", "/no/such/page"]) {
      const answer = await fetch(demo.url + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain("We can’t find that page");
    }
  });
});

describe("pages without scripts", () => {
  for (const [path, needsScripts] of [
    ["/", false],
    ["/joinUs", false],
    ["/reservation", true],
    ["/liveryClient", true],
    ["/liveryDriver", true],
    ["/driver-apply", false],
    ["/signin/x", true],
  ] as const) {
    test(`${path} is readable, and its links work`, async () => {
      const context = await browser.newContext({ ...sizes.phone, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(demo.url + path);
      expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
      expect(await page.locator(".splash").isVisible()).toBe(false);
      const shown = page.getByRole("main").or(page.locator("noscript"));
      const text = (await shown.allTextContents()).join(" ");
      expect(text.length).toBeGreaterThan(100);
      // Found by its element, because other locators do not see text in a <noscript>.
      const words = page.locator("noscript p", { hasText: "needs JavaScript" });
      expect(await words.count()).toBe(needsScripts ? 1 : 0);
      if (needsScripts) expect(await words.textContent()).toContain("+250");
      const links = await page
        .locator("a[href^='/']")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      for (const link of new Set(links)) {
        const answer = await fetch(demo.url + link);
        expect([link, answer.status]).toEqual([link, 200]);
      }
      await context.close();
    });
  }
});

/** Presses Tab until the right element has the focus, and checks that the focus is visible. */
async function tabUntilFocused(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const active = document.activeElement;
      if (!(active instanceof HTMLElement)) return null;
      const label = active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : null;
      // A field in a group is outlined together with the group.
      const visible = [active, active.closest(".control-group")].some((each) => {
        if (!each) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== "none" && outlineWidth !== "0px";
      });
      return { name: active.ariaLabel ?? label ?? active.textContent ?? "", visible };
    });
    if (found && name.test(found.name)) {
      expect([found.name, found.visible]).toEqual([found.name, true]);
      return;
    }
  }
  throw new Error(`Tab does not reach ${name} on ${page.url()}`);
}

describe("use by keyboard only", () => {
  test("a rider signs in", async () => {
    const window = await openWindow(browser, demo.url, "desktop");
    const { page } = window;
    await window.go("/liveryClient");
    await tabUntilFocused(page, /E-mail or phone number/);
    await page.keyboard.type("kim@example.com");
    const seen = demo.countCodesTo("kim@example.com");
    await tabUntilFocused(page, /^Continue$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.activeElement?.ariaLabel === "Digit 1 of 4");
    await page.keyboard.type(await demo.code("kim@example.com", seen));
    await page.getByRole("heading", { name: "User Info" }).waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });

  test("a visitor gets a price", async () => {
    const window = await openWindow(browser, demo.url, "desktop");
    const { page } = window;
    await window.go("/reservation");
    await page.getByRole("combobox", { name: "Pickup" }).waitFor();
    for (const [label, text] of [
      [/Pickup/, "Kigali International"],
      [/Drop-off/, "Marriott"],
    ] as const) {
      await tabUntilFocused(page, label);
      await page.keyboard.type(text);
      await page.getByRole("listbox").getByRole("option").first().getByText(text).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    }
    await tabUntilFocused(page, /^Continue$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "When do you need the car?" }).waitFor();
    await tabUntilFocused(page, /^Tomorrow$/);
    await page.keyboard.press("Space");
    await tabUntilFocused(page, /^See cars and prices$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Choose your car" }).waitFor();
    await page.getByText("Executive SUV").first().waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });

  test("a dispatcher opens a trip, opens its assignment and searches", async () => {
    const state = await demo.signIn(browser, "dispatcher");
    const window = await openWindow(browser, demo.url, "desktop", state);
    const { page } = window;
    await window.go("/dispatch/dashboard/reservation?state=pending");
    await page.getByText("Live", { exact: true }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("region", { name: /^Reservation \d+/ });
    await panel.getByText("Timeline").first().waitFor();
    await page.keyboard.press("a");
    await page.getByRole("dialog", { name: /^Assign driver/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.type("1414");
    await page.waitForURL((url) => url.searchParams.get("q")?.includes("1414") === true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });
});

describe("recovery when things go wrong", () => {
  test("going back and reloading keep the entered trip", async () => {
    const window = await openWindow(browser, demo.url, "phone");
    const { page } = window;
    await window.go("/reservation?from=Kigali+International+Airport&to=Kigali+Marriott+Hotel");
    await page.getByRole("heading", { name: "When do you need the car?" }).waitFor();
    await page.getByRole("button", { name: "Tomorrow" }).click();
    await page.getByRole("button", { name: "See cars and prices" }).click();
    await page.getByText("Executive SUV").first().click();
    await page.reload();
    await waitUntilReady(page);
    await page.getByRole("heading", { name: "Choose your car" }).waitFor();
    await expectEventually(() =>
      page.getByRole("radio", { name: /Executive SUV/ }).isChecked(),
    ).toBe(true);
    await page.goBack();
    await page.getByRole("heading", { name: "When do you need the car?" }).waitFor();
    await page.goForward();
    await page.getByRole("heading", { name: "Choose your car" }).waitFor();
    await page.getByRole("button", { name: /^Continue · RWF/ }).click();
    await page.getByRole("heading", { name: "Check and book" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Check and book" }).waitFor();
    await page.getByText("Executive SUV").first().waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });

  test("a dispatcher gets a notice if a colleague changed the reservation first", async () => {
    const [state, other] = await Promise.all([
      demo.signIn(browser, "dispatcher"),
      demo.signIn(browser, "dispatcher"),
    ]);
    const one = await openWindow(browser, demo.url, "desktop", state);
    const two = await openWindow(browser, demo.url, "desktop", other);
    const answer = await one.context.request.get(
      `${demo.url}/backend/admin/reservations?state=pending&sort=pickupAt`,
    );
    const [, row] = (await answer.json()).reservations;
    const path = `/dispatch/dashboard/reservation?state=all&range=all&open=${row.id}`;
    await Promise.all([one.go(path), two.go(path)]);
    // The second window's event stream is cut, so it does not learn what the first one does.
    await two.context.setOffline(true);
    const held = Promise.withResolvers<void>();
    await two.page.route("**/backend/admin/**", async (route) => {
      if (route.request().method() === "GET") await held.promise;
      await route.continue();
    });
    await one.page.getByRole("button", { name: "Confirm booking", exact: true }).click();
    await one.page.getByText(`Reservation ${row.number} confirmed`).first().waitFor();
    await two.context.setOffline(false);
    const panel = two.page.getByRole("region", { name: /^Reservation \d+/ });
    const refused = two.page.waitForResponse((one) => one.request().method() === "POST");
    await panel.getByRole("button", { name: "Confirm booking", exact: true }).click();
    expect((await refused).status()).toBe(409);
    held.resolve();
    await two.page
      .getByText(/^Somebody else changed this reservation: .*Your action was not carried out\.$/)
      .first()
      .waitFor();
    await panel.getByText("Confirmed").first().waitFor();
    await one.close();
    await two.close();
  });

  test("open screens reconnect after a restart of the server", async () => {
    const [rider, driver, dispatcher] = [
      await demo.signIn(browser, "rider"),
      await demo.signIn(browser, "driver"),
      await demo.signIn(browser, "dispatcher"),
    ];
    const riderWindow = await openWindow(browser, demo.url, "phone", rider);
    const wheel = await openWindow(browser, demo.url, "phone", driver);
    const board = await openWindow(browser, demo.url, "desktop", dispatcher);
    const trips = await riderWindow.context.request.get(
      `${demo.url}/backend/reservations?when=upcoming`,
    );
    const trip = (await trips.json()).reservations.find(
      (row: { state: string }) => row.state === "pending",
    );
    await riderWindow.go(`/trips/${trip.id}`);
    await wheel.go("/driver/dashboard");
    await board.go(`/dispatch/dashboard/reservation?state=all&range=all&open=${trip.id}`);
    const panel = board.page.getByRole("region", { name: /^Reservation \d+/ });
    await panel.getByRole("button", { name: "Confirm booking", exact: true }).waitFor();
    await demo.restart();
    await board.page.getByText("Live", { exact: true }).waitFor({ timeout: 30_000 });
    await panel.getByRole("button", { name: "Confirm booking", exact: true }).click();
    await riderWindow.page.getByText("Confirmed").first().waitFor({ timeout: 30_000 });
    await wheel.page.getByRole("heading", { name: "Ride Requests" }).waitFor();
    for (const window of [riderWindow, wheel, board]) await window.close();
  });
});
