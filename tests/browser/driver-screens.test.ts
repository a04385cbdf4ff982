/**
 * The screens of drivers and applicants that cannot be opened by address: statements, sheets, the name sign, each step
 * of the application and its link. Axe in both themes, widths and cut-off text. For one hand on 360 × 740 pixels:
 * targets of at least 44 pixels, and the main button within the thumb's reach.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { english } from "../../client/words/words";
import { stepTitles } from "../../client/applications/steps/step-titles";
import { launchChromium } from "../support/chromium";
import { applicationLink, type Demo, type Session, startDemo } from "../support/demo";
import type { ReservationAnswer } from "../../src/reservations/contract";
import { smallTargets } from "../support/small-targets";
import { openWindow, type Size, type Window } from "../support/screen";
import { createVisitor } from "../support/visitor";

setDefaultTimeout(300_000);

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

async function withWindow(
  size: Size,
  state: Session | undefined,
  use: (window: Window) => Promise<void>,
): Promise<void> {
  const window = await openWindow(browser, demo.url, size, state);
  try {
    await use(window);
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
}

/**
 * Checks the current screen as a phone and as a desktop. It begins with the window's size and leaves it at the other
 * one.
 */
async function checkBothSizes(window: Window, screen: string): Promise<void> {
  await window.rest();
  await window.look(screen);
  await window.resizeTo(window.size === "phone" ? "desktop" : "phone");
  await window.look(screen);
}

interface Ride {
  id: string;
  state: string;
}

/** Returns the id of the driver's first ride in a state. */
async function findRide(page: Page, state: string): Promise<string> {
  for (const when of ["today", "future", "past"]) {
    const path = `${demo.url}/backend/driver/reservations?limit=100&when=${when}`;
    const answer = (await (await page.request.get(path)).json()) as { reservations: Ride[] };
    const found = answer.reservations.find((ride) => ride.state === state);
    if (found) return found.id;
  }
  throw new Error(`The demo's driver has no ${state} ride`);
}

/** Expects that every target is large enough and that `main`, if given, is in the lower half without scrolling. */
async function checkOneHanded(
  { page, faults }: Window,
  screen: string,
  main?: Locator,
): Promise<void> {
  for (const fault of await page.evaluate(smallTargets)) faults.push(`${screen}: ${fault}`);
  if (!main) return;
  await page.evaluate(() => scrollTo(0, 0));
  const box = await main.boundingBox();
  const height = await page.evaluate(() => innerHeight);
  if (!box || box.y + box.height / 2 < height / 2 || box.y + box.height > height)
    faults.push(`${screen}: the main button is at ${Math.round(box?.y ?? -1)} of ${height} pixels`);
}

/** Opens a step of the application and waits until all of it has loaded. */
async function goToStep({ page, go, rest }: Window, step: number): Promise<void> {
  await go(`/driver-apply${step > 0 ? `?step=${step}` : ""}`);
  await page
    .getByRole("heading", { level: 1, name: english.of(stepTitles[step] ?? stepTitles[0]) })
    .waitFor();
  const last = ["Get Started", "Next", "Submit Application"][step === 0 ? 0 : step === 6 ? 2 : 1];
  await page.getByRole("button", { name: last ?? "" }).waitFor();
  await rest();
}

/** Returns the mark after a field's label. */
async function labelMarkOf(page: Page, field: string): Promise<string> {
  return page
    .locator(`[name=${field}]`)
    .evaluate((input) =>
      [...((input as HTMLInputElement).labels ?? [])]
        .map((label) => getComputedStyle(label, "::after").content)
        .join(),
    );
}

/** Sends an application that lacks almost everything, and returns its link. */
async function applicationLinkOf(page: Page, email: string): Promise<string> {
  const seen = demo.running.output().length;
  const answer = await page.request.post(`${demo.url}/backend/driver-application`, {
    multipart: { firstName: "Jean", lastName: "Habimana", email },
    headers: { origin: demo.url },
  });
  expect(answer.status()).toBe(201);
  return applicationLink(demo, seen);
}

describe.each(["phone", "desktop"] as const)("driver's screens on a %s in both themes", (size) => {
  test("the statement, the document form, the menu and an incident pass axe and fit", () =>
    withWindow(size, driver, async (window) => {
      const { page } = window;
      await window.go(`${home}/billing`);
      await page
        .getByRole("link", { name: /^Week of/ })
        .first()
        .click();
      await page.getByRole("heading", { level: 1, name: /^Statement/ }).waitFor();
      await window.look("driver-statement");
      await window.go(`${home}/management`);
      await page
        .getByRole("button", { name: /^(Renew|Send)/ })
        .first()
        .click();
      const sheet = page.getByRole("dialog");
      await sheet.waitFor();
      await sheet.getByRole("button", { name: "Send to dispatch" }).click();
      await sheet.getByText("This field is required.").waitFor();
      await window.look("driver-send-document");
      if (size === "phone") {
        await window.go(home);
        await page.getByRole("button", { name: "Menu" }).click();
        await page.getByRole("dialog").waitFor();
        await window.look("driver-menu");
      }
      await window.go(home);
      await page.getByRole("button", { name: /^Breakdown/ }).click();
      await page.getByRole("dialog", { name: "Incident 1" }).waitFor();
      await window.rest();
      await window.look("driver-own-incident");
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      const own = page.getByRole("heading", { name: "Your incident reports" });
      await own.scrollIntoViewIfNeeded();
      await window.look("driver-home-foot");
    }));

  test("the missing items of an application and the page of its link pass axe and fit", () =>
    withWindow(size, undefined, async (window) => {
      const { page } = window;
      await goToStep(window, 1);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText(/^Missing in Personal Information/).waitFor();
      await window.look("apply-2-after-gaps");
      await goToStep(window, 6);
      await page.getByRole("button", { name: "Submit Application" }).click();
      await page.getByRole("dialog", { name: "Some things are missing" }).waitFor();
      await window.look("apply-missing");
      await window.go(await applicationLinkOf(page, `axe-${size}@example.com`));
      await page.getByRole("heading", { name: "Still needed" }).waitFor();
      await window.rest();
      await window.look("apply-status");
    }));
});

describe("driver's screens at the sizes of a phone and a desktop, in both themes", () => {
  test("a driver's settled and cancelled trips pass axe and fit", () =>
    withWindow("desktop", driver, async (window) => {
      for (const state of ["settled", "cancelled"]) {
        await window.go(`${home}/trips/${await findRide(window.page, state)}`);
        await checkBothSizes(window, `driver-trip-${state}`);
      }
    }));

  test("each step of the application and the pages of its link pass axe and fit", () =>
    withWindow("desktop", undefined, async (window) => {
      for (const step of [0, 1, 2, 3, 4, 5, 6]) {
        await goToStep(window, step);
        await checkBothSizes(window, `apply-${step}`);
      }
      const screens = { "request-link": "", "link-expired": "/nothing" };
      for (const [screen, path] of Object.entries(screens)) {
        await window.go(`/driver-apply/status${path}`);
        await checkBothSizes(window, `apply-${screen}`);
      }
    }));
});

describe("one-handed use", () => {
  test("sign-in and every driver's screen have large controls and the main button in reach", async () => {
    await withWindow("hand", undefined, async (window) => {
      const { page } = window;
      await window.go("/liveryDriver");
      const next = page.getByRole("button", { name: "Continue", exact: true });
      await checkOneHanded(window, "login", next);
      await page.getByRole("textbox").first().fill("driver@example.com");
      await next.click();
      await page.getByLabel("Digit 1 of 4").waitFor();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await checkOneHanded(window, "code", page.getByRole("button", { name: "Verify Code" }));
    });
    await withWindow("hand", driver, async (window) => {
      const { page } = window;
      await window.go(home);
      const start = page.getByRole("button", { name: "Start driving to pickup" });
      await checkOneHanded(window, "home", start);
      for (const path of ["requests/today", "requests/past", "management", "billing", "profile"]) {
        await window.go(`${home}/${path}`);
        await checkOneHanded(window, path);
      }
      await window.go(`${home}/trips/${await findRide(page, "assigned")}`);
      await checkOneHanded(window, "trip", start);
      await window.go(`${home}/trips/${await findRide(page, "offered")}`);
      await checkOneHanded(window, "offer", page.getByRole("button", { name: "Accept" }));
      await page.getByRole("button", { name: /^Notifications/ }).click();
      await page.getByRole("dialog", { name: "Notifications" }).waitFor();
      await checkOneHanded(window, "notifications");
    });
  });

  test("section 5: each step of the application is in reach, and required fields have a star", () =>
    withWindow("hand", undefined, async (window) => {
      const { page } = window;
      const on = (name: string) => page.getByRole("button", { name });
      for (const step of [0, 1, 2, 3, 4, 5, 6]) {
        await goToStep(window, step);
        if (step === 1) {
          expect(await labelMarkOf(page, "firstName")).toContain("*");
          expect(await labelMarkOf(page, "bankAccountNumber")).not.toContain("*");
        }
        const name = step === 0 ? "Get Started" : step === 6 ? "Submit Application" : "Next";
        await checkOneHanded(window, `step ${step}`, on(name));
      }
      // It must be on one line, because a label that wraps makes the bar at the bottom too high.
      expect((await on("Submit Application").boundingBox())?.height).toBeLessThan(60);
      await on("Submit Application").click();
      const missing = page.getByRole("dialog", { name: "Some things are missing" });
      await missing.waitFor();
      // It opens at its beginning, with its buttons within reach at the bottom.
      await checkOneHanded(
        window,
        "missing",
        missing.getByRole("button", { name: "Submit anyway" }),
      );
      const title = await missing.getByRole("heading").boundingBox();
      expect(title?.y).toBeGreaterThan(0);
      await window.go("/driver-apply/status");
      await checkOneHanded(window, "ask for the link", on("Send me a link"));
    }));
});

/** Allows the driver to set off now, because the pickup is hours away. */
async function allowEarlyStart(id: string): Promise<void> {
  const desk = createVisitor(demo.url);
  const owner = { email: "admin@example.com", password: "livery-demo" };
  expect((await desk.post("/admin/login", owner)).status).toBe(200);
  const path = `/admin/reservations/${id}`;
  const { reservation } = (await (await desk.get(path)).json()) as ReservationAnswer;
  const change = { version: reservation.version, reason: "The flight is early" };
  expect((await desk.post(`${path}/early-start`, change)).status).toBe(200);
}

const sizes = ["hand", "phone", "desktop"] as const;

test("a trip with a stop passes axe and fits at every size, from the wait to the cash", async () => {
  const first = await openWindow(browser, demo.url, "desktop", driver);
  const others = await Promise.all(
    sizes.map((size) => openWindow(browser, demo.url, size, driver)),
  );
  await first.resizeTo("hand");
  const { page } = first;
  const at = `${home}/trips/${await findRide(page, "offered")}`;
  /** Checks the current screen at every size. */
  const screenshotAllSizes = async (screen: string) => {
    for (const size of sizes) {
      await first.resizeTo(size);
      await first.rest();
      await first.look(screen);
      if (size === "hand") await checkOneHanded(first, screen);
    }
    await first.resizeTo("hand");
  };
  /** Checks the screen that `open` leads to, in windows of every size. */
  const checkAllSizes = async (screen: string, open: (page: Page) => Promise<void>) => {
    for (const window of others) {
      await window.go(at);
      await open(window.page);
      await window.rest();
      await window.look(screen);
      if (window.size === "hand") await checkOneHanded(window, screen);
    }
  };
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
  await first.go(at);
  await press("Accept");
  await page.getByText(/^You can set off from /).waitFor();
  await screenshotAllSizes("driver-too-early");
  await allowEarlyStart(at.split("/").at(-1) ?? "");
  await press("Start driving to pickup");
  await press("I have arrived");
  await page.getByRole("button", { name: "Passenger on board" }).waitFor();
  await screenshotAllSizes("driver-waiting");
  await checkAllSizes("driver-no-show", async (page) => {
    await page.getByRole("button", { name: /^Report a no-show/ }).click();
    await page.getByRole("dialog", { name: "Report a no-show?" }).waitFor();
  });
  await checkAllSizes("driver-incident", async (page) => {
    await page.getByRole("button", { name: "Report an incident" }).click();
    const sheet = page.getByRole("dialog", { name: "Report an incident" });
    await sheet.getByRole("checkbox", { name: "Somebody is hurt" }).check();
    await sheet.getByRole("button", { name: "Send to dispatch" }).click();
    await sheet.getByText("Choose the type of incident.").waitFor();
  });
  await first.go(at);
  await press("Passenger on board");
  await page.getByRole("button", { name: /^Arrived at stop 1/ }).waitFor();
  await screenshotAllSizes("driver-stop-ahead");
  await first.go(at);
  await press(/^Arrived at stop 1/);
  await page.getByRole("button", { name: /^Leave stop 1/ }).waitFor();
  await screenshotAllSizes("driver-at-stop");
  await first.go(at);
  await press(/^Leave stop 1/);
  await press("Complete trip");
  await page.getByRole("dialog").getByRole("button", { name: "Complete trip" }).click();
  await page.getByRole("button", { name: /^Collected/ }).waitFor();
  await screenshotAllSizes("driver-cash");
  await checkAllSizes("driver-cash-other", async (page) => {
    await page.getByRole("button", { name: "I collected a different amount" }).click();
  });
  for (const window of [first, ...others]) {
    expect(window.faults).toEqual([]);
    await window.close();
  }
});
