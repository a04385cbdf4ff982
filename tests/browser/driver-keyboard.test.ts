/**
 * The whole driver area and the application by keyboard alone on the smallest phone: everything that can be pressed is
 * reached by Tab, shows when it is focused, and is visible. A driver signs in, answers an offer, drives a trip, sends a
 * document and applies without a pointer.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { english } from "../../client/words/words";
import { stepTitles } from "../../client/applications/steps/step-titles";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { focused, press, reach, walk } from "../support/keys";
import { openWindow, type Window } from "../support/screen";
import { expectEventually, until } from "../support/eventually";

setDefaultTimeout(180_000);

const home = "/driver/dashboard";
let demo: Demo;
let browser: Browser;
let driver: Session;
beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  driver = await demo.signIn(browser, "driver");
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

/** Opens the smallest phone for `use`, and expects no faults in it afterwards. */
async function withWindow(use: (window: Window) => Promise<void>, state: Session | null = driver) {
  const window = await openWindow(browser, demo.url, "small", state ?? undefined);
  try {
    await use(window);
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
}

interface Ride {
  id: string;
  state: string;
  serviceType: string;
  stops: unknown[];
}

/** Returns the driver's rides of a list. */
async function rides(page: Page, when: "today" | "future" | "past"): Promise<Ride[]> {
  const path = `${demo.url}/backend/driver/reservations?limit=100&when=${when}`;
  const { reservations } = (await (await page.request.get(path)).json()) as {
    reservations: Ride[];
  };
  return reservations;
}

/** Waits until the element with the focus has a name that matches. */
async function moveFocusTo(page: Page, name: RegExp): Promise<void> {
  await expectEventually(async () => (await page.evaluate(focused))?.name ?? "").toMatch(name);
}

/** Waits for the button of the next step, which is disabled for a moment after a step. */
async function ready(button: Locator): Promise<void> {
  await until("The next step's coming", () => button.isEnabled());
  // Also waits for what loads right after the page, which the keyboard must reach too.
  await button.page().waitForLoadState("networkidle");
}

test("a driver signs in with a code and reaches the dashboard, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/liveryDriver");
    await walk(window, "login");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await reach(page, /^E-mail or phone/);
    await page.keyboard.type("driver@example.com");
    const seen = demo.countCodesTo("driver@example.com");
    await page.keyboard.press("Enter");
    await page.getByLabel("Digit 1 of 4").waitFor();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await moveFocusTo(page, /^Digit 1/);
    await page.keyboard.type(await demo.code("driver@example.com", seen));
    await page.waitForURL(`**${home}`);
  }, null);
});

test.each(["", "/requests/today", "/requests/future", "/requests/past", "/billing", "/profile"])(
  "the dashboard%s works by keyboard",
  async (path) => {
    await withWindow(async (window) => {
      await window.go(home + path);
      await window.page.waitForLoadState("load");
      const names = await walk(window, path || "/");
      expect(names.length).toBeGreaterThan(6);
    });
  },
);

test("the menu and the notifications open, lead to a page and close, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go(home);
    await press(page, /^Menu$/);
    const menu = page.getByRole("dialog");
    await menu.waitFor();
    expect((await walk(window, "menu")).join()).toContain("Driver Billing");
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await moveFocusTo(page, /^Menu$/);

    await press(page, /^Notifications/);
    const notificationsDialog = page.getByRole("dialog", { name: "Notifications" });
    await notificationsDialog.waitFor();
    const focusInNotifications = await walk(window, "bell");
    expect(focusInNotifications.join()).toContain("Welcome. Complete your profile");
    await press(page, /^Welcome\. Complete your profile/);
    await page.waitForURL(`**${home}/profile`);
    await notificationsDialog.waitFor({ state: "hidden" });
  });
});

test("a driver opens, reads and leaves a statement, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go(`${home}/billing`);
    await press(page, /^Week of/);
    await page.getByRole("heading", { level: 1, name: /^Statement \d+/ }).waitFor();
    const names = await walk(window, "statement");
    expect(names.join()).toContain("Download PDF");
    await press(page, /^Driver Billing$/);
    await page.waitForURL(`**${home}/billing`);
  });
});

test("an empty document form moves the focus to its file field, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go(`${home}/management`);
    await walk(window, "management");
    await press(page, /^(Renew|Send|Send again)/);
    const sheet = page.getByRole("dialog");
    await sheet.waitFor();
    await walk(window, "management: send a document");
    await press(page, /^Send to dispatch/);
    await sheet.getByText("This field is required.").waitFor();
    await moveFocusTo(page, /^Photo or PDF/);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
    await moveFocusTo(page, /^(Renew|Send)/);
  });
});

test("a driver is asked before a decline, accepts an offer and shows its sign, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go(home);
    await press(page, /^Decline/);
    const question = page.getByRole("dialog");
    await question.waitFor();
    await walk(window, "offer: decline");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    await moveFocusTo(page, /^Decline/);
    const offeredRides = (await rides(page, "today")).concat(await rides(page, "future"));
    const offer = offeredRides.find(
      ({ state, serviceType }) => state === "offered" && serviceType === "airport_pickup",
    );
    if (!offer) throw new Error("The demo's driver has no offer of an arrival");
    await window.go(`${home}/trips/${offer.id}`);
    await walk(window, "trip: offered");
    await press(page, /^Accept/);
    await page.getByText("This trip is yours.").waitFor();

    await press(page, /^Show the greeting sign/);
    const sign = page.getByRole("dialog", { name: "Greeting sign" });
    await sign.waitFor();
    expect(await walk(window, "greeting sign")).toContain("Close the sign");
    await page.keyboard.press("Escape");
    await sign.waitFor({ state: "hidden" });
    await moveFocusTo(page, /^Show the greeting sign/);
  });
});

test("a driver drives a trip from its first step to its last, by keyboard", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    const assignedRides = [
      ...(await rides(page, "today")),
      ...(await rides(page, "future")),
    ].filter(({ state }) => state === "assigned");
    // A trip without stops on the way, which has only the four steps of every trip.
    const trip = assignedRides.find(({ stops }) => stops.length === 0);
    if (!trip) throw new Error("The demo's driver has no trip");
    await window.go(`${home}/trips/${trip.id}`);
    for (const [button, state] of [
      ["Start driving to pickup", "En route"],
      ["I have arrived", "On location"],
      ["Passenger on board", "Passenger on board"],
    ] as const) {
      const step = page.getByRole("button", { name: button });
      await ready(step);
      await walk(window, `trip before ${state}`);
      await press(page, new RegExp(`^${button}`));
      await step.waitFor({ state: "hidden" });
    }
    const complete = page.getByRole("button", { name: "Complete trip" });
    await ready(complete);
    await walk(window, "trip on board");
    await press(page, /^Complete trip/);
    const question = page.getByRole("dialog", { name: "Complete this trip?" });
    await question.waitFor();
    await walk(window, "trip: complete");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    await moveFocusTo(page, /^Complete trip/);
    await page.keyboard.press("Enter");
    await question.waitFor();
    await press(page, /^Complete trip/);
    await page.getByText("This trip is completed.").waitFor();
    await window.rest();
    await walk(window, "trip: completed");
  });
});

describe("the application to drive", () => {
  const at = (page: Page, step: number) =>
    page
      .getByRole("heading", { level: 1, name: english.of(stepTitles[step] ?? stepTitles[0]) })
      .waitFor();

  test("goes through all seven steps and is sent, by keyboard", async () => {
    await withWindow(async (window) => {
      const { page } = window;
      await window.go("/driver-apply");
      await walk(window, "wizard: welcome");
      await press(page, /^Get Started/);
      for (const step of [1, 2, 3, 4, 5] as const) {
        await at(page, step);
        await page.getByRole("button", { name: "Next" }).waitFor();
        await window.rest();
        await walk(window, `wizard: ${stepTitles[step]}`);
        if (step === 1) {
          await reach(page, /^First name/);
          await page.keyboard.type("Jean");
          await reach(page, /^Nationality/);
          await page.keyboard.type("rwa");
          await page.getByRole("option", { name: "Rwanda" }).waitFor();
          await page.keyboard.press("ArrowDown");
          await page.keyboard.press("Enter");
          await expectEventually(() =>
            page.getByRole("combobox", { name: "Nationality" }).inputValue(),
          ).toBe("Rwanda");
        }
        await press(page, /^Next/);
      }
      await at(page, 6);
      await page.getByRole("link", { name: "Edit Vehicle Photos" }).waitFor();
      await walk(window, "wizard: review");
      await reach(page, /^I certify/);
      await page.keyboard.press("Space");
      await press(page, /^Submit Application/);
      const missing = page.getByRole("dialog", { name: "Some things are missing" });
      await missing.waitFor();
      await walk(window, "wizard: what is missing");
      await press(page, /^Submit anyway/);
      const done = page.getByRole("dialog", { name: "Submitted!" });
      await done.waitFor();
      await walk(window, "wizard: submitted");
      await press(page, /^OK$/);
      await page.getByRole("heading", { level: 1, name: /has your application/ }).waitFor();
      await walk(window, "wizard: received");
    }, null);
  });

  test("has a link that can be requested again, by keyboard", async () => {
    await withWindow(async (window) => {
      const { page } = window;
      await window.go("/driver-apply/status");
      await walk(window, "status: ask for the link");
      await reach(page, /^The e-mail or phone number/);
      await page.keyboard.press("Enter");
      await page.getByText("This field is required.").waitFor();
      await moveFocusTo(page, /^The e-mail or phone number/);
      await page.keyboard.type("jean@example.com");
      await page.keyboard.press("Enter");
      await page
        .getByText(/^If you have applied with this e-mail address or phone number/)
        .waitFor();
    }, null);
  });
});
