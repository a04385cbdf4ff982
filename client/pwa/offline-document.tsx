import { Brand } from "../ui/brand";
import { buttonStyle } from "../ui/button-style";
import { DocumentHead } from "../ui/document-head";
import type { Say } from "../words/words";

/** The texts that the service worker shows around a saved copy, with placeholders in braces. */
export interface SavedCopyWords {
  stillReadable: string;
  savedToday: string;
  savedBefore: string;
  pageSavedToday: string;
  pageSavedBefore: string;
  mayHaveChanged: string;
  tryAgain: string;
  savedCopy: string;
}

function savedCopyWords(t: Say): SavedCopyWords {
  const [time, day] = ["{time}", "{day}"];
  return {
    stillReadable: t("Pages you can still read"),
    savedToday: t("Saved at {time}", { time }),
    savedBefore: t("Saved on {day}, {time}", { day, time }),
    pageSavedToday: t("Saved on this phone at {time}.", { time }),
    pageSavedBefore: t("Saved on this phone on {day}, {time}.", { day, time }),
    mayHaveChanged: t("This page may have changed since then."),
    tryAgain: t("Try again"),
    savedCopy: t("Saved copy"),
  };
}

/**
 * The document that a phone shows without a network. It needs no script. The service worker takes its texts from the
 * template, and replaces the template with the list of saved pages.
 */
export function OfflineDocument({
  brand,
  styles,
  t,
}: {
  brand: string;
  styles: readonly string[];
  t: Say;
}) {
  return (
    <html dir={t.dir} lang={t.language}>
      <DocumentHead styles={styles} title={`${t("You are offline")} · ${brand}`} />
      <body>
        <header className="border-line border-b bg-surface-raised">
          <div className="mx-auto flex h-14 max-w-2xl items-center px-4">
            <Brand name={brand} />
          </div>
        </header>
        <main className="mx-auto max-w-2xl px-4 py-12 text-center" id="content">
          <h1 className="text-xl">{t("You are offline")}</h1>
          <p className="mt-2 text-ink-muted">
            {t("We can’t load this page right now. Check your phone’s connection and try again.")}
          </p>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the one that was asked for */}
          <a className={`${buttonStyle()} mt-6`} href="">
            {t("Try again")}
          </a>
          <template data-words={JSON.stringify(savedCopyWords(t))} />
        </main>
      </body>
    </html>
  );
}
