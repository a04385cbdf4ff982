/**
 * A booking of every service type gets from the form to dispatch's table and panel with all its fields. If the network
 * fails in the middle, nothing is lost and nothing is booked twice.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { riders } from "../../db/schema/accounts";
import { reservations } from "../../db/schema/reservations";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { waitUntilReady, openWindow, type Size, stateOf } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";

type State = NonNullable<BrowserContextOptions["storageState"]>;

let server: TestServer;
let runningServer: RunningServer;
let chromium: Browser;
let origin: string;
let rider: State;
let owner: State;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  // The form suggests times from the browser's clock.
  moveServerToNow();
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  rider = stateOf((await signInRider(server)).browser.cookies);
  owner = stateOf((await signInAdmin(server)).cookies);
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

/** Sets the server's clock, which stands still, to the time of the browser's, so that both mean the same by "now". */
function moveServerToNow(): void {
  server.advance(Date.now() - server.deps.now());
}

async function choose(page: Page, label: string | RegExp, text: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).pressSequentially(text);
  await page
    .getByRole("option", { name: new RegExp(text) })
    .first()
    .click();
}
const next = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

interface Service {
  kind: string;
  where: (page: Page) => Promise<void>;
  when?: (page: Page) => Promise<void>;
  car?: (page: Page) => Promise<void>;
  /** The texts that dispatch reads in the panel. */
  read: readonly string[];
  size: Size;
}

const services: Record<string, Service> = {
  point_to_point: {
    kind: "One way",
    size: "phone",
    where: async (page) => {
      await choose(page, "Pickup", "Kigali Marriott");
      await next(page, "Add a stop");
      await choose(page, "Stop 1", "Kimironko Market");
      await choose(page, "Drop-off", "Amahoro Stadium");
    },
    car: (page) => next(page, "More: child seat"),
    read: ["Point to point", "Kimironko Market", "Amahoro Stadium", "Child seat", "Ring the bell"],
  },
  hourly: {
    kind: "By the hour",
    size: "small",
    where: (page) => choose(page, "Pickup", "Amahoro Stadium"),
    when: async (page) => {
      await page.getByRole("combobox", { name: "For how long" }).selectOption("4");
    },
    read: ["Hourly", "By the hour, for 4 hours", "Cash in the car"],
  },
  airport_pickup: {
    kind: "One way",
    size: "desktop",
    where: async (page) => {
      await choose(page, "Pickup", "Kigali International Airport");
      await choose(page, "Drop-off", "Amahoro Stadium");
    },
    when: (page) => page.getByRole("textbox", { name: "Flight number" }).fill("WB 203"),
    car: async (page) => {
      await next(page, "More: greeting sign");
      await page.getByRole("textbox", { name: "Name on the greeting sign" }).fill("Mme Uwase");
    },
    read: ["Airport pickup", "WB203", "Mme Uwase", "Greeting sign"],
  },
  airport_dropoff: {
    kind: "One way",
    size: "phone",
    where: async (page) => {
      await choose(page, "Pickup", "Amahoro Stadium");
      await choose(page, "Drop-off", "Kigali International Airport");
    },
    when: (page) => page.getByRole("textbox", { name: "Flight number" }).fill("KL 535"),
    read: ["Airport drop-off", "KL535"],
  },
  home_care: {
    kind: "Care",
    size: "small",
    where: async (page) => {
      await choose(page, "Pickup", "Amahoro Stadium");
      await choose(page, "Drop-off", "King Faisal");
    },
    when: async (page) => {
      await page.getByRole("combobox", { name: "Mobility" }).selectOption("wheelchair");
      await next(page, "More: attendants");
      await page.getByLabel("Appointment").fill("10:15");
      await page.getByRole("textbox", { name: "At the door" }).fill("Two steps");
      await page.getByRole("checkbox", { name: "Add a return trip" }).check();
      await page.getByText("When I call", { exact: true }).click();
    },
    read: [
      "when called",
      "Home care",
      "Wheelchair",
      "Attendants",
      "10:15",
      "Two steps",
      "Accessible van",
    ],
  },
  roadside_assistance: {
    kind: "Roadside",
    size: "phone",
    where: (page) => choose(page, "Where the vehicle is", "Kimironko Market"),
    when: async (page) => {
      await page.getByRole("textbox", { name: "Make and model" }).fill("Toyota RAV4");
      await page.getByRole("textbox", { name: "Plate" }).fill("rad 123 b");
      await page.getByRole("combobox", { name: "What’s wrong" }).selectOption("flat_tyre");
      await page.getByRole("textbox", { name: "What happened" }).fill("No spare wheel");
    },
    read: [
      "Roadside assistance",
      "Toyota RAV4",
      "RAD 123 B",
      "Flat tyre",
      "No spare wheel",
      "Help on the spot",
    ],
  },
  interpreter: {
    kind: "Interpreter",
    size: "desktop",
    where: async (page) => {
      await choose(page, "Pickup", "Amahoro Stadium");
      await choose(page, "Drop-off", "Kigali Marriott");
    },
    when: (page) => page.getByRole("textbox", { name: "Languages" }).fill("French and English"),
    read: ["Interpreter", "French and English", "Rides along"],
  },
};

/** Fills in the form up to the last step. */
async function fill(
  page: Page,
  { kind, where, when, car }: Service,
  look: (name: string) => Promise<void>,
) {
  await page.getByRole("group", { name: "Kind of ride" }).getByText(kind).click();
  await where(page);
  await next(page, "Continue");
  await next(page, "Tomorrow");
  await when?.(page);
  await look("when");
  await next(page, "See cars and prices");
  await page.getByRole("heading", { name: "Choose your car" }).waitFor();
  await car?.(page);
  await look("car");
  await next(page, /^Continue ·/);
  await page.getByRole("textbox", { name: "Note to the driver" }).fill("Ring the bell");
  await look("confirm");
}

for (const [serviceType, service] of Object.entries(services))
  test(`a booking of ${serviceType} reaches dispatch with all its fields`, async () => {
    const form = await openWindow(chromium, origin, service.size, rider);
    await form.go("/booking");
    await fill(form.page, service, (name) => form.look(`booking-${serviceType}-${name}`));
    await next(form.page, "Book now");
    await form.page.getByText("Booked. Thank you!").waitFor();
    const id = new URL(form.page.url()).pathname.split("/").at(-1);
    await form.look(`booking-${serviceType}-trip`);

    moveServerToNow();
    const desk = await openWindow(chromium, origin, "desktop", owner);
    await desk.go("/dispatch/dashboard/reservation");
    const row = server.deps.db
      .select()
      .from(reservations)
      .all()
      .find((each) => each.id === id);
    expect(row?.serviceType as string).toBe(serviceType);
    await desk.page
      .getByRole("row")
      .filter({ hasText: String(row?.number) })
      .click();
    const panel = desk.page.getByRole("region", { name: `Reservation ${row?.number}` });
    await panel.getByRole("heading", { name: "Timeline" }).waitFor();
    // biome-ignore lint/performance/useDomNodeTextContent: a locator, asked for what is to be seen
    const text = await panel.innerText();
    expect(service.read.filter((words) => !text.includes(words))).toEqual([]);
    expect([...form.faults, ...desk.faults]).toEqual([]);
    await form.close();
    await desk.close();
  }, 60_000);

test("a network cut during a booking loses no text and books once", async () => {
  const before = server.deps.db.select().from(reservations).all().length;
  const service = services.roadside_assistance as Service;
  const { page, context, close, go } = await openWindow(chromium, origin, "phone", rider);
  await go("/booking");
  await fill(page, service, () => Promise.resolve());
  // The booking arrives, but its answer is lost.
  let lost = 0;
  await page.route("**/backend/reservations", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await next(page, "Book now");
  await page.getByText("We didn’t hear back about your booking").waitFor();
  await context.setOffline(true);
  await next(page, "Try again");
  await page.getByText("We didn’t hear back about your booking").waitFor();
  await context.setOffline(false);
  await page.reload();
  await waitUntilReady(page);
  await next(page, "Try again");
  await page.getByText("Booked. Thank you!").waitFor();
  await page.getByText("No spare wheel").waitFor();
  expect(server.deps.db.select().from(reservations).all()).toHaveLength(before + 1);
  await close();
}, 60_000);

test("text typed without a network is still in the form when the network is back", async () => {
  const { page, context, close, go } = await openWindow(chromium, origin, "phone", rider);
  await go("/booking");
  const service = services.interpreter as Service;
  await page.getByRole("group", { name: "Kind of ride" }).getByText(service.kind).click();
  await service.where(page);
  await next(page, "Continue");
  await next(page, "Tomorrow");
  await context.setOffline(true);
  await page.getByRole("textbox", { name: "Languages" }).fill("Swahili and English");
  await next(page, "See cars and prices");
  // The reason is visible, and not hidden behind the button at the bottom.
  const why = page.getByRole("alert").filter({ hasText: "offline" });
  await why.waitFor();
  const isSeen = await why.evaluate((alert) => {
    const { left, top, width, height } = alert.getBoundingClientRect();
    return alert.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isSeen).toBe(true);
  await context.setOffline(false);
  await page.reload();
  await waitUntilReady(page);
  await expectEventually(() => page.getByRole("textbox", { name: "Languages" }).inputValue()).toBe(
    "Swahili and English",
  );
  await next(page, "See cars and prices");
  await page.getByRole("heading", { name: "Choose your car" }).waitFor();
  await close();
}, 60_000);

test("a booking that never reached the server is kept and booked once on the next try", async () => {
  const before = server.deps.db.select().from(reservations).all().length;
  const { page, close, go } = await openWindow(chromium, origin, "small", rider);
  await go("/booking");
  await fill(page, services.hourly as Service, () => Promise.resolve());
  let tries = 0;
  await page.route("**/backend/reservations", (route) =>
    route.request().method() === "POST" && tries++ === 0
      ? route.abort("internetdisconnected")
      : route.continue(),
  );
  await next(page, "Book now");
  await page.getByText("We didn’t hear back about your booking").waitFor();
  expect(server.deps.db.select().from(reservations).all()).toHaveLength(before);
  await next(page, "Try again");
  await page.getByText("Booked. Thank you!").waitFor();
  await page.getByText("4 hours with car and driver").first().waitFor();
  expect(server.deps.db.select().from(reservations).all()).toHaveLength(before + 1);
  await close();
}, 60_000);

test("a visitor gets prices for both trips before the sign-in, which keeps the form", async () => {
  const before = server.deps.db
    .select()
    .from(reservations)
    .all()
    .map(({ id }) => id);
  const { page, close, go } = await openWindow(chromium, origin, "phone");
  await go("/reservation");
  await choose(page, "Pickup", "Amahoro Stadium");
  await choose(page, "Drop-off", "Kigali International Airport");
  await next(page, "Continue");
  await next(page, "Tomorrow");
  await page.getByRole("checkbox", { name: "Add a return trip" }).check();
  await page.getByRole("textbox", { name: "Flight number of the return trip" }).fill("WB 204");
  const time = page.getByRole("combobox", { name: "Time of the return trip" });
  const wanted = await time.inputValue();
  await page.reload();
  await waitUntilReady(page);
  await expectEventually(() => time.inputValue()).toBe(wanted);
  await next(page, "See cars and prices");
  await page.getByRole("heading", { name: "Choose your car" }).waitFor();
  await next(page, /^Continue ·/);
  const back = page.getByRole("region", { name: "Return trip" });
  await back.getByText("WB 204").waitFor();
  await next(page, "Sign in to book");
  await page.getByRole("textbox", { name: "E-mail or phone number" }).fill("rider@example.com");
  await next(page, /^Continue$/);
  await page.getByLabel("Digit 1 of 4").click();
  await page.keyboard.type(lastMessage(server, "rider@example.com").code);
  await page.waitForURL("**/booking?step=confirm");
  await back.getByText("WB 204").waitFor();
  await next(page, "Book now");
  await page.getByText("Booked. Thank you!").waitFor();
  const made = server.deps.db
    .select()
    .from(reservations)
    .all()
    .filter(({ id }) => !before.includes(id));
  expect(made.map(({ serviceType, flightNumber }) => [serviceType, flightNumber])).toEqual([
    ["airport_dropoff", null],
    ["airport_pickup", "WB204"],
  ]);
  expect(made[1]?.returnOfId).toBe(made[0]?.id ?? "");
  await close();
}, 60_000);

test("on a phone the button of the next step is visible, and Back is beside the step's name", async () => {
  const { page, close, faults, go, look } = await openWindow(chromium, origin, "phone", rider);
  await go("/booking");
  const isVisible = (name: string | RegExp) =>
    page.getByRole("button", { name }).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await choose(page, "Pickup", "Kigali Marriott");
  await choose(page, "Drop-off", "Amahoro Stadium");
  expect(await isVisible("Continue")).toBe(true);
  expect(await page.getByRole("button", { name: /^Back/ }).count()).toBe(0);
  await next(page, "Continue");
  await next(page, "Tomorrow");
  expect(await isVisible("See cars and prices")).toBe(true);
  await next(page, "See cars and prices");
  await page.getByRole("heading", { name: "Choose your car" }).waitFor();
  expect(await isVisible(/^Continue ·/)).toBe(true);
  await look("booking-return-trip");
  await next(page, "Back: When");
  await page.getByRole("heading", { name: "When do you need the car?" }).waitFor();
  await next(page, "Back: Where");
  await expectEventually(() => page.getByRole("combobox", { name: "Pickup" }).inputValue()).toBe(
    "Kigali Marriott Hotel",
  );
  expect(faults).toEqual([]);
  await close();
}, 60_000);

test("a trip booked in one window is not booked again in another", async () => {
  const before = server.deps.db.select().from(reservations).all().length;
  const first = await openWindow(chromium, origin, "phone", rider);
  await first.go("/booking");
  await fill(first.page, services.roadside_assistance as Service, () => Promise.resolve());
  const second = await first.context.newPage();
  await second.goto(`${origin}/booking?step=confirm`);
  await waitUntilReady(second);
  await next(second, "Book now");
  await second.getByText("Booked. Thank you!").waitFor();
  await first.page.getByText("You have already booked this trip in another window").waitFor();
  await first.page.getByRole("heading", { name: "Where to?" }).waitFor();
  expect(server.deps.db.select().from(reservations).all()).toHaveLength(before + 1);
  // What is entered from now on is another trip.
  await choose(first.page, "Pickup", "Amahoro Stadium");
  await expectEventually(() => first.page.getByText("in another window").count()).toBe(0);
  expect(first.faults).toEqual([]);
  await first.close();
}, 60_000);

test("saving a profile without a network shows an error and keeps the text", async () => {
  const { page, context, close, go } = await openWindow(chromium, origin, "phone", rider);
  await go("/profile/AccountInfo");
  const name = page.getByRole("textbox", { name: "First Name" });
  await name.fill("Alice");
  await context.setOffline(true);
  await next(page, "Save");
  const popup = page.getByRole("dialog", { name: "Error" });
  await popup.waitFor();
  await popup.getByRole("button", { name: "OK" }).click();
  await expectEventually(() => name.inputValue()).toBe("Alice");
  const names = () =>
    server.deps.db
      .select()
      .from(riders)
      .all()
      .map((row) => row.firstName);
  expect(names()).toEqual(["Aline"]);
  await context.setOffline(false);
  await next(page, "Save");
  await page.getByText("Profile updated successfully").waitFor();
  expect(names()).toEqual(["Alice"]);
  await close();
}, 60_000);

test("an ended session leads to the sign-in, and the booking is kept", async () => {
  const signedIn = await signInRider(server, "ended@example.com");
  const { page, context, close, go } = await openWindow(
    chromium,
    origin,
    "phone",
    stateOf(signedIn.browser.cookies),
  );
  await go("/booking");
  await fill(page, services.hourly as Service, () => Promise.resolve());
  await signedIn.browser.post("/auth/logout", {});
  await next(page, "Book now");
  await page.getByText("You have been signed out.").waitFor();
  await next(page, "Sign in to book");
  await page.getByLabel("E-mail or phone number").waitFor();
  const secondSession = await signInRider(server, "ended@example.com");
  await context.addCookies(stateOf(secondSession.browser.cookies).cookies);
  await go("/booking");
  await page.getByRole("heading", { name: "Check and book" }).waitFor();
  await next(page, "Book now");
  await page.getByText("Booked. Thank you!").waitFor();
  await close();
}, 60_000);
