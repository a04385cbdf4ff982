/** The public site's pages are cached, and every change by staff is visible at the next visit. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { contentItems } from "../../db/schema/content";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import type { ContentItemAnswer } from "../../src/content/content-desk-contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { examplePost, publish } from "../support/content";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;

let server: TestServer;
let runningServer: RunningServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(server.deps, new AbortController());
  owner = await signInAdmin(server);
});
afterEach(async () => {
  await runningServer.stop();
  server.close();
});

function visit(path: string, headers: Record<string, string> = {}, method = "GET") {
  return fetch(`http://localhost:${runningServer.port}${path}`, {
    method,
    headers,
    redirect: "manual",
  });
}

/** Returns the page that a visitor reads, without scripts, which repeat its texts. */
async function read(path: string): Promise<string> {
  const html = await (await visit(path)).text();
  return html.replace(/<script\b.*?<\/script>/gs, "");
}

/** Returns whether a text is on the page that a visitor reads. */
const shows = async (path: string, text: string) => (await read(path)).includes(text);

async function changeSettings(topic: string, change: Record<string, unknown>) {
  const path = `/admin/settings/${topic}`;
  const { rules, version } = (await (await owner.get(path)).json()) as {
    rules: object;
    version: number;
  };
  expect((await owner.put(path, { ...rules, version, ...change })).status).toBe(200);
}

/** Returns whether a page comes from the cache; only cached pages have an `ETag`. */
const isKept = (answer: Response) => answer.headers.has("etag");

async function changeItem(kind: string, key: string, change: Record<string, unknown>) {
  const path = `/admin/content/${kind}/${key}`;
  const { item } = (await (await owner.get(path)).json()) as ContentItemAnswer;
  const { value, state, publishAt } = item;
  const was = { value, state, publishAt };
  const answer = await owner.put(path, {
    kind,
    state,
    publishAt,
    value: { ...value, ...change },
    was,
  });
  expect(answer.status).toBe(200);
}

test("a post with thousands of nested quotes is saved and shown", async () => {
  const body = `${"> ".repeat(9_000)}bottom`;
  publish(server, "post", "deep", examplePost("A deep one"));
  await changeItem("post", "deep", { body });
  expect((await visit("/backend/content/posts/deep")).status).toBe(200);
  expect((await owner.post("/admin/content-preview", { text: body })).status).toBe(200);
  const page = await visit("/blog/deep");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("bottom");
  expect((await visit("/blog")).status).toBe(200);
});

const paths = [
  "/",
  "/about",
  "/services",
  "/services/home-care",
  "/faq",
  "/team",
  "/history",
  "/blog",
  "/blog/new-cars",
  "/joinUs",
  "/contact-us",
  "/home-care",
  "/language-translation",
  "/depanage",
  "/company-account",
  "/lost-property",
  "/found-property",
  "/driver-apply",
  "/pricing",
  "/fleet",
  "/request-ride",
];

test("every page is cached, and shows a new phone number and colour at once", async () => {
  publish(server, "post", "new-cars", examplePost("New cars"));
  const all = async (text: string) => {
    const found = await Promise.all(paths.map(async (path) => [path, await shows(path, text)]));
    return found.filter(([, is]) => is).map(([path]) => path);
  };
  expect(await all("+250788123456")).toEqual([]);
  const answers = await Promise.all(paths.map((path) => visit(path)));
  expect(paths.filter((_, at) => !isKept(answers[at] ?? Response.error()))).toEqual([]);
  await changeSettings("contact", { phone: "+250 788 123 456" });
  expect(await all("+250788123456")).toEqual(paths);
  expect(await all("/assets/accent-7a1f2b.css")).toEqual([]);
  await changeSettings("brand", { accent: "#7a1f2b" });
  expect(await all("/assets/accent-7a1f2b.css")).toEqual(paths);
});

describe("the cached website", () => {
  test("shows a new text of a page at once", async () => {
    await read("/about");
    await changeItem("page", "about", { heading: "Cars since 1994" });
    expect(await shows("/about", "Cars since 1994")).toBe(true);
  });

  test("shows a renamed service at once, on its own page, the list and the home page", async () => {
    for (const path of ["/", "/services", "/services/home-care", "/home-care"]) await read(path);
    await changeItem("service", "home-care", { name: "Care at the door" });
    for (const path of ["/", "/services", "/services/home-care", "/home-care", "/faq"])
      expect([path, await shows(path, "Care at the door")]).toEqual([path, true]);
  });

  test("shows a new question at once", async () => {
    await read("/faq");
    const answer = await owner.post("/admin/content", {
      kind: "faq",
      slug: "",
      state: "published",
      publishAt: "",
      value: { category: "Rides", question: "May my cat come?", answer: "In its **box**." },
    });
    expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
    expect(await shows("/faq", "May my cat come?")).toBe(true);
  });

  test("shows new prices as soon as they are published", async () => {
    expect(await shows("/faq", "50 % of the fare")).toBe(true);
    expect(await shows("/home-care", "17 minutes")).toBe(false);
    const draft = (await (await owner.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
    const { schedule } = draft;
    const [free, late] = schedule.cancellation.tiers;
    if (!free || !late) throw new Error("There are no tiers");
    const savedAnswer = await owner.put("/admin/fees/draft", {
      version: draft.version,
      schedule: {
        ...schedule,
        graceMinutes: { ...schedule.graceMinutes, home_care: 17 },
        cancellation: {
          ...schedule.cancellation,
          tiers: [free, { ...late, fee: { kind: "percent", percent: 35 } }],
        },
      },
    });
    expect(savedAnswer.status).toBe(200);
    expect(await shows("/faq", "50 % of the fare")).toBe(true);
    const publishedAnswer = await owner.post("/admin/fees/draft/publication", {
      version: draft.version + 1,
      startsLocal: null,
      reason: "Kinder",
    });
    expect(publishedAnswer.status).toBe(201);
    expect(await shows("/faq", "35 % of the fare")).toBe(true);
    expect(await shows("/home-care", "17 minutes")).toBe(true);
  });

  test("shows a renamed vehicle class at once on the home page", async () => {
    expect(await shows("/", "Executive SUV")).toBe(true);
    type Class = { id: string; name: string; vehicles: number };
    const { vehicleClasses } = (await (await owner.get("/admin/vehicle-classes")).json()) as {
      vehicleClasses: Class[];
    };
    const suv = vehicleClasses.find(({ name }) => name === "Executive SUV");
    const { id, vehicles: _, ...form } = suv ?? { id: "", name: "", vehicles: 0 };
    const answer = await owner.put(`/admin/vehicle-classes/${id}`, { ...form, name: "Large SUV" });
    expect(answer.status).toBe(200);
    expect(await shows("/", "Large SUV")).toBe(true);
    expect(await shows("/", "Executive SUV")).toBe(false);
  });

  test("shows a new rate on the pages of prices and vehicles as soon as it is published", async () => {
    // With VAT.
    for (const path of ["/pricing", "/fleet"])
      expect([path, await shows(path, "6,555")]).toEqual([path, false]);
    const minPricesOn = async (path: string) =>
      [...(await (await visit(path)).text()).matchAll(/"minPrice":(\d+)/g)].map(([, at]) => at);
    expect(await minPricesOn("/pricing")).not.toContain("6555");
    const draft = (await (await owner.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
    const rates = draft.schedule.rates.map((each, at) =>
      at === 0 ? { ...each, minimumMinor: 5_555 } : each,
    );
    const { version } = draft;
    const schedule = { ...draft.schedule, rates };
    expect((await owner.put("/admin/fees/draft", { version, schedule })).status).toBe(200);
    const publishedAnswer = await owner.post("/admin/fees/draft/publication", {
      version: version + 1,
      startsLocal: null,
      reason: "Dearer",
    });
    expect(publishedAnswer.status).toBe(201);
    for (const path of ["/pricing", "/fleet"])
      expect([path, await shows(path, "6,555")]).toEqual([path, true]);
    // Search engines are told what the page shows.
    expect(await minPricesOn("/pricing")).toContain("6555");
    for (const path of ["/pricing", "/home-care"]) {
      const minPrices = await minPricesOn(path);
      expect([path, minPrices.length > 0]).toEqual([path, true]);
      for (const minPrice of minPrices)
        expect([path, await shows(path, Number(minPrice).toLocaleString("en"))]).toEqual([
          path,
          true,
        ]);
    }
  });

  test("shows a renamed vehicle class at once on the pages of prices and vehicles", async () => {
    for (const path of ["/pricing", "/fleet"])
      expect([path, await shows(path, "Executive SUV")]).toEqual([path, true]);
    type Class = { id: string; name: string; vehicles: number };
    const { vehicleClasses } = (await (await owner.get("/admin/vehicle-classes")).json()) as {
      vehicleClasses: Class[];
    };
    const suv = vehicleClasses.find(({ name }) => name === "Executive SUV");
    const { id, vehicles: _, ...form } = suv ?? { id: "", name: "", vehicles: 0 };
    const change = { ...form, name: "Large SUV" };
    expect((await owner.put(`/admin/vehicle-classes/${id}`, change)).status).toBe(200);
    for (const path of ["/pricing", "/fleet"])
      expect([path, await shows(path, "Large SUV")]).toEqual([path, true]);
  });

  test("shows a renamed place in an example at once", async () => {
    type Places = { places: { id: string; name: string; version: number }[] };
    expect(await shows("/pricing", "Amahoro Stadium")).toBe(true);
    const { places } = (await (await owner.get("/admin/places?q=Amahoro")).json()) as Places;
    const [stadium] = places;
    if (!stadium) throw new Error("There is no stadium");
    const renamedAnswer = await owner.put(`/admin/places/${stadium.id}`, {
      ...stadium,
      name: "Arena",
    });
    expect(renamedAnswer.status).toBe(200);
    expect(await shows("/pricing", "Amahoro Stadium")).toBe(false);
    expect(await shows("/pricing", "Arena")).toBe(true);
  });

  test("shows at once that booking is closed", async () => {
    expect(await shows("/", "Where to?")).toBe(true);
    await changeSettings("online", { bookingOpen: false, bookingClosedText: "Back on Monday" });
    expect(await shows("/", "Back on Monday")).toBe(true);
  });

  test("shows at once that a post is published, changed or deleted", async () => {
    expect(await shows("/blog", "No news yet")).toBe(true);
    publish(server, "post", "new-cars", examplePost("New cars"));
    expect(await shows("/blog", "New cars")).toBe(true);
    expect(await shows("/blog/new-cars", "New cars")).toBe(true);
    await changeItem("post", "new-cars", { title: "Newer cars" });
    expect(await shows("/blog", "Newer cars")).toBe(true);
    expect(await shows("/blog/new-cars", "Newer cars")).toBe(true);
    const deletedAnswer = await owner.delete("/admin/content/post/new-cars?seen=2");
    expect(deletedAnswer.status).toBe(200);
    expect(await shows("/blog", "Newer cars")).toBe(false);
    expect((await visit("/blog/new-cars")).status).toBeGreaterThanOrEqual(404);
  });
});

test("a scheduled post and a banner start and end on time without a change by staff", async () => {
  publish(server, "post", "later", examplePost("Out at noon"), START + HOUR);
  server.deps.db.update(contentItems).set({ state: "scheduled" }).run();
  publish(server, "banner", "fair", {
    text: "The fair is on",
    link: "",
    linkText: "",
    tone: "news",
    from: "2026-11-20T11:30",
    until: "2026-11-20T12:00",
  });
  expect(await shows("/blog", "Out at noon")).toBe(false);
  expect((await visit("/blog/later")).status).toBe(404);
  server.advance(HOUR - 1);
  expect(await shows("/blog", "Out at noon")).toBe(false);
  server.advance(1);
  expect(await shows("/blog", "Out at noon")).toBe(true);
  expect(await shows("/blog/later", "Out at noon")).toBe(true);
  expect(await shows("/about", "The fair is on")).toBe(false);
  server.advance(HOUR / 2);
  expect(await shows("/about", "The fair is on")).toBe(true);
  server.advance(HOUR / 2);
  expect(await shows("/about", "The fair is on")).toBe(false);
});

describe("the address of a cached page", () => {
  test("can have a query that the page does not read, and still hits the cache", async () => {
    await visit("/about");
    for (const search of ["?utm_source=news", "?a=1&b=2", "?", "?x=%F0%9F%9A%97"])
      expect([search, isKept(await visit(`/about${search}`))]).toEqual([search, true]);
    // The form in the browser reads the topic, so the page is cached.
    expect(isKept(await visit("/contact-us?topic=company"))).toBe(true);
  });

  test("misses the cache if it has a query that the page reads", async () => {
    const thanks = await visit("/contact-us?sent=yes", { "accept-encoding": "gzip" });
    expect(isKept(thanks)).toBe(false);
    expect(thanks.status).toBe(200);
    expect(thanks.headers.get("content-encoding")).toBe("gzip");
    expect(await shows("/contact-us?sent=yes", "Your name")).toBe(false);
    expect(await shows("/contact-us", "Your name")).toBe(true);
  });

  test("can name a page of the news, and answers 404 past the last one", async () => {
    for (let i = 0; i < 14; i++)
      publish(server, "post", `post-${i}`, examplePost(`Number ${i}`), START - i * HOUR);
    const second = await visit("/blog?page=2&utm_source=x");
    expect(isKept(second)).toBe(true);
    expect((await second.text()).includes("Number 13")).toBe(true);
    expect(await shows("/blog", "Number 13")).toBe(false);
    const none = await visit("/blog?page=3");
    expect([none.status, isKept(none)]).toEqual([404, false]);
  });

  test("adds nothing to the cache if it is in capitals or unknown", async () => {
    const upperCasePage = await visit("/ABOUT");
    expect([upperCasePage.status, isKept(upperCasePage)]).toEqual([200, false]);
    const unknown = await visit("/services/nothing");
    expect([unknown.status, isKept(unknown)]).toEqual([404, false]);
  });
});

describe("a request for a cached page", () => {
  test("gets the same page with and without a session, and no cookie", async () => {
    const cookie = [...owner.cookies].map((pair) => pair.join("=")).join("; ");
    const known = await visit("/", { cookie, "accept-language": "fr" });
    const stranger = await visit("/");
    expect(known.headers.get("etag")).toBe(stranger.headers.get("etag"));
    expect(known.headers.get("set-cookie")).toBeNull();
  });

  test("cannot put its Host header into the page", async () => {
    const html = await (await visit("/", { host: "evil.example.com" })).text();
    expect(html.includes("evil.example.com")).toBe(false);
    expect(await shows("/", "evil.example.com")).toBe(false);
  });

  test("with a current ETag gets 304, and the page after a change", async () => {
    const first = await visit("/about");
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("vary")).toBe("accept-encoding");
    const cachedAnswer = await visit("/about", { "if-none-match": etag });
    expect([cachedAnswer.status, await cachedAnswer.text()]).toEqual([304, ""]);
    expect(cachedAnswer.headers.get("content-security-policy")).toBeNull();
    const head = await visit("/about", {}, "HEAD");
    expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
    await changeItem("page", "about", { heading: "Cars since 1994" });
    const changedAnswer = await visit("/about", { "if-none-match": etag });
    expect(changedAnswer.status).toBe(200);
    expect((await changedAnswer.text()).includes("Cars since 1994")).toBe(true);
  });
});
