import type { QuoteAnswer, QuoteOption } from "../../../../src/reservations/quotes/quote-contract";
import { FareLines } from "../../../ui/fare-lines";
import { formatMoney } from "../../../ui/money";
import { TripPrice } from "../../../ui/trip-price";
import { RouteLine } from "../../../ui/route-line";
import { stayWords } from "../../../ui/service-facts";
import { VehicleArt } from "../../../ui/vehicle-art";
import {
  backOnCall,
  backOption,
  type BookingDraft,
  comesBack,
  serviceTypeOf,
  staysPut,
  stopsOf,
  totalMinorOf,
} from "../../../booking/draft";
import { dayWords } from "../../../ui/local-clock";
import type { BookingStep } from "../../../booking/search";
import { hasPins, TripMap } from "../../../booking/trip-map";
import { useWords } from "../../../words/use-words";

/** Beside the steps on a wide screen: the trip as far as it is known, at the end its price in lines. */
export function TripSummary({
  draft,
  quote,
  option,
  step,
}: {
  draft: BookingDraft | null;
  quote: QuoteAnswer | null;
  option: QuoteOption | null;
  step: BookingStep;
}) {
  const t = useWords();
  const back = quote && option && backOption(quote, option);
  const last = step === "confirm" && quote !== null && option !== null && !quote.onRequest;
  const mapped = draft !== null && hasPins(draft);
  return (
    <>
      {draft && mapped ? (
        <TripMap className={step === "where" ? "h-80" : "h-56"} draft={draft} quote={quote} />
      ) : (
        <VehicleArt
          className="mx-auto w-full max-w-72"
          kind={option?.vehicleClass.illustration ?? "sedan"}
        />
      )}
      <h2 className="mt-6 text-lg">{option ? option.vehicleClass.name : t("Your trip")}</h2>
      {last ? (
        <div className="mt-2">
          <FareLines
            currency={quote.currency}
            estimate={quote.estimate && draft !== null && !staysPut(draft)}
            lines={option.lines}
            totalMinor={option.fareMinor}
          />
          {back && (
            <>
              <h3 className="mt-6 mb-2 font-semibold">{t("Way back")}</h3>
              <FareLines
                currency={quote.currency}
                estimate={quote.wayBack?.estimate ?? false}
                lines={back.lines}
                totalMinor={back.fareMinor}
              />
              <p className="mt-4 flex justify-between gap-4 border-line border-t pt-4 font-semibold text-lg">
                {t("Both ways")}
                <span className="tabular-nums">
                  {formatMoney(totalMinorOf(quote, option), quote.currency, t)}
                </span>
              </p>
            </>
          )}
        </div>
      ) : draft?.from.text ? (
        <div className="mt-4 grid gap-4">
          <RouteLine
            dense
            dropoff={{
              name: staysPut(draft)
                ? stayWords(serviceTypeOf(draft), draft.hours)
                : draft.to.text || t("Where to?"),
            }}
            pickup={{ name: draft.from.text }}
            stops={stopsOf(draft)}
          />
          {step !== "where" && (draft.asap || draft.date) && (
            <p className="text-ink-muted text-sm">
              {draft.asap ? t("As soon as possible") : `${dayWords(draft.date, t)}, ${draft.time}`}
              {comesBack(draft) && (backOnCall(draft) || draft.back.date) && (
                <span className="block">
                  {backOnCall(draft)
                    ? t("And back when you call")
                    : t("And back: {day}, {time}", {
                        day: dayWords(draft.back.date, t),
                        time: draft.back.time,
                      })}
                </span>
              )}
            </p>
          )}
          {quote && option && (
            <p className="flex items-baseline justify-between gap-4 border-line border-t pt-4 font-semibold text-lg">
              {quote.onRequest ? t("Price") : t("Total")}
              <TripPrice
                trip={{
                  fareMinor: totalMinorOf(quote, option),
                  currency: quote.currency,
                  onRequest: quote.onRequest,
                }}
              />
            </p>
          )}
        </div>
      ) : (
        <p className="mt-2 text-ink-muted">
          {t(
            "One price for the whole trip, agreed before you get in. You see it before you sign in.",
          )}
        </p>
      )}
    </>
  );
}
