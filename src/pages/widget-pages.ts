/**
 * The two special pages of the booking widget: the one that named websites may show in a frame, and the one that
 * continues its trip in the booking.
 */
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readBody } from "../server/http";
import { createNonce } from "./nonce";
import { guardOrigin } from "../server/requests";
import { widgetSites } from "../settings/widget/widget-queries";

interface WidgetPages {
  /** Lets the websites that the owner has named show a page in a frame. Without such websites, nobody may. */
  allowEmbedding(headers: Headers, nonce: string): void;
  /** Continues a trip from the widget on another website in the booking on this site. */
  continueBooking(request: Request): Promise<Response>;
}

/** The maximum size of a trip with the prices and routes of all classes, encoded for a form. */
const MAX_DRAFT_BYTES = 512 * 1024;

/**
 * Creates the pages of the widget. Requests from another origin, or longer than a trip can be, are refused in plain
 * text.
 */
export function createWidgetPages({
  deps,
  headers: fixedHeaders,
  policy,
  renderPage,
}: {
  deps: Deps;
  /** The headers of every answer with a page. */
  headers: Record<string, string>;
  /** Returns the policy's text between the nonces, if these websites may show the page. */
  policy: (frameAncestors: readonly string[]) => string[];
  /** Renders the page that continues the trip. `draft` is null if no trip could be read. */
  renderPage: (
    request: Request,
    draft: string | null,
    nonce: string,
  ) => Promise<{ html: string; language: string }>;
}): WidgetPages {
  /** Reads the parts of the widget's trip that the booking continues with. Returns null for anything else. */
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
      // The old header cannot list websites, and would refuse what the policy allows.
      headers.delete("x-frame-options");
      headers.set("cross-origin-resource-policy", "cross-origin");
      headers.set("content-security-policy", policy(frameAncestors).join(nonce));
    },
    async continueBooking(request) {
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
      const { html, language } = await renderPage(request, draft, nonce);
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
