/** Pages for search engines and feed readers follow the content at once, and report removed content as removed. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { contentItems, contentPictures, type contentStates } from "../../db/schema/content";
import { settings } from "../../db/schema/settings";
import { defaultServices } from "../../src/content/default-offers";
import type { ContentValues } from "../../src/content/content-values-contract";
import { createSearchEnginePages } from "../../src/pages/search-engine-pages";
import { type RunningServer, startServer } from "../../src/server/server";
import { examplePost, exampleService, publish } from "../support/content";
import { createTestServer, START, type TestServer } from "../support/server";

const HOUR = 3_600_000;
const origin = "https://rides.example.com";

let server: TestServer;
let runningServer: RunningServer;
beforeEach(async () => {
  server = await createTestServer({
    RATE_LIMITS: "off",
    PORT: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: origin,
    BRAND: "Zebra & Sons",
  });
  runningServer = startServer(server.deps, new AbortController());
});
afterEach(async () => {
  await runningServer.stop();
  server.close();
});

const visit = (path: string) =>
  fetch(`http://localhost:${runningServer.port}${path}`, { redirect: "manual" });
const read = async (path: string) => (await visit(path)).text();

async function head(path: string): Promise<string> {
  return /<head>(.*?)(?:<style|<\/head>)/s.exec(await read(path))?.[1] ?? "";
}

function change(key: string, to: { state?: (typeof contentStates)[number]; removedAt?: number }) {
  server.deps.db.update(contentItems).set(to).where(eq(contentItems.key, key)).run();
  server.deps.bus.publish({ type: "content" });
}

describe("the sitemap", () => {
  const listed = async () =>
    [...(await read("/sitemap.xml")).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) =>
      (address ?? "").slice(origin.length),
    );

  test("lists existing public pages and no private or empty ones", async () => {
    const paths = await listed();
    for (const path of ["/", "/about", "/home-care", "/faq", "/reservation", "/driver-apply"])
      expect(paths).toContain(path);
    expect(paths).toContain("/zebrasonsClient");
    for (const path of [
      "/team",
      "/history",
      "/blog",
      "/blog/$id",
      "/trips",
      "/dispatch",
      "/design",
    ])
      expect(paths).not.toContain(path);
    expect(paths.filter((path) => /[$:{]|status|signin|track/.test(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test("gains and loses a post with the next request, also when its time comes", async () => {
    expect(await listed()).not.toContain("/blog/new-cars");
    publish(server, "post", "new-cars", examplePost("New cars"));
    expect(await listed()).toContain("/blog/new-cars");
    expect(await listed()).toContain("/blog");
    publish(server, "post", "later", examplePost("Later"), START + HOUR);
    expect(await listed()).not.toContain("/blog/later");
    server.advance(HOUR);
    expect(await listed()).toContain("/blog/later");
    change("new-cars", { state: "withdrawn" });
    expect(await listed()).not.toContain("/blog/new-cars");
  });

  test("lists each page of the news under its own address", async () => {
    for (let i = 0; i < 14; i++)
      publish(server, "post", `post-${i}`, examplePost(`Number ${i}`), START - i * HOUR);
    expect(await listed()).toContain("/blog?page=2");
    expect(await head("/blog?page=2")).toContain(`rel="canonical" href="${origin}/blog?page=2"`);
    expect(await head("/blog?page=2&utm_source=x")).toContain(`href="${origin}/blog?page=2"`);
  });
});

describe("the head of a page", () => {
  test("gives one canonical address for any spelling of the path", async () => {
    for (const path of ["/about", "/ABOUT", "/about?utm_source=x"])
      expect(await head(path)).toContain(`<link rel="canonical" href="${origin}/about"/>`);
    expect(await head("/zebrasonsClient")).toContain(`href="${origin}/zebrasonsClient"`);
    expect(await head("/ZEBRASONSCLIENT")).toContain(`href="${origin}/zebrasonsClient"`);
  });

  test.each([
    ["/services/Airport-Transfer", "/services/airport-transfer"],
    ["/Services/NIGHT-run", "/services/night-run"],
    ["/services/Home-Care", "/home-care"],
    ["/blog/New-Cars", "/blog/new-cars"],
    ["/BLOG/NEW-CARS", "/blog/new-cars"],
  ])("of %s gives the canonical address %s, in any letter case", async (path, one) => {
    publish(server, "post", "new-cars", examplePost("New cars"));
    for (const key of ["night-run", "airport-transfer"])
      publish(server, "service", key, exampleService(key));
    expect((await visit(path)).status).toBe(200);
    expect(await head(path)).toContain(`<link rel="canonical" href="${origin}${one}"/>`);
  });

  test("has the title of the post and a link to the feed", async () => {
    expect(await head("/about")).not.toContain("rss+xml");
    publish(server, "post", "new-cars", examplePost("New <b>cars</b>"));
    const tags = await head("/blog/new-cars");
    expect(tags).toContain('property="og:type" content="article"');
    expect(tags).toContain('property="og:title" content="New &lt;b&gt;cars&lt;/b&gt;"');
    expect(tags).toContain('property="og:site_name" content="Zebra &amp; Sons"');
    expect(tags).toMatch(
      /og:image" content="https:\/\/rides\.example\.com\/cards\/blog\/new-cars\.png\?\w+"/,
    );
    expect(tags).toContain('type="application/rss+xml"');
    expect(await head("/about")).toContain("rss+xml");
  });

  test("shows the operator's own picture if the page has one", async () => {
    const file = (width: number, kind: string) =>
      `${"0".repeat(31)}${width === 640 ? 1 : 2}.${kind}`;
    const size = (width: number, height: number) => ({
      width,
      height,
      webp: file(width, "webp"),
      jpeg: file(width, "jpg"),
    });
    const id = "a".repeat(32);
    const sizes = [size(640, 400), size(1280, 800)];
    server.deps.db
      .insert(contentPictures)
      .values({ id, width: 1280, height: 800, sizes, byName: "Ada", createdAt: START })
      .run();
    publish(server, "post", "new-cars", {
      ...examplePost("New cars"),
      cover: { id, alt: "Two cars at the lake" },
    });
    const tags = await head("/blog/new-cars");
    const address = `${origin}/backend/content/pictures/${file(1280, "jpg")}`;
    expect(tags).toContain(`property="og:image" content="${address}"`);
    expect(tags).toContain('property="og:image:width" content="1280"');
    expect(tags).toContain('property="og:image:alt" content="Two cars at the lake"');
    expect(tags).toContain(`"image":"${address}"`);
  });

  test("has a drawn picture with a signed address, and a forged address gets a 404", async () => {
    const address = /og:image" content="([^"]+)"/.exec(await head("/driver-apply"))?.[1] ?? "";
    const { pathname, search } = new URL(address);
    const answer = await visit(pathname + search);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    const [, title = "", signature = ""] = /^\/cards\/(.+)\.(.+)\.png$/.exec(pathname) ?? [];
    expect(Buffer.from(title, "base64url").toString()).toBe("Apply to drive");
    const forgedTitle = Buffer.from("Buy gold").toString("base64url");
    for (const path of [
      `${forgedTitle}.${signature}`,
      `${title}.${"A".repeat(43)}`,
      title,
      "no-such-page",
    ])
      expect([path, (await visit(`/cards/${path}.png`)).status]).toEqual([path, 404]);
  });

  test("has pictures that the server draws without blocking other requests", async () => {
    const keys = Array.from({ length: 10 }, (_, at) => `news-${at}`);
    for (const key of keys) publish(server, "post", key, examplePost(`The ${key} of today`));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const startedAt = last;
    await Promise.all(keys.map((key) => visit(`/cards/blog/${key}.png`)));
    clearInterval(timer);
    expect(longest).toBeLessThan((performance.now() - startedAt) / 2);
  });

  test("of an empty or private page asks not to be listed", async () => {
    for (const path of ["/team", "/history", "/blog", "/driver-apply/status", "/no-such-page"]) {
      const tags = await head(path);
      expect([path, tags.includes('name="robots" content="noindex"')]).toEqual([path, true]);
      expect([path, tags.includes("canonical")]).toEqual([path, false]);
    }
    publish(server, "member", "ada", { name: "Ada", role: "Dispatch", text: "", picture: null });
    expect(await head("/team")).toContain("canonical");
    for (const path of ["/dispatch", "/offline", "/zebrasonsDriver/DriverVerify"]) {
      const answer = await visit(path);
      const robotsTag =
        answer.headers.get("x-robots-tag") ?? (answer.status === 303 ? "sent on" : "");
      expect([path, robotsTag]).toEqual([path, answer.status === 303 ? "sent on" : "noindex"]);
    }
    const token = await visit("/track/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    expect(token.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect((await visit("/about")).headers.get("x-robots-tag")).toBeNull();
  });

  test("shows a new phone number at once", async () => {
    expect(await read("/about")).not.toContain('"telephone"');
    server.deps.db.update(settings).set({ phone: "+250788123456" }).run();
    server.deps.bus.publish({ type: "settings", version: 2 });
    expect(await head("/about")).toContain('"telephone":"+250788123456"');
  });
});

describe("a service with its own page", () => {
  const paint = {
    accentCss: () => "",
    mark: () => ({ ground: "#0e4f3d", ink: "#ffffff" }),
    surface: "#ffffff",
  };
  const routes = ["/", "/home-care", "/gardening", "/services/$slug"];
  const said = (path: string) => ({
    path,
    title: "Care",
    description: null,
    language: "en" as const,
    isTranslated: false,
  });

  test("has one canonical address and one entry in the sitemap, until it is withdrawn", async () => {
    const found = createSearchEnginePages({
      deps: server.deps,
      paint,
      routes: () => routes,
      isTranslated: () => false,
    });
    const listedText = async () => (await (await found.file("/sitemap.xml"))?.text()) ?? "";
    for (const path of ["/home-care", "/services/home-care"]) {
      const tags = found.head(said(path));
      expect(tags).toContain(`rel="canonical" href="${origin}/home-care"`);
      expect(tags).toContain('"@type":"Service"');
    }
    expect((await listedText()).match(/home-care/g)).toHaveLength(1);
    expect(await listedText()).toContain(`<loc>${origin}/services/depanage</loc>`);
    const value = { ...defaultServices["home-care"], picture: null } as ContentValues["service"];
    publish(server, "service", "home-care", value);
    expect((await listedText()).match(/home-care/g)).toHaveLength(1);
    change("home-care", { state: "withdrawn" });
    expect(await listedText()).not.toContain("home-care");
  });

  test("is not confused with a service that the operator named like another page", async () => {
    publish(server, "service", "gardening", {
      name: "Gardening",
      summary: "Beside the rides.",
      body: "",
      picture: null,
      priceFromMinor: null,
    });
    const found = createSearchEnginePages({
      deps: server.deps,
      paint,
      routes: () => routes,
      isTranslated: () => false,
    });
    expect(found.head(said("/gardening"))).not.toContain('"@type":"Service"');
    expect(found.head(said("/services/gardening"))).toContain(
      `href="${origin}/services/gardening"`,
    );
  });
});

describe("a post that no longer exists", () => {
  test.each([
    ["withdrawn", { state: "withdrawn" as const }],
    ["removed", { removedAt: START }],
  ])("answers 410 if it was %s", async (_, to) => {
    publish(server, "post", "new-cars", examplePost("New cars"));
    expect((await visit("/blog/new-cars")).status).toBe(200);
    expect((await visit("/cards/blog/new-cars.png")).status).toBe(200);
    change("new-cars", to);
    const answer = await visit("/blog/new-cars");
    expect([answer.status, answer.headers.get("etag")]).toEqual([410, null]);
    const html = await answer.text();
    expect(html).toContain("<title>This page no longer exists · Zebra &amp; Sons</title>");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain("This page has been removed.");
    expect(html).toContain('name="robots" content="noindex"');
    expect((await visit("/cards/blog/new-cars.png")).status).toBe(404);
    const never = await visit("/blog/never");
    expect(never.status).toBe(404);
    expect(await never.text()).toContain("<title>Page not found · Zebra &amp; Sons</title>");
  });
});

describe("the feed", () => {
  test("has the newest twenty posts in full, with absolute links", async () => {
    for (let i = 0; i < 22; i++)
      publish(server, "post", `post-${i}`, examplePost(`Number <${i}> & more`), START - i * HOUR);
    const answer = await visit("/blog/rss.xml");
    expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const text = await answer.text();
    const titles = [...text.matchAll(/<item><title>([^<]*)<\/title>/g)].map(([, title]) => title);
    expect(titles).toHaveLength(20);
    expect(titles[0]).toBe("Number &lt;0&gt; &amp; more");
    expect(text).toContain(`<link>${origin}/blog/post-0</link>`);
    expect(text).toContain("<pubDate>Fri, 20 Nov 2026 08:00:00 GMT</pubDate>");
    expect(text).toContain(`&lt;a href=&quot;${origin}/faq&quot;&gt;a link&lt;/a&gt;`);
    // Each element has its own end tag.
    const open: string[] = [];
    for (const [, end, name, alone] of text.matchAll(/<(\/?)([a-z][\w:]*)[^>]*?(\/?)>/gi)) {
      if (end) expect(open.pop()).toBe(name ?? "");
      else if (!alone) open.push(name ?? "");
    }
    expect(open).toEqual([]);
  });

  test("is empty before the first post", async () => {
    const text = await read("/blog/rss.xml");
    expect(text).toContain("<title>News from Zebra &amp; Sons</title>");
    expect(text).not.toContain("<item>");
  });

  test("names the main language of the site", async () => {
    expect(await read("/blog/rss.xml")).toContain("<language>en</language>");
    server.deps.db.update(settings).set({ riderLanguage: "fr" }).run();
    server.deps.bus.publish({ type: "settings", version: 2 });
    expect(await read("/blog/rss.xml")).toContain("<language>fr</language>");
  });
});

test("icons have the operator's colour and the sizes 16, 32 and 48", async () => {
  const svg = await visit("/favicon.svg");
  expect(svg.headers.get("content-type")).toBe("image/svg+xml");
  expect(await svg.text()).toContain("#0e4f3d");
  server.deps.db.update(settings).set({ accent: "#7a1f2b" }).run();
  server.deps.bus.publish({ type: "settings", version: 2 });
  expect(await read("/favicon.svg")).toContain("#7a1f2b");
  const icon = await visit("/favicon.ico");
  expect(icon.headers.get("content-type")).toBe("image/x-icon");
  const view = new DataView(await icon.arrayBuffer());
  expect([view.getUint16(0, true), view.getUint16(2, true), view.getUint16(4, true)]).toEqual([
    0, 1, 3,
  ]);
  for (const [place, size] of [16, 32, 48].entries()) {
    const at = 6 + place * 16;
    expect(view.getUint8(at)).toBe(size);
    const [length, start] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)];
    const picture = new Bun.Image(new Uint8Array(view.buffer, start, length));
    expect(await picture.metadata()).toMatchObject({ width: size, height: size, format: "png" });
  }
});
