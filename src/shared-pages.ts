import { createNonce, nonceLength } from "./nonce";

/** Pages that are the same for every visitor, kept as bytes with places for the nonce. */
export interface SharedPages {
  /** Grows with every `clear`; a page rendered before the last one is never kept. */
  readonly version: number;
  /** The kept page with a fresh nonce in its markup and its policy, or `undefined`. */
  respond(path: string): Response | undefined;
  /** Keeps `page`, in which `placeholder` stands wherever a nonce belongs, and answers with it. */
  keep(path: string, page: Uint8Array, placeholder: string, version: number): Response;
  clear(): void;
}

interface Kept {
  page: Uint8Array;
  /** Where a nonce begins, in bytes. */
  places: number[];
}

/** Many more than a site has pages; the oldest goes when another comes. */
const limit = 500;

/** Makes the store; `headers` go on every answer, `csp` is the policy's text around the nonces. */
export function createSharedPages(headers: Record<string, string>, csp: string[]): SharedPages {
  const kept = new Map<string, Kept>();
  const encoder = new TextEncoder();
  let version = 0;

  function answer({ page, places }: Kept): Response {
    const nonce = createNonce();
    const bytes = new Uint8Array(page);
    const encoded = encoder.encode(nonce);
    for (const place of places) bytes.set(encoded, place);
    return new Response(bytes, {
      headers: {
        ...headers,
        "content-security-policy": csp.join(nonce),
        "cache-control": "no-cache",
      },
    });
  }

  return {
    get version() {
      return version;
    },
    respond(path) {
      const found = kept.get(path);
      return found && answer(found);
    },
    keep(path, page, placeholder, renderedAt) {
      if (placeholder.length !== nonceLength) throw new Error("A nonce has one length");
      const text = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
      const places: number[] = [];
      for (let at = text.indexOf(placeholder); at !== -1; at = text.indexOf(placeholder, at + 1)) {
        places.push(at);
      }
      if (renderedAt === version) {
        const oldest = kept.keys().next().value;
        if (kept.size >= limit && oldest !== undefined) kept.delete(oldest);
        kept.set(path, { page, places });
      }
      return answer({ page, places });
    },
    clear() {
      version++;
      kept.clear();
    },
  };
}
