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
const TABLE_BYTES = 24 * 1024;

type Kept = { splicedPage: SplicedPage; tag: string; language: string; bytes: number };

/** Makes the store, empty. */
export function createSharedPages({
  headers,
  csp,
  revision,
  limits = defaultLimits,
}: SharedPagesOptions): SharedPages {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Kept | undefined>>();
  const encoder = new TextEncoder();
  const nonceBytes = new Uint8Array(createNonce().length);
  // A cache between us and the visitor must not hand one nonce to many; the visitor's own may ask
  // whether its copy still holds.
  const caching = { "cache-control": "private, no-cache", vary: "accept-encoding" };
  // One object for all answers of a kind: a Response copies headers and bytes when it is created, and creating them
  // each time would cost as much as everything else.
  const plainHeaders = new Headers({ ...headers, ...caching });
  const gzipHeaders = new Headers({ ...headers, ...caching, "content-encoding": "gzip" });
  let bytes = 0;
  let known = Number.NaN;
  let policy = csp();
  let policyTag = tagOf(policy.join());

  /** Forgets all pages if what they show has changed. */
  function refresh(): void {
    const now = revision();
    if (now === known) return;
    known = now;
    kept.clear();
    underWay.clear();
    bytes = 0;
  }

  function answer({ splicedPage, tag, language }: Kept, request: Request): Response {
    const parts = csp();
    if (parts !== policy) {
      policy = parts;
      policyTag = tagOf(parts.join());
    }
    const etag = `W/"${tag}-${policyTag}"`;
    // Without a policy: the copy goes on with the one, and the nonce, that came with it.
    if (request.headers.get("if-none-match")?.includes(etag))
      return new Response(null, { status: 304, headers: { ...caching, etag } });
    const nonce = createNonce();
    encoder.encodeInto(nonce, nonceBytes);
    const isZipped = acceptsEncoding(request.headers.get("accept-encoding"), "gzip");
    const own = isZipped ? gzipHeaders : plainHeaders;
    own.set("content-security-policy", parts.join(nonce));
    own.set("etag", etag);
    own.set("content-language", language);
    const body = isZipped ? splicedPage.gzip(nonceBytes) : splicedPage.plain(nonceBytes);
    return new Response(body, { headers: own });
  }

  function keep(key: string, page: Kept): void {
    if (page.bytes > limits.bytes) return;
    kept.set(key, page);
    bytes += page.bytes;
    for (const [oldest, { bytes: freedBytes }] of kept) {
      if (kept.size <= limits.pages && bytes <= limits.bytes) break;
      kept.delete(oldest);
      bytes -= freedBytes;
    }
  }

  function prepare(page: string, placeholder: string): Kept {
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
      bytes: 2 * encoded.byteLength + TABLE_BYTES,
    };
  }

  return {
    respond(key, request) {
      refresh();
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return answer(found, request);
    },
    async make(key, request, render) {
      refresh();
      const pending = underWay.get(key);
      const waited = pending && (await pending);
      if (waited) return answer(waited, request);
      const revisionAtStart = known;
      const made = Promise.withResolvers<Kept | undefined>();
      underWay.set(key, made.promise);
      let prepared: Kept | undefined;
      try {
        // Marks the nonce in the cached bytes, and is new for every page: no text on it can contain it.
        const placeholder = createNonce();
        const page = await render(placeholder);
        if (page instanceof Response) return page;
        prepared = prepare(page, placeholder);
        refresh();
        if (revisionAtStart === known) keep(key, prepared);
        return answer(prepared, request);
      } finally {
        if (underWay.get(key) === made.promise) underWay.delete(key);
        made.resolve(prepared);
      }
    },
  };
}

function tagOf(text: string): string {
  return Bun.hash(text).toString(36);
}
