/**
 * Pages that are the same for every visitor: rendered once, sent with a fresh nonce each time.
 *
 * Kept until the revision of what they show grows, so that a page shows a change with the next request.
 * Bounded in number and bytes: the page that was asked for longest ago goes first. Who comes while a page
 * is being rendered waits for it, and does not render it a second time.
 */
import { acceptsEncoding } from "../server/encodings";
import { createNonce } from "./nonce";
import { type SplicedPage, splicePage } from "./spliced-page";

interface SharedPages {
  /** The kept page with a fresh nonce in its markup and its policy, or 304; `undefined` where none is kept. */
  respond(key: string, request: Request): Response | undefined;
  /**
   * The page that `render` makes, once for all who ask at the same time, and kept. `placeholder` is to
   * mark each place of a nonce. What `render` gives as a `Response` is the answer of this one request.
   */
  make(
    key: string,
    request: Request,
    render: (placeholder: string) => Promise<string | Response>,
  ): Promise<Response>;
}

interface SharedPagesOptions {
  /** They go on every answer with a page. */
  headers: Record<string, string>;
  /** The policy's text around the nonces as it is now; another array once it is another one. */
  csp: () => string[];
  /** Grows with every change of what pages show. */
  revision: () => number;
  /** The most pages in the cache, and their largest total size. */
  limits?: { pages: number; bytes: number };
}

/** Many more than a site has pages. */
const defaultLimits = { pages: 400, bytes: 24 * 1024 * 1024 };
/** What a page takes beside its two copies: the table of its checksum. */
const CHECKSUM_TABLE_BYTES = 24 * 1024;

type CachedPage = { splicedPage: SplicedPage; tag: string; language: string; bytes: number };

/** Makes the store, empty. */
export function createSharedPages({
  headers,
  csp,
  revision,
  limits = defaultLimits,
}: SharedPagesOptions): SharedPages {
  const cachedPages = new Map<string, CachedPage>();
  const underWay = new Map<string, Promise<CachedPage | undefined>>();
  const encoder = new TextEncoder();
  const nonceBytes = new Uint8Array(createNonce().length);
  // A cache between us and the visitor must not hand one nonce to many; the visitor's own may ask
  // whether its copy still holds.
  const cachingHeaders = { "cache-control": "private, no-cache", vary: "accept-encoding" };
  // One object for all answers of a kind: a Response copies headers and bytes when it is created, and creating them
  // each time would cost as much as everything else.
  const plainHeaders = new Headers({ ...headers, ...cachingHeaders });
  const gzipHeaders = new Headers({ ...headers, ...cachingHeaders, "content-encoding": "gzip" });
  let bytes = 0;
  let knownRevision = Number.NaN;
  let policy = csp();
  let policyTag = tagOf(policy.join());

  /** Forgets all pages if what they show has changed. */
  function refresh(): void {
    const now = revision();
    if (now === knownRevision) return;
    knownRevision = now;
    cachedPages.clear();
    underWay.clear();
    bytes = 0;
  }

  function answer({ splicedPage, tag, language }: CachedPage, request: Request): Response {
    const parts = csp();
    if (parts !== policy) {
      policy = parts;
      policyTag = tagOf(parts.join());
    }
    const etag = `W/"${tag}-${policyTag}"`;
    // Without a policy: the copy goes on with the one, and the nonce, that came with it.
    if (request.headers.get("if-none-match")?.includes(etag))
      return new Response(null, { status: 304, headers: { ...cachingHeaders, etag } });
    const nonce = createNonce();
    encoder.encodeInto(nonce, nonceBytes);
    const isGzipped = acceptsEncoding(request.headers.get("accept-encoding"), "gzip");
    const own = isGzipped ? gzipHeaders : plainHeaders;
    own.set("content-security-policy", parts.join(nonce));
    own.set("etag", etag);
    own.set("content-language", language);
    const body = isGzipped ? splicedPage.gzip(nonceBytes) : splicedPage.plain(nonceBytes);
    return new Response(body, { headers: own });
  }

  function keep(key: string, page: CachedPage): void {
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
    // Scripts need the nonce, and styles within the page; what is linked is let in by its origin.
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
    async make(key, request, render) {
      refresh();
      const pending = underWay.get(key);
      const waited = pending && (await pending);
      if (waited) return answer(waited, request);
      const revisionAtStart = knownRevision;
      const pageBeingMade = Promise.withResolvers<CachedPage | undefined>();
      underWay.set(key, pageBeingMade.promise);
      let prepared: CachedPage | undefined;
      try {
        // Marks the nonce in the cached bytes, and is new for every page: no text on it can contain it.
        const placeholder = createNonce();
        const page = await render(placeholder);
        if (page instanceof Response) return page;
        prepared = preparePage(page, placeholder);
        refresh();
        if (revisionAtStart === knownRevision) keep(key, prepared);
        return answer(prepared, request);
      } finally {
        if (underWay.get(key) === pageBeingMade.promise) underWay.delete(key);
        pageBeingMade.resolve(prepared);
      }
    },
  };
}

function tagOf(text: string): string {
  return Bun.hash(text).toString(36);
}
