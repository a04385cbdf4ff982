/**
 * Riders' pages in every language, in a real browser: from the sign-in to the trips, no English text is left, pages
 * hydrate without errors, and nothing is cut off where words are long.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { dictionaryFile } from "../../build/dictionaries";
import { translatedLanguages } from "../../build/words";
import { parts } from "../../client/words/words";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow } from "../support/screen";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(180_000);

let demo: Demo;
let browser: Browser;
let rider: Session;
const english = new Set<string>();
beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  rider = await demo.signIn(browser, "rider");
  const root = join(import.meta.dir, "../..");
  for (const source of [...parts, "price"] as const) {
    const file = Bun.file(dictionaryFile(root, "fr", source));
    const dictionary: Record<string, string> = await file.json();
    for (const [key, translation] of Object.entries(dictionary)) {
      const text = key.slice(key.indexOf("|") + 1);
      // Texts that are the same in both languages, and those that appear only with other text inserted, are left out.
      if (text !== translation && !text.includes("{") && !text.includes("<")) english.add(text);
    }
  }
  // An empty list would find nothing on any page.
  expect(english.size).toBeGreaterThan(500);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

/** Returns the page's English texts for which a dictionary has a translation. */
async function left(page: Page): Promise<string[]> {
  const pageText = await page.evaluate(() => {
    const texts: string[] = [document.title.split(" · ")[0] ?? ""];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // The names of languages stay in their own language.
      if (node.parentElement?.closest("script, style, [lang]:not(html)")) continue;
      texts.push(node.textContent?.trim() ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]"))
      for (const name of ["aria-label", "placeholder", "title", "alt"])
        texts.push(element.getAttribute(name) ?? "");
    return texts;
  });
  return pageText.filter((text) => english.has(text));
}

test("a browser that asks for French gets French from the server", async () => {
  const answer = await fetch(`${demo.url}/liveryClient`, {
    headers: { "accept-language": "fr-RW,fr;q=0.9,en;q=0.5" },
  });
  expect(answer.headers.get("content-language")).toBe("fr");
  expect(answer.headers.get("vary")).toContain("accept-language");
  const page = await answer.text();
  expect(page).toContain('<html lang="fr">');
  expect(page).toContain("Quel est votre numéro de téléphone");
  const home = await fetch(demo.url, { headers: { "accept-language": "fr" } });
  expect(await home.text()).toContain('<html lang="en">');
});

const screens = [
  "/trips",
  "/trips?when=past",
  "/trips/repeating",
  "/profile/AccountInfo",
  "/profile/places",
  "/profile/notifications",
  "/profile/privacy",
  "/profile/security",
];
/**
 * Every screen is opened in these three: one whose words are easily told from English, one with the longest words, and
 * one written from right to left.
 */
const languagesWithAllScreens: readonly string[] = ["fr", "de", "ar"];

for (const language of translatedLanguages)
  test(`rider's screens have no English text and nothing cut off: ${language}`, async () => {
    const window = await openWindow(browser, demo.url, "phone", rider);
    const { page } = window;
    const found: string[] = [];
    const look = async (name: string) => {
      await window.look(`${name}-${language}`);
      if (language === "fr") found.push(...(await left(page)).map((text) => `${name}: ${text}`));
    };
    try {
      await window.go("/booking");
      await page.locator("header select").selectOption(language);
      await page.locator(`html[lang=${language}]`).waitFor();
      await look("booking");
      for (const path of languagesWithAllScreens.includes(language)
        ? screens
        : ["/profile/AccountInfo"]) {
        await window.go(path);
        await expectEventually(() => page.locator("html").getAttribute("lang")).toBe(language);
        await look(path);
      }
      await window.go("/trips?when=past");
      await page.locator("main ul a").first().click();
      await page.waitForURL((url) => url.pathname.startsWith("/trips/"));
      await page.locator("main h1").first().waitFor();
      await look("trip");
      expect(found).toEqual([]);
      expect(window.faults).toEqual([]);
    } finally {
      await window.go("/profile/AccountInfo");
      await page.locator("header select").selectOption("en");
      await page.locator("html[lang=en]").waitFor();
      await window.close();
    }
  });

test("a visitor's choice of language lasts, and the typed text stays", async () => {
  const window = await openWindow(browser, demo.url, "phone");
  const { page } = window;
  try {
    await window.go("/liveryClient");
    await page.getByLabel("E-mail or phone number").fill("jean@example.com");
    await page.locator("footer select").selectOption("es");
    const field = page.getByLabel("Correo electrónico o teléfono");
    await expectEventually(() => field.inputValue()).toBe("jean@example.com");
    await window.go("/reservation");
    await expectEventually(() => page.locator("html").getAttribute("lang")).toBe("es");
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
});
