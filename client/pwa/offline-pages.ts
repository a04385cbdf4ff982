/** Pages saved on the phone, to be read without a network. The service worker shows them. */

/** Whose pages they are. Each area has its own store, which is deleted at sign-out. */
type OfflineArea = "rider" | "driver";

export interface OfflinePage {
  path: string;
  /** Where the copy comes from, if from another address: a page without the parts not to be saved. */
  from?: string;
  /** The page's name in the list of saved pages. */
  label: string;
  /** A copy older than this, in ms, is replaced. */
  maxAgeMs: number;
}

const OWNER_PATH = "/kept-owner";

/**
 * Saves these pages for this person, with their files, and deletes all others. Pages of somebody else
 * are deleted first. It stops at the first page that fails for lack of a network or a session, and
 * leaves out one that no longer exists.
 */
export async function saveOfflinePages(
  area: OfflineArea,
  ownerId: string,
  pages: readonly OfflinePage[],
): Promise<void> {
  let cache = await caches.open(nameOf(area));
  const owner = await cache.match(OWNER_PATH);
  if (owner && (await owner.text()) !== ownerId) {
    await clearOfflinePages(area);
    cache = await caches.open(nameOf(area));
  }
  await cache.put(OWNER_PATH, new Response(ownerId));
  await cacheOfflinePage();
  const wantedPaths = new Set([OWNER_PATH, ...pages.map(({ path }) => path)]);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!wantedPaths.has(pathname + search)) await cache.delete(request);
  }
  for (const page of pages) {
    const cachedPage = await cache.match(page.path);
    if (cachedPage && Date.now() - Number(cachedPage.headers.get("kept-at")) < page.maxAgeMs)
      continue;
    const answer = await fetch(page.from ?? page.path, { headers: { accept: "text/html" } });
    if (answer.status !== 200 || answer.redirected) {
      // Cancel the body: an unread one holds its connection open.
      await answer.body?.cancel();
      // A trip that was reassigned does not affect the pages after it.
      if (answer.status === 404) continue;
      return;
    }
    const headers = new Headers(answer.headers);
    headers.set("kept-at", String(Date.now()));
    headers.set("kept-as", encodeURIComponent(page.label));
    const html = withoutScripts(await answer.text());
    // The worker saves every file that is requested.
    const parts = new Set(html.match(/\/assets\/[\w.$-]+\.(?!m?js|json)\w+/g));
    await Promise.all([...parts].map(async (url) => (await fetch(url)).arrayBuffer()));
    // The person has signed out: the store was deleted, and this page must not restore it.
    if (!(await caches.has(nameOf(area)))) return;
    await cache.put(page.path, new Response(html, { headers }));
  }
}

/** Saves the offline page in the language of the current page. */
async function cacheOfflinePage(): Promise<void> {
  const { lang } = document.documentElement;
  const cache = await caches.open("offline");
  const cachedPage = await cache.match("/offline");
  if (!cachedPage || cachedPage.headers.get("content-language") === lang) return;
  const answer = await fetch(`/offline?language=${encodeURIComponent(lang)}`);
  if (answer.ok) await cache.put("/offline", answer);
  else await answer.body?.cancel();
}

/** Deletes all saved pages of the area. */
async function clearOfflinePages(area: OfflineArea): Promise<void> {
  await caches.delete(nameOf(area));
}

/**
 * Removes a page's scripts. They would request data that is out of reach, mix new data with old, and
 * contain more personal data than the page shows.
 */
function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, "");
}

function nameOf(area: OfflineArea): string {
  return `kept-${area}`;
}
