/**
 * The service worker: what a phone shows offline, and its notifications. It stores the built files (their names change
 * with their content), an offline page, and the pages that `offline-pages.ts` stored for the signed-in person.
 * Everything else is fetched from the network unchanged, and only once. Navigation preload stays off, because a browser
 * would request a page twice if the worker doesn't handle it, and a provider's answer is valid only once. Dispatch is
 * never stored. A stored page always says how old it is. See docs/decisions/without-a-network.md.
 */

import type { SavedCopyWords } from "./offline-document";

/** The service worker events used here. The DOM types lack them. */
interface Scope {
  addEventListener(type: "install" | "activate", act: (event: WaitableEvent) => void): void;
  addEventListener(type: "fetch", act: (event: FetchEvent) => void): void;
  addEventListener(type: "push", act: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", act: (event: ClickEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
}
interface WaitableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WaitableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends WaitableEvent {
  data: { json(): unknown } | null;
}
interface ClickEvent extends WaitableEvent {
  notification: Notification;
}

/** Changes with every build, so that the worker's file changes too. */
declare const BUILD: string;

const scope = globalThis as unknown as Scope;

const englishWords: SavedCopyWords = {
  stillReadable: "Pages you can still read",
  savedToday: "Saved at {time}",
  savedBefore: "Saved on {day}, {time}",
  pageSavedToday: "Saved on this phone at {time}.",
  pageSavedBefore: "Saved on this phone on {day}, {time}.",
  mayHaveChanged: "This page may have changed since then.",
  tryAgain: "Try again",
  savedCopy: "Saved copy",
};

const ASSETS_CACHE = "assets";
const OFFLINE_CACHE = "offline";
const PAGE_CACHES = ["kept-rider", "kept-driver"] as const;
/** How long to wait for the network when there is a saved copy, in ms. */
const NETWORK_TIMEOUT_MS = 4_000;
/** The age at which copies are no longer shown, in ms, because the phone may belong to somebody else. */
const MAX_COPY_AGE_MS = 7 * 86_400_000;

scope.addEventListener("install", (event) => {
  event.waitUntil(installWorker());
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(activateWorker());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/assets/")) {
    if (!isDispatchPath(request.referrer)) event.respondWith(fetchAsset(request));
  } else if (
    request.mode === "navigate" &&
    !isDispatchPath(request.url) &&
    !url.pathname.startsWith("/backend/")
  ) {
    event.respondWith(fetchPage(request, url));
  }
});

scope.addEventListener("push", (event) => {
  // The server wrote and encrypted this message, so its shape is known.
  const notice = event.data?.json() as { title: string; body: string; path: string } | undefined;
  if (!notice) return;
  const { title, body, path } = notice;
  event.waitUntil(
    scope.registration.showNotification(title, {
      body,
      tag: path,
      // Alerts again for news about the same trip.
      ...{ renotify: true },
      icon: "/icons/192.png",
      badge: "/icons/badge.png",
      data: path,
    }),
  );
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showWindow(String(event.notification.data)));
});

/** Saves the offline page with its files. */
async function installWorker(): Promise<void> {
  const answer = await fetch("/offline", { cache: "no-cache" });
  if (!answer.ok) throw new Error(`/offline: ${answer.status} in build ${BUILD}`);
  const cache = await caches.open(OFFLINE_CACHE);
  await cache.put("/offline", answer.clone());
  await Promise.all(listAssets(await answer.text()).map((url) => fetchAsset(new Request(url))));
  await scope.skipWaiting();
}

/** Takes over the open pages and deletes files that no saved page needs. */
async function activateWorker(): Promise<void> {
  await scope.clients.claim();
  const neededUrls = new Set<string>();
  for (const name of [OFFLINE_CACHE, ...PAGE_CACHES]) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const answer of await cache.matchAll())
      for (const url of listAssets(await answer.text())) neededUrls.add(url);
  }
  const assets = await caches.open(ASSETS_CACHE);
  for (const request of await assets.keys())
    if (!neededUrls.has(new URL(request.url).pathname)) await assets.delete(request);
}

/** Returns a built file, from the cache if it is there. Its name changes with its content. */
async function fetchAsset(request: Request): Promise<Response> {
  const cachedAnswer = await caches.match(request.url, { cacheName: ASSETS_CACHE });
  if (cachedAnswer) return cachedAnswer;
  // Fetches by address, not by `request`: Safari applies this worker's policy to requests of the map's worker, and
  // refuses them.
  const answer = await fetch(request.url);
  if (answer.ok && answer.type === "basic") {
    const copy = answer.clone();
    await caches.open(ASSETS_CACHE).then((cache) => cache.put(request.url, copy));
  }
  return answer;
}

/** Returns a page from the network; without a network its saved copy, or else the offline page. */
async function fetchPage(request: Request, url: URL): Promise<Response> {
  const copy = await savedCopyOf(url);
  try {
    const fetchedAnswer = fetch(request);
    const answer = await (copy ? Promise.race([fetchedAnswer, timeout()]) : fetchedAnswer);
    // A redirect or a 401 means that the session has ended.
    if (copy && (answer.type === "opaqueredirect" || answer.status === 401))
      await caches.delete(copy.area);
    return answer;
  } catch {
    return copy ? copyWithNote(copy.answer) : offlinePage();
  }
}

function timeout(): Promise<never> {
  return new Promise((_done, fail) => {
    setTimeout(() => fail(new Error("The network took too long")), NETWORK_TIMEOUT_MS);
  });
}

async function savedCopyOf({ pathname, search }: URL) {
  for (const area of PAGE_CACHES) {
    const answer = await caches.match(pathname + search, { cacheName: area });
    if (answer && !isExpiredCopy(answer)) return { area, answer };
  }
  return null;
}

function isExpiredCopy(answer: Response): boolean {
  return Date.now() - savedAtOf(answer) > MAX_COPY_AGE_MS;
}

function savedAtOf(answer: Response): number {
  return Number(answer.headers.get("kept-at"));
}

/**
 * Returns the saved copy of a page, with a line at the top that gives its date. It has no scripts, and parts that need
 * them are hidden.
 */
async function copyWithNote(answer: Response): Promise<Response> {
  const words = wordsIn(await offlineHtml());
  const savedText = savedAtText(
    savedAtOf(answer),
    words.pageSavedToday,
    words.pageSavedBefore,
    languageOf(answer),
  );
  const noteHtml = `<aside id="kept" aria-label="${escapeHtml(words.savedCopy)}" class="bg-warning-surface px-4 py-1 text-center text-sm text-warning-ink">${escapeHtml(`${savedText} ${words.mayHaveChanged}`)} <a class="inline-flex min-h-11 items-center font-medium underline underline-offset-4" href="">${escapeHtml(words.tryAgain)}</a></aside>`;
  return withHtml(answer, (html) =>
    html.replace(/<body\b[^>]*>/, `<body data-kept="">${noteHtml}`),
  );
}

/** Returns the offline page, with a link to each saved copy. */
async function offlinePage(): Promise<Response> {
  const answer = await caches.match("/offline", { cacheName: OFFLINE_CACHE });
  if (!answer) return Response.error();
  const items: string[] = [];
  const words = wordsIn(await answer.clone().text());
  for (const area of PAGE_CACHES) {
    if (!(await caches.has(area))) continue;
    const cache = await caches.open(area);
    for (const request of await cache.keys()) {
      const copy = await cache.match(request);
      const label =
        copy && !isExpiredCopy(copy) && decodeURIComponent(copy.headers.get("kept-as") ?? "");
      if (!label) continue;
      const { pathname, search } = new URL(request.url);
      items.push(
        `<li><a class="flex min-h-14 flex-col justify-center px-4 py-2 hover:bg-surface-sunken" href="${escapeHtml(pathname + search)}"><span class="font-medium">${escapeHtml(label)}</span><span class="text-ink-muted text-sm">${escapeHtml(savedAtText(savedAtOf(copy), words.savedToday, words.savedBefore, languageOf(answer)))}</span></a></li>`,
      );
    }
  }
  if (items.length === 0) return answer;
  const listHtml = `<h2 class="mt-10 text-lg">${escapeHtml(words.stillReadable)}</h2><ul class="mt-3 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface-raised text-start">${items.join("")}</ul>`;
  return withHtml(answer, (html) => html.replace(/<template [^>]*><\/template>/, () => listHtml));
}

async function withHtml(answer: Response, change: (html: string) => string): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  return new Response(change(await answer.text()), { status: answer.status, headers });
}

/** Returns the markup of the offline page, which also contains the texts for copies. */
async function offlineHtml(): Promise<string> {
  const answer = await caches.match("/offline", { cacheName: OFFLINE_CACHE });
  return answer ? answer.text() : "";
}

/** Reads the texts around a copy. They are in English if the offline page comes from another build. */
function wordsIn(html: string): SavedCopyWords {
  const [, attribute] = /<template data-words="([^"]*)"/.exec(html) ?? [];
  if (attribute === undefined) return englishWords;
  const entities: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", "#x27": "'" };
  const text = attribute.replace(
    /&(quot|amp|lt|gt|#x27);/g,
    (_whole, name) => entities[name] ?? "",
  );
  return JSON.parse(text) as SavedCopyWords;
}

function languageOf(answer: Response): string {
  return answer.headers.get("content-language") ?? "en";
}

/** Returns when a copy was saved, by the phone's clock: only the time if today, otherwise with the day. */
function savedAtText(
  at: number,
  todayPattern: string,
  beforePattern: string,
  language: string,
): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at);
  if (isToday) return todayPattern.replace("{time}", time);
  // Browsers lack month names in some languages, such as Kinyarwanda.
  const isSupported = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  const [locale, month] = isSupported
    ? ([`${language}-u-nu-latn`, "short"] as const)
    : (["en-GB", "2-digit"] as const);
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month }).format(at);
  return beforePattern.replace("{day}", day).replace("{time}", time);
}

/** Lists the files of a page, without scripts. */
function listAssets(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.$-]+\.(?!m?js|json)\w+/g))];
}

function isDispatchPath(address: string): boolean {
  try {
    return /^\/dispatch(\/|$)/i.test(new URL(address).pathname);
  } catch {
    // The text isn't a valid address, for example an empty referrer.
    return false;
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Opens a path in the window that shows it, otherwise in a new one, so that typed text isn't lost. */
async function showWindow(path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shownWindow = windows.find(({ url }) => new URL(url).pathname === path);
  await (shownWindow ? shownWindow.focus() : scope.clients.openWindow(path));
}
