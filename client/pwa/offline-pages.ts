/** Stores pages on the phone, to be read without a network; the service worker shows them. */

/** Whose pages: each has a store of its own, deleted at sign-out. */
type KeptArea = "rider" | "driver";

export interface OfflinePage {
  path: string;
  /** The address to copy, if another one: a version of the page without private parts. */
  from?: string;
  /** The page's name in the list of stored pages. */
  label: string;
  /** A copy older than this, in ms, is renewed. */
  freshMs: number;
}

const OWNER = "/kept-owner";

/**
 * Stores these pages for this person, with the files they need, and deletes all others, first those of
 * another person. Stops at the first page that cannot be loaded, since there is no network or no session;
 * skips a page that no longer exists.
 */
export async function saveOfflinePages(
  area: KeptArea,
  ownerId: string,
  pages: readonly OfflinePage[],
): Promise<void> {
  let cache = await caches.open(nameOf(area));
  const owner = await cache.match(OWNER);
  if (owner && (await owner.text()) !== ownerId) {
    await clearOfflinePages(area);
    cache = await caches.open(nameOf(area));
  }
  await cache.put(OWNER, new Response(ownerId));
  await keepOfflinePage();
  const wanted = new Set([OWNER, ...pages.map(({ path }) => path)]);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!wanted.has(pathname + search)) await cache.delete(request);
  }
  for (const page of pages) {
    const known = await cache.match(page.path);
    if (known && Date.now() - Number(known.headers.get("kept-at")) < page.freshMs) continue;
    const answer = await fetch(page.from ?? page.path, { headers: { accept: "text/html" } });
    if (answer.status !== 200 || answer.redirected) {
      // An unread answer would keep its connection open.
      await answer.body?.cancel();
      // A trip now assigned to somebody else does not affect the pages after it.
      if (answer.status === 404) continue;
      return;
    }
    const headers = new Headers(answer.headers);
    headers.set("kept-at", String(Date.now()));
    headers.set("kept-as", encodeURIComponent(page.label));
    const html = withoutScripts(await answer.text());
    // The worker stores what is requested.
    const parts = new Set(html.match(/\/assets\/[\w.$-]+\.(?!m?js|json)\w+/g));
    await Promise.all([...parts].map(async (url) => (await fetch(url)).arrayBuffer()));
    // Signed out in the meantime: the store is deleted, and this page must not bring it back.
    if (!(await caches.has(nameOf(area)))) return;
    await cache.put(page.path, new Response(html, { headers }));
  }
}

/** The offline page uses the language of the stored pages. */
async function keepOfflinePage(): Promise<void> {
  const { lang } = document.documentElement;
  const cache = await caches.open("offline");
  const known = await cache.match("/offline");
  if (!known || known.headers.get("content-language") === lang) return;
  const answer = await fetch(`/offline?language=${encodeURIComponent(lang)}`);
  if (answer.ok) await cache.put("/offline", answer);
  else await answer.body?.cancel();
}

/** Deletes everything stored for the signed-in person. */
async function clearOfflinePages(area: KeptArea): Promise<void> {
  await caches.delete(nameOf(area));
}

/**
 * The readable part of a page: its scripts would request what is offline and mix old with new, and contain
 * more personal data than the page shows.
 */
function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, "");
}

function nameOf(area: KeptArea): string {
  return `kept-${area}`;
}
