/**
 * The complete path of an applicant on a real server: sixteen files and every answer on a small phone, a dispatcher who
 * checks each document, the sign-in of the new driver, and a first trip in the new vehicle. Once everything is sent
 * together, and once something is missing and is sent later through the link.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { plateText } from "../../client/ui/plate-text";
import type { Browser, Page } from "playwright-core";
import { english } from "../../client/words/words";
import { documents, photos } from "../../client/applications/file-slots";
import { waitUntilReady, allowEarlyStart } from "../support/screen";
import {
  fillStep,
  attachDocuments,
  attachPhotos,
  goToNextStep,
  SMALL_PHONE_VIEWPORT,
  scan,
  startApplying,
  submitApplication,
} from "../support/apply-steps";
import { launchChromium } from "../support/chromium";
import { type Operator, startFreshServer } from "../support/operator";
import { expectEventually } from "../support/eventually";

const APPLICATIONS_PATH = "/dispatch/dashboard/DriverManagement/applications";
const PHONE = { viewport: SMALL_PHONE_VIEWPORT, hasTouch: true, isMobile: true };

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

/** Fills in all seven steps before the review. */
async function apply(page: Page, who: Record<string, string>, license = {}): Promise<void> {
  await startApplying(page, operator.url);
  await fillStep(page, 1, who);
  await goToNextStep(page, 2);
  await fillStep(page, 2, license);
  await goToNextStep(page, 3);
  await attachDocuments(page);
  await goToNextStep(page, 4);
  await fillStep(page, 4);
  await goToNextStep(page, 5);
  await attachPhotos(page);
  await goToNextStep(page, 6);
  await page.getByText("All uploaded", { exact: true }).waitFor();
  await expectEventually(() => page.getByText("Uploaded: ").count()).toBe(documents.length);
}

/** Opens an application from dispatch's list. */
async function openApplication(board: Page, name: string): Promise<void> {
  await board.goto(operator.url + APPLICATIONS_PATH);
  await waitUntilReady(board);
  await board.getByRole("link", { name }).click();
  await board.getByRole("heading", { level: 1, name }).waitFor();
}

const paper = (board: Page, label: string) =>
  board
    .getByRole("listitem")
    .filter({ has: board.getByRole("heading", { name: label, exact: true }) });

/** Accepts each document separately, but refuses the last one, which nobody needs. */
async function decideDocuments(board: Page): Promise<void> {
  const approveButton = board.getByRole("button", { name: "Approve application", exact: true });
  for (const label of documents.slice(0, -1).map((each) => english.of(each.label))) {
    await expectEventually(() => approveButton.isDisabled()).toBe(true);
    await paper(board, label).getByRole("button", { name: "Accept document" }).click();
    await paper(board, label).getByText("Accepted", { exact: true }).waitFor();
  }
  const last = documents.map((each) => english.of(each.label)).at(-1) ?? "";
  await paper(board, last).getByRole("button", { name: "Reject document" }).click();
  const rejectDialog = board.getByRole("dialog", { name: `Reject: ${last}` });
  await rejectDialog.getByLabel("What is wrong with this file?").fill("It is of another account.");
  await rejectDialog.getByRole("button", { name: "Reject document" }).click();
  await paper(board, last).getByText("Rejected", { exact: true }).waitFor();
}

/** Enters what only dispatch knows, and approves the application. */
async function approveApplication(board: Page, name: string, plate: string): Promise<void> {
  await board.getByRole("button", { name: "Approve application", exact: true }).click();
  const dialog = board.getByRole("dialog", { name: `Approve ${name}` });
  await dialog.getByText("Black Honda Accord 2003").waitFor();
  await dialog.getByLabel("Vehicle class").selectOption({ label: "Standard" });
  await dialog.getByLabel("Plate").fill(plate);
  await dialog.getByRole("button", { name: "Approve application", exact: true }).click();
  await board.getByText(/^This application was approved/).waitFor();
}

test("a complete application with sixteen files is approved, and the new driver drives a trip", async () => {
  const email = "bosco@example.com";
  const name = "Jean Bosco Habimana";
  const phone = await operator.open("/driver-apply", PHONE);
  await apply(phone, { "E-mail": email });
  await phone.getByRole("checkbox").check();
  await submitApplication(phone, true);
  await phone.getByText(/^Your application is complete/).waitFor();
  await operator.mailbox.wait(email, /\/driver-apply\/status\/[\w-]+/);

  const board = await operator.dispatch(APPLICATIONS_PATH);
  const row = board.getByRole("link", { name });
  await row.getByText("Complete and certified").waitFor();
  await openApplication(board, name);
  for (const [label, value] of [
    ["Phone number", /\+250 ?788 ?123 ?456/],
    ["VIN", "1HGCM82633A004352"],
    ["License ID", "RW-19900412"],
  ] as const)
    await board
      .locator("div")
      .filter({ has: board.locator("dt", { hasText: label }) })
      .filter({ has: board.locator("dd", { hasText: value }) })
      .first()
      .waitFor();

  // Every picture can be opened, and a PDF is unchanged.
  const pictures = board.getByRole("main").locator("img[src*='/driver-applications/']");
  await expectEventually(() => pictures.count()).toBe(photos.length + 5);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((image) => (image as HTMLImageElement).decode());
  }
  const [download] = await Promise.all([
    board.waitForEvent("download"),
    paper(board, "National ID or passport").getByRole("link").click(),
  ]);
  expect(await Bun.file(await download.path()).bytes()).toEqual(new Uint8Array(scan.buffer));

  await board
    .getByText("Before you decide on the application, accept or reject 8 more documents.")
    .waitFor();
  await decideDocuments(board);
  await approveApplication(board, name, "RAD 321 B");

  // The approval says where to sign in, and the code signs the new driver in.
  await operator.mailbox.wait(email, /\/liveryDriver/);
  const driverWindow = await operator.signInDriver(email, "Jean Bosco");
  await driverWindow.goto(`${operator.url}/driver/dashboard/management`);
  await driverWindow.getByText("RAD 321 B").waitFor();
  await driverWindow.getByText("1 May 2029").waitFor();
  await driverWindow.goto(`${operator.url}/driver/dashboard`);
  await waitUntilReady(driverWindow);
  await driverWindow.getByRole("heading", { name: "Ride Requests" }).waitFor();

  const number = await operator.book(1);
  await board.goto(`${operator.url}/dispatch/dashboard/reservation`);
  await waitUntilReady(board);
  await board.getByRole("row", { name: /Aline Mukamana/ }).click();
  const panel = board.getByRole("region", { name: `Reservation ${number}` });
  await panel.getByRole("button", { name: "Confirm booking" }).click();
  await panel.getByRole("button", { name: /^Assign driver/ }).click();
  const assign = board.getByRole("dialog", { name: `Assign driver to reservation ${number}` });
  await assign.getByText(name, { exact: true }).click();
  await expectEventually(() =>
    assign.getByLabel("Vehicle").locator("option:checked").textContent(),
  ).toContain(plateText("RAD 321 B"));
  await assign.getByRole("button", { name: "Assign directly" }).click();
  await panel.getByText("Assigned").first().waitFor();

  await allowEarlyStart(board, number);
  for (const [button, state] of [
    ["Start driving to pickup", "On the way"],
    ["I have arrived", "On location"],
    ["Passenger on board", "On board"],
  ] as const) {
    await driverWindow.getByRole("button", { name: button }).first().click();
    await panel.getByText(state).first().waitFor();
  }
  await driverWindow.getByRole("button", { name: "Complete trip" }).first().click();
  await driverWindow
    .getByRole("dialog")
    .getByRole("button", { name: /complete/i })
    .click();
  await panel.getByText("Completed").first().waitFor();
  expect(operator.faults).toEqual([]);
}, 180_000);

test("an incomplete application with sixteen files is approved after the applicant completes it", async () => {
  const email = "diane@example.com";
  const name = "Diane Mukamana";
  const phone = await operator.open("/driver-apply", PHONE);
  const who = { "First name": "Diane", "Last name": "Mukamana", "E-mail": email };
  await apply(phone, { ...who, "Phone number": "+250788123457" }, { "License ID": "" });
  await phone.getByRole("button", { name: "Submit Application" }).click();
  const dialog = phone.getByRole("dialog", { name: "Some things are missing" });
  await dialog.waitFor();
  await expectEventually(() => dialog.getByRole("listitem").allTextContents()).toEqual([
    "License ID",
    "Your confirmation that everything is accurate",
  ]);
  // Going back leads to the first missing item.
  await dialog.getByRole("button", { name: "Go back" }).click();
  await phone.getByLabel("License ID").waitFor();
  await phone.goto(`${operator.url}/driver-apply?step=6`);
  await waitUntilReady(phone);
  await phone.getByText("All uploaded", { exact: true }).waitFor();
  const [answer] = await Promise.all([
    phone.waitForResponse("**/backend/driver-application"),
    submitApplication(phone, false),
  ]);
  expect(answer.status()).toBe(201);
  expect(await answer.json()).toMatchObject({
    status: "incomplete",
    missing: ["licenseId", "certified"],
  });

  const board = await operator.dispatch(APPLICATIONS_PATH);
  await board.getByRole("link", { name }).getByText("2 things are missing").waitFor();
  await openApplication(board, name);
  await board
    .getByText("This application can’t be approved yet. Missing: License ID, Certification.")
    .waitFor();
  await decideDocuments(board);
  await expectEventually(() =>
    board.getByRole("button", { name: "Approve application", exact: true }).isDisabled(),
  ).toBe(true);
  const id = new URL(board.url()).pathname.split("/").at(-1);
  const { vehicleClasses } = (await (await operator.owner.get("/vehicle-classes")).json()) as {
    vehicleClasses: { id: string }[];
  };
  const record = async () =>
    (
      (await (await operator.owner.get(`/admin/driver-applications/${id}`)).json()) as {
        application: { version: number; status: string };
      }
    ).application;
  const { version, status } = await record();
  expect(status).toBe("incomplete");
  const refusalResponse = await operator.owner.post(`/admin/driver-applications/${id}/approval`, {
    version,
    licenseValidUntil: "2029-05-01",
    vehicle: {
      classId: vehicleClasses[0]?.id,
      plate: "RAD 322 B",
      passengers: 4,
      luggage: 2,
      mobility: [],
      insuranceValidUntil: null,
      registrationValidUntil: null,
    },
  });
  expect([refusalResponse.status, (await refusalResponse.json()) as object]).toMatchObject([
    422,
    { code: "application.not_whole" },
  ]);

  const [link] = await operator.mailbox.wait(email, /\/driver-apply\/status\/[\w-]+/);
  await phone.goto(operator.url + link);
  await waitUntilReady(phone);
  await phone.getByText("Incomplete", { exact: true }).waitFor();
  await phone.getByLabel("License ID").fill("RW-77");
  await phone.getByRole("checkbox").check();
  await phone.getByRole("button", { name: "Send changes", exact: true }).click();
  await phone.getByText("We have received your changes.").first().waitFor();
  await phone.getByText("Complete", { exact: true }).waitFor();

  await openApplication(board, name);
  await approveApplication(board, name, "RAD 322 B");
  expect((await record()).status).toBe("approved");
  const driverWindow = await operator.signInDriver(email, "Diane");
  await driverWindow.getByRole("heading", { name: "Ride Requests" }).waitFor();
  expect(operator.faults).toEqual([]);
}, 180_000);
