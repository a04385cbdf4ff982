import { Brand } from "../ui/brand";
import { buttonStyle } from "../ui/button-style";
import { DocumentHead } from "../ui/document-head";
import type { Say } from "../words/words";

/** The service worker's words around a copy, with placeholders for what it fills in. */
export interface CopyWords {
  youCanStillRead: string;
  savedToday: string;
  savedBefore: string;
  keptToday: string;
  keptBefore: string;
  mayHaveChanged: string;
  tryAgain: string;
  savedCopy: string;
}

function copyWords(t: Say): CopyWords {
  const [time, day] = ["{time}", "{day}"];
  return {
    youCanStillRead: t("You can still read"),
    savedToday: t("Saved at {time}", { time }),
    savedBefore: t("Saved on {day}, {time}", { day, time }),
    keptToday: t("Saved on this phone at {time}.", { time }),
    keptBefore: t("Saved on this phone on {day}, {time}.", { day, time }),
    mayHaveChanged: t("It may have changed since."),
    tryAgain: t("Try again"),
    savedCopy: t("Saved copy"),
  };
}

/**
 * The document that a phone shows without a network. It needs no script; the service worker replaces the
 * template by the list of stored pages, and takes its words from there.
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
            {t("This page can’t be reached at the moment. Check whether your phone is connected.")}
          </p>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the one that was asked for */}
          <a className={`${buttonStyle()} mt-6`} href="">
            {t("Try again")}
          </a>
          <template data-words={JSON.stringify(copyWords(t))} />
        </main>
      </body>
    </html>
  );
}
