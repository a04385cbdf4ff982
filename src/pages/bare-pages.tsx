/** The two pages that have no router: one for when there is no network, one on the way from the widget. */
import { renderToStaticMarkup } from "react-dom/server";
import { OfflineDocument } from "../../client/pwa/offline-document";
import { DRAFT_KEY } from "../../client/booking/draft-storage";
import { ContinueBookingDocument } from "../../client/widget/continue-booking-document";
import { isLanguage } from "../settings/languages/languages-contract";
import type { Assets } from "../process/assets";
import type { Settings } from "../settings/contract";
import type { PageWords } from "./page-words";

interface StreamingPages {
  /** The page that a phone keeps for when there is no network; `?language=` where the phone knows it. */
  offline(request: Request, search: string): Promise<Response>;
  /** The page that hands a trip from the widget on to the booking. */
  continueRender(
    request: Request,
    draft: string | null,
    nonce: string,
  ): Promise<{ html: string; language: string }>;
}

/** `headers` go on every page; `settings` are asked for each time. */
export function createStreamingPages({
  assets,
  headers,
  settings,
  words: pageWords,
}: {
  assets: Assets;
  headers: Record<string, string>;
  settings: () => Settings;
  words: PageWords;
}): StreamingPages {
  /** The style sheets of a document that has no router: the operator's colour comes last. */
  function styles(): string[] {
    const { accent } = settings();
    const sheet = accent ? [`/assets/accent-${accent.slice(1)}.css`] : [];
    return [...assets.manifest.styles, ...sheet];
  }

  return {
    async offline(request, search) {
      const { brand } = settings();
      const requested = new URLSearchParams(search).get("language") ?? "";
      const words = pageWords.in(isLanguage(requested) ? requested : pageWords.language(request));
      await words.load(["shared"]);
      const document = <OfflineDocument brand={brand} styles={styles()} t={words.t} />;
      return new Response(`<!DOCTYPE html>${renderToStaticMarkup(document)}`, {
        headers: {
          ...headers,
          "cache-control": "no-cache",
          "content-language": words.t.language,
          "x-robots-tag": "noindex",
          vary: "accept-language, cookie",
          "content-security-policy":
            "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; " +
            "form-action 'none'; frame-ancestors 'none'",
        },
      });
    },
    async continueRender(request, draft, nonce) {
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
