/** Every page of the public site in a real browser, at three sizes, in both themes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { examplePost, exampleService, publish } from "../support/content";
import { openWindow, visit } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";

const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};
const paths = [
  "/",
  "/about",
  "/services",
  "/services/home-care",
  "/services/language-translation",
  "/services/depanage",
  "/home-care",
  "/language-translation",
  "/depanage",
  "/company-account",
  "/lost-property",
  "/found-property",
  "/faq",
  "/team",
  "/history",
  "/blog",
  "/blog/new-cars",
  "/joinUs",
  "/pricing",
  "/fleet",
  "/request-ride",
];

let server: TestServer;
let runningServer: RunningServer;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1" });
  publish(server, "post", "new-cars", examplePost("New cars"));
  publish(server, "member", "ada", {
    name: "Ada Uwase",
    role: "Dispatch",
    text: "Knows every road.",
    picture: null,
  });
  publish(server, "milestone", "first", {
    when: "2019-03",
    title: "The first car",
    text: "One car and one phone.",
  });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  server?.close();
});

async function open(options: BrowserContextOptions) {
  const visit = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await visit.newPage();
  return { page, close: () => visit.close() };
}

test("every page passes axe and fits on a phone, a tablet and a desktop, in both themes", async () => {
  const window = await openWindow(browser, origin, "desktop");
  const screens = Object.fromEntries([...paths, "/nowhere"].map((path) => [path, path]));
  await visit(window, screens, "phone", "tablet", "desktop");
  expect(window.faults).toEqual([]);
  await window.close();
}, 300_000);

describe("the public site without scripts", () => {
  test("every link in the header, the footer and the lists leads to a page", async () => {
    const { page, close } = await open({ viewport: sizes.phone, javaScriptEnabled: false });
    const links = new Set<string>();
    for (const path of paths) {
      await page.goto(origin + path);
      const found = await page
        .locator("header a, footer a, main h2 a, main h3 a, main nav a")
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      for (const href of found) if (href.startsWith(origin)) links.add(href);
    }
    expect(links.size).toBeGreaterThan(15);
    const answers = await Promise.all(
      [...links].map(async (href) => [href, (await fetch(href)).status] as const),
    );
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    await close();
  });

  test("every page has a title and a description of its own", async () => {
    const { page, close } = await open({ viewport: sizes.desktop, javaScriptEnabled: false });
    const said: string[] = [];
    for (const path of paths) {
      await page.goto(origin + path);
      const description = page.locator('meta[name="description"]');
      expect([path, await description.count()]).toEqual([path, 1]);
      said.push(await page.title(), String(await description.getAttribute("content")));
    }
    expect(new Set(said).size).toBe(2 * paths.length);
    await close();
  });

  test("a question opens its answer", async () => {
    const { page, close } = await open({ viewport: sizes.phone, javaScriptEnabled: false });
    await page.goto(`${origin}/faq`);
    const answer = page.getByText("Add the stops when you book");
    expect(await answer.isVisible()).toBe(false);
    await page.getByRole("heading", { name: "Can the driver stop on the way?" }).click();
    expect(await answer.isVisible()).toBe(true);
    await close();
  });
});

test("very long words stay within a phone's window", async () => {
  const word = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";
  const text = `## ${word}\n\n${word} **${word}**\n\n- ${word}\n\n> ${word}\n\n| ${word} | ${word} |\n| - | - |\n| ${word} | b |`;
  publish(server, "service", "long", { ...exampleService(word), body: text, priceFromMinor: 1e9 });
  publish(server, "post", "long", {
    ...examplePost(word),
    summary: word,
    body: text,
    author: word,
  });
  publish(server, "member", "long", { name: word, role: word, text, picture: null });
  publish(server, "milestone", "long", { when: "2020-02", title: word, text });
  const { page, close } = await open({ viewport: sizes.phone });
  const overflowWidths: Record<string, number> = {};
  for (const path of [
    "/",
    "/services",
    "/services/long",
    "/blog",
    "/blog/long",
    "/team",
    "/history",
  ]) {
    await page.goto(origin + path, { waitUntil: "networkidle" });
    const by = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (by > 0) overflowWidths[path] = by;
  }
  expect(overflowWidths).toEqual({});
  await close();
  server.deps.db.$client.run("UPDATE content_items SET state = 'withdrawn' WHERE key = 'long'");
  server.deps.bus.publish({ type: "content" });
});

test("four services fill their rows evenly", async () => {
  publish(server, "service", "school-runs", exampleService("School runs"));
  for (const [size, rows] of [
    ["tablet", [2, 2]],
    ["desktop", [4]],
  ] as const) {
    const { page, close } = await open({ viewport: sizes[size] });
    await page.goto(`${origin}/services`);
    const cards = page.locator("li", { has: page.getByRole("heading", { name: "School runs" }) });
    const tops = await cards.evaluate((card) =>
      [...(card.parentElement?.children ?? [])].map((each) => each.getBoundingClientRect().top),
    );
    const rowLengths = [...Map.groupBy(tops, (top) => top).values()].map(({ length }) => length);
    expect(rowLengths).toEqual([...rows]);
    await close();
  }
});

test("the drawings come from the illustrations file and are not empty", async () => {
  const { page, close } = await open({ viewport: sizes.desktop });
  await page.goto(`${origin}/about`, { waitUntil: "networkidle" });
  const drawing = page.locator("main svg use").first();
  expect(await drawing.getAttribute("href")).toBe("/illustrations.svg#office");
  const box = await drawing.evaluate((use) => (use as SVGUseElement).getBBox().width);
  expect(box).toBeGreaterThan(0);
  await close();
});

test("a newly published post shows on a cached page", async () => {
  const { page, close } = await open({ viewport: sizes.desktop });
  await page.goto(`${origin}/blog`);
  expect(await page.getByRole("heading", { name: "Two vans more" }).count()).toBe(0);
  publish(server, "post", "two-vans-more", examplePost("Two vans more"));
  await page.goto(`${origin}/blog`);
  expect(await page.getByRole("heading", { name: "Two vans more" }).count()).toBe(1);
  await close();
});
