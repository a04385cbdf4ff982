/**
 * Every screen of the executable's demo fleet, on a phone and on a desktop, in both themes: axe, console, requests,
 * headings, width and cut-off text. `LIVERY_PICTURES=folder` saves a picture of each.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { screensOfRole } from "../../client/office/navigation";
import { driverTabs } from "../../client/fleet/drivers/tabs";
import { vehicleTabs } from "../../client/fleet/vehicles/tabs";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import {
  waitUntilReady,
  choosePlace,
  openWindow,
  type Size,
  visit,
  type Window,
} from "../support/screen";

// Some tests check twenty screens four times, which takes long on a busy machine.
setDefaultTimeout(300_000);

let demo: Demo;
let browser: Browser;
let rider: Session;
let driver: Session;
let dispatcher: Session;

beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  rider = await demo.signIn(browser, "rider");
  driver = await demo.signIn(browser, "driver");
  dispatcher = await demo.signIn(browser, "dispatcher");
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

const bothSizes = ["phone", "desktop"] as const satisfies Size[];

/** Runs the same steps at both sizes at once, then reports the faults. */
async function checkBothSizes(
  walk: (window: Window, size: Size) => Promise<void>,
  state?: Session,
): Promise<void> {
  const faults = await Promise.all(bothSizes.map((size) => faultsOf(size, walk, state)));
  expect(faults.flat()).toEqual([]);
}

/** Checks screens that only need to be opened, at both sizes in one window. */
async function forEachPage(
  screens: (window: Window) => Record<string, string> | Promise<Record<string, string>>,
  state?: Session,
): Promise<void> {
  const walk = async (window: Window) => visit(window, await screens(window), ...bothSizes);
  expect(await faultsOf("desktop", walk, state)).toEqual([]);
}

async function faultsOf(
  size: Size,
  walk: (window: Window, size: Size) => Promise<void>,
  state?: Session,
): Promise<string[]> {
  const window = await openWindow(browser, demo.url, size, state);
  try {
    await walk(window, size);
  } catch (error) {
    const path = join(tmpdir(), `livery-screen-${window.size}.png`);
    await window.page.screenshot({ path }).catch(() => {});
    const log = demo.running
      .output()
      .split("\n")
      .filter((line) => /ERROR|failed/.test(line));
    throw new Error(`${window.page.url()}, which looks like ${path}: ${error}\n${log.join("\n")}`);
  } finally {
    await window.close();
  }
  return window.faults;
}

/** Checks each step of the booking from the first to the last. */
async function bookingSteps(window: Window, name: string): Promise<void> {
  const { page } = window;
  const heading = (text: string) => page.getByRole("heading", { level: 1, name: text }).waitFor();
  await heading("Where to?");
  await window.look(`${name}-1-where`);
  await choosePlace(page, "Pickup", "Kigali International Airport");
  await choosePlace(page, "Drop-off", "Kigali Marriott Hotel");
  await page.getByRole("button", { name: "Continue" }).click();
  await heading("When do you need the car?");
  await page.getByRole("button", { name: "Tomorrow" }).click();
  await page.getByLabel("Time").selectOption("09:30");
  await page.getByLabel("Flight number").fill("WB 301");
  await window.look(`${name}-2-when`);
  await page.getByRole("button", { name: "See cars and prices" }).click();
  await heading("Choose your car");
  await page.getByText("Executive SUV").first().waitFor();
  await window.look(`${name}-3-car`);
  await page.getByText("Executive SUV").first().click();
  await page.getByText("Price breakdown").click();
  await window.look(`${name}-3-car-price`);
  await page.getByRole("button", { name: /^Continue · RWF/ }).click();
  await heading("Check and book");
  await window.look(`${name}-4-confirm`);
}

/** Signs in through the screens, and checks the one for the code. */
async function signInByScreens(window: Window, contact: string, name: string): Promise<void> {
  const { page } = window;
  const seen = demo.countCodesTo(contact);
  await waitUntilReady(page);
  await page.getByRole("textbox").first().fill(contact);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByLabel("Digit 1 of 4").waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await window.look(name);
  await page.getByLabel("Digit 1 of 4").click();
  await page.keyboard.type(await demo.code(contact, seen));
}

describe("every screen", () => {
  test("the pages of the public site pass axe and fit", () =>
    forEachPage(() => ({
      home: "/",
      "join-us": "/joinUs",
      contact: "/contact-us",
      "contact-sent": "/contact-us?sent=yes",
      "not-found": "/no/such/page",
      "rider-login": "/liveryClient",
      "signin-link": "/signin/x",
      "pay-unknown": "/pay/x",
      "quote-unknown": "/quote/x",
      "affiliate-unknown": "/affiliate/x",
      "approve-unknown": "/approve/x",
      "driver-login": "/liveryDriver",
      "driver-apply": "/driver-apply",
      "dispatch-login": "/dispatch",
      "dispatch-setup": "/dispatch/setup?token=x",
      "dispatch-password": "/dispatch/password?token=x",
    })));

  test("the booking before the sign-in and a new rider's screens pass axe and fit", () =>
    checkBothSizes(async (window, size) => {
      const { page } = window;
      await window.go("/reservation");
      await bookingSteps(window, "reservation");
      await page.getByRole("button", { name: "Sign in to book" }).click();
      await page.getByRole("heading", { name: "What's your phone number or email?" }).waitFor();
      const contact = size === "phone" ? "nadia@example.com" : "moses@example.com";
      await signInByScreens(window, contact, "rider-verify");
      await page.getByRole("heading", { name: "User Info" }).waitFor();
      await window.look("rider-fill-user-info");
      await window.go("/trips");
      await page.getByLabel("First Name").waitFor();
      await window.look("rider-gate");
      await page.getByLabel("First Name").fill("Nadia");
      await page.getByLabel("Last Name").fill("Ingabire");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL("**/booking**");
      await window.go("/trips");
      await window.look("rider-trips-empty");
    }));

  test("a rider's pages pass axe and fit", () =>
    forEachPage(
      async (window) => ({
        "rider-home": "/",
        "rider-trips": "/trips",
        "rider-trips-past": "/trips?when=past",
        "rider-trips-cancelled": "/trips?when=cancelled",
        "rider-account": "/profile/AccountInfo",
        "rider-privacy": "/profile/privacy",
        "rider-security": "/profile/security",
        "rider-company": "/profile/company",
        "rider-notifications": "/profile/notifications",
        "rider-places": "/profile/places",
        "rider-repeating": "/trips/repeating",
        "rider-lost": "/trips/lost",
        ...tripScreens("rider-trip", "/trips", await list(window, "/reservations"), [
          "pending",
          "confirmed",
          "assigned",
          "completed",
          "settled",
          "cancelled",
          "no_show",
        ]),
      }),
      rider,
    ));

  test("what a rider opens by a button passes axe and fits", () =>
    checkBothSizes(async (window) => {
      const { page } = window;
      const trips = await list(window, "/reservations");
      await window.go(`/trips/${idOf(trips, "pending")}`);
      await page.getByRole("button", { name: "Cancel trip" }).click();
      await page.getByRole("dialog", { name: "Cancel this trip?" }).waitFor();
      await window.look("rider-trip-cancel");
      await window.go(`/trips/${idOf(trips, "assigned")}`);
      await page.getByRole("button", { name: /new message|^Messages$/ }).click();
      await page.getByRole("log", { name: "Messages" }).waitFor();
      await window.look("rider-conversation");
      await window.go(`/trips/${idOf(trips, "completed")}`);
      for (const [button, dialog] of [
        [/^(Rate this trip|Change your rating)$/, "rate"],
        ["Add a tip", "tip"],
        ["I lost something", "lost-sheet"],
        ["Repeat this trip", "repeat"],
      ] as const) {
        await page.getByRole("button", { name: button }).click();
        await page.getByRole("dialog").waitFor();
        await window.look(`rider-${dialog}`);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "hidden" });
      }
      await window.go("/trips/repeating");
      await page.getByRole("link", { name: /Tuesday and Thursday/ }).click();
      await page.getByText("Next trips").waitFor();
      await window.look("rider-order");
      await window.go("/booking");
      await bookingSteps(window, "booking");
      await page.getByRole("button", { name: "Book now" }).click();
      await page.waitForURL("**/trips/**");
      await window.look("rider-trip-booked");
    }, rider));

  test("a driver's pages pass axe and fit", () =>
    forEachPage(
      async (window) => ({
        "driver-home": "/driver/dashboard",
        "driver-today": "/driver/dashboard/requests/today",
        "driver-future": "/driver/dashboard/requests/future",
        "driver-past": "/driver/dashboard/requests/past",
        "driver-management": "/driver/dashboard/management",
        "driver-billing": "/driver/dashboard/billing",
        "driver-profile": "/driver/dashboard/profile",
        ...tripScreens(
          "driver-trip",
          "/driver/dashboard/trips",
          await list(window, "/driver/reservations"),
          ["offered", "assigned", "completed"],
        ),
      }),
      driver,
    ));

  test("what a driver opens by a button passes axe and fits", () =>
    checkBothSizes(async (window) => {
      const { page } = window;
      const trips = await list(window, "/driver/reservations");
      await window.go(`/driver/dashboard/trips/${idOf(trips, "offered")}`);
      await page.getByRole("button", { name: "Decline" }).first().click();
      await page.getByRole("dialog").waitFor();
      await window.look("driver-decline");
      await window.go(`/driver/dashboard/trips/${idOf(trips, "completed")}`);
      await page.getByRole("button", { name: "Report a found item" }).click();
      await page.getByRole("dialog", { name: "Report a found item" }).waitFor();
      await window.look("driver-found");
      await window.go("/driver/dashboard");
      await page.getByRole("button", { name: /Notifications/ }).click();
      await page.getByRole("dialog").waitFor();
      await window.look("driver-notifications");
    }, driver));

  test("a driver's sign-in passes axe and fits", async () => {
    // One after the other, because both request the same driver's code.
    for (const size of ["phone", "desktop"] as const) {
      const window = await openWindow(browser, demo.url, size);
      await window.go("/liveryDriver");
      await signInByScreens(window, "driver@example.com", "driver-verify");
      await window.page.waitForURL("**/driver/dashboard**");
      await window.close();
      expect(window.faults).toEqual([]);
    }
  });

  test("the pages in dispatch's sidebar pass axe and fit", () =>
    forEachPage(
      () =>
        Object.fromEntries(
          screensOfRole("owner").flatMap(({ items }) =>
            items.map(({ to }) => [`side${to.replaceAll("/", "-")}`, to]),
          ),
        ),
      dispatcher,
    ));

  const website = "/dispatch/dashboard/website";
  test("the pages of the website in dispatch pass axe and fit", () =>
    forEachPage(
      () => ({
        "website-services": `${website}?tab=service`,
        "website-posts": `${website}?tab=post`,
        "website-banners": `${website}?tab=banner`,
        "website-page": `${website}/page/about`,
        "website-names": `${website}/names/names`,
        "website-names-ar": `${website}/names/names?tab=ar`,
        "website-post": `${website}/post/late-flights`,
        "website-new-banner": `${website}/banner/new`,
      }),
      dispatcher,
    ));

  test("the versions of a post in dispatch pass axe and fit", () =>
    checkBothSizes(async (window) => {
      await window.go(`${website}/post/late-flights`);
      await window.page.getByRole("button", { name: "Versions" }).click();
      await window.page.getByText("Added").waitFor();
      await window.look("website-versions");
    }, dispatcher));

  const board = "/dispatch/dashboard/reservation";
  test("dispatch's pages outside the sidebar pass axe and fit", () =>
    forEachPage(async (window) => {
      const all = await list(window, "/admin/reservations");
      const [firstDriver] = (await json(window, "/admin/drivers")).drivers ?? [];
      const [firstVehicle] = (await json(window, "/admin/vehicles")).vehicles ?? [];
      return {
        "board-past": `${board}?state=all&range=all&sort=-pickupAt`,
        "board-empty": `${board}?q=nobody+of+that+name`,
        "board-panel": `${board}?open=${idOf(all, "assigned")}`,
        "board-panel-settled": `${board}?state=all&range=all&open=${idOf(all, "settled")}`,
        "reservation-assigned": `${board}/${idOf(all, "assigned")}`,
        "reservation-settled": `${board}/${idOf(all, "settled")}`,
        "driver-new": "/dispatch/dashboard/DriverManagement/new",
        "driver-one": `/dispatch/dashboard/DriverManagement/${firstDriver?.id}`,
        ...Object.fromEntries(
          driverTabs.map((tab) => [
            `driver-${tab}`,
            `/dispatch/dashboard/DriverManagement/${firstDriver?.id}?tab=${tab}`,
          ]),
        ),
        "vehicle-new": "/dispatch/dashboard/VehicleManagement/new",
        "vehicle-one": `/dispatch/dashboard/VehicleManagement/${firstVehicle?.id}`,
        ...Object.fromEntries(
          vehicleTabs.map((tab) => [
            `vehicle-${tab}`,
            `/dispatch/dashboard/VehicleManagement/${firstVehicle?.id}?tab=${tab}`,
          ]),
        ),
        "drivers-narrowed": "/dispatch/dashboard/DriverManagement?show=ending&service=hourly",
        "vehicles-narrowed": "/dispatch/dashboard/VehicleManagement?show=out",
        "dispatch-profile": "/dispatch/dashboard/profile",
        "unpaid-to-refund": "/dispatch/dashboard/unpaid?what=overpaid",
        "differences-resolved": "/dispatch/dashboard/payment-differences?resolved=true",
        "setup-look": "/dispatch/setup/look",
        contact: "/dispatch/dashboard/settings/contact",
        "booking-rules": "/dispatch/dashboard/settings/booking-rules",
        name: "/dispatch/dashboard/settings/name",
        services: "/dispatch/dashboard/settings/offered",
        brand: "/dispatch/dashboard/settings/brand",
        hours: "/dispatch/dashboard/settings/hours",
        texts: "/dispatch/dashboard/settings/texts",
        providers: "/dispatch/dashboard/settings/providers",
        webhooks: "/dispatch/dashboard/settings/webhooks",
        online: "/dispatch/dashboard/settings/online",
        widget: "/dispatch/dashboard/settings/widget",
        area: "/dispatch/dashboard/settings/area",
        region: "/dispatch/dashboard/settings/region",
        retention: "/dispatch/dashboard/settings/retention",
      };
    }, dispatcher));

  test("what a dispatcher opens by a button or key passes axe and fits", () =>
    checkBothSizes(async (window, size) => {
      const { page } = window;
      const all = await list(window, "/admin/reservations");
      const [firstDriver] = (await json(window, "/admin/drivers")).drivers ?? [];
      await window.go(`/dispatch/dashboard/DriverManagement/${firstDriver?.id}`);
      await page.getByRole("button", { name: "Suspend driver" }).click();
      await page
        .getByRole("dialog", { name: /^Suspend / })
        .getByLabel("Reason")
        .waitFor();
      await window.rest();
      await window.look("driver-suspend");
      await page.keyboard.press("Escape");
      const { incidents = [] } = await json(window, "/admin/incidents");
      for (const { id, state } of incidents) {
        await window.go(`/dispatch/dashboard/incidents?open=${id}`);
        await page
          .getByRole("dialog", { name: /^Incident \d/ })
          .getByRole("heading", { name: "Log" })
          .waitFor();
        await window.look(`incident-${state}`);
      }
      await page.getByRole("button", { name: "Reopen incident" }).waitFor();
      const missed = all.filter(({ state }) => state === "no_show");
      const newest = missed.reduce((a, b) => (a.pickupAt > b.pickupAt ? a : b));
      await window.go(`${board}?state=all&range=all&open=${newest.id}`);
      const evidence = page.getByRole("heading", { name: "No-show", exact: true });
      await evidence.scrollIntoViewIfNeeded();
      await window.rest();
      await window.look("board-panel-no-show");
      const open = async (state: string) => {
        await window.go(`${board}?open=${idOf(all, state)}`);
        return page.getByRole("region", { name: /^Reservation \d+/ });
      };
      const pending = await open("pending");
      await pending
        .getByText("Price breakdown")
        .or(pending.getByText("Timeline"))
        .first()
        .waitFor();
      await window.look("board-panel-pending");
      await page.keyboard.press("a");
      await page.getByRole("button", { name: "Send offer" }).waitFor();
      await window.look("board-assign");
      await page.keyboard.press("Escape");
      await (await open("confirmed")).getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Cancel trip" }).waitFor();
      await window.look("board-menu");
      await page.getByRole("menuitem", { name: "Cancel trip" }).click();
      await page.getByRole("dialog").waitFor();
      await window.look("board-cancel");
      await window.go(`${board}/${idOf(all, "completed")}`);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Correct fare" }).click();
      await page
        .getByRole("dialog", { name: /^Correct the fare/ })
        .getByLabel(/^Reason/)
        .waitFor();
      await window.look("reservation-fare");
      await window.go(board);
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
      await window.look("board-keys");
      await page.keyboard.press("Escape");
      if (size === "phone") {
        await page.getByRole("button", { name: "Menu" }).click();
        await page.getByRole("dialog", { name: "Menu" }).waitFor();
        await window.look("board-drawer");
      }
    }, dispatcher));

  test("the dialogs of payments in dispatch pass axe and fit", async () => {
    const desk = await openWindow(browser, demo.url, "desktop", dispatcher);
    const calls = desk.context.request;
    const { trips } = await (await calls.get(`${demo.url}/backend/admin/unpaid`)).json();
    const [{ id }] = trips;
    const paths = `${demo.url}/backend/admin/reservations/${id}/payments`;
    const { money } = await (await calls.get(paths)).json();
    const paid = {
      version: money.version,
      amountMinor: 1_000,
      paidOn: new Date().toISOString().slice(0, 10),
      method: "bank_transfer",
      heldBy: "office",
      // The longest possible reference, with no place to break.
      reference: "8".repeat(80),
    };
    const headers = { origin: demo.url, "idempotency-key": crypto.randomUUID() };
    expect((await calls.post(paths, { data: paid, headers })).ok()).toBe(true);
    await desk.close();
    await checkBothSizes(async (window) => {
      const { page } = window;
      const dialog = page.getByRole("dialog");
      await window.go("/dispatch/dashboard/unpaid");
      for (const act of ["Record payment", "Waive"]) {
        await page.getByRole("button", { name: act }).first().click();
        await dialog.getByLabel(act === "Waive" ? "Reason" : /^Amount/).waitFor();
        await window.look(`unpaid-${act === "Waive" ? "waive" : "record"}`);
        // The lists are below each other, with nothing next to the sums.
        const left = (box: string) =>
          dialog
            .locator(box)
            .first()
            .evaluate((of) => of.getBoundingClientRect().left);
        if (act === "Waive") expect(await left("form > p")).toBe(await left("form > dl"));
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
      }
      await window.go(`${board}/${id}`);
      await page.getByRole("button", { name: "Reverse" }).first().click();
      await dialog.waitFor();
      await window.look("reservation-reverse");
    }, dispatcher);
  });

  test("dispatch's lock screen passes axe and fits", async () => {
    // One window after the other, because a lock applies to the whole session.
    for (const size of ["phone", "desktop"] as const) {
      const window = await openWindow(
        browser,
        demo.url,
        size,
        await demo.signIn(browser, "dispatcher"),
      );
      const { page } = window;
      await window.go("/dispatch/dashboard/reservation");
      // A request that is still running at the lock would be refused and logged.
      await window.rest();
      await page.getByRole("button", { name: "Lock screen" }).click();
      await page.waitForURL("**/dispatch/lock");
      await window.look("dispatch-lock");
      await page.getByRole("textbox", { name: "Password" }).fill("livery-demo");
      await page.getByRole("button", { name: "Unlock" }).click();
      await page.waitForURL("**/dispatch/dashboard/reservation");
      await window.close();
      expect(window.faults).toEqual([]);
    }
  });

  test("a trip under way passes axe and fits for its driver and its rider", async () => {
    const wheel = await openWindow(browser, demo.url, "phone", driver);
    const riderWindow = await openWindow(browser, demo.url, "phone", rider);
    const mine = new Set((await list(riderWindow, "/reservations")).map(({ id }) => id));
    const trip = (await list(wheel, "/driver/reservations")).find(
      ({ id, state }) => state === "assigned" && mine.has(id),
    );
    if (!trip) throw new Error("The demo's driver has no trip with the demo's rider");
    await wheel.go(`/driver/dashboard/trips/${trip.id}`);
    await riderWindow.go(`/trips/${trip.id}`);
    for (const [button, state, told] of [
      ["Start driving to pickup", "on-the-way", /on the way/i],
      ["I have arrived", "on-location", /arrived|is here|waiting/i],
      ["Passenger on board", "on-board", /enjoy the ride/i],
    ] as const) {
      await wheel.page.getByRole("button", { name: button }).click();
      await riderWindow.page.getByRole("heading", { level: 1, name: told }).waitFor();
      await wheel.page.getByRole("button", { name: button }).waitFor({ state: "hidden" });
      await Promise.all([
        wheel.look(`driver-trip-${state}`),
        riderWindow.look(`rider-trip-${state}`),
      ]);
    }
    await wheel.page.getByRole("button", { name: "Complete trip" }).click();
    await wheel.page.getByRole("dialog").waitFor();
    await wheel.look("driver-complete");
    expect([...wheel.faults, ...riderWindow.faults]).toEqual([]);
    await wheel.close();
    await riderWindow.close();
  });
});

type Row = { id: string; state: string; pickupAt: string };

async function json(window: Window, path: string): Promise<Record<string, Row[]>> {
  return (await window.context.request.get(`${demo.url}/backend${path}`)).json();
}

/** Returns all reservations of the signed-in person that a few calls can find. */
async function list(window: Window, path: string): Promise<Row[]> {
  const pickupTimes = {
    "/reservations": ["when=upcoming", "when=past", "when=cancelled"],
    "/driver/reservations": ["when=today", "when=future", "when=past"],
  }[path] ?? ["sort=pickupAt", "sort=-pickupAt"];
  if (path.startsWith("/admin"))
    pickupTimes.push(
      ...["pending", "confirmed", "assigned", "completed", "settled", "no_show"].map(
        (state) => `state=${state}`,
      ),
    );
  const answers = await Promise.all(
    pickupTimes.map((when) => json(window, `${path}?limit=100&${when}`)),
  );
  return answers.flatMap(({ reservations = [] }) => reservations);
}

function idOf(rows: Row[], state: string): string {
  const found = rows.find((row) => row.state === state);
  if (!found) throw new Error(`The demo has no ${state} reservation here`);
  return found.id;
}

function tripScreens(name: string, path: string, rows: Row[], states: string[]) {
  return Object.fromEntries(
    states.map((state) => [`${name}-${state}`, `${path}/${idOf(rows, state)}`]),
  );
}

test("on a phone the board folds its notices and unfolds them on request", async () => {
  const window = await openWindow(browser, demo.url, "phone", dispatcher);
  const { page } = window;
  try {
    await window.go("/dispatch/dashboard/reservation");
    const all = page.getByRole("button", { name: "Show all notices" });
    const id = await all.getAttribute("aria-controls");
    const height = () => page.locator(`[id="${id}"]`).evaluate((box) => box.clientHeight);
    expect(await height()).toBe(256);
    await all.click();
    await page.getByRole("button", { name: "Show fewer notices" }).waitFor();
    expect(await height()).toBeGreaterThan(256 + 40);
    await window.look("board-notices");
    await page.getByRole("button", { name: "Show fewer notices" }).click();
    expect(await height()).toBe(256);
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
});

test("on a laptop no column of a report is cut off", async () => {
  const window = await openWindow(browser, demo.url, "laptop", dispatcher);
  const { page } = window;
  try {
    for (const by of ["day", "month", "driver", "vehicle_class", "service_type", "company"]) {
      await window.go(`/dispatch/dashboard/reports?by=${by}`);
      await page.getByRole("columnheader", { name: "Charged" }).waitFor();
      const table = page.locator(".scroll-x", { has: page.getByRole("table") }).first();
      expect([
        by,
        await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      ]).toEqual([by, 0]);
      await window.look(`reports-${by}`);
    }
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
});

test("on a laptop no column of a list is cut off", async () => {
  const window = await openWindow(browser, demo.url, "laptop", dispatcher);
  try {
    const cut: string[] = [];
    for (const list of [
      ...[
        "reservation",
        "DriverManagement",
        "VehicleManagement",
        "riders",
        "companies",
        "invoices",
      ],
      ...["payouts", "incidents", "ContactMessages", "LostProperty", "FoundProperty", "places"],
      "staff",
    ]) {
      await window.go(`/dispatch/dashboard/${list}`);
      const table = window.page.locator(".scroll-x:visible", {
        has: window.page.getByRole("table"),
      });
      const overflowPx = await table.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      );
      if (overflowPx > 0) cut.push(`${list}: ${overflowPx}`);
    }
    expect(cut).toEqual([]);
  } finally {
    await window.close();
  }
});
