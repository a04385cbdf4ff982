import { Brand } from "../ui/brand";
import { buttonStyle } from "../ui/button-style";
import { DocumentHead } from "../ui/document-head";
import type { Say } from "../words/words";

/** The page where the booking continues. It asks for all missing details, step by step. */
const BOOKING_PATH = "/reservation?step=confirm";

/**
 * Stores the draft where the booking page looks for it, and opens that page. Keeps the stored draft if its booking
 * request has no answer yet, because that must be settled first. Runs in the browser, as text.
 */
const handoffScript = `(function(script){var to=script.dataset;try{var kept=JSON.parse(localStorage.getItem(to.key)||"null");if(to.draft&&!(kept&&kept.draft&&kept.draft.attempt))localStorage.setItem(to.key,to.draft)}catch(fault){}location.replace(to.to)})(document.currentScript)`;

/** Shows the page between the widget on another website and the booking on ours. It redirects at once. */
export function ContinueBookingDocument({
  brand,
  draft,
  storageKey,
  styles,
  nonce,
  t,
}: {
  brand: string;
  /** JSON in the booking's format; null if the input is invalid. */
  draft: string | null;
  storageKey: string;
  styles: readonly string[];
  nonce: string;
  t: Say;
}) {
  return (
    <html dir={t.dir} lang={t.language}>
      <DocumentHead styles={styles} title={`${t("Book a car")} · ${brand}`} />
      <body>
        <main className="mx-auto max-w-2xl px-4 py-12 text-center" id="content">
          <Brand name={brand} />
          <h1 className="mt-6 text-xl">{t("Book a car")}</h1>
          <a className={`${buttonStyle()} mt-6`} href={BOOKING_PATH}>
            {t("Continue")}
          </a>
        </main>
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
          dangerouslySetInnerHTML={{ __html: handoffScript }}
          data-draft={draft ?? ""}
          data-key={storageKey}
          data-to={BOOKING_PATH}
          nonce={nonce}
        />
      </body>
    </html>
  );
}
