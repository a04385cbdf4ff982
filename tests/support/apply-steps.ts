/** The driver application, filled in like a person's with a phone, and with 16 files. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { documents, type FileSlot, photos } from "../../client/applications/file-slots";
import { english } from "../../client/words/words";
import { stepTitles } from "../../client/applications/steps/step-titles";
import { jpeg, pdf, png } from "./pictures";
import { waitUntilReady } from "./screen";
import { expectEventually } from "./eventually";

/** A small phone. */
export const SMALL_PHONE_VIEWPORT = { width: 360, height: 740 };

/** Opens a window of a phone that has never visited the site. */
export function newPhone(
  browser: Browser,
  more: Parameters<Browser["newContext"]>[0] = {},
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: SMALL_PHONE_VIEWPORT,
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
    ...more,
  });
}

/** A file, as a person chooses it. */
export type AttachedFile = { name: string; mimeType: string; buffer: Buffer };

/** One file of each type that a document may have. */
export const scan: AttachedFile = {
  name: "scan.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(pdf()),
};
export const photo: AttachedFile = {
  name: "photo.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from(await jpeg()),
};
export const picture: AttachedFile = {
  name: "picture.png",
  mimeType: "image/png",
  buffer: Buffer.from(png(64, 48)),
};

const answers: Record<1 | 2 | 4, Record<string, string>> = {
  1: {
    "First name": "Jean Bosco",
    "Last name": "Habimana",
    "Date of birth": "1990-04-12",
    Nationality: "Rwanda",
    "Phone number": "+250788123456",
    "E-mail": "bosco@example.com",
    Address: "KG 11 Ave 5, Kigali",
    "Contact’s name": "Claudine Uwera",
    "Contact’s phone number": "+250788654321",
  },
  2: {
    "License ID": "RW-19900412",
    "License expiry date": "2029-05-01",
    "License issued in": "Rwanda",
    "Years of experience": "8",
    Languages: "Kinyarwanda,",
    "Availability to start": "1 December",
  },
  4: { VIN: "1HGCM82633A004352", Model: "Accord", Colour: "Black" },
};

/** Waits for a step. */
export async function waitForStep(page: Page, step: number): Promise<void> {
  await page
    .getByRole("heading", { level: 1, name: english.of(stepTitles[step] ?? stepTitles[0]) })
    .waitFor();
}

/** Presses Next and waits for the step it leads to. */
export async function goToNextStep(page: Page, step: number): Promise<void> {
  await page.getByRole("button", { name: "Next" }).click();
  await waitForStep(page, step);
}

/** Opens the wizard and starts the application. */
export async function startApplying(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/driver-apply`);
  await waitUntilReady(page);
  await page.getByRole("button", { name: "Get Started" }).click();
  await waitForStep(page, 1);
}

/** Fills in all required fields of a step. `others` replaces the answers of some fields. */
export async function fillStep(
  page: Page,
  step: 1 | 2 | 4,
  others: Record<string, string> = {},
): Promise<void> {
  for (const [label, value] of Object.entries({ ...answers[step], ...others })) {
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

async function attachFiles(
  page: Page,
  papers: readonly FileSlot[],
  files: AttachedFile[],
): Promise<void> {
  for (const [index, { label }] of papers.entries()) {
    const file = files[index % files.length];
    if (file) await page.getByLabel(english.of(label), { exact: true }).setInputFiles(file);
  }
  await waitForUploads(page, papers.length);
}

/** Attaches the eight documents: PDFs, JPEGs and PNGs in turn. */
export const attachDocuments = (page: Page): Promise<void> =>
  attachFiles(page, documents, [scan, photo, picture]);

/** Attaches the eight photos of the vehicle. */
export const attachPhotos = (page: Page): Promise<void> =>
  attachFiles(page, photos, [photo, picture]);

/** Waits until exactly `count` files of a step are uploaded. */
export async function waitForUploads(page: Page, count: number): Promise<void> {
  const marks = page.getByText("Uploaded", { exact: true });
  await marks.nth(count - 1).waitFor();
  await expectEventually(() => marks.count()).toBe(count);
}

/** Presses Submit Application, also if it is incomplete and `complete` is false, and waits for the confirmation. */
export async function submitApplication(page: Page, complete: boolean): Promise<void> {
  await page.getByRole("button", { name: "Submit Application" }).click();
  if (!complete) await page.getByRole("button", { name: "Submit anyway" }).click();
  const done = page.getByRole("dialog", { name: "Submitted!" });
  // Sixteen files are checked and stored before the answer, which takes time on a busy machine.
  await done
    .getByText("Application submitted successfully!", { exact: true })
    .waitFor({ timeout: 60_000 });
  await done.getByRole("button", { name: "OK" }).click();
  await page.getByRole("heading", { level: 1, name: /has your application/ }).waitFor();
}
