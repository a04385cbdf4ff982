/**
 * The application to drive in a browser: specification section 2 (wizard), 3, 5 and 8. A phone held in
 * one hand, 16 files, reloads, a broken network, a killed browser, two tabs, no scripts.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { documents, photos } from "../../client/applying/papers";
import { stepTitles } from "../../client/applying/step-titles";
import { chromiumPath, launchChromium } from "../support/chromium";
import { type Demo, startDemo } from "../support/demo";
import { jpeg, pdf, png } from "../support/pictures";

const HAND = { width: 360, height: 740 };
const axe = await Bun.file(
  new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
).text();

let browser: Browser;
let demo: Demo;
const faults: string[] = [];
const killables: Bun.Subprocess[] = [];
beforeAll(async () => {
  browser = await launchChromium();
  demo = await startDemo();
}, 120_000);
afterAll(async () => {
  for (const child of killables) child.kill("SIGKILL");
  await browser?.close();
  await demo?.close();
});

function watched(page: Page): Page {
  page.setDefaultTimeout(20_000);
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  return page;
}

async function newPhone(more: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
  return browser.newContext({
    viewport: HAND,
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
    ...more,
  });
}

const at = (page: Page, step: number) =>
  page.getByRole("heading", { level: 1, name: stepTitles[step] ?? "" }).waitFor();
const next = async (page: Page, step: number) => {
  await page.getByRole("button", { name: "Next" }).click();
  await at(page, step);
};

/** Nothing reaches past the edge, every button can be hit by a thumb, and axe finds nothing. */
async function fits(page: Page): Promise<void> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([page.url(), tooWide]).toEqual([page.url(), 0]);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("main button, main a[href], main input:not(.sr-only)")]
      .map((one) => ({ box: one.getBoundingClientRect(), words: one.outerHTML.slice(0, 120), one }))
      .filter(
        ({ box, one }) =>
          box.height > 0 &&
          box.height < 43.5 &&
          !one.matches("[type=checkbox], p a, nav a") &&
          getComputedStyle(one).visibility !== "hidden",
      )
      .map(({ words }) => words),
  );
  expect(small).toEqual([]);
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    // @ts-expect-error: the script above has defined it.
    const { violations } = await window.axe.run(document);
    return violations.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .join(" | ")
          .slice(0, 400)}`,
    );
  });
  expect(found).toEqual([]);
}

const typed: Record<number, Record<string, string>> = {
  1: {
    "First name": "Jean Bosco",
    "Last name": "Habimana",
    "Date of birth": "1990-04-12",
    Nationality: "Rwanda",
    "Phone number": "+250788123456",
    Email: "bosco@example.com",
    Address: "KG 11 Ave 5, Kigali",
    "Their name": "Claudine Uwera",
    "Their phone number": "+250788654321",
  },
  2: {
    "License ID": "RW-19900412",
    "License expiry date": "2029-05-01",
    "License issued in": "Rwanda",
    "Years of experience": "8",
    Languages: "Kinyarwanda,",
    "Availability to start": "1 December",
  },
  4: { VIN: "1HGCM82633A004352", Model: "Accord", Color: "Black" },
};

async function fill(page: Page, step: 1 | 2 | 4): Promise<void> {
  for (const [label, value] of Object.entries(typed[step] ?? {})) {
    const box = page
      .getByRole("textbox", { name: label, exact: true })
      .or(page.getByRole("combobox", { name: label, exact: true }))
      .or(page.getByRole("spinbutton", { name: label, exact: true }))
      .or(page.locator("input[type=date]").and(page.getByLabel(label, { exact: true })))
      .first();
    await box.fill(value);
  }
  if (step === 1) await page.getByLabel("Gender").selectOption("Prefer not to say");
  if (step === 4)
    await page.getByText("Vehicle information auto-filled from VIN").first().waitFor();
}

const files = [
  { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf()) },
  { name: "photo.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await jpeg()) },
  { name: "picture.png", mimeType: "image/png", buffer: Buffer.from(png(64, 48)) },
];

async function giveAll(page: Page, papers: typeof documents, first: number): Promise<void> {
  for (const [index, { label }] of papers.entries()) {
    const file = files[first + (index % (files.length - first))];
    if (file) await page.getByLabel(label, { exact: true }).setInputFiles(file);
  }
  await expectUploaded(page, papers.length);
}

async function expectUploaded(page: Page, count: number): Promise<void> {
  await page
    .getByText("Uploaded", { exact: true })
    .nth(count - 1)
    .waitFor();
  expect(await page.getByText("Uploaded", { exact: true }).count()).toBe(count);
}

async function start(context: BrowserContext): Promise<Page> {
  const page = watched(await context.newPage());
  await page.goto(`${demo.url}/driver-apply`);
  await page.getByRole("button", { name: "Get Started" }).click();
  await at(page, 1);
  return page;
}

/** Reads the application's number off the last page. */
async function send(page: Page, complete: boolean): Promise<void> {
  await page.getByRole("button", { name: "Submit Application" }).click();
  if (!complete) await page.getByRole("button", { name: "Submit anyway" }).click();
  const done = page.getByRole("dialog", { name: "Submitted!" });
  await done.getByText("Application submitted successfully!").waitFor();
  await done.getByRole("button", { name: "OK" }).click();
  await page.getByRole("heading", { level: 1, name: /has your application/ }).waitFor();
}

describe("spec 2 and 3: the wizard on a phone", () => {
  test("a whole application with 16 files; a reload at each step loses nothing", async () => {
    const context = await newPhone({ colorScheme: "dark" });
    const page = await start(context);
    await fill(page, 1);
    await fits(page);
    await page.reload();
    await at(page, 1);
    expect(await page.getByLabel("First name").inputValue()).toBe("Jean Bosco");
    expect(
      await page.getByRole("textbox", { name: "Phone number", exact: true }).inputValue(),
    ).toBe("+250 788 123 456");
    await next(page, 2);
    await fill(page, 2);
    await page.reload();
    await page.getByRole("button", { name: "Remove Kinyarwanda" }).waitFor();
    await fits(page);
    await next(page, 3);
    await giveAll(page, documents, 0);
    await page.reload();
    await expectUploaded(page, documents.length);
    await fits(page);
    await next(page, 4);
    await fill(page, 4);
    await page.reload();
    await page.getByRole("textbox", { name: "Make" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Make" }).inputValue()).toBe("Honda");
    await fits(page);
    await next(page, 5);
    await fits(page);
    await giveAll(page, photos, 1);
    await page.reload();
    await page.getByRole("img", { name: "Your photo: Trunk" }).waitFor();
    await expectUploaded(page, photos.length);
    await next(page, 6);
    await page.reload();
    await page.getByText("All uploaded").waitFor();
    expect(await page.getByText("Uploaded: ").count()).toBe(documents.length);
    await page.getByRole("checkbox").check();
    await fits(page);
    await send(page, true);
    await page.getByText(/^Your application is complete/).waitFor();
    // What was sent is on this device no more.
    await page.goto(`${demo.url}/driver-apply?step=1`);
    await page.getByLabel("First name").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("");
    await page.goBack();
    expect(faults).toEqual([]);
    await context.close();
  }, 180_000);

  test("an incomplete one is sent anyway, and finished by the link that its applicant gets", async () => {
    const context = await newPhone();
    const page = await start(context);
    await fill(page, 1);
    await page.getByRole("textbox", { name: "Email", exact: true }).fill("later@example.com");
    for (const step of [2, 3, 4, 5, 6]) await next(page, step);
    const seen = demo.running.output().length;
    await send(page, false);
    await page.getByText("Photo: Trunk").waitFor();
    let link: string | undefined;
    for (let tries = 0; !link && tries < 100; tries++) {
      link = /\/driver-apply\/status\/[\w-]+/.exec(demo.running.output().slice(seen))?.[0];
      await Bun.sleep(100);
    }
    if (!link) throw new Error("No link to the application on the console");
    const answer = await fetch(demo.url + link);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    await page.goto(demo.url + link);
    await page.getByRole("heading", { level: 1, name: "Your application to drive" }).waitFor();
    await page
      .getByLabel("National ID or passport", { exact: true })
      .waitFor({ state: "attached" });
    await fits(page);
    const [passport] = files;
    if (!passport) throw new Error("There are no files");
    await page.getByLabel("National ID or passport", { exact: true }).setInputFiles(passport);
    await page.getByRole("button", { name: "Documents Upload 2 missing" }).waitFor();
    await page.getByLabel("License ID").fill("RW-1");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Your changes are with us.").first().waitFor();
    await page.reload();
    await page.getByLabel("License ID").waitFor();
    expect(await page.getByLabel("License ID").inputValue()).toBe("RW-1");
    await page.getByRole("button", { name: "Withdraw and delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw and delete" }).click();
    await page.getByRole("heading", { name: "Your application is withdrawn" }).waitFor();
    await page.goto(demo.url + link);
    await page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }, 120_000);
});

describe("what is chosen is not lost", () => {
  test("an upload that the network cuts off goes on when it is back", async () => {
    const context = await newPhone();
    const page = await start(context);
    await page.goto(`${demo.url}/driver-apply?step=5`);
    await page.getByRole("img", { name: "Example: Front", exact: true }).waitFor();
    await context.setOffline(true);
    const [, photo] = files;
    if (!photo) throw new Error("There are no files");
    await page.getByLabel("Front", { exact: true }).setInputFiles(photo);
    await page.getByText("No connection. It goes on by itself.").waitFor();
    await context.setOffline(false);
    await expectUploaded(page, 1);
    await context.close();
  }, 60_000);

  test("two tabs show the same, and each file is sent once", async () => {
    const context = await newPhone();
    const page = await start(context);
    const other = watched(await context.newPage());
    await other.goto(`${demo.url}/driver-apply?step=1`);
    await other.getByLabel("First name").waitFor();
    let posts = 0;
    context.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/uploads")) posts++;
    });
    await page.getByLabel("First name").fill("Jean");
    await other.getByLabel("Last name").fill("Habimana");
    await page.bringToFront();
    await page.goto(`${demo.url}/driver-apply?step=3`);
    const [passport] = files;
    if (!passport) throw new Error("There are no files");
    await page.getByLabel("National ID or passport", { exact: true }).setInputFiles(passport);
    await expectUploaded(page, 1);
    expect(await other.getByLabel("First name").inputValue()).toBe("Jean");
    await other.goto(`${demo.url}/driver-apply?step=3`);
    await expectUploaded(other, 1);
    expect(posts).toBe(1);
    await page.goto(`${demo.url}/driver-apply?step=1`);
    await page.getByLabel("Last name").waitFor();
    expect(await page.getByLabel("Last name").inputValue()).toBe("Habimana");
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  test("a killed browser finds all of it again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "livery-chromium-"));
    try {
      const first = await startKillable(folder);
      const page = await start(first.context);
      await page.getByLabel("First name").fill("Jean");
      await page.goto(`${demo.url}/driver-apply?step=3`);
      const [passport] = files;
      if (!passport) throw new Error("There are no files");
      await page.getByLabel("National ID or passport", { exact: true }).setInputFiles(passport);
      await expectUploaded(page, 1);
      // The browser writes in its own time; a tap later is soon enough.
      await page.waitForTimeout(500);
      await first.kill();

      const second = await startKillable(folder);
      const again = watched(await second.context.newPage());
      await again.goto(`${demo.url}/driver-apply?step=3`);
      await again.getByText("scan.pdf").waitFor();
      await again.goto(`${demo.url}/driver-apply?step=1`);
      await again.getByLabel("First name").waitFor();
      expect(await again.getByLabel("First name").inputValue()).toBe("Jean");
      await second.kill();
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }, 90_000);
});

test("without scripts the whole application is one form", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: HAND });
  const page = await context.newPage();
  await page.goto(`${demo.url}/driver-apply`);
  const form = page.locator("noscript form");
  expect(await form.locator("input[type=file]").count()).toBe(16);
  await form.locator("input[name=firstName]").fill("Jean");
  await form.locator("input[name=nationalIdOrPassport]").setInputFiles(files[0] ?? []);
  const [answer] = await Promise.all([
    page.waitForResponse("**/backend/driver-application"),
    form.locator("button[type=submit]").click(),
  ]);
  expect(answer.status()).toBe(201);
  const { missing } = (await answer.json()) as { missing: string[] };
  expect(missing).toContain("lastName");
  expect(missing).not.toContain("firstName");
  expect(missing).not.toContain("nationalIdOrPassport");
  await context.close();
}, 30_000);

/** On a busy machine a browser that has just started does not answer at once. */
async function connect(url: string, tries = 4): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(url, { timeout: 8_000 });
  } catch (error) {
    if (tries <= 1) throw error;
    return connect(url, tries - 1);
  }
}

/** A browser with a profile on the disk and a process that can be killed. */
async function startKillable(profile: string) {
  const portFile = join(profile, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  const child = Bun.spawn(
    [
      chromiumPath() ?? "chromium",
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  killables.push(child);
  const deadline = Date.now() + 20_000;
  while (!existsSync(portFile) || !readFileSync(portFile, "utf8").includes("\n")) {
    if (Date.now() > deadline) throw new Error("Chromium did not start");
    await Bun.sleep(50);
  }
  const [port] = readFileSync(portFile, "utf8").split("\n");
  const connected = await connect(`http://127.0.0.1:${port}`);
  const [context] = connected.contexts();
  if (!context) throw new Error("Chromium has no profile");
  return {
    context,
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
      await connected.close().catch(() => {});
    },
  };
}
