/** Pages put aside on the phone, to be read without a network; the service worker shows them. */

/** Whose pages: each has a store of its own, which goes when they sign out. */
type KeptArea = "rider" | "driver";

export interface OfflinePage {
  path: string;
  /** Where its copy comes from, if elsewhere: a page without what is not to be kept. */
  from?: string;
  /** What the page is, for the list of what can still be read. */
  label: string;
  /** A copy as old as this, in ms, is made anew. */
  freshMs: number;
}

const OWNER = "/kept-owner";

/**
 * Keeps these pages for this person, with the files they are made of, and drops all others; what was
 * kept for somebody else goes first. Stops at the first page that cannot be had, as there is no network or
 * no session; one that is no longer there is left out.
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
      // An answer that nobody reads keeps its connection.
      await answer.body?.cancel();
      // A trip that is somebody else's meanwhile says nothing of the pages after it.
      if (answer.status === 404) continue;
      return;
    }
    const headers = new Headers(answer.headers);
    headers.set("kept-at", String(Date.now()));
    headers.set("kept-as", encodeURIComponent(page.label));
    const html = withoutScripts(await answer.text());
    // The worker keeps what is asked for.
    const parts = new Set(html.match(/\/assets\/[\w.$-]+\.(?!m?js|json)\w+/g));
    await Promise.all([...parts].map(async (url) => (await fetch(url)).arrayBuffer()));
    // Signed out meanwhile: the store is gone, and this page must not bring it back.
    if (!(await caches.has(nameOf(area)))) return;
    await cache.put(page.path, new Response(html, { headers }));
  }
}

/** The page for when there is no network speaks as the pages beside it do. */
async function keepOfflinePage(): Promise<void> {
  const { lang } = document.documentElement;
  const cache = await caches.open("offline");
  const known = await cache.match("/offline");
  if (!known || known.headers.get("content-language") === lang) return;
  const answer = await fetch(`/offline?language=${encodeURIComponent(lang)}`);
  if (answer.ok) await cache.put("/offline", answer);
  else await answer.body?.cancel();
}

/** Forgets everything that is kept for whoever is signed in. */
async function clearOfflinePages(area: KeptArea): Promise<void> {
  await caches.delete(nameOf(area));
}

/**
 * What of a page can be read: its scripts would ask for what cannot be had and show new beside old, and
 * hold more of the person than the page shows.
 */
function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, "");
}

function nameOf(area: KeptArea): string {
  return `kept-${area}`;
}
