import { Clock } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Rider } from "../../../src/accounts/contract";
import type { QuoteAnswer } from "../../../src/reservations/contract";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { Countdown } from "../../ui/countdown";
import { ErrorState } from "../../ui/error-state";
import { NeedsScripts } from "../../ui/needs-scripts";
import { NoticeBanner } from "../../ui/notice-banner";
import { Stepper } from "../../ui/stepper";
import { CarStep } from "./car-step";
import { ConfirmStep } from "./confirm-step";
import { chosenOption, furthestStep, quoteOf } from "./draft";
import { FlowSkeleton } from "./flow-skeleton";
import { localClock } from "./local-clock";
import { useBooking } from "./use-booking";
import { type BookingSearch, type BookingStep, bookingSteps } from "./search";
import { TripSummary } from "./trip-summary";
import { UndecidedBooking } from "./undecided-booking";
import { useDraft } from "./use-draft";
import { useQuote } from "./use-quote";
import { useTypedPlaces } from "./use-typed-places";
import { WhenStep } from "./when-step";
import { WhereStep } from "./where-step";

const words: Record<BookingStep, { name: string; title: string }> = {
  where: { name: "Where", title: "Where to?" },
  when: { name: "When", title: "When do you need the car?" },
  car: { name: "Car", title: "Choose your car" },
  confirm: { name: "Confirm", title: "Check and book" },
};

/** Booking in four steps, each with its own address; the same for visitors and for riders. */
export function BookingFlow({
  api,
  settings,
  user,
  search,
  go,
  onBooked,
  onSignIn,
}: {
  api: Api;
  settings: Settings;
  /** Null for a visitor, who signs in at the last step. */
  user: Rider | null;
  search: BookingSearch;
  go: (step: BookingStep, options?: { replace: boolean }) => void;
  onBooked: (reservationId: string) => void;
  onSignIn: () => void;
}) {
  const handle = useDraft();
  const { draft, update } = handle;
  const prices = useQuote(api, handle);
  const booking = useBooking(api, handle);
  const wanted = search.step ?? "where";
  const heading = useRef<HTMLHeadingElement>(null);

  useTypedPlaces(api, handle, search, go);
  const far = draft && furthestStep(draft, localClock(Date.now(), settings.timeZone));
  const step = far && bookingSteps.indexOf(wanted) > bookingSteps.indexOf(far) ? far : wanted;

  // After the sign-in the booking goes on where it was left.
  const returns = draft?.resume === true && user !== null;
  useEffect(() => {
    if (!returns) return;
    update({ resume: false });
    go("confirm", { replace: true });
  }, [returns, update, go]);
  useEffect(() => {
    if (draft && !returns && step !== wanted) go(step, { replace: true });
  }, [draft, returns, step, wanted, go]);

  const { ask } = prices;
  const unpriced = draft !== null && quoteOf(draft) === null;
  const shows = step === "car" || step === "confirm";
  useEffect(() => {
    if (shows && unpriced) void ask();
  }, [shows, unpriced, ask]);

  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [step]);

  const book = async () => {
    const reservation = await booking.book(({ code }) => {
      if (code === "quote.expired" || code === "quote.refused") void ask();
    });
    if (reservation) onBooked(reservation.id);
  };

  const quote = draft && quoteOf(draft);
  const option = draft && chosenOption(draft);
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
      <div>
        <Stepper
          current={bookingSteps.indexOf(step)}
          onStep={(index) => go(bookingSteps[index] ?? "where")}
          steps={bookingSteps.map((name) => words[name].name)}
        />
        <h1 className="mt-6 mb-6 text-xl outline-none sm:mt-10" ref={heading} tabIndex={-1}>
          {words[step].title}
        </h1>
        <div className="not-empty:mb-4" role="status">
          {shows && prices.notice && <NoticeBanner tone="warning">{prices.notice}</NoticeBanner>}
        </div>
        {draft === null || returns ? (
          <FlowSkeleton />
        ) : draft.attempt && user && !booking.booking ? (
          <UndecidedBooking onRetry={() => void book()} />
        ) : step === "where" ? (
          <WhereStep api={api} draft={draft} onDone={() => go("when")} update={update} />
        ) : step === "when" ? (
          <WhenStep
            asking={prices.asking}
            draft={draft}
            error={prices.error}
            onDone={async () => {
              if (await prices.ask()) go("car");
            }}
            timeZone={settings.timeZone}
            town={settings.town}
            update={(change) => {
              prices.clear();
              update(change);
            }}
          />
        ) : prices.error && !quote ? (
          <ErrorState
            busy={prices.asking}
            message={prices.error.message}
            onRetry={() => void prices.ask()}
            title="No prices for this trip"
          />
        ) : !quote ? (
          <FlowSkeleton />
        ) : step === "car" || !option ? (
          <>
            <Validity onEnd={() => void ask()} quote={quote} />
            <CarStep
              busy={prices.asking}
              chosen={option}
              distanceUnit={settings.distanceUnit}
              hours={draft.kind === "hourly" ? draft.hours : null}
              onChoose={(vehicleClassId) => update({ vehicleClassId })}
              onDone={() => go("confirm")}
              quote={quote}
            />
          </>
        ) : (
          <>
            <Validity onEnd={() => void ask()} quote={quote} />
            <ConfirmStep
              busy={booking.booking || prices.asking}
              draft={draft}
              error={booking.error}
              onBook={() => void book()}
              onSignIn={() => {
                update({ resume: true });
                onSignIn();
              }}
              option={option}
              quote={quote}
              update={update}
              user={user}
            />
          </>
        )}
        <NeedsScripts what="Booking" />
      </div>
      <TripSummary draft={draft} option={option} quote={quote} step={step} />
    </div>
  );
}

/** How long the prices hold; without prices, why there are none. */
function Validity({ quote, onEnd }: { quote: QuoteAnswer; onEnd: () => void }) {
  const until = quote.expiresAt;
  if (quote.onRequest)
    return (
      <div className="mb-4">
        <NoticeBanner tone="info">
          No list of ours knows this place. Send us your request: we look for it and tell you the
          price. Nothing is agreed before that.
        </NoticeBanner>
      </div>
    );
  return (
    <p className="mb-4 flex items-center gap-2 text-ink-muted text-sm">
      <Clock aria-hidden="true" size={16} />
      <span>
        These prices hold for <Countdown key={until} onEnd={onEnd} until={until} />
      </span>
    </p>
  );
}
