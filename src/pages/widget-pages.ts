/**
 * The booking widget's two pages that are not like others: the one that named websites may show in a frame, and
 * the one that takes a trip over from it.
 */
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readBody } from "../server/http";
import { createNonce } from "./nonce";
import { guardOrigin } from "../server/requests";
import { widgetSites } from "../settings/widget/widget-queries";

interface WidgetPages {
  /** Lets the websites that the owner has named show a page in a frame; where there are none, nobody. */
  allowEmbedding(headers: Headers, nonce: string): void;
  /** Takes a trip over from the widget on another website, into the booking on this one. */
  continueRender(request: Request): Promise<Response>;
}

/** A trip with the prices and the ways of all its classes, written for a form. */
const MAX_DRAFT_BYTES = 512 * 1024;

/** What comes from a page of another origin, or is longer than a trip, is refused in plain text. */
export function createWidgetPages({
  deps,
  headers: fixedHeaders,
  policy,
  page,
}: {
  deps: Deps;
  /** They go on every answer with a page. */
  headers: Record<string, string>;
  /** The policy's text around the nonces, where these websites may show the page. */
  policy: (frameAncestors: readonly string[]) => string[];
  /** The page that hands the trip on; null for none that could be read. */
  page: (
    request: Request,
    draft: string | null,
    nonce: string,
  ) => Promise<{ html: string; language: string }>;
}): WidgetPages {
  /** What came from the widget, as far as the booking takes it up again; null for anything else. */
  async function draftFromForm(request: Request): Promise<string | null> {
    const bytes = await readBody(request, MAX_DRAFT_BYTES);
    const text = new URLSearchParams(new TextDecoder().decode(bytes)).get("draft") ?? "";
    const { SavedDraft } = await import("../../client/booking/draft-contract");
    try {
      return JSON.stringify(SavedDraft.parse(JSON.parse(text)));
    } catch {
      return null;
    }
  }

  return {
    allowEmbedding(headers, nonce) {
      const frameAncestors = widgetSites(deps);
      headers.set("x-robots-tag", "noindex");
      if (frameAncestors.length === 0) return;
      // It knows no list of sites, and refuses where the policy lets in.
      headers.delete("x-frame-options");
      headers.set("cross-origin-resource-policy", "cross-origin");
      headers.set("content-security-policy", policy(frameAncestors).join(nonce));
    },
    async continueRender(request) {
      let draft: string | null = null;
      try {
        guardOrigin(request, deps);
        draft = await draftFromForm(request);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const headers = {
          ...fixedHeaders,
          "content-type": "text/plain; charset=utf-8",
          "cache-control": "no-store",
          "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        };
        return new Response(`${error.message}\n`, { status: error.status, headers });
      }
      const nonce = createNonce();
      const { html, language } = await page(request, draft, nonce);
      return new Response(html, {
        headers: {
          ...fixedHeaders,
          "cache-control": "no-store",
          "content-language": language,
          "x-robots-tag": "noindex",
          "content-security-policy":
            `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; font-src 'self'; ` +
            "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        },
      });
    },
  };
}
