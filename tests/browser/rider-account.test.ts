/**
 * The rider's account in a real browser: each of its screens at three sizes in both themes, a picture cropped by
 * pointer and by keyboard, the downloaded copy of the data, and the deletion of the account.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow, type Size } from "../support/screen";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(180_000);

const CONTACT = "rider@example.com";
let demo: Demo;
let browser: Browser;
let rider: Session;
beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  rider = await demo.signIn(browser, "rider");
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

/** Creates a photo like a phone's: wide, and with many colours. */
async function photo(page: Page) {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 600;
    const pen = canvas.getContext("2d");
    for (let x = 0; pen && x < 900; x += 30)
      for (let y = 0; y < 600; y += 30) {
        pen.fillStyle = `hsl(${x / 2.5} 70% ${20 + y / 10}%)`;
        pen.fillRect(x, y, 30, 30);
      }
    return canvas.toDataURL("image/jpeg");
  });
  const buffer = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  return { name: "me.jpg", mimeType: "image/jpeg", buffer };
}

for (const size of ["small", "phone", "desktop"] as const satisfies readonly Size[])
  test(`every screen of the account passes axe and fits: ${size}`, async () => {
    const window = await openWindow(browser, demo.url, size, rider);
    const { page } = window;
    try {
      await window.go("/profile/AccountInfo");
      await window.look("account-info");
      await page.getByRole("button", { name: /phone number/ }).click();
      await page
        .getByRole("combobox", { name: /ountry/ })
        .first()
        .waitFor();
      await window.look("account-phone");
      await page.getByLabel("Picture file").setInputFiles(await photo(page));
      await page.getByRole("dialog", { name: "Move and scale" }).waitFor();
      await window.look("account-crop");
      await window.go("/profile/places");
      await window.look("account-places");
      await page.getByRole("button", { name: "Add a place" }).click();
      await page.getByRole("combobox", { name: "Place" }).fill("kigali");
      await page.getByRole("dialog").getByRole("option").first().waitFor();
      await window.look("account-place");
      await window.go("/profile/notifications");
      const quiet = page.getByRole("checkbox", { name: "Turn on quiet hours" });
      if (!(await quiet.isChecked())) await quiet.click();
      await page.getByLabel("Until").waitFor();
      await window.look("account-notifications");
      await window.go("/profile/privacy");
      await window.look("account-privacy");
      await window.go("/profile/security");
      await window.look("account-security");
      expect(window.faults).toEqual([]);
    } finally {
      await window.close();
    }
  });

test("a rider crops a picture by mouse and keyboard, saves it as a square and removes it", async () => {
  const window = await openWindow(browser, demo.url, "desktop", rider);
  const { page } = window;
  await window.go("/profile/AccountInfo");
  await page.getByLabel("Picture file").setInputFiles(await photo(page));
  const canvas = page.getByRole("img", { name: /The part of the picture/ });
  const pixels = () =>
    canvas.evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) throw new Error("no canvas");
      return element.toDataURL();
    });
  await canvas.waitFor();
  const scale = page.getByRole("slider", { name: "Scale" });
  await canvas.focus();
  const whole = await pixels();
  await page.keyboard.press("+");
  await expectEventually(() => scale.inputValue()).toBe("1.25");
  await expectEventually(pixels).not.toBe(whole);
  const pixelsAfterZoom = await pixels();
  await page.keyboard.press("ArrowRight");
  await expectEventually(pixels).not.toBe(pixelsAfterZoom);
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the picture is not shown");
  const before = await pixels();
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 120);
  await page.mouse.up();
  await expectEventually(pixels).not.toBe(before);
  await page.getByRole("button", { name: "Use this picture" }).click();
  await page.getByText("Your new picture is saved.").waitFor();
  const shown = await page
    .locator('img[src*="/picture?v="]')
    .first()
    .evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error("no picture");
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
  expect(shown[0]).toBe(shown[1] ?? 0);
  await page.getByLabel("Picture file").setInputFiles({
    name: "x.heic",
    mimeType: "image/heic",
    buffer: Buffer.from("no picture"),
  });
  await page.getByText("This picture could not be read. Use a JPG, PNG or WebP file.").waitFor();
  await page.getByRole("button", { name: "Remove picture" }).click();
  await page.getByText("Your picture is removed.").waitFor();
  expect(window.faults).toEqual([]);
  await window.close();
});

/** Returns the browser state of somebody who has just signed up and has no trip. */
async function newRider(contact: string): Promise<Session> {
  const context = await browser.newContext();
  const headers = { origin: demo.url };
  const post = (path: string, data: object) =>
    context.request.post(`${demo.url}/backend${path}`, { data, headers });
  const seen = demo.countCodesTo(contact);
  await post("/auth/send-otp", { identifier: contact });
  const otp = await demo.code(contact, seen);
  expect((await post("/auth/verify-otp", { identifier: contact, otp })).status()).toBe(200);
  const profileResponse = await context.request.put(`${demo.url}/backend/users/update-profile`, {
    multipart: { firstName: "Odette", lastName: "Mugabo" },
    headers,
  });
  expect(profileResponse.status()).toBe(200);
  const state = await context.storageState();
  await context.close();
  return state;
}

test("a rider downloads a copy of the data, and a rider deletes the account", async () => {
  let window = await openWindow(browser, demo.url, "phone", rider);
  let { page } = window;
  let contact = CONTACT;
  await window.go("/profile/privacy");
  const downloadEvent = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a copy" }).click();
  const file = await downloadEvent;
  expect(file.suggestedFilename()).toMatch(/^livery-data-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = await Bun.file(await file.path()).bytes();
  expect(Buffer.from(bytes.slice(0, 2)).toString()).toBe("PK");
  await page.getByText("Cancel your upcoming trips first:").waitFor();
  await window.look("account-trips-first");
  for (;;) {
    await window.go("/profile/privacy");
    await page
      .getByText(
        /^Cancel your upcoming trips first:|^Delete my account…|^You have a trip under way/,
      )
      .first()
      .waitFor();
    const next = page.getByRole("link", { name: /^Cancel trip/ }).first();
    if (!(await next.isVisible())) break;
    await next.click();
    const cancel = page.getByRole("button", { name: "Cancel trip" });
    await cancel.click();
    const dialog = page.getByRole("dialog", { name: "Cancel this trip?" });
    await dialog.getByRole("button", { name: /^Cancel/ }).click();
    await dialog.waitFor({ state: "hidden" });
  }
  if (await page.getByText("You have a trip under way.").isVisible())
    expect(await page.getByRole("button", { name: /Delete my account/ }).count()).toBe(0);
  expect(window.faults).toEqual([]);
  await window.close();
  // A rider without trips, because the demo may let its own rider board a car at any moment.
  contact = "leaving@example.com";
  window = await openWindow(browser, demo.url, "phone", await newRider(contact));
  page = window.page;
  await window.go("/profile/privacy");
  await page.getByRole("button", { name: "Delete my account…" }).click();
  const seen = demo.countCodesTo(contact);
  await page.getByRole("button", { name: "Send a code" }).click();
  const code = await demo.code(contact, seen);
  await page.getByRole("textbox", { name: "Digit 1 of 4" }).fill(code);
  await window.look("account-erase");
  await page.evaluate(() => caches.open("kept-rider"));
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByText("Your account is deleted.").waitFor();
  // Their trips are removed from the phone at once, because not everybody presses OK.
  await expectEventually(() => page.evaluate(() => caches.has("kept-rider"))).toBe(false);
  await page.getByRole("button", { name: "OK" }).click();
  await page.waitForURL(`${demo.url}/`);
  expect(await window.context.cookies()).not.toContainEqual(
    expect.objectContaining({ name: "livery_rider" }),
  );
  expect(window.faults).toEqual([]);
  await window.close();
});
