import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Settings } from "../../src/settings/contract";
import type { Api } from "../api";
import { useQuote } from "../booking/use-draft";
import { visibleQuoteOf } from "../booking/draft";
import { useLazy } from "../lazy";
import { DemoBanner } from "../ui/demo-banner";
import { useWords } from "../words/use-words";
import type { WidgetSearch } from "./search";
import { themeScript } from "./theme-script";
import { TripForm } from "./trip-form";
import { useFrameMessages } from "./use-frame-messages";
import { useUnsavedDraft } from "./use-unsaved-draft";

const loadPriceStep = () => import("./prices");

/**
 * The booking widget that other websites embed: asks for the trip, shows prices, and continues the booking on our site.
 */
export function Widget({
  api,
  settings,
  search: { site, theme, class: requestedClass },
}: {
  api: Api;
  settings: Settings;
  search: WidgetSearch;
}) {
  const t = useWords();
  const { ssr } = useRouter().options;
  const handle = useUnsavedDraft();
  const { draft, update } = handle;
  const prices = useQuote(api, handle);
  const priceStep = useLazy(loadPriceStep);
  const [step, setStep] = useState<"trip" | "prices">("trip");
  const [hasContinued, setHasContinued] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFrameMessages(site, frame);

  const seenStep = useRef(step);
  useEffect(() => {
    if (seenStep.current === step) return;
    seenStep.current = step;
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  const requestPrices = async () => {
    setHasContinued(false);
    if (!(await prices.requestPrices())) return;
    const requestedOption = handle
      .latest()
      .quote?.answer.options.find(
        ({ vehicleClass }) => vehicleClass.name.toLowerCase() === requestedClass?.toLowerCase(),
      );
    if (requestedOption) update({ vehicleClassId: requestedOption.vehicleClass.id });
    setStep("prices");
  };
  const quote = visibleQuoteOf(draft);
  const closedText = settings.isOpen
    ? settings.bookingClosed
    : t("We’re opening soon. Please come back, or write to us.");
  return (
    <>
      {theme && (
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
          dangerouslySetInnerHTML={{ __html: themeScript(theme) }}
          nonce={ssr?.nonce}
          suppressHydrationWarning
        />
      )}
      {settings.demo && <DemoBanner />}
      <main
        className="rounded-lg border border-line bg-surface-raised p-4 sm:p-6"
        id="content"
        ref={frame}
      >
        <h1 className="mb-4 text-lg outline-none" ref={heading} tabIndex={-1}>
          {step === "prices" && quote && priceStep ? t("Choose your car") : t("Where to?")}
        </h1>
        {closedText !== null ? (
          <BookingClosedNotice phone={settings.phone} text={closedText} />
        ) : step === "prices" && quote && priceStep ? (
          <priceStep.Prices
            draft={draft}
            onChange={() => {
              prices.clear();
              setStep("trip");
            }}
            onContinue={() => setHasContinued(true)}
            quote={quote}
            update={update}
          />
        ) : (
          <TripForm
            api={api}
            isLoading={prices.isPricing}
            draft={draft}
            error={prices.error}
            onRequestPrices={() => void requestPrices()}
            onContinue={() => setHasContinued(true)}
            settings={settings}
            update={(change) => {
              prices.clear();
              update(change);
            }}
          />
        )}
        <p className="sr-only" role="status">
          {hasContinued && t("Your booking continues in the new tab.")}
        </p>
        <noscript>
          <p className="mt-4">{t("This page needs JavaScript and a recent browser.")}</p>
        </noscript>
      </main>
    </>
  );
}

/** Replaces the form while riders may not book, with the operator's text. */
function BookingClosedNotice({ text, phone }: { text: string; phone: string | null }) {
  const t = useWords();
  return (
    <div className="rounded-md bg-warning-surface px-4 py-3 text-sm text-warning-ink">
      <p className="whitespace-pre-line break-words">{t.known(text)}</p>
      {phone && (
        <a
          className="inline-flex min-h-11 items-center underline"
          href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
        >
          {t("Call us")}
        </a>
      )}
    </div>
  );
}
