/** The cache of shared pages: it stores, deletes, limits and waits, and never gives out a nonce twice. */
import { expect, test } from "bun:test";
import { createSharedPages } from "../../src/pages/shared-pages";

function createStore(limits?: { pages: number; bytes: number }) {
  const state = { revision: 1, rendered: 0, policy: ["script 'nonce-", "' style 'nonce-", "'"] };
  const pages = createSharedPages({
    headers: { "content-type": "text/html" },
    csp: () => state.policy,
    revision: () => state.revision,
    ...(limits && { limits }),
  });
  const ask = (headers: Record<string, string> = {}) =>
    new Request("http://livery.test/", { headers });
  const page = (nonce: string, text: string) =>
    `<script nonce="${nonce}">1</script><link href="/a" nonce="${nonce}"><p>${text}</p>`;
  return {
    state,
    /** Responds as the server does: with the stored page, or else by rendering it. */
    get(key: string, text = key, headers: Record<string, string> = {}) {
      const kept = pages.respond(key, ask(headers));
      if (kept) return Promise.resolve(kept);
      return pages.renderOnce(key, ask(headers), async (nonce) => {
        state.rendered++;
        await Promise.resolve();
        return page(nonce, text);
      });
    },
    has: (key: string) => pages.respond(key, ask()) !== undefined,
    fail: (key: string) =>
      pages.renderOnce(key, ask(), async () => {
        state.rendered++;
        await Promise.resolve();
        return new Response("no", { status: 404 });
      }),
  };
}

const nonceOf = (text: string | null) => /nonce(?:-|=")([\w-]{22})/.exec(text ?? "")?.[1];

test("a page is rendered once and sent with a new nonce each time, in HTML and policy", async () => {
  const store = createStore();
  const nonces = new Set<string | undefined>();
  for (let i = 0; i < 50; i++) {
    const answer = await store.get("/");
    const html = await answer.text();
    const nonce = nonceOf(html);
    expect(answer.headers.get("content-security-policy")).toBe(
      `script 'nonce-${nonce}' style 'nonce-${nonce}'`,
    );
    expect(html).toContain('<link href="/a">');
    nonces.add(nonce);
  }
  expect(store.state.rendered).toBe(1);
  expect(nonces.size).toBe(50);
});

test("simultaneous requests share one rendering, each with its own nonce", async () => {
  const store = createStore();
  const answers = await Promise.all(Array.from({ length: 100 }, () => store.get("/")));
  const pages = await Promise.all(answers.map((answer) => answer.text()));
  expect(store.state.rendered).toBe(1);
  expect(new Set(pages.map(nonceOf)).size).toBe(100);
});

test("a change renders each page again and discards renderings from before it", async () => {
  const store = createStore();
  await store.get("/", "old");
  await store.get("/about", "old");
  store.state.revision++;
  expect(store.has("/")).toBe(false);
  const late = store.get("/", "late");
  store.state.revision++;
  const freshPage = store.get("/", "fresh");
  expect(await (await late).text()).toContain("late");
  expect(await (await freshPage).text()).toContain("fresh");
  expect(await (await store.get("/", "none")).text()).toContain("fresh");
  expect(store.state.rendered).toBe(4);
});

test("a failed rendering is not cached and blocks no later request", async () => {
  const store = createStore();
  const answers = await Promise.all(Array.from({ length: 5 }, () => store.fail("/nothing")));
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(5).fill("no"));
  expect(store.has("/nothing")).toBe(false);
  expect(await (await store.get("/nothing", "there now")).text()).toContain("there now");
});

test("the number of cached pages is limited, and the least recently used one is dropped", async () => {
  const store = createStore({ pages: 3, bytes: 1e9 });
  for (const key of ["/a", "/b", "/c"]) await store.get(key);
  expect(store.has("/a")).toBe(true);
  await store.get("/d");
  expect(["/a", "/b", "/c", "/d"].map(store.has)).toEqual([true, false, true, true]);
});

test("the size of cached pages is limited, and a page that is too large is not cached", async () => {
  const store = createStore({ pages: 100, bytes: 200_000 });
  const longText = "x".repeat(30_000);
  for (const key of ["/a", "/b", "/c"]) await store.get(key, longText);
  expect(["/a", "/b", "/c"].map(store.has)).toEqual([false, true, true]);
  await store.get("/large", "x".repeat(300_000));
  expect(["/a", "/b", "/c", "/large"].map(store.has)).toEqual([false, true, true, false]);
});

test("an unchanged page answers 304, and a changed text or policy sends it again", async () => {
  const store = createStore();
  const first = await store.get("/");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toStartWith('W/"');
  const secondAnswer = await store.get("/", "/", { "if-none-match": `"other", ${etag}` });
  expect(secondAnswer.status).toBe(304);
  expect(secondAnswer.body).toBeNull();
  expect(secondAnswer.headers.get("etag")).toBe(etag);
  // The browser's copy keeps its own policy with its own nonce.
  expect(secondAnswer.headers.get("content-security-policy")).toBeNull();
  expect(secondAnswer.headers.get("cache-control")).toBe("private, no-cache");
  const gzipAnswer = await store.get("/", "/", { "accept-encoding": "gzip" });
  expect(gzipAnswer.headers.get("etag")).toBe(etag);
  store.state.policy = ["other 'nonce-", "'"];
  expect((await store.get("/", "/", { "if-none-match": etag })).status).toBe(200);
  store.state.revision++;
  const changedAnswer = await store.get("/", "changed", { "if-none-match": etag });
  expect(changedAnswer.status).toBe(200);
  // A page that did not change in a new revision keeps its `ETag`.
  const now = changedAnswer.headers.get("etag") ?? "";
  store.state.revision++;
  expect((await store.get("/", "changed", { "if-none-match": now })).status).toBe(304);
});
