import { useEffect, useRef, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { useWords, WordsProvider } from "../words/use-words";
import type { Words } from "../words/words";
import { Button } from "./button";
import {
  answerConsent,
  openConsentQuestion,
  type ConsentAnswer,
  storedConsent,
  onConsentChange,
} from "./consent-choice";

/** Selects the button at the bottom of each public page that asks again. */
const CHOICE_SELECTOR = "[data-consent]";

/**
 * Asks whether the script at `url` may count visits, if the visitor has not answered yet, and whenever the button at
 * the bottom is pressed. It loads after the page, because the page is the same for everybody and knows no answers.
 * Returns a function that removes it.
 */
export function startConsent(url: string, words: Words): () => void {
  // No page uses this tag, so hydration ignores it. It is first in the page, for keyboard users.
  const host = document.createElement("livery-consent");
  document.body.prepend(host);
  const root = createRoot(host);
  root.render(<WordsProvider words={words}>{() => <Consent url={url} />}</WordsProvider>);
  const press = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(CHOICE_SELECTOR)) openConsentQuestion(url);
  };
  // Listens on the window in the capture phase, because React delays presses on parts it has not hydrated yet.
  addEventListener("click", press, true);
  document.documentElement.dataset.asks = "";
  return () => {
    removeEventListener("click", press, true);
    root.unmount();
    host.remove();
  };
}

/**
 * The question, and the script after consent. It overlays the bottom of the window, so nothing moves when it opens or
 * closes. Both answers are equally easy.
 */
function Consent({ url }: { url: string }) {
  const read = () => storedConsent(url);
  const { answer, isOpen } = useSyncExternalStore(onConsentChange, read, read);
  useEffect(() => {
    if (answer === "accepted") loadStatisticsScript(url);
  }, [answer, url]);
  return isOpen ? <ConsentQuestion isAnswered={answer !== null} url={url} /> : null;
}

function ConsentQuestion({ url, isAnswered }: { url: string; isAnswered: boolean }) {
  const t = useWords();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Only visitors who opened the question get the focus here; others are not interrupted.
    if (isAnswered) panel.current?.focus();
    // Reserves space so that the end of the page stays reachable and the focused element visible.
    const reservedHeight = `${panel.current?.offsetHeight ?? 0}px`;
    document.documentElement.style.scrollPaddingBottom = reservedHeight;
    document.body.style.paddingBottom = reservedHeight;
    return () => {
      document.documentElement.style.scrollPaddingBottom = "";
      document.body.style.paddingBottom = "";
    };
  }, [isAnswered]);

  const chooseAnswer = (answer: ConsentAnswer) => {
    const wasCountingVisits = isCountingVisits(url);
    answerConsent(url, answer);
    // A running script can't be stopped, so the page is reloaded without it.
    if (wasCountingVisits && answer === "declined") location.reload();
    else if (isAnswered) document.querySelector<HTMLElement>(CHOICE_SELECTOR)?.focus();
  };
  return (
    <section
      aria-label={t("Statistics")}
      className="fixed inset-x-0 bottom-0 z-40 border-line border-t bg-surface-raised pb-[env(safe-area-inset-bottom)] shadow-lg outline-none"
      ref={panel}
      tabIndex={-1}
    >
      <div className="mx-auto grid max-w-6xl gap-3 px-4 py-4 sm:px-6 md:grid-cols-[1fr_auto] md:items-center md:gap-8">
        {/*
         * Three short paragraphs, because one long one would often be the largest text of the window, and the last to
         * paint.
         */}
        <div className="grid gap-1 text-sm">
          <p className="font-medium">{t("May we count visits to improve this site?")}</p>
          <p>
            {t("A script from {host} would count visits and may set cookies.", {
              host: new URL(url).hostname,
            })}
          </p>
          <p>
            {t(
              "Nothing is loaded unless you accept. You can change your mind at the bottom of any page.",
            )}
          </p>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button onClick={() => chooseAnswer("declined")} variant="secondary">
            {t("Decline")}
          </Button>
          <Button onClick={() => chooseAnswer("accepted")} variant="secondary">
            {t("Accept")}
          </Button>
        </div>
      </div>
    </section>
  );
}

function isCountingVisits(url: string): boolean {
  return [...document.scripts].some(({ src }) => src === new URL(url).href);
}

function loadStatisticsScript(url: string): void {
  if (isCountingVisits(url)) return;
  const script = document.createElement("script");
  script.async = true;
  script.src = url;
  document.head.append(script);
}
