/**
 * Pages that are the same for every visitor: rendered once, and sent with a new nonce each time.
 *
 * A page is cached until the revision of its content grows, so that the next request after a change shows it. The cache
 * is limited in number and bytes, and the page that was last requested longest ago is removed first. Requests that
 * arrive while a page is being rendered wait for it instead of rendering it again.
 */
import { acceptsEncoding } from "../server/encodings";
import { createNonce } from "./nonce";
import { type SplicedPage, splicePage } from "./spliced-page";

interface SharedPages {
  /**
   * Returns the cached page with a new nonce in its markup and its policy, or 304. Returns `undefined` if the page
   * isn't cached.
   */
  respond(key: string, request: Request): Response | undefined;
  /**
   * Renders the page once for all requests at the same time, and caches it. `render` must put `placeholder` in each
   * place of a nonce. If `render` returns a `Response`, it is the answer to this request only.
   */
  renderOnce(
    key: string,
    request: Request,
    render: (placeholder: string) => Promise<string | Response>,
  ): Promise<Response>;
}

interface SharedPagesOptions {
  /** The headers of every answer with a page. */
  headers: Record<string, string>;
  /** Returns the parts of the current policy's text between the nonces. A changed policy is a new array. */
  csp: () => string[];
  /** Returns a number that grows with every change of the content of pages. */
  revision: () => number;
  /** The maximum number of cached pages and their maximum total size. */
  limits?: { pages: number; bytes: number };
}

/** The default limits: many more pages than a site has. */
const defaultLimits = { pages: 400, bytes: 24 * 1024 * 1024 };
/** The memory of a page besides its two copies: its table of checksums. */
const CHECKSUM_TABLE_BYTES = 24 * 1024;

type CachedPage = { splicedPage: SplicedPage; tag: string; language: string; bytes: number };

/** Creates an empty cache. */
export function createSharedPages({
  headers,
  csp,
  revision,
  limits = defaultLimits,
}: SharedPagesOptions): SharedPages {
  const cachedPages = new Map<string, CachedPage>();
  const rendersInProgress = new Map<string, Promise<CachedPage | undefined>>();
  const encoder = new TextEncoder();
  const nonceBytes = new Uint8Array(createNonce().length);
  // A shared cache must not give one nonce to many visitors. The visitor's own cache may check whether its copy is
  // still valid.
  const cachingHeaders = { "cache-control": "private, no-cache", vary: "accept-encoding" };
  // One object serves all answers of a kind. A Response copies headers and bytes when it is created, and creating them
  // each time would cost as much as everything else.
  const plainHeaders = new Headers({ ...headers, ...cachingHeaders });
  const gzipHeaders = new Headers({ ...headers, ...cachingHeaders, "content-encoding": "gzip" });
  let bytes = 0;
  let knownRevision = Number.NaN;
  let policy = csp();
  let policyTag = tagOf(policy.join());

  /** Removes all pages if their content has changed. */
  function refresh(): void {
    const currentRevision = revision();
    if (currentRevision === knownRevision) return;
    knownRevision = currentRevision;
    cachedPages.clear();
    rendersInProgress.clear();
    bytes = 0;
  }

  function answer({ splicedPage, tag, language }: CachedPage, request: Request): Response {
    const parts = csp();
    if (parts !== policy) {
      policy = parts;
      policyTag = tagOf(parts.join());
    }
    const etag = `W/"${tag}-${policyTag}"`;
    // A 304 has no policy: the browser's copy keeps its own policy and nonce.
    if (request.headers.get("if-none-match")?.includes(etag))
      return new Response(null, { status: 304, headers: { ...cachingHeaders, etag } });
    const nonce = createNonce();
    encoder.encodeInto(nonce, nonceBytes);
    const isGzipped = acceptsEncoding(request.headers.get("accept-encoding"), "gzip");
    const responseHeaders = isGzipped ? gzipHeaders : plainHeaders;
    responseHeaders.set("content-security-policy", parts.join(nonce));
    responseHeaders.set("etag", etag);
    responseHeaders.set("content-language", language);
    const body = isGzipped ? splicedPage.gzip(nonceBytes) : splicedPage.plain(nonceBytes);
    return new Response(body, { headers: responseHeaders });
  }

  function addToCache(key: string, page: CachedPage): void {
    if (page.bytes > limits.bytes) return;
    cachedPages.set(key, page);
    bytes += page.bytes;
    for (const [oldest, { bytes: freedBytes }] of cachedPages) {
      if (cachedPages.size <= limits.pages && bytes <= limits.bytes) break;
      cachedPages.delete(oldest);
      bytes -= freedBytes;
    }
  }

  function preparePage(page: string, placeholder: string): CachedPage {
    // Only scripts and inline styles need the nonce. The policy allows linked files by their origin.
    const needlessNoncePattern = new RegExp(
      `(<(?:meta|link)\\b[^>]*?) nonce="${placeholder}"`,
      "g",
    );
    const trimmedPage = page.replace(needlessNoncePattern, "$1");
    const encoded = encoder.encode(trimmedPage);
    return {
      splicedPage: splicePage(encoded, placeholder),
      tag: tagOf(trimmedPage.replaceAll(placeholder, "")),
      language: /<html [^>]*lang="([\w-]+)"/.exec(trimmedPage)?.[1] ?? "en",
      bytes: 2 * encoded.byteLength + CHECKSUM_TABLE_BYTES,
    };
  }

  return {
    respond(key, request) {
      refresh();
      const cachedPage = cachedPages.get(key);
      if (!cachedPage) return undefined;
      cachedPages.delete(key);
      cachedPages.set(key, cachedPage);
      return answer(cachedPage, request);
    },
    async renderOnce(key, request, render) {
      refresh();
      const pending = rendersInProgress.get(key);
      const renderedPage = pending && (await pending);
      if (renderedPage) return answer(renderedPage, request);
      const revisionAtStart = knownRevision;
      const pageBeingMade = Promise.withResolvers<CachedPage | undefined>();
      rendersInProgress.set(key, pageBeingMade.promise);
      let prepared: CachedPage | undefined;
      try {
        // Marks the places of the nonce in the cached bytes. It is new for every page, so no text on the page can
        // contain it.
        const placeholder = createNonce();
        const page = await render(placeholder);
        if (page instanceof Response) return page;
        prepared = preparePage(page, placeholder);
        refresh();
        if (revisionAtStart === knownRevision) addToCache(key, prepared);
        return answer(prepared, request);
      } finally {
        if (rendersInProgress.get(key) === pageBeingMade.promise) rendersInProgress.delete(key);
        pageBeingMade.resolve(prepared);
      }
    },
  };
}

function tagOf(text: string): string {
  return Bun.hash(text).toString(36);
}
