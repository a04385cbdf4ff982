import { useEffect, useRef } from "react";
import type { Rider } from "../../../src/accounts/contract";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { useLazy } from "../../lazy";
import { NeedsScripts } from "../../ui/needs-scripts";
import { NoticeBanner } from "../../ui/notice-banner";
import { Stepper } from "../../ui/stepper";
import { chosenOption, furthestStep, quoteOf, visibleQuoteOf, tripOf } from "../../booking/draft";
import { FlowSkeleton } from "./flow-skeleton";
import { localClock } from "../../ui/local-clock";
import { type BookingSearch, type BookingStep, bookingSteps } from "../../booking/search";
import { SummaryBox } from "./steps/summary-box";
import { useDraft, useQuote, useBooking } from "../../booking/use-draft";
import { useTypedPlaces } from "./use-typed-places";
import { WhereStep } from "./steps/where-step";
import { useWords } from "../../words/use-words";
import { phrase, type Phrase } from "../../words/words";

const loadLaterSteps = async () => (await import("./steps/lazy-steps")).lazySteps;

/** The delay between a choice beside the prices and pricing it, in ms. */
const REPRICE_DELAY_MS = 300;

const words: Record<BookingStep, { name: Phrase; title: Phrase }> = {
  where: { name: phrase("Where"), title: phrase("Where to?") },
  when: { name: phrase("When"), title: phrase("When do you need the car?") },
  car: { name: phrase("Car"), title: phrase("Choose your car") },
  confirm: { name: phrase("Confirm"), title: phrase("Check and book") },
};

interface BookingFlowProps {
  api: Api;
  settings: Settings;
  /** The signed-in rider; null for a visitor, who signs in at the last step. */
  user: Rider | null;
  search: BookingSearch;
  go: (step: BookingStep, options?: { replace: boolean }) => void;
  onBooked: (reservation: { id: string; number: number }, isForColleague: boolean) => void;
  onSignIn: () => void;
}

/** Keeps the draft with its prices and booking, and limits the step shown to the furthest that the draft allows. */
function useBookingFlow({ api, settings, user, search, go, onBooked }: BookingFlowProps) {
  const draftHandle = useDraft();
  const { draft, update } = draftHandle;
  const prices = useQuote(api, draftHandle);
  const booking = useBooking(api, draftHandle);
  const requestedStep = search.step ?? "where";

  useTypedPlaces(api, draftHandle, search, go);
  const furthestAllowedStep =
    draft && furthestStep(draft, localClock(Date.now(), settings.timeZone));
  const step =
    furthestAllowedStep &&
    bookingSteps.indexOf(requestedStep) > bookingSteps.indexOf(furthestAllowedStep)
      ? furthestAllowedStep
      : requestedStep;

  // After sign-in, the booking continues where the visitor left it.
  const isSignedOut = booking.error?.code === "request.unauthenticated";
  const isBackFromSignIn = draft?.resume === true && user !== null && !isSignedOut;
  useEffect(() => {
    if (!isBackFromSignIn) return;
    update({ resume: false });
    go("confirm", { replace: true });
  }, [isBackFromSignIn, update, go]);
  useEffect(() => {
    if (draft && !isBackFromSignIn && step !== requestedStep) go(step, { replace: true });
  }, [draft, isBackFromSignIn, step, requestedStep, go]);

  const { requestPrices } = prices;
  const showsPrices = step === "car" || step === "confirm";
  const tripToPrice =
    draft !== null && quoteOf(draft) === null ? JSON.stringify(tripOf(draft)) : null;
  const isPricedAgain = tripToPrice !== null && draft !== null && visibleQuoteOf(draft) !== null;
  useEffect(() => {
    if (!showsPrices || tripToPrice === null) return;
    // Of several quick presses, only the last is priced.
    const timer = setTimeout(() => void requestPrices(), isPricedAgain ? REPRICE_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [showsPrices, tripToPrice, isPricedAgain, requestPrices]);

  const book = async () => {
    const reservation = await booking.book(({ code }) => {
      if (code === "quote.expired" || code === "quote.refused" || code === "terms.stale")
        void requestPrices();
    });
    if (reservation) onBooked(reservation, Boolean(draft?.billTo?.member));
  };
  return {
    ...draftHandle,
    prices,
    booking,
    book,
    step,
    returns: isBackFromSignIn,
    signedOut: isSignedOut,
    /** Whether the price shown, if any, belongs to another trip. */
    isPriceOutdated: tripToPrice !== null,
    isPricing: prices.isPricing || (showsPrices && tripToPrice !== null && !prices.error),
    notice: showsPrices ? prices.notice : null,
  };
}

/** Booking in four steps, each with its own address. It is the same for visitors and riders. */
export function BookingFlow(props: BookingFlowProps) {
  const { go } = props;
  const t = useWords();
  const lazySteps = useLazy(loadLaterSteps);
  const bookingFlow = useBookingFlow(props);
  const { draft, step } = bookingFlow;
  const heading = useRef<HTMLHeadingElement>(null);
  const lastShownStep = useRef(step);
  useEffect(() => {
    if (lastShownStep.current === step) return;
    lastShownStep.current = step;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [step]);
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
      <div>
        <Stepper
          current={bookingSteps.indexOf(step)}
          onStep={(index) => go(bookingSteps[index] ?? "where")}
          steps={bookingSteps.map((name) => t.of(words[name].name))}
        />
        <h1 className="mt-6 mb-6 text-xl outline-none sm:mt-10" ref={heading} tabIndex={-1}>
          {t.of(words[step].title)}
        </h1>
        <div className="not-empty:mb-4" role="status">
          {bookingFlow.wasBookedInOtherTab && step === "where" && (
            <NoticeBanner tone="info">
              {t(
                "You have already booked this trip in another window. You’ll find it under Trips.",
              )}
            </NoticeBanner>
          )}
          {bookingFlow.notice && <NoticeBanner tone="warning">{bookingFlow.notice}</NoticeBanner>}
        </div>
        <StepContent {...props} bookingFlow={bookingFlow} lazySteps={lazySteps} />
        <NeedsScripts>
          <a className="font-medium text-accent-text underline" href="/request-ride">
            {t("Or send us your trip, and we’ll call you back with the price.")}
          </a>
        </NeedsScripts>
      </div>
      <SummaryBox>
        {lazySteps && (
          <lazySteps.TripSummary
            draft={draft}
            option={draft && chosenOption(draft)}
            quote={draft && visibleQuoteOf(draft)}
            step={step}
          />
        )}
      </SummaryBox>
    </div>
  );
}

/** The current step, or what must be done first. */
function StepContent({
  api,
  settings,
  user,
  go,
  onSignIn,
  bookingFlow: {
    draft,
    update,
    prices,
    booking,
    book,
    step,
    returns,
    signedOut: isSignedOut,
    isPriceOutdated,
    isPricing,
  },
  lazySteps,
}: BookingFlowProps & {
  bookingFlow: ReturnType<typeof useBookingFlow>;
  /** The later steps; null until they are loaded. */
  lazySteps: Awaited<ReturnType<typeof loadLaterSteps>> | null;
}) {
  const t = useWords();
  if (draft === null || returns) return <FlowSkeleton />;
  const isBookingUnconfirmed = draft.attempt && user && !booking.isBooking;
  if (step === "where" && !isBookingUnconfirmed)
    return <WhereStep api={api} draft={draft} onDone={() => go("when")} update={update} />;
  if (lazySteps === null) return <FlowSkeleton />;
  if (isBookingUnconfirmed)
    return (
      <lazySteps.UnconfirmedBooking
        onRetry={() => void book()}
        why={booking.error?.message ?? null}
      />
    );
  if (step === "when")
    return (
      <lazySteps.WhenStep
        isPricing={prices.isPricing}
        draft={draft}
        error={prices.error}
        onDone={async () => {
          if (await prices.requestPrices()) go("car");
        }}
        settings={settings}
        update={(change) => {
          prices.clear();
          update(change);
        }}
      />
    );
  const quote = visibleQuoteOf(draft);
  const option = chosenOption(draft);
  if (prices.error && !quote)
    return (
      <lazySteps.ErrorState
        busy={prices.isPricing}
        message={prices.error.message}
        onRetry={() => void prices.requestPrices()}
        title={t("No prices for this trip")}
      />
    );
  if (!quote) return <FlowSkeleton />;
  return (
    <>
      <lazySteps.Validity
        draft={draft}
        onEnd={() => void prices.requestPrices()}
        quote={quote}
        settings={settings}
      />
      <lazySteps.Repricing error={prices.error} onRetry={() => void prices.requestPrices()} />
      {step === "car" || !option ? (
        <lazySteps.CarStep
          isPriceOutdated={isPriceOutdated}
          busy={isPricing}
          chosen={option}
          distanceUnit={settings.distanceUnit}
          draft={draft}
          onDone={() => go("confirm")}
          quote={quote}
          update={update}
        />
      ) : (
        <lazySteps.ConfirmStep
          api={api}
          isPriceOutdated={isPriceOutdated}
          busy={booking.isBooking || isPricing}
          draft={draft}
          error={booking.error}
          onBook={() => void book()}
          onSignIn={() => {
            update({ resume: true });
            onSignIn();
          }}
          option={option}
          quote={quote}
          isSignedOut={isSignedOut}
          update={update}
          user={user}
        />
      )}
    </>
  );
}
