/** The prices of a quote, as the steps of the booking show them. */
import { ChevronDown, Clock } from "lucide-react";
import { useEffect } from "react";
import type { QuoteAnswer, QuoteOption } from "../../../../src/reservations/quotes/quote-contract";
import type { Settings } from "../../../../src/settings/contract";
import type { ApiError } from "../../../api-error";
import {
  returnOptionFor,
  type BookingDraft,
  endsWhereItBegins,
  totalMinorOf,
} from "../../../booking/draft";
import { useEarliestPickup } from "../../../booking/pickup-time";
import { Button } from "../../../ui/button";
import { Countdown } from "../../../ui/countdown";
import { FareLines } from "../../../ui/fare-lines";
import { formatMoney } from "../../../ui/money";
import { PriceLines } from "../../../ui/price-lines";
import { NoticeBanner } from "../../../ui/notice-banner";
import { TripPrice } from "../../../ui/trip-price";
import { RichSentence, useWords } from "../../../words/use-words";
import type { Say } from "../../../words/words";

/** A class with its price, and the quote it belongs to. */
interface QuotedOptionProps {
  quote: QuoteAnswer;
  option: QuoteOption;
}

/** The price of a class, including the return trip. */
export function OptionPrice({ quote, option }: QuotedOptionProps) {
  const { currency, onRequest } = quote;
  return <TripPrice trip={{ fareMinor: totalMinorOf(quote, option), currency, onRequest }} />;
}

/** Returns the label of the button that continues with a car. */
export function nextStepText(quote: QuoteAnswer, chosen: QuoteOption | null, t: Say): string {
  if (!chosen) return t("Choose a car");
  if (quote.onRequest) return t("Continue");
  const price = formatMoney(totalMinorOf(quote, chosen), quote.currency, t);
  return t("Continue · {price}", { price });
}

/** The price breakdown of each trip, with its total. */
export function TotalOfBothTrips({
  quote,
  option,
  draft,
}: QuotedOptionProps & { draft: BookingDraft }) {
  const t = useWords();
  const estimate = isEstimate(quote, draft);
  const returnOption = returnOptionFor(quote, option);
  const { currency } = quote;
  if (!returnOption)
    return <PriceDetails currency={currency} estimate={estimate} option={option} />;
  return (
    <div className="grid gap-2">
      <PriceDetails
        currency={currency}
        estimate={estimate}
        option={option}
        title={t("Outbound trip")}
      />
      <PriceDetails
        currency={currency}
        estimate={quote.returnTrip?.estimate ?? false}
        option={returnOption}
        title={t("Return trip")}
      />
    </div>
  );
}

/** The lines of a price. With several vehicles, one line for each. */
function OptionLines({
  option: { vehicles, lines, fareMinor },
  currency,
  estimate,
}: {
  option: QuoteOption;
  currency: string;
  estimate: boolean;
}) {
  const t = useWords();
  if (!vehicles)
    return (
      <FareLines currency={currency} estimate={estimate} lines={lines} totalMinor={fareMinor} />
    );
  return (
    <PriceLines
      currency={currency}
      lines={vehicles.map((one, at) => ({
        label: `${at + 1}. ${t.known(one.vehicleClass.name, "name")}`,
        detail: t.list([
          t.count(one.passengers, "{n} passenger", "{n} passengers"),
          t.count(one.luggage, "{n} suitcase", "{n} suitcases"),
        ]),
        amountMinor: one.fareMinor,
      }))}
      totalLabel={t("Total")}
      totalMinor={fareMinor}
    />
  );
}

/** The lines of a price, collapsed at first. */
function PriceDetails({
  option,
  currency,
  estimate,
  title,
}: {
  option: QuoteOption;
  currency: string;
  estimate: boolean;
  /** The name of the trip, if there are two. */
  title?: string;
}) {
  const t = useWords();
  return (
    <details className="group rounded-lg border border-line bg-surface-raised">
      <summary className="flex min-h-12 items-center justify-between gap-4 rounded-lg px-4 font-medium">
        {title ? (
          <span className="flex flex-1 justify-between gap-4">
            {title}
            <span className="tabular-nums">{formatMoney(option.fareMinor, currency, t)}</span>
          </span>
        ) : (
          t("Price breakdown")
        )}
        <ChevronDown
          aria-hidden="true"
          className="shrink-0 text-ink-muted transition group-open:rotate-180"
          size={18}
        />
      </summary>
      <div className="px-4 pb-4">
        <OptionLines currency={currency} estimate={estimate} option={option} />
      </div>
    </details>
  );
}

/** Returns whether the price is an estimate. Hourly prices aren't, because they have no route. */
function isEstimate(quote: QuoteAnswer, draft: BookingDraft): boolean {
  return quote.estimate && !endsWhereItBegins(draft);
}

/** The price lines of each trip, and the total. */
export function AllFareLines({
  quote,
  option,
  draft,
}: QuotedOptionProps & { draft: BookingDraft }) {
  const t = useWords();
  const returnOption = returnOptionFor(quote, option);
  const { currency } = quote;
  return (
    <div className="mt-2">
      <OptionLines currency={currency} estimate={isEstimate(quote, draft)} option={option} />
      {returnOption && (
        <>
          <h3 className="mt-6 mb-2 font-semibold">{t("Return trip")}</h3>
          <OptionLines
            currency={currency}
            estimate={quote.returnTrip?.estimate ?? false}
            option={returnOption}
          />
          <p className="mt-4 flex justify-between gap-4 border-line border-t pt-4 font-semibold text-lg">
            {t("Both trips")}
            <span className="tabular-nums">
              {formatMoney(totalMinorOf(quote, option), currency, t)}
            </span>
          </p>
        </>
      )}
    </div>
  );
}

/** The total, and until when cancelling is free. */
export function Total({ quote, option }: QuotedOptionProps) {
  const t = useWords();
  const { onRequest } = quote;
  return (
    <>
      {quote.returnTrip && !onRequest && <PricesPerTrip option={option} quote={quote} />}
      <div className="flex items-baseline justify-between gap-4 font-semibold text-lg">
        <span>{onRequest ? t("Price") : t("Total")}</span>
        <OptionPrice option={option} quote={quote} />
      </div>
      <p className="text-ink-muted text-sm">
        {/* With zero minutes there is no period of free cancellation to show. */}
        {!quote.freeCancellationMinutes
          ? t("Free to cancel until we confirm the trip.")
          : t(
              "Free to cancel until {notice} before the pickup, and at any time before we confirm the trip.",
              { notice: noticeWords(quote.freeCancellationMinutes, t) },
            )}
      </p>
    </>
  );
}

/** The price of each trip, above the total. Hidden on a phone, where the lines of each trip are shown. */
function PricesPerTrip({ option, quote }: QuotedOptionProps) {
  const t = useWords();
  const rows = [
    { words: t("Outbound trip"), minor: option.fareMinor },
    { words: t("Return trip"), minor: returnOptionFor(quote, option)?.fareMinor ?? 0 },
  ];
  return (
    <dl className="grid gap-1 text-ink-muted max-lg:hidden">
      {rows.map(({ words, minor }) => (
        <div className="flex justify-between gap-4" key={words}>
          <dt>{words}</dt>
          <dd className="tabular-nums">{formatMoney(minor, quote.currency, t)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns a text such as "2 hours", "90 minutes" or "2 days". */
function noticeWords(minutes: number, t: Say): string {
  if (minutes >= 2_880 && minutes % 1_440 === 0) {
    return t.count(minutes / 1_440, "{n} day", "{n} days");
  }
  if (minutes % 60 === 0) return t.count(minutes / 60, "{n} hour", "{n} hours");
  return t.count(minutes, "{n} minute", "{n} minutes");
}

/** Explains why the last choice could not be priced, and offers to try again. */
export function Repricing({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) {
  const t = useWords();
  if (!error) return null;
  return (
    <div className="mb-4" role="alert">
      <NoticeBanner
        action={
          <Button onClick={onRetry} size="small" variant="secondary">
            {t("Try again")}
          </Button>
        }
        tone="danger"
      >
        {error.message}
      </NoticeBanner>
    </div>
  );
}

/**
 * How long the prices are valid or, without prices, why there are none. An immediate pickup moves with the clock, so
 * `onEnd` also runs when the shown pickup has become too soon.
 */
export function Validity({
  draft,
  quote,
  settings,
  onEnd,
}: {
  draft: BookingDraft;
  quote: QuoteAnswer;
  settings: Settings;
  onEnd: () => void;
}) {
  const t = useWords();
  const until = quote.expiresAt;
  const earliestPickup = useEarliestPickup(draft, settings);
  const isPickupTooSoon =
    draft.asap && earliestPickup !== null && earliestPickup > Date.parse(quote.pickupAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that is overtaken
  useEffect(() => {
    if (isPickupTooSoon) onEnd();
  }, [isPickupTooSoon, quote.pickupAt]);
  if (quote.onRequest)
    return (
      <div className="mb-4">
        <NoticeBanner tone="info">
          {t(
            "This price is on request. Send us your request, and we’ll tell you the price before anything is agreed.",
          )}
        </NoticeBanner>
      </div>
    );
  return (
    <p className="mb-4 flex items-center gap-2 text-ink-muted text-sm">
      <Clock aria-hidden="true" size={16} />
      <span>
        <RichSentence
          text="These prices are valid for {time}"
          time={<Countdown key={until} onEnd={onEnd} until={until} />}
        />
      </span>
    </p>
  );
}
