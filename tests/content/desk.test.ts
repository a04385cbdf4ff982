/** Staff edit the public site: items are added, changed by several editors, scheduled, hidden, removed and restored. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { desc } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import type {
  FaqAnswer,
  HistoryAnswer,
  OverviewAnswer,
  PageAnswer,
  PostAnswer,
  PostsAnswer,
  RichNodes,
  RichNode,
  ServiceAnswer,
  TeamAnswer,
} from "../../src/content/contract";
import type {
  AddContent,
  ContentItemAnswer,
  ContentList,
  ContentVersions,
} from "../../src/content/content-desk-contract";
import { richTags } from "../../src/content/contract";
import { contentRevision } from "../../src/content/revision";
import { plainText, safeAddress } from "../../src/content/rich-text";
import type { ContentKind, PageValue } from "../../src/content/content-values-contract";
import type { Failure } from "../../src/settings/contract";
import { plantedScripts } from "../support/planted";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

type Item = ContentItemAnswer["item"];

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await server.browser().get(`/content${path}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

async function item(kind: ContentKind, key: string): Promise<Item> {
  const answer = await owner.get(`/admin/content/${kind}/${key}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as ContentItemAnswer).item;
}

async function add(input: Omit<AddContent, "slug"> & { slug?: string }): Promise<Item> {
  const answer = await owner.post("/admin/content", input);
  const text = await answer.text();
  expect([answer.status, answer.status === 201 ? "" : text]).toEqual([201, ""]);
  return (JSON.parse(text) as ContentItemAnswer).item;
}

/** Saves an item with some changed fields. */
function save(
  { kind, key, value, state, publishAt }: Item,
  to: { value?: Record<string, unknown>; state?: string; publishAt?: string },
): Promise<Response> {
  const was = { value, state, publishAt };
  return owner.request(`/admin/content/${kind}/${key}`, {
    method: "PUT",
    json: { kind, state, publishAt, ...to, value: { ...value, ...to.value }, was },
  });
}

const post = (overrides: Record<string, unknown> = {}) => ({
  kind: "post" as const,
  value: {
    title: "Now at the airport",
    summary: "In short.",
    body: "At **length**.",
    cover: null,
    author: "The office",
  },
  state: "draft" as const,
  publishAt: "",
  ...overrides,
});

const lastAuditEntry = () =>
  server.deps.db.select().from(auditLog).orderBy(desc(auditLog.number)).limit(1).get();

describe("the texts of a page", () => {
  test("show the owner's change at once and keep Livery's texts elsewhere", async () => {
    const home = await item("page", "home");
    const before = contentRevision(server.deps);
    const answer = await save(home, { value: { heading: "Zebra rides" } });
    expect(answer.status).toBe(200);
    expect(contentRevision(server.deps)).toBeGreaterThan(before);
    const { page } = await read<PageAnswer>("/pages/home");
    expect(page.heading).toBe("Zebra rides");
    expect(page.lead).toContain("Private cars with drivers");
    expect(lastAuditEntry()).toMatchObject({
      action: "website.changed",
      subjectId: "page/home",
      summary: "Changed: the website’s page “Home”",
    });
  });

  test("leave out a section without text and a section that the page does not have", async () => {
    const home = await item("page", "home");
    const { sections } = home.value as PageValue;
    const changed = [
      ...sections.map((each, at) => (at === 0 ? { ...each, text: "" } : each)),
      { key: "mine", title: "Mine", text: "Mine" },
    ];
    expect((await save(home, { value: { sections: changed } })).status).toBe(200);
    const { page } = await read<PageAnswer>("/pages/home");
    expect(page.sections.map(({ key }) => key)).toEqual(sections.slice(1).map(({ key }) => key));
  });

  test("can be neither made a draft nor deleted", async () => {
    const home = await item("page", "home");
    expect((await save(home, { state: "draft" })).status).toBe(400);
    expect(
      (await owner.request("/admin/content/page/home?seen=0", { method: "DELETE" })).status,
    ).toBe(409);
  });

  test("can be restored to Livery's standard text and to an earlier version", async () => {
    const home = await item("page", "home");
    await save(home, { value: { heading: "Zebra rides" } });
    const restore = async (version: number, seen: number) =>
      owner.post("/admin/content/page/home/restoration", { version, seen });
    expect((await restore(0, 0)).status).toBe(409);
    expect((await restore(0, 1)).status).toBe(200);
    expect((await item("page", "home")).value).toEqual(home.value);
    expect((await restore(1, 2)).status).toBe(200);
    expect((await read<PageAnswer>("/pages/home")).page.heading).toBe("Zebra rides");
    const { versions } = (await (
      await owner.get("/admin/content/page/home/versions")
    ).json()) as ContentVersions;
    expect(versions.map(({ version, summary }) => [version, summary])).toEqual([
      [3, "Restored version 1"],
      [2, "Restored Livery’s standard text"],
      [1, "Changed"],
      [0, "Livery’s standard text"],
    ]);
    expect(versions[2]?.changes).toEqual([
      { field: "Heading", from: String(home.value.heading), to: "Zebra rides" },
    ]);
    expect((await restore(9, 3)).status).toBe(404);
  });
});

describe("changes by two members of staff to one item", () => {
  test("are both kept if they concern different fields", async () => {
    const seen = await item("service", "home-care");
    expect((await save(seen, { value: { name: "Care" } })).status).toBe(200);
    expect((await save(seen, { value: { summary: "Short." } })).status).toBe(200);
    const { service } = await read<ServiceAnswer>("/services/home-care");
    expect([service.name, service.summary]).toEqual(["Care", "Short."]);
  });

  test("are a conflict if they concern the same field", async () => {
    const seen = await item("service", "home-care");
    await save(seen, { value: { name: "Care" } });
    const answer = await save(seen, { value: { name: "Help" } });
    expect(answer.status).toBe(409);
    expect((await answer.json()) as Failure).toMatchObject({
      code: "request.conflict",
      fields: {
        "value.name": "Somebody else changed this field to “Care”. Save again to use your version.",
      },
    });
    const now = await item("service", "home-care");
    expect((await save(now, { value: { name: "Help" } })).status).toBe(200);
  });
});

describe("posts", () => {
  test("can be drafted, scheduled, published and withdrawn", async () => {
    const draft = await add(post());
    expect([draft.key, draft.address]).toEqual(["now-at-the-airport", "/blog/now-at-the-airport"]);
    const visitor = () => server.browser().get(`/content/posts/${draft.key}`);
    expect((await visitor()).status).toBe(404);
    // 11:00 in Kigali, an hour from now.
    expect((await save(draft, { state: "scheduled" })).status).toBe(400);
    expect((await save(draft, { state: "scheduled", publishAt: "2026-11-20T09:00" })).status).toBe(
      400,
    );
    expect((await save(draft, { state: "scheduled", publishAt: "2026-02-30T09:00" })).status).toBe(
      400,
    );
    expect((await save(draft, { state: "scheduled", publishAt: "2026-11-20T11:00" })).status).toBe(
      200,
    );
    expect((await item("post", draft.key)).publishAt).toBe("2026-11-20T11:00");
    expect((await visitor()).status).toBe(404);
    server.advance(HOUR);
    owner = await signInAdmin(server);
    expect((await visitor()).status).toBe(200);
    const out = await item("post", draft.key);
    expect(out).toMatchObject({ shown: true, publishedAt: new Date(START + HOUR).toISOString() });
    server.advance(HOUR);
    owner = await signInAdmin(server);
    expect((await save(out, { value: { title: "At the airport" } })).status).toBe(200);
    const { post: shown } = await read<PostAnswer>(`/posts/${draft.key}`);
    expect(shown).toMatchObject({
      title: "At the airport",
      publishedAt: new Date(START + HOUR).toISOString(),
      updatedAt: new Date(START + 2 * HOUR).toISOString(),
    });
    expect((await save(await item("post", draft.key), { state: "withdrawn" })).status).toBe(200);
    expect((await visitor()).status).toBe(410);
    expect((await read<PostsAnswer>("/posts")).posts).toEqual([]);
    expect((await save(await item("post", draft.key), { state: "published" })).status).toBe(200);
    expect((await visitor()).status).toBe(200);
  });

  test("cannot be withdrawn before they were published", async () => {
    const draft = await add(post());
    expect((await save(draft, { state: "withdrawn" })).status).toBe(400);
  });

  test("have an address of their own, made from the title if staff leave it empty", async () => {
    expect((await add(post())).key).toBe("now-at-the-airport");
    expect((await add(post())).key).toBe("now-at-the-airport-2");
    expect((await add(post({ slug: "my-own" }))).key).toBe("my-own");
    const duplicateAnswer = await owner.post("/admin/content", post({ slug: "my-own" }));
    expect([duplicateAnswer.status, ((await duplicateAnswer.json()) as Failure).fields]).toEqual([
      409,
      { slug: "This address is in use, or was used before. Choose another one." },
    ]);
    expect((await owner.post("/admin/content", post({ slug: "../x" }))).status).toBe(400);
    expect((await add(post({ value: { ...post().value, title: "New" } }))).key).toBe("new-2");
    expect((await add(post({ value: { ...post().value, title: "你好" } }))).key).toBe("post");
  });

  test("answer 410 once they are deleted, and can be restored", async () => {
    const { key, version } = await add(post({ state: "published" }));
    const remove = (seen: number) =>
      owner.request(`/admin/content/post/${key}?seen=${seen}`, { method: "DELETE" });
    expect((await remove(9)).status).toBe(409);
    const answer = await remove(version);
    expect(answer.status).toBe(200);
    const { items, removed } = (await answer.json()) as ContentList;
    expect([items.length, removed.map((row) => row.key)]).toEqual([0, [key]]);
    expect((await server.browser().get(`/content/posts/${key}`)).status).toBe(410);
    expect((await remove(2)).status).toBe(404);
    expect(
      (await owner.post(`/admin/content/post/${key}/restoration`, { version: 1, seen: 2 })).status,
    ).toBe(200);
    expect((await server.browser().get(`/content/posts/${key}`)).status).toBe(200);
  });
});

describe("the order of services", () => {
  test("is the one that staff chose, also among Livery's own services", async () => {
    const own = await add({
      kind: "service",
      value: {
        name: "Weddings",
        summary: "A car for the day.",
        body: "",
        picture: null,
        priceFromMinor: 90_000,
      },
      state: "published",
      publishAt: "",
    });
    const order = (keys: string[]) =>
      owner.request("/admin/content/service", { method: "PUT", json: { keys } });
    const names = async () => (await read<OverviewAnswer>("")).services.map(({ slug }) => slug);
    expect(await names()).toEqual(["home-care", "language-translation", "depanage", "weddings"]);
    expect((await order(["weddings", "home-care"])).status).toBe(409);
    expect((await order(["weddings", "weddings", "home-care", "depanage"])).status).toBe(409);
    expect((await order([own.key, "depanage", "home-care", "language-translation"])).status).toBe(
      200,
    );
    expect(await names()).toEqual(["weddings", "depanage", "home-care", "language-translation"]);
    expect(lastAuditEntry()?.summary).toBe("Changed the order of the website’s services");
    expect((await item("service", "depanage")).version).toBe(0);
  });
});

test("a question that comes with Livery can be hidden, but not deleted", async () => {
  const faq = (await read<FaqAnswer>("/faq")).categories[0]?.entries[0];
  const found = await item("faq", faq?.key ?? "");
  expect((await save(found, { state: "draft" })).status).toBe(200);
  const { categories } = await read<FaqAnswer>("/faq");
  expect(categories.flatMap(({ entries }) => entries).map(({ key }) => key)).not.toContain(
    found.key,
  );
  expect(
    (await owner.request(`/admin/content/faq/${found.key}?seen=1`, { method: "DELETE" })).status,
  ).toBe(409);
});

test("the preview shows a text as visitors will see it", async () => {
  const answer = await owner.post("/admin/content-preview", { text: "# {brand}\n\n<b>x</b>" });
  expect(await answer.json()).toEqual({
    text: [
      { t: "h2", c: ["Livery"] },
      { t: "p", c: ["<b>x</b>"] },
    ],
  });
});

test.each([
  ["milestone", { when: "May 2019", title: "x", text: "" }],
  [
    "banner",
    { text: "x", link: "javascript:alert(1)", linkText: "", tone: "news", from: "", until: "" },
  ],
  [
    "banner",
    { text: "x", link: "//evil.example", linkText: "", tone: "news", from: "", until: "" },
  ],
  ["member", { name: "x", role: "y", text: "", picture: { id: "x", alt: "A" } }],
  ["member", { name: "x", role: "y", text: "", picture: { id: "0".repeat(32), alt: "A" } }],
  ["member", { name: "x", role: "y", text: "", picture: { id: "0".repeat(32), alt: "" } }],
  ["faq", { category: "x", question: "", answer: "y" }],
  ["service", { name: "\u202ex", summary: "y", body: "", picture: null, priceFromMinor: null }],
])("the server refuses an invalid %s", async (kind, value) => {
  const answer = await owner.post("/admin/content", { kind, value, state: "draft", publishAt: "" });
  expect(answer.status).toBe(400);
});

test("the server accepts the longest post and refuses a longer one", async () => {
  const longText = (letters: number) =>
    post({ value: { ...post().value, body: "雨".repeat(letters) } });
  const { key } = await add(longText(60_000));
  expect((await save(await item("post", key), { value: { title: "Rain" } })).status).toBe(200);
  expect((await owner.post("/admin/content", longText(60_001))).status).toBe(400);
  expect((await owner.post("/admin/content", longText(180_000))).status).toBe(413);
});

test("an accountant cannot read the website's content, and a dispatcher can", async () => {
  const accountant = await signInAdmin(server, { role: "accountant" });
  expect((await accountant.get("/admin/content/page")).status).toBe(403);
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  expect((await dispatcher.get("/admin/content/page")).status).toBe(200);
});

/** Returns whether all its elements are allowed and no link has a forbidden target. */
function isSafeContent(rich: RichNodes): boolean {
  const of = (node: RichNode): boolean =>
    typeof node === "string" ||
    (richTags.includes(node.t) &&
      Object.keys(node).every((name) => ["t", "c", "href", "start"].includes(name)) &&
      (node.href === undefined || safeAddress(node.href) === node.href) &&
      (node.c ?? []).every(of));
  return rich.every(of);
}

describe("a script planted in each field of the website's content", () => {
  const oneLineScripts = plantedScripts.map((script) => script.replace(/\n+/g, " "));

  test.each(oneLineScripts.map((script, at) => [script, plantedScripts[at] ?? script] as const))(
    "stays text: %s",
    async (line, script) => {
      const state = "published" as const;
      const publishAt = "";
      const short = line.slice(0, 60);
      const post = {
        title: line.slice(0, 140),
        summary: line,
        body: script,
        cover: null,
        author: short,
      };
      const { key } = await add({ kind: "post", value: post, state, publishAt, slug: "planted" });
      const service = {
        name: short,
        summary: line,
        body: script,
        picture: null,
        priceFromMinor: null,
      };
      await add({ kind: "service", value: service, state, publishAt, slug: "planted" });
      const faq = { category: short, question: line, answer: script };
      await add({ kind: "faq", value: faq, state, publishAt });
      const member = { name: short, role: short, text: script, picture: null };
      await add({ kind: "member", value: member, state, publishAt });
      const milestone = { when: "2019", title: line.slice(0, 120), text: script };
      await add({ kind: "milestone", value: milestone, state, publishAt });
      const banner = {
        text: line,
        link: "/blog",
        linkText: short,
        tone: "news" as const,
        from: "",
        until: "",
      };
      await add({ kind: "banner", value: banner, state, publishAt });
      const home = await item("page", "home");
      const sections = (home.value as PageValue).sections.map((each) => ({
        ...each,
        title: short,
        text: script,
      }));
      const page = { heading: line.slice(0, 120), lead: line, description: line, sections };
      expect((await save(home, { value: page })).status).toBe(200);

      const editedPost = await read<PostAnswer>(`/posts/${key}`);
      expect(isSafeContent(editedPost.post.body)).toBe(true);
      expect([editedPost.post.title, editedPost.post.summary, editedPost.post.author]).toEqual([
        post.title.trim(),
        line.trim(),
        short.trim(),
      ]);
      const editedService = await read<ServiceAnswer>("/services/planted");
      expect([editedService.service.name, editedService.service.summary]).toEqual([
        short.trim(),
        line.trim(),
      ]);
      expect(isSafeContent(editedService.service.body)).toBe(true);
      const entries = (await read<FaqAnswer>("/faq")).categories.flatMap((each) => each.entries);
      const entry = entries.find(({ question }) => question === line.trim());
      expect(entry && isSafeContent(entry.answer)).toBe(true);
      const { members } = await read<TeamAnswer>("/team");
      expect(members.map(({ name, role, text }) => [name, role, isSafeContent(text)])).toEqual([
        [short.trim(), short.trim(), true],
      ]);
      const { milestones } = await read<HistoryAnswer>("/history");
      expect(milestones.map(({ title, text }) => [title, isSafeContent(text)])).toEqual([
        [line.slice(0, 120).trim(), true],
      ]);
      const { banners } = await read<OverviewAnswer>("");
      expect(banners.map(({ text, linkText }) => [text, linkText])).toEqual([
        [line.trim(), short.trim()],
      ]);
      const shown = (await read<PageAnswer>("/pages/home")).page;
      expect(shown.sections.every(({ text }) => isSafeContent(text))).toBe(true);
      expect([shown.heading, shown.lead]).toEqual([page.heading.trim(), line.trim()]);
      if (!/[[&`*|\\]|^!|\n/.test(script))
        expect(plainText(editedPost.post.body)).toContain(short.trim().split(" ")[0] ?? "");
    },
  );
});
