import type { ReactNode } from "react";
import type { QuoteAnswer, QuoteOption } from "../../src/reservations/quotes/quote-contract";
import { returnOptionFor, totalMinorOf } from "../booking/draft";
import { failureText } from "../office/calls";
import { FareLines } from "../ui/fare-lines";
import { Kbd } from "../ui/kbd";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { Skeleton } from "../ui/skeleton";
import { amountText } from "./draft";
import type { PhoneQuote } from "./use-phone-quote";
import { priceSentence } from "./spoken-price";

/** The price to read aloud, and its lines. */
export function PriceCard({
  quote,
  option,
  agreedMinor,
  hours,
  unit,
}: {
  quote: PhoneQuote;
  option: QuoteOption | null;
  /** The agreed price, which replaces the list price, in minor units; null without one. */
  agreedMinor: number | null;
  /** The hours of an hourly hire, which has no estimated distance; null for other trips. */
  hours: number | null;
  unit: "km" | "mi";
}) {
  const { isLoading, error } = quote;
  const answer =
    quote.answer && hours !== null
      ? { ...quote.answer, estimate: false, estimateReason: undefined }
      : quote.answer;
  return (
    <section
      aria-busy={isLoading}
      aria-label="Price"
      className="rounded-lg border-line lg:border lg:bg-surface-raised lg:p-4"
    >
      <h2 className="mb-1 font-medium text-ink-muted text-xs">Tell the caller</h2>
      <div aria-live="polite">
        {error !== null ? (
          <NoticeBanner tone="warning">{failureText(error)}</NoticeBanner>
        ) : answer && option ? (
          <p
            className={`text-balance font-medium text-lg transition-colors ${isLoading ? "text-ink-muted" : ""}`}
          >
            {priceSentence(answer, option, unit, agreedMinor, hours)}
          </p>
        ) : answer ? (
          <p className="text-lg">This class can’t take the trip. Choose another class.</p>
        ) : isLoading ? (
          <Skeleton className="h-7 w-4/5" />
        ) : (
          <p className="text-ink-muted">
            The price appears here when you have entered the time, pickup and drop-off.
          </p>
        )}
      </div>
      {answer && answer.outside.length > 0 && (
        <div className="mt-3">
          <NoticeBanner tone="warning">{outsideAreaText(answer.outside)}</NoticeBanner>
        </div>
      )}
      {answer && option && !answer.onRequest && (
        <>
          <div className="mt-3 border-line border-t pt-2 text-sm max-lg:hidden">
            <PriceLines agreedMinor={agreedMinor} answer={answer} option={option} />
          </div>
          <details className="mt-1 text-sm lg:hidden">
            <summary className="flex min-h-11 items-center text-ink-muted">Price details</summary>
            <div className="max-h-[40dvh] overflow-y-auto">
              <PriceLines agreedMinor={agreedMinor} answer={answer} option={option} />
            </div>
          </details>
        </>
      )}
    </section>
  );
}

/** Explains why riders could not book this trip, although dispatch can. */
function outsideAreaText(outside: QuoteAnswer["outside"]): string {
  const endWords = { pickup: "The pickup", dropoff: "The drop-off" };
  if (outside.length > 1)
    return "Pickup and drop-off are outside the service area. You can still book this trip.";
  return `${endWords[outside[0] ?? "pickup"]} is outside the service area. You can still book this trip.`;
}

/** Why distance and time are estimates although streets are imported. */
const estimateReasonWords = {
  outside: "The trip leaves the area of the imported streets.",
  no_road: "A stop is more than 2 km from any imported road.",
  no_way: "The imported streets have no road between the stops.",
};

function PriceLines({
  answer,
  option,
  agreedMinor,
}: {
  answer: QuoteAnswer;
  option: QuoteOption;
  agreedMinor: number | null;
}) {
  const back = returnOptionFor(answer, option);
  const totalLabel = agreedMinor === null ? "Total" : "List price";
  return (
    <>
      <FareLines
        currency={answer.currency}
        estimate={answer.estimate}
        lines={option.lines}
        totalLabel={back ? "Outbound trip" : totalLabel}
        totalMinor={option.fareMinor}
      />
      {back && (
        <>
          <FareLines
            currency={answer.currency}
            lines={back.lines}
            totalLabel="Return trip"
            totalMinor={back.fareMinor}
          />
          <TotalLine label={totalLabel}>
            {formatMoney(totalMinorOf(answer, option), answer.currency)}
          </TotalLine>
        </>
      )}
      {answer.estimateReason && (
        <p className="text-ink-muted text-sm">{estimateReasonWords[answer.estimateReason]}</p>
      )}
      {agreedMinor !== null && (
        <TotalLine label="Agreed price">{amountText(agreedMinor, answer.currency)}</TotalLine>
      )}
    </>
  );
}

function TotalLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="mt-2 flex items-baseline justify-between font-semibold text-lg">
      <span>{label}</span>
      <span className="tabular-nums">{children}</span>
    </p>
  );
}

/** The keyboard shortcuts of the form. */
export function FormKeys() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-xs pointer-coarse:hidden">
      <span>
        <Kbd>Enter</Kbd> Next field
      </span>
      <span>
        <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> Book
      </span>
      <span>
        <Kbd>Ctrl</Kbd> <Kbd>Shift</Kbd> <Kbd>Enter</Kbd> Book and assign driver
      </span>
      <span>
        <Kbd>Esc</Kbd> Close form
      </span>
    </p>
  );
}
