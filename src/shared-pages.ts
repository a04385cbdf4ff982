/** Pages that are the same for every visitor: rendered once, sent with a fresh nonce each time. */
import { createNonce } from "./nonce";
import { type SplicedPage, splicePage } from "./spliced-page";

export interface SharedPages {
  /** Grows with every `clear`; a page rendered before the last one is never kept. */
  readonly version: number;
  /** The kept page with a fresh nonce in its markup and its policy, or `undefined`. */
  respond(path: string, acceptsGzip: boolean): Response | undefined;
  /** Keeps `page`, in which `placeholder` stands wherever a nonce belongs, and answers with it. */
  keep(
    path: string,
    page: string,
    placeholder: string,
    version: number,
    acceptsGzip: boolean,
  ): Response;
  clear(): void;
}

/** Many more than a site has pages; the oldest goes when another comes. */
const limit = 500;

/**
 * Makes the store; `headers` go on every answer, `csp` gives the policy's text around the nonces as
 * it is now.
 */
export function createSharedPages(
  headers: Record<string, string>,
  csp: () => string[],
): SharedPages {
  const kept = new Map<string, SplicedPage>();
  const encoder = new TextEncoder();
  const nonceBytes = new Uint8Array(createNonce().length);
  const common = { ...headers, "cache-control": "no-cache", vary: "accept-encoding" };
  // One object for all answers of a kind: a Response copies headers and bytes when it is made, and
  // making them anew each time would cost as much as all the rest.
  const plainHeaders = new Headers(common);
  const gzipHeaders = new Headers({ ...common, "content-encoding": "gzip" });
  let version = 0;

  function answer(page: SplicedPage, acceptsGzip: boolean): Response {
    const nonce = createNonce();
    encoder.encodeInto(nonce, nonceBytes);
    const headers = acceptsGzip ? gzipHeaders : plainHeaders;
    headers.set("content-security-policy", csp().join(nonce));
    return new Response(acceptsGzip ? page.gzip(nonceBytes) : page.plain(nonceBytes), { headers });
  }

  return {
    get version() {
      return version;
    },
    respond(path, acceptsGzip) {
      const found = kept.get(path);
      return found && answer(found, acceptsGzip);
    },
    keep(path, page, placeholder, renderedAt, acceptsGzip) {
      // Scripts need the nonce, and styles within the page; what is linked is let in by its origin.
      const needless = new RegExp(`(<(?:meta|link)\\b[^>]*?) nonce="${placeholder}"`, "g");
      const lean = encoder.encode(page.replace(needless, "$1"));
      const spliced = splicePage(lean, placeholder);
      if (renderedAt === version) {
        const oldest = kept.keys().next().value;
        if (kept.size >= limit && oldest !== undefined) kept.delete(oldest);
        kept.set(path, spliced);
      }
      return answer(spliced, acceptsGzip);
    },
    clear() {
      version++;
      kept.clear();
    },
  };
}
