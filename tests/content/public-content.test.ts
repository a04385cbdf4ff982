/** What visitors read on the operator's site, and when its pages are rendered again. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { settings } from "../../db/schema/settings";
import { contentItems, type contentStates } from "../../db/schema/content";
import type {
  FaqAnswer,
  OverviewAnswer,
  PageAnswer,
  PostAnswer,
  PostsAnswer,
  RichNodes,
  RichNode,
  ServiceAnswer,
} from "../../src/content/contract";
import { plainText } from "../../src/content/rich-text";
import { contentRevision, announceDueContent } from "../../src/content/revision";
import { PageKey } from "../../src/content/content-values-contract";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { createTestServer, START, type TestServer } from "../support/server";

const HOUR = 3_600_000;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", BRAND: "Zebra *Cars*" });
});
afterEach(() => server.close());

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await server.browser().get(`/content${path}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

function insert(
  kind: "post" | "banner" | "member",
  key: string,
  row: {
    value: Record<string, unknown>;
    state?: (typeof contentStates)[number];
    publishedAt?: number;
  },
) {
  server.deps.db
    .insert(contentItems)
    .values({
      id: Bun.randomUUIDv7(),
      kind,
      key,
      state: "published",
      position: 10,
      version: 1,
      createdAt: START,
      updatedAt: START,
      ...row,
    })
    .run();
  server.deps.bus.publish({ type: "content" });
}

const post = (title: string) => ({
  title,
  summary: "In short.",
  body: "At **length**.",
  cover: null,
  author: "The office",
});

const linksOf = (rich: RichNodes): string[] => {
  const of = (node: RichNode): string[] =>
    typeof node === "string"
      ? []
      : [...(node.href ? [node.href] : []), ...(node.c ?? []).flatMap(of)];
  return rich.flatMap(of);
};

describe("the standard texts of the website", () => {
  test.each(PageKey.options)("fill the page %s, with all facts put in", async (key) => {
    server.deps.db.update(settings).set({ town: "Musanze", phone: "+250 788 000 000" }).run();
    const { page } = await read<PageAnswer>(`/pages/${key}`);
    expect(page.heading.length).toBeGreaterThan(5);
    expect(page.description.length).toBeLessThan(200);
    const all = [page.heading, page.lead, page.description];
    for (const { title, text } of page.sections) all.push(title, plainText(text));
    expect(all.join("\n")).not.toMatch(/[{}]|undefined/);
    expect(all.join("\n")).toMatch(/Musanze|Zebra \*Cars\*|car/);
  });

  test("show signs in the brand as they are, not as Markdown", async () => {
    const { page } = await read<PageAnswer>("/pages/about");
    expect(page.lead).toContain("Zebra *Cars*");
  });

  test("state the cancellation and waiting rules of the price list", async () => {
    const { page } = await read<PageAnswer>("/pages/pricing");
    const pageText = page.sections.map(({ text }) => plainText(text)).join("\n");
    expect(pageText).toContain(
      "Cancelling is free until 2 hours before the pickup. After that, cancelling costs 50 % of the fare.",
    );
    expect(pageText).toContain(
      "Cancelling once the driver is on the way, or not showing up, costs the whole fare.",
    );
    expect(pageText).toContain(
      "Waiting is free for 10 minutes at the pickup, 1 hour at the airport and 20 minutes on care rides.",
    );
  });

  test("say that free waiting starts at landing only if flights are followed", async () => {
    const texts = async (language: string) => {
      const faq = await read<FaqAnswer>(`/faq?language=${language}`);
      const entries = faq.categories.flatMap((category) => category.entries);
      return ["delay", "waiting"].map((key) => entries.find((each) => each.key === key)?.plain);
    };
    const before = new Map<string, (string | undefined)[]>();
    for (const language of languageCodes) before.set(language, await texts(language));
    expect(before.get("en")?.[0]).toBe(
      "Give us the flight number when you book. If your flight is late, call our office so that we can change the pickup time: the free waiting time starts then.",
    );
    expect(before.get("en")?.[1]).toContain("1 hour at the airport and");
    const dailyQuestions = 10;
    const connection = {
      provider: "aeroapi",
      apiKey: "key",
      apiUrl: "http://127.0.0.1:1",
    } as const;
    Object.assign(server.deps.config, { flights: { ...connection, dailyQuestions } });
    expect(await texts("en")).toEqual([
      "Give us the flight number when you book. At the airport, the free waiting time starts when you land, not at the time you booked, so a late flight does not use it up.",
      expect.stringContaining("1 hour at the airport (counted from the landing) and"),
    ]);
    for (const language of languageCodes) {
      const [delay = "", waiting = ""] = await texts(language);
      const [otherDelayText = "", otherWaitingText = ""] = before.get(language) ?? [];
      expect([language, delay === otherDelayText, waiting === otherWaitingText]).toEqual([
        language,
        false,
        false,
      ]);
      expect(`${delay}${otherDelayText}${waiting}${otherWaitingText}`).not.toMatch(
        /[{}]|undefined/,
      );
    }
  });

  test("have three services, each with a page", async () => {
    const { services, hasTeam, hasHistory, hasPosts, hasFaq } = await read<OverviewAnswer>("");
    expect(services.map(({ slug }) => slug)).toEqual([
      "home-care",
      "language-translation",
      "depanage",
    ]);
    expect({ hasTeam, hasHistory, hasPosts, hasFaq }).toEqual({
      hasTeam: false,
      hasHistory: false,
      hasPosts: false,
      hasFaq: true,
    });
    for (const { slug } of services) {
      const { service } = await read<ServiceAnswer>(`/services/${slug}`);
      expect(service.isBuiltIn).toBe(true);
      expect(plainText(service.body).length).toBeGreaterThan(300);
    }
    expect((await server.browser().get("/content/services/none")).status).toBe(404);
  });

  test("answer questions by category, with links only to the website's own pages", async () => {
    const { categories } = await read<FaqAnswer>("/faq");
    expect(categories.length).toBeGreaterThanOrEqual(5);
    const entries = categories.flatMap((category) => category.entries);
    expect(entries.length).toBeGreaterThanOrEqual(20);
    for (const { answer, plain } of entries) {
      expect(plain).toBe(plainText(answer));
      expect(plain).not.toMatch(/[{}]/);
      for (const link of linksOf(answer)) expect(link).toMatch(/^\/[a-z]/);
    }
  });
});

describe("posts", () => {
  test("appear at their time, newest first, and name the posts before and after", async () => {
    insert("post", "old", { value: post("Old"), publishedAt: START - 2 * HOUR });
    insert("post", "new", { value: post("New"), publishedAt: START - HOUR });
    insert("post", "later", {
      value: post("Later"),
      state: "scheduled",
      publishedAt: START + HOUR,
    });
    insert("post", "draft", { value: post("Draft"), state: "draft" });
    const titles = async () => (await read<PostsAnswer>("/posts")).posts.map(({ title }) => title);
    expect(await titles()).toEqual(["New", "Old"]);
    expect((await server.browser().get("/content/posts/later")).status).toBe(404);
    expect((await server.browser().get("/content/posts/draft")).status).toBe(404);
    server.advance(HOUR);
    expect(await titles()).toEqual(["Later", "New", "Old"]);
    const { older, newer, post: shown } = await read<PostAnswer>("/posts/new");
    expect([older?.slug, newer?.slug]).toEqual(["old", "later"]);
    expect(shown.body).toEqual([{ t: "p", c: ["At ", { t: "strong", c: ["length"] }, "."] }]);
  });

  test("answer 410 once they are withdrawn", async () => {
    insert("post", "gone", { value: post("Gone"), state: "withdrawn", publishedAt: START - HOUR });
    const answer = await server.browser().get("/content/posts/gone");
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      410,
      "content.gone",
    ]);
  });

  test("come twelve to a page, and a page past the end is empty", async () => {
    for (let at = 0; at < 14; at++)
      insert("post", `post-${at}`, { value: post(`Post ${at}`), publishedAt: START - at });
    expect(await read<PostsAnswer>("/posts?page=2")).toMatchObject({ page: 2, pages: 2 });
    expect((await read<PostsAnswer>("/posts?page=2")).posts).toHaveLength(2);
    expect((await read<PostsAnswer>("/posts?page=9")).posts).toEqual([]);
    expect((await server.browser().get("/content/posts?page=0")).status).toBe(400);
  });
});

describe("the content revision", () => {
  test("grows with content and settings, and when a scheduled post is due", () => {
    const { deps } = server;
    const first = contentRevision(deps);
    expect(contentRevision(deps)).toBe(first);
    insert("post", "later", {
      value: post("Later"),
      state: "scheduled",
      publishedAt: START + HOUR,
    });
    const second = contentRevision(deps);
    expect(second).toBeGreaterThan(first);
    server.advance(HOUR - 1);
    expect(contentRevision(deps)).toBe(second);
    server.advance(1);
    expect(contentRevision(deps)).toBe(second + 1);
    deps.bus.publish({ type: "settings", version: 2 });
    expect(contentRevision(deps)).toBe(second + 2);
  });

  test("is announced to cached pages when a banner starts and ends", async () => {
    insert("banner", "snow", {
      // From 11:00 to 12:00 in Kigali.
      value: {
        text: "Snow in {town}",
        link: "/blog",
        linkText: "More",
        tone: "notice",
        from: "2026-11-20T11:00",
        until: "2026-11-20T12:00",
      },
    });
    let told = 0;
    const look = announceDueContent(server.deps);
    server.deps.bus.listen((event) => {
      if (event.type === "content") told++;
    });
    const countBanners = async () => (await read<OverviewAnswer>("")).banners.length;
    const seen: [number, number][] = [];
    for (let step = 0; step < 4; step++) {
      look();
      seen.push([told, await countBanners()]);
      server.advance(HOUR);
    }
    expect(seen).toEqual([
      [0, 0],
      [1, 1],
      [2, 0],
      [2, 0],
    ]);
  });
});
