/** Pages saved on the phone, to be read without a network. The service worker shows them. */

/** The area that saved pages belong to. Each area has its own store, which is deleted at sign-out. */
type OfflineArea = "rider" | "driver";

export interface OfflinePage {
  path: string;
  /**
   * The address the copy is loaded from, if it differs: a version of the page without the parts that must not be saved.
   */
  from?: string;
  /** The page's name in the list of saved pages. */
  label: string;
  /** The age at which a copy is replaced, in ms. */
  maxAgeMs: number;
}

const OWNER_PATH = "/kept-owner";

/**
 * Saves these pages for this person, with their files, and deletes all others. Deletes pages of other people first.
 * Stops at the first page that fails because of the network or the session. Leaves out pages that no longer exist.
 */
export async function saveOfflinePages(
  area: OfflineArea,
  ownerId: string,
  pages: readonly OfflinePage[],
): Promise<void> {
  let cache = await caches.open(cacheNameOf(area));
  const owner = await cache.match(OWNER_PATH);
  if (owner && (await owner.text()) !== ownerId) {
    await clearOfflinePages(area);
    cache = await caches.open(cacheNameOf(area));
  }
  await cache.put(OWNER_PATH, new Response(ownerId));
  await updateOfflinePageLanguage();
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
      // An unread body would keep its connection open, so cancel it.
      await answer.body?.cancel();
      // A trip that was reassigned answers 404. The pages after it can still be saved.
      if (answer.status === 404) continue;
      return;
    }
    const headers = new Headers(answer.headers);
    headers.set("kept-at", String(Date.now()));
    headers.set("kept-as", encodeURIComponent(page.label));
    const html = withoutScripts(await answer.text());
    // Requesting a file is enough, because the worker saves every file that is requested.
    const assetUrls = new Set(html.match(/\/assets\/[\w.$-]+\.(?!m?js|json)\w+/g));
    await Promise.all([...assetUrls].map(async (url) => (await fetch(url)).arrayBuffer()));
    // After sign-out the store is deleted, and this page must not restore it.
    if (!(await caches.has(cacheNameOf(area)))) return;
    await cache.put(page.path, new Response(html, { headers }));
  }
}

/** Saves the offline page in the language of the current page. */
async function updateOfflinePageLanguage(): Promise<void> {
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
  await caches.delete(cacheNameOf(area));
}

/**
 * Removes a page's scripts. They would request data without a network, mix new data with old, and contain more personal
 * data than the page shows.
 */
function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, "");
}

function cacheNameOf(area: OfflineArea): string {
  return `kept-${area}`;
}
