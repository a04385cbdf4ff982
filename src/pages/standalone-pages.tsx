/**
 * The pages that have no router: the offline page, the page for developers, and the page that continues a trip from the
 * widget.
 */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { OfflineDocument } from "../../client/pwa/offline-document";
import { DRAFT_KEY } from "../../client/booking/draft-storage";
import { ContinueBookingDocument } from "../../client/widget/continue-booking-document";
import { isLanguage } from "../settings/languages/languages-contract";
import { DeveloperDocument } from "../../client/developers/developer-document";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import type { Assets } from "../process/assets";
import type { Settings } from "../settings/contract";
import type { PageWords } from "./page-words";

interface StandalonePages {
  /**
   * Returns the page that a phone saves for use without a network (in the language `?language=` if the URL has one,
   * else in the visitor's), or the page for developers if the owner has published it. Returns undefined for any other
   * path.
   */
  respond(request: Request, path: string, search: string): Response | Promise<Response> | undefined;
  /** Renders the page that continues a trip from the widget in the booking. */
  renderContinuePage(
    request: Request,
    draft: string | null,
    nonce: string,
  ): Promise<{ html: string; language: string }>;
}

/** Creates the pages without a router. `headers` are set on every page; `settings` is called each time. */
export function createStandalonePages({
  deps,
  assets,
  headers,
  settings,
  words: pageWords,
}: {
  deps: Deps;
  assets: Assets;
  headers: Record<string, string>;
  settings: () => Settings;
  words: PageWords;
}): StandalonePages {
  /** Returns the style sheets of a document without a router, with the operator's colour last. */
  function styles(): string[] {
    const { accent } = settings();
    const accentSheets = accent ? [`/assets/accent-${accent.slice(1)}.css`] : [];
    return [...assets.manifest.styles, ...accentSheets];
  }

  const documentResponse = (
    document: ReactElement,
    extraHeaders: Record<string, string>,
    sources = "img-src 'self'",
  ) =>
    new Response(`<!DOCTYPE html>${renderToStaticMarkup(document)}`, {
      headers: {
        ...headers,
        "cache-control": "no-cache",
        ...extraHeaders,
        "content-security-policy":
          `default-src 'none'; style-src 'self'; font-src 'self'; ${sources}; base-uri 'none'; ` +
          "form-action 'none'; frame-ancestors 'none'",
      },
    });

  async function offline(request: Request, search: string): Promise<Response> {
    const { brand } = settings();
    const requestedLanguage = new URLSearchParams(search).get("language") ?? "";
    const words = pageWords.in(
      isLanguage(requestedLanguage) ? requestedLanguage : pageWords.language(request),
    );
    await words.load(["shared"]);
    return documentResponse(<OfflineDocument brand={brand} styles={styles()} t={words.t} />, {
      "content-language": words.t.language,
      "x-robots-tag": "noindex",
      vary: "accept-language, cookie",
    });
  }

  function developers(): Response {
    const { script, style } = assets.manifest.developers;
    return documentResponse(
      <DeveloperDocument
        brand={settings().brand}
        origin={deps.config.publicUrl}
        script={script}
        styles={[...styles(), style]}
      />,
      { "content-language": "en" },
      "script-src 'self'; connect-src 'self'; img-src 'self' data:",
    );
  }

  return {
    respond(request, path, search) {
      if (path === "/offline") return offline(request, search);
      const isDeveloperPage = path === "/developers" && readOperator(deps).developersPublic;
      return isDeveloperPage ? developers() : undefined;
    },
    async renderContinuePage(request, draft, nonce) {
      const words = pageWords.in(pageWords.language(request));
      await words.load(["booking"]);
      const document = (
        <ContinueBookingDocument
          brand={settings().brand}
          draft={draft}
          nonce={nonce}
          storageKey={DRAFT_KEY}
          styles={styles()}
          t={words.t}
        />
      );
      const html = `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
      return { html, language: words.t.language };
    },
  };
}
