/**
 * Nothing of an application is lost before it is submitted, even after a reload at any step, a network failure in the
 * middle of a file, a killed browser, or with two tabs.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { documents, photos } from "../../client/applications/file-slots";
import { UploadAnswer } from "../../src/drivers/application-contract";
import {
  waitForUploads,
  waitForStep,
  fillStep,
  attachDocuments,
  attachPhotos,
  newPhone,
  scan,
  startApplying,
  submitApplication,
} from "../support/apply-steps";
import { chromiumPath, launchChromium, quietFlags, noGraphicsFlags } from "../support/chromium";
import { createInstallation, type Installation } from "../support/executable";
import { type Line, startBreakableConnection } from "../support/breakable-connection";
import { expectEventually } from "../support/eventually";

const FILE_COUNT = documents.length + photos.length;
/** More than the simulated connection transfers before it stops. */
const large = { ...scan, name: "large.pdf", buffer: padPdf(scan.buffer, 2_500_000) };

let browser: Browser;
let scene: Installation;
let line: Line;
/** The address that browsers use, at the near end of the simulated connection. */
let url: string;
const faults: string[] = [];
const childProcesses: Bun.Subprocess[] = [];
beforeAll(async () => {
  browser = await launchChromium();
  scene = createInstallation();
  let port = 0;
  line = await startBreakableConnection(() => port);
  url = `http://localhost:${line.port}`;
  ({ port } = await scene.start({ PUBLIC_URL: url, RATE_LIMITS: "off" }));
}, 120_000);
afterAll(async () => {
  for (const child of childProcesses) child.kill("SIGKILL");
  await browser?.close();
  await scene?.close();
  await line?.close();
});

function padPdf(pdf: Buffer, bytes: number): Buffer {
  return Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(bytes, 7), pdf.subarray(9)]);
}

async function start(context: BrowserContext): Promise<Page> {
  const page = watchPage(await context.newPage());
  await startApplying(page, url);
  return page;
}

function watchPage(page: Page): Page {
  page.setDefaultTimeout(40_000);
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  return page;
}

/** Counts the uploads that were started, and collects the fields whose files arrived. */
function watchUploads(context: BrowserContext) {
  const seen = { started: 0, arrived: [] as string[] };
  const isUpload = (address: string) => address.endsWith("/driver-application/uploads");
  context.on("request", (request) => {
    if (request.method() === "POST" && isUpload(request.url())) seen.started++;
  });
  context.on("response", async (response) => {
    if (!isUpload(response.url()) || response.status() !== 201) return;
    seen.arrived.push(UploadAnswer.parse(await response.json()).upload.field);
  });
  return seen;
}

/** Returns everything that a step shows: what was typed, chosen and ticked, and all its text. */
async function shown(page: Page) {
  return page.getByRole("main").evaluate((main) => ({
    words: main.textContent?.replace(/\s+/g, " "),
    values: [...main.querySelectorAll<HTMLInputElement>("input, select, textarea")]
      .filter(({ type }) => type !== "file")
      .map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]),
    pictures: main.querySelectorAll("img[src^='blob:']").length,
  }));
}

/** Opens a step, and waits for its lazy parts. */
async function open(page: Page, step: number): Promise<void> {
  await page.goto(`${url}/driver-apply${step === 0 ? "" : `?step=${step}`}`);
  await waitUntilSaved(page, step);
}

async function waitUntilSaved(page: Page, step: number): Promise<void> {
  await waitForStep(page, step);
  await page
    .getByText("Your answers are saved on this device until you send them.", { exact: true })
    .waitFor();
  if (step === 0) await page.getByRole("button", { name: "Continue" }).waitFor();
  else if (step === 1) {
    // Phone numbers are formatted for their country once the lazy part for that has loaded.
    const phones = page.locator("input[type=tel]");
    await phones.first().waitFor();
    await expectEventually(async () =>
      (await phones.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value))).every(
        (number) => number === "" || number.includes(" "),
      ),
    ).toBe(true);
  } else if (step === 6) await page.getByText("All uploaded", { exact: true }).waitFor();
  else if (step === 3) await waitForUploads(page, documents.length);
  else if (step === 5) {
    await waitForUploads(page, photos.length);
    await page
      .locator("img[src^='blob:']")
      .nth(photos.length - 1)
      .waitFor();
  } else await page.getByRole("main").locator("input").first().waitFor();
}

test("a reload at each of the seven steps keeps every answer and all sixteen files", async () => {
  const context = await newPhone(browser);
  const sent = watchUploads(context);
  const page = await start(context);
  await fillStep(page, 1);
  await page.goto(`${url}/driver-apply?step=2`);
  await fillStep(page, 2);
  await page.goto(`${url}/driver-apply?step=3`);
  await attachDocuments(page);
  // A page's answers are saved when it is left.
  await expectEventually(() => sent.arrived.length).toBe(documents.length);
  await page.goto(`${url}/driver-apply?step=4`);
  await fillStep(page, 4);
  await page.goto(`${url}/driver-apply?step=5`);
  await attachPhotos(page);
  await expectEventually(() => sent.arrived.length).toBe(FILE_COUNT);
  await open(page, 6);
  await page.getByRole("checkbox").check();

  const seen: Awaited<ReturnType<typeof shown>>[] = [];
  for (const step of [0, 1, 2, 3, 4, 5, 6]) {
    await open(page, step);
    const before = await shown(page);
    await page.reload();
    await waitUntilSaved(page, step);
    expect([step, await shown(page)]).toEqual([step, before]);
    seen.push(before);
  }
  // The compared values were not empty.
  expect(seen[1]?.values).toContainEqual(["firstName", "Jean Bosco"]);
  expect(seen[2]?.values).toContainEqual(["licenseId", "RW-19900412"]);
  expect(seen[3]?.words).toContain("scan.pdf");
  expect(seen[4]?.values).toContainEqual(["make", "Honda"]);
  expect(seen[5]?.pictures).toBe(photos.length);
  expect(seen[6]?.words).toContain("All uploaded");
  expect(seen[6]?.values).toEqual([["certified", true]]);

  await submitApplication(page, true);
  await page.getByText(/^Your application is complete/).waitFor();
  // Each file was sent only once, whatever was reloaded.
  expect(sent.started).toBe(FILE_COUNT);
  expect(new Set(sent.arrived).size).toBe(FILE_COUNT);
  expect(faults).toEqual([]);
  await context.close();
}, 180_000);

/** Sends two documents, and begins to send a third. */
async function sendPartOfUpload(page: Page): Promise<void> {
  for (const label of ["National ID or passport", "Driving certificate"])
    await page.getByLabel(label, { exact: true }).setInputFiles(scan);
  await waitForUploads(page, 2);
  line.hold(300_000);
  await page.getByLabel("Proof of address", { exact: true }).setInputFiles(large);
  await page.getByText(/^Uploading…/).waitFor();
}

test("if the network fails during an upload, only that file is sent again", async () => {
  const context = await newPhone(browser);
  const sent = watchUploads(context);
  const page = await start(context);
  await page.goto(`${url}/driver-apply?step=3`);
  await sendPartOfUpload(page);
  line.cut();
  await page.getByText("No connection. The upload continues automatically.").waitFor();
  line.restoreConnection();
  await waitForUploads(page, 3);
  // The second file may arrive before the first, because they are sent at the same time.
  expect(sent.started).toBe(4);
  await expectEventually(() => sent.arrived.toSorted()).toEqual([
    "drivingCertificate",
    "nationalIdOrPassport",
    "proofOfAddress",
  ]);
  await context.close();
}, 60_000);

test("two tabs show the same answers, and each file is sent once", async () => {
  const context = await newPhone(browser);
  const page = await start(context);
  const other = watchPage(await context.newPage());
  await other.goto(`${url}/driver-apply?step=1`);
  await other.getByLabel("First name").waitFor();
  const sent = watchUploads(context);
  await page.getByLabel("First name").fill("Jean");
  await other.getByLabel("Last name").fill("Habimana");
  await page.bringToFront();
  await page.goto(`${url}/driver-apply?step=3`);
  await page.getByLabel("National ID or passport", { exact: true }).setInputFiles(scan);
  await waitForUploads(page, 1);
  await expectEventually(() => sent).toEqual({ started: 1, arrived: ["nationalIdOrPassport"] });
  await expectEventually(() => other.getByLabel("First name").inputValue()).toBe("Jean");
  await other.goto(`${url}/driver-apply?step=3`);
  await waitForUploads(other, 1);
  expect(sent).toEqual({ started: 1, arrived: ["nationalIdOrPassport"] });
  await page.goto(`${url}/driver-apply?step=1`);
  await page.getByLabel("Last name").waitFor();
  await expectEventually(() => page.getByLabel("Last name").inputValue()).toBe("Habimana");
  expect(faults).toEqual([]);
  await context.close();
}, 60_000);

test("a browser killed during an upload resumes it and keeps every answer", async () => {
  const folder = mkdtempSync(join(tmpdir(), "livery-chromium-"));
  try {
    const first = await startChromium(folder);
    const page = await start(first.context);
    await fillStep(page, 1);
    await page.goto(`${url}/driver-apply?step=3`);
    await sendPartOfUpload(page);
    // The browser stores data with a delay; no user would tap faster than this.
    await page.waitForTimeout(500);
    await expectEventually(() => page.getByText(/^Uploading…/).count()).toBe(1);
    await first.stop();
    line.restoreConnection();

    const second = await startChromium(folder);
    const sent = watchUploads(second.context);
    const secondPage = watchPage(await second.context.newPage());
    await secondPage.goto(`${url}/driver-apply?step=3`);
    await waitForUploads(secondPage, 3);
    await secondPage.getByText("large.pdf").waitFor();
    await expectEventually(() => sent).toEqual({ started: 1, arrived: ["proofOfAddress"] });
    await secondPage.goto(`${url}/driver-apply?step=1`);
    await secondPage.getByLabel("First name").waitFor();
    await expectEventually(() => secondPage.getByLabel("First name").inputValue()).toBe(
      "Jean Bosco",
    );
    await expectEventually(() => secondPage.getByLabel("Contact’s name").inputValue()).toBe(
      "Claudine Uwera",
    );
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}, 90_000);

/** Connects with several tries, because on a busy machine a new browser does not answer at once. */
async function connect(url: string, tries = 4): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(url, { timeout: 8_000 });
  } catch (error) {
    if (tries <= 1) throw error;
    return connect(url, tries - 1);
  }
}

/** Starts a browser with a profile on the disk, in a process that can be killed. */
async function startChromium(profile: string) {
  const devToolsPortFile = join(profile, "DevToolsActivePort");
  rmSync(devToolsPortFile, { force: true });
  const child = Bun.spawn(
    [
      chromiumPath() ?? "chromium",
      "--headless=new",
      ...quietFlags,
      ...noGraphicsFlags,
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  childProcesses.push(child);
  const deadline = Date.now() + 20_000;
  while (!existsSync(devToolsPortFile) || !readFileSync(devToolsPortFile, "utf8").includes("\n")) {
    if (Date.now() > deadline) throw new Error("Chromium did not start");
    await Bun.sleep(50);
  }
  const [port] = readFileSync(devToolsPortFile, "utf8").split("\n");
  const connectedBrowser = await connect(`http://127.0.0.1:${port}`);
  const [context] = connectedBrowser.contexts();
  if (!context) throw new Error("Chromium has no profile");
  return {
    context,
    async stop() {
      child.kill("SIGKILL");
      await child.exited;
      await connectedBrowser.close().catch(() => {});
    },
  };
}
