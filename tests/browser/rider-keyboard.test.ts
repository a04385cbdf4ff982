/**
 * The whole rider area by keyboard alone on the smallest phone: everything that can be pressed is
 * reached by Tab (the choices of a group by its arrows), shows that it has the focus, and lies in
 * sight; and a trip is booked, changed and cancelled, and an account kept, without a pointer.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow, type Window } from "../support/screen";

setDefaultTimeout(120_000);

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

/** Opens the smallest phone for `use`, and finds no fault in it afterwards. */
async function withWindow(use: (window: Window) => Promise<void>, state: Session | null = rider) {
  const window = await openWindow(browser, demo.url, "small", state ?? undefined);
  try {
    await use(window);
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
}

/** What has the focus: its name as a person would say it, and how it stands in the window. */
interface Focused {
  name: string;
  /** Tells this control from every other one of the page. */
  mark: string;
  faults: string[];
}

/** Looks at what has the focus now. Runs in the page. */
function focused(): Focused | null {
  const at = document.activeElement as HTMLInputElement | null;
  if (!at || at === document.body) return null;
  const labelled = at
    .getAttribute("aria-labelledby")
    ?.split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");
  const label = [...(at.labels ?? [])].map((each) => each.textContent).join(" ");
  const name = (at.ariaLabel ?? labelled ?? (label || at.textContent || at.title) ?? "").trim();
  const faults: string[] = [];
  if (name === "") faults.push("has no name");
  const box = at.getBoundingClientRect();
  const seen = at.labels?.[0]?.getBoundingClientRect() ?? box;
  const inSight = [box, seen].some(
    ({ top, bottom, left, right }) =>
      bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
  );
  if (!inSight) faults.push("is out of sight");
  // The ring may lie on the control, on what wraps it, or beside it for a box that is drawn.
  const ringed = [at, at.parentElement, at.nextElementSibling, at.closest("label, .field, li, tr")];
  const shows = ringed.some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  if (!shows) faults.push("does not show the focus");
  const marked = at as HTMLElement;
  marked.dataset.walked ??= crypto.randomUUID();
  return { name: name.replace(/\s+/g, " ").slice(0, 60), mark: marked.dataset.walked, faults };
}

/** Everything that a pointer could press now and that the walk has not come to. Runs in the page. */
function missed(): string[] {
  const groups = new Set<string>();
  const dialog = document.querySelector("dialog[open]");
  return [...(dialog ?? document).querySelectorAll<HTMLInputElement>("*")].flatMap((element) => {
    if (!element.matches("a[href], button, input, select, textarea, summary, [tabindex='0']"))
      return [];
    const style = getComputedStyle(element);
    const off =
      element.disabled ||
      element.type === "hidden" ||
      element.closest("[inert], [aria-hidden=true]") !== null ||
      !element.checkVisibility({ checkVisibilityCSS: true }) ||
      style.pointerEvents === "none";
    // Of a group, and of a menu or a list, one stop stands for all: arrows move on from there.
    const moved = element.tabIndex < 0 || element.matches("[role=option], [role=menuitem]");
    if (off || moved || element.dataset.walked) return [];
    if (element.type === "radio") {
      if (groups.has(element.name)) return [];
      groups.add(element.name);
      const all = document.querySelectorAll<HTMLElement>(`input[name="${element.name}"]`);
      if ([...all].some((each) => each.dataset.walked)) return [];
    }
    return [(element.ariaLabel ?? element.textContent ?? element.name).trim().slice(0, 60)];
  });
}

/** Walks the page by Tab until it begins anew, and tells what is wrong with it. */
async function walk({ page, faults }: Window, screen: string): Promise<string[]> {
  const names: string[] = [];
  const marks = new Set<string>();
  let last = "";
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
    scrollTo(0, 0);
  });
  for (let steps = 0; steps < 150; steps++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(focused);
    // A date has several stops of its own.
    if (!at || at.mark === last) continue;
    last = at.mark;
    if (marks.has(at.mark)) break;
    marks.add(at.mark);
    names.push(at.name);
    for (const fault of at.faults) faults.push(`${screen}: “${at.name}” ${fault}`);
  }
  for (const name of await page.evaluate(missed))
    faults.push(`${screen}: Tab never came to “${name}”`);
  return names;
}

/** Presses Tab until what `name` matches has the focus. */
async function reach(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(focused);
    if (at && name.test(at.name)) return;
    if (at) passed.push(at.name);
  }
  throw new Error(`Tab never came to ${name}, but to ${passed.join(", ")}`);
}

async function press(page: Page, name: RegExp): Promise<void> {
  await reach(page, name);
  await page.keyboard.press("Enter");
}

/** Writes into a search and takes what it finds by the arrows. */
async function choose(page: Page, field: RegExp, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.type(text);
  const inWords = "We look for it";
  await page.getByRole("option", { name: text }).filter({ hasNotText: inWords }).first().waitFor();
  for (let steps = 0; steps < 10; steps++) {
    await page.keyboard.press("ArrowDown");
    const active = await page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant");
      return (id && document.getElementById(id)?.textContent) ?? "";
    });
    if (active.includes(text) && !active.includes(inWords)) break;
  }
  await page.keyboard.press("Enter");
}

test("signing in leads through the code to a name, by keys", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/liveryClient");
    await walk(window, "login");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await reach(page, /^Email or phone/);
    await page.keyboard.type("walk@example.com");
    await page.keyboard.press("Enter");
    await page.getByLabel("Digit 1 of 4").waitFor();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.type(await demo.code("walk@example.com", 0));
    await page.waitForFunction(() => document.activeElement?.textContent === "Verify Code");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "User Info" }).waitFor();
    await page.keyboard.type("Aline");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Uwase");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/booking");
  }, null);
});

test("a trip is booked, changed and cancelled by keys", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/booking");
    await page.getByRole("list", { name: "Your places" }).waitFor();
    await walk(window, "booking: where");
    await choose(page, /^Pickup/, "Kigali Marriott Hotel");
    await choose(page, /^Drop-off/, "Amahoro Stadium");
    await press(page, /^Continue/);
    await page.getByRole("button", { name: "See cars and prices" }).waitFor();
    await walk(window, "booking: when");
    await press(page, /^Tomorrow/);
    await press(page, /^See cars and prices/);
    await page.getByRole("heading", { name: "Choose your car" }).waitFor();
    await walk(window, "booking: car");
    await press(page, /^Continue ·/);
    await page.getByRole("button", { name: "Book now" }).waitFor();
    await walk(window, "booking: confirm");
    await press(page, /^Book now/);
    await page.getByText("Booked. Thank you!").waitFor();
    await walk(window, "trip");

    await press(page, /^Change trip/);
    await page.getByRole("button", { name: "More: passengers" }).waitFor();
    await walk(window, "trip: change");
    await press(page, /^More: passengers/);
    await press(page, /^See the new price/);
    await page.getByText("New total").waitFor();
    await press(page, /^Change( the)? trip/);
    await page.getByText("Your trip is changed.").waitFor();

    await press(page, /^Cancel trip/);
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await walk(window, "trip: cancel");
    await press(page, /^Cancel the trip/);
    await page
      .getByText(/cancelled/i)
      .first()
      .waitFor();
  });
});

test.each([
  "/reservation",
  "/trips",
  "/trips?when=past",
  "/trips?when=cancelled",
  "/trips/repeating",
  "/trips/lost",
])("%s is read and worked by keys", async (path) => {
  await withWindow(async (window) => {
    await window.go(path);
    const names = await walk(window, path);
    expect(names.length).toBeGreaterThan(5);
  });
});

test("every trip of the rider's, in whatever state, is worked by keys", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    const paths = new Set<string>();
    for (const list of ["/trips", "/trips?when=past", "/trips/repeating"]) {
      await window.go(list);
      const links = page.locator("main a[href^='/trips/']");
      for (const link of (await links.all()).slice(0, 4))
        paths.add((await link.getAttribute("href")) ?? list);
    }
    expect(paths.size).toBeGreaterThan(5);
    for (const path of paths) {
      await window.go(path);
      // What comes right after the page is part of the walk.
      await page.waitForLoadState("networkidle");
      await walk(window, path);
    }
  });
});

test("a trip that is over is rated, tipped, and what was lost reported, by keys", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/trips?when=past");
    await page.locator("main a[href^='/trips/']").first().waitFor();
    const links = await page.locator("main a[href^='/trips/']").all();
    const paths = await Promise.all(links.map((link) => link.getAttribute("href")));
    const over = page.getByRole("region", { name: /How was your trip|Your rating/ });
    const opens = over.getByRole("button", { name: "Add a tip" });
    for (const path of paths) {
      await window.go(path ?? "");
      await page.waitForLoadState("networkidle");
      if (await opens.isVisible()) break;
    }
    await opens.waitFor();
    const said = (words: string) => page.getByRole("status").filter({ hasText: words }).waitFor();

    await press(page, /^(Rate this trip|Change your rating)/);
    const rating = page.getByRole("dialog", { name: "How was your trip?" });
    await rating.waitFor();
    await walk(window, "trip: rate");
    await reach(page, /^[1-5] stars?/);
    for (let stars = 0; stars < 5; stars++) {
      await page.keyboard.press("ArrowRight");
      if (await rating.getByRole("radio", { name: "4 stars" }).isChecked()) break;
    }
    await rating.getByText("What was good?").waitFor();
    await walk(window, "trip: rate, with what was good");
    await press(page, /^On time/);
    await press(page, /^Send$/);
    await said("Thank you for your rating.");

    // Escape gives nothing, and leads back to where it was asked.
    await press(page, /^Add a tip/);
    const tip = page.getByRole("dialog", { name: "A tip for your driver" });
    await tip.waitFor();
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
    expect((await page.evaluate(focused))?.name).toBe("Add a tip");
    await page.keyboard.press("Enter");
    await tip.waitFor();
    await walk(window, "trip: tip");
    await reach(page, /^\d+ %/);
    await page.keyboard.press("ArrowUp");
    const amount = tip.getByLabel(/^Amount in/);
    await amount.waitFor();
    await walk(window, "trip: tip of another amount");
    await reach(page, /^Amount in/);
    await page.keyboard.type("500");
    await page.keyboard.press("Enter");
    await said("Thank you for your tip.");

    await press(page, /^I lost something/);
    await page.getByRole("dialog", { name: "I lost something" }).waitFor();
    await walk(window, "trip: lost");
    await press(page, /^Send the report/);
    await page.getByText("This field is required.").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "what");
    await page.keyboard.type("Grey umbrella");
    await reach(page, /^How can we reach you/);
    await page.keyboard.type("+250788123456");
    await reach(page, /^How do you want it back/);
    await press(page, /^Send the report/);
    await said("Your report is with us.");
    await page.getByRole("link", { name: "Grey umbrella" }).waitFor();
  });
});

const account = ["AccountInfo", "places", "company", "notifications", "privacy", "security"];

test.each(account)("the account's %s is reached by keys", async (screen) => {
  await withWindow(async (window) => {
    await window.go(`/profile/${screen}`);
    const names = await walk(window, screen);
    expect(names.length).toBeGreaterThan(5);
  });
});

test("a saved place is added, and the session ended, by keys", async () => {
  await withWindow(async (window) => {
    const { page } = window;
    await window.go("/profile/places");
    await press(page, /^Add a place/);
    await page.getByRole("combobox", { name: "Where it is" }).waitFor();
    await walk(window, "place form");
    await reach(page, /^What you call it/);
    await page.keyboard.type("Football");
    await choose(page, /^Where it is/, "Amahoro Stadium");
    await press(page, /^Save/);
    await page.getByRole("listitem").filter({ hasText: "Football" }).waitFor();
    await window.go("/profile/security");
    await press(page, /^Sign out/);
    await page.waitForURL((url) => !url.pathname.startsWith("/profile"));
  });
});
