/**
 * What only a browser shows of the rider's sign-in: autofill, pasting, the caret, the focus while the field changes,
 * the list of countries by keyboard and touch, and the code in one piece. Sections 2, 4, 5 and 9 of the specification.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, startDemo } from "../support/demo";
import { waitUntilReady, openWindow } from "../support/screen";
import { expectEventually } from "../support/eventually";

let demo: Demo;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});
beforeEach(() => open());
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens a new window, and closes the previous one. */
async function open(options: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }) {
  await context?.close();
  context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  page = await context.newPage();
  page.setDefaultTimeout(40_000);
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // The browser itself logs a network that the test cuts.
    const isNetworkError = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(message.text());
    if (message.type() === "error" && !isNetworkError) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(demo.url)) faults.push(`asked ${request.url()}`);
  });
}

async function login() {
  await page.goto(`${demo.url}/liveryClient`);
  await waitUntilReady(page);
}

const field = () => page.getByRole("textbox", { name: "E-mail or phone number" });
const country = () => page.getByRole("combobox", { name: "Country", exact: true });
const go = () => page.getByRole("button", { name: "Continue", exact: true });
const caret = () => field().evaluate((box: HTMLInputElement) => box.selectionStart);
const hasFocus = () => field().evaluate((box) => box === document.activeElement);

/** Fills in a field as a browser's autofill does: the whole value in one event, without a key. */
function fillAtOnce(text: string) {
  return field().evaluate((box: HTMLInputElement, value) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(box, value);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }, text);
}

async function paste(text: string) {
  await page.evaluate((value) => {
    const box = document.activeElement as HTMLInputElement;
    const data = new DataTransfer();
    data.setData("text/plain", value);
    const event = new ClipboardEvent("paste", {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    if (box.dispatchEvent(event)) document.execCommand("insertText", false, value);
  }, text);
}

describe("section 4: the login field", () => {
  test("becomes a phone field and changes back, as the same element with the same focus", async () => {
    await login();
    await field().click();
    await field().evaluate((box) => box.setAttribute("data-same", "yes"));
    await page.keyboard.type("0788123456");
    await country().waitFor();
    await expectEventually(() => field().inputValue()).toBe("0788 123 456");
    await expectEventually(() => field().getAttribute("type")).toBe("tel");
    await expectEventually(() => field().getAttribute("data-same")).toBe("yes");
    await expectEventually(() => hasFocus()).toBe(true);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Backspace");
    await country().waitFor({ state: "detached" });
    await expectEventually(() => field().getAttribute("data-same")).toBe("yes");
    await expectEventually(() => hasFocus()).toBe(true);
    await page.keyboard.type("788@example.com");
    await expectEventually(() => field().inputValue()).toBe("788@example.com");
    await expectEventually(() => go().isEnabled()).toBe(true);
  });

  test("loses no key while the page and the list of countries are loading", async () => {
    await page.route("**/assets/**", async (route) => {
      const isLazyPart = /\/(country-picker|number-text)/.test(route.request().url());
      await Bun.sleep(isLazyPart ? 900 : 150);
      await route.continue();
    });
    await page.goto(`${demo.url}/liveryClient`, { waitUntil: "commit" });
    await field().waitFor();
    await field().click();
    await page.keyboard.type("0788123456", { delay: 120 });
    await country().waitFor();
    await expectEventually(() => field().inputValue()).toBe("0788 123 456");
    await expectEventually(() => hasFocus()).toBe(true);
    await page.keyboard.press("Backspace");
    await expectEventually(() => field().inputValue()).toBe("0788 123 45");
  });

  test("keeps text that was typed before the scripts load", async () => {
    const held = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${demo.url}/liveryClient`, { waitUntil: "commit" });
    await field().fill("aline@example.com");
    held.resolve();
    await waitUntilReady(page);
    await go().click({ trial: true });
    await expectEventually(() => field().inputValue()).toBe("aline@example.com");
    await expectEventually(() => go().isEnabled()).toBe(true);
  });

  test("keeps the caret where a digit is inserted or deleted", async () => {
    await login();
    await field().click();
    await page.keyboard.type("788123456");
    await country().waitFor();
    for (let left = 0; left < 6; left++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("9");
    await expectEventually(() => field().inputValue()).toBe("788 192 3456");
    await expectEventually(() => caret()).toBe(6);
    await page.keyboard.press("Backspace");
    await expectEventually(() => field().inputValue()).toBe("788 123 456");
    await expectEventually(() => caret()).toBe(5);
    // Backspace skips the space and deletes the digit before it.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await expectEventually(() => field().inputValue()).toBe("781 234 56");
    await expectEventually(() => caret()).toBe(2);
  });

  test("accepts a pasted international number and a pasted national one", async () => {
    await login();
    await field().click();
    await paste("+1 (416) 555-0123");
    await country().waitFor();
    await expectEventually(() => field().inputValue()).toBe("+1 416 555 0123");
    await expectEventually(() => country().textContent()).toBe("Canada (+1)");
    await expectEventually(() => caret()).toBe(15);
    await page.keyboard.press("ControlOrMeta+A");
    await paste("0788123456");
    await expectEventually(() => field().inputValue()).toBe("0788 123 456");
    await expectEventually(() => country().textContent()).toBe("Rwanda (+250)");
    await expectEventually(() => go().isEnabled()).toBe(true);
  });

  test("accepts an international and a national number from the browser's autofill", async () => {
    await login();
    await fillAtOnce("+14165550123");
    await country().waitFor();
    await expectEventually(() => field().inputValue()).toBe("+1 416 555 0123");
    await expectEventually(() => field().getAttribute("autocomplete")).toBe("tel");
    // A number without a country code belongs to the default country again.
    await fillAtOnce("0788123456");
    await expectEventually(() => field().inputValue()).toBe("0788 123 456");
    await expectEventually(() => country().textContent()).toBe("Rwanda (+250)");
  });
});

describe("section 9: the list of countries", () => {
  test("opens, searches and selects by keyboard, and the focus returns to the number", async () => {
    await login();
    await field().click();
    await page.keyboard.type("788123456");
    await country().focus();
    await page.keyboard.press("Enter");
    const search = page.getByRole("combobox", { name: "Search countries" });
    await search.waitFor();
    await expectEventually(() => search.evaluate((box) => box === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.type("germ");
    await page.getByRole("status").getByText("1 country").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await search.waitFor({ state: "detached" });
    await expectEventually(() => country().textContent()).toBe("Germany (+49)");
    await expectEventually(() => hasFocus()).toBe(true);
    await expectEventually(() => field().inputValue()).toBe("7881 23456");
    await expectEventually(() => caret()).toBe(10);
  });

  test("closes with Escape and returns the focus to its button", async () => {
    await login();
    await field().click();
    await page.keyboard.type("788");
    await country().focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("combobox", { name: "Search countries" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await expectEventually(() =>
      country().evaluate((button) => button === document.activeElement),
    ).toBe(true);
    await expectEventually(() => country().textContent()).toBe("Rwanda (+250)");
  });

  test("selects a country by typed letters, open or closed, and forgets them after a second", async () => {
    await login();
    await field().click();
    await page.keyboard.type("788");
    await country().focus();
    await page.keyboard.type("ken");
    await expectEventually(() => country().textContent()).toBe("Kenya (+254)");
    await page.keyboard.type("ya");
    await expectEventually(() => country().textContent()).toBe("Kenya (+254)");
    await page.waitForTimeout(1050);
    await page.keyboard.type("ug");
    await expectEventually(() => country().textContent()).toBe("Uganda (+256)");
    await page.keyboard.press("Enter");
    await page.getByRole("listbox").focus();
    await page.keyboard.type("south a");
    await page.keyboard.press("Enter");
    await expectEventually(() => country().textContent()).toBe("South Africa (+27)");
    await expectEventually(() => hasFocus()).toBe(true);
  });

  test("opens from the foot of a phone with the list in focus and flags from this server", async () => {
    await open(phone);
    await login();
    await field().tap();
    await page.keyboard.type("788");
    await country().tap();
    const list = page.getByRole("listbox", { name: "Countries" });
    await list.waitFor();
    await expectEventually(() =>
      list.evaluate((element) => element === document.activeElement),
    ).toBe(true);
    const box = await page.getByRole("dialog", { name: "Choose a country" }).boundingBox();
    expect(box).toMatchObject({ x: 0, width: 390 });
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0);
    // The flags load after the list; if one is missing, this waits until it fails.
    await page.waitForFunction(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>("[role=listbox] img")];
      const seen = pictures.filter((one) => one.getBoundingClientRect().top < innerHeight);
      return seen.length > 0 && seen.every((one) => one.complete && one.naturalWidth > 0);
    });
    // Flags far down the list have not been requested.
    const requested = await list.evaluate(
      (element) =>
        [...element.querySelectorAll("img")].filter((one) => one.complete && one.naturalWidth > 0)
          .length,
    );
    expect(requested).toBeLessThan(200);
    await page.getByRole("option", { name: /Uganda/ }).tap();
    await expectEventually(() => country().textContent()).toBe("Uganda (+256)");
    await expectEventually(() => hasFocus()).toBe(true);
  });
});

/** Gets from the login screen to the one for the code. */
async function requestCode(contact: string) {
  await login();
  await field().fill(contact);
  await go().click();
  await page.getByLabel("Digit 1 of 4").waitFor();
}

describe("section 4: the one-time code", () => {
  const boxes = () =>
    page
      .getByRole("textbox", { name: /^Digit/ })
      .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(""));

  test("can be pasted, or filled in by the phone, in one piece", async () => {
    const contact = "paste@example.com";
    await requestCode(contact);
    const first = page.getByLabel("Digit 1 of 4");
    await expectEventually(() => first.getAttribute("autocomplete")).toBe("one-time-code");
    await expectEventually(() => first.getAttribute("inputmode")).toBe("numeric");
    await expectEventually(() => first.evaluate((box) => box === document.activeElement)).toBe(
      true,
    );
    await paste("98 7");
    await expectEventually(() => boxes()).toBe("987");
    for (let times = 0; times < 4; times++) await page.keyboard.press("Backspace");
    await expectEventually(() => boxes()).toBe("");
    const code = await demo.code(contact, 0);
    await first.evaluate((box: HTMLInputElement, value) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
      set?.call(box, value);
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }, code);
    await page.getByRole("heading", { name: "User Info" }).waitFor();
  });

  test("a reload on its screen leads back to the login screen", async () => {
    await requestCode("back@example.com");
    await page.reload();
    await field().waitFor();
    expect(new URL(page.url()).pathname).toBe("/liveryClient");
  });

  test("shows an error without a network and keeps the digits", async () => {
    const contact = "offline@example.com";
    await requestCode(contact);
    const code = await demo.code(contact, 0);
    await expectEventually(() =>
      page.getByLabel("Digit 1 of 4").evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await context.setOffline(true);
    await page.keyboard.type(code);
    await expectEventually(boxes).toBe(code);
    const popup = page.getByRole("dialog", { name: "Error" });
    await popup.getByText("OTP Verification failed. Please try again.").waitFor();
    await popup.getByRole("button", { name: "OK" }).click();
    await expectEventually(() => boxes()).toBe(code);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Verify Code" }).click();
    await page.getByRole("heading", { name: "User Info" }).waitFor();
  });
});

test("Continue shows an error without a network and keeps the typed text", async () => {
  await login();
  await field().click();
  await page.keyboard.type("0788123456");
  await country().waitFor();
  // The popup loads after the page.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await go().click();
  const popup = page.getByRole("dialog", { name: "Error" });
  await popup.getByText("Failed to send OTP. Please try again.").waitFor();
  await popup.getByRole("button", { name: "OK" }).click();
  await expectEventually(() => field().inputValue()).toBe("0788 123 456");
  await context.setOffline(false);
  await expectEventually(() => go().isEnabled()).toBe(true);
});

test("a rider signs in by keyboard only on the smallest phone, and everything is visible", async () => {
  const window = await openWindow(browser, demo.url, "small");
  page = window.page;
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const reach = async (name: RegExp) => {
    for (let steps = 0; steps < 30; steps++) {
      await press("Tab");
      const label = await page.evaluate(() => {
        const at = document.activeElement as HTMLInputElement | null;
        return at?.ariaLabel ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? "";
      });
      if (name.test(label)) return;
    }
    throw new Error(`Tab never came to ${name}`);
  };

  await window.go("/liveryClient");
  await window.look("login");
  await reach(/^E-mail or phone/);
  await page.keyboard.type("0712345678");
  await country().waitFor();
  await press("Shift+Tab", "Enter");
  await page.getByRole("listbox", { name: "Countries" }).waitFor();
  await window.look("login-countries");
  await page.keyboard.type("ken");
  await press("Enter");
  await expectEventually(() => country().textContent()).toBe("Kenya (+254)");
  await expectEventually(() => hasFocus()).toBe(true);
  await window.look("login-phone");
  const contact = "keys@example.com";
  await press("ControlOrMeta+A");
  await page.keyboard.type(contact);
  await press("Enter");
  await page.getByLabel("Digit 1 of 4").waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await window.look("verify");
  await page.waitForFunction(() => document.activeElement?.ariaLabel === "Digit 1 of 4");
  await page.keyboard.type(await demo.code(contact, 0));
  await page.getByRole("heading", { name: "User Info" }).waitFor();
  await window.look("user-info");
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "firstName");
  await page.keyboard.type("Aline");
  await press("Tab");
  await page.keyboard.type("Uwase");
  await press("Enter");
  await page.waitForURL("**/booking");
  expect(window.faults).toEqual([]);
  await window.close();
}, 120_000);

test("the application's phone numbers default to the United States and are sent in full", async () => {
  const sent: string[] = [];
  await page.route("**/backend/driver-application", async (route) => {
    sent.push(route.request().postData() ?? "");
    await route.abort();
  });
  await page.goto(`${demo.url}/driver-apply?step=1`);
  const mine = page.getByRole("textbox", { name: "Phone number", exact: true });
  const theirs = page.getByRole("textbox", { name: "Contact’s phone number" });
  await country().first().waitFor();
  await expectEventually(() => country().allTextContents()).toEqual([
    "United States (+1)",
    "United States (+1)",
  ]);
  await mine.fill("212 555 0123");
  await theirs.pressSequentially("+250788123456");
  await expectEventually(() => theirs.inputValue()).toBe("+250 788 123 456");
  await page.goto(`${demo.url}/driver-apply?step=6`);
  await page.getByRole("button", { name: "Submit Application" }).click();
  await page.getByRole("button", { name: "Submit anyway" }).click();
  await page.getByRole("dialog", { name: "Submission Failed" }).waitFor();
  expect(sent[0]).toContain("+12125550123");
  expect(sent[0]).toContain("+250788123456");
  await page.goto(`${demo.url}/driver-apply?step=1`);
  await country().first().waitFor();
  await expectEventually(() => mine.inputValue()).toBe("+1 212 555 0123");
  await expectEventually(() => country().allTextContents()).toEqual([
    "United States (+1)",
    "Rwanda (+250)",
  ]);
});
