/**
 * A licence that is about to expire, on a small phone: the driver is reminded and sends a photo of the new one,
 * dispatch accepts it, and the driver can again be assigned a trip after the old licence's last day.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { waitUntilReady } from "../support/screen";
import { photo } from "../support/apply-steps";
import { formatDay } from "../../client/ui/moment";
import { launchChromium } from "../support/chromium";
import { type Operator, startFreshServer } from "../support/operator";
import { expectEventually, until } from "../support/eventually";

const EMAIL = "eric@example.com";
const NAME = "Eric Habimana";
/** Reminders are sent 30, 14, 7 and 1 days before the last day. */
const REMAINING_DAYS = 7;

let browser: Browser;
let operator: Operator;
beforeAll(async () => {
  browser = await launchChromium();
  operator = await startFreshServer(browser);
}, 120_000);
afterAll(async () => {
  await operator?.close();
  await browser?.close();
});

async function add<T>(path: string, json: unknown, shape: z.ZodType<T>): Promise<T> {
  const answer = await operator.owner.post(path, json);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return shape.parse(await answer.json());
}

/** Adds a driver whose licence expires on that day, with a vehicle whose documents are valid longer. */
async function addDriver(licenseValidUntil: string): Promise<void> {
  const classes = z.object({ vehicleClasses: z.array(z.object({ id: z.string() })) });
  const { vehicleClasses } = classes.parse(
    await (await operator.owner.get("/vehicle-classes")).json(),
  );
  const { vehicle } = await add(
    "/admin/vehicles",
    {
      classId: vehicleClasses[0]?.id,
      plate: "RAB 123 C",
      make: "Toyota",
      model: "Camry",
      year: 2023,
      color: "Black",
      passengers: 4,
      luggage: 3,
      mobility: [],
      state: "active",
      insuranceValidUntil: "2099-12-31",
      registrationValidUntil: "2099-12-31",
    },
    z.object({ vehicle: z.object({ id: z.string() }) }),
  );
  await add(
    "/admin/drivers",
    {
      firstName: "Eric",
      lastName: "Habimana",
      email: EMAIL,
      phone: null,
      state: "active",
      licenseId: "RW-77",
      licenseValidUntil,
      vehicleId: vehicle.id,
    },
    z.object({ driver: z.object({ id: z.string() }) }),
  );
}

/** Opens the dialog in which a driver is chosen for the trip. */
async function driverOf(board: Page, number: number) {
  await board.goto(`${operator.url}/dispatch/dashboard/reservation`);
  await waitUntilReady(board);
  await board.getByRole("row", { name: /Aline Mukamana/ }).click();
  const panel = board.getByRole("region", { name: `Reservation ${number}` });
  await panel.getByRole("button", { name: /^Assign driver/ }).click();
  const dialog = board.getByRole("dialog", { name: `Assign driver to reservation ${number}` });
  return { panel, dialog, choice: dialog.getByRole("radio", { name: NAME }) };
}

test("a driver renews a licence by photo and becomes assignable again", async () => {
  const today = Temporal.Now.plainDateISO(operator.timeZone);
  const lastDay = today.add({ days: REMAINING_DAYS }).toString();
  const renewedUntil = today.add({ years: 5 }).toString();
  await addDriver(lastDay);
  const number = await operator.book(REMAINING_DAYS + 3);

  // After the licence's last day, the trip cannot be assigned to them.
  const board = await operator.dispatch("/dispatch/dashboard/reservation");
  const before = await driverOf(board, number);
  await before.choice.waitFor();
  await expectEventually(() => before.choice.isDisabled()).toBe(true);
  await before.dialog
    .getByText(/licen[cs]e.*expire/i)
    .first()
    .waitFor();
  await expectEventually(() =>
    before.dialog.getByRole("button", { name: "Assign directly" }).isDisabled(),
  ).toBe(true);
  await before.dialog.getByRole("button", { name: "Go back" }).click();

  // They are reminded within a minute, by e-mail and at the bell.
  const wheel = await operator.signInDriver(EMAIL, "Eric");
  await waitForMail(EMAIL, "Driving licence expires soon");
  await wheel.reload();
  await waitUntilReady(wheel);
  await wheel
    .getByRole("button", { name: /unread|notifications/i })
    .first()
    .click();
  const notices = wheel.getByRole("dialog", { name: "Notifications" });
  await notices.getByText(new RegExp(`The document is valid until ${lastDay}`)).waitFor();
  await notices.getByRole("link", { name: "Driving licence expires soon" }).click();
  await wheel.waitForURL("**/driver/dashboard/management");
  await wheel.getByText(`${REMAINING_DAYS} days left`).waitFor();

  await wheel.getByRole("button", { name: "Renew: Driving licence" }).click();
  const sheet = wheel.getByRole("dialog", { name: "Driving licence" });
  const [camera] = await Promise.all([
    wheel.waitForEvent("filechooser"),
    sheet.getByRole("button", { name: "Take a photo" }).click(),
  ]);
  await camera.setFiles(photo);
  await sheet.getByLabel("Number").fill("RW-78");
  await sheet.getByLabel("Valid until").fill(renewedUntil);
  await sheet.getByRole("button", { name: "Send to dispatch" }).click();
  await wheel.getByText("Sent. Dispatch will check it.").waitFor();
  await wheel.getByText(/^Dispatch is checking your new document\./).waitFor();

  // Dispatch finds the document above the board, opens it and accepts it.
  await board.goto(`${operator.url}/dispatch/dashboard/reservation`);
  await waitUntilReady(board);
  const documentsRegion = board.getByRole("region", { name: "Documents" });
  await documentsRegion.getByText("1 document to review").waitFor();
  await board.getByRole("button", { name: "Show all notices" }).click();
  await documentsRegion
    .getByRole("link", { name: /Eric Habimana.*Driving licence/ })
    .first()
    .click();
  await board.waitForURL("**/DriverManagement/*?tab=documents");
  await board.getByRole("button", { name: "Review: Driving licence" }).click();
  const paper = board.getByRole("dialog", { name: "Driving licence" });
  await paper
    .getByRole("img", { name: "Driving licence as submitted" })
    .evaluate((image) => (image as HTMLImageElement).decode());
  await expectEventually(() => paper.getByLabel("Valid until").inputValue()).toBe(renewedUntil);
  await paper.getByRole("button", { name: "Accept document" }).click();
  await board.getByText(`RW-78, until ${formatDay(renewedUntil)}`).waitFor();

  await wheel.reload();
  await wheel.getByText("Valid", { exact: true }).first().waitFor();
  const after = await driverOf(board, number);
  await after.choice.check();
  await after.dialog.getByRole("button", { name: "Assign directly" }).click();
  await after.panel.getByText("Assigned").first().waitFor();
  expect(operator.faults).toEqual([]);
}, 180_000);

/** Waits for an e-mail; reminders are checked once a minute. */
async function waitForMail(to: string, subject: string): Promise<void> {
  await until(
    `The mail “${subject}” to ${to}`,
    () => operator.mailbox.received.some((mail) => mail.to === to && mail.subject === subject),
    90_000,
  );
}
