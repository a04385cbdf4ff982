/**
 * The main job in three browsers, against the executable in an empty folder: the first owner sets up the fleet, a rider
 * books, dispatch offers the trip, the driver drives it, and every screen follows without a reload. Once with codes by
 * e-mail, once by SMS, and once without either provider.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { allowEarlyStart, waitUntilReady, choosePlace } from "../support/screen";
import { launchChromium } from "../support/chromium";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { type Postbox, startMailbox, startSmsGateway } from "../support/postbox";
import { expectEventually, until } from "../support/eventually";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const PASSWORD = "a long enough password";

let chromium: Browser;
beforeAll(async () => {
  chromium = await launchChromium();
});
afterAll(() => chromium?.close());

type Who = { contact: string; firstName: string; lastName: string };

/** One run's scene: a separate server, and how codes reach people. */
type MainJobScene = {
  running: RunningExecutable;
  installation: Installation;
  /** Returns the newest code sent to a contact. */
  codeFor: (contact: string) => Promise<string>;
  rider: Who;
  driver: Who;
  faults: string[];
  pages: Page[];
  close: () => Promise<void>;
};

async function open(
  world: MainJobScene,
  path: string,
  device: typeof DESK | typeof PHONE,
): Promise<Page> {
  const context = await chromium.newContext({ ...device, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  world.pages.push(page);
  page.on("pageerror", (error) => world.faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") world.faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(world.running.url)) world.faults.push(`asked ${request.url()}`);
  });
  await page.goto(world.running.url + path);
  await waitUntilReady(page);
  return page;
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Digit 1 of 4").click();
  await page.keyboard.type(code);
}

/** The owner opens the log's link, signs in, and adds a vehicle and a driver. */
async function setUp(world: MainJobScene): Promise<Page> {
  const link = /\/dispatch\/setup\?token=[\w-]+/.exec(world.running.output())?.[0];
  if (!link) throw new Error(`No setup link in the log:\n${world.running.output()}`);
  const board = await open(world, link, DESK);
  await board.getByLabel("First name").fill("Ada");
  await board.getByLabel("Last name").fill("Uwase");
  await board.getByLabel("E-mail").fill("owner@example.com");
  await board.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await board.getByRole("button", { name: "Open dispatch" }).click();
  await board.getByRole("link", { name: "Go to reservations" }).click();
  await board.waitForURL("**/dispatch/dashboard/reservation**");

  await board.getByRole("link", { name: "Vehicles" }).click();
  await board.getByRole("link", { name: "Add vehicle" }).click();
  await board.getByRole("heading", { name: "New vehicle" }).waitFor();
  await board.getByLabel("Class").selectOption({ label: "Standard" });
  for (const [label, value] of [
    ["Plate", "RAB 123 C"],
    ["Make", "Toyota"],
    ["Model", "Camry"],
    ["Year", "2023"],
    ["Colour", "Black"],
  ] as const)
    await board.getByLabel(label).fill(value);
  await board.getByRole("button", { name: "Save" }).click();
  await board.getByRole("cell", { name: "RAB 123 C" }).waitFor();

  await board.getByRole("link", { name: "Drivers" }).click();
  await board.getByRole("link", { name: "Add driver" }).click();
  const { driver } = world;
  await board.getByLabel("First name").fill(driver.firstName);
  await board.getByLabel("Last name").fill(driver.lastName);
  const by = driver.contact.includes("@") ? "E-mail" : "Phone";
  await board.getByLabel(by, { exact: true }).fill(driver.contact);
  await board.getByLabel("Licence number").fill("RW-77");
  await board.getByLabel("Licence valid until").fill("2031-01-31");
  await board.getByLabel("Usual vehicle").selectOption({ label: "RAB 123 C, Toyota Camry" });
  await board.getByRole("button", { name: "Save" }).click();
  await board.getByRole("cell", { name: `${driver.firstName} ${driver.lastName}` }).waitFor();
  await board.getByRole("link", { name: "Reservations" }).click();
  await board.waitForURL("**/dispatch/dashboard/reservation**");
  return board;
}

/** Looks at prices, signs in, enters the name and books; returns the trip's page. */
async function bookAsNewRider(world: MainJobScene): Promise<Page> {
  const { rider } = world;
  const phone = await open(world, "/", PHONE);
  await choosePlace(phone, "Pickup", "Kigali International", "Kigali International Airport");
  await choosePlace(phone, "Drop-off", "Marriott", "Kigali Marriott Hotel");
  await phone.getByRole("button", { name: "See prices" }).click();
  await phone.getByRole("button", { name: "Book Standard" }).click();
  await phone.waitForURL("**/reservation**");
  await waitUntilReady(phone);
  await phone.getByText("Later", { exact: true }).click();
  await phone.getByRole("button", { name: "Tomorrow" }).click();
  await phone.getByLabel("Time").selectOption("09:30");
  await phone.getByLabel("Flight number").fill("WB 301");
  await phone.getByRole("button", { name: "See cars and prices" }).click();
  await phone.getByText("Standard").first().waitFor();
  await phone.getByRole("button", { name: /^Continue · RWF/ }).click();

  await phone.getByRole("button", { name: "Sign in to book" }).click();
  await phone.getByRole("heading", { name: "What's your phone number or email?" }).waitFor();
  await waitUntilReady(phone);
  await phone.getByRole("textbox").first().fill(rider.contact);
  await phone.getByRole("button", { name: "Continue", exact: true }).click();
  await phone.getByRole("heading", { name: /Hi there,/ }).waitFor();
  await typeCode(phone, await world.codeFor(rider.contact));
  await phone.getByRole("heading", { name: "User Info" }).waitFor();
  await phone.getByLabel("First Name").fill(rider.firstName);
  await phone.getByLabel("Last Name").fill(rider.lastName);
  await phone.getByRole("button", { name: "Save" }).click();
  await phone.getByText("Profile updated successfully").waitFor();
  await phone.waitForURL("**/booking**");
  await waitUntilReady(phone);
  await phone.getByRole("button", { name: "Book now" }).click();
  await phone.waitForURL("**/trips/**");
  return phone;
}

async function signInDriver(world: MainJobScene): Promise<Page> {
  const { driver } = world;
  const phone = await open(world, "/liveryDriver", PHONE);
  await phone.getByRole("textbox").first().fill(driver.contact);
  await phone.getByRole("button", { name: "Continue", exact: true }).click();
  await phone.getByRole("heading", { name: `Welcome back, ${driver.firstName}` }).waitFor();
  await typeCode(phone, await world.codeFor(driver.contact));
  await phone.waitForURL("**/driver/dashboard**");
  await phone.getByRole("heading", { name: "Ride Requests" }).waitFor();
  await phone
    .getByRole("button", { name: /3 unread|notifications/i })
    .first()
    .waitFor();
  return phone;
}

/** Runs the job. If it fails, it prints where the pictures of all screens are. */
async function run(world: MainJobScene): Promise<void> {
  try {
    await runMainJob(world);
  } catch (error) {
    for (const [index, page] of world.pages.entries()) {
      const path = join(tmpdir(), `livery-main-job-${index}.png`);
      await page.screenshot({ path }).catch(() => {});
      console.log(`${page.url()} looked like ${path}`);
    }
    console.log(world.faults);
    throw error;
  }
}

async function runMainJob(world: MainJobScene): Promise<void> {
  const board = await setUp(world);
  const wheel = await signInDriver(world);
  const rider = await bookAsNewRider(world);
  const { firstName, lastName } = world.rider;

  // No window is reloaded from here on: each has a mark that a reload would remove.
  for (const page of [board, wheel, rider])
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const row = board.getByRole("row", { name: new RegExp(`${firstName} ${lastName}`) });
  await row.getByText("Pending").waitFor();
  await row.click();
  const panel = board.getByRole("region", { name: "Reservation 1001" });
  await panel.getByText("Kigali Marriott Hotel").first().waitFor();
  await panel.getByRole("button", { name: "Confirm booking" }).click();
  await rider.getByText("Confirmed").first().waitFor();

  await panel.getByRole("button", { name: /^Assign driver/ }).click();
  const assign = board.getByRole("dialog", { name: "Assign driver to reservation 1001" });
  await assign
    .getByText(`${world.driver.firstName} ${world.driver.lastName}`, { exact: true })
    .click();
  await assign.getByRole("button", { name: "Send offer" }).click();
  await row.getByText("Offered").waitFor();

  await wheel.getByRole("button", { name: "Accept" }).click();
  await row.getByText("Assigned").waitFor();
  await rider.getByText("RAB 123 C").first().waitFor();
  await expectEventually(() => rider.getByText(world.driver.firstName).count()).toBeGreaterThan(0);

  // The pickup is tomorrow, so the driver would not set off today.
  await wheel
    .getByText(/^You can set off from /)
    .first()
    .waitFor();
  const start = wheel.getByRole("button", { name: "Start driving to pickup" }).first();
  await expectEventually(() => start.isDisabled()).toBe(true);
  await allowEarlyStart(board, 1001);
  for (const [button, boardText, phoneText] of [
    ["Start driving to pickup", "On the way", /on the way/i],
    ["I have arrived", "On location", /arrived|is here|waiting/i],
    ["Passenger on board", "On board", /on board|on your way/i],
  ] as const) {
    await wheel.getByRole("button", { name: button }).first().click();
    await row.getByText(boardText).waitFor();
    await rider.getByText(phoneText).first().waitFor();
  }
  await wheel.getByRole("button", { name: "Complete trip" }).first().click();
  await wheel
    .getByRole("dialog")
    .getByRole("button", { name: /complete/i })
    .click();
  await rider
    .getByText(/completed|arrived safely|trip is over/i)
    .first()
    .waitFor();
  await panel.getByRole("button", { name: "Record payment" }).click();
  await board.getByRole("dialog").getByRole("button", { name: "Record payment" }).click();
  await panel.getByRole("button", { name: "Settle trip" }).click();
  await panel.getByText("Settled").first().waitFor();

  const pageText = (await rider.getByRole("main").textContent()) ?? "";
  expect(pageText).toContain("VAT");
  const timeline = (await panel.textContent()) ?? "";
  for (const word of ["Ada Uwase", world.driver.firstName, firstName])
    expect(timeline).toContain(word);
  for (const page of [board, wheel, rider])
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  expect(world.faults).toEqual([]);
  for (const page of [board, wheel, rider]) await page.context().close();
}

async function startMainJobScene(
  environment: Record<string, string>,
  people: Pick<MainJobScene, "rider" | "driver">,
  codes: (running: RunningExecutable) => MainJobScene["codeFor"],
  postbox?: Postbox,
): Promise<MainJobScene> {
  const installation = createInstallation();
  const running = await installation.start(environment);
  return {
    running,
    installation,
    codeFor: codes(running),
    ...people,
    faults: [],
    pages: [],
    close: async () => {
      await installation.close();
      await postbox?.close();
    },
  };
}

describe("the main job: a rider books, dispatch assigns, a driver drives", () => {
  test("works with codes by e-mail", async () => {
    const mailbox = await startMailbox();
    const world = await startMainJobScene(
      { SMTP_URL: mailbox.url, MAIL_FROM: "Livery <rides@example.com>" },
      {
        rider: { contact: "aline@example.com", firstName: "Aline", lastName: "Mukamana" },
        driver: { contact: "eric@example.com", firstName: "Eric", lastName: "Habimana" },
      },
      () => async (contact) => (await mailbox.wait(contact, /(?<!\d)\d{4}(?!\d)/))[0],
      mailbox,
    );
    try {
      await run(world);
      const riderMail = mailbox.received.filter((m) => m.to === "aline@example.com");
      expect(riderMail.map((m) => m.subject).join("\n")).toContain("confirmed");
    } finally {
      await world.close();
    }
  }, 120_000);

  test("works with codes by SMS", async () => {
    const gateway = startSmsGateway("AC123", "secret");
    const world = await startMainJobScene(
      {
        TWILIO_ACCOUNT_SID: "AC123",
        TWILIO_AUTH_TOKEN: "secret",
        TWILIO_FROM: "+250780000001",
        TWILIO_API_URL: gateway.url,
      },
      {
        rider: { contact: "+250788123456", firstName: "Aline", lastName: "Mukamana" },
        driver: { contact: "+250788654321", firstName: "Eric", lastName: "Habimana" },
      },
      () => async (contact) => (await gateway.wait(contact, /(?<!\d)\d{4}(?!\d)/))[0],
      gateway,
    );
    try {
      await run(world);
    } finally {
      await world.close();
    }
  }, 120_000);

  test("works without e-mail and SMS, with codes on the console", async () => {
    const world = await startMainJobScene(
      {},
      {
        rider: { contact: "aline@example.com", firstName: "Aline", lastName: "Mukamana" },
        driver: { contact: "eric@example.com", firstName: "Eric", lastName: "Habimana" },
      },
      (running) => async (contact) => {
        const pattern = new RegExp(`Code for ${contact[0]}…@example.com: (\\d{4})`, "g");
        const newest = () => [...running.output().matchAll(pattern)].at(-1)?.[1];
        return until(`A code for ${contact} on the console`, newest);
      },
    );
    try {
      await run(world);
    } finally {
      await world.close();
    }
  }, 120_000);
});
