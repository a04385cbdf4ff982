/**
 * The driver area in every language, in a real browser: a driver signs in and drives a trip in Arabic, no screen has
 * English text left, and nothing is cut off where words are long.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { translatedLanguages } from "../../build/words";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow } from "../support/screen";

setDefaultTimeout(240_000);

const home = "/driver/dashboard";
const email = "driver@example.com";
let demo: Demo;
let browser: Browser;
let driver: Session;
beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  driver = await demo.signIn(browser, "driver");
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

/** Returns the page's English texts for which the dictionary of its language has a translation. */
async function untranslated(page: Page, language: string): Promise<string[]> {
  const file = join(import.meta.dir, `../../languages/${language}/driving.json`);
  const dictionary: Record<string, string | string[]> = await Bun.file(file).json();
  const english = new Set<string>();
  for (const [key, translation] of Object.entries(dictionary)) {
    const text = key.slice(key.indexOf("|") + 1);
    if (text !== translation) english.add(text);
  }
  const pageText = await page.evaluate(() => {
    const texts: string[] = [document.title.replace(/^\(\d+\) /, "").split(" · ")[0] ?? ""];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest("script, style, [lang]:not(html)")) continue;
      texts.push(node.textContent?.trim() ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [alt]"))
      for (const name of ["aria-label", "placeholder", "alt"])
        texts.push(element.getAttribute(name) ?? "");
    return texts;
  });
  return pageText.filter((text) => english.has(text));
}

const chooseLanguage = async (page: Page, language: string) => {
  const answer = await page.request.put(`${demo.url}/backend/driver/language`, {
    data: { language },
    headers: { origin: demo.url },
  });
  expect(answer.status()).toBe(200);
};

test("a driver signs in and drives a trip in Arabic", async () => {
  const window = await openWindow(browser, demo.url, "phone");
  const { page } = window;
  try {
    await window.go("/liveryDriver");
    await page.locator("footer select").selectOption("ar");
    await page.locator("html[lang=ar][dir=rtl]").waitFor();
    await window.look("driver-sign-in-ar");
    const seen = demo.countCodesTo(email);
    await page.getByLabel("البريد الإلكتروني أو رقم الهاتف").fill(email);
    await page.locator("main button[type=submit]").click();
    const code = await demo.code(email, seen);
    await page.waitForURL(/DriverVerify$/);
    await page.locator("[autocomplete=one-time-code]").focus();
    await page.keyboard.type(code);
    await page.waitForURL((url) => url.pathname === home);
    await page.getByRole("heading", { level: 1, name: "طلبات الرحلات" }).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await page.getByRole("switch", { name: "في المناوبة" }).click();
    await window.look("driver-home-ar");
    await page.getByRole("button", { name: "الانطلاق إلى الراكب" }).click();
    await page.getByText("في الطريق", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: /^الرحلة \d+/ }).click();
    await page.getByRole("heading", { level: 1, name: /^الرحلة \d+/ }).waitFor();
    await page.getByText("أنت في الطريق إلى نقطة الانطلاق.").waitFor();
    await page.getByRole("button", { name: "لقد وصلت" }).click();
    await page.getByText("أنت في نقطة الانطلاق.").waitFor();
    await window.rest();
    await window.look("driver-trip-ar");
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
});

const screens = [
  "",
  "/requests/today",
  "/requests/future",
  "/requests/past",
  "/management",
  "/billing",
  "/profile",
];
/** Every screen is opened in these two: one language with long words, and one written from right to left. */
const languagesWithAllScreens: readonly string[] = ["fr", "ar"];

for (const language of translatedLanguages)
  test(`driver's screens have no English text and nothing cut off: ${language}`, async () => {
    const window = await openWindow(browser, demo.url, "phone", driver);
    const { page } = window;
    const found: string[] = [];
    const look = async (name: string) => {
      await window.rest();
      await window.look(`driver${name.replaceAll("/", "-")}-${language}`);
      found.push(...(await untranslated(page, language)).map((text) => `${name}: ${text}`));
    };
    try {
      await chooseLanguage(page, language);
      for (const path of languagesWithAllScreens.includes(language) ? screens : [""]) {
        await window.go(`${home}${path}`);
        await page.locator(`html[lang=${language}]`).waitFor();
        await look(path);
      }
      await window.go(home);
      await page.locator(`a[href^="${home}/trips/"]`).first().click();
      await page.waitForURL((url) => url.pathname.startsWith(`${home}/trips/`));
      await look("/trip");
      expect(found).toEqual([]);
      expect(window.faults).toEqual([]);
    } finally {
      await chooseLanguage(page, "en");
      await window.close();
    }
  });
