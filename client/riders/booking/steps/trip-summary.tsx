import type { QuoteAnswer, QuoteOption } from "../../../../src/reservations/quotes/quote-contract";
import { RouteLine } from "../../../ui/route-line";
import { serviceNote } from "../../../ui/service-facts";
import { VehicleArt } from "../../../ui/vehicle-art";
import {
  isReturnOnCall,
  type BookingDraft,
  hasReturnTrip,
  serviceTypeOf,
  endsWhereItBegins,
  stopsOf,
} from "../../../booking/draft";
import { optionName } from "../../../booking/option-name";
import { dayWords } from "../../../ui/local-clock";
import type { BookingStep } from "../../../booking/search";
import { hasPins, TripMap } from "../../../booking/trip-map";
import { useWords } from "../../../words/use-words";
import { AllFareLines, OptionPrice } from "./quote-prices";

/** The summary beside the steps on a wide screen: the trip so far, with the price lines at the end. */
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
  const hasMap = draft !== null && hasPins(draft);
  return (
    <>
      {draft && hasMap ? (
        <TripMap className={step === "where" ? "h-80" : "h-56"} draft={draft} quote={quote} />
      ) : (
        <VehicleArt
          className="mx-auto w-full max-w-72"
          kind={option?.vehicleClass.illustration ?? "sedan"}
        />
      )}
      <h2 className="mt-6 text-lg">{option ? optionName(option, t) : t("Your trip")}</h2>
      {draft && quote && option && step === "confirm" && !quote.onRequest ? (
        <AllFareLines draft={draft} option={option} quote={quote} />
      ) : draft?.from.text ? (
        <div className="mt-4 grid gap-4">
          <RouteLine
            dense
            dropoff={{
              name: endsWhereItBegins(draft)
                ? serviceNote(serviceTypeOf(draft), draft.hours, t)
                : draft.to.text || t("Where to?"),
            }}
            pickup={{ name: draft.from.text }}
            stops={stopsOf(draft)}
          />
          {step !== "where" && (draft.asap || draft.date) && (
            <p className="text-ink-muted text-sm">
              {draft.asap
                ? t("As soon as possible")
                : `${dayWords(draft.date, t)}${t.known(", ")}${draft.time}`}
              {hasReturnTrip(draft) && (isReturnOnCall(draft) || draft.back.date) && (
                <span className="block">
                  {isReturnOnCall(draft)
                    ? t("Return trip when you call")
                    : t("Return trip: {day}, {time}", {
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
              <OptionPrice option={option} quote={quote} />
            </p>
          )}
        </div>
      ) : (
        <p className="mt-2 text-ink-muted">
          {t(
            "One price for the whole trip, agreed before you get in. You see the price before you sign in.",
          )}
        </p>
      )}
    </>
  );
}
