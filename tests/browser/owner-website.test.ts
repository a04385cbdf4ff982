/**
 * An owner who has never used it finds the brand, texts, a price and a post from the board, changes them, and visitors
 * see each change at once. Then a script in every field stays text on every page.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { openWindow, stateOf, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(240_000);

let chromium: Browser;
let server: TestServer;
let runningServer: RunningServer;
let origin: string;
let owner: Window;
let visitor: Window;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
  const { cookies } = await signInAdmin(server);
  owner = await openWindow(chromium, origin, "desktop", stateOf(cookies));
  visitor = await openWindow(chromium, origin, "phone");
}, 60_000);

afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

/** Opens a screen through the navigation, from any screen. */
async function goTo(page: Page, name: string, heading: RegExp | string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

async function save(page: Page, confirmation: string): Promise<void> {
  // The message of an earlier save may still be shown, so the answer is awaited too.
  const [answer] = await Promise.all([
    page.waitForResponse((each) => /^P(OST|UT|ATCH)$/.test(each.request().method())),
    page.getByRole("button", { name: "Save", exact: true }).click(),
  ]);
  expect(answer.ok()).toBe(true);
  await page.getByText(confirmation).first().waitFor();
}

test("an owner changes brand, heading, price and post, and visitors see each at once", async () => {
  const { page } = owner;
  await visitor.go("/");
  await visitor.go("/services/home-care");
  await visitor.go("/blog");
  await owner.go("/dispatch/dashboard/reservation");

  await goTo(page, "Settings", /./);
  await goTo(page, "Logo and colour", /./);
  await page.getByLabel("# and six digits").fill("#7a1f2b");
  await save(page, "Colour saved");
  await visitor.go("/");
  const colour = await visitor.page
    .getByRole("button", { name: "See prices" })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(colour).toBe("rgb(122, 31, 43)");

  await goTo(page, "Website", /Website/);
  await page.getByRole("list", { name: "Pages" }).getByRole("link", { name: "Home" }).click();
  await page.getByLabel("Heading", { exact: true }).fill("A zebra is waiting");
  await save(page, "Saved. Visitors now see your changes.");
  await visitor.go("/");
  await visitor.page.getByRole("heading", { level: 1, name: "A zebra is waiting" }).waitFor();

  await goTo(page, "Website", /Website/);
  await page
    .getByRole("link", { name: /^Services/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Home care and care rides" }).click();
  await page.getByLabel(/^Price from/).fill("17500");
  await save(page, "Saved. Visitors now see your changes.");
  await visitor.go("/services/home-care");
  await visitor.page.getByText(/From RWF\s17,500/).waitFor();

  await goTo(page, "Website", /Website/);
  await page.getByRole("link", { name: /^Blog/ }).first().click();
  await page
    .getByRole("link", { name: /^(Add|Write|New)/ })
    .first()
    .click();
  await page.getByLabel("Title").fill("Now at the airport");
  await page.getByLabel("Summary").fill("We wait inside.");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Look for **our sign**.");
  await page.getByLabel("Visibility").selectOption("published");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("link", { name: "Now at the airport" }).waitFor();
  await visitor.go("/blog");
  await visitor.page.getByRole("link", { name: "Now at the airport" }).click();
  await visitor.page.getByRole("heading", { level: 1, name: "Now at the airport" }).waitFor();
  expect(await visitor.page.getByText("our sign").evaluate(({ tagName }) => tagName)).toBe(
    "STRONG",
  );

  // Changes the post again, from the list of posts.
  await page.getByRole("link", { name: "Now at the airport" }).click();
  await page.getByLabel("Title").fill("Now at both airports");
  await save(page, "Saved. Visitors now see your changes.");
  await visitor.go("/blog");
  await visitor.page.getByRole("link", { name: "Now at both airports" }).waitFor();
  expect(visitor.faults).toEqual([]);
  expect(owner.faults).toEqual([]);
});

const script = "<script>planted=1</script><img src=x onerror=planted=1>";

test("a script in every field stays text on every page", async () => {
  const { page } = owner;
  /** Fills in every field of the form that takes any text, and returns how many there were. */
  const setCookies = async (known: Record<string, string>) => {
    const form = page
      .locator("form")
      .filter({ has: page.getByRole("button", { name: /^(Save|Add)$/ }) });
    const fields = await form.locator("input[type=text], textarea").all();
    let cookieCount = 0;
    for (const field of fields) {
      const name = (await field.getAttribute("name")) ?? "";
      const own = known[name.replace("value.", "")];
      if (own !== undefined) await field.fill(own);
      else {
        cookieCount++;
        await field.fill(`${cookieCount} ${script}`);
      }
    }
    return cookieCount;
  };
  const cookieCount: Record<string, number> = {};
  for (const at of ["page/home", "page/about", "page/contact-us", "service/home-care"]) {
    await owner.go(`/dispatch/dashboard/website/${at}`);
    cookieCount[at] = await setCookies({ priceFromMinor: "" });
    await save(page, "Saved. Visitors now see your changes.");
  }
  const others: Record<string, Record<string, string>> = {
    service: { priceFromMinor: "", slug: "planted" },
    post: { slug: "planted" },
    faq: {},
    member: {},
    milestone: { when: "2019-05" },
    banner: { link: "/faq" },
  };
  for (const [kind, known] of Object.entries(others)) {
    await owner.go(`/dispatch/dashboard/website/${kind}/new`);
    cookieCount[kind] = await setCookies(known);
    await page.getByLabel("Visibility").selectOption("published");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForURL("**/dispatch/dashboard/website?**");
  }
  // Every kind has text fields, and a page also has those of its sections.
  expect(Object.values(cookieCount).every((fields) => fields >= 2)).toBe(true);
  expect(cookieCount["page/home"]).toBeGreaterThan(6);

  const paths = [
    "/",
    "/about",
    "/contact-us",
    "/services",
    "/services/home-care",
    "/services/planted",
    "/faq",
    "/team",
    "/history",
    "/blog",
    "/blog/planted",
    "/joinUs",
  ];
  for (const path of paths) {
    await visitor.go(path);
    const found = await visitor.page.evaluate(() => ({
      ran: "planted" in globalThis,
      images: document.querySelectorAll('img[src="x"], img[onerror]').length,
      scripts: [...document.scripts].filter(({ text }) => text === "planted=1").length,
      // Only the banner is on every page.
      shown: document.querySelector("aside")?.textContent.includes("<script>planted=1</script>"),
    }));
    expect([path, found]).toEqual([path, { ran: false, images: 0, scripts: 0, shown: true }]);
  }
  expect(visitor.faults).toEqual([]);
});
