/** Visits the demo operator's whole public site, from its first page through every link. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fillDemo } from "../../src/demo/fill";
import { type RunningServer, startServer } from "../../src/server/server";
import { schemaFaults } from "../support/schema-org";
import { createTestServer, type TestServer } from "../support/server";

const origin = "https://rides.example.com";

/** A page as received, with the parts that the tests check. */
interface CrawledSite {
  path: string;
  status: number;
  language: string;
  type: string;
  /** The target of its redirect for visitors without a session, or null. */
  location: string | null;
  title: string[];
  /** All values of each meta tag, by its name or property. */
  metas: Map<string, string[]>;
  canonical: string[];
  headings: number;
  imagesWithoutAlt: string[];
  links: string[];
  /** Links that mark the page itself, or its part of the site, as current. */
  current: string[];
  pictures: string[];
  data: string[];
}

let server: TestServer;
let runningServer: RunningServer;
let crawledSites: Map<string, CrawledSite>;

beforeAll(async () => {
  server = await createTestServer({
    RATE_LIMITS: "off",
    PORT: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: origin,
    BRAND: "Zebra",
  });
  await fillDemo(server.deps);
  runningServer = startServer(server.deps, new AbortController());
  crawledSites = await walk();
}, 180_000);
afterAll(async () => {
  await runningServer.stop();
  server.close();
});

const visit = (path: string) =>
  fetch(`http://localhost:${runningServer.port}${path}`, {
    redirect: "manual",
    headers: { "user-agent": "Mozilla/5.0" },
  });

async function walk(): Promise<Map<string, CrawledSite>> {
  const found = new Map<string, CrawledSite>();
  const pathsToVisit = ["/"];
  for (let path = pathsToVisit.shift(); path !== undefined; path = pathsToVisit.shift()) {
    if (found.has(path)) continue;
    const page = await look(path);
    found.set(path, page);
    // If a page requires sign-in, the walk continues at the sign-in page.
    if (page.location) pathsToVisit.push(page.location);
    pathsToVisit.push(...page.links);
  }
  return found;
}

async function look(path: string): Promise<CrawledSite> {
  const answer = await visit(path);
  const location = answer.headers.get("location");
  const page: CrawledSite = {
    path,
    status: answer.status,
    language: answer.headers.get("content-language") ?? "",
    type: answer.headers.get("content-type") ?? "",
    location: location && within(location, path),
    title: [],
    metas: new Map(),
    canonical: [],
    headings: 0,
    imagesWithoutAlt: [],
    links: [],
    current: [],
    pictures: [],
    data: [],
  };
  const robots = answer.headers.get("x-robots-tag");
  if (robots) page.metas.set("robots", [robots]);
  if (!page.type.startsWith("text/html")) return page;
  let text = "";
  const collectText = (collected: string[]) => ({
    element(element: HTMLRewriterTypes.Element) {
      text = "";
      element.onEndTag(() => void collected.push(text));
    },
    text(chunk: HTMLRewriterTypes.Text) {
      text += chunk.text;
    },
  });
  const rewriter = new HTMLRewriter()
    .on("head title", collectText(page.title))
    .on('script[type="application/ld+json"]', collectText(page.data))
    .on("head meta", {
      element(element) {
        const name = element.getAttribute("name") ?? element.getAttribute("property");
        if (!name) return;
        const all = page.metas.get(name) ?? [];
        page.metas.set(name, [...all, element.getAttribute("content") ?? ""]);
      },
    })
    .on('head link[rel="canonical"]', {
      element: (element) => void page.canonical.push(element.getAttribute("href") ?? ""),
    })
    .on("h1", { element: () => void page.headings++ })
    .on("img", {
      element(element) {
        if (element.getAttribute("alt") === null)
          page.imagesWithoutAlt.push(String(element.getAttribute("src")));
        page.pictures.push(element.getAttribute("src") ?? "");
      },
    })
    .on("a[href]", {
      element(element) {
        const to = within(element.getAttribute("href") ?? "", path);
        if (!to) return;
        page.links.push(to);
        if (element.getAttribute("aria-current") === "page") page.current.push(to);
      },
    });
  await rewriter.transform(answer).text();
  return page;
}

/** Returns a link as a path of this site, without its fragment, or null if it leads elsewhere. */
function within(href: string, from: string): string | null {
  const {
    protocol,
    origin: to,
    pathname,
    search,
  } = new URL(href.replaceAll("&amp;", "&"), origin + from);
  return /^https?:$/.test(protocol) && to === origin ? pathname + search : null;
}

const first = (page: CrawledSite, name: string) => page.metas.get(name)?.[0] ?? "";
const isUnlisted = (page: CrawledSite) =>
  (page.metas.get("robots") ?? []).some((text) => text.includes("noindex"));
/** Returns the separate pages: no redirects, and no copy of a page with search parameters. */
const listedSites = () =>
  [...crawledSites.values()].filter(
    (page) => page.status === 200 && !isUnlisted(page) && page.canonical[0] === origin + page.path,
  );

test("no link of the site is dead", () => {
  expect(crawledSites.size).toBeGreaterThan(20);
  const brokenLinks = [...crawledSites.values()].filter(
    ({ status, location }) => status !== 200 && !(status === 303 && location),
  );
  expect(brokenLinks.map(({ path, status }) => `${path}: ${status}`)).toEqual([]);
});

test("every picture exists and has an alternative text", async () => {
  const pages = [...crawledSites.values()];
  expect(pages.flatMap(({ imagesWithoutAlt }) => imagesWithoutAlt)).toEqual([]);
  const shared = listedSites().map((page) => first(page, "og:image").slice(origin.length));
  const addresses = new Set([...pages.flatMap(({ pictures }) => pictures), ...shared]);
  for (const address of addresses) {
    const answer = await visit(address);
    expect([address, answer.status]).toEqual([address, 200]);
    expect(answer.headers.get("content-type")).toStartWith("image/");
  }
}, 180_000);

describe("each page", () => {
  test("has one h1, one title and one description, unique among listed pages", () => {
    const pages = [...crawledSites.values()].filter(
      ({ type, status }) => status === 200 && type.startsWith("text/html"),
    );
    for (const { path, headings, title } of pages)
      expect([path, headings, title.length, title[0] !== ""]).toEqual([path, 1, 1, true]);
    const seen = new Map<string, string>();
    for (const page of listedSites()) {
      const descriptions = page.metas.get("description") ?? [];
      expect([page.path, descriptions.length]).toEqual([page.path, 1]);
      for (const headline of [page.title[0] ?? "", descriptions[0] ?? ""]) {
        expect([page.path, headline.length > 5]).toEqual([page.path, true]);
        // Further pages of the news have the description of the first.
        const isRepeatAllowed = page.path.includes("/blog?") && headline === descriptions[0];
        // Text that staff wrote in only one language is shown in all languages.
        const key = `${page.language} ${headline}`;
        if (!isRepeatAllowed) expect([page.path, seen.get(key)]).toEqual([page.path, undefined]);
        seen.set(key, page.path);
      }
    }
  });

  test("has one canonical address, or asks not to be listed", () => {
    for (const page of crawledSites.values()) {
      if (page.status !== 200 || !page.type.startsWith("text/html")) continue;
      const { path, canonical } = page;
      expect([path, isUnlisted(page) ? 0 : 1]).toEqual([path, canonical.length]);
      if (isUnlisted(page)) continue;
      const address = canonical[0] ?? "";
      expect(address).toStartWith(`${origin}/`);
      expect([path, crawledSites.has(address.slice(origin.length))]).toEqual([path, true]);
      expect(first(page, "og:url")).toBe(address);
    }
  });

  test("marks a link as current only if it leads to the page or its part of the site", () => {
    for (const { path, current } of crawledSites.values())
      expect([path, ...current.filter((to) => !`${path}/`.startsWith(`${to}/`))]).toEqual([path]);
  });

  test("has the tags that a shared link needs", () => {
    for (const page of listedSites()) {
      for (const name of ["og:title", "og:description", "og:image", "og:image:alt", "og:site_name"])
        expect([page.path, name, first(page, name) !== ""]).toEqual([page.path, name, true]);
      expect(first(page, "twitter:card")).toBe("summary_large_image");
      expect(first(page, "og:image")).toStartWith(`${origin}/`);
    }
  });

  test("has structured data that schema.org knows", () => {
    for (const page of listedSites()) {
      expect([page.path, page.data.length]).toEqual([page.path, 1]);
      expect([page.path, ...schemaFaults(JSON.parse(page.data[0] ?? ""))]).toEqual([page.path]);
    }
    const types = listedSites().flatMap(({ data }) =>
      (JSON.parse(data[0] ?? "") as { "@graph": { "@type": string }[] })["@graph"].map(
        (thing) => thing["@type"],
      ),
    );
    for (const type of [
      "LocalBusiness",
      "TaxiService",
      "FAQPage",
      "BlogPosting",
      "Service",
      "BreadcrumbList",
    ])
      expect(types).toContain(type);
  });
});

test("the sitemap lists exactly the crawled pages, and its posts have a date", async () => {
  const answer = await visit("/sitemap.xml");
  expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const text = await answer.text();
  const entries = [
    ...text.matchAll(
      /<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?(?:<xhtml:link [^>]*>)*<\/url>/g,
    ),
  ];
  const named = entries.map(([, address]) => address ?? "");
  expect(named.toSorted()).toEqual(
    listedSites()
      .map(({ path }) => origin + path)
      .toSorted(),
  );
  const days = entries.filter(([, address]) => address?.includes("/blog/")).map(([, , day]) => day);
  expect(days.length).toBeGreaterThan(2);
  for (const day of days) expect(Date.parse(day ?? "")).toBeLessThanOrEqual(server.deps.now());
});

test("robots.txt names the sitemap and allows every listed page", async () => {
  const text = await (await visit("/robots.txt")).text();
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, path]) => ({
    allowed: kind === "Allow",
    path: path ?? "",
  }));
  const isAllowed = (path: string) =>
    rules
      .filter((rule) => path.startsWith(rule.path))
      .toSorted((a, b) => b.path.length - a.path.length)[0]?.allowed ?? true;
  for (const { path } of listedSites()) expect([path, isAllowed(path)]).toEqual([path, true]);
  expect(isAllowed("/backend/content/pictures/a.jpg")).toBe(true);
  for (const path of ["/backend/auth/me", "/dispatch/dashboard", "/driver/dashboard"])
    expect([path, isAllowed(path)]).toEqual([path, false]);
});
